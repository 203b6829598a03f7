//! Tournaments: rules, agents, number of games and schedule.

use flipside_ai::{BEHAVIOUR_VERSION, PinnedTable, Spec};
use flipside_records::{Format, Header, ScheduleSpec, TableChecksum};
use flipside_rules::{FullGame, RuleSet as _};
use flipside_stats::sprt::SprtError;
use flipside_stats::stopping::StopRule;

use crate::{GameEntry, OpeningError, Openings, Standing, draw};

/// The default number of random opening turns.
pub const DEFAULT_OPENING_TURNS: u32 = 2;

/// The default number of games in which agents may fail before the run ends.
pub const DEFAULT_MAX_FAILURES: u64 = 10;

/// Maximum number of agents.
const MAX_AGENTS: usize = 100;

/// Games per block of the record file if games take almost no time.
const FAST_BLOCK: u32 = Header::GAMES_PER_BLOCK;

/// Games per block if games take long, so that few games wait in a journal.
const SLOW_BLOCK: u32 = 16;

/// A tournament of the game `G`.
#[derive(Clone, Debug)]
pub struct Tournament<G: FullGame> {
    /// The rules.
    pub rules: G::Rules,
    /// One agent for [`Format::SelfPlay`], two for a match, more for the other formats.
    pub agents: Vec<Spec>,
    /// The experiment's seed.
    pub seed: u64,
    /// Number of games; the maximum if the schedule has a stop rule.
    pub games: u64,
    /// How the games are scheduled.
    pub schedule: ScheduleSpec<Openings<G>, PinnedTable>,
}

/// The settings of a tournament are invalid.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TournamentError {
    /// The wrong number of agents.
    #[error("{format} takes {wanted}, not {found}")]
    Agents {
        /// The format.
        format: &'static str,
        /// The expected number of agents.
        wanted: &'static str,
        /// The number of agents given.
        found: usize,
    },
    /// An agent would play itself with seats swapped.
    #[error(
        "agent `{0}` is listed twice: games of equal agents with swapped seats would be copies of \
         one another; remove one, or use self-play or fixed seats"
    )]
    SameAgents(Spec),
    /// There are no games.
    #[error("the number of games must be at least 1")]
    NoGames,
    /// Some pairings would play more games than others.
    #[error(
        "{games} games cannot be divided equally among the pairings: each opening takes {round} \
         games; use {}{}", below(*games, *round), (games / round + 1) * round
    )]
    Uneven {
        /// The number of games.
        games: u64,
        /// Games for each opening.
        round: u64,
    },
    /// No game is as long as the opening.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The turn limit is not above the opening turns.
    #[error("the limit of {max_turns} turns must be above the {opening_turns} opening turns")]
    MaxTurns {
        /// The limit.
        max_turns: u32,
        /// The opening turns.
        opening_turns: u32,
    },
    /// The stop rule does not fit the format.
    #[error("{rule} needs {wanted}")]
    StopRule {
        /// The rule.
        rule: &'static str,
        /// The formats that it fits.
        wanted: &'static str,
    },
    /// The parameters of the sequential test are invalid.
    #[error("the sequential test: {0}")]
    Sprt(#[from] SprtError),
    /// The margin is out of range.
    #[error("the margin must be above 0 and below 50 points, not {0}")]
    Margin(f64),
}

/// The largest valid number of games below, if there is one.
fn below(games: u64, round: u64) -> String {
    match games / round {
        0 => String::new(),
        rounds => format!("{} or ", rounds * round),
    }
}

impl<G: FullGame> Tournament<G> {
    /// Checks the settings.
    ///
    /// # Errors
    /// If the settings are invalid or do not fit together.
    pub fn check(&self) -> Result<(), TournamentError> {
        self.check_agents()?;
        if self.games == 0 {
            return Err(TournamentError::NoGames);
        }
        let round = 2 * self.schedule.format.pairings(self.agents.len() as u32);
        let several = matches!(self.schedule.format, Format::RoundRobin | Format::Gauntlet);
        if several && !self.games.is_multiple_of(round) {
            let games = self.games;
            return Err(TournamentError::Uneven { games, round });
        }
        self.check_stop()?;
        let opening_turns = self.schedule.opening.max_turns();
        if self.schedule.max_turns <= opening_turns {
            return Err(TournamentError::MaxTurns {
                max_turns: self.schedule.max_turns,
                opening_turns,
            });
        }
        // If the first opening can be drawn, so can the others.
        let start = G::new(self.rules.clone());
        let seed = self.entry(0).opening_seed;
        match self.schedule.opening {
            // The turns of agents are not yet known; the game must be long enough for both parts.
            Openings::AfterAgents { .. } => draw(&start, opening_turns, seed)?,
            _ => self.schedule.opening.get(&start, 0, seed)?,
        };
        Ok(())
    }

