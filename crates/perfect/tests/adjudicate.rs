//! Games decided by a table, against how they end when both sides play on.

mod common;

use std::collections::BTreeSet;

use common::{choose, solved, without_history};
use flipside_ai::{Adjudicator as _, PinnedTable, Rng};
use flipside_perfect::ByTable;
use flipside_rules::hexflip::{Game, Rules, Turn};
use flipside_rules::{Game as _, RuleSet as _, Seat, no_files};
use flipside_tablebase::repetition::could_stall;
use flipside_tablebase::{Table, Value};

/// Who wins by the table, repetition left out of account.
fn by_table(table: &Table, game: &Game) -> Option<Seat> {
    match table.probe(game.position()).unwrap() {
        Value::Win(_) => Some(game.to_move()),
        Value::Loss(_) => Some(game.to_move().other()),
        Value::Draw => None,
    }
}

fn adjudicator(solved: &common::Solved) -> ByTable {
    let path = solved.path();
    let table: PinnedTable = path.to_str().unwrap().parse().unwrap();
    ByTable::new(&table, &solved.rules).unwrap()
}

/// Plays a game on: who is named does what the table says, the other one anything.
fn play_on(
    solved: &common::Solved,
    mut game: Game,
    winner: Seat,
    seed: u64,
) -> (Option<Seat>, u32) {
    let mut perfect = solved.agent("");
    let mut rng = Rng::new(seed);
    let mut turns = 0;
    while game.outcome().is_none() {
        let resists = rng.below(2) == 0;
        let turn = match game.to_move() == winner || resists {
            true => choose(&mut perfect, &game, seed).turn,
            false => game.pick_turn(|n| rng.below(n)).unwrap(),
        };
        game.play(turn).unwrap();
        turns += 1;
    }
    (game.outcome().and_then(|outcome| outcome.winner), turns)
}

#[test]
fn without_history_the_table_decides() {
    let solved = solved("hand=3");
    let mut adjudicator = adjudicator(&solved);
    let (mut decided, mut longest) = (0, 0);
    for (seed, game) in (0..).zip(without_history(solved.rules, 600)) {
        adjudicator.begin();
        let named = adjudicator.winner(&game).unwrap();
        assert_eq!(named, by_table(&solved.table, &game));
        let Some(winner) = named else { continue };
        let (won, turns) = play_on(&solved, game, winner, seed);
        assert_eq!(won, named);
        decided += 1;
        longest = longest.max(turns);
    }
    assert!(decided > 100 && longest > 8, "{decided} {longest}");
}

/// Whether the player to move wins within so many turns whatever the other does, by the rules and
/// with all that has been before.
fn wins(game: &Game, turns: u16) -> bool {
    match game.outcome() {
        Some(outcome) => outcome.winner == Some(game.to_move()),
        None if turns == 0 => false,
        None => game.turns().into_iter().any(|turn| {
            let after = after(game, turn);
            match after.outcome() {
                Some(outcome) => outcome.winner == Some(game.to_move()),
                None => {
                    turns > 1
                        && after.turns().into_iter().all(|reply| {
                            let next = self::after(&after, reply);
                            wins(&next, turns - 2)
                        })
                }
            }
        }),
    }
}

fn after(game: &Game, turn: Turn) -> Game {
    let mut after = game.clone();
    after.play(turn).unwrap();
    after
}

/// A turn that leads to a drawn position, one that comes about again if there is any.
fn back_and_forth(table: &Table, game: &Game, seen: &BTreeSet<String>) -> Option<Turn> {
    let keeps = |&turn: &Turn| {
        let after = after(game, turn);
        after.outcome().is_none() && by_table(table, &after).is_none()
    };
    let keeping: Vec<Turn> = game.turns().into_iter().filter(keeps).collect();
    let again = |turn: &&Turn| seen.contains(&after(game, **turn).position_text());
    keeping.iter().find(again).or(keeping.last()).copied()
}

#[test]
fn with_history_only_what_repetition_cannot_change_is_decided() {
    let solved = solved("hand=4");
    let mut adjudicator = adjudicator(&solved);
    let (mut in_spite, mut searched, mut held_back) = (0, 0, 0);
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let mut game = Game::new(solved.rules);
        let mut seen = BTreeSet::new();
        adjudicator.begin();
        while game.outcome().is_none() {
            let named = adjudicator.winner(&game).unwrap();
            let value = solved.table.probe(game.position()).unwrap();
            if let Some(winner) = named {
                assert_eq!(named, by_table(&solved.table, &game));
                if game.bars_positions() {
                    in_spite += 1;
                    if let Value::Win(turns @ 1..=3) = value {
                        assert!(wins(&game, turns), "{}", game.position_text());
                        searched += 1;
                    }
                }
                assert_eq!(play_on(&solved, game.clone(), winner, seed).0, named);
                break;
            }
            if value != Value::Draw {
                // Not without a reason: all that has been won so far was held back for this.
                let barred: Vec<_> = game.barred_positions().collect();
                let stalls = Seat::BOTH.map(|seat| could_stall(game.rules(), &barred, seat));
                assert!(stalls.contains(&true), "{}", game.position_text());
                held_back += 1;
            }
            seen.insert(game.position_text());
            let kept = back_and_forth(&solved.table, &game, &seen);
            let turn = match (rng.below(12), kept) {
                (1.., Some(turn)) => turn,
                _ => game.pick_turn(|n| rng.below(n)).unwrap(),
            };
            game.play(turn).unwrap();
        }
    }
    let counts = format!("{in_spite} decided, {searched} searched, {held_back} held back");
    assert!(in_spite > 20 && searched > 0 && held_back > 0, "{counts}");
}

#[test]
fn openings_that_were_won_before_are_remembered() {
    let solved = solved("hand=3");
    let mut adjudicator = adjudicator(&solved);
    let won = |game: &Game| by_table(&solved.table, game).is_some();
    let game = without_history(solved.rules, 600)
        .into_iter()
        .find(won)
        .unwrap();
    adjudicator.begin();
    let first = adjudicator.winner(&game).unwrap();
    assert!(first.is_some());
    // The same game once more is decided as well: nothing is barred in it.
    assert_eq!(adjudicator.winner(&game).unwrap(), first);
}

#[test]
fn tables_of_other_rules_and_changed_ones_are_refused() {
    let solved = solved("hand=2");
    let path = solved.path().display().to_string();
    let table: PinnedTable = path.parse().unwrap();
    let error = |table: &PinnedTable, rules: &str| {
        let rules = Rules::parse(rules, &no_files).unwrap();
        let error = ByTable::new(table, &rules)
            .err()
            .map(|error| error.to_string());
        error.unwrap_or_default()
    };
    assert_eq!(error(&table, "hand=2"), "");
    assert_eq!(error(&table, "hand=2,repetition=off"), "");
    let other = error(&table, "hand=3");
    assert!(other.contains("--rules hand=3"), "{other}");
    // With these, repetition takes wins away.
    for rules in [
        "hand=2,repetition=2",
        "hand=2,deviate=first",
        "hand=2,swap=on",
    ] {
        assert!(!error(&table, rules).is_empty(), "{rules}");
    }
    let changed: PinnedTable = format!("{path}#00000000").parse().unwrap();
    let changed = error(&changed, "hand=2");
    assert!(changed.contains("checksum"), "{changed}");
}
