//! Tuning of evaluation weights and search settings.
//!
//! - [`fit`]: weights from positions whose worth is known, by logistic regression.

pub mod fit;
