//! The table file. `docs/tablebase.md` describes the format.

mod code_book;
mod format;
mod layer_data;
mod read_at;
mod writer;

pub(crate) use format::{BLOCK, End, FormatError, Header, VERSION, table_checksum};
pub(crate) use layer_data::LayerIndex;
pub use read_at::ReadAt;
pub(crate) use writer::PartFile;
