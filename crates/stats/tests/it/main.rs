//! All integration tests of this crate, in one program: each further one costs a newcomer's
//! first build as much as the crate itself.

mod accumulators;
mod always_finite;
mod always_valid;
mod control;
mod coverage;
mod elo_coverage;
mod half_widths;
mod plan;
mod ratings_coverage;
mod sprt_error_rates;
