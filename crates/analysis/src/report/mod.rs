//! The report: an HTML page, the same figures as JSON, and the plots as files.
//!
//! [`model::Report`] holds every number. [`mod@render`] converts it to files in memory, and
//! [`mod@write`] writes these to disk.

pub mod build;
pub mod model;
pub mod render;
pub mod summary;
pub mod warnings;
pub mod write;

pub(crate) mod figures;
pub(crate) mod tables;

mod html;
