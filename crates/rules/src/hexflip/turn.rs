//! Turns of Hexflip, their text and their bytes.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::board::{DIRECTIONS, POINTS, Point, RAYS};
use crate::TurnTextError;

const PAIRS: u16 = 171;
const TRIPLES: u16 = 969;

/// The number of ways to jump: ordered pairs of points on one line with at least one point between.
pub const JUMPS: usize = 84;

// A turn is its number: pairs, single pieces, jumps, the swap, triples. The most frequent kinds
// come first, so that they take one byte in a record.
const SINGLES_FROM: u16 = PAIRS;
const JUMPS_FROM: u16 = SINGLES_FROM + POINTS as u16;
const SWAP: u16 = JUMPS_FROM + JUMPS as u16;
const TRIPLES_FROM: u16 = SWAP + 1;
const END: u16 = TRIPLES_FROM + TRIPLES;

/// A complete turn: any that could be legal somewhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn(u16);

/// The kind of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Places pieces on the points of a mask.
    Place(u32),
    /// Jumps from one point to another.
    Jump(Point, Point),
    /// Takes over First's first turn.
    Swap,
}

/// Sets of two points, in colexicographic order: the set {i < j} has number j(j − 1)/2 + i.
static PAIR_MASKS: [u32; PAIRS as usize] = {
    let mut masks = [0; PAIRS as usize];
    let mut n = 0;
    let mut j = 1;
    while j < POINTS {
        let mut i = 0;
        while i < j {
            masks[n] = 1 << i | 1 << j;
            n += 1;
            i += 1;
        }
        j += 1;
    }
    masks
};

/// Sets of three points, in colexicographic order.
static TRIPLE_MASKS: [u32; TRIPLES as usize] = {
    let mut masks = [0; TRIPLES as usize];
    let mut n = 0;
    let mut k = 2;
    while k < POINTS {
        let mut j = 1;
        while j < k {
            let mut i = 0;
            while i < j {
                masks[n] = 1 << i | 1 << j | 1 << k;
                n += 1;
                i += 1;
            }
            j += 1;
        }
        k += 1;
    }
    masks
};

/// Number of each jump by start and landing, sorted by start, then landing; `u8::MAX` for none.
static JUMP_NUMBERS: [[u8; POINTS]; POINTS] = {
    let mut numbers = [[u8::MAX; POINTS]; POINTS];
    let mut next = 0;
    let mut from = 0;
    while from < POINTS {
        let mut to = 0;
        while to < POINTS {
            let mut d = 0;
            while d < DIRECTIONS.len() {
                let mut i = 1;
                while let Some(point) = RAYS[from][d].get(i) {
                    if point.index() == to {
                        numbers[from][to] = next;
                        next += 1;
                    }
                    i += 1;
                }
                d += 1;
            }
            to += 1;
        }
        from += 1;
    }
    assert!(next as usize == JUMPS);
    numbers
};

static JUMP_POINTS: [(Point, Point); JUMPS] = {
    let mut points = [(Point::from_bit(0), Point::from_bit(0)); JUMPS];
    let mut from = 0;
    while from < POINTS {
        let mut to = 0;
        while to < POINTS {
            let number = JUMP_NUMBERS[from][to];
            if number != u8::MAX {
                points[number as usize] = (Point::from_bit(from as u8), Point::from_bit(to as u8));
            }
            to += 1;
        }
        from += 1;
    }
    points
};

/// The number of the set {i < j} among the pairs.
const fn pair_number(i: u16, j: u16) -> u16 {
    j * (j - 1) / 2 + i
}

impl Turn {
    /// The pie rule's turn: Second takes over First's first turn.
    pub const SWAP: Self = Self(SWAP);

