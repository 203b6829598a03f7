//! Accumulators for the figures of games, mergeable across threads.
//!
//! Each recorded game is converted to [`GameFacts`] and added to the [`GroupTotals`] of its group
//! (game, rules, agents). Totals of several threads are merged; the result does not depend on the
//! split.

mod accuracy;
mod facts;
mod failures;
mod opening_values;
mod openings;
mod proven;
mod totals;

pub use accuracy::{AccuracyTotals, Cost, Phase, TurnTotals, ValueClass, ValuedGame, ValuedTurn};
pub use facts::{Failure, FailureReason, GameFacts, Named, OpeningFacts, Swap};
pub use failures::Failures;
pub use opening_values::{OpeningValueTotals, ValueTotals};
pub use openings::{ListedOpening, MOST_OPENINGS, OpeningTotals};
pub use proven::Proven;
pub use totals::{GroupTotals, SeedTotals, SwapTotals, UnitOrigin};
