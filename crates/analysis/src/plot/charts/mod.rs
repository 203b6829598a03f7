//! The charts of reports and tuning runs, each a pure function from plain data to a [`Chart`].
//!
//! [`Chart`]: super::figure::Chart

pub mod accuracy;
pub mod advantage;
pub mod branching;
pub mod changes;
pub mod cumulative;
pub mod endings;
pub mod gains;
pub mod histogram;
pub mod length_by_winner;
pub mod llr;
pub mod objective;
pub mod parameter_paths;
pub mod ratings;

mod bins;
mod forest;
mod rows;
mod series;
