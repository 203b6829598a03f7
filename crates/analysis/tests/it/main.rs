//! All integration tests of this crate, in one program: each further one costs a newcomer's
//! first build as much as the crate itself.

mod accuracy;
mod annotations;
mod balance;
mod charts;
mod drawing;
mod failures_and_lists;
mod made_up;
mod opening_values;
mod report;
mod sample;
mod sequential_test;
mod small_games;
mod starts;
mod tournaments;
mod tuning;
mod tuning_charts;
mod tuning_conclusion;
mod verdicts;
mod void_games;
mod written;