    fn check_agents(&self) -> Result<(), TournamentError> {
        let found = self.agents.len();
        let (format, wanted, range) = match self.schedule.format {
            Format::SelfPlay => ("self-play", "one agent", 1..=1),
            Format::Pairs | Format::FixedSeats => ("a match", "two agents", 2..=2),
            Format::RoundRobin => ("a round robin", "2 to 100 agents", 2..=MAX_AGENTS),
            Format::Gauntlet => (
                "a gauntlet",
                "2 to 100 agents, the base first",
                2..=MAX_AGENTS,
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
        match twice.filter(|_| self.schedule.format.is_paired()) {
            Some(i) => Err(TournamentError::SameAgents(self.agents[i].clone())),
            None => Ok(()),
        }
    }

    fn check_stop(&self) -> Result<(), TournamentError> {
        match self.schedule.stop {
            None => {}
            Some(StopRule::Sprt { .. }) if self.schedule.format != Format::Pairs => {
                return Err(TournamentError::StopRule {
                    rule: "a sequential test of strength",
                    wanted: "a match with swapped seats",
                });
            }
            Some(StopRule::Sprt { .. }) => {}
            Some(StopRule::Balance { margin, .. }) => {
                if !matches!(self.schedule.format, Format::SelfPlay | Format::Pairs) {
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

    /// Warnings to show before the games are played.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        for spec in self.agents.iter().filter(|spec| !spec.is_reproducible()) {
            warnings.push(format!(
                "{spec} has a time budget or is an external engine, so these games are not \
                 reproducible"
            ));
        }
        if self.schedule.turn_ms.is_some() {
            warnings.push(
                "with a time limit per turn, games depend on the speed of the machine".to_string(),
            );
        }
        if let Some(table) = &self.schedule.adjudication {
            warnings.push(format!(
                "games end as soon as {table} knows the winner: scores show who reaches a won \
                 position, not who can convert it; an opening that is already won decides its games, \
                 so balanced openings are more informative"
            ));
        }
        warnings.extend(self.given_special_turns());
        if let Openings::List(book) = &self.schedule.opening {
            let last = self.entry(self.games - 1).slot.opening;
            if last >= book.count() {
                warnings.push(format!(
                    "the list has {} openings and {} are needed, so openings are repeated: games \
                     with the same opening carry less information than games with others",
                    book.count(),
                    last + 1
                ));
            }
        }
        warnings
    }

    /// A warning if an opening determines turns that a special rule applies to.
    fn given_special_turns(&self) -> Option<String> {
        let special = self.rules.special_turns();
        let given =
            self.schedule.opening.agent_turns()..self.schedule.opening.max_turns().min(special);
        if given.is_empty() {
            return None;
        }
        let whence = match self.schedule.opening {
            Openings::List(_) => "come from the list of openings",
            Openings::Random { .. } | Openings::AfterAgents { .. } => "are drawn at random",
        };
        Some(format!(
            "the rules `{}` apply to the first {}, of which {} {whence}, so the games do not test \
             that choice; leave them to the agents (--agents-open {special}, or agents_open = \
             {special} in an experiment file)",
            self.rules.name(),
            match special {
                1 => "turn".to_string(),
                _ => format!("{special} turns"),
            },
            given.len(),
        ))
    }

    /// Number of games per opening.
    #[must_use]
    pub const fn games_per_opening(&self) -> u64 {
        match self.schedule.format.is_paired() {
            true => 2 * self.schedule.format.pairings(self.agents.len() as u32),
            false => 1,
        }
    }

    /// The entry of a game in the schedule.
    #[must_use]
    pub const fn entry(&self, game: u64) -> GameEntry {
        GameEntry::new(
            self.seed,
            self.schedule.format,
            self.agents.len() as u32,
            game,
        )
    }

    /// The standing before the first game.
    ///
    /// # Errors
    /// If the parameters of the stop rule are invalid.
    pub fn standing(&self) -> Result<Standing, TournamentError> {
        let agents = self.agents.len() as u32;
        Ok(Standing::new(&self.spec(), agents)?)
    }

    /// Whether all agents play almost instantly.
    #[must_use]
    pub fn is_instant(&self) -> bool {
        self.agents.iter().all(Spec::is_instant)
    }

    fn spec(&self) -> ScheduleSpec {
        let table = self.schedule.adjudication.as_ref();
        let checksum = table.map(|table| TableChecksum(table.checksum()));
        self.schedule.with(self.schedule.opening.source(), checksum)
    }

    /// The header of the record file. It does not include the number of games, so that a finished
    /// tournament can be extended.
    #[must_use]
    pub fn header(&self) -> Header {
        Header {
            agents: self.agents.iter().map(ToString::to_string).collect(),
            behaviour: BEHAVIOUR_VERSION,
            seed: Some(self.seed),
            schedule: self.spec().to_string(),
            games_per_block: if self.is_instant() {
                FAST_BLOCK
            } else {
                SLOW_BLOCK
            },
            ..Header::new::<G>(&self.rules)
        }
    }
}
