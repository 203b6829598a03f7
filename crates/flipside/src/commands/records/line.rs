//! A game as a line of JSON: what `records cat` prints and `records import` reads.

use std::borrow::Cow;

use flipside_analysis::read::GameAnnotations;
use flipside_records::GameRecord;
use flipside_rules::FullGame;
use serde::{Deserialize, Serialize, Serializer};

/// A game. The keys are written in the order of the fields and read in any order; keys without a
/// value are left out.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line<'a> {
    /// The game's number within its run.
    pub id: u64,
    /// `hexflip` or `sayu`.
    #[serde(borrow)]
    pub game: Cow<'a, str>,
    /// The rule set.
    #[serde(borrow)]
    pub rules: Cow<'a, str>,
    /// First's agent.
    #[serde(borrow)]
    pub first: Cow<'a, str>,
    /// Second's agent.
    #[serde(borrow)]
    pub second: Cow<'a, str>,
    /// The game's seed.
    pub seed: u64,
    /// The run's seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_seed: Option<u64>,
    /// The tournament's name: that of the file without its ending, or what imported games bring along.
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    pub name: Option<Cow<'a, str>>,
    /// How many of the turns are the opening.
    pub opening: u32,
    /// How many of the opening turns, from the first, the agents chose themselves.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub agents_open: u32,
    /// The starting position, if it is not the game's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The turns.
    pub turns: Vec<String>,
    /// `first`, `second`, `draw`, `unfinished` or `void`.
    #[serde(borrow)]
    pub outcome: Cow<'a, str>,
    /// Why the game ended.
    #[serde(borrow)]
    pub reason: Cow<'a, str>,
    /// Seat of the agent that made the game void, if that is known.
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    pub failed: Option<Cow<'a, str>>,
    /// First's margin, of a game that has one and was played to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i32>,
    /// Expected score of each turn for the player who made it, if any are recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Vec<Option<Number>>>,
    /// Nodes searched for each turn, if any are recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Vec<Option<u64>>>,
    /// Search depth of each turn, if any are recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<Vec<Option<u32>>>,
    /// With a table: the value of each turn. This and what follows is not part of a record; import
    /// ignores it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<Vec<String>>,
    /// With a table: what each turn lost, as `win-draw`, or `null`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<Vec<Option<String>>>,
    /// With a table: turns by which each turn made a win longer, or `null`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longer: Option<Vec<Option<u16>>>,
    /// With a table: number of the turn since which the winner's position was won, or `null`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided: Option<Option<u32>>,
}

impl Line<'_> {
    /// Adds the values of the turns from a tablebase.
    pub(super) fn add_values(&mut self, game: GameAnnotations) {
        let turns = &game.turns;
        let cost = |[best, made]: [&str; 2]| format!("{best}-{made}");
        self.table = Some(turns.iter().map(|turn| turn.value.clone()).collect());
        self.cost = Some(turns.iter().map(|turn| turn.cost.map(cost)).collect());
        let longer = |turns: u16| (turns > 0).then_some(turns);
        self.longer = Some(turns.iter().map(|turn| longer(turn.longer)).collect());
        self.decided = Some(game.decided);
    }
}

/// A number that is written without a fraction if it is whole.
#[derive(Clone, Copy, Deserialize)]
#[serde(transparent)]
pub(super) struct Number(pub f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.fract() {
            0.0 => serializer.serialize_i64(self.0 as i64),
            _ => serializer.serialize_f64(self.0),
        }
    }
}

// The signature is serde's.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// First's margin at the end, where the game has one and was played to its end.
pub(super) fn margin<G: FullGame>(game: &G, record: &GameRecord) -> Option<i32> {
    let over = G::HAS_MARGIN && record.end.is_by_rules();
    game.margin().filter(|_| over).map(|margin| margin.0)
}
