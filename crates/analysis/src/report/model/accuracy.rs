//! The results of evaluating games by a table, as written to `report.json`.

use flipside_stats::advantage::Advantage;
use flipside_stats::ratio::Ratio;
use flipside_stats::tally::Tally;
use serde::Serialize;

use super::Counts;
use crate::accumulate::{Phase, Proven};

/// The table with the values of turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableInfo {
    /// The checksum of its values.
    pub checksum: String,
    /// Its rule set, without the repetition keys.
    pub rules: String,
    /// The value of the start.
    pub start: Proven,
}

/// Openings by the value of the position they reach.
#[derive(Clone, Debug, Serialize)]
pub struct OpeningValues {
    /// First wins.
    pub first: OpeningsOfValue,
    /// Second wins.
    pub second: OpeningsOfValue,
    /// Neither side can force the end.
    pub neither: OpeningsOfValue,
    /// First's share of the finished games if each had ended with the value of its opening (half a
    /// point if neither side can force the end).
    pub share_by_value: f64,
}

/// Openings of one value.
#[derive(Clone, Debug, Serialize)]
pub struct OpeningsOfValue {
    /// How many openings, up to the board's symmetries. `None` if too many to tell apart.
    pub openings: Option<u64>,
    /// Results of the finished games that began with them.
    pub tally: Tally,
    /// First's share in these games. `None` without any.
    pub advantage: Option<Advantage>,
}

/// The turn accuracy of a group.
#[derive(Clone, Debug, Serialize)]
pub struct Accuracy {
    /// Games with values: all but void ones.
    pub games: u64,
    /// By agent.
    pub agents: Vec<AgentAccuracy>,
    /// Numbers of the turns since which the winner had a won position without interruption, where
    /// that was a turn of an agent.
    pub decided: Counts,
    /// Games that were decided by the start or by a given turn of the opening.
    pub decided_by_opening: u64,
    /// Games won from a position that was not won, because the opponent failed.
    pub won_undecided: u64,
}

/// The turn accuracy of an agent.
#[derive(Clone, Debug, Serialize)]
pub struct AgentAccuracy {
    /// Its specification.
    pub agent: String,
    /// All its turns, including those that it chose in openings.
    pub all: TurnAccuracy,
    /// The same by phase; phases without turns are omitted.
    pub phases: Vec<PhaseAccuracy>,
}

/// Turns of one phase.
#[derive(Clone, Debug, Serialize)]
pub struct PhaseAccuracy {
    /// The phase.
    pub phase: Phase,
    /// How well they were chosen.
    pub turns: TurnAccuracy,
}

/// How well turns were chosen.
#[derive(Clone, Debug, Serialize)]
pub struct TurnAccuracy {
    /// Turns that lost value, among all.
    pub lost: Ratio,
    /// Turns that lost value, among those where value could be lost.
    pub lost_of_critical: Ratio,
    /// Turns that turned a win into a draw.
    pub win_to_draw: u64,
    /// Turns that turned a win into a loss.
    pub win_to_loss: u64,
    /// Turns that turned a draw into a loss.
    pub draw_to_loss: u64,
    /// Turns by which wins were lengthened, for each turn that kept one.
    pub lengthening: Ratio,
}
