//! Pairs of games in a match of A against B.

use std::collections::BTreeMap;

use crate::elo::{GameCounts, PairCounts};
use flipside_records::GameResult;
use flipside_rules::Seat;

use crate::tally::first_half_points;

/// Where a game belongs in a match of A against B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSeat {
    /// Number of the pair, if games are paired; its two games have the same opening with seats
    /// swapped.
    pub pair: Option<u64>,
    /// The seat of A.
    pub seat_of_a: Seat,
}

/// Counts pairs by A's score. A pair counts once both of its games are there and have an outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    counts: PairCounts,
    games: GameCounts,
    without_outcome: u64,
    /// Pairs of which one game is missing, with A's half-points in the other one. Few, as the
    /// games of a pair are played one after the other.
    open: BTreeMap<u64, Option<u8>>,
}

impl Pairs {
    /// Adds one game.
    pub fn add(&mut self, pairing: MatchSeat, result: GameResult) {
        let first = first_half_points(result);
        let of_a = match pairing.seat_of_a {
            Seat::First => first,
            Seat::Second => first.map(|half_points| 2 - half_points),
        };
        match of_a {
            Some(2) => self.games.wins += 1,
            Some(1) => self.games.draws += 1,
            Some(_) => self.games.losses += 1,
            None => {}
        }
        if let Some(pair) = pairing.pair {
            self.half(pair, of_a);
        }
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.counts.merge(&other.counts);
        self.games.merge(&other.games);
        self.without_outcome += other.without_outcome;
        for (pair, half_points) in &other.open {
            self.half(*pair, *half_points);
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
        self.games
    }

    /// Pairs that count nowhere: a game is missing or has no outcome.
    #[must_use]
    pub fn incomplete(&self) -> u64 {
        self.without_outcome + self.open.len() as u64
    }

    fn half(&mut self, pair: u64, half_points: Option<u8>) {
        match (self.open.remove(&pair), half_points) {
            (None, _) => {
                self.open.insert(pair, half_points);
            }
            (Some(Some(a)), Some(b)) => self.counts.add(a + b),
            (Some(_), _) => self.without_outcome += 1,
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
    }
}
