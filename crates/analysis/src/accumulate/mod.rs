//! From games to figures: accumulators that any number of threads can fill and merge.
//!
//! A reader of records turns each game into [`GameFacts`] and adds it to the [`GroupTotals`] of
//! its group (game, rules, agents). Totals of different threads are merged, and the result is the
//! same for every split.

mod accuracy;
mod facts;
mod failures;
mod openings;
mod totals;

pub use accuracy::{AccuracyTotals, JudgedGame, JudgedTurn, Phase, TurnTotals, Worth};
pub use facts::{Failure, FailureKind, GameFacts, Named, Opening};
pub use failures::Failures;
pub use openings::{MOST_OPENINGS, OpeningTotals};
pub use totals::{GroupTotals, SeedTotals};
