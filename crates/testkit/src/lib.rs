//! Conformance suite and naive reference rules, for tests and benchmarks only.
//!
//! * [`conformance`]: what every game promises, as one suite.
//! * [`naive`]: both games once more, written from the rules pages alone.
//! * [`lockstep`]: a game of `flipside-rules` and a naive one, played side by side.
//! * [`corpus`]: recorded games and counts that every implementation must reproduce.
//! * [`dice`]: the random numbers of simulations.
//! * [`random`]: the random numbers that tests draw.

pub mod conformance;
pub mod corpus;
pub mod dice;
pub mod lockstep;
pub mod naive;
pub mod random;
