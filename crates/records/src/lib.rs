//! Binary game records: compact, checksummed, streamed.
//!
//! A file holds the games of one experiment in ascending order of their numbers; the format is
//! described in `docs/record-format.md`. A [`Writer`] makes one, a [`Reader`] streams it block by
//! block, [`recover`] finds out where an interrupted run has to go on, and [`Replay`] plays what
//! is recorded under the rules of the game again. [`commands`] is what `flipside records` does.
//!
//! Nothing here knows the time, the path of a file while it writes one, or the number of threads:
//! the bytes depend on the header and the games alone.
//!
//! ```
//! use flipside_records::{End, GameRecord, Header, Reader, Replay, Writer};
//! use flipside_rules::{Game, hexflip};
//!
//! let mut header = Header::new::<hexflip::Game>(&hexflip::Rules::default());
//! header.agents = vec!["random".to_string()];
//! let mut game = hexflip::Game::new(hexflip::Rules::default());
//! let mut record = GameRecord::new(0, [0, 0], 7);
//! for text in ["c3", "b2+d4"] {
//!     let turn = game.parse_turn(text)?;
//!     game.play(turn)?;
//!     record.turns.push::<hexflip::Game>(turn);
//! }
//! record.end = End::PLY_LIMIT;
//!
//! let mut writer = Writer::new(Vec::new(), &header)?;
//! writer.push(record)?;
//! let file = writer.finish()?;
//!
//! let mut reader = Reader::new(file.as_slice(), "example")?;
//! let replay = Replay::<hexflip::Game>::new(reader.header())?;
//! while let Some(block) = reader.next_block()? {
//!     for record in block.decode(reader.header())? {
//!         let end = replay.game(&record, |_, _| ())?;
//!         assert_eq!(end.position_text(), game.position_text());
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod annotation;
mod arrangement;
mod block;
mod canonical;
pub mod commands;
mod end;
mod error;
mod format;
mod frame;
mod header;
mod ids;
mod journal;
mod map_blocks;
mod prelude;
mod reader;
mod record;
mod recover;
mod replay;
mod seed;
mod stop_rule;
mod turns;
mod writer;

pub use annotation::{Annotation, RecordedScore};
pub use arrangement::{Arrangement, OpeningSource, TableChecksum, UnknownArrangement};
pub use block::{EncodedBlock, RawBlock};
pub use canonical::Canonical;
pub use end::{End, EndReason, GameResult};
pub use error::{Error, Fault, WriteError};
pub use format::{Format, Place};
pub use header::{Header, HeaderError};
pub use ids::{GameIds, IdRun};
pub use journal::{JournalError, journal_prelude, read_journal};
pub use map_blocks::map_blocks;
pub use prelude::FORMAT_VERSION;
pub use reader::{Ending, Reader};
pub use record::GameRecord;
pub use recover::{Recovered, recover};
pub use replay::{GameFault, Replay};
pub use seed::game_seed;
pub use stop_rule::{EloScale, StopRule};
pub use turns::Turns;
pub use writer::Writer;