    /// Places one, two or three pieces on the points of `mask`.
    #[must_use]
    pub fn place(mask: u32) -> Option<Self> {
        if mask & !super::BOARD != 0 {
            return None;
        }
        let mut bits = crate::set_bits(mask.into()).map(u16::from);
        let points = [bits.next(), bits.next(), bits.next(), bits.next()];
        match points {
            [Some(i), None, ..] => Some(Self(SINGLES_FROM + i)),
            [Some(i), Some(j), None, _] => Some(Self(pair_number(i, j))),
            [Some(i), Some(j), Some(k), None] => Some(Self(
                TRIPLES_FROM + k * (k - 1) * (k - 2) / 6 + pair_number(i, j),
            )),
            _ => None,
        }
    }

    /// The turn that places the pieces of set number `n` (colexicographic) of `size` points among
    /// the points of `empty`, which are taken as numbered from 0.
    pub(crate) fn nth_place(empty: u32, size: u8, n: u32) -> Option<Self> {
        let point = |i| u16::from(crate::nth_set_bit_u32(empty, i));
        match size {
            1 => Some(Self(SINGLES_FROM + point(n))),
            2 => {
                let pattern = *PAIR_MASKS.get(n as usize)?;
                let [i, j] = [pattern.trailing_zeros(), 31 - pattern.leading_zeros()];
                Some(Self(pair_number(point(i), point(j))))
            }
            _ => {
                let mask = crate::set_bits((*TRIPLE_MASKS.get(n as usize)?).into())
                    .fold(0, |mask, i| mask | 1 << point(i.into()));
                Self::place(mask)
            }
        }
    }

    /// Jumps from one point to another on the same line with at least one point between them.
    #[must_use]
    pub fn jump(from: Point, to: Point) -> Option<Self> {
        match JUMP_NUMBERS[from.index()][to.index()] {
            u8::MAX => None,
            number => Some(Self(JUMPS_FROM + u16::from(number))),
        }
    }

    pub(crate) fn kind(self) -> Kind {
        match self.0 {
            n if n < SINGLES_FROM => Kind::Place(PAIR_MASKS[n as usize]),
            n if n < JUMPS_FROM => Kind::Place(1 << (n - SINGLES_FROM)),
            n if n < SWAP => {
                let (from, to) = JUMP_POINTS[(n - JUMPS_FROM) as usize];
                Kind::Jump(from, to)
            }
            SWAP => Kind::Swap,
            n => Kind::Place(TRIPLE_MASKS[(n - TRIPLES_FROM) as usize]),
        }
    }

    /// The points on which the turn places pieces; 0 for a jump and the swap.
    #[must_use]
    pub fn places(self) -> u32 {
        match self.kind() {
            Kind::Place(mask) => mask,
            Kind::Jump(..) | Kind::Swap => 0,
        }
    }

    /// Start and landing of a jump.
    #[must_use]
    pub fn jumps(self) -> Option<(Point, Point)> {
        match self.kind() {
            Kind::Jump(from, to) => Some((from, to)),
            Kind::Place(_) | Kind::Swap => None,
        }
    }

