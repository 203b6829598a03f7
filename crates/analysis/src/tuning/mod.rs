//! The page of a tuning run: how the new values were found, and whether they are better.
//!
//! [`model::TuningRun`] holds every number and is filled in by the tuner. [`mod@render`] converts it
//! to files, which [`report::write`] writes to disk.
//!
//! [`report::write`]: crate::report::write

pub mod model;
pub mod render;

mod derived;
mod figures;
mod html;
mod numbers;
mod select;
