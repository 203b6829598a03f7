//! Conformance suite and naive reference rules, for tests and benchmarks only.
//!
//! * [`conformance`]: a test suite for implementations of [`flipside_rules::Game`].
//! * [`naive`]: naive reference implementations of both games.
//! * [`lockstep`]: compares a game of `flipside-rules` with a naive one, turn by turn.
//! * [`corpus`]: recorded games and perft counts that every implementation must reproduce.
//! * [`dice`]: random numbers for simulations.
//! * [`random`]: random numbers for test cases.

pub mod conformance;
pub mod corpus;
pub mod dice;
pub mod lockstep;
pub mod naive;
pub mod random;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
