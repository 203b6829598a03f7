//! Results by opening.

use std::collections::BTreeMap;

use super::facts::Named;
use flipside_records::GameResult;
use flipside_stats::tally::Tally;

/// Most openings that are told apart.
pub const MOST_OPENINGS: usize = 1 << 14;

/// Results by opening while there are not too many of them.
///
/// Beyond [`MOST_OPENINGS`] openings a table tells nobody anything, as nearly every game has its
/// own; it is then given up altogether. What is kept would otherwise depend on the order of the
/// games.
#[derive(Clone, Debug, Default)]
pub struct OpeningTotals {
    openings: BTreeMap<u64, (String, Tally)>,
    too_many: bool,
}

impl OpeningTotals {
    /// Counts one game.
    pub fn add(&mut self, opening: &Named<'_>, result: GameResult) {
        if self.too_many {
            return;
        }
        let entry = self.openings.entry(opening.hash);
        entry
            .or_insert_with(|| ((opening.text)(), Tally::default()))
            .1
            .add(result);
        self.give_up_if_too_many();
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: Self) {
        self.too_many |= other.too_many;
        for (hash, (text, tally)) in other.openings {
            self.openings
                .entry(hash)
                .or_insert_with(|| (text, Tally::default()))
                .1
                .merge(&tally);
        }
        self.give_up_if_too_many();
    }

    /// All openings, the most frequent first; `None` if there are more than [`MOST_OPENINGS`].
    #[must_use]
    pub fn by_frequency(&self) -> Option<Vec<(&str, Tally)>> {
        if self.too_many {
            return None;
        }
        let mut all: Vec<_> = self
            .openings
            .values()
            .map(|(text, t)| (text.as_str(), *t))
            .collect();
        all.sort_by(|a, b| b.1.games().cmp(&a.1.games()).then_with(|| a.0.cmp(b.0)));
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
