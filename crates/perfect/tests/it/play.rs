//! The agent's turns, compared with independent searches and counts.

use crate::common;
use std::collections::BTreeSet;

use crate::common::{choose, random_games, solved, without_history};
use flipside_ai::{Agent as _, Stop};
use flipside_perfect::Perfect;
use flipside_rules::Hexflip;
use flipside_rules::{ExpectedScore, ForMover, Game as _, Notation as _};
use flipside_tablebase::{Table, Value};

/// Whether the player to move can force a win within `turns` turns, by the rules alone.
fn wins(game: &Hexflip, turns: u16) -> bool {
    match game.outcome() {
        Some(outcome) => outcome.winner == Some(game.to_move()),
        None if turns == 0 => false,
        None => game
            .turns()
            .into_iter()
            .any(|turn| loses(&after(game, turn), turns - 1)),
    }
}

/// Whether the player to move loses within `turns` turns, whatever turns they make.
fn loses(game: &Hexflip, turns: u16) -> bool {
    match game.outcome() {
        Some(outcome) => outcome.winner != Some(game.to_move()),
        None if turns == 0 => false,
        None => game
            .turns()
            .into_iter()
            .all(|turn| wins(&after(game, turn), turns - 1)),
    }
}

fn after(game: &Hexflip, turn: flipside_rules::hexflip::Turn) -> Hexflip {
    let mut after = game.clone();
    after.play(turn).unwrap();
    after
}

/// The depth of the forward search.
const SEARCHED: u16 = 4;

#[test]
fn it_wins_as_fast_and_loses_as_slowly_as_a_search_finds() {
    for rules in ["hand=2", "hand=3,overline=mover"] {
        let solved = solved(rules);
        let mut agent = solved.agent("");
        let (mut won, mut lost, mut open) = (0, 0, 0);
        for (seed, game) in (0..).zip(without_history(solved.rules, 500)) {
            let choice = choose(&mut agent, &game, seed);
            let next = after(&game, choice.turn);
            let soonest = (1..=SEARCHED).find(|&n| wins(&game, n));
            let latest = (1..=SEARCHED).find(|&n| loses(&game, n));
            let told = choice.proven.unwrap().turns;
            match (soonest, latest) {
                (Some(n), _) => {
                    won += 1;
                    assert!(loses(&next, n - 1), "{}", game.position_text());
                    assert_eq!(told, Some(n.into()), "{} {choice:?}", game.position_text());
                    assert_eq!(choice.value, Some(ForMover(ExpectedScore(1.0))));
                }
                (None, Some(n)) => {
                    lost += 1;
                    assert!(!wins(&next, n - 2), "{}", game.position_text());
                    assert_eq!(told, Some(n.into()), "{} {choice:?}", game.position_text());
                    assert_eq!(choice.value, Some(ForMover(ExpectedScore(0.0))));
                }
                (None, None) => {
                    open += 1;
                    assert!(!wins(&next, SEARCHED - 1), "{}", game.position_text());
                    assert!(told.is_none_or(|turns| turns > u32::from(SEARCHED)));
                }
            }
        }
        assert!(won > 20 && lost > 8 && open > 20, "{won} {lost} {open}");
    }
}

#[test]
fn against_itself_it_wins_in_the_proven_number_of_turns() {
    let solved = solved("hand=4");
    let mut agents = [solved.agent(""), solved.agent("")];
    let mut longest = 0;
    for (seed, mut game) in (0..).zip(without_history(solved.rules, 300)) {
        let value = solved.table.probe(game.position()).unwrap();
        let Some(turns) = value.turns() else { continue };
        let winner = match value {
            Value::Win(_) => game.to_move(),
            _ => game.to_move().other(),
        };
        for agent in &mut agents {
            agent.begin(seed);
        }
        for left in (1..=turns).rev() {
            assert_eq!(game.outcome(), None);
            let choice = agents[game.to_move().index()]
                .choose(&game, &Stop::new())
                .unwrap();
            assert_eq!(choice.proven.unwrap().turns, Some(left.into()));
            game.play(choice.turn).unwrap();
        }
        assert_eq!(
            game.outcome().and_then(|outcome| outcome.winner),
            Some(winner)
        );
        longest = longest.max(turns);
    }
    assert!(longest > 8, "{longest}");
}

/// Of all turns that keep a draw, those with the fewest keeping replies, counted naively.
fn hardest(table: &Table, game: &Hexflip) -> BTreeSet<String> {
    let keeps = |(_, value): &(_, Value)| !matches!(value, Value::Loss(_));
    let mut counted: Vec<(usize, String)> = Vec::new();
    for turn in table
        .turns(game.position())
        .unwrap()
        .into_iter()
        .filter(keeps)
    {
        let replies = table.turns(after(game, turn.0).position()).unwrap();
        counted.push((
            replies.into_iter().filter(keeps).count(),
            turn.0.to_string(),
        ));
    }
    let fewest = counted.iter().map(|c| c.0).min();
    let all = counted.into_iter().filter(|c| Some(c.0) == fewest);
    all.map(|c| c.1).collect()
}

#[test]
fn in_a_draw_it_leaves_the_opponent_the_fewest_keeping_turns() {
    let solved = solved("hand=4");
    let mut agent = solved.agent("");
    let (mut drawn, mut among_several) = (0, 0);
    for game in without_history(solved.rules, 1_000) {
        if solved.table.probe(game.position()).unwrap() != Value::Draw {
            continue;
        }
        let expected = hardest(&solved.table, &game);
        let chosen: BTreeSet<String> = (0..60 * expected.len().min(4) as u64)
            .map(|seed| choose(&mut agent, &game, seed))
            .inspect(|choice| {
                let proof = choice.proven.unwrap();
                assert!(proof.without_repetition && proof.turns.is_none());
            })
            .map(|choice| choice.turn.to_string())
            .collect();
        assert!(chosen.is_subset(&expected), "{}", game.position_text());
        drawn += 1;
        if (2..=4).contains(&expected.len()) {
            // The seed chooses among equal turns, and every one is chosen by some seed.
            assert_eq!(chosen, expected, "{}", game.position_text());
            among_several += 1;
        }
        if drawn == 80 {
            break;
        }
    }
    assert!(drawn > 10 && among_several > 3, "{drawn} {among_several}");
}

