//! All integration tests of this crate, in one program: each further one costs a newcomer's
//! first build as much as the crate itself.

mod damage;
mod fixtures;
mod hostile;
mod resume;
mod round_trip;
mod size;
mod support;
