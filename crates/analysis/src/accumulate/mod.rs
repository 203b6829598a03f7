//! From games to figures: accumulators that any number of threads can fill and merge.
//!
//! A reader of records turns each game into [`GameFacts`] and adds it to the [`GroupTotals`] of
//! its group (game, rules, agents). Totals of different threads are merged, and the result is the
//! same for every split.

mod accuracy;
mod facts;
mod failures;
mod opening_values;
mod openings;
mod proven;
mod totals;

pub use accuracy::{AccuracyTotals, Cost, JudgedGame, JudgedTurn, Phase, TurnTotals, Worth};
pub use facts::{Failure, FailureKind, GameFacts, Named, Opening};
pub use failures::Failures;
pub use opening_values::{OpeningValueTotals, ValueTotals};
pub use openings::{ListedOpening, MOST_OPENINGS, OpeningTotals};
pub use proven::Proven;
pub use totals::{GroupTotals, SeedTotals};
