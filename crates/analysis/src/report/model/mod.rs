//! Every number of a report, as it is written to `report.json`.

mod accuracy;
mod stopping;
mod tournament;

pub use accuracy::{
    Accuracy, AgentAccuracy, JudgingTable, OpeningValues, OpeningsOfValue, PhaseAccuracy,
    TurnAccuracy,
};
pub use stopping::{BalanceLooks, SprtCourse, Stopping};
pub use tournament::{Meeting, RatingZero, Standing, Tournament, TournamentFormat};

use serde::Serialize;

pub use crate::accumulate::Proven;

use crate::accumulate::Failures;
use crate::plot::charts::branching::BranchingPoint;
use flipside_stats::advantage::Advantage;
use flipside_stats::cumulative::CumulativePoint;
use flipside_stats::distinct::DistinctCount;
use flipside_stats::elo::{EloEstimate, GameCounts, PairCounts};
use flipside_stats::histogram::{Histogram, Summary};
use flipside_stats::tally::Tally;
use flipside_stats::two_sample::Comparison;
use flipside_stats::verdict::Verdict;

/// Version of the layout of `report.json`; raised when a field changes its meaning or goes away.
pub const FORMAT_VERSION: u32 = 1;

/// A whole report.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Heading of the page.
    pub title: String,
    /// What it is about, in a sentence; may be empty.
    pub description: String,
    /// Version of the program that made the report.
    pub program_version: String,
    /// The command that made it, as typed. `None` if it was not made from a command line.
    pub command: Option<String>,
    /// Shares within this distance of one half count as balanced.
    pub margin: f64,
    /// The table by which games of Hexflip were judged. `None` without one.
    pub table: Option<JudgingTable>,
    /// Tournaments of more than two agents; the games of every two of them are a group.
    pub tournaments: Vec<Tournament>,
    /// The groups of games, in the order of the page.
    pub groups: Vec<Group>,
}

/// Games of one game, rule set and pairing of agents.
#[derive(Clone, Debug, Serialize)]
pub struct Group {
    /// Short name for links and folders: lower-case letters, digits and hyphens, unique in the
    /// report.
    pub id: String,
    /// The game as in records, such as `hexflip`.
    pub game: String,
    /// The rule set's name as in records, such as `standard`.
    pub rules: String,
    /// The short name of the tournament that the games are a part of, if there is one.
    pub tournament: Option<String>,
    /// Who played.
    pub players: Players,
    /// Where the games come from.
    pub provenance: Provenance,
    /// Results of all games. The partners of void games count as void.
    pub tally: Tally,
    /// How often each agent failed.
    pub failures: Vec<AgentFailures>,
    /// Runs that may stop before their last game.
    pub stopping: Vec<Stopping>,
    /// First's share of the points. `None` without finished games.
    pub advantage: Option<Advantage>,
    /// Whether the game is balanced between these agents.
    pub verdict: Verdict,
    /// Comparison of two seeds. `None` if there was only one.
    pub control: Option<Control>,
    /// Distinct finished games.
    pub distinct: DistinctGames,
    /// Game lengths in turns.
    pub lengths: Lengths,
    /// Results by reason of the ending, the most frequent first.
    pub endings: Vec<Ending>,
    /// Games that were adjudicated before an agent had made a turn.
    pub decided_by_opening: u64,
    /// Legal turns by turn of the game, as long as ten games or more got there.
    pub branching: Vec<BranchingPoint>,
    /// Results by opening. `None` if all games started from the initial position.
    pub openings: Option<Openings>,
    /// Results by the first turn of the opening. `None` if all games started from the initial
    /// position.
    pub first_turns: Option<Openings>,
    /// Openings by what a table says of them. `None` without a table, and if all games started from
    /// the initial position.
    pub opening_values: Option<OpeningValues>,
    /// First's share over the games so far.
    pub cumulative: Vec<CumulativePoint>,
    /// Further distributions that this game has, such as the margin.
    pub distributions: Vec<Distribution>,
    /// Strength of the agents relative to each other. `None` unless two agents swapped seats.
    pub strength: Option<Strength>,
    /// How well turns were chosen. `None` without a table that says so.
    pub accuracy: Option<Accuracy>,
}

/// Who played the games of a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Players {
    /// One agent in both seats.
    SelfPlay {
        /// Its specification.
        agent: String,
    },
    /// Two agents that swap seats.
    Match {
        /// The agent from whose viewpoint the match is reported.
        a: String,
        /// The other one.
        b: String,
    },
    /// Two agents that keep their seats.
    FixedSeats {
        /// The agent in First's seat.
        first: String,
        /// The agent in Second's seat.
        second: String,
    },
}

impl Players {
    /// `mcts against itself`, `mcts against greedy`.
    #[must_use]
    pub fn description(&self) -> String {
        match self {
            Self::SelfPlay { agent } => format!("{agent} against itself"),
            Self::Match { a, b } => format!("{a} against {b}"),
            Self::FixedSeats { first, second } => {
                format!("{first} as First against {second} as Second")
            }
        }
    }
}

/// How often an agent failed.
#[derive(Clone, Debug, Serialize)]
pub struct AgentFailures {
    /// Its specification.
    pub agent: String,
    /// Its games, those without an outcome included. A game against itself is one.
    pub games: u64,
    /// In how many it failed.
    pub failures: Failures,
}

