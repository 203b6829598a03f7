//! The numbers of a report, as written to `report.json`.

mod accuracy;
mod stopping;
mod tournament;
mod verdict;

pub use accuracy::{
    Accuracy, AgentAccuracy, OpeningValues, OpeningsOfValue, PhaseAccuracy, TableInfo, TurnAccuracy,
};
pub use stopping::{BalanceLooks, SprtHistory, Stopping};
pub use tournament::{Meeting, RatingZero, Standing, TournamentFormat, TournamentReport};
pub use verdict::{Basis, GroupVerdict, SeatsEvidence};

use serde::Serialize;

pub use crate::accumulate::Proven;

use crate::accumulate::Failures;
use crate::plot::charts::branching::BranchingPoint;
use flipside_rules::GameKind;
use flipside_stats::advantage::Advantage;
use flipside_stats::cumulative::CumulativePoint;
use flipside_stats::distinct::DistinctCount;
use flipside_stats::elo::{EloEstimate, GameCounts, PairCounts};
use flipside_stats::histogram::{Histogram, HistogramSummary};
use flipside_stats::interval::Interval;
use flipside_stats::strata::BetweenOpenings;
use flipside_stats::tally::Tally;
use flipside_stats::two_sample::Comparison;

/// The version of the layout of `report.json`; increased when a field changes its meaning or is
/// removed.
pub const FORMAT_VERSION: u32 = 1;

/// A whole report.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The heading of the page.
    pub title: String,
    /// A description in a sentence; may be empty.
    pub description: String,
    /// Version of the program that made the report.
    pub program_version: String,
    /// The commit of this program. `None` if unknown.
    pub program_commit: Option<Commit>,
    /// The command that made it. `None` if it was not made from a command line.
    pub command: Option<String>,
    /// Shares within this distance of one half count as balanced.
    pub margin: f64,
    /// The table with the values of Hexflip. `None` without one.
    pub table: Option<TableInfo>,
    /// Tournaments of more than two agents; the games of each two of them are a group.
    pub tournaments: Vec<TournamentReport>,
    /// The groups of games, in the order of the page.
    pub groups: Vec<GroupReport>,
}

/// The games with one game, rule set, schedule and pair of agents.
#[derive(Clone, Debug, Serialize)]
pub struct GroupReport {
    /// Short name for links and folders: lower-case letters, digits and hyphens, unique in the
    /// report.
    pub id: String,
    /// The game as in records, such as `hexflip`.
    pub game: String,
    /// The rule set's name as in records, such as `standard`.
    pub rules: String,
    /// The short name of the tournament that the games belong to, if any.
    pub tournament: Option<String>,
    /// The players.
    pub players: Players,
    /// The difference from other groups with the same game, rules and agents, such as `4 random
    /// opening turns`. `None` if there are no others.
    pub distinction: Option<String>,
    /// The origin of the games.
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
    pub verdict: GroupVerdict,
    /// The spread of First's share between openings. `None` if no opening was played twice, or there
    /// are too many.
    pub between_openings: Option<BetweenOpenings>,
    /// Ordinary 95 % interval of the share for the listed openings alone. `None` if openings are
    /// drawn, and unless each was played at least twice.
    pub interval_of_list: Option<Interval>,
    /// Built-in agents that are known to be stronger than these.
    pub stronger: Vec<Stronger>,
    /// Comparison of two seeds. `None` if there was only one.
    pub control: Option<Control>,
    /// Distinct finished games.
    pub distinct: DistinctGames,
    /// Game lengths in turns.
    pub lengths: Lengths,
    /// Results by reason of the ending, the most frequent first.
    pub endings: Vec<Ending>,
    /// How often Second could swap and did. `None` where no game offered a swap.
    pub swaps: Option<Swaps>,
    /// Games that were adjudicated before an agent had made a turn.
    pub decided_by_opening: u64,
    /// Numbers of legal turns by turn of the game, up to the last turn that ten games reached.
    pub branching: Vec<BranchingPoint>,
    /// Results by opening. `None` if all games started from the initial position.
    pub openings: Option<Openings>,
    /// Results by the first turn of the opening. `None` if all games started from the initial
    /// position.
    pub first_turns: Option<Openings>,
    /// Results by the openings' values in a table. `None` without a table, or if all games started
    /// from the initial position.
    pub opening_values: Option<OpeningValues>,
    /// First's share over the games so far.
    pub cumulative: Vec<CumulativePoint>,
    /// Further distributions, such as the margin.
    pub distributions: Vec<Distribution>,
    /// Strength of the agents relative to each other. `None` unless two agents swapped seats.
    pub strength: Option<Strength>,
    /// Turn accuracy by a table. `None` without one.
    pub accuracy: Option<Accuracy>,
}

