//! Who plays which game: a pure function of its number.

use flipside_records::{Format, Place, game_seed};
use flipside_rules::hash::mix;

/// What is fixed about a game before it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEntry {
    /// The game's number, from 0.
    pub game: u64,
    /// Pair, opening and players.
    pub place: Place,
    /// From what a random opening is drawn: the same for every tournament with this seed.
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
    agents: u32,
}

/// Keeps the streams of openings apart from those of games.
const OPENINGS: u64 = 0x6F70_656E_696E_6773;

impl Schedule {
    /// The schedule of a tournament with an experiment's seed and a number of agents.
    #[must_use]
    pub const fn new(seed: u64, format: Format, agents: u32) -> Self {
        Self {
            seed,
            format,
            agents,
        }
    }

    /// The entry of a game.
    #[must_use]
    pub const fn entry(&self, game: u64) -> GameEntry {
        let place = self.format.place(self.agents, game);
        let seed = game_seed(self.seed, game);
        GameEntry {
            game,
            place,
            opening_seed: mix(mix(self.seed ^ OPENINGS) ^ place.opening),
            seed,
            agent_seeds: [mix(seed ^ 1), mix(seed ^ 2)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_belong_to_games_and_openings_to_rounds() {
        let schedule = Schedule::new(9, Format::Pairs, 2);
        for pair in 0..50 {
            let [a, b] = [2 * pair, 2 * pair + 1].map(|game| schedule.entry(game));
            assert_eq!(a.opening_seed, b.opening_seed);
            assert_ne!(a.seed, b.seed);
            assert_ne!(a.opening_seed, schedule.entry(2 * pair + 2).opening_seed);
        }
    }

    #[test]
    fn openings_are_the_same_whoever_plays() {
        let of = |format, agents, game| Schedule::new(9, format, agents).entry(game).opening_seed;
        let third = of(Format::SelfPlay, 1, 3);
        assert_eq!(third, of(Format::FixedSeats, 2, 3));
        assert_eq!(third, of(Format::Pairs, 2, 6));
        // Three agents have three encounters, so six games for each opening.
        assert_eq!(third, of(Format::RoundRobin, 3, 18));
        assert_eq!(third, of(Format::Gauntlet, 3, 15));
    }
}
