//! Statistics, plots and reports from game records.
//!
//! - [`stats`]: estimators and mergeable accumulators, all pure.
//! - [`plot`]: charts as SVG and PNG, with a bundled font.
//! - [`format`]: numbers as people read them.

pub mod format;
pub mod plot;
pub mod stats;
