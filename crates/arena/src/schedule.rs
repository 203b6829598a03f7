//! The schedule: what is fixed about a game, as a pure function of its number.

use flipside_records::{Format, Slot, game_seed};
use flipside_rules::hash::mix;

/// The settings of a game before it is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEntry {
    /// The game's number, from 0.
    pub game: u64,
    /// Pair, opening and players.
    pub slot: Slot,
    /// Seed of a random opening, the same for every tournament with the same seed.
    pub opening_seed: u64,
    /// The game's seed.
    pub seed: u64,
    /// The seeds of the agents in First's and Second's seat.
    pub agent_seeds: [u64; 2],
}

/// Separates the seeds of openings from those of games.
const OPENINGS: u64 = 0x6F70_656E_696E_6773;

impl GameEntry {
    /// The entry of a game of a tournament with this seed, format and number of agents.
    #[must_use]
    pub const fn new(tournament_seed: u64, format: Format, agents: u32, game: u64) -> Self {
        let slot = format.slot(agents, game);
        let seed = game_seed(tournament_seed, game);
        Self {
            game,
            slot,
            opening_seed: mix(mix(tournament_seed ^ OPENINGS) ^ slot.opening),
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
        let entry = |game| GameEntry::new(9, Format::Pairs, 2, game);
        for pair in 0..50 {
            let [a, b] = [2 * pair, 2 * pair + 1].map(entry);
            assert_eq!(a.opening_seed, b.opening_seed);
            assert_ne!(a.seed, b.seed);
            assert_ne!(a.opening_seed, entry(2 * pair + 2).opening_seed);
        }
    }

    #[test]
    fn openings_are_the_same_whoever_plays() {
        let of = |format, agents, game| GameEntry::new(9, format, agents, game).opening_seed;
        let third = of(Format::SelfPlay, 1, 3);
        assert_eq!(third, of(Format::FixedSeats, 2, 3));
        assert_eq!(third, of(Format::Pairs, 2, 6));
        // Three agents have three pairings, so six games for each opening.
        assert_eq!(third, of(Format::RoundRobin, 3, 18));
        assert_eq!(third, of(Format::Gauntlet, 3, 15));
    }
}
