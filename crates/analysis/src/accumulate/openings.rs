//! Results by opening.

use flipside_rules::GameResult;
use std::collections::BTreeMap;

use super::facts::Named;
use super::proven::Proven;
use flipside_stats::tally::Tally;

/// The maximum number of openings that are distinguished.
pub const MOST_OPENINGS: usize = 1 << 14;

/// Games from one opening.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListedOpening<'a> {
    /// Its hash.
    pub hash: u64,
    /// Its turns.
    pub text: &'a str,
    /// Results.
    pub tally: Tally,
    /// The value of the position after it. `None` without a table.
    pub proven: Option<Proven>,
}

#[derive(Clone, Debug)]
struct Entry {
    text: String,
    tally: Tally,
    proven: Option<Proven>,
}

/// Results by opening, unless there are too many openings.
///
/// Beyond [`MOST_OPENINGS`] openings a table is of no use, as nearly every game has its
/// own; it is then given up altogether. What is kept would otherwise depend on the order of the
/// games.
#[derive(Clone, Debug, Default)]
pub struct OpeningTotals {
    openings: BTreeMap<u64, Entry>,
    too_many: bool,
}

impl OpeningTotals {
    /// Counts one game.
    pub fn add(&mut self, opening: &Named<'_>, result: GameResult) {
        if self.too_many {
            return;
        }
        let entry = self.openings.entry(opening.hash);
        let entry = entry.or_insert_with(|| Entry {
            text: (opening.text)(),
            tally: Tally::default(),
            proven: opening.proven,
        });
        entry.tally.add(result);
        self.give_up_if_too_many();
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: Self) {
        self.too_many |= other.too_many;
        for (hash, theirs) in other.openings {
            self.openings
                .entry(hash)
                .and_modify(|mine| mine.tally.merge(&theirs.tally))
                .or_insert(theirs);
        }
        self.give_up_if_too_many();
    }

    /// All openings, the most frequent first; `None` if there are more than [`MOST_OPENINGS`].
    #[must_use]
    pub fn by_frequency(&self) -> Option<Vec<ListedOpening<'_>>> {
        if self.too_many {
            return None;
        }
        let mut all: Vec<_> = self
            .openings
            .iter()
            .map(|(&hash, entry)| ListedOpening {
                hash,
                text: &entry.text,
                tally: entry.tally,
                proven: entry.proven,
            })
            .collect();
        all.sort_by(|a, b| {
            let by_games = b.tally.games().cmp(&a.tally.games());
            by_games.then_with(|| a.text.cmp(b.text))
        });
        Some(all)
    }

    fn give_up_if_too_many(&mut self) {
        if self.too_many || self.openings.len() > MOST_OPENINGS {
            self.too_many = true;
            self.openings = BTreeMap::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_openings_are_given_up_in_any_order() {
        let range = |from: usize, to: usize| {
            let mut totals = OpeningTotals::default();
            for hash in from..to {
                let opening = Named {
                    hash: hash as u64,
                    text: &|| format!("opening {hash}"),
                    proven: None,
                };
                totals.add(&opening, GameResult::Draw);
            }
            totals
        };
        assert_eq!(
            range(0, MOST_OPENINGS).by_frequency().unwrap().len(),
            MOST_OPENINGS
        );
        assert!(range(0, MOST_OPENINGS + 1).by_frequency().is_none());
        let mut halves = range(0, MOST_OPENINGS / 2);
        halves.merge(range(MOST_OPENINGS / 2, MOST_OPENINGS + 1));
        assert!(halves.by_frequency().is_none());
    }
}
