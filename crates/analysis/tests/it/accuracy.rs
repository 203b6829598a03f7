//! Turn values from a table, compared with a plain count over all turns of all positions.

use std::collections::BTreeMap;

use crate::small_games::{Sample, game, header, read, rules, sample, table, write};
use flipside_analysis::report::model::{Accuracy, TurnAccuracy};
use flipside_analysis::report::render::render;
use flipside_records::GameRecord;
use flipside_rules::hexflip::{Hexflip, Rules};
use flipside_rules::{Game as _, GameResult, Sayu, Seat, sayu};
use flipside_tablebase::{Table, Value};

/// What is counted of turns: all, critical, lost, by kind, wins kept, turns longer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counted {
    turns: u64,
    critical: u64,
    lost: u64,
    kinds: [u64; 3],
    kept: u64,
    longer: u64,
}

/// Counts of a group, by agent and phase.
#[derive(Debug, Default, PartialEq, Eq)]
struct Plain {
    games: u64,
    turns: BTreeMap<(usize, &'static str), Counted>,
    decided: Vec<u32>,
    by_opening: u64,
    undecided: u64,
}

/// 2, 1, 0 for won, drawn, lost.
fn class(value: Value) -> usize {
    match value {
        Value::Win(_) => 2,
        Value::Draw => 1,
        Value::Loss(_) => 0,
    }
}

impl Plain {
    /// Looks at every legal turn of every position.
    fn add(&mut self, table: &Table, rules: Rules, chosen: u32, record: &GameRecord) {
        self.games += 1;
        let mut game = Hexflip::new(rules);
        let winner = match record.end.result {
            GameResult::Win(seat) => Some(seat),
            _ => None,
        };
        // Since when the winner has won, as far as it has come.
        let mut since = None;
        let mut note = |number: u32, value: Value, mover: Seat| {
            let won = match value {
                Value::Win(_) => Some(mover),
                Value::Loss(_) => Some(mover.other()),
                Value::Draw => None,
            };
            match winner.is_some() && won == winner {
                true => since = since.or(Some(number)),
                false => since = None,
            }
        };
        note(0, table.probe(game.position()).unwrap(), game.to_move());
        for (number, turn) in (1..).zip(record.turns.iter::<Hexflip>()) {
            let turn = turn.unwrap();
            let mut values = BTreeMap::new();
            for (other, value) in table.turns(game.position()).unwrap() {
                if game.check(other).is_err() {
                    continue;
                }
                let mut after = game.clone();
                after.play(other).unwrap();
                // The game may end by repetition, of which the table knows nothing.
                let value = match after.outcome().map(|outcome| outcome.winner) {
                    Some(winner) if winner == Some(game.to_move()) => Value::Win(1),
                    Some(_) => Value::Loss(1),
                    None => value,
                };
                values.insert(other, value);
            }
            let made = values[&turn];
            let best = *values.values().max().unwrap();
            let worst = *values.values().min().unwrap();
            if number <= chosen || number > record.opening {
                let stones = game.position().occupied().count_ones();
                let hand = u32::from(rules.hand());
                let phase = match stones {
                    n if n < hand => "early",
                    n if n < 2 * hand => "late",
                    _ => "jumps",
                };
                let agent = record.players[game.to_move().index()] as usize;
                let counted = self.turns.entry((agent, phase)).or_default();
                counted.turns += 1;
                counted.critical += u64::from(class(worst) < class(best));
                match (class(best), class(made)) {
                    (2, 1) => counted.kinds[0] += 1,
                    (2, 0) => counted.kinds[1] += 1,
                    (1, 0) => counted.kinds[2] += 1,
                    _ => {}
                }
                counted.lost = counted.kinds.iter().sum();
                if let (Value::Win(best), Value::Win(made)) = (best, made) {
                    counted.kept += 1;
                    counted.longer += u64::from(made - best);
                }
            }
            note(number, made, game.to_move());
            game.play(turn).unwrap();
        }
        match since {
            Some(0) => self.by_opening += 1,
            Some(number) if number > chosen && number <= record.opening => self.by_opening += 1,
            Some(number) => self.decided.push(number),
            None => self.undecided += u64::from(winner.is_some()),
        }
    }

