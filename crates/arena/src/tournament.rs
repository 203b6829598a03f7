//! What is to be played.

use std::time::Duration;

use flipside_ai::{BEHAVIOUR_VERSION, PinnedTable, Spec};
use flipside_records::{Arrangement, Format, Header, StopRule, TableChecksum};
use flipside_rules::Game;
use flipside_stats::sprt::SprtError;

use crate::{Opening, OpeningError, Schedule, Standing};

/// Random opening turns, unless said otherwise.
pub const DEFAULT_OPENING_TURNS: u32 = 2;

/// Turns after which a game is stopped as unfinished, unless said otherwise. Games of both rule
/// pages' standard rules end long before.
pub const DEFAULT_MAX_TURNS: u32 = 1_000;

/// Games in which agents may fail before the run ends, unless said otherwise.
pub const DEFAULT_MAX_FAILURES: u64 = 10;

/// The most agents that a tournament has.
const MOST_AGENTS: usize = 100;

/// Games per block of the record file where a game takes no time worth mentioning.
const FAST_BLOCK: u32 = Header::GAMES_PER_BLOCK;

/// Games per block where games take long, so that little has to wait in a journal.
const SLOW_BLOCK: u32 = 16;

/// A tournament of the game `G`.
#[derive(Clone, Debug)]
pub struct Tournament<G: Game> {
    /// The rules.
    pub rules: G::Rules,
    /// One agent for [`Format::SelfPlay`], two for a match, more for the other formats.
    pub agents: Vec<Spec>,
    /// Who meets whom.
    pub format: Format,
    /// The openings.
    pub opening: Opening<G>,
    /// The experiment's seed.
    pub seed: u64,
    /// Number of games; the most games where a rule to stop may decide before.
    pub games: u64,
    /// Turns after which a game is stopped as unfinished.
    pub max_turns: u32,
    /// The longest time for a turn; who takes longer loses the game.
    pub turn_limit: Option<Duration>,
    /// When the run stops before its last game.
    pub stop: Option<StopRule>,
    /// The table by which games are decided before they are over, once their opening has been
    /// played.
    pub adjudication: Option<PinnedTable>,
    /// Whether value, nodes and depth of every turn are recorded.
    pub annotate: bool,
}

/// Why a tournament cannot be played.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
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
        "the agent `{0}` stands there twice: swapped games of equal agents would be copies of one \
         another; leave one out, or use self-play or fixed seats"
    )]
    SameAgents(Spec),
    /// Nothing to play.
    #[error("the number of games must be at least 1")]
    NoGames,
    /// Some would meet more often than others.
    #[error(
        "{games} games are not the same number for everyone: each opening takes {round} games; \
         {}{} would be", below(*games, *round), (games / round + 1) * round
    )]
    Uneven {
        /// The number of games.
        games: u64,
        /// Games for each opening.
        round: u64,
    },
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
    /// The rule to stop does not go with the format.
    #[error("{rule} goes with {wanted}")]
    StopRule {
        /// The rule.
        rule: &'static str,
        /// The formats that it goes with.
        wanted: &'static str,
    },
    /// The rule to stop is no test.
    #[error("the sequential test: {0}")]
    Sprt(#[from] SprtError),
    /// A margin that nothing or everything lies within.
    #[error("the margin must be above 0 and below 50 points, not {0}")]
    Margin(f64),
}

/// The even number of games below, if there is one.
fn below(games: u64, round: u64) -> String {
    match games / round {
        0 => String::new(),
        rounds => format!("{} or ", rounds * round),
    }
}

