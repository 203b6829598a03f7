//! Plots and reports from game records; the statistics are those of `flipside-stats`.
//!
//! - [`accumulate`]: from games to totals, in any order and on any number of threads.
//! - [`read`]: from record files to the totals of each group of games.
//! - [`plot`]: charts as SVG and PNG, with a bundled font.
//! - [`report`]: from totals to `report.html`, `report.json` and the plots as files.
//! - [`tuning`]: the same for a tuning run.
//! - [`mod@format`]: formatted numbers.

pub mod accumulate;
pub mod format;
pub mod plot;
pub mod read;
pub mod report;
pub mod tuning;

mod page;
mod turn_values;
