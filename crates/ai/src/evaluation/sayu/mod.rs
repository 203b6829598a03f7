//! How a position of Sayū looks.

mod attack;
mod board;
mod evaluator;
mod parameters;
mod sides;

use flipside_rules::{ForFirst, Game as _, Seat, sayu};

pub(crate) use attack::{Attack, Path};
pub(crate) use board::{Board, direction, step};
pub(crate) use evaluator::AtRest;
pub use evaluator::SayuEvaluator;
use parameters::{FEATURES, PARAMETERS};
pub(crate) use sides::Sides;

use super::tapered::{PHASES, shares};
use super::{Evaluate, ParameterInfo};

impl Evaluate for sayu::Game {
    const PARAMETERS: &'static [ParameterInfo] = &PARAMETERS;
    const FEATURE_UNIT: i32 = PHASES;
    const WEIGHTS: &'static [(&'static str, &'static str)] = &[
        (
            super::STANDARD,
            include_str!("../../../../../data/weights/sayu/standard.toml"),
        ),
        // What the standard weights were tuned from.
        (
            "fitted",
            include_str!("../../../../../data/weights/sayu/fitted.toml"),
        ),
    ];

    type Evaluator = SayuEvaluator;

    fn features(&self) -> Vec<ForFirst<i32>> {
        shares(features(self), phase(self)).map(ForFirst).collect()
    }
}

/// How far the game has gone, from 0 (nothing is placed) to [`PHASES`] (the end).
fn phase(game: &sayu::Game) -> i32 {
    let placed = game.position().occupied().count_ones() as i32;
    match placed + turns_left(game) {
        0 => PHASES,
        all => placed * PHASES / all,
    }
}

/// The tiles that will still be placed.
fn turns_left(game: &sayu::Game) -> i32 {
    let position = game.position();
    let free = position.free(game.rules()).count_ones();
    position.supply().count_ones().min(free) as i32
}

/// The features in the order of [`PARAMETERS`], for First less for Second.
fn features(game: &sayu::Game) -> [i32; FEATURES] {
    let board = Board::new(game);
    let [first, second] = Seat::BOTH.map(|seat| side_features(game, &board, seat));
    std::array::from_fn(|i| first[i] - second[i])
}

/// What `seat` has of each feature, in the order of [`PARAMETERS`].
fn side_features(game: &sayu::Game, board: &Board, seat: Seat) -> [i32; FEATURES] {
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
