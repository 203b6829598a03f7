//! Positions of Hexflip and their text.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write as _;

use super::board::rows_from_top;
use super::{BOARD, Overline, Point, Rules, windows_filled};
use crate::{Outcome, Reason, Seat, hash};

/// A playable position: the pieces on the board, both hands, and the player to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    stones: [u32; 2],
    hands: [u8; 2],
    mover: Seat,
}

impl Position {
    /// The empty board with full hands, First to move.
    #[must_use]
    pub const fn start(rules: &Rules) -> Self {
        Self {
            stones: [0; 2],
            hands: [rules.hand; 2],
            mover: Seat::First,
        }
    }

    /// A position from its parts: points with First's and Second's colour up, pieces in First's and
    /// Second's hand, player to move.
    ///
    /// # Errors
    /// If points overlap or lie outside the board, or the pieces do not add up under `rules`.
    pub fn new(
        rules: &Rules,
        stones: [u32; 2],
        hands: [u8; 2],
        mover: Seat,
    ) -> Result<Self, PositionError> {
        if stones[0] & stones[1] != 0 || (stones[0] | stones[1]) & !BOARD != 0 {
            return Err(PositionError::Overlap);
        }
        for seat in Seat::BOTH {
            let hand = hands[seat.index()];
            if hand > rules.hand {
                return Err(PositionError::Hand {
                    seat,
                    hand,
                    full: rules.hand,
                });
            }
        }
        let board = (stones[0] | stones[1]).count_ones() as u8;
        if board + hands[0] + hands[1] != 2 * rules.hand {
            return Err(PositionError::Sum {
                board,
                hands,
                total: 2 * rules.hand,
            });
        }
        Ok(Self {
            stones,
            hands,
            mover,
        })
    }

    /// The points with pieces of `seat`.
    #[must_use]
    pub const fn stones(&self, seat: Seat) -> u32 {
        self.stones[seat.index()]
    }

    /// The points that show either colour.
    #[must_use]
    pub const fn occupied(&self) -> u32 {
        self.stones[0] | self.stones[1]
    }

    /// The pieces in `seat`'s hand.
    #[must_use]
    pub const fn hand(&self, seat: Seat) -> u8 {
        self.hands[seat.index()]
    }

    /// The player to move.
    #[must_use]
    pub const fn mover(&self) -> Seat {
        self.mover
    }

    /// All of the position in 48 bits: First's points, Second's points (19 bits each), First's and
    /// Second's hand (4 bits each), 1 if Second moves.
    #[must_use]
    pub const fn pack(&self) -> u64 {
        self.stones[0] as u64
            | (self.stones[1] as u64) << 19
            | (self.hands[0] as u64) << 38
            | (self.hands[1] as u64) << 42
            | (self.mover as u64) << 46
    }

    /// The inverse of [`Position::pack`].
    pub(crate) const fn unpack(packed: u64) -> Self {
        Self {
            stones: [packed as u32 & BOARD, (packed >> 19) as u32 & BOARD],
            hands: [(packed >> 38) as u8 & 0xf, (packed >> 42) as u8 & 0xf],
            mover: match packed >> 46 {
                0 => Seat::First,
                _ => Seat::Second,
            },
        }
    }

    /// See [`crate::Game::position_hash`]: [`hash::mix`] of [`Position::pack`].
    #[must_use]
    pub const fn hash(&self) -> u64 {
        hash::mix(self.pack())
    }

    /// The position with its points moved by `map`.
    pub(crate) fn map_stones(&self, map: impl Fn(u32) -> u32) -> Self {
        Self {
            stones: self.stones.map(map),
            ..*self
        }
    }

    /// Whether this is the second turn of a game, when Second may swap.
    pub(crate) const fn is_second_turn(&self, rules: &Rules) -> bool {
        matches!(self.mover, Seat::Second)
            && self.hands[1] == rules.hand
            && self.hands[0] != rules.hand
    }

    /// The number of pieces that the rules fix for this placing turn, if it is a player's first one
    /// (read from the position: see the rules page).
    pub(crate) fn first_placing(&self, rules: &Rules) -> Option<u8> {
        let hand = self.hands[self.mover.index()];
        match self.mover {
            Seat::First if self.hands == [rules.hand; 2] => Some(rules.first_place.min(hand)),
            Seat::Second if hand == rules.hand => rules.second_place.map(|n| n.min(hand)),
            _ => None,
        }
    }

