//! All integration tests of this crate, in one program: each further one costs a newcomer's
//! first build as much as the crate itself.

mod adjudication;
mod bench;
mod calculators;
mod common;
mod engine;
mod examples;
mod experiments;
mod final_line;
mod games;
mod judged;
mod manual;
mod openings;
mod pie_rule;
mod plan;
mod play;
mod positions;
mod provenance;
mod puzzles;
mod records;
mod tables;
mod text_files;
mod tournaments;
mod tune;
