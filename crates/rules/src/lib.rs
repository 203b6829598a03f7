//! Pure rules of two games in which pieces change sides: [`hexflip`] and [`sayu`].
//!
//! The crate has positions, turns, endings, variants, notation and symmetries. It has no clock, no
//! random numbers, no files, no threads and no printing. Agents, records and the tournament runner
//! are built on the trait [`Game`].
//!
//! Both games distinguish three types:
//!
//! * text or bytes from outside are *unvalidated* until [`Notation::parse_position`] has parsed them;
//! * a *position* is playable, but has no history;
//! * a *game* is a position with the history that the repetition rule needs, under a rule set.
//!
//! ```
//! use flipside_rules::{Game, Hexflip, Notation, hexflip};
//!
//! let mut game = Hexflip::new(hexflip::Rules::default());
//! let turn = game.parse_turn("c3")?;
//! game.play(turn)?;
//! assert_eq!(game.position_text(), "3/4/2x2/4/3 o 7 8");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
#![no_std]

extern crate alloc;

mod choose;
mod error;
mod full_game;
mod game;
pub mod hash;
pub mod hexflip;
mod kind;
mod notation;
mod options;
mod outcome;
mod perft;
pub mod sayu;
mod seat;
mod symmetric;
mod turn_codec;
mod value;

use choose::nth_set_bit_u32;
pub use choose::{nth_set_bit, set_bits};
pub use error::{ReplayError, RulesError, TurnTextError};
pub use full_game::FullGame;
pub use game::{Game, LoadAttachment, RuleKey, RuleSet, no_attachments};
pub use hexflip::Hexflip;
pub use kind::{GameKind, UnknownGame};
pub use notation::Notation;
pub use outcome::{GameResult, Outcome, Reason};
pub use perft::{perft, perft_plain};
pub use sayu::Sayu;
pub use seat::Seat;
pub use symmetric::{Symmetric, Symmetry};
pub use turn_codec::TurnCodec;
pub use value::{ExpectedScore, ForFirst, ForMover, Sided};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
