//! Fits of weights to positions whose worth is known.
//!
//! - [`Samples`]: what a fit needs to know of positions: features, odds, the worth that they turned
//!   out to have.
//! - [`Data`]: samples in two parts, training and test, that share no game and no position.
//! - [`Fit`]: logistic regression on such data, one iteration at a time.
//! - [`samples_of_records`]: samples of games that were played before.
//! - [`Teacher`]: makes samples of positions that a [`Judge`] knows the worth of.

mod data;
mod error;
mod options;
mod records;
mod regression;
mod rest;
mod result;
mod samples;
mod scale;
mod state;
mod sums;
mod teacher;

pub(crate) use data::test_part;
pub use data::{Counts, Data, SplitOptions};
pub use error::FitError;
pub use options::{FitOptions, Tuned};
pub use records::{RecordCounts, RecordOptions, RecordsError, check_records, samples_of_records};
pub use regression::Fit;
pub use rest::is_at_rest;
pub use result::{FitResult, Losses};
pub use samples::{Sample, Samples, Source};
pub use state::{FitState, PathPoint, Stage};
pub use teacher::{
    Batch, DepthWeights, Draw, Judge, SearchJudge, TableJudge, TeachError, Teacher, TeacherOptions,
    Verdict,
};
