//! Tuning of evaluation weights and search settings.
//!
//! - [`fit`]: weights from positions whose worth is known, by logistic regression.
//! - [`optimise`]: SPSA and CMA-ES, which see nothing but scores of games.
//! - [`Space`]: what is tuned, by name, from the descriptions of evaluation and agents.

#[cfg(test)]
mod artificial;
pub mod fit;
pub mod optimise;
mod parameter;
mod random;

pub use parameter::{Candidate, Named, Parameter, Space, SpaceError, Wishes};
