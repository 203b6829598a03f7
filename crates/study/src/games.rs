//! Games between players who keep what they have.

use flipside_ai::Rng;
use flipside_rules::hash::mix;
use flipside_rules::hexflip::{Game, Rules, Turn};
use flipside_rules::{Game as _, Outcome, Seat};
use flipside_tablebase::{LoadedTable, Value, View};
use rayon::prelude::*;

use crate::keeper::Keeper;

/// What is played.
#[derive(Clone, Debug)]
pub struct Line {
    /// The real rules, repetition included.
    pub rules: Rules,
    /// Turns at the beginning.
    pub opening: Vec<Turn>,
    /// How many turns First and Second look ahead.
    pub looks: [u32; 2],
    /// Games are left unfinished after so many turns.
    pub most_turns: u32,
}

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeepersGame {
    /// How it ended; `None` if it was left unfinished.
    pub outcome: Option<Outcome>,
    /// Turns of both players, the opening's included.
    pub turns: u32,
    /// Who had to give up the draw since all turns that keep it were barred, and after how many
    /// turns.
    pub forced: Option<(Seat, u32)>,
}

/// Plays games, which follow from the seed whatever the number of threads.
#[must_use]
pub fn play_keepers(table: &LoadedTable, line: &Line, games: u64, seed: u64) -> Vec<KeepersGame> {
    let seeds = (0..games).into_par_iter().map(|i| mix(seed ^ mix(i)));
    seeds.map(|seed| play(table, line, seed)).collect()
}

fn play(table: &LoadedTable, line: &Line, seed: u64) -> KeepersGame {
    let mut rng = Rng::new(seed);
    let players = line.looks.map(|look| Keeper::new(table, look));
    let mut game = Game::new(line.rules);
    let mut played = KeepersGame {
        outcome: None,
        turns: 0,
        forced: None,
    };
    for &turn in &line.opening {
        if game.play(turn).is_ok() {
            played.turns += 1;
        }
    }
    while played.turns < line.most_turns {
        let mover = game.to_move();
        let Some(turn) = players[mover.index()].choose(&game, &mut rng) else {
            break;
        };
        let value = |game: &Game| table.value(&View::of(game.position()));
        let drawn = value(&game) == Some(Value::Draw);
        game.play_unchecked(turn);
        played.turns += 1;
        let still = value(&game) == Some(Value::Draw);
        if drawn && !still {
            played.forced = Some((mover, played.turns));
        } else if still && game.outcome().is_some() {
            // No turn at all is left, not even one that gives up the draw.
            played.forced = Some((game.to_move(), played.turns));
        }
    }
    played.outcome = game.outcome();
    played
}
