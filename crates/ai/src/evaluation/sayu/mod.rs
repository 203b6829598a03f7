//! The evaluation of Sayū.

mod attack;
mod board;
mod evaluator;
mod parameters;
mod sides;

use flipside_rules::{ForFirst, Game as _, Sayu, Seat};

pub(crate) use attack::{Attack, Path};
pub(crate) use board::{Board, direction, step};
pub(crate) use evaluator::QuietWeights;
pub use evaluator::SayuEvaluator;
use parameters::{FEATURES, PARAMETERS};
pub(crate) use sides::Sides;

use super::tapered::{PHASES, shares};
use super::{Evaluate, ParameterInfo};

impl Evaluate for Sayu {
    const PARAMETERS: &'static [ParameterInfo] = &PARAMETERS;
    const FEATURE_UNIT: i32 = PHASES;
    const WEIGHTS: &'static [(&'static str, &'static str)] = &[
        (
            super::STANDARD_WEIGHTS,
            include_str!("../../../data/weights/sayu/standard.toml"),
        ),
        // The starting point of the tuning that gave `standard`.
        (
            "fitted",
            include_str!("../../../data/weights/sayu/fitted.toml"),
        ),
    ];

    type Evaluator = SayuEvaluator;

    /// Komi, for the player who has it now.
    fn compensation(&self) -> ForFirst<i32> {
        ForFirst(50 * i32::from(self.komi().halves))
    }

    fn features(&self) -> Vec<ForFirst<i32>> {
        shares(features(self), phase(self)).map(ForFirst).collect()
    }
}

/// The phase of the game, from 0 (no tile is placed) to [`PHASES`] (the end).
fn phase(game: &Sayu) -> i32 {
    let placed = game.position().occupied().count_ones() as i32;
    match placed + turns_left(game) {
        0 => PHASES,
        all => placed * PHASES / all,
    }
}

/// The number of turns left.
fn turns_left(game: &Sayu) -> i32 {
    let position = game.position();
    let free = position.free(game.rules()).count_ones();
    position.supply().count_ones().min(free) as i32
}

/// The features in the order of [`PARAMETERS`], First minus Second.
fn features(game: &Sayu) -> [i32; FEATURES] {
    let board = Board::new(game);
    let [first, second] = Seat::BOTH.map(|seat| side_features(game, &board, seat));
    std::array::from_fn(|i| first[i] - second[i])
}

/// The features of `seat` alone, in the order of [`PARAMETERS`].
fn side_features(game: &Sayu, board: &Board, seat: Seat) -> [i32; FEATURES] {
    let moves = game.to_move() == seat;
    let longest = Attack::new(game, board, seat).longest() as i32;
    let tiles = board.stones[seat.index()];
    let Sides {
        exposed,
        open,
        guards,
    } = Sides::new(tiles, &board.arrows, board.free);
    [
        i32::from(moves),
        tiles.count_ones() as i32,
        exposed,
        open,
        guards,
        if moves { longest } else { 0 },
        if moves { 0 } else { longest },
    ]
}
