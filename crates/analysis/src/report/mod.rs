//! The report: a page for people, the same figures as JSON, and the plots as files.
//!
//! [`model::Report`] holds every number; [`mod@render`] turns it into files without touching the
//! disk, and [`mod@write`] is the one place that does.

pub mod build;
pub mod model;
pub mod render;
pub mod summary;
pub mod warnings;
pub mod write;

pub(crate) mod figures;
pub(crate) mod tables;

mod html;