/// The players of a group.
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
        /// The agent from whose point of view the match is reported.
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

/// A built-in agent that is known to be stronger than an agent of a group, by a match between them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Stronger {
    /// The agent of the group.
    pub agent: String,
    /// The stronger one.
    pub stronger: String,
    /// The agent it was measured against: the agent of the group, or the same with a larger budget.
    pub measured_against: String,
    /// Games that the stronger one won.
    pub won: u64,
    /// Games that it lost.
    pub lost: u64,
    /// Drawn games.
    pub drawn: u64,
}

/// How often an agent failed.
#[derive(Clone, Debug, Serialize)]
pub struct AgentFailures {
    /// Its specification.
    pub agent: String,
    /// Its games, including those without an outcome. A game against itself counts once.
    pub games: u64,
    /// Its failures.
    pub failures: Failures,
}

/// The origin of a group's games, and how to play them again.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Provenance {
    /// Record files, by name without folders.
    pub files: Vec<String>,
    /// Seeds of the runs.
    pub seeds: Vec<u64>,
    /// Games recorded.
    pub games_recorded: u64,
    /// The number of random turns in the opening of each game. `None` if unknown (imported games), or
    /// if openings come from a list.
    pub opening_turns: Option<u32>,
    /// The number of turns that the agents chose before those.
    pub agents_open: u32,
    /// How many of the turns that a rule concerns were given by the opening.
    pub special_turns_given: u32,
    /// The list of openings, if any.
    pub opening_list: Option<OpeningList>,
    /// Checksums of the tables that adjudicated games.
    pub adjudication_tables: Vec<String>,
    /// Files of unfinished runs.
    pub unfinished_files: u64,
    /// Fingerprints of the configurations.
    pub fingerprints: Vec<String>,
    /// The version of the agents' behaviour: equal versions play equal games.
    pub behaviour_version: u32,
    /// Commands that play the games again, as far as known. Those of tournaments of more than two
    /// agents are in the tournament.
    pub commands: Vec<String>,
    /// Where and when the games were played, from the files beside the records. Times are reduced to
    /// days, so that interruptions of a run do not change the entry.
    pub played: Vec<Played>,
    /// Files beside the records that cannot be read, with the reason.
    pub played_unknown: Vec<String>,
}

/// Where and when games were played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Played {
    /// Version of the program that played them.
    pub program_version: String,
    /// The commit that it was built from. `None` if not known.
    pub program_commit: Option<Commit>,
    /// The processor's name. `None` if not known.
    pub processor: Option<String>,
    /// Operating system and architecture.
    pub system: String,
    /// The first day on which games were played, UTC: `2026-01-31`.
    pub first_day: String,
    /// The last one.
    pub last_day: String,
}

/// A state of the program's sources.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Commit {
    /// In hexadecimal digits; with `+changes` at its end if the sources had been changed since.
    pub hash: String,
    /// Its date: `2026-01-31`. `None` if not known.
    pub date: Option<String>,
}

/// A list of openings, played in order and repeated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpeningList {
    /// Hash of its openings.
    pub hash: String,
    /// The number of openings.
    pub count: u64,
    /// The maximum number of openings that the games of a run needed.
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
    /// The other seeds, taken together.
    pub other_seeds: Vec<u64>,
    /// First's share with the other seeds.
    pub other_share: f64,
    /// Finished games with the other seeds.
    pub other_games: u64,
    /// The test.
    pub comparison: Comparison,
}

