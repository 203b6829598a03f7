//! Pure rules of two games in which pieces change sides: [`hexflip`] and [`sayu`].
//!
//! The crate knows positions, turns, endings, variants, notation and symmetries, and nothing
//! else: no clock, no random numbers, no files, no threads, no printing. Whatever needs those
//! (agents, records, the tournament runner) stands on the one trait [`Game`].
//!
//! Three types keep what is known apart, in both games:
//!
//! * text or bytes from outside are *unvalidated* until [`Game::parse_position`] has read them;
//! * a *position* is playable, but has no history;
//! * a *game* is a position with the history that the repetition rule needs, under a rule set.
//!
//! ```
//! use flipside_rules::{Game, hexflip};
//!
//! let mut game = hexflip::Game::new(hexflip::Rules::default());
//! let turn = game.parse_turn("c3")?;
//! game.play(turn)?;
//! assert_eq!(game.position_text(), "3/4/2x2/4/3 o 7 8");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

mod choose;
mod error;
mod game;
pub mod hash;
pub mod hexflip;
mod kind;
mod options;
mod outcome;
mod perft;
pub mod sayu;
mod seat;
mod value;

use choose::nth_set_bit_u32;
pub use choose::{nth_set_bit, set_bits};
pub use error::{ReplayError, RulesError, TurnTextError};
pub use game::{Game, LoadTiles, RuleKey, RuleSet, Symmetry, no_files};
pub use kind::{GameKind, UnknownGame};
pub use outcome::{Outcome, Reason};
pub use perft::{perft, perft_plain};
pub use seat::Seat;
pub use value::{ExpectedScore, ForFirst, ForMover, Sided};
