//! All integration tests of this crate in one program: every further program takes as long to build
//! as the crate itself.

mod failures;
mod first_of_all;
mod lifetime;
mod scripts;
mod serve;
mod session;
