//! Experiment statistics: estimators, tests and mergeable accumulators.
//!
//! All functions are pure. Undefined values are `None`, never NaN or infinity. Accumulators have
//! integers only, so that results do not depend on the order of games or the division among threads.
//!
//! Shares are between 0 and 1. Unless a type says otherwise, a share or an Elo number of the
//! first-player advantage is from **First**'s viewpoint, and one of a match is from the viewpoint
//! of its first-named agent.

pub mod advantage;
pub mod balance;
pub mod bradley_terry;
mod by_opening;
pub mod clusters;
pub mod confidence_sequence;
pub mod cumulative;
pub mod design;
pub mod distinct;
pub mod elo;
pub mod histogram;
pub mod holm;
pub mod interval;
pub mod llr_curve;
pub mod normal;
pub mod pairs;
pub mod plan;
pub mod ratio;
pub mod sample;
pub mod seats;
pub mod sprt;
pub mod stopping;
pub mod strata;
pub mod tally;
pub mod two_sample;
pub mod units;
pub mod verdict;
pub mod wilson;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
