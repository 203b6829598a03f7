//! Games of small rule sets, and their tables.

use std::path::{Path, PathBuf};

use flipside_analysis::read::{ReadError, ReportInfo, report_with_table};
use flipside_analysis::report::model::Report;
use flipside_records::{End, EndReason, GameRecord, Header, Writer};
use flipside_rules::hexflip::{Hexflip, Rules};
use flipside_rules::{Game as _, GameResult, RuleSet as _, Seat, no_attachments};
use flipside_tablebase::{Table, Variant, solve};
use flipside_testkit::random::Lcg;
use tempfile::TempDir;

pub fn rules(text: &str) -> Rules {
    Rules::parse(text, &no_attachments).unwrap()
}

/// Solves a rule set; gives the table and where it is.
pub fn table(folder: &Path, rules: Rules) -> (PathBuf, Table) {
    let path = folder.join("test.table");
    let variant = Variant::new(&rules).unwrap();
    solve(variant, &path, &mut |_| (), &|| false).unwrap();
    let table = Table::open(&path, &variant).unwrap();
    (path, table)
}

/// The header of games whose opening has two turns, of which the agents chose the first `chosen`.
pub fn header<G: flipside_rules::Game>(rules: &G::Rules, chosen: u32) -> Header {
    Header {
        agents: vec!["uct:nodes=20".to_owned(), "random".to_owned()],
        behaviour: 1,
        seed: Some(3),
        schedule: match chosen {
            0 => "pairs opening=random:2 max-turns=60".to_owned(),
            _ => format!(
                "pairs opening=agents:{chosen}:random:{} max-turns=60",
                2 - chosen
            ),
        },
        games_per_block: 64,
        ..Header::new::<G>(rules)
    }
}

/// A game of turns at random, with jumps preferred: so repetition comes up, too. Every eleventh ends
/// before it is over: lost by a failure, stopped, or void.
pub fn game(rules: Rules, id: u64) -> GameRecord {
    let mut record = GameRecord::new(id, [[0, 1], [1, 0]][id as usize % 2], 9 * id);
    record.opening = 2;
    let mut game = Hexflip::new(rules);
    let mut opening = Lcg::new(id / 2);
    let mut random = Lcg::new(id.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let most = match id % 11 {
        0 => 2 + random.below(4),
        _ => 60,
    };
    for number in 0..most {
        let random = if number < 2 {
            &mut opening
        } else {
            &mut random
        };
        let turns = game.turns();
        let jumps: Vec<_> = turns
            .iter()
            .filter(|t| t.to_string().contains('-'))
            .collect();
        let turn = match jumps.is_empty() || random.below(3) == 0 {
            true => turns[random.below(turns.len())],
            false => *jumps[random.below(jumps.len())],
        };
        record.turns.push::<Hexflip>(turn);
        game.play(turn).unwrap();
        if game.outcome().is_some() {
            break;
        }
    }
    record.end = match game.outcome().and_then(End::by_rules::<Hexflip>) {
        Some(end) => end,
        None => match id % 4 {
            0 => End::PLY_LIMIT,
            1 => End {
                result: GameResult::Win(game.to_move().other()),
                reason: EndReason::Crash,
            },
            2 => End {
                result: GameResult::Win(Seat::First),
                reason: EndReason::Adjudicated,
            },
            _ => End {
                result: GameResult::Void,
                reason: EndReason::Crash,
            },
        },
    };
    record
}

pub fn write(path: PathBuf, header: &Header, games: &[GameRecord]) -> PathBuf {
    let mut writer = Writer::new(Vec::new(), header).unwrap();
    for game in games {
        writer.push(game.clone()).unwrap();
    }
    std::fs::write(&path, writer.finish().unwrap()).unwrap();
    path
}

pub fn read(files: &[PathBuf], table: &Path) -> Result<Report, ReadError> {
    let info = ReportInfo {
        title: "Test".to_owned(),
        description: String::new(),
        program_version: "0".to_owned(),
        program_commit: None,
        command: None,
        margin: 0.02,
    };
    report_with_table(files, info, table)
}

/// Games of a rule set, their table, and where both are written, as long as the folder is kept.
pub struct Sample {
    pub folder: TempDir,
    pub table: Table,
    pub table_path: PathBuf,
    pub games: Vec<GameRecord>,
    pub file: PathBuf,
}

/// Games, each changed by `change` before it is written.
pub fn changed_sample(
    rules: Rules,
    games: u64,
    chosen: u32,
    change: impl Fn(&mut GameRecord),
) -> Sample {
    let folder = tempfile::tempdir().unwrap();
    let (table_path, table) = table(folder.path(), rules);
    let mut games: Vec<GameRecord> = (0..games).map(|id| game(rules, id)).collect();
    games.iter_mut().for_each(change);
    let file = write(
        folder.path().join("a.flip"),
        &header::<Hexflip>(&rules, chosen),
        &games,
    );
    Sample {
        folder,
        table,
        table_path,
        games,
        file,
    }
}

/// Games whose agents chose the first `chosen` turns of the opening.
pub fn sample(rules: Rules, games: u64, chosen: u32) -> Sample {
    changed_sample(rules, games, chosen, |_| ())
}
