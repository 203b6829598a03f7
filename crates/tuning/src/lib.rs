//! Tuning of evaluation weights and search settings.
//!
//! - [`Config`]: what a configuration file asks for.
//! - [`Space`]: what is tuned, by name, from the descriptions of evaluation and agents.
//! - [`optimise`]: SPSA and CMA-ES, which see nothing but scores of games.
//! - [`fit`]: weights from positions whose worth is known, by logistic regression.
//! - [`Run`]: a run in a folder, which can be stopped and go on.
//! - [`confirm`]: the test of what came of it.

#[cfg(test)]
mod artificial;
mod checkpoint;
mod config;
mod confirm;
mod error;
pub mod fit;
mod from_records;
mod games;
mod learn;
mod openings;
pub mod optimise;
mod parameter;
mod play;
mod random;
mod run;
mod space;
mod teach;

pub use config::{Config, ConfirmationOptions, MethodOptions};
pub use confirm::{Contest, confirm};
pub use error::TuneError;
pub use from_records::{RegressionOptions, SelfPlayOptions};
pub use learn::{FitSettings, Fitted};
pub use parameter::Parameter;
pub use play::{CheckOptions, Moment};
pub use run::{Course, Means, Run, Work};
pub use space::{Candidate, Space, SpaceError, Wishes};
pub use teach::{JudgeOptions, TeachOptions};
