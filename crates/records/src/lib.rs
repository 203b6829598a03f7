//! Binary game records: compact, checksummed, streamed.
//!
//! A file has the games of one experiment in ascending order of their numbers; the format is
//! described in `docs/record-format.md`. A [`Writer`] writes a file, a [`Reader`] streams it block by
//! block, [`recover`] finds where an interrupted run resumes, and [`Replay`] replays recorded games
//! by the rules.
//!
//! The bytes of a file depend on the header and the games alone, not on time, path or threads.

mod annotation;
mod block;
mod canonical;
mod design;
mod end;
mod error;
mod format;
mod frame;
mod header;
mod ids;
mod journal;
mod map_blocks;
mod origin;
mod prelude;
mod reader;
mod record;
mod recover;
mod replace;
mod replay;
mod schedule_spec;
mod sessions;
mod turns;
mod writer;

pub use annotation::{Annotation, RecordedScore};
pub use block::{EncodedBlock, RawBlock};
pub use canonical::Canonical;
pub use design::sampling_design;
pub use end::{End, EndReason};
pub use error::{Error, Fault, WriteError};
pub use format::{Format, Slot};
pub use header::{Header, HeaderError, game_seed};
pub use ids::{GameIds, IdRun};
pub use journal::{JournalError, journal_prelude, read_journal};
pub use map_blocks::map_blocks;
pub use origin::Origin;
pub use prelude::FORMAT_VERSION;
pub use reader::{Ending, Reader};
pub use record::GameRecord;
pub use recover::{Recovered, recover};
pub use replace::{replace_file, replace_file_with, temporary_path};
pub use replay::{GameFault, Replay};
pub use schedule_spec::{
    DEFAULT_MAX_TURNS, InvalidScheduleSpec, OpeningSource, ScheduleSpec, TableChecksum,
};
pub use sessions::{Session, Sessions, SessionsError};
pub use turns::Turns;
pub use writer::Writer;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