/// Where the games of a group come from, and how to play them again.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Provenance {
    /// Record files, by name without folders.
    pub files: Vec<String>,
    /// Seeds of the runs.
    pub seeds: Vec<u64>,
    /// Games recorded.
    pub games_recorded: u64,
    /// Turns at the start of each game that were random. `None` if not known (imported games), or
    /// if openings come from a list.
    pub opening_turns: Option<u32>,
    /// The list that openings come from. `None` if they don't.
    pub opening_list: Option<OpeningList>,
    /// Checksums of the tables by which games were decided before they were over.
    pub adjudication_tables: Vec<String>,
    /// Files of runs that have not come to their end.
    pub unfinished_files: u64,
    /// Fingerprints of the configurations.
    pub fingerprints: Vec<String>,
    /// Version of the agents' behaviour: equal versions play equal games.
    pub behaviour_version: u32,
    /// Commands that play the games again, as far as known.
    pub commands: Vec<String>,
}

/// A list of openings, which is played one after the other and from the beginning again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpeningList {
    /// Hash of its openings.
    pub hash: String,
    /// How many there are.
    pub count: u64,
    /// How many the games of a run asked for, at the most.
    pub asked: u64,
}

/// Two seeds of one configuration compared.
#[derive(Clone, Debug, Serialize)]
pub struct Control {
    /// The first seed.
    pub seed: u64,
    /// First's share with this seed.
    pub share: f64,
    /// Finished games with this seed.
    pub games: u64,
    /// The seeds it is compared with, taken together.
    pub other_seeds: Vec<u64>,
    /// First's share with those.
    pub other_share: f64,
    /// Finished games with those.
    pub other_games: u64,
    /// The test.
    pub comparison: Comparison,
}

/// How many of the finished games are distinct.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct DistinctGames {
    /// Games that differ in at least one turn.
    pub games: DistinctCount,
    /// Games that differ by more than a symmetry of the board.
    pub up_to_symmetry: DistinctCount,
}

/// Game lengths.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Lengths {
    /// Of all finished games.
    pub all: Counts,
    /// Of games that First won.
    pub first_won: Counts,
    /// Of games that Second won.
    pub second_won: Counts,
    /// Of drawn games.
    pub drawn: Counts,
}

/// A histogram with its figures.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Counts {
    /// Mean, median and the like. `None` if empty.
    pub summary: Option<Summary>,
    /// Values and how often each occurred.
    pub histogram: Histogram,
}

impl From<Histogram> for Counts {
    fn from(histogram: Histogram) -> Self {
        Self {
            summary: histogram.summary(),
            histogram,
        }
    }
}

/// Games that ended for one reason.
#[derive(Clone, Debug, Serialize)]
pub struct Ending {
    /// The reason in words.
    pub reason: String,
    /// Their results.
    pub tally: Tally,
}

impl Ending {
    /// The reason of games that were decided before they were over.
    pub(crate) const ADJUDICATED: &str = "adjudicated";
}

/// Results by opening.
#[derive(Clone, Debug, Serialize)]
pub struct Openings {
    /// Number of openings, up to the board's symmetries. `None` if too many to tell apart.
    pub count: Option<u64>,
    /// The most frequent ones.
    pub most_frequent: Vec<OpeningResult>,
    /// All others together. `None` if there are none or too many to tell apart.
    pub others: Option<OpeningResult>,
}

/// Results from one opening, or from several together.
#[derive(Clone, Debug, Serialize)]
pub struct OpeningResult {
    /// The opening as text.
    pub opening: String,
    /// Results.
    pub tally: Tally,
    /// First's share. `None` without finished games.
    pub advantage: Option<Advantage>,
    /// What a table says of the position after the opening. `None` without a table, and of several
    /// openings together.
    pub proven: Option<Proven>,
}

/// A distribution that not every game has.
#[derive(Clone, Debug, Serialize)]
pub struct Distribution {
    /// Short name: lower-case letters and hyphens.
    pub name: String,
    /// Title of its plot.
    pub title: String,
    /// The quantity with its unit and viewpoint.
    pub quantity: String,
    /// What is counted: singular and plural.
    pub counted: (String, String),
    /// Whether its sign says who is ahead, from First's viewpoint.
    pub signed: bool,
    /// How to read it.
    pub caption: String,
    /// Values and figures.
    pub counts: Counts,
}

/// Strength of agent A relative to agent B, A's viewpoint.
#[derive(Clone, Debug, Serialize)]
pub struct Strength {
    /// The agent whose viewpoint it is.
    pub a: String,
    /// The other agent.
    pub b: String,
    /// Complete pairs by A's score.
    pub pairs: PairCounts,
    /// Pairs that count nowhere, as a game is missing or has no outcome.
    pub incomplete_pairs: u64,
    /// All games with an outcome.
    pub games: GameCounts,
    /// Estimate from the pairs, or from the games if there are no complete pairs. `None` without
    /// games.
    pub estimate: Option<EloEstimate>,
}

/// `Hexflip · standard rules`.
pub(crate) fn heading(game: &str, rules: &str) -> String {
    let game = match game {
        "hexflip" => "Hexflip",
        "sayu" => "Sayū",
        other => other,
    };
    match rules {
        "standard" => format!("{game} · standard rules"),
        variant => format!("{game} · rules {variant}"),
    }
}

impl Group {
    /// `Hexflip · standard rules`.
    #[must_use]
    pub fn heading(&self) -> String {
        heading(&self.game, &self.rules)
    }

    /// `Hexflip · standard rules · mcts against itself`.
    #[must_use]
    pub fn context(&self) -> String {
        format!("{} · {}", self.heading(), self.players.description())
    }

    /// How many games were decided before they were over.
    #[must_use]
    pub fn adjudicated(&self) -> u64 {
        let mut endings = self.endings.iter();
        let found = endings.find(|ending| ending.reason == Ending::ADJUDICATED);
        found.map_or(0, |ending| ending.tally.games())
    }
}
