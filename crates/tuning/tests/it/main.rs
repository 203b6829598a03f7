//! All integration tests of this crate in one program: every further program takes as long to build
//! as the crate itself.

mod fit_data;
mod fit_positions;
mod fit_records;
mod fit_regression;
mod fit_support;
mod fit_teacher;
mod runs;
