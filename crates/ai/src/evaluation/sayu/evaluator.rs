//! The evaluation of Sayū with weights made ready.

use flipside_rules::{ExpectedScore, ForFirst, ForMover, Game as _, Seat, sayu};

use super::parameters::{FEATURES, PHASES};
use super::{Board, Sides, phase, side_features, turns_left};
use crate::evaluation::{cut, logistic};
use crate::{Evaluator, Weights};

/// Judges positions of Sayū.
#[derive(Clone, Debug)]
pub struct SayuEvaluator {
    /// For each phase the weights of all features, times [`PHASES`].
    weights: Vec<[i32; FEATURES]>,
    scale: i32,
}

impl SayuEvaluator {
    /// The weights of all features in the game's phase, times [`PHASES`].
    fn weights_in(&self, game: &sayu::Game) -> &[i32; FEATURES] {
        &self.weights[phase(game) as usize]
    }

    /// The weights of what can be seen of a position without following chains.
    pub(crate) fn at_rest(&self, game: &sayu::Game) -> AtRest {
        let [_, tile, exposed, open, guard, ..] = *self.weights_in(game);
        AtRest {
            tile,
            exposed,
            open,
            guard,
        }
    }
}

/// The part of the evaluation that is cheap to bring up to date turn by turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AtRest {
    tile: i32,
    exposed: i32,
    open: i32,
    guard: i32,
}

impl AtRest {
    /// What so many tiles with such sides are worth, in [`AtRest::UNIT`]ths of an evaluation.
    pub(crate) const fn value(&self, tiles: i32, sides: Sides) -> i32 {
        self.tile * tiles
            + self.exposed * sides.exposed
            + self.open * sides.open
            + self.guard * sides.guards
    }

    /// In how many parts of an evaluation values are counted.
    pub(crate) const UNIT: i32 = PHASES;
}

impl Evaluator<sayu::Game> for SayuEvaluator {
    fn new(weights: &Weights<sayu::Game>) -> Self {
        let (scale, values) = weights.split();
        let in_phase = |phase| {
            std::array::from_fn(|i| {
                let (early, late) = (values[2 * i], values[2 * i + 1]);
                early * (PHASES - phase) + late * phase
            })
        };
        Self {
            weights: (0..=PHASES).map(in_phase).collect(),
            scale,
        }
    }

    fn evaluate(&self, game: &sayu::Game) -> ForFirst<i32> {
        let board = Board::new(game);
        let weights = self.weights_in(game);
        let [first, second] = Seat::BOTH.map(|seat| {
            let features = side_features(game, &board, seat);
            features
                .iter()
                .zip(weights)
                .map(|(f, w)| f * w)
                .sum::<i32>()
        });
        cut((first - second) / PHASES)
    }

    fn scale(&self) -> i32 {
        self.scale
    }

    /// The value is the margin that is expected at the end; what can still happen to it grows with
    /// the square root of the number of turns, as in a random walk. Komi counts.
    fn expected(&self, game: &sayu::Game, value: ForMover<i32>) -> ForMover<ExpectedScore> {
        let komi = ForFirst(50 * i32::from(game.rules().komi().halves));
        let lead = value.0 - komi.for_mover(game.to_move()).0;
        let left = turns_left(game);
        let all = left + game.position().occupied().count_ones() as i32;
        let share = f64::from(left.max(1)) / f64::from(all.max(1));
        let scale = f64::from(self.scale) * share.sqrt();
        ForMover(logistic(f64::from(lead) / scale))
    }
}
