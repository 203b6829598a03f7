//! Looks at positions without searching: linear evaluations with named weights.
//!
//! A game has *parameters* ([`Evaluate::PARAMETERS`]), whose values stand in weights files
//! ([`Weights`]), never in code. All but the last belong to a *feature*, a number that a position
//! has for First less what it has for Second; the evaluation is the sum of all features, each times
//! its weight. The last parameter, `scale`, says how an evaluation turns into an expected score.

mod error;
pub(crate) mod hexflip;
mod linear;
mod odds;
mod parameter;
pub(crate) mod sayu;
mod source;
mod tapered;
mod weights;

use std::fmt::Debug;

use flipside_rules::{ExpectedScore, ForFirst, ForMover, Game};

pub use error::{WeightsError, WeightsSourceError};
pub use hexflip::HexflipEvaluator;
pub use linear::Linear;
pub use odds::Odds;
pub use parameter::ParameterInfo;
pub use sayu::SayuEvaluator;
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

    /// Features are counted in so many-ths: where they change their weight in the course of a game,
    /// both weights get a share.
    const FEATURE_UNIT: i32 = 1;

    /// The built-in weights: names and texts of weights files. There is one named [`STANDARD`].
    const WEIGHTS: &'static [(&'static str, &'static str)];

    /// Weights made ready for use.
    type Evaluator: Evaluator<Self>;

    /// The features of the position, in [`Evaluate::FEATURE_UNIT`]ths, for First less for Second:
    /// for tuners and tests. [`Evaluator::evaluate`] weighs the same, as fast as it can.
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

    /// How values turn into odds at a position. Nothing in it depends on the weights of features.
    ///
    /// The provided one: even chances at 0, and everywhere the same [`Evaluator::scale`].
    fn odds(&self, game: &G) -> Odds {
        let _ = game;
        Odds {
            even: ForFirst(0),
            scale: f64::from(self.scale()),
        }
    }

    /// The score that the player to move can expect in a game that is worth `value`: a logistic
    /// function of it ([`Evaluator::odds`]), the same on every platform.
    fn expected(&self, game: &G, value: ForMover<i32>) -> ForMover<ExpectedScore> {
        self.odds(game).expected(value, game.to_move())
    }
}

/// An evaluation cut to less than [`EVALUATION_LIMIT`].
fn cut(value: i32) -> ForFirst<i32> {
    ForFirst(value.clamp(1 - EVALUATION_LIMIT, EVALUATION_LIMIT - 1))
}
