//! Values of positions, and the 16-bit codes that the solver computes with.
//!
//! Codes ascend from the worst to the best value for the player to move: losses (slower is better),
//! the draw, wins (faster is better). So the best turn leads to the position with the smallest
//! code, and [`before`] converts that code to the code of the position before the turn.

use core::fmt;

use flipside_rules::Seat;

/// The value of a position for the player to move under optimal play, ignoring repetition. The
/// winner plays the fastest win, the loser the slowest loss.
///
/// The number is the distance to the end in turns of both players; 0 if the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The player to move wins in this number of turns.
    Win(u16),
    /// The player to move loses in this number of turns.
    Loss(u16),
    /// Neither player can force a win.
    Draw,
}

impl Value {
    /// Converts the value for the opponent after a turn to the value for the player who makes the
    /// turn.
    #[must_use]
    pub const fn before_turn(self) -> Self {
        match self {
            Self::Win(n) => Self::Loss(n + 1),
            Self::Loss(n) => Self::Win(n + 1),
            Self::Draw => Self::Draw,
        }
    }

    /// Returns the distance to the end in turns; `None` for a draw.
    #[must_use]
    pub const fn turns(self) -> Option<u16> {
        match self {
            Self::Win(n) | Self::Loss(n) => Some(n),
            Self::Draw => None,
        }
    }

    /// Returns the winner if `mover` is the player to move; `None` for a draw.
    #[must_use]
    pub const fn winner(self, mover: Seat) -> Option<Seat> {
        match self {
            Self::Win(_) => Some(mover),
            Self::Loss(_) => Some(mover.other()),
            Self::Draw => None,
        }
    }

    /// Returns 1 for a win, 0 for a draw and −1 for a loss.
    #[must_use]
    pub const fn sign(self) -> i8 {
        match self {
            Self::Win(_) => 1,
            Self::Draw => 0,
            Self::Loss(_) => -1,
        }
    }

    /// Decodes a value.
    pub(crate) const fn from_code(code: u16) -> Self {
        if code < DRAW {
            Self::Loss(code - LOST)
        } else if code == DRAW {
            Self::Draw
        } else {
            Self::Win(WON - code)
        }
    }

    /// Encodes the value; see the module documentation.
    pub(crate) const fn code(self) -> u16 {
        match self {
            Self::Loss(n) => LOST + n,
            Self::Draw => DRAW,
            Self::Win(n) => WON - n,
        }
    }
}

/// Ascending for the player to move: loss, draw, win; a faster win and a slower loss are greater.
impl Ord for Value {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.code().cmp(&other.code())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// `win 5`, `loss 4` or `draw`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(n) => write!(f, "win {n}"),
            Self::Loss(n) => write!(f, "loss {n}"),
            Self::Draw => f.write_str("draw"),
        }
    }
}

/// The code of a draw. The solver starts with it, as "not decided yet".
pub(crate) const DRAW: u16 = 1024;
/// The code of a finished position that the player to move has won.
pub(crate) const WON: u16 = 2 * DRAW - 1;
/// The code of a finished position that the player to move has lost.
pub(crate) const LOST: u16 = 1;
/// The largest number of turns that a code can hold.
pub(crate) const MAX_TURNS: u16 = DRAW - LOST - 1;

/// Instead of the smallest code after a turn: the game is over, and the player to move has won.
pub(crate) const FINISHED_WON: u16 = 0;
/// Instead of the smallest code after a turn: there is no turn (yet).
pub(crate) const NO_TURN: u16 = WON + 1;
/// Instead of the smallest code after a turn: the game is over, and the player to move has lost,
/// even if turns would exist.
pub(crate) const FINISHED_LOST: u16 = u16::MAX;

/// Returns the code of a position whose best turn leads to the code `after`.
///
/// It also maps [`FINISHED_WON`] to [`WON`] and [`NO_TURN`] to [`LOST`]. [`FINISHED_LOST`] is not
/// allowed: it must not take part in a minimum.
#[inline(always)]
pub(crate) const fn before(after: u16) -> u16 {
    NO_TURN + (after > DRAW) as u16 - (after < DRAW) as u16 - after
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip_and_a_turn_adds_one() {
        for n in 0..MAX_TURNS {
            for value in [Value::Win(n), Value::Loss(n), Value::Draw] {
                assert_eq!(Value::from_code(value.code()), value);
                assert_eq!(before(value.code()), value.before_turn().code());
            }
        }
        assert_eq!(before(FINISHED_WON), WON);
        assert_eq!(before(NO_TURN), LOST);
    }

    #[test]
    fn values_ascend_for_the_player_to_move() {
        let order = [
            Value::Loss(0),
            Value::Loss(7),
            Value::Draw,
            Value::Win(9),
            Value::Win(0),
        ];
        assert!(order.is_sorted());
        assert!(order.map(Value::code).is_sorted());
        assert_eq!(order.map(Value::sign), [-1, -1, 0, 1, 1]);
    }
}
