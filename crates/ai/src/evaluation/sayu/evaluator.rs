//! The evaluation of Sayū with weights made ready.

use flipside_rules::{ForFirst, Game as _, sayu};

use super::parameters::FEATURES;
use super::{Sides, features, phase, turns_left};
use crate::evaluation::cut;
use crate::evaluation::tapered::{PHASES, Tapered};
use crate::{Evaluator, Odds, Weights};

/// Judges positions of Sayū.
#[derive(Clone, Debug)]
pub struct SayuEvaluator {
    weights: Tapered<FEATURES>,
    scale: i32,
}

impl SayuEvaluator {
    /// The weights of what can be seen of a position without following chains.
    pub(crate) fn at_rest(&self, game: &sayu::Game) -> AtRest {
        let [_, tile, exposed, open, guard, ..] = *self.weights.at(phase(game));
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
        Self {
            weights: Tapered::new(values),
            scale,
        }
    }

    fn evaluate(&self, game: &sayu::Game) -> ForFirst<i32> {
        let weights = self.weights.at(phase(game));
        let weighted = features(game).into_iter().zip(weights).map(|(f, w)| f * w);
        cut(weighted.sum::<i32>() / PHASES)
    }

    fn scale(&self) -> i32 {
        self.scale
    }

    /// The value is the margin that is expected at the end; what can still happen to it grows with
    /// the square root of the number of turns, as in a random walk. Komi counts.
    fn odds(&self, game: &sayu::Game) -> Odds {
        let left = turns_left(game);
        let all = left + game.position().occupied().count_ones() as i32;
        let share = f64::from(left.max(1)) / f64::from(all.max(1));
        Odds {
            even: ForFirst(50 * i32::from(game.rules().komi().halves)),
            scale: f64::from(self.scale) * share.sqrt(),
        }
    }
}
