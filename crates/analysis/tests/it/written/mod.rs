//! Record files of games with given results, as a tournament runner would have written them.

use std::path::{Path, PathBuf};

use flipside_analysis::read::{ReadError, ReportInfo, report};
use flipside_analysis::report::model::Report;
use flipside_records::{End, EndReason, GameRecord, Header, ScheduleSpec, Writer, game_seed};
use flipside_rules::{Game as _, GameResult, Hexflip, Seat, hexflip};
use flipside_testkit::random::Lcg;
use serde_json::Value;

/// First has won by the runner's word: so a game can have any result at any time.
pub const FIRST: End = adjudicated(GameResult::Win(Seat::First));
/// Second has won.
pub const SECOND: End = adjudicated(GameResult::Win(Seat::Second));
/// Nobody has won.
pub const DRAW: End = adjudicated(GameResult::Draw);
/// The game was stopped.
pub const UNFINISHED: End = End::PLY_LIMIT;
/// An agent did not start.
pub const VOID: End = End {
    result: GameResult::Void,
    reason: EndReason::Crash,
};

const fn adjudicated(result: GameResult) -> End {
    End {
        result,
        reason: EndReason::Adjudicated,
    }
}

/// A run of Hexflip.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    pub agents: &'a [&'a str],
    pub schedule: &'a str,
    pub seed: u64,
    pub games_per_block: u32,
}

impl Run<'_> {
    pub fn header(&self) -> Header {
        Header {
            agents: self.agents.iter().map(ToString::to_string).collect(),
            behaviour: 1,
            seed: Some(self.seed),
            schedule: self.schedule.to_owned(),
            games_per_block: self.games_per_block,
            ..Header::new::<Hexflip>(&hexflip::Rules::default())
        }
    }

    /// A game of the schedule: two random opening turns, equal for all who play the same opening,
    /// and a few more.
    pub fn game(&self, id: u64, end: End) -> GameRecord {
        let spec: ScheduleSpec = self.schedule.parse().unwrap();
        let place = spec.format.slot(self.agents.len() as u32, id);
        let mut record = GameRecord::new(id, place.players, game_seed(self.seed, id));
        let mut game = Hexflip::new(hexflip::Rules::default());
        let mut opening = Lcg::new(place.opening ^ self.seed << 32);
        let mut further = Lcg::new(id.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.seed);
        let turns = 2 + further.below(5);
        for number in 0..turns {
            let random = if number < 2 {
                &mut opening
            } else {
                &mut further
            };
            let turn = game.pick_turn(|n| random.below(n as usize) as u32).unwrap();
            let before = game.clone();
            game.play(turn).unwrap();
            if game.outcome().is_some() {
                // By the rules, which shall not decide here.
                game = before;
                continue;
            }
            record.turns.push::<Hexflip>(turn);
        }
        record.opening = 2;
        assert!(record.turns.len() >= 2);
        record.end = end;
        record
    }

    /// The games of the schedule with these ends.
    pub fn games(&self, ends: &[End]) -> Vec<GameRecord> {
        (0..)
            .zip(ends)
            .map(|(id, end)| self.game(id, *end))
            .collect()
    }

    /// Writes games, which need not be all.
    pub fn write(&self, path: &Path, games: impl IntoIterator<Item = GameRecord>) -> PathBuf {
        let mut writer = Writer::new(Vec::new(), &self.header()).unwrap();
        for game in games {
            writer.push(game).unwrap();
        }
        std::fs::write(path, writer.finish().unwrap()).unwrap();
        path.to_owned()
    }
}

/// The report of files.
pub fn read(files: &[PathBuf]) -> Result<Report, ReadError> {
    let info = ReportInfo {
        title: "Test".to_owned(),
        description: String::new(),
        program_version: "0".to_owned(),
        program_commit: None,
        command: None,
        margin: 0.02,
    };
    report(files, info)
}

/// The report of one run in one file.
pub fn report_of(run: &Run<'_>, ends: &[End]) -> Report {
    let dir = tempfile::tempdir().unwrap();
    let file = run.write(&dir.path().join("run.flip"), run.games(ends));
    read(&[file]).unwrap()
}

/// All numbers of a report, without the names of its files.
pub fn numbers(report: &Report) -> Value {
    let mut json = serde_json::to_value(report).unwrap();
    let parts = ["tournaments", "groups"];
    for part in parts
        .iter()
        .filter_map(|part| json[*part].as_array().cloned())
    {
        assert!(part.iter().all(|p| p["provenance"]["files"].is_array()));
    }
    for part in parts {
        for item in json[part].as_array_mut().unwrap() {
            item["provenance"]["files"] = Value::Null;
        }
    }
    json
}
