//! The program of `docs/extending.md`: a third game and a new agent. Line numbers are those of the
//! page.

include!(concat!(env!("OUT_DIR"), "/extending.rs"));
