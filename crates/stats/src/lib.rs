//! Experiment statistics: estimators, tests and mergeable accumulators.
//!
//! Everything here is pure: numbers in, numbers out. What is undefined is `None`, never NaN or
//! infinity. Accumulators hold integers only, so that their results depend neither on the order
//! in which games arrive nor on how the work was split over threads.
//!
//! Shares are between 0 and 1. Unless a type says otherwise, a share or an Elo number of the
//! first-player advantage is from **First**'s viewpoint, and one of a match is from the viewpoint
//! of its first-named agent.

pub mod advantage;
pub mod balance;
pub mod bradley_terry;
pub mod clusters;
pub mod cumulative;
pub mod distinct;
pub mod elo;
pub mod histogram;
pub mod interval;
pub mod llr_curve;
pub mod normal;
pub mod pairs;
pub mod ratio;
pub mod sprt;
pub mod tally;
pub mod two_sample;
pub mod verdict;
pub mod wilson;
