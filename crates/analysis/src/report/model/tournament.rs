//! Tournaments of more than two agents in a report.

use flipside_stats::advantage::Advantage;
use flipside_stats::bradley_terry::Rating;
use flipside_stats::elo::GameCounts;
use flipside_stats::tally::Tally;
use serde::Serialize;

use super::{AgentFailures, GroupVerdict, Provenance, Stopping, heading, with_distinction};

/// A tournament of more than two agents.
#[derive(Clone, Debug, Serialize)]
pub struct TournamentReport {
    /// Short name for links and folders, like those of groups.
    pub id: String,
    /// The game as in records.
    pub game: String,
    /// The rule set's name as in records.
    pub rules: String,
    /// The format. `None` if unknown (imported games).
    pub format: Option<TournamentFormat>,
    /// The difference from other tournaments of the same game and rules, such as `4 random opening
    /// turns`. `None` if there are no others.
    pub distinction: Option<String>,
    /// The origin of the games.
    pub provenance: Provenance,
    /// The zero of the ratings.
    pub zero: RatingZero,
    /// The agents, the strongest first; those without a rating last.
    pub standings: Vec<Standing>,
    /// The scores of the agents of the rows against those of the columns, both in the order of the
    /// standings. `None` on the diagonal and for agents that never met.
    pub crosstable: Vec<Vec<Option<Meeting>>>,
    /// The number of encounters of two different agents with games.
    pub encounters: u64,
    /// Results of all games.
    pub tally: Tally,
    /// First's share of the points over all games. `None` without finished games.
    pub advantage: Option<Advantage>,
    /// Whether the game is balanced between these agents.
    pub verdict: GroupVerdict,
    /// Runs that may stop before their last game.
    pub stopping: Vec<Stopping>,
}

/// The format of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TournamentFormat {
    /// All agents meet each other.
    RoundRobin,
    /// All agents meet the same one.
    Gauntlet,
}

/// The zero of ratings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "zero", rename_all = "snake_case")]
pub enum RatingZero {
    /// The virtual player of the prior. A margin is that of the distance from the mean of all
    /// rated agents.
    VirtualPlayer,
    /// An agent of the tournament. A margin is that of the distance from it.
    Agent {
        /// Its specification.
        agent: String,
    },
}

/// An agent in a tournament, from its point of view.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    /// Its specification.
    pub agent: String,
    /// Its rating. `None` without games with an outcome, or if the ratings cannot be fitted.
    pub rating: Option<Rating>,
    /// Probability that it is stronger than the next one. `None` for the last one with a rating.
    pub superiority_to_next: Option<f64>,
    /// Its games with an outcome.
    pub games: GameCounts,
    /// Its complete pairs.
    pub pairs: u64,
    /// Its share of the points. `None` without games.
    pub score: Option<f64>,
    /// Its games that were stopped at a limit.
    pub unfinished: u64,
    /// Its void games and those with a void partner.
    pub void: u64,
    /// Its failures.
    pub failures: AgentFailures,
}

/// The score of an agent against another.
#[derive(Clone, Debug, Serialize)]
pub struct Meeting {
    /// The short name of the group with their games.
    pub group: String,
    /// Games with an outcome, from the viewpoint of the agent of the row.
    pub games: GameCounts,
    /// Complete pairs.
    pub pairs: u64,
    /// Share of the points of the agent of the row. `None` without games.
    pub score: Option<f64>,
}

impl TournamentReport {
    /// `Hexflip · standard rules`.
    #[must_use]
    pub fn heading(&self) -> String {
        heading(&self.game, &self.rules)
    }

    /// `round robin`, `gauntlet`, or `tournament` if the format is unknown.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self.format {
            Some(TournamentFormat::RoundRobin) => "round robin",
            Some(TournamentFormat::Gauntlet) => "gauntlet",
            None => "tournament",
        }
    }

    /// `round robin of 5 agents`.
    #[must_use]
    pub fn description(&self) -> String {
        let agents = self.standings.len();
        let description = match &self.zero {
            RatingZero::Agent { agent } => {
                let opponents = agents.saturating_sub(1);
                format!("{} of {opponents} agents against {agent}", self.kind())
            }
            RatingZero::VirtualPlayer => format!("{} of {agents} agents", self.kind()),
        };
        with_distinction(description, self.distinction.as_deref())
    }

    /// `Hexflip · standard rules · round robin of 5 agents`.
    #[must_use]
    pub fn context(&self) -> String {
        format!("{} · {}", self.heading(), self.description())
    }
}
