//! The patterns of the 15 lines of the board.
//!
//! A *pattern* is the content of a line, for the player to move and the other player. A pattern and its
//! reverse are the same. An empty line has no pattern.

use flipside_rules::hexflip::{POINTS, Point};

/// The numbers of patterns of three, four and five points: of all words over three letters, half of
/// those that are not palindromes, plus the palindromes, minus the empty one.
const COUNTS: [usize; 3] = [17, 44, 134];

/// All patterns.
pub(super) const PATTERNS: usize = COUNTS[0] + COUNTS[1] + COUNTS[2];

/// The lengths of lines.
const LENGTHS: [usize; 3] = [3, 4, 5];

/// A *state* is the content of a line read from one end: a mask of own pieces and one of the other
/// player's, for each length. The first state of each length, and the end.
const STATES: [usize; 4] = [0, 1 << 6, (1 << 6) + (1 << 8), ALL_STATES];

/// The number of states.
pub(super) const ALL_STATES: usize = (1 << 6) + (1 << 8) + (1 << 10);

/// The rows of the board: the index of the first point, and of the length.
const ROWS: [(u32, usize); 5] = [(0, 0), (3, 1), (7, 2), (12, 1), (16, 0)];

/// The content of a line from one end: 0 for an empty point, 1 for a piece of the player to move, 2 for
/// a piece of the other player.
#[derive(Clone, Copy)]
pub(super) struct Pattern {
    pub(super) length: usize,
    pub(super) points: [u8; 5],
}

impl Pattern {
    const fn new(length: usize, own: usize, other: usize) -> Self {
        let mut points = [0; 5];
        let mut i = 0;
        while i < length {
            points[i] = (own >> i & 1) as u8 + 2 * (other >> i & 1) as u8;
            i += 1;
        }
        Self { length, points }
    }

    /// The pattern as a number, read from the first or from the last point.
    const fn number(&self, backwards: bool) -> usize {
        let mut number = 0;
        let mut i = 0;
        while i < self.length {
            let at = if backwards { self.length - 1 - i } else { i };
            number = 3 * number + self.points[at] as usize;
            i += 1;
        }
        number
    }
}

/// The patterns, and the number of the pattern of each state; `None` for empty lines and for impossible
/// masks.
struct Catalogue {
    patterns: [Pattern; PATTERNS],
    of_states: [Option<u8>; ALL_STATES],
}

static CATALOGUE: Catalogue = {
    let mut patterns = [Pattern::new(0, 0, 0); PATTERNS];
    let mut of_states = [None; ALL_STATES];
    let mut next = 0;
    let mut kind = 0;
    while kind < 3 {
        let length = LENGTHS[kind];
        // By the pattern's number, read from its better end.
        let mut known = [None; 243];
        let mut state = 0;
        while state < 1 << (2 * length) {
            let (own, other) = (state & ((1 << length) - 1), state >> length);
            let pattern = Pattern::new(length, own, other);
            let (there, back) = (pattern.number(false), pattern.number(true));
            let number = if there < back { there } else { back };
            if own & other == 0 && number > 0 {
                if known[number].is_none() {
                    known[number] = Some(next as u8);
                    patterns[next] = pattern;
                    next += 1;
                }
                of_states[STATES[kind] + state] = known[number];
            }
            state += 1;
        }
        kind += 1;
    }
    assert!(next == PATTERNS);
    Catalogue {
        patterns,
        of_states,
    }
};

/// All patterns in the order of their numbers.
pub(super) const fn patterns() -> &'static [Pattern; PATTERNS] {
    &CATALOGUE.patterns
}

/// The number of the pattern of a state.
pub(super) fn pattern(state: usize) -> Option<usize> {
    CATALOGUE.of_states[state].map(usize::from)
}

/// Tables for rotating masks so that the lines of another direction become rows: for two directions, by
/// the lowest ten bits and by the rest.
struct Turned {
    low: [[u32; 1 << LOW]; 2],
    high: [[u32; 1 << (POINTS - LOW)]; 2],
}

const LOW: usize = 10;

static TURNED: Turned = {
    let mut turned = Turned {
        low: [[0; 1 << LOW]; 2],
        high: [[0; 1 << (POINTS - LOW)]; 2],
    };
    let mut i = 0;
    while i < 1 << LOW {
        turned.low[0][i] = turn(0, i);
        turned.low[1][i] = turn(1, i);
        i += 1;
    }
    let mut i = 0;
    while i < 1 << (POINTS - LOW) {
        turned.high[0][i] = turn(0, i << LOW);
        turned.high[1][i] = turn(1, i << LOW);
        i += 1;
    }
    turned
};

/// The points of a mask moved so that lines of one number (0), or of one difference of number and
/// row (1), become rows.
const fn turn(direction: usize, mask: usize) -> u32 {
    let mut turned = 0;
    let mut i = 0;
    while i < POINTS {
        if mask >> i & 1 == 1
            && let Some(point) = Point::new(i as u8)
        {
            let (row, number) = point.coordinates();
            let image = match direction {
                0 => Point::at(number - 1, row + 1),
                _ => Point::at(number + 1 - row, number),
            };
            match image {
                Some(image) => turned |= image.mask(),
                None => panic!("the board is symmetric"),
            }
        }
        i += 1;
    }
    turned
}

/// Calls `visit` with the states of all lines, `own` and `other` being the pieces of the players.
#[inline(always)]
pub(super) fn each_state(own: u32, other: u32, mut visit: impl FnMut(usize)) {
    rows(own, other, &mut visit);
    for direction in 0..2 {
        let turn = |mask: u32| {
            TURNED.low[direction][mask as usize & ((1 << LOW) - 1)]
                | TURNED.high[direction][mask as usize >> LOW]
        };
        rows(turn(own), turn(other), &mut visit);
    }
}

#[inline(always)]
fn rows(own: u32, other: u32, visit: &mut impl FnMut(usize)) {
    for (first, kind) in ROWS {
        let length = LENGTHS[kind];
        let points = (1 << length) - 1;
        let state = own >> first & points | (other >> first & points) << length;
        visit(STATES[kind] + state as usize);
    }
}
