//! All integration tests of this crate, in one program: each further one costs a newcomer's
//! first build as much as the crate itself.

mod conformance;
mod corpus;
mod history;
mod illegal_turns;
mod komi;
mod naive_hexflip;
mod naive_sayu;
mod parsers;
mod perft;
mod rule_sets;