    /// The same from a report.
    fn of(accuracy: &Accuracy) -> Self {
        let mut turns = BTreeMap::new();
        for (agent, of_agent) in accuracy.agents.iter().enumerate() {
            let mut sum = Counted::default();
            for phase in &of_agent.phases {
                let name = serde_json::to_value(phase.phase).unwrap();
                let name = ["early", "late", "jumps"].into_iter().find(|n| name == *n);
                let counted = counted(&phase.turns);
                turns.insert((agent, name.unwrap()), counted);
                sum.turns += counted.turns;
                sum.lost += counted.lost;
                sum.longer += counted.longer;
            }
            let all = counted(&of_agent.all);
            assert_eq!(
                (sum.turns, sum.lost, sum.longer),
                (all.turns, all.lost, all.longer)
            );
        }
        let mut decided = Vec::new();
        let histogram = serde_json::to_value(&accuracy.decided.histogram).unwrap();
        for pair in pairs(&histogram) {
            decided.extend(std::iter::repeat_n(pair.0, pair.1));
        }
        Self {
            games: accuracy.games,
            turns,
            decided,
            by_opening: accuracy.decided_by_opening,
            undecided: accuracy.won_undecided,
        }
    }
}

/// Values and counts of a histogram in JSON.
fn pairs(histogram: &serde_json::Value) -> Vec<(u32, usize)> {
    let all = histogram.as_array().unwrap().iter();
    all.map(|pair| {
        (
            pair[0].as_u64().unwrap() as u32,
            pair[1].as_u64().unwrap() as usize,
        )
    })
    .collect()
}

fn counted(turns: &TurnAccuracy) -> Counted {
    Counted {
        turns: turns.lost.of,
        critical: turns.lost_of_critical.of,
        lost: turns.lost.total,
        kinds: [turns.win_to_draw, turns.win_to_loss, turns.draw_to_loss],
        kept: turns.lengthening.of,
        longer: turns.lengthening.total,
    }
}

#[test]
fn a_report_counts_what_a_plain_count_finds() {
    for (name, count, chosen) in [
        ("hand=3", 300, 0),
        ("hand=2,overline=mover", 1_200, 0),
        // The agents choose the first turn.
        ("hand=3,first_place=3", 300, 1),
    ] {
        let rules = rules(name);
        let Sample {
            table,
            table_path,
            games,
            file,
            folder: _folder,
        } = sample(rules, count, chosen);
        let mut plain = Plain::default();
        let is_void = |id: u64| games[id as usize].end.result == GameResult::Void;
        for record in &games {
            // The partner of a void game is left out with it.
            if !is_void(record.id) && !is_void(record.id ^ 1) {
                plain.add(&table, rules, chosen, record);
            }
        }
        plain.decided.sort_unstable();
        let report = read(&[file], &table_path).unwrap();
        let accuracy = report.groups[0].accuracy.as_ref().unwrap();
        assert_eq!(Plain::of(accuracy), plain, "{name}");
        assert!(
            plain.turns.len() >= 4,
            "both agents have turns in several phases"
        );
        let sum = |f: fn(&Counted) -> u64| plain.turns.values().map(f).sum::<u64>();
        assert!(sum(|c| c.lost) > 20 && sum(|c| c.longer) > 20, "{plain:?}");
        assert!(plain.by_opening > 0 && plain.undecided > 0 && plain.decided.len() > 20);
        for agent in &accuracy.agents {
            let lost = &agent.all.lost_of_critical;
            let share = lost.total as f64 / lost.of as f64;
            assert_eq!(lost.value, Some(share));
            assert!(lost.interval.unwrap().contains(share));
        }
    }
}

#[test]
fn threads_and_the_way_a_table_is_read_change_nothing() {
    let rules = rules("hand=2");
    let folder = tempfile::tempdir().unwrap();
    let (table, _) = table(folder.path(), rules);
    // Read block by block for a few games, as a whole for many.
    for count in [200, 1_400] {
        let games: Vec<GameRecord> = (0..count).map(|id| game(rules, id)).collect();
        let file = write(
            folder.path().join("a.flip"),
            &header::<Hexflip>(&rules, 0),
            &games,
        );
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let report = pool
                .build()
                .unwrap()
                .install(|| read(std::slice::from_ref(&file), &table));
            render(&report.unwrap()).unwrap()
        };
        let (one, four) = (on(1), on(4));
        assert!(
            one.iter()
                .map(|f| &f.bytes)
                .eq(four.iter().map(|f| &f.bytes))
        );
        let page = one
            .iter()
            .find(|file| file.path.ends_with("report.html"))
            .unwrap();
        let page = std::str::from_utf8(&page.bytes).unwrap();
        for part in [
            "Value lost, by the tablebase",
            "Win → draw",
            "that from the start Second wins in",
        ] {
            assert!(page.contains(part), "{part}");
        }
        assert!(one.iter().any(|file| file.path.ends_with("value-lost.svg")));
        assert!(one.iter().any(|file| file.path.ends_with("decided.png")));
    }
}

