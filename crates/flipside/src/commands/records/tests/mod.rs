//! What the commands do with good and with bad files.

mod commands;
mod fixtures;
pub(crate) mod games;
mod values;
