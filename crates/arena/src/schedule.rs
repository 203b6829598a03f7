//! Who plays which game: a pure function of its number.

use flipside_records::{Format, game_seed};
use flipside_rules::hash::mix;

/// What is fixed about a game before it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEntry {
    /// The game's number, from 0.
    pub game: u64,
    /// The number of the pair: both games of a pair have the same opening. Where games are not
    /// paired, each is its own.
    pub pair: u64,
    /// The agents in First's and Second's seat, by number.
    pub players: [u32; 2],
    /// From what the opening is drawn: the same for every tournament with this seed.
    pub opening_seed: u64,
    /// The game's seed.
    pub seed: u64,
    /// The seeds of the agents in First's and Second's seat.
    pub agent_seeds: [u64; 2],
}

/// The order of games of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    seed: u64,
    format: Format,
}

/// Keeps the streams of openings apart from those of games.
const OPENINGS: u64 = 0x6F70_656E_696E_6773;

impl Schedule {
    /// The schedule of a tournament with an experiment's seed.
    #[must_use]
    pub const fn new(seed: u64, format: Format) -> Self {
        Self { seed, format }
    }

    /// The entry of a game.
    #[must_use]
    pub const fn entry(&self, game: u64) -> GameEntry {
        let (pair, players) = match self.format {
            Format::SelfPlay => (game, [0, 0]),
            Format::FixedSeats => (game, [0, 1]),
            Format::Pairs => (
                game / 2,
                if game.is_multiple_of(2) {
                    [0, 1]
                } else {
                    [1, 0]
                },
            ),
        };
        let seed = game_seed(self.seed, game);
        GameEntry {
            game,
            pair,
            players,
            opening_seed: mix(mix(self.seed ^ OPENINGS) ^ pair),
            seed,
            agent_seeds: [mix(seed ^ 1), mix(seed ^ 2)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_share_the_opening_and_swap_seats() {
        let schedule = Schedule::new(9, Format::Pairs);
        for pair in 0..50 {
            let [a, b] = [schedule.entry(2 * pair), schedule.entry(2 * pair + 1)];
            assert_eq!((a.pair, b.pair), (pair, pair));
            assert_eq!(a.opening_seed, b.opening_seed);
            assert_eq!((a.players, b.players), ([0, 1], [1, 0]));
            assert_ne!(a.seed, b.seed);
            assert_ne!(a.opening_seed, schedule.entry(2 * pair + 2).opening_seed);
        }
    }

    #[test]
    fn openings_are_the_same_whoever_plays() {
        let of = |format| Schedule::new(9, format).entry(3).opening_seed;
        assert_eq!(of(Format::SelfPlay), of(Format::FixedSeats));
    }
}
