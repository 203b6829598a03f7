//! The two games of a pair, which may be in different blocks or files.

use flipside_rules::GameResult;
use std::collections::BTreeMap;
use std::sync::Arc;

use flipside_records::GameRecord;

/// Whether a game has a partner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PairStatus {
    /// Games are not paired.
    None,
    /// The partner is present.
    Partner,
    /// The partner is present, and one of both games is void.
    Void,
    /// The partner is missing.
    Missing,
}

/// Returns whether two games of a format with pairs are partners: the same pair, seats swapped.
pub(super) fn are_partners(a: &GameRecord, b: &GameRecord) -> bool {
    // Pairs are those of `Format::place`: games 2p and 2p + 1.
    a.id ^ 1 == b.id && a.players == [b.players[1], b.players[0]]
}

/// Returns the status of both games of a pair.
pub(super) fn pair_status(games: [&GameRecord; 2]) -> PairStatus {
    let is_void = games.iter().any(|game| game.end.result == GameResult::Void);
    if is_void {
        PairStatus::Void
    } else {
        PairStatus::Partner
    }
}

/// A game without its partner, and its place.
pub(super) struct Single {
    pub file: Arc<str>,
    /// The offset of its block.
    pub offset: u64,
    pub record: GameRecord,
}

/// Games whose partners are in another block.
///
/// Blocks are read in the order of their first games, so a game's partner follows soon or is missing.
/// The number of waiting games is limited by the overlap of blocks of different files.
#[derive(Default)]
pub(super) struct Waiting(BTreeMap<u64, Single>);

impl Waiting {
    /// Returns the pair if the game's partner is waiting; otherwise the game waits.
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

    /// Returns the next game whose partner is missing, given that all games below a number were
    /// read.
    pub fn give_up(&mut self, below: u64) -> Option<Single> {
        let (id, _) = self.0.first_key_value()?;
        // Both games are below.
        (id | 1 < below).then(|| self.0.pop_first().map(|(_, single)| single))?
    }

    /// Returns all games that are left.
    pub fn rest(self) -> impl Iterator<Item = Single> {
        self.0.into_values()
    }
}
