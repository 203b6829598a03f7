//! Statistics, plots and reports from game records.
//!
//! - [`stats`]: estimators and mergeable accumulators, all pure.

pub mod stats;
