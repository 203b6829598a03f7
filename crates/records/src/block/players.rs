//! Who sits where.

use serde::{Deserialize, Serialize};

use super::numbers::Numbers;
use crate::GameRecord;

/// The agents in First's and in Second's seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Players {
    /// The same in every game.
    Uniform(u32, u32),
    /// As given in games with an even number, exchanged in odd ones.
    Alternating(u32, u32),
    /// Each by itself.
    Each(Numbers, Numbers),
}

const fn alternating(id: u64, [a, b]: [u32; 2]) -> [u32; 2] {
    if id.is_multiple_of(2) { [a, b] } else { [b, a] }
}

impl Players {
    /// The column of some games, at least one.
    pub(super) fn of(games: &[GameRecord]) -> Self {
        let Some(first) = games.first() else {
            return Self::Uniform(0, 0);
        };
        let [a, b] = first.players;
        if games.iter().all(|game| game.players == [a, b]) {
            return Self::Uniform(a, b);
        }
        let [a, b] = alternating(first.id, [a, b]);
        if games
            .iter()
            .all(|game| game.players == alternating(game.id, [a, b]))
        {
            return Self::Alternating(a, b);
        }
        let seat = |i: usize| Numbers::of(games.iter().map(move |g| g.players[i].into()), 0);
        Self::Each(seat(0), seat(1))
    }

    pub(super) fn with_length(self, n: usize) -> Result<Self, &'static str> {
        match self {
            Self::Each(first, second) => {
                Ok(Self::Each(first.with_length(n)?, second.with_length(n)?))
            }
            other => Ok(other),
        }
    }

    /// The players of the block's game number `i`, whose number in the experiment is `id`.
    pub(super) fn get(&self, i: usize, id: u64) -> Result<[u32; 2], &'static str> {
        let agent = |n| u32::try_from(n).map_err(|_| "a player is none of the header's agents");
        match self {
            Self::Uniform(a, b) => Ok([*a, *b]),
            Self::Alternating(a, b) => Ok(alternating(id, [*a, *b])),
            Self::Each(first, second) => Ok([agent(first.get(i))?, agent(second.get(i))?]),
        }
    }
}