impl<G: Game> Tournament<G> {
    /// Checks what can be checked before anything is played.
    ///
    /// # Errors
    /// If the parts do not go together.
    pub fn check(&self) -> Result<(), TournamentError> {
        self.check_agents()?;
        if self.games == 0 {
            return Err(TournamentError::NoGames);
        }
        let round = 2 * self.format.pairings(self.agents.len() as u32);
        let several = matches!(self.format, Format::RoundRobin | Format::Gauntlet);
        if several && !self.games.is_multiple_of(round) {
            let games = self.games;
            return Err(TournamentError::Uneven { games, round });
        }
        self.check_stop()?;
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

    fn check_agents(&self) -> Result<(), TournamentError> {
        let found = self.agents.len();
        let (format, wanted, range) = match self.format {
            Format::SelfPlay => ("self-play", "one agent", 1..=1),
            Format::Pairs | Format::FixedSeats => ("a match", "two agents", 2..=2),
            Format::RoundRobin => ("a round robin", "2 to 100 agents", 2..=MOST_AGENTS),
            Format::Gauntlet => (
                "a gauntlet",
                "2 to 100 agents, the base first",
                2..=MOST_AGENTS,
            ),
        };
        if !range.contains(&found) {
            return Err(TournamentError::Agents {
                format,
                wanted,
                found,
            });
        }
        let twice = (1..found).find(|&i| self.agents[..i].contains(&self.agents[i]));
        match twice.filter(|_| self.format.is_paired()) {
            Some(i) => Err(TournamentError::SameAgents(self.agents[i].clone())),
            None => Ok(()),
        }
    }

    fn check_stop(&self) -> Result<(), TournamentError> {
        match self.stop {
            None => {}
            Some(StopRule::Sprt { .. }) if self.format != Format::Pairs => {
                return Err(TournamentError::StopRule {
                    rule: "a sequential test of strength",
                    wanted: "a match with swapped seats",
                });
            }
            Some(StopRule::Sprt { .. }) => {}
            Some(StopRule::Balance { margin, .. }) => {
                if !matches!(self.format, Format::SelfPlay | Format::Pairs) {
                    return Err(TournamentError::StopRule {
                        rule: "stopping once First's advantage is decided",
                        wanted: "self-play or a match with swapped seats",
                    });
                }
                if !(margin > 0.0 && margin < 0.5) {
                    return Err(TournamentError::Margin(margin * 100.0));
                }
            }
        }
        self.standing()?;
        Ok(())
    }

    /// What is no error, but should be known before it is played.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        for spec in self.agents.iter().filter(|spec| !spec.is_reproducible()) {
            warnings.push(format!(
                "{spec} has a budget in time or is a program of its own, so these games cannot be \
                 reproduced"
            ));
        }
        if self.turn_limit.is_some() {
            warnings.push(
                "with a limit of time for turns, games depend on the speed of the machine"
                    .to_string(),
            );
        }
        if let Some(table) = &self.adjudication {
            warnings.push(format!(
                "games end as soon as {table} says who wins: scores tell who comes to stand better, \
                 not who could have won from there; and an opening that is won already decides its \
                 games, so drawn openings say more"
            ));
        }
        if let Opening::List(book) = &self.opening {
            let last = self.schedule().entry(self.games - 1).place.opening;
            if last >= book.count() {
                warnings.push(format!(
                    "the list has {} openings and {} are needed, so it begins again: games with \
                     the same opening say less than as many with others",
                    book.count(),
                    last + 1
                ));
            }
        }
        warnings
    }

    /// The order of games.
    #[must_use]
    pub const fn schedule(&self) -> Schedule {
        Schedule::new(self.seed, self.format, self.agents.len() as u32)
    }

    /// How things stand before the first game.
    ///
    /// # Errors
    /// If the rule to stop is no test.
    pub fn standing(&self) -> Result<Standing, TournamentError> {
        let agents = self.agents.len() as u32;
        Ok(Standing::new(&self.arrangement(), agents)?)
    }

    /// Whether no agent takes time worth mentioning.
    #[must_use]
    pub fn is_instant(&self) -> bool {
        self.agents.iter().all(Spec::is_instant)
    }

    fn arrangement(&self) -> Arrangement {
        Arrangement {
            format: self.format,
            opening: self.opening.source(),
            max_turns: self.max_turns,
            turn_ms: self.turn_limit.map(|limit| limit.as_millis() as u64),
            stop: self.stop,
            adjudication: (self.adjudication.as_ref()).map(|table| TableChecksum(table.checksum())),
            annotated: self.annotate,
        }
    }

    /// The header of the record file. The number of games is no part of it, so that a finished
    /// tournament can be made longer.
    #[must_use]
    pub fn header(&self) -> Header {
        Header {
            agents: self.agents.iter().map(ToString::to_string).collect(),
            behaviour: BEHAVIOUR_VERSION,
            seed: Some(self.seed),
            schedule: self.arrangement().to_string(),
            games_per_block: if self.is_instant() {
                FAST_BLOCK
            } else {
                SLOW_BLOCK
            },
            ..Header::new::<G>(&self.rules)
        }
    }
}
