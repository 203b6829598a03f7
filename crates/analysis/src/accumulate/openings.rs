//! Results by opening.

use std::collections::BTreeMap;

use super::facts::Named;
use super::proven::Proven;
use flipside_records::GameResult;
use flipside_stats::tally::Tally;

/// Most openings that are told apart.
pub const MOST_OPENINGS: usize = 1 << 14;

/// Games from one opening.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListedOpening<'a> {
    /// Its turns.
    pub text: &'a str,
    /// Results.
    pub tally: Tally,
    /// What a table says of the position after it. `None` without a table, and where games from
    /// different starts have the same turns and not the same value.
    pub proven: Option<Proven>,
}

#[derive(Clone, Debug)]
struct Entry {
    text: String,
    tally: Tally,
    proven: Said,
}

/// What a table says of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    Nothing,
    Once(Proven),
    Variously,
}

impl Said {
    /// Both together; the order makes no difference.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (said, Self::Nothing) | (Self::Nothing, said) => said,
            (one, other) if one == other => one,
            _ => Self::Variously,
        }
    }
}

/// Results by opening while there are not too many of them.
///
/// Beyond [`MOST_OPENINGS`] openings a table tells nobody anything, as nearly every game has its
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
            proven: Said::Nothing,
        });
        entry.tally.add(result);
        let said = opening.proven.map_or(Said::Nothing, Said::Once);
        entry.proven = entry.proven.and(said);
        self.give_up_if_too_many();
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: Self) {
        self.too_many |= other.too_many;
        for (hash, theirs) in other.openings {
            self.openings
                .entry(hash)
                .and_modify(|mine| {
                    mine.tally.merge(&theirs.tally);
                    mine.proven = mine.proven.and(theirs.proven);
                })
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
            .values()
            .map(|entry| ListedOpening {
                text: &entry.text,
                tally: entry.tally,
                proven: match entry.proven {
                    Said::Once(proven) => Some(proven),
                    Said::Nothing | Said::Variously => None,
                },
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
    #[test]
    fn openings_of_several_values_have_none_in_any_order() {
        let value = |turns| {
            Some(Proven {
                winner: None,
                turns,
            })
        };
        let of = |values: &[Option<Proven>]| {
            let mut totals = OpeningTotals::default();
            for &proven in values {
                let opening = Named {
                    hash: 1,
                    text: &|| "c3".to_owned(),
                    proven,
                };
                totals.add(&opening, GameResult::Draw);
            }
            totals
        };
        let said = |totals: &OpeningTotals| totals.by_frequency().unwrap()[0].proven;
        let (a, b) = (value(Some(3)), value(Some(4)));
        for (values, together) in [
            (vec![None, None], None),
            (vec![a, None, a], a),
            (vec![None, b], b),
            (vec![a, b, a], None),
            (vec![a, a, b], None),
        ] {
            assert_eq!(said(&of(&values)), together);
            for at in 0..values.len() {
                let (front, back) = values.split_at(at);
                let mut merged = of(back);
                merged.merge(of(front));
                assert_eq!(said(&merged), together, "{values:?} at {at}");
            }
        }
    }
}
