//! Static evaluations: linear, with named weights.
//!
//! A game has *parameters* ([`Evaluate::PARAMETERS`]), whose values are in weights files
//! ([`Weights`]), never in code. All but the last are weights of *features*: counts for First minus
//! counts for Second. The evaluation is the weighted sum of the features, minus the compensation that
//! the rules grant Second ([`Evaluate::compensation`]: komi). The last parameter, `scale`, converts an
//! evaluation to an expected score.

mod error;
pub(crate) mod hexflip;
mod linear;
pub(crate) mod sayu;
mod source;
mod tapered;
mod weights;

use std::fmt::Debug;

use flipside_rules::{ExpectedScore, ForFirst, ForMover, Game};

pub use error::{WeightsError, WeightsSourceError};
pub use hexflip::HexflipEvaluator;
pub use linear::Linear;
pub use sayu::SayuEvaluator;
pub(crate) use source::pin;
pub use source::{STANDARD_WEIGHTS, load_weights};
pub use weights::Weights;

/// All evaluations are smaller than this in absolute value, for all weights. Searches use larger
/// values for wins and losses.
pub const EVALUATION_LIMIT: i32 = 1_000_000;

/// A parameter of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParameterInfo {
    /// The name: the key in weights files.
    pub name: &'static str,
    /// A short description.
    pub meaning: &'static str,
    /// The smallest value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
    /// The first step of a tuner.
    pub step: i32,
}

impl ParameterInfo {
    /// Whether a value is within the bounds.
    #[must_use]
    pub const fn allows(&self, value: i32) -> bool {
        self.min <= value && value <= self.max
    }
}

/// Games with a static evaluation.
pub trait Evaluate: Game {
    /// One parameter for each feature, in the order of [`Evaluate::features`], then `scale`.
    const PARAMETERS: &'static [ParameterInfo];

    /// The denominator of features. If weights change in the course of a game, a feature is divided
    /// between both weights.
    const FEATURE_UNIT: i32 = 1;

    /// The sum of the weighted features at which chances are even, in hundredths of the game's unit:
    /// the compensation that the rules grant one side. Independent of the weights.
    fn compensation(&self) -> ForFirst<i32> {
        ForFirst(0)
    }

    /// The built-in weights: names and texts of weights files. One of them is [`STANDARD_WEIGHTS`].
    const WEIGHTS: &'static [(&'static str, &'static str)];

    /// The evaluator.
    type Evaluator: Evaluator<Self>;

    /// The features of the position, First minus Second, times [`Evaluate::FEATURE_UNIT`]: for tuners
    /// and tests. [`Evaluator::evaluate`] is faster.
    fn features(&self) -> Vec<ForFirst<i32>>;
}

/// Evaluates positions with given weights.
pub trait Evaluator<G: Evaluate>: Clone + Debug + Send + Sync + 'static {
    /// Creates an evaluator with these weights.
    fn new(weights: &Weights<G>) -> Self;

    /// The evaluation from First's point of view, in hundredths of the game's unit (see
    /// `docs/agents.md`); below [`EVALUATION_LIMIT`] in absolute value. Not for finished games.
    fn evaluate(&self, game: &G) -> ForFirst<i32>;

    /// The evaluation that means odds of e : 1.
    fn scale(&self) -> i32;

    /// The evaluation that means odds of e : 1 in this position. By default, [`Evaluator::scale`].
    fn scale_at(&self, game: &G) -> f64 {
        let _ = game;
        f64::from(self.scale())
    }

    /// The expected score of the player to move for an evaluation: a logistic function, with the same
    /// result on every platform.
    fn expected(&self, game: &G, value: ForMover<i32>) -> ForMover<ExpectedScore> {
        let logit = f64::from(value.0) / self.scale_at(game);
        ForMover(ExpectedScore(1.0 / (1.0 + libm::exp(-logit))))
    }
}

/// Clamps an evaluation below [`EVALUATION_LIMIT`].
fn clamped(value: i32) -> ForFirst<i32> {
    ForFirst(value.clamp(1 - EVALUATION_LIMIT, EVALUATION_LIMIT - 1))
}