#[test]
fn other_games_are_left_alone_and_other_rules_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (table, _) = table(folder.path(), rules("hand=2"));
    let path = |name: &str| folder.path().join(name);
    let games = |rules| [game(rules, 1)];
    let own = write(
        path("own.flip"),
        &header::<Hexflip>(&rules("hand=2"), 0),
        &games(rules("hand=2")),
    );
    let mut sayu_game = GameRecord::new(0, [0, 1], 0);
    let mut start = Sayu::new(sayu::Rules::default());
    let turn = start.turns()[0];
    start.play(turn).unwrap();
    sayu_game.turns.push::<Sayu>(turn);
    let sayu = write(
        path("sayu.flip"),
        &header::<Sayu>(&sayu::Rules::default(), 0),
        &[sayu_game],
    );
    let report = read(&[own.clone(), sayu.clone()], &table).unwrap();
    let has_values: Vec<bool> = report
        .groups
        .iter()
        .map(|group| group.accuracy.is_some())
        .collect();
    assert_eq!(has_values, [true, false]);

    for (name, parts) in [
        (
            "hand=3",
            [
                "other.flip has games under the rules `hand=3`",
                "--rules hand=3 --out FILE",
            ],
        ),
        (
            "hand=2,swap=on",
            ["no table has the rules of", "remove --table"],
        ),
        (
            "hand=2,deviate=first",
            ["no table has the rules of", "remove --table"],
        ),
    ] {
        let other = write(
            path("other.flip"),
            &header::<Hexflip>(&rules(name), 0),
            &games(rules(name)),
        );
        let error = read(&[own.clone(), other], &table).unwrap_err().to_string();
        for part in parts {
            assert!(error.contains(part), "{error}");
        }
    }
    // A table without games of Hexflip is an error.
    let error = read(std::slice::from_ref(&sayu), &table).unwrap_err();
    assert!(
        error.to_string().contains("sayu.flip: no games of hexflip"),
        "{error}"
    );
    // Without the rule about repetition the table is the same.
    let off = rules("hand=2,repetition=off");
    let off = write(path("off.flip"), &header::<Hexflip>(&off, 0), &games(off));
    assert!(read(&[off], &table).is_ok());
}

#[test]
fn a_damaged_table_is_rejected() {
    let rules = rules("hand=2");
    let folder = tempfile::tempdir().unwrap();
    let (table, _) = table(folder.path(), rules);
    let mut bytes = std::fs::read(&table).unwrap();
    let games: Vec<GameRecord> = (0..1_100).map(|id| game(rules, id)).collect();
    let file = write(
        folder.path().join("a.flip"),
        &header::<Hexflip>(&rules, 0),
        &games,
    );
    // In the last layer's block: that of the start.
    let place = bytes.len() - 13;
    bytes[place] ^= 1;
    std::fs::write(&table, bytes).unwrap();
    let refused = read(&[file], &table).unwrap_err().to_string();
    assert!(
        refused.contains("test.table: the table is damaged")
            && refused.contains("remove the file, then `flipside solve hexflip --rules hand=2"),
        "{refused}"
    );
}
