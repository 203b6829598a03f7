//! Fits of weights to labelled positions.
//!
//! - [`Samples`]: positions with features, odds and targets.
//! - [`Data`]: samples split into a training and a test set that share no game and no position.
//! - [`Fit`]: logistic regression, one iteration at a time.
//! - [`samples_of_records`]: samples from recorded games.
//! - [`Teacher`]: samples of positions labelled by an [`Oracle`].

mod data;
mod error;
mod options;
mod records;
mod regression;

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

pub use result::{FitResult, Losses};
pub use samples::{Sample, Samples, Source, is_quiet};
pub use state::{FitState, PathPoint, Stage};
pub use teacher::{
    Batch, DepthWeights, Label, Oracle, SamplingOptions, SearchOracle, TableOracle, Teacher,
    TeacherError, TurnPolicy,
};
