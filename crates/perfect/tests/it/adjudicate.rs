//! Adjudicated games compared with how they end when both sides play on.

use crate::common;
use std::collections::BTreeSet;

use crate::common::{choose, solved, without_history};
use flipside_ai::{Adjudicator as _, PinnedTable, Rng};
use flipside_perfect::ByTable;
use flipside_rules::hexflip::{Hexflip, Rules, Turn};
use flipside_rules::{Game as _, Notation as _, RuleSet as _, Seat, no_attachments};
use flipside_tablebase::repetition::could_stall;
use flipside_tablebase::{Table, Value};

/// Who wins by the table, ignoring repetition.
fn by_table(table: &Table, game: &Hexflip) -> Option<Seat> {
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

/// Plays a game on: `winner` plays by the table, the other player anything.
fn play_on(
    solved: &common::Solved,
    mut game: Hexflip,
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

/// Whether the player to move can force a win within `turns` turns, by all rules and with the
/// game's history.
fn wins(game: &Hexflip, turns: u16) -> bool {
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

fn after(game: &Hexflip, turn: Turn) -> Hexflip {
    let mut after = game.clone();
    after.play(turn).unwrap();
    after
}

/// A turn that keeps the draw, one that repeats a position if possible.
fn back_and_forth(table: &Table, game: &Hexflip, seen: &BTreeSet<String>) -> Option<Turn> {
    let keeps = |&turn: &Turn| {
        let after = after(game, turn);
        after.outcome().is_none() && by_table(table, &after).is_none()
    };
    let keeping: Vec<Turn> = game.turns().into_iter().filter(keeps).collect();
    let again = |turn: &&Turn| seen.contains(&after(game, **turn).position_text());
    keeping.iter().find(again).or(keeping.last()).copied()
}

#[test]
fn with_history_only_wins_that_repetition_cannot_change_are_adjudicated() {
    let solved = solved("hand=4");
    let mut adjudicator = adjudicator(&solved);
    let (mut with_forbidden, mut searched, mut held_back) = (0, 0, 0);
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let mut game = Hexflip::new(solved.rules);
        let mut seen = BTreeSet::new();
        while game.outcome().is_none() {
            let named = adjudicator.winner(&game).unwrap();
            let value = solved.table.probe(game.position()).unwrap();
            if let Some(winner) = named {
                assert_eq!(named, by_table(&solved.table, &game));
                if game.bars_positions() {
                    with_forbidden += 1;
                    if let Value::Win(turns @ 1..=3) = value {
                        assert!(wins(&game, turns), "{}", game.position_text());
                        searched += 1;
                    }
                }
                assert_eq!(play_on(&solved, game.clone(), winner, seed).0, named);
                break;
            }
            if value != Value::Draw {
                // There is a reason: every win so far was held back because of stalling.
                let forbidden: Vec<_> = game.forbidden_positions().collect();
                let stalls = Seat::BOTH.map(|seat| could_stall(game.rules(), &forbidden, seat));
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
    let counts =
        format!("{with_forbidden} adjudicated, {searched} searched, {held_back} held back");
    assert!(
        with_forbidden > 20 && searched > 0 && held_back > 0,
        "{counts}"
    );
}

/// Nothing is forbidden yet, but First's only way to win goes through an earlier position. Once that
/// position has occurred again, it is forbidden, and it is the only one that First could jump to
/// from the final four in a row.
#[test]
fn a_win_through_an_earlier_position_is_not_adjudicated() {
    for rules in ["hand=4", "hand=4,overline=mover"] {
        let solved = solved(rules);
        let mut adjudicator = adjudicator(&solved);
        let position = Hexflip::parse_position(&solved.rules, "3/4/ooxxx/1x2/1xo o 0 0").unwrap();
        let mut game = Hexflip::from_position(solved.rules, position);
        game.play_texts(["a3-a1", "b2-d4", "a1-a3"]).unwrap();
        assert!(!game.bars_positions());
        assert_eq!(solved.table.probe(game.position()).unwrap(), Value::Win(4));
        // Second wins by all rules, whatever First does.
        assert!(game.turns().into_iter().all(|turn| {
            let after = after(&game, turn);
            match after.outcome() {
                Some(outcome) => outcome.winner == Some(Seat::Second),
                None => wins(&after, 7),
            }
        }));
        assert_eq!(adjudicator.winner(&game).unwrap(), None);
        let told = choose(&mut solved.agent(""), &game, 1);
        assert!(told.proven.unwrap().without_repetition);
        // First wins where the game begins there.
        let fresh = Hexflip::from_position(solved.rules, *game.position());
        assert_eq!(adjudicator.winner(&fresh).unwrap(), Some(Seat::First));
        let told = choose(&mut solved.agent(""), &fresh, 1);
        assert!(!told.proven.unwrap().without_repetition);
    }
}

/// Plays turns if all of them are legal.
fn played(game: &Hexflip, turns: &[Turn]) -> Option<Hexflip> {
    let mut game = game.clone();
    for &turn in turns {
        game.play(turn).ok()?;
    }
    Some(game)
}

/// All games in which both players jump and jump back twice. The last jump back, which would repeat
/// the position for the third time, is forbidden.
fn there_and_back_twice(game: &Hexflip) -> Vec<Hexflip> {
    let back = |turn: &Turn| -> Option<Turn> {
        let text = turn.to_string();
        let (from, to) = text.split_once('-')?;
        game.parse_turn(&format!("{to}-{from}")).ok()
    };
    let mut all = Vec::new();
    for first in game.turns() {
        let Some(first_back) = back(&first) else {
            continue;
        };
        for second in after(game, first).turns() {
            let Some(second_back) = back(&second) else {
                continue;
            };
            let half = [first, second, first_back];
            let round = [first, second, first_back, second_back];
            all.extend(played(game, &round).and_then(|game| played(&game, &half)));
        }
    }
    all
}

#[test]
fn a_win_whose_only_turn_is_forbidden_is_not_adjudicated() {
    let solved = solved("hand=4");
    let mut adjudicator = adjudicator(&solved);
    let mut found = 0;
    for game in without_history(solved.rules, 4_000) {
        for game in there_and_back_twice(&game) {
            let Some(winner) = by_table(&solved.table, &game) else {
                continue;
            };
            let forbidden: Vec<_> = game.forbidden_positions().collect();
            let keeps = |&turn: &Turn| {
                let after = after(&game, turn);
                match after.outcome() {
                    Some(outcome) => outcome.winner == Some(winner),
                    None => by_table(&solved.table, &after) == Some(winner),
                }
            };
            if game.outcome().is_none()
                && game.to_move() == winner
                && !game.turns().iter().any(keeps)
                && !could_stall(game.rules(), &forbidden, winner)
            {
                assert_eq!(adjudicator.winner(&game).unwrap(), None);
                found += 1;
            }
        }
    }
    assert!(found > 0);
}

#[test]
fn without_the_repetition_rule_every_win_is_adjudicated() {
    let solved = solved("hand=4");
    let mut adjudicator = adjudicator(&solved);
    let rules = Rules::parse("hand=4,repetition=off", &no_attachments).unwrap();
    let position = Hexflip::parse_position(&rules, "3/4/ooxxx/1x2/1xo o 0 0").unwrap();
    let mut game = Hexflip::from_position(rules, position);
    game.play_texts(["a3-a1", "b2-d4", "a1-a3"]).unwrap();
    assert_eq!(adjudicator.winner(&game).unwrap(), Some(Seat::First));
}

#[test]
fn tables_of_other_rules_and_changed_ones_are_rejected() {
    let solved = solved("hand=2");
    let path = solved.path().display().to_string();
    let table: PinnedTable = path.parse().unwrap();
    let error = |table: &PinnedTable, rules: &str| {
        let rules = Rules::parse(rules, &no_attachments).unwrap();
        let error = ByTable::new(table, &rules)
            .err()
            .map(|error| error.to_string());
        error.unwrap_or_default()
    };
    assert_eq!(error(&table, "hand=2"), "");
    assert_eq!(error(&table, "hand=2,repetition=off"), "");
    let other = error(&table, "hand=3");
    assert!(other.contains("--rules hand=3"), "{other}");
    // Under these rules repetition changes the winner.
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
