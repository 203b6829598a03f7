//! Games between draw keepers.

use flipside_ai::Rng;
use flipside_rules::hash::mix;
use flipside_rules::hexflip::{Hexflip, Rules, Turn};
use flipside_rules::{Game as _, Outcome, Seat};
use flipside_tablebase::{LoadedTable, Value, View};
use rayon::prelude::*;

use crate::draw_keeper::DrawKeeper;

/// The rules, opening and players of a series of games.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The rules, including repetition.
    pub rules: Rules,
    /// The first turns.
    pub opening: Vec<Turn>,
    /// How many turns First and Second look ahead.
    pub lookahead: [u32; 2],
    /// Games are abandoned after this number of turns.
    pub max_turns: u32,
}

/// The result of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawKeeperGame {
    /// The outcome; `None` if the game was abandoned.
    pub outcome: Option<Outcome>,
    /// Turns of both players, including the opening.
    pub turns: u32,
    /// The player who had to give up the draw because repetition forbade all turns that keep it,
    /// and the number of turns until then.
    pub forced: Option<(Seat, u32)>,
}

/// Plays games in parallel. They depend on the seed only, not on the number of threads.
#[must_use]
pub fn play_draw_keepers(
    table: &LoadedTable,
    setup: &Setup,
    games: u64,
    seed: u64,
) -> Vec<DrawKeeperGame> {
    let seeds = (0..games).into_par_iter().map(|i| mix(seed ^ mix(i)));
    seeds.map(|seed| play(table, setup, seed)).collect()
}

fn play(table: &LoadedTable, setup: &Setup, seed: u64) -> DrawKeeperGame {
    let mut rng = Rng::new(seed);
    let players = setup.lookahead.map(|turns| DrawKeeper::new(table, turns));
    let mut game = Hexflip::new(setup.rules);
    let mut played = DrawKeeperGame {
        outcome: None,
        turns: 0,
        forced: None,
    };
    for &turn in &setup.opening {
        if game.play(turn).is_ok() {
            played.turns += 1;
        }
    }
    while played.turns < setup.max_turns {
        let mover = game.to_move();
        let Some(turn) = players[mover.index()].choose(&game, &mut rng) else {
            break;
        };
        let value = |game: &Hexflip| table.value(&View::of(game.position()));
        let drawn = value(&game) == Some(Value::Draw);
        game.play_unchecked(turn);
        played.turns += 1;
        let still = value(&game) == Some(Value::Draw);
        if drawn && !still {
            played.forced = Some((mover, played.turns));
        } else if still && game.outcome().is_some() {
            // No legal turn is left, not even one that gives up the draw.
            played.forced = Some((game.to_move(), played.turns));
        }
    }
    played.outcome = game.outcome();
    played
}
