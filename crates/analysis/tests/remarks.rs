//! Remarks of a table on single turns, against all turns of all positions.

mod judged;

use flipside_analysis::judge::TableRemarks;
use flipside_records::commands::{Remarks, cat, import, show};
use flipside_records::{GameRecord, GameResult};
use flipside_rules::hexflip::{Game, Rules};
use flipside_rules::{Game as _, Seat, no_files};
use flipside_tablebase::{Table, Value};
use judged::{Sample, rules, sample};

fn class(value: Value) -> &'static str {
    match value {
        Value::Win(_) => "win",
        Value::Draw => "draw",
        Value::Loss(_) => "loss",
    }
}

/// What a turn was worth, what it cost, and how much longer a win became.
type Said = (String, Option<String>, Option<u64>);

/// Looks at every legal turn of every position. Also gives the turn that decided the game.
fn plain(table: &Table, rules: Rules, record: &GameRecord) -> (Vec<Said>, Option<u64>) {
    let mut game = Game::new(rules);
    let mut said = Vec::new();
    // Who has won after each turn, and at the start.
    let winner_by = |value: Value, mover: Seat| match value {
        Value::Win(_) => Some(mover),
        Value::Loss(_) => Some(mover.other()),
        Value::Draw => None,
    };
    let start = table.probe(game.position()).unwrap();
    let mut winners = vec![winner_by(start, game.to_move())];
    for turn in record.turns.iter::<Game>() {
        let turn = turn.unwrap();
        let value_of = |turn| {
            let mut after = game.clone();
            after.play(turn).unwrap();
            match after.outcome().map(|outcome| outcome.winner) {
                Some(winner) if winner == Some(game.to_move()) => Value::Win(1),
                Some(_) => Value::Loss(1),
                None => table.probe(after.position()).unwrap().before_turn(),
            }
        };
        let made = value_of(turn);
        let best = game.turns().into_iter().map(value_of).max().unwrap();
        let cost = (class(best) != class(made)).then(|| format!("{}-{}", class(best), class(made)));
        let longer = match (best, made) {
            (Value::Win(best), Value::Win(made)) if made > best => Some(u64::from(made - best)),
            _ => None,
        };
        said.push((made.to_string(), cost, longer));
        winners.push(winner_by(made, game.to_move()));
        game.play(turn).unwrap();
    }
    let decided = match record.end.result {
        GameResult::Win(winner) => {
            let lost = winners.iter().rposition(|&won| won != Some(winner));
            let since = lost.map_or(0, |lost| lost + 1);
            (since < winners.len()).then_some(since as u64)
        }
        _ => None,
    };
    (said, decided)
}

#[test]
fn every_turn_of_a_line_is_marked_as_a_plain_look_finds() {
    for (name, count) in [("hand=3", 120), ("hand=2,overline=mover", 300)] {
        let rules = rules(name);
        let Sample {
            table,
            table_path,
            games,
            file,
            folder,
        } = sample(rules, count);
        let lines = |remarks: Option<&dyn Remarks>| {
            let mut out = Vec::new();
            cat(&file, remarks, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let marked = lines(Some(&TableRemarks::on_file(&file, &table_path).unwrap()));
        let (mut costs, mut longer) = (0, 0);
        for (line, record) in marked.lines().zip(&games) {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let list = |key: &str| line[key].as_array().unwrap().clone();
            let (values, of_cost, of_longer) = (list("table"), list("cost"), list("longer"));
            let said: Vec<Said> = (0..values.len())
                .map(|i| {
                    (
                        values[i].as_str().unwrap().to_owned(),
                        of_cost[i].as_str().map(str::to_owned),
                        of_longer[i].as_u64(),
                    )
                })
                .collect();
            let plain = plain(&table, rules, record);
            assert_eq!(said, plain.0, "{name}, game {}", record.id);
            assert_eq!(line["decided"].as_u64(), plain.1, "{name}, {}", record.id);
            assert!(line.get("decided").is_some());
            costs += said.iter().filter(|said| said.1.is_some()).count();
            longer += said.iter().filter(|said| said.2.is_some()).count();
        }
        assert_eq!(marked.lines().count(), games.len());
        assert!(costs > 100 && longer > 20, "{costs} {longer}");

        // Remarks come after what is recorded, which they leave as it is; import passes them over.
        let bare = lines(None);
        for (marked, bare) in marked.lines().zip(bare.lines()) {
            assert!(marked.starts_with(bare.strip_suffix('}').unwrap()));
        }
        let (from, to) = (folder.path().join("a.jsonl"), folder.path().join("b.flip"));
        std::fs::write(&from, &marked).unwrap();
        import(&from, &to, &no_files).unwrap();
        let mut again = Vec::new();
        cat(&to, None, &mut again).unwrap();
        assert_eq!(String::from_utf8(again).unwrap(), bare);
    }
}

#[test]
fn a_game_is_drawn_with_the_same_remarks() {
    let rules = rules("hand=3");
    let Sample {
        table,
        table_path,
        games,
        file,
        folder: _folder,
    } = sample(rules, 60);
    let remarks = TableRemarks::on_game(&file, &table_path).unwrap();
    let mut ends = Vec::new();
    for record in &games {
        let mut out = Vec::new();
        show(&file, record.id, Some(&remarks), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains(&format!(
            "\ntable: rules hand=3, checksum {:08x}\n",
            table.checksum()
        )));
        let shown: Vec<&str> = text
            .lines()
            .filter_map(|line| line.split_once("; by the table "))
            .map(|(_, said)| said)
            .collect();
        let (said, decided) = plain(&table, rules, record);
        let words: Vec<String> = said
            .into_iter()
            .map(|(value, cost, longer)| {
                let cost = cost.map_or_else(String::new, |cost| {
                    format!(" ({})", cost.replace('-', " → "))
                });
                let longer = match longer {
                    None => String::new(),
                    Some(1) => " (1 turn longer than the shortest)".to_owned(),
                    Some(n) => format!(" ({n} turns longer than the shortest)"),
                };
                value + &cost + &longer
            })
            .collect();
        assert_eq!(shown, words);
        let end = text.trim_end().rsplit_once("\ndecided: ").unwrap().1;
        let has_winner = matches!(record.end.result, GameResult::Win(_));
        let wanted = match decided {
            Some(0) => "from the start".to_owned(),
            Some(n) if n <= 2 => format!("by turn {n}, of the opening"),
            Some(n) => format!("by turn {n}"),
            None if has_winner => "by no turn, as the winner's position was not won".to_owned(),
            None => "by no turn, as nobody won".to_owned(),
        };
        assert_eq!(end, wanted);
        ends.push(end.split(' ').take(2).collect::<Vec<_>>().join(" "));
    }
    ends.sort_unstable();
    ends.dedup();
    assert_eq!(ends, ["by no", "by turn", "from the"]);
}
