//! All integration tests of this crate, in one program: each further one costs a newcomer's
//! first build as much as the crate itself.

mod adjudication;
mod after_agents;
mod common;
mod durability;
mod experiments;
mod failures;
mod formats;
mod openings;
mod run;
mod stopping;