    /// The numbers of pieces that a placing turn may place now, smallest and largest; empty (1, 0)
    /// if the mover's hand is.
    pub(crate) fn placing_range(&self, rules: &Rules) -> (u8, u8) {
        match self.first_placing(rules) {
            Some(exactly) => (exactly, exactly),
            None => (1, rules.place.min(self.hands[self.mover.index()])),
        }
    }

    /// The position after the mover places pieces on the points of `mask`.
    pub(crate) const fn placed(mut self, mask: u32) -> Self {
        let mover = self.mover.index();
        self.stones[mover] |= mask;
        self.hands[mover] -= mask.count_ones() as u8;
        self.mover = self.mover.other();
        self
    }

    /// The position after the mover jumps over the points of `run`.
    pub(crate) const fn jumped(mut self, from: Point, to: Point, run: u32) -> Self {
        let mover = self.mover.index();
        self.stones[0] ^= run;
        self.stones[1] ^= run;
        self.stones[mover] ^= from.mask() | to.mask();
        self.mover = self.mover.other();
        self
    }

    /// The position after Second takes over First's first turn.
    pub(crate) const fn swapped(self) -> Self {
        Self {
            stones: [0, self.occupied()],
            hands: [self.hands[1], self.hands[0]],
            mover: Seat::First,
        }
    }

    /// The outcome by lines and legal turns, in the order of the rules page. `has_legal_turn` is
    /// called only if needed.
    pub(crate) fn judge(
        &self,
        rules: &Rules,
        has_legal_turn: impl FnOnce() -> bool,
    ) -> Option<Outcome> {
        let next = self.mover;
        let moved = next.other();
        let won = |winner, reason| {
            Some(Outcome {
                winner: Some(winner),
                reason: Reason(reason),
            })
        };
        if windows_filled(self.stones(moved)) >= 2 {
            return won(next, super::game::OVERLINE_OWN);
        }
        let lines = windows_filled(self.stones(next));
        if lines >= 2 && rules.overline == Overline::Owner {
            return won(moved, super::game::OVERLINE_OTHER);
        }
        if !has_legal_turn() {
            return won(moved, super::game::NO_LEGAL_TURN);
        }
        if lines >= 1 {
            return won(next, super::game::FOUR);
        }
        None
    }

    /// Reads the notation of the rules page.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn parse(rules: &Rules, text: &str) -> Result<Self, PositionError> {
        let parts: [&str; 4] = text
            .split(' ')
            .collect::<alloc::vec::Vec<_>>()
            .try_into()
            .map_err(|_| PositionError::Parts)?;
        let [board, mover, hand_x, hand_o] = parts;
        let mut stones = [0; 2];
        let count = board.split('/').count();
        if count != 5 {
            return Err(PositionError::Rows { count });
        }
        for (row_text, (points, name)) in board.split('/').zip(rows_from_top().zip("edcba".chars()))
        {
            read_row(row_text, points, name, &mut stones)?;
        }
        let mut letters = mover.chars();
        let mover = match (letters.next().and_then(Seat::from_letter), letters.next()) {
            (Some(seat), None) => seat,
            _ => {
                return Err(PositionError::Mover {
                    text: mover.to_string(),
                });
            }
        };
        let hand = |seat, text: &str| match text.as_bytes() {
            [digit @ b'0'..=b'9'] => Ok(digit - b'0'),
            _ => Err(PositionError::HandText {
                seat,
                text: text.to_string(),
            }),
        };
        let hands = [hand(Seat::First, hand_x)?, hand(Seat::Second, hand_o)?];
        Self::new(rules, stones, hands, mover)
    }
}

/// Reads one row of the board into `stones`.
fn read_row(
    text: &str,
    points: impl Iterator<Item = Point>,
    name: char,
    stones: &mut [u32; 2],
) -> Result<(), PositionError> {
    let row: alloc::vec::Vec<Point> = points.collect();
    let mut filled = 0_usize;
    let mut after_digit = false;
    for item in text.chars() {
        let digit = item.to_digit(10).filter(|&d| d > 0);
        match (Seat::from_letter(item), digit) {
            (Some(seat), _) => {
                if let Some(point) = row.get(filled) {
                    stones[seat.index()] |= point.mask();
                }
                filled += 1;
            }
            (None, Some(_)) if after_digit => {
                return Err(PositionError::AdjacentDigits { row: name });
            }
            (None, Some(empty)) => filled += empty as usize,
            (None, None) => return Err(PositionError::Item { row: name, item }),
        }
        after_digit = digit.is_some();
    }
    if filled != row.len() {
        return Err(PositionError::RowLength {
            row: name,
            found: filled,
            length: row.len(),
        });
    }
    Ok(())
}

