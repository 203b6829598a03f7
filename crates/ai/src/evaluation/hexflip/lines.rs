//! What the pieces of one colour could do, by operations on the whole board.
//!
//! Masks are those of the spread board (see [`hexflip::spread`]).

use flipside_rules::hexflip::{self, BOARD, SHIFTS};

const POINTS: u32 = hexflip::spread(BOARD);

/// The centre of the board, c3.
const CENTRE: u32 = 14;

/// The three lines of five points, all through the centre.
const FIVES: [u32; 3] = {
    let mut fives = [0; 3];
    let mut i = 0;
    while i < 3 {
        let mut k = 0;
        while k < 5 {
            fives[i] |= 1 << (CENTRE + k * SHIFTS[i] - 2 * SHIFTS[i]);
            k += 1;
        }
        i += 1;
    }
    fives
};

/// The six points around the centre.
const INNER: u32 = {
    let mut inner = 0;
    let mut i = 0;
    while i < 3 {
        inner |= 1 << (CENTRE + SHIFTS[i]) | 1 << (CENTRE - SHIFTS[i]);
        i += 1;
    }
    inner
};

/// Counts for one colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Lines {
    /// Windows with two own pieces and no other.
    pub(super) twos: u32,
    /// Windows with three own pieces and no other.
    pub(super) threes: u32,
    /// Windows with three own pieces and one other.
    pub(super) broken_threes: u32,
    /// Windows with four own pieces.
    pub(super) fours: u32,
    /// Lines of five points with four own pieces.
    pub(super) crowded: u32,
    /// Pieces next to the centre.
    pub(super) inner: u32,
}

impl Lines {
    /// The counts for the pieces `own` against the pieces `other`.
    pub(super) fn new(own: u32, other: u32) -> Self {
        let mut lines = Self {
            crowded: FIVES
                .iter()
                .filter(|&five| (own & five).count_ones() == 4)
                .count() as u32,
            inner: (own & INNER).count_ones(),
            ..Self::default()
        };
        for s in SHIFTS {
            // Bits stand for windows, by their lowest points.
            let windows = POINTS & POINTS >> s & POINTS >> (2 * s) & POINTS >> (3 * s);
            let (ones, twos, all) = count_four(own, s);
            let three = windows & ones & twos;
            let (other_ones, other_twos, other_all) = count_four(other, s);
            let none = !(other_ones | other_twos | other_all);
            lines.twos += (windows & twos & !ones & none).count_ones();
            lines.threes += (three & none).count_ones();
            lines.broken_threes += (three & other_ones & !other_twos).count_ones();
            lines.fours += (windows & all).count_ones();
        }
        lines
    }
}

/// How many of four points in a row, beginning at each point, are in a mask: the bits for 1, 2 and 4
/// of that number.
const fn count_four(mask: u32, s: u32) -> (u32, u32, u32) {
    let (a, b, c, d) = (mask, mask >> s, mask >> (2 * s), mask >> (3 * s));
    let (ab, cd) = (a ^ b, c ^ d);
    let ones = ab ^ cd;
    let twos = (a & b) ^ (c & d) ^ (ab & cd);
    (ones, twos, a & b & c & d)
}

/// What jumps one colour has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Jumps {
    /// The number of jumps.
    pub(super) count: u32,
    /// Pieces of the other colour that some jump would flip.
    pub(super) flips: u32,
    /// By how many pieces the best jump gains more than it loses; 0 if none gains.
    pub(super) best: u32,
}

impl Jumps {
    /// The jumps of the pieces `own` among the pieces `other`.
    pub(super) fn new(own: u32, other: u32) -> Self {
        let mut found = Self::default();
        let mut passed = 0;
        // For each gain the landing points of jumps that have it.
        let mut gains = [0; 3];
        for s in SHIFTS {
            let (up, down) = (|m: u32| m << s, |m: u32| m >> s);
            found.count += along(own, other, up, down, &mut passed, &mut gains);
            found.count += along(own, other, down, up, &mut passed, &mut gains);
        }
        found.flips = (passed & other).count_ones();
        found.best = (1..).zip(gains).fold(
            0,
            |best, (gain, landings)| {
                if landings == 0 { best } else { gain }
            },
        );
        found
    }
}

/// Counts the jumps in one direction, and adds the points that they pass and their landing points by
/// gain. `step` moves a mask a step ahead, `back` a step back.
fn along(
    own: u32,
    other: u32,
    step: impl Fn(u32) -> u32,
    back: impl Fn(u32) -> u32,
    passed: &mut u32,
    gains: &mut [u32; 3],
) -> u32 {
    let occupied = own | other;
    let empty = POINTS & !occupied;
    // The last points of runs of one, two and three pieces in front of own ones, and the landing
    // points behind.
    let one = step(own) & occupied;
    let two = step(one) & occupied;
    let three = step(two) & occupied;
    let [over_one, over_two, over_three] = [one, two, three].map(|run| step(run) & empty);

    let last = back(over_one | over_two | over_three);
    let before = back(back(over_two | over_three));
    *passed |= last | before | back(back(back(over_three)));

    let o1 = step(other);
    let o2 = step(o1);
    let o3 = step(o2);
    gains[0] |= over_one & o1;
    gains[1] |= over_two & o1 & o2;
    gains[2] |= over_three & o1 & o2 & o3;
    // Two gained and one lost.
    gains[0] |= over_three & (o1 & o2 & !o3 | o1 & !o2 & o3 | !o1 & o2 & o3);
    over_one.count_ones() + over_two.count_ones() + over_three.count_ones()
}
