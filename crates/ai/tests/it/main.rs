//! All integration tests of this crate, in one program: each further one costs a newcomer's
//! first build as much as the crate itself.

mod behaviour;
mod candidates;
mod documented_keys;
mod evaluation;
mod mcts;
mod mini_sayu;
mod proven;
mod support;
mod swap;
mod weights;
