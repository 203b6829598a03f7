//! Tuning of evaluation weights and search settings.
//!
//! - [`Config`]: a parsed configuration file.
//! - [`Space`]: the tuned parameters, by name, from the descriptions of evaluation and agents.
//! - [`fit`]: weights from labelled positions, by logistic regression.
//! - [`SpsaOptions`]: the settings of SPSA, which uses only the scores of games.
//! - [`Run`]: a run in a folder, which can be stopped and resumed.
//! - [`confirm()`]: the test of the tuned against the original parameters.

mod checkpoint;
mod config;
mod confirm;
mod error;
pub mod fit;
mod fit_run;
mod games;
mod openings;
mod parameter;
mod regression_options;
mod run;
mod space;
mod spsa;
mod spsa_run;
#[cfg(test)]
mod synthetic;
mod teacher_options;

pub use config::{Config, ConfirmationOptions, MethodOptions};
pub use confirm::{ConfirmationMatch, confirm};
pub use error::TuneError;
pub use fit_run::{FitSettings, Fitted};
pub use parameter::Parameter;
pub use regression_options::{RegressionOptions, SelfPlayOptions};
pub use run::{History, Resources, Run, RunProgress};
pub use space::{Candidate, Selection, Space, SpaceError};
pub use spsa::{Estimate, SpsaOptions};
pub use spsa_run::{CheckOptions, HistoryPoint};
pub use teacher_options::{OracleOptions, TeacherOptions};
