//! Values of positions, and the 16-bit codes that the solver computes with.
//!
//! Codes are in the order in which the player to move likes them: losses (later is better), the
//! draw, wins (sooner is better). So the best turn is the one with the smallest code of the
//! position after it, and [`before`] makes the code of the position from that smallest one.

use core::fmt;

use flipside_rules::Seat;

/// The value of a position for the player to move, with neither side erring; the winner hastens
/// the end, the loser delays it. Repetition is ignored.
///
/// The number counts turns, of both players, until the game is over; a finished game counts 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The player to move wins in so many turns.
    Win(u16),
    /// The player to move loses in so many turns.
    Loss(u16),
    /// Neither side can force the end.
    Draw,
}

impl Value {
    /// The value for the player who makes a turn, from the value for the opponent after it.
    #[must_use]
    pub const fn before_turn(self) -> Self {
        match self {
            Self::Win(n) => Self::Loss(n + 1),
            Self::Loss(n) => Self::Win(n + 1),
            Self::Draw => Self::Draw,
        }
    }

    /// Turns until the game is over; `None` for a draw.
    #[must_use]
    pub const fn turns(self) -> Option<u16> {
        match self {
            Self::Win(n) | Self::Loss(n) => Some(n),
            Self::Draw => None,
        }
    }

    /// Who wins, if `mover` is the player to move; `None` for a draw.
    #[must_use]
    pub const fn winner(self, mover: Seat) -> Option<Seat> {
        match self {
            Self::Win(_) => Some(mover),
            Self::Loss(_) => Some(mover.other()),
            Self::Draw => None,
        }
    }

    /// What is at stake, whatever the number of turns: 1 for a win, 0 for a draw, −1 for a loss.
    #[must_use]
    pub const fn sign(self) -> i8 {
        match self {
            Self::Win(_) => 1,
            Self::Draw => 0,
            Self::Loss(_) => -1,
        }
    }

    /// The value of a finished or unfinished position, from its code.
    pub(crate) const fn from_code(code: u16) -> Self {
        if code < DRAW {
            Self::Loss(code - LOST)
        } else if code == DRAW {
            Self::Draw
        } else {
            Self::Win(WON - code)
        }
    }

    /// The code; see the module's text.
    pub(crate) const fn code(self) -> u16 {
        match self {
            Self::Loss(n) => LOST + n,
            Self::Draw => DRAW,
            Self::Win(n) => WON - n,
        }
    }
}

/// As the player to move likes them: a win is greater than a draw, a draw than a loss; a sooner win
/// and a later loss are greater.
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

/// `win 5`, `loss 4` or `draw`, as on the command line.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(n) => write!(f, "win {n}"),
            Self::Loss(n) => write!(f, "loss {n}"),
            Self::Draw => f.write_str("draw"),
        }
    }
}

/// The code of a draw; it is also what the solver starts from, as "not decided yet".
pub(crate) const DRAW: u16 = 1024;
/// The code of a finished position that the player to move has won.
pub(crate) const WON: u16 = 2 * DRAW - 1;
/// The code of a finished position that the player to move has lost.
pub(crate) const LOST: u16 = 1;
/// The largest number of turns that a code can hold.
pub(crate) const MAX_TURNS: u16 = DRAW - LOST - 1;

/// In place of the smallest code after a turn: the position is finished and won.
pub(crate) const FINISHED_WON: u16 = 0;
/// In place of the smallest code after a turn: there is no turn (yet).
pub(crate) const NO_TURN: u16 = WON + 1;
/// In place of the smallest code after a turn: the position is finished and lost, whatever turns
/// there would be.
pub(crate) const FINISHED_LOST: u16 = u16::MAX;

/// The code of a position whose best turn leads to code `after`.
///
/// It also turns [`FINISHED_WON`] into [`WON`] and [`NO_TURN`] into [`LOST`], but not
/// [`FINISHED_LOST`], which must not take part in a minimum.
#[inline(always)]
pub(crate) const fn before(after: u16) -> u16 {
    NO_TURN + (after > DRAW) as u16 - (after < DRAW) as u16 - after
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back_and_a_turn_adds_one() {
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
    fn values_are_ordered_as_the_mover_likes_them() {
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
