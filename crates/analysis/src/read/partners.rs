//! The two games of a pair, wherever they stand.

use std::collections::BTreeMap;
use std::sync::Arc;

use flipside_records::{GameRecord, GameResult};

/// What a game has to do with its pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Company {
    /// Games are not paired.
    None,
    /// The partner is there.
    Partner,
    /// The partner is there, and one of both is void.
    Void,
    /// The partner is not there.
    Missing,
}

/// Whether two games of a format with pairs are one: the same pair, seats swapped.
pub(super) fn are_partners(a: &GameRecord, b: &GameRecord) -> bool {
    // Pairs are those of `Format::place`: games 2p and 2p + 1.
    a.id ^ 1 == b.id && a.players == [b.players[1], b.players[0]]
}

/// What becomes of both games of a pair.
pub(super) fn company(games: [&GameRecord; 2]) -> Company {
    let is_void = games.iter().any(|game| game.end.result == GameResult::Void);
    if is_void {
        Company::Void
    } else {
        Company::Partner
    }
}

/// A game without its partner, and where it stands.
pub(super) struct Single {
    pub file: Arc<str>,
    /// Of its block.
    pub offset: u64,
    pub record: GameRecord,
}

/// Games whose partners stand in another block.
///
/// Blocks come by the number of their first game, so that a game's partner either comes soon or
/// never: no more games wait than blocks of different files overlap.
#[derive(Default)]
pub(super) struct Waiting(BTreeMap<u64, Single>);

impl Waiting {
    /// Gives the pair if the game's partner has been waiting for it, and lets it wait otherwise.
    pub fn meet(&mut self, single: Single) -> Option<[Single; 2]> {
        let id = single.record.id;
        match self.0.remove(&(id ^ 1)) {
            Some(other) if are_partners(&single.record, &other.record) => {
                let mut pair = [other, single];
                pair.sort_by_key(|single| single.record.id);
                Some(pair)
            }
            other => {
                self.0.extend(other.map(|other| (id ^ 1, other)));
                self.0.insert(id, single);
                None
            }
        }
    }

    /// The next game whose partner cannot come any more, when nothing below a number can.
    pub fn give_up(&mut self, below: u64) -> Option<Single> {
        let (id, _) = self.0.first_key_value()?;
        // Both games are below.
        (id | 1 < below).then(|| self.0.pop_first().map(|(_, single)| single))?
    }

    /// All that are left.
    pub fn rest(self) -> impl Iterator<Item = Single> {
        self.0.into_values()
    }
}
