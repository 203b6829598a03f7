//! Conformance suite and naive reference rules, for tests and benchmarks only.

pub mod corpus;
pub mod naive;
