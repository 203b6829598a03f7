//! Tournament formats: which agents play each game.

/// A tournament format: which agents play each game, and in which seat.
///
/// In all formats with *pairs*, games 2p and 2p + 1 are pair p: two agents, the same opening, seats
/// swapped. With an odd number of games the last pair has one game only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// One agent plays itself, one game per opening.
    SelfPlay,
    /// Two agents in pairs.
    Pairs,
    /// Two agents, the first always in First's seat, one game per opening.
    FixedSeats,
    /// Every two of several agents, in pairs. All pairings play an opening before the next opening
    /// begins, so that pairings have the same number of games whenever the run stops.
    RoundRobin,
    /// Each of several agents against the first of them, in pairs, opening by opening.
    Gauntlet,
}

/// The position of a game in the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// The number of the pair; if games are not paired, the number of the game.
    pub pair: u64,
    /// The number of the pairing, as for [`Format::pairing`].
    pub pairing: u64,
    /// The number of the opening, equal for all pairings that play it.
    pub opening: u64,
    /// The agents in First's and Second's seat, by number.
    pub players: [u32; 2],
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 5] = [
        Self::SelfPlay,
        Self::Pairs,
        Self::FixedSeats,
        Self::RoundRobin,
        Self::Gauntlet,
    ];

    /// The name in headers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SelfPlay => "selfplay",
            Self::Pairs => "pairs",
            Self::FixedSeats => "fixed-seats",
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
        }
    }

    /// Whether games come in pairs with seats swapped.
    #[must_use]
    pub const fn is_paired(self) -> bool {
        matches!(self, Self::Pairs | Self::RoundRobin | Self::Gauntlet)
    }

    /// The number of pairings of two agents, for a number of agents.
    #[must_use]
    pub const fn pairings(self, agents: u32) -> u64 {
        let agents = agents as u64;
        match self {
            Self::SelfPlay | Self::Pairs | Self::FixedSeats => 1,
            Self::RoundRobin => agents * agents.saturating_sub(1) / 2,
            Self::Gauntlet => agents.saturating_sub(1),
        }
    }

    /// The two agents of a pairing, by number. The first of them has First's seat in the first game
    /// of each pair.
    #[must_use]
    pub const fn pairing(self, agents: u32, number: u64) -> [u32; 2] {
        match self {
            Self::SelfPlay => [0, 0],
            Self::Pairs | Self::FixedSeats => [0, 1],
            Self::Gauntlet => [number as u32 + 1, 0],
            Self::RoundRobin => {
                // 0–1, 0–2, …, 1–2, 1–3, …: the agents before `a` take the numbers before it.
                let (mut a, mut rest) = (0, number);
                while a + 1 < agents && rest >= (agents - 1 - a) as u64 {
                    rest -= (agents - 1 - a) as u64;
                    a += 1;
                }
                [a, a + 1 + rest as u32]
            }
        }
    }

    /// The slot of a game: a pure function of its number, for a number of agents. Zero pairings (see
    /// [`Format::pairings`]) count as one.
    #[must_use]
    pub const fn slot(self, agents: u32, game: u64) -> Slot {
        if !self.is_paired() {
            return Slot {
                pair: game,
                pairing: 0,
                opening: game,
                players: self.pairing(agents, 0),
            };
        }
        let pairings = match self.pairings(agents) {
            0 => 1,
            pairings => pairings,
        };
        let pair = game / 2;
        let [a, b] = self.pairing(agents, pair % pairings);
        Slot {
            pair,
            pairing: pair % pairings,
            opening: pair / pairings,
            players: if game.is_multiple_of(2) {
                [a, b]
            } else {
                [b, a]
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn pairs_share_the_opening_and_swap_seats() {
        for format in Format::ALL.into_iter().filter(|format| format.is_paired()) {
            for agents in 2..7 {
                for pair in 0..100 {
                    let [a, b] = [2 * pair, 2 * pair + 1].map(|game| format.slot(agents, game));
                    assert_eq!((a.pair, b.pair), (pair, pair));
                    assert_eq!(a.opening, b.opening);
                    assert_eq!(a.players, [b.players[1], b.players[0]]);
                    assert_ne!(a.players[0], a.players[1]);
                    assert!(a.players.iter().all(|&player| player < agents));
                }
            }
        }
    }

    #[test]
    fn everyone_meets_everyone_once_per_opening() {
        for agents in 2..9_u32 {
            let pairings = Format::RoundRobin.pairings(agents);
            let mut met: BTreeMap<u64, BTreeSet<[u32; 2]>> = BTreeMap::new();
            for game in (0..2 * pairings * 3).step_by(2) {
                let slot = Format::RoundRobin.slot(agents, game);
                assert!(met.entry(slot.opening).or_default().insert(slot.players));
            }
            let all: BTreeSet<[u32; 2]> = (0..agents)
                .flat_map(|a| (a + 1..agents).map(move |b| [a, b]))
                .collect();
            assert_eq!(met.len(), 3);
            assert!(met.values().all(|round| *round == all), "{agents}");
        }
    }

    #[test]
    fn in_a_gauntlet_everyone_meets_the_first() {
        let players = |game| Format::Gauntlet.slot(4, game).players;
        assert_eq!([0, 1, 2, 4].map(players), [[1, 0], [0, 1], [2, 0], [3, 0]]);
        assert_eq!(Format::Gauntlet.slot(4, 6).opening, 1);
        assert_eq!(players(6), [1, 0]);
    }
}
