//! How long searches take to look so many turns ahead, in one run: ours, and those of two public
//! crates for any game, with the same rules and the same evaluation, all turns to the full depth.
//!
//! `cargo bench -p flipside-benchmarks --features run --bench search_crates` prints a table for each
//! game. Each search has a second for a position. That values agree is checked on the way, where they are those of plain minimax: `minimax`
//! takes values from its table that were searched deeper than asked for.

#![expect(
    clippy::print_stdout,
    reason = "a benchmark without a harness prints what it measures"
)]

mod board_game_crate;
mod minimax_crate;

use std::time::{Duration, Instant};

use flipside_ai::{Agent, Evaluator as _, Playable, STANDARD_WEIGHTS, Stop, build, load_weights};
use flipside_rules::{ExpectedScore, ForMover, Hexflip, RuleSet as _, Sayu, no_attachments};

/// A depth is reached if it takes no longer than this.
const LIMIT: Duration = Duration::from_secs(1);

/// No search gets deeper in that time.
const DEEPEST: u32 = 20;

/// A search of a position to a depth: the mover's expected score, if it tells.
type Search<'a, G> = dyn Fn(&G, u32) -> Option<f64> + 'a;

fn main() {
    let hexflip = include_str!("../../../../data/bench/hexflip.txt");
    compare::<Hexflip>(hexflip);
    let sayu = include_str!("../../../../data/bench/sayu.txt");
    compare::<Sayu>(sayu);
}

/// Prints the table for one game.
fn compare<G: Playable>(positions: &str) {
    let games: Vec<G> = positions
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let mut game = G::new(G::Rules::parse("standard", &no_attachments).unwrap());
            if line != "-" {
                game.play_texts(line.split(' ')).unwrap();
            }
            game
        })
        .collect();
    // The crates want it to live as long as they please.
    let evaluator = Box::leak(Box::new(G::Evaluator::new(
        &load_weights::<G>(STANDARD_WEIGHTS).unwrap(),
    )));
    let evaluator: &G::Evaluator = evaluator;
    let searches: [(&str, &Search<'_, G>); 5] = [
        ("alphabeta:exact=true", &|game, depth| {
            ask("alphabeta:exact=true", game, depth)
        }),
        ("alphabeta", &|game, depth| {
            // Selective: its value need not be that of the others.
            ask("alphabeta:exact=false", game, depth);
            None
        }),
        ("minimax", &|game, depth| {
            minimax_crate::search::<G, false>(game, evaluator, depth, LIMIT);
            None
        }),
        ("minimax, our order", &|game, depth| {
            minimax_crate::search::<G, true>(game, evaluator, depth, LIMIT);
            None
        }),
        ("board-game", &|game, depth| {
            board_game_crate::search(game, evaluator, depth, LIMIT)
        }),
    ];
    println!(
        "{}: mean depth reached in {LIMIT:?}, depth in each position, and mean seconds to each depth \
         that is reached in all",
        G::NAME
    );
    let mut values = vec![Vec::new(); games.len()];
    for (name, search) in searches {
        let mut depths = Vec::new();
        let mut seconds = Vec::new();
        for (game, values) in games.iter().zip(&mut values) {
            let mut reached = 0;
            for depth in 1..=DEEPEST {
                let started = Instant::now();
                let value = search(game, depth);
                let taken = started.elapsed();
                if seconds.len() < depth as usize {
                    seconds.push(Vec::new());
                }
                seconds[depth as usize - 1].push(taken.as_secs_f64());
                agree(values, depth, value, name);
                if taken > LIMIT {
                    break;
                }
                reached = depth;
            }
            depths.push(reached);
        }
        let times: Vec<String> = seconds
            .iter()
            .zip(1..)
            .filter(|(_, depth)| depths.iter().all(|reached| reached >= depth))
            .map(|(times, _)| format!("{:.4}", times.iter().sum::<f64>() / times.len() as f64))
            .collect();
        let mean = f64::from(depths.iter().sum::<u32>()) / depths.len() as f64;
        println!("{name:<22} {mean:>5.2} {depths:?}  {}", times.join(" "));
    }
    println!();
}

/// Makes sure that searches to the same depth agree on the value.
fn agree(values: &mut Vec<f64>, depth: u32, value: Option<f64>, name: &str) {
    let Some(value) = value else {
        return;
    };
    match values.get(depth as usize - 1) {
        Some(known) => assert_eq!(*known, value, "{name} at depth {depth}"),
        None => values.push(value),
    }
}

/// Our agent's value of a position; `None` if that takes longer than the limit.
fn ask<G: Playable>(agent: &str, game: &G, depth: u32) -> Option<f64> {
    let limit = (LIMIT + LIMIT / 10).as_millis();
    let spec = format!("{agent},depth={depth},ms={limit}");
    let mut agent: Box<dyn Agent<G>> = build(&spec.parse().unwrap()).unwrap();
    agent.begin(1);
    let choice = agent.choose(game, &Stop::new()).unwrap();
    let value = choice.value.map(|ForMover(ExpectedScore(value))| value);
    // A proof ends a search early.
    value.filter(|_| choice.depth == Some(depth) || choice.proven.is_some())
}

/// What ends count to the other crates: more than any evaluation.
const WIN: i32 = i16::MAX as i32;

/// The score of a value as the other crates see it.
fn expected<G: Playable>(game: &G, evaluator: &G::Evaluator, value: i32) -> f64 {
    match value {
        WIN => 1.0,
        value if value == -WIN => 0.0,
        value => evaluator.expected(game, ForMover(value)).0.0,
    }
}

/// How a game stands for the player to move, for the other crates.
fn standing<G: Playable>(game: &G, evaluator: &G::Evaluator) -> i32 {
    let mover = game.to_move();
    match game.outcome() {
        None => evaluator.evaluate(game).for_mover(mover).0,
        Some(outcome) => match outcome.winner {
            None => 0,
            Some(winner) if winner == mover => WIN,
            Some(_) => -WIN,
        },
    }
}
