//! The sample from which First's advantage is estimated.

use crate::seats::{SeatCounts, SeatUnit};
use crate::strata::Strata;
use crate::units::{Unit, UnitSums};
use flipside_rules::{GameResult, Seat};

/// The source of openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpeningSampling {
    /// Drawn for each unit, so that units are independent even if openings repeat.
    #[default]
    Drawn,
    /// From a list, or of unknown origin: openings are clusters, a sample of all possible lists.
    Listed,
}

/// Games that count together: a pair, or a single game if games are not paired.
#[derive(Clone, Copy, Debug)]
pub struct UnitGames<'a> {
    /// The number of their unit in the schedule. The games of a unit are consecutive.
    pub unit: u64,
    /// Hash of their opening, up to the board's symmetries.
    pub opening: u64,
    /// The seat of the first agent in the first of the games; in the second one seats are swapped.
    pub seat_of_a: Seat,
    /// Their results.
    pub results: &'a [GameResult],
    /// Hashes of the games, equal for games that a symmetry of the board maps onto each other.
    pub hashes: &'a [u64],
}

/// Games that are sampled together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SampleUnit {
    /// Hash of their opening, up to the board's symmetries.
    pub opening: u64,
    /// Results by seat.
    pub games: Unit,
    /// Pairs by the seat that won them.
    pub seats: SeatUnit,
}

impl SampleUnit {
    /// A game, or both games of a pair with seats swapped. Void games and their partners are not
    /// counted.
    #[must_use]
    pub fn of(opening: u64, results: &[GameResult]) -> Self {
        let is_void = results.contains(&GameResult::Void);
        Self {
            opening,
            games: if is_void {
                Unit::default()
            } else {
                Unit::of(results)
            },
            seats: match *results {
                [one, other] => SeatUnit::of_pair([one, other]),
                _ => SeatUnit::default(),
            },
        }
    }

    /// Adds games of the same unit.
    pub fn join(&mut self, other: &Self) {
        self.games.join(&other.games);
        self.seats.join(&other.seats);
    }
}

/// Results by unit and by opening. Mergeable in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    units: UnitSums,
    seat_units: UnitSums,
    /// Pairs by the seat that won them.
    pub seats: SeatCounts,
    /// Units by opening.
    pub by_opening: Strata,
    seats_by_opening: Strata,
}

impl Sample {
    /// Adds a unit.
    pub fn add(&mut self, unit: &SampleUnit, openings: OpeningSampling) {
        self.units.add(&unit.games);
        unit.seats.add_to(&mut self.seat_units);
        self.seats.merge(&unit.seats.counts);
        self.by_opening.add(unit.opening, &unit.games);
        if openings == OpeningSampling::Listed {
            let counts = &unit.seats.counts;
            let decisive = Unit {
                games: counts.decisive(),
                half_points: 2 * counts.first_both,
                // Pairs without an outcome could go to either seat.
                unfinished: counts.unfinished,
            };
            self.seats_by_opening.add(unit.opening, &decisive);
        }
    }

    /// Adds the units of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.units.merge(&other.units);
        self.seat_units.merge(&other.seat_units);
        self.seats.merge(&other.seats);
        self.by_opening.merge(&other.by_opening);
        self.seats_by_opening.merge(&other.seats_by_opening);
    }

    /// The sums for First's share. With fewer than two listed openings the units are not clustered,
    /// and the estimate holds for that opening only.
    #[must_use]
    pub fn share(&self, openings: OpeningSampling) -> UnitSums {
        choose(openings, &self.units, &self.by_opening)
    }

    /// The sums over pairs that one seat won twice.
    #[must_use]
    pub fn decisive_pairs(&self, openings: OpeningSampling) -> UnitSums {
        choose(openings, &self.seat_units, &self.seats_by_opening)
    }

    /// Units in the order of the schedule.
    #[must_use]
    pub fn units(&self) -> &UnitSums {
        &self.units
    }
}

fn choose(openings: OpeningSampling, units: &UnitSums, by_opening: &Strata) -> UnitSums {
    match openings {
        OpeningSampling::Drawn => *units,
        OpeningSampling::Listed => {
            let clusters = by_opening.clusters();
            if clusters.finished.units < 2 {
                *units
            } else {
                clusters
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flipside_rules::Seat;

    const FIRST: GameResult = GameResult::Win(Seat::First);
    const SECOND: GameResult = GameResult::Win(Seat::Second);

    #[test]
    fn drawn_openings_leave_units_independent_and_listed_ones_do_not() {
        let mut sample = Sample::default();
        for unit in 0..1_000 {
            let results = [if unit % 2 == 0 { FIRST } else { SECOND }];
            sample.add(&SampleUnit::of(unit % 4, &results), OpeningSampling::Listed);
        }
        let error = |openings| sample.share(openings).finished.variance().unwrap().sqrt();
        assert!((error(OpeningSampling::Drawn) - 0.0158).abs() < 1e-4);
        // Two openings always won, two always lost.
        assert!((error(OpeningSampling::Listed) - 0.2887).abs() < 1e-4);
    }

    #[test]
    fn void_games_take_their_partners_with_them() {
        let unit = SampleUnit::of(1, &[FIRST, GameResult::Void]);
        assert_eq!(
            (unit.games, unit.seats),
            (Unit::default(), SeatUnit::default())
        );
        let mut joined = SampleUnit::of(7, &[FIRST, FIRST]);
        joined.join(&SampleUnit::of(7, &[FIRST, SECOND]));
        let mut sample = Sample::default();
        sample.add(&joined, OpeningSampling::Drawn);
        let share = sample.share(OpeningSampling::Drawn).finished;
        assert_eq!((share.units, share.games, share.half_points), (1, 4, 6));
        assert_eq!(sample.seats.first_both, 1);
        assert_eq!(
            sample.decisive_pairs(OpeningSampling::Drawn).finished.games,
            1
        );
    }

    #[test]
    fn one_listed_opening_speaks_for_itself() {
        let mut sample = Sample::default();
        for game in 0..100 {
            let results = [if game % 3 == 0 { FIRST } else { SECOND }];
            sample.add(&SampleUnit::of(5, &results), OpeningSampling::Listed);
        }
        assert_eq!(sample.share(OpeningSampling::Listed).finished.units, 100);
    }
}