impl core::fmt::Display for Position {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut text = String::new();
        for (i, row) in rows_from_top().enumerate() {
            if i > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for point in row {
                let seat = Seat::BOTH
                    .into_iter()
                    .find(|s| self.stones(*s) & point.mask() != 0);
                match seat {
                    None => empty += 1,
                    Some(seat) => {
                        if empty > 0 {
                            let _ = write!(text, "{empty}");
                            empty = 0;
                        }
                        text.push(seat.letter());
                    }
                }
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
        }
        let _ = write!(
            text,
            " {} {} {}",
            self.mover.letter(),
            self.hands[0],
            self.hands[1]
        );
        f.pad(&text)
    }
}

/// A drawing of the board: rows from `e` to `a`, empty points as dots, numbers at the lower right
/// ends of their diagonals.
pub(crate) fn drawing(position: &Position) -> String {
    let mut text = String::new();
    for (row, name) in rows_from_top().zip("edcba".chars()) {
        let row: alloc::vec::Vec<Point> = row.collect();
        let _ = write!(text, "{name}  {:indent$}", "", indent = 5 - row.len());
        for point in row {
            let seat = Seat::BOTH
                .into_iter()
                .find(|s| position.stones(*s) & point.mask() != 0);
            let _ = write!(text, " {}", seat.map_or('·', Seat::letter));
        }
        text.push_str(match name {
            'b' => "  5\n",
            'a' => "  4\n       1 2 3\n",
            _ => "\n",
        });
    }
    format!(
        "{text}to move: {} ({})   in hand: x {}, o {}\n",
        position.mover.letter(),
        position.mover,
        position.hands[0],
        position.hands[1]
    )
}

/// An error in a position text, or in the parts of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// Not four parts.
    #[error(
        "expected board, player to move, hand of x and hand of o, separated by one space each, as \
         in `3/4/5/4/3 x 8 8`"
    )]
    Parts,
    /// Not five rows.
    #[error("the board has {count} rows instead of 5 (from e to a, joined by `/`)")]
    Rows {
        /// The rows found.
        count: usize,
    },
    /// A row of the wrong length.
    #[error("row {row} has {found} points instead of {length}")]
    RowLength {
        /// The row's letter.
        row: char,
        /// The points found.
        found: usize,
        /// The points that it has.
        length: usize,
    },
    /// Two digits side by side.
    #[error("row {row}: adjacent digits; add up the empty points into one digit")]
    AdjacentDigits {
        /// The row's letter.
        row: char,
    },
    /// An unknown character.
    #[error("row {row}: invalid item `{item}`: expected x, o or a digit from 1 to 5")]
    Item {
        /// The row's letter.
        row: char,
        /// The character.
        item: char,
    },
    /// No player to move.
    #[error("invalid player to move `{text}`: expected x or o")]
    Mover {
        /// The text found.
        text: String,
    },
    /// A hand that is not one digit.
    #[error("invalid hand `{text}` of {}: expected one digit", seat.letter())]
    HandText {
        /// Whose hand.
        seat: Seat,
        /// The text found.
        text: String,
    },
    /// A hand beyond the full hand.
    #[error("{} has {hand} pieces in hand, but the rules allow only {full}", seat.letter())]
    Hand {
        /// Whose hand.
        seat: Seat,
        /// The pieces in it.
        hand: u8,
        /// The pieces in a full hand.
        full: u8,
    },
    /// Pieces that do not add up.
    #[error(
        "{board} pieces on the board and {} + {} in hand add up to {}, but the rules require \
         {total}",
        hands[0], hands[1], board + hands[0] + hands[1]
    )]
    Sum {
        /// Pieces on the board.
        board: u8,
        /// Pieces in First's and Second's hand.
        hands: [u8; 2],
        /// Pieces that there are.
        total: u8,
    },
    /// Parts that are not sets of points.
    #[error("a point is occupied by both players or lies outside the board")]
    Overlap,
}
