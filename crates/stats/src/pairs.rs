//! Pairs of games in a match of A against B.

use std::collections::BTreeMap;

use crate::elo::{GameCounts, PairCounts};
use flipside_rules::{GameResult, Seat};

use crate::tally::half_points;

/// Pair and seat of a game in a match of A against B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSeat {
    /// Number of the pair, if games are paired; its two games have the same opening with seats
    /// swapped.
    pub pair: Option<u64>,
    /// The seat of A.
    pub seat_of_a: Seat,
}

/// Counts games and pairs by A's score.
///
/// A pair counts once both of its games are known and have an outcome. A void game and its partner
/// count as void only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    counts: PairCounts,
    games: GameCounts,
    unfinished: u64,
    void: u64,
    without_outcome: u64,
    /// Games whose partner is missing so far, by pair. They are few, since the games of a pair are
    /// played one after the other.
    open: BTreeMap<u64, Half>,
}

/// A game from A's viewpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    /// A's half-points.
    Over(u8),
    Unfinished,
    Void,
}

impl Pairs {
    /// Adds a game. Returns A's half-points in its pair, 0 to 4, if it completes a pair that counts.
    pub fn add(&mut self, seat: MatchSeat, result: GameResult) -> Option<u8> {
        let half = match (result, half_points(result, seat.seat_of_a)) {
            (GameResult::Void, _) => Half::Void,
            (_, None) => Half::Unfinished,
            (_, Some(points)) => Half::Over(points),
        };
        match seat.pair {
            Some(pair) => self.half(pair, half),
            None => {
                self.count(half);
                None
            }
        }
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.counts.merge(&other.counts);
        self.games.merge(&other.games);
        self.unfinished += other.unfinished;
        self.void += other.void;
        self.without_outcome += other.without_outcome;
        for (pair, half) in &other.open {
            self.half(*pair, *half);
        }
    }

    /// Complete pairs by A's score.
    #[must_use]
    pub fn counts(&self) -> PairCounts {
        self.counts
    }

    /// All games with an outcome, those of incomplete pairs included, A's viewpoint.
    #[must_use]
    pub fn games(&self) -> GameCounts {
        self.with_open().games
    }

    /// Games stopped before they were over.
    #[must_use]
    pub fn unfinished(&self) -> u64 {
        self.with_open().unfinished
    }

    /// Games that are void or whose partner is void.
    #[must_use]
    pub fn void(&self) -> u64 {
        self.with_open().void
    }

    /// Pairs that do not count because a game is missing or has no outcome.
    #[must_use]
    pub fn incomplete(&self) -> u64 {
        self.without_outcome + self.open.len() as u64
    }

    /// The same, counting games without partner as single games.
    fn with_open(&self) -> Self {
        let mut all = Self {
            open: BTreeMap::new(),
            ..self.clone()
        };
        self.open.values().for_each(|&half| all.count(half));
        all
    }

    fn count(&mut self, half: Half) {
        match half {
            Half::Over(2) => self.games.wins += 1,
            Half::Over(1) => self.games.draws += 1,
            Half::Over(_) => self.games.losses += 1,
            Half::Unfinished => self.unfinished += 1,
            Half::Void => self.void += 1,
        }
    }

    fn half(&mut self, pair: u64, half: Half) -> Option<u8> {
        let Some(other) = self.open.remove(&pair) else {
            self.open.insert(pair, half);
            return None;
        };
        let halves = match [other, half] {
            halves if halves.contains(&Half::Void) => [Half::Void; 2],
            halves => halves,
        };
        halves.into_iter().for_each(|half| self.count(half));
        match halves {
            [Half::Over(a), Half::Over(b)] => {
                self.counts.add(a + b);
                Some(a + b)
            }
            _ => {
                self.without_outcome += 1;
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(pair: u64, seat_of_a: Seat) -> MatchSeat {
        MatchSeat {
            pair: Some(pair),
            seat_of_a,
        }
    }

    #[test]
    fn swapped_seats_are_counted_from_the_viewpoint_of_a() {
        let mut pairs = Pairs::default();
        pairs.add(seat(0, Seat::First), GameResult::Win(Seat::First));
        pairs.add(seat(0, Seat::Second), GameResult::Win(Seat::Second));
        pairs.add(seat(1, Seat::First), GameResult::Win(Seat::First));
        pairs.add(seat(1, Seat::Second), GameResult::Win(Seat::First));
        assert_eq!(
            pairs.counts(),
            PairCounts {
                ww: 1,
                mid: 1,
                ..PairCounts::default()
            }
        );
        assert_eq!(
            pairs.games(),
            GameCounts {
                wins: 3,
                losses: 1,
                draws: 0
            }
        );
    }

    #[test]
    fn halves_meet_when_merged_and_void_games_spoil_their_pair() {
        let (mut left, mut right) = (Pairs::default(), Pairs::default());
        left.add(seat(0, Seat::First), GameResult::Draw);
        left.add(seat(1, Seat::First), GameResult::Win(Seat::First));
        left.add(seat(2, Seat::First), GameResult::Win(Seat::First));
        right.add(seat(0, Seat::Second), GameResult::Draw);
        right.add(seat(1, Seat::Second), GameResult::Void);
        left.merge(&right);
        assert_eq!(
            left.counts(),
            PairCounts {
                mid: 1,
                ..PairCounts::default()
            }
        );
        assert_eq!(left.incomplete(), 2);
        // The game of pair 1 is in no count, that of pair 2 waits for its partner and is.
        assert_eq!(left.void(), 2);
        assert_eq!(
            left.games(),
            GameCounts {
                wins: 1,
                losses: 0,
                draws: 2
            }
        );
    }
}
