//! Proven values.

use flipside_rules::Seat;
use flipside_tablebase::Value;
use serde::Serialize;

use crate::format::counted;

/// A proven value, ignoring repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Proven {
    /// The winner with best play; `None` if neither side can force the end.
    pub winner: Option<Seat>,
    /// The number of turns to the end; 0 if the game is over.
    pub turns: Option<u16>,
}

impl Proven {
    /// Converts a value for the player to move.
    #[must_use]
    pub const fn of(value: Value, mover: Seat) -> Self {
        Self {
            winner: value.winner(mover),
            turns: value.turns(),
        }
    }

    /// `First wins in 5 turns`, `First has won`, `neither side can force the end`.
    #[must_use]
    pub fn description(&self) -> String {
        match (self.winner, self.turns) {
            (Some(winner), Some(0)) => format!("{winner} has won"),
            (Some(winner), Some(turns)) => {
                format!(
                    "{winner} wins in {}",
                    counted(turns.into(), "turn", "turns")
                )
            }
            (Some(winner), None) => format!("{winner} wins"),
            (None, _) => "neither side can force the end".to_owned(),
        }
    }
}
