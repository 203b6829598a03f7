//! The charts of a report, each a pure function from plain data to a [`Chart`].
//!
//! [`Chart`]: super::figure::Chart

pub mod advantage;
pub mod branching;
pub mod cumulative;
pub mod endings;
pub mod histogram;
pub mod length_by_winner;
pub mod llr;
pub mod ratings;

mod bins;
mod forest;
