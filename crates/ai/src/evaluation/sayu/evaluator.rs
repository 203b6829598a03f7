//! The evaluator of Sayū.

use flipside_rules::{ForFirst, Game as _, Sayu};

use super::parameters::FEATURES;
use super::{Sides, features, phase, turns_left};
use crate::evaluation::clamped;
use crate::evaluation::tapered::{PHASES, Tapered};
use crate::{Evaluate as _, Evaluator, Weights};

/// Evaluates positions of Sayū.
#[derive(Clone, Debug)]
pub struct SayuEvaluator {
    weights: Tapered<FEATURES>,
    scale: i32,
}

impl SayuEvaluator {
    /// The weights of the features that do not depend on chains, for the phase of `game`.
    pub(crate) fn quiet_weights(&self, game: &Sayu) -> QuietWeights {
        let [_, tile, exposed, open, guard, ..] = *self.weights.at(phase(game));
        QuietWeights {
            tile,
            exposed,
            open,
            guard,
        }
    }
}

/// The weights without tempo and chains. Their part of the evaluation is cheap to update.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietWeights {
    tile: i32,
    exposed: i32,
    open: i32,
    guard: i32,
}

impl QuietWeights {
    /// The value of `tiles` tiles with these sides, times [`QuietWeights::UNIT`].
    pub(crate) const fn value(&self, tiles: i32, sides: Sides) -> i32 {
        self.tile * tiles
            + self.exposed * sides.exposed
            + self.open * sides.open
            + self.guard * sides.guards
    }

    /// The denominator of values.
    pub(crate) const UNIT: i32 = PHASES;
}

impl Evaluator<Sayu> for SayuEvaluator {
    fn new(weights: &Weights<Sayu>) -> Self {
        let (scale, values) = weights.split();
        Self {
            weights: Tapered::new(values),
            scale,
        }
    }

    fn evaluate(&self, game: &Sayu) -> ForFirst<i32> {
        let weights = self.weights.at(phase(game));
        let weighted = features(game).into_iter().zip(weights).map(|(f, w)| f * w);
        clamped(weighted.sum::<i32>() / PHASES - game.compensation().0)
    }

    fn scale(&self) -> i32 {
        self.scale
    }

    /// The evaluation is the expected margin. Its uncertainty grows with the square root of the number of
    /// turns left, as in a random walk.
    fn scale_at(&self, game: &Sayu) -> f64 {
        let left = turns_left(game);
        let all = left + game.position().occupied().count_ones() as i32;
        let share = f64::from(left.max(1)) / f64::from(all.max(1));
        f64::from(self.scale) * share.sqrt()
    }
}