/// Distinct finished games.
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
    pub summary: Option<HistogramSummary>,
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
    /// The reason of adjudicated games.
    pub(crate) const ADJUDICATED: &str = "adjudicated";
}

/// Swaps under a pie rule, in all games that are not void.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Swaps {
    /// Games in which an agent could swap.
    pub offered: u64,
    /// Games in which it did so.
    pub taken: u64,
    /// The share of swaps among the offers. `None` without offers.
    pub share: Option<f64>,
    /// The 95 % interval of the share, treating games as independent.
    pub interval: Option<Interval>,
    /// Games in which the opening made that turn.
    pub given: u64,
}

/// Results by opening.
#[derive(Clone, Debug, Serialize)]
pub struct Openings {
    /// The number of openings up to symmetry. `None` if there are too many.
    pub count: Option<u64>,
    /// The most frequent ones.
    pub most_frequent: Vec<OpeningResult>,
    /// All others together. `None` if there are none or too many.
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
    /// First's share, shrunk towards that of all games by the expected effect of chance, because the
    /// most extreme of many openings are partly extreme by chance. `None` if the spread between
    /// openings is unknown.
    pub shrunk_share: Option<f64>,
    /// The value of the position after the opening in a table. `None` without a table, and for several
    /// openings together.
    pub proven: Option<Proven>,
}

/// A distribution that only some games have.
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
    /// Whether it is signed, from First's point of view.
    pub signed: bool,
    /// How to read it.
    pub caption: String,
    /// Values and figures.
    pub counts: Counts,
}

/// The strength of agent A relative to agent B.
#[derive(Clone, Debug, Serialize)]
pub struct Strength {
    /// The agent from whose point of view it is reported.
    pub a: String,
    /// The other agent.
    pub b: String,
    /// Complete pairs by A's score.
    pub pairs: PairCounts,
    /// Pairs that are excluded because a game is missing or has no outcome.
    pub incomplete_pairs: u64,
    /// All games with an outcome.
    pub games: GameCounts,
    /// Estimate from the pairs, or from the games if there are no complete pairs. `None` without
    /// games.
    pub estimate: Option<EloEstimate>,
}

/// Returns a description, with the distinction if there is one.
fn with_distinction(description: String, distinction: Option<&str>) -> String {
    match distinction {
        None => description,
        Some(distinction) => format!("{description} · {distinction}"),
    }
}

impl Report {
    /// Returns notes about harmless errors in the files beside the records, without duplicates.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let groups = self.groups.iter().map(|group| &group.provenance);
        let all = groups.chain(self.tournaments.iter().map(|t| &t.provenance));
        let mut notes: Vec<String> = all.flat_map(|p| p.played_unknown.clone()).collect();
        notes.sort();
        notes.dedup();
        notes
            .into_iter()
            .map(|why| format!("unknown where and when games were played: {why}"))
            .collect()
    }
}

/// `Hexflip · standard rules`.
pub(crate) fn heading(game: &str, rules: &str) -> String {
    let kind = game.parse::<GameKind>();
    let game = kind.map_or(game, |kind| kind.title());
    match rules {
        "standard" => format!("{game} · standard rules"),
        variant => format!("{game} · rules {variant}"),
    }
}

impl GroupReport {
    /// `Hexflip · standard rules`.
    #[must_use]
    pub fn heading(&self) -> String {
        heading(&self.game, &self.rules)
    }

    /// `mcts against itself`, with the distinction if there is one: `mcts against itself · 4 random
    /// opening turns`.
    #[must_use]
    pub fn detail(&self) -> String {
        with_distinction(self.players.description(), self.distinction.as_deref())
    }

    /// `Hexflip · standard rules · mcts against itself`.
    #[must_use]
    pub fn context(&self) -> String {
        format!("{} · {}", self.heading(), self.detail())
    }

    /// Returns the number of adjudicated games.
    #[must_use]
    pub fn adjudicated(&self) -> u64 {
        let mut endings = self.endings.iter();
        let found = endings.find(|ending| ending.reason == Ending::ADJUDICATED);
        found.map_or(0, |ending| ending.tally.games())
    }
}