    /// Every turn that could be legal somewhere, under any rule set.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..END).map(Self)
    }

    /// Appends the turn's one to three bytes: its number if that is below 254, or an escape.
    pub(crate) fn encode(self, bytes: &mut Vec<u8>) {
        match self.0 {
            n if n < u16::from(ESCAPE_BYTE) => bytes.push(n as u8),
            n if n < TRIPLES_FROM => {
                bytes.extend([ESCAPE_BYTE, (n - u16::from(ESCAPE_BYTE)) as u8]);
            }
            n => {
                bytes.push(ESCAPE_TRIPLE);
                bytes.extend((n - TRIPLES_FROM).to_le_bytes());
            }
        }
    }

    /// The inverse of [`Turn::encode`].
    pub(crate) fn decode(bytes: &mut &[u8]) -> Option<Self> {
        let (number, rest) = match **bytes {
            [ESCAPE_BYTE, n, ref rest @ ..] => {
                let number = u16::from(ESCAPE_BYTE) + u16::from(n);
                (Some(number).filter(|&n| n < TRIPLES_FROM)?, rest)
            }
            [ESCAPE_TRIPLE, low, high, ref rest @ ..] => {
                let triple = u16::from_le_bytes([low, high]);
                (TRIPLES_FROM + Some(triple).filter(|&n| n < TRIPLES)?, rest)
            }
            [n, ref rest @ ..] if n < ESCAPE_BYTE => (u16::from(n), rest),
            _ => return None,
        };
        *bytes = rest;
        Some(Self(number))
    }

    /// Reads the notation of the rules page.
    ///
    /// # Errors
    /// If the text is not a turn, or not in canonical order.
    pub fn parse(text: &str) -> Result<Self, TurnTextError> {
        let malformed = |why: &str| TurnTextError::Malformed {
            text: text.to_string(),
            why: why.to_string(),
        };
        let point = |name: &str| {
            Point::parse(name).ok_or_else(|| {
                malformed(&format!(
                    "invalid point `{name}`: expected a1-a3, b1-b4, c1-c5, d2-d5 or e3-e5"
                ))
            })
        };
        if text == "swap" {
            return Ok(Self::SWAP);
        }
        if let Some((from, to)) = text.split_once('-') {
            let (from, to) = (point(from)?, point(to)?);
            return Self::jump(from, to).ok_or_else(|| {
                malformed("a jump goes in a straight line over at least one point, as in `a1-a3`")
            });
        }
        let points = text.split('+').map(point).collect::<Result<Vec<_>, _>>()?;
        let mask = points.iter().fold(0, |mask, point| mask | point.mask());
        if mask.count_ones() as usize != points.len() {
            return Err(malformed("duplicate point"));
        }
        let turn = Self::place(mask)
            .ok_or_else(|| malformed("a turn places one, two or three pieces, as in `b2+d4`"))?;
        if !points.is_sorted() {
            return Err(TurnTextError::WrongOrder {
                text: text.to_string(),
                right: turn.to_string(),
            });
        }
        Ok(turn)
    }
}

/// Announces one byte: the turn's number less 254.
const ESCAPE_BYTE: u8 = 254;
/// Announces two bytes, little-endian: the number of a triple.
const ESCAPE_TRIPLE: u8 = 255;

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self.kind() {
            Kind::Swap => "swap".to_string(),
            Kind::Jump(from, to) => format!("{from}-{to}"),
            Kind::Place(mask) => {
                let mut text = String::new();
                for bit in crate::set_bits(mask.into()) {
                    if !text.is_empty() {
                        text.push('+');
                    }
                    text += &Point::from_bit(bit).to_string();
                }
                text
            }
        };
        f.pad(&text)
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_reads_back_from_text_and_bytes() {
        for turn in Turn::all() {
            assert_eq!(Turn::parse(&turn.to_string()), Ok(turn));
            let mut bytes = Vec::new();
            turn.encode(&mut bytes);
            bytes.push(7);
            let mut rest = bytes.as_slice();
            assert_eq!(Turn::decode(&mut rest), Some(turn));
            assert_eq!(rest, [7]);
        }
        assert_eq!(Turn::all().count(), 171 + 19 + 84 + 1 + 969);
    }

    #[test]
    fn bytes_that_are_no_turn_are_refused() {
        for wrong in [&[][..], &[254], &[254, 21], &[255, 0], &[255, 0xC9, 3]] {
            assert_eq!(Turn::decode(&mut { wrong }), None, "{wrong:?}");
        }
    }

    #[test]
    fn another_order_names_the_right_one() {
        let error = Turn::parse("d4+b2").unwrap_err();
        assert!(error.to_string().contains("`b2+d4`"), "{error}");
        for wrong in [
            "",
            "c3+",
            "c3+c3",
            "a1-a2",
            "a1-b3",
            "a1-a1",
            "z9",
            "a1+a2+a3+b1",
            "pass",
        ] {
            assert!(Turn::parse(wrong).is_err(), "{wrong}");
        }
    }
}
