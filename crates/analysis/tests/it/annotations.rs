//! Remarks of a table on single turns, against all turns of all positions.

use crate::small_games::{Sample, rules, sample};
use flipside_analysis::read::TableAnnotator;
use flipside_records::GameRecord;
use flipside_rules::hexflip::{Hexflip, Rules};
use flipside_rules::{Game as _, GameResult, Seat};
use flipside_tablebase::{Table, Value};

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
    let mut game = Hexflip::new(rules);
    let mut said = Vec::new();
    // Who has won after each turn, and at the start.
    let winner_by = |value: Value, mover: Seat| match value {
        Value::Win(_) => Some(mover),
        Value::Loss(_) => Some(mover.other()),
        Value::Draw => None,
    };
    let start = table.probe(game.position()).unwrap();
    let mut winners = vec![winner_by(start, game.to_move())];
    for turn in record.turns.iter::<Hexflip>() {
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
fn every_turn_is_marked_as_a_plain_look_finds() {
    for (name, count) in [("hand=3", 120), ("hand=2,overline=mover", 300)] {
        let rules = rules(name);
        let Sample {
            table,
            table_path,
            games,
            file,
            folder: _folder,
        } = sample(rules, count, 0);
        let remarks = TableAnnotator::on_file(&file, &table_path).unwrap();
        let source = format!("rules {name}, checksum {:08x}", table.checksum());
        assert_eq!(remarks.source(), source);
        let (mut costs, mut longer) = (0, 0);
        let mut endings = [0; 3];
        for record in &games {
            let found = remarks.of(record).unwrap();
            let said: Vec<Said> = found
                .turns
                .into_iter()
                .map(|turn| {
                    (
                        turn.value,
                        turn.cost.map(|[best, made]| format!("{best}-{made}")),
                        (turn.longer > 0).then_some(turn.longer.into()),
                    )
                })
                .collect();
            let plain = plain(&table, rules, record);
            assert_eq!(said, plain.0, "{name}, game {}", record.id);
            let decided = found.decided.map(u64::from);
            assert_eq!(decided, plain.1, "{name}, {}", record.id);
            costs += said.iter().filter(|said| said.1.is_some()).count();
            longer += said.iter().filter(|said| said.2.is_some()).count();
            endings[decided.map_or(0, |number| 1 + usize::from(number > 0))] += 1;
        }
        assert!(costs > 100 && longer > 20, "{costs} {longer}");
        assert!(endings.iter().all(|&games| games > 0), "{endings:?}");
    }
}
