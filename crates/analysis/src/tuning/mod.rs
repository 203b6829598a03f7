//! The page of a tuning run: where the new values come from, and whether they are better.
//!
//! [`model::TuningRun`] holds every number, and is filled in by whoever tunes; this crate knows
//! nothing of methods. [`mod@render`] turns it into files, which [`report::write`] brings to disk.
//!
//! [`report::write`]: crate::report::write

pub mod model;
pub mod render;

mod derived;
mod figures;
mod html;
mod numbers;
mod select;
