//! Counts of results by seat.

use flipside_rules::{GameResult, Seat};
use serde::Serialize;

/// First's score in half-points: 2, 1 or 0. `None` if the game has no outcome.
#[must_use]
pub fn first_half_points(result: GameResult) -> Option<u8> {
    match result {
        GameResult::Win(Seat::First) => Some(2),
        GameResult::Draw => Some(1),
        GameResult::Win(Seat::Second) => Some(0),
        GameResult::Unfinished | GameResult::Void => None,
    }
}

/// The score of a seat in half-points: 2, 1 or 0. `None` if the game has no outcome.
#[must_use]
pub fn half_points(result: GameResult, seat: Seat) -> Option<u8> {
    let first = first_half_points(result);
    match seat {
        Seat::First => first,
        Seat::Second => first.map(|points| 2 - points),
    }
}

/// Numbers of games by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games that First won.
    pub first_wins: u64,
    /// Games that Second won.
    pub second_wins: u64,
    /// Games drawn by the rules.
    pub draws: u64,
    /// Games stopped at a limit, excluded from estimates.
    pub unfinished: u64,
    /// Failed games, excluded from estimates.
    pub void: u64,
}

impl Tally {
    /// Counts one game.
    pub fn add(&mut self, result: GameResult) {
        let cell = match result {
            GameResult::Win(Seat::First) => &mut self.first_wins,
            GameResult::Win(Seat::Second) => &mut self.second_wins,
            GameResult::Draw => &mut self.draws,
            GameResult::Unfinished => &mut self.unfinished,
            GameResult::Void => &mut self.void,
        };
        *cell += 1;
    }

    /// Adds the counts of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.first_wins += other.first_wins;
        self.second_wins += other.second_wins;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.void += other.void;
    }

    /// Games with an outcome: won or drawn.
    #[must_use]
    pub fn finished(&self) -> u64 {
        self.first_wins + self.second_wins + self.draws
    }

    /// All games, including those without an outcome.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.finished() + self.unfinished + self.void
    }

    /// First's score over the finished games, in half-points.
    #[must_use]
    pub fn first_half_points(&self) -> u64 {
        2 * self.first_wins + self.draws
    }

    /// First's share: (wins + ½ draws) / finished games. `None` without finished games.
    #[must_use]
    pub fn first_share(&self) -> Option<f64> {
        let finished = self.finished();
        (finished > 0).then(|| self.first_half_points() as f64 / (2.0 * finished as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_without_outcome_are_counted_but_not_estimated() {
        let mut tally = Tally::default();
        assert_eq!(tally.first_share(), None);
        for result in [
            GameResult::Win(Seat::First),
            GameResult::Draw,
            GameResult::Win(Seat::Second),
            GameResult::Win(Seat::First),
            GameResult::Unfinished,
            GameResult::Void,
        ] {
            tally.add(result);
        }
        assert_eq!((tally.games(), tally.finished()), (6, 4));
        assert_eq!(tally.first_share(), Some(0.625));
    }
}
