//! What a report says about tournaments of more than two agents.

use flipside_stats::advantage::Advantage;
use flipside_stats::bradley_terry::Rating;
use flipside_stats::elo::GameCounts;
use flipside_stats::tally::Tally;
use flipside_stats::verdict::Verdict;
use serde::Serialize;

use super::{AgentFailures, Provenance, Stopping, heading};

/// A tournament of more than two agents.
#[derive(Clone, Debug, Serialize)]
pub struct Tournament {
    /// Short name for links and folders, like those of groups.
    pub id: String,
    /// The game as in records.
    pub game: String,
    /// The rule set's name as in records.
    pub rules: String,
    /// Who meets whom. `None` if nothing says so (imported games).
    pub format: Option<TournamentFormat>,
    /// Where the games come from.
    pub provenance: Provenance,
    /// What the ratings are relative to.
    pub zero: RatingZero,
    /// The agents, the strongest first; those without a rating last.
    pub standings: Vec<Standing>,
    /// What each agent scored against each other one, in the order of the standings: rows are the
    /// agents whose score it is. `None` on the diagonal and where two never met.
    pub crosstable: Vec<Vec<Option<Meeting>>>,
    /// How many encounters of two different agents have games.
    pub encounters: u64,
    /// In how many of them one agent wins from either seat, which draws First's share towards one
    /// half.
    pub unequal_encounters: u64,
    /// Results of all games.
    pub tally: Tally,
    /// First's share of the points over all games. `None` without finished games.
    pub advantage: Option<Advantage>,
    /// Whether the game is balanced between these agents.
    pub verdict: Verdict,
    /// Runs that may stop before their last game.
    pub stopping: Vec<Stopping>,
}

/// How a tournament brings its agents together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TournamentFormat {
    /// Everyone meets everyone.
    RoundRobin,
    /// Everyone meets the same one.
    Gauntlet,
}

/// What has 0 Elo.
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

/// One agent in a tournament, from its viewpoint.
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
    /// Its games that are void or whose partner is.
    pub void: u64,
    /// How often it failed.
    pub failures: AgentFailures,
}

/// What an agent scored against another one.
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

impl Tournament {
    /// `Hexflip · standard rules`.
    #[must_use]
    pub fn heading(&self) -> String {
        heading(&self.game, &self.rules)
    }

    /// `round robin`, `gauntlet`, or `tournament` where nothing says how it was played.
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
        match &self.zero {
            RatingZero::Agent { agent } => {
                let opponents = agents.saturating_sub(1);
                format!("{} of {opponents} agents against {agent}", self.kind())
            }
            RatingZero::VirtualPlayer => format!("{} of {agents} agents", self.kind()),
        }
    }

    /// `Hexflip · standard rules · round robin of 5 agents`.
    #[must_use]
    pub fn context(&self) -> String {
        format!("{} · {}", self.heading(), self.description())
    }
}
