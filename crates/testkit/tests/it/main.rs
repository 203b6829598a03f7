//! All integration tests of this crate in one program: every further program takes as long to build
//! as the crate itself.

mod conformance_catches;
mod naive_corpus;
mod naive_hexflip_rules;
mod naive_notation;
mod naive_published;
mod naive_sayu_rules;
mod naive_symmetry;
