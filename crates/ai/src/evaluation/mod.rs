//! Looks at positions without searching: linear evaluations with named weights.
//!
//! A game has *parameters* ([`Evaluate::PARAMETERS`]), whose values stand in weights files
//! ([`Weights`]), never in code. All but the last belong to a *feature*, a whole number that a
//! position has for First less what it has for Second; the evaluation is the sum of all features,
//! each times its weight. The last parameter, `scale`, says how an evaluation turns into an
//! expected score.

mod error;
mod hexflip;
mod linear;
mod parameter;
mod sayu;
mod source;
mod weights;

use std::fmt::Debug;

use flipside_rules::{ExpectedScore, ForFirst, Game};

pub use error::{WeightsError, WeightsSourceError};
pub use linear::Linear;
pub use parameter::ParameterInfo;
pub(crate) use source::pin;
pub use source::{STANDARD, load};
pub use weights::Weights;

/// No evaluation is as large as this, whatever the weights: searches can put wins and losses
/// beyond.
pub const EVALUATION_LIMIT: i32 = 1_000_000;

/// Games whose positions can be judged at a glance.
pub trait Evaluate: Game {
    /// What there is to weigh: one parameter for each feature in the order of
    /// [`Evaluate::features`], then `scale`.
    const PARAMETERS: &'static [ParameterInfo];

    /// The built-in weights: names and texts of weights files. There is one named [`STANDARD`].
    const WEIGHTS: &'static [(&'static str, &'static str)];

    /// Weights made ready for use.
    type Evaluator: Evaluator<Self>;

    /// The features of the position, for First less for Second. A plain implementation for tuners
    /// and tests; [`Evaluator::evaluate`] comes to the same and is faster.
    fn features(&self) -> Vec<ForFirst<i32>>;
}

/// Judges positions by certain weights.
pub trait Evaluator<G: Evaluate>: Clone + Debug + Send + Sync + 'static {
    /// An evaluator with these weights.
    fn new(weights: &Weights<G>) -> Self;

    /// How much First is ahead, in hundredths of the game's unit (see `docs/agents.md`); below
    /// [`EVALUATION_LIMIT`] in size. Not for finished games.
    fn evaluate(&self, game: &G) -> ForFirst<i32>;

    /// The evaluation that is worth odds of e : 1, in the unit of [`Evaluator::evaluate`].
    fn scale(&self) -> i32;

    /// The expected score behind an evaluation, whosever it is: the logistic function
    /// 1 / (1 + exp(−value / scale)), the same on every platform.
    fn expected(&self, value: i32) -> ExpectedScore {
        let logits = f64::from(value) / f64::from(self.scale());
        ExpectedScore(1.0 / (1.0 + libm::exp(-logits)))
    }
}

/// The sum of features, each times its weight, cut to less than [`EVALUATION_LIMIT`].
fn weighted(features: impl IntoIterator<Item = i32>, weights: &[i32]) -> ForFirst<i32> {
    let sum = features
        .into_iter()
        .zip(weights)
        .fold(0_i32, |sum, (feature, weight)| {
            sum.saturating_add(feature.saturating_mul(*weight))
        });
    ForFirst(sum.clamp(1 - EVALUATION_LIMIT, EVALUATION_LIMIT - 1))
}
