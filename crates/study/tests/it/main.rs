//! All integration tests of this crate in one program: every further program takes as long to build
//! as the crate itself.

mod common;
mod published_puzzles;
mod puzzles;
