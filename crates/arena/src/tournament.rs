//! What is to be played.

use flipside_ai::{BEHAVIOUR_VERSION, Spec};
use flipside_records::{Arrangement, Format, Header};
use flipside_rules::Game;

use crate::{Opening, OpeningError, Schedule};

/// Random opening turns, unless said otherwise.
pub const DEFAULT_OPENING_TURNS: u32 = 2;

/// Turns after which a game is stopped as unfinished, unless said otherwise. Games of both rule
/// pages' standard rules end long before.
pub const DEFAULT_MAX_TURNS: u32 = 1_000;

/// Games per block of the record file where a game takes no time worth mentioning.
const FAST_BLOCK: u32 = Header::GAMES_PER_BLOCK;

/// Games per block where games take long: a kill can cost the games of a block not yet written.
const SLOW_BLOCK: u32 = 16;

/// A tournament of the game `G`.
#[derive(Clone, Debug)]
pub struct Tournament<G: Game> {
    /// The rules.
    pub rules: G::Rules,
    /// One agent for [`Format::SelfPlay`], two for a match.
    pub agents: Vec<Spec>,
    /// Who meets whom.
    pub format: Format,
    /// The openings.
    pub opening: Opening<G>,
    /// The experiment's seed.
    pub seed: u64,
    /// Number of games.
    pub games: u64,
    /// Turns after which a game is stopped as unfinished.
    pub max_turns: u32,
    /// Whether value, nodes and depth of every turn are recorded.
    pub annotate: bool,
}

/// Why a tournament cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TournamentError {
    /// The wrong number of agents.
    #[error("{format} takes {wanted}, not {found}")]
    Agents {
        /// The format.
        format: &'static str,
        /// What it takes.
        wanted: &'static str,
        /// The number of agents given.
        found: usize,
    },
    /// An agent against itself, with seats swapped.
    #[error(
        "both agents are `{0}`: swapped games of equal agents would be copies of one another; give \
         one agent (self-play), or fixed seats"
    )]
    SameAgents(Spec),
    /// Nothing to play.
    #[error("the number of games must be at least 1")]
    NoGames,
    /// No game lasts as long as the opening.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A limit that no game can keep.
    #[error("the limit of {max_turns} turns must be above the {opening_turns} opening turns")]
    MaxTurns {
        /// The limit.
        max_turns: u32,
        /// The opening turns.
        opening_turns: u32,
    },
}

impl<G: Game> Tournament<G> {
    /// Checks what can be checked before anything is played.
    ///
    /// # Errors
    /// If the parts do not go together.
    pub fn check(&self) -> Result<(), TournamentError> {
        let format = match self.format {
            Format::SelfPlay => "self-play",
            _ => "a match",
        };
        match (self.format, self.agents.as_slice()) {
            (Format::SelfPlay, [_]) | (Format::FixedSeats, [_, _]) => {}
            (Format::Pairs, [a, b]) if a == b => {
                return Err(TournamentError::SameAgents(a.clone()));
            }
            (Format::Pairs, [_, _]) => {}
            (Format::SelfPlay, agents) => {
                let found = agents.len();
                return Err(TournamentError::Agents {
                    format,
                    wanted: "one agent",
                    found,
                });
            }
            (_, agents) => {
                let found = agents.len();
                return Err(TournamentError::Agents {
                    format,
                    wanted: "two agents",
                    found,
                });
            }
        }
        if self.games == 0 {
            return Err(TournamentError::NoGames);
        }
        let opening_turns = self.opening.most_turns();
        if self.max_turns <= opening_turns {
            return Err(TournamentError::MaxTurns {
                max_turns: self.max_turns,
                opening_turns,
            });
        }
        // Where the first opening can be drawn, so can the others.
        let start = G::new(self.rules.clone());
        self.opening
            .get(&start, 0, self.schedule().entry(0).opening_seed)?;
        Ok(())
    }

    /// The order of games.
    #[must_use]
    pub const fn schedule(&self) -> Schedule {
        Schedule::new(self.seed, self.format, self.agents.len() as u32)
    }

    /// Whether no agent takes time worth mentioning.
    #[must_use]
    pub fn is_instant(&self) -> bool {
        self.agents.iter().all(Spec::is_instant)
    }

    /// The header of the record file. The number of games is no part of it, so that a finished
    /// tournament can be made longer.
    #[must_use]
    pub fn header(&self) -> Header {
        Header {
            agents: self.agents.iter().map(ToString::to_string).collect(),
            behaviour: BEHAVIOUR_VERSION,
            seed: Some(self.seed),
            schedule: Arrangement {
                format: self.format,
                opening: self.opening.source(),
                max_turns: self.max_turns,
                turn_ms: None,
                stop: None,
                annotated: self.annotate,
            }
            .to_string(),
            games_per_block: if self.is_instant() {
                FAST_BLOCK
            } else {
                SLOW_BLOCK
            },
            ..Header::new::<G>(&self.rules)
        }
    }
}
