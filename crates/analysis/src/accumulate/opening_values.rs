//! Games by the value of the position after their opening.

use flipside_rules::{GameResult, Seat};
use flipside_stats::clusters::Clusters;
use flipside_stats::tally::{Tally, first_half_points};

use super::proven::Proven;

/// Finished games from openings of one value.
#[derive(Clone, Debug, Default)]
pub struct ValueTotals {
    /// Their results.
    pub tally: Tally,
    /// The same by opening.
    pub clusters: Clusters,
}

/// Finished games by the value of their opening. Unlike a list of openings, it takes any number of
/// them.
#[derive(Clone, Debug, Default)]
pub struct OpeningValueTotals {
    /// First wins.
    pub first: ValueTotals,
    /// Second wins.
    pub second: ValueTotals,
    /// Neither side can force the end.
    pub neither: ValueTotals,
}

impl OpeningValueTotals {
    /// Counts a game from an opening with this hash and value. Games without an outcome are
    /// ignored.
    pub fn add(&mut self, opening: u64, value: &Proven, result: GameResult) {
        let Some(half_points) = first_half_points(result) else {
            return;
        };
        let totals = match value.winner {
            Some(Seat::First) => &mut self.first,
            Some(Seat::Second) => &mut self.second,
            None => &mut self.neither,
        };
        totals.tally.add(result);
        totals.clusters.add(opening, half_points);
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &Self) {
        for (mine, theirs) in [
            (&mut self.first, &other.first),
            (&mut self.second, &other.second),
            (&mut self.neither, &other.neither),
        ] {
            mine.tally.merge(&theirs.tally);
            mine.clusters.merge(&theirs.clusters);
        }
    }
}