/// Games of jumps back and forth in which some turn is forbidden by repetition.
fn games_with_forbidden_turns(solved: &common::Solved) -> Vec<Hexflip> {
    let mut found = Vec::new();
    for game in random_games(solved.rules, 4_000) {
        // Any turn, its reply, and both taken back, until that is no longer legal.
        let back = |game: &Hexflip, mut then: Vec<usize>| -> Option<Hexflip> {
            let start = *game.position();
            let mut game = game.clone();
            while let Some(n) = then.pop() {
                let turn = game
                    .turns()
                    .into_iter()
                    .filter(|t| t.to_string().contains('-'))
                    .nth(n)?;
                game.play(turn).ok()?;
            }
            (*game.position() == start).then_some(game)
        };
        let cycles = (0..81).find_map(|n| {
            let order = vec![n % 3, n / 3 % 3, n / 9 % 3, n / 27];
            back(&game, order.clone()).map(|_| order)
        });
        let Some(order) = cycles else { continue };
        let mut round = game.clone();
        for _ in 0..3 {
            let plain = Hexflip::from_position(solved.rules, *round.position());
            if round.outcome().is_none() && round.count_turns() < plain.count_turns() {
                found.push(round.clone());
            }
            let mut order = order.clone();
            while let Some(n) = order.pop() {
                let jumps = round
                    .turns()
                    .into_iter()
                    .filter(|t| t.to_string().contains('-'));
                let Some(turn) = jumps.into_iter().nth(n) else {
                    break;
                };
                round.play_unchecked(turn);
                let plain = Hexflip::from_position(solved.rules, *round.position());
                if round.outcome().is_none() && round.count_turns() < plain.count_turns() {
                    found.push(round.clone());
                }
            }
        }
    }
    found
}

#[test]
fn the_best_turn_that_is_not_forbidden_is_played() {
    let solved = solved("hand=3");
    let mut agent = solved.agent("");
    let (mut seen, mut best_is_forbidden) = (0, 0);
    for (seed, game) in (0..).zip(games_with_forbidden_turns(&solved)) {
        let choice = choose(&mut agent, &game, seed);
        game.check(choice.turn).unwrap();
        let mut all = solved.table.turns(game.position()).unwrap();
        for (turn, value) in &mut all {
            let legal = game.check(*turn).is_ok();
            if legal
                && after(&game, *turn)
                    .outcome()
                    .is_some_and(|o| o.winner == Some(game.to_move()))
            {
                // Also if repetition forbids all of the opponent's turns, which the table ignores.
                *value = Value::Win(1);
            }
        }
        let legal = all.iter().filter(|(turn, _)| game.check(*turn).is_ok());
        let best = legal.map(|(_, value)| *value).max();
        let chosen = all.iter().find(|(turn, _)| *turn == choice.turn).unwrap().1;
        assert_eq!(Some(chosen), best, "{}", game.position_text());
        assert!(choice.proven.unwrap().without_repetition || chosen == Value::Win(1));
        seen += 1;
        best_is_forbidden += usize::from(all.iter().map(|(_, value)| *value).max() != best);
    }
    assert!(
        seen > 50 && best_is_forbidden > 0,
        "{seen} {best_is_forbidden}"
    );
}

#[test]
fn noise_is_the_share_of_random_turns() {
    let solved = solved("hand=4");
    let game = random_games(solved.rules, 200)
        .into_iter()
        .find(|game| matches!(solved.table.probe(game.position()), Ok(Value::Win(3))))
        .unwrap();
    let turns = solved.table.turns(game.position()).unwrap();
    let right = turns
        .iter()
        .filter(|(_, value)| *value == Value::Win(3))
        .count();
    let mistakes = |noise: &str, seeds: u64| {
        let mut agent = solved.agent(noise);
        let wrong = |seed: &u64| {
            let choice = choose(&mut agent, &game, *seed);
            let value = turns
                .iter()
                .find(|(turn, _)| *turn == choice.turn)
                .unwrap()
                .1;
            // The reported value is right for bad turns, too.
            assert_eq!(choice.proven.unwrap().turns, value.turns().map(u32::from));
            value != Value::Win(3)
        };
        (0..seeds).filter(wrong).count() as f64
    };
    assert_eq!(mistakes("", 200), 0.0);
    assert_eq!(mistakes(",noise=0", 200), 0.0);
    let wrong = 1.0 - right as f64 / turns.len() as f64;
    for (noise, share) in [(",noise=0.25", 0.25), (",noise=1", 1.0)] {
        let expected = share * wrong;
        let deviation = (expected * (1.0 - expected) * 2_000.0).sqrt();
        let found = mistakes(noise, 2_000);
        assert!(
            (found - 2_000.0 * expected).abs() < 5.0 * deviation,
            "{found}"
        );
    }
}

#[test]
fn a_stop_request_ends_the_search() {
    let solved = solved("hand=2");
    let mut agent: Perfect = solved.agent("");
    let stop = Stop::new();
    stop.request();
    let game = Hexflip::new(solved.rules);
    assert_eq!(
        agent.choose(&game, &stop),
        Err(flipside_ai::ChooseError::Stopped)
    );
}
