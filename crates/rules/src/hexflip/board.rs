//! Geometry of the 19 points.
//!
//! A point is numbered 0 to 18 in the order a1, a2 … e5, and a set of points is a mask of 19 bits.
//! For whole-board operations a mask is *spread* onto a rhombus of five rows with a stride of six
//! bits, where each of the three directions is a shift by a constant and the sixth column catches
//! what leaves the board.

use core::fmt;

/// The number of points.
pub const POINTS: usize = 19;

/// The mask of all points.
pub const BOARD: u32 = (1 << POINTS) - 1;

/// First point number and first diagonal number of each row, a to e.
const ROWS: [(u8, u8, u8); 5] = [(0, 1, 3), (3, 1, 4), (7, 1, 5), (12, 2, 4), (16, 3, 3)];

/// A point of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(u8);

impl Point {
    /// The point of a number 0 to 18 (a1, a2 … e5).
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if (index as usize) < POINTS {
            Some(Self(index))
        } else {
            None
        }
    }

    /// The point with bit `index`, which must be below 19.
    pub(crate) const fn from_bit(index: u8) -> Self {
        debug_assert!((index as usize) < POINTS);
        Self(index)
    }

    /// All points in the order a1, a2 … e5.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..POINTS as u8).map(Self)
    }

    /// The number, 0 to 18.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// A mask with this point only.
    #[must_use]
    pub const fn mask(self) -> u32 {
        1 << self.0
    }

    /// Row (0 for `a` to 4 for `e`) and diagonal number (1 to 5).
    #[must_use]
    pub const fn coordinates(self) -> (u8, u8) {
        let mut row = 4;
        while ROWS[row].0 > self.0 {
            row -= 1;
        }
        (row as u8, self.0 - ROWS[row].0 + ROWS[row].1)
    }

    /// The point in a row (0 for `a`) with a diagonal number, if there is one.
    #[must_use]
    pub const fn at(row: u8, number: u8) -> Option<Self> {
        if row > 4 {
            return None;
        }
        let (start, first, length) = ROWS[row as usize];
        if number < first || number >= first + length {
            return None;
        }
        Some(Self(start + number - first))
    }

    /// Reads `a1` to `e5`.
    #[must_use]
    pub const fn parse(text: &str) -> Option<Self> {
        match text.as_bytes() {
            [row @ b'a'..=b'e', number @ b'1'..=b'5'] => Self::at(*row - b'a', *number - b'0'),
            _ => None,
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, number) = self.coordinates();
        write!(f, "{}{number}", (b'a' + row) as char)
    }
}

/// The rows of the board from `e` to `a` (the order of texts), each as its points from left to
/// right.
pub(crate) fn rows_from_top() -> impl Iterator<Item = impl Iterator<Item = Point>> {
    ROWS.into_iter()
        .rev()
        .map(|(start, _, length)| (start..start + length).map(Point))
}

/// The changes of row and diagonal number of a step in each of the six directions.
pub(crate) const DIRECTIONS: [(i8, i8); 6] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)];

/// The points behind a point in one direction, nearest first; at most four.
#[derive(Clone, Copy)]
pub(crate) struct Ray {
    points: [u8; 4],
    length: u8,
}

impl Ray {
    const fn new(from: Point, (row_step, number_step): (i8, i8)) -> Self {
        let mut ray = Self {
            points: [0; 4],
            length: 0,
        };
        let (mut row, mut number) = from.coordinates();
        loop {
            row = row.wrapping_add_signed(row_step);
            number = number.wrapping_add_signed(number_step);
            match Point::at(row, number) {
                None => return ray,
                Some(point) => {
                    ray.points[ray.length as usize] = point.0;
                    ray.length += 1;
                }
            }
        }
    }

    /// Point number `i` from the nearest, if the line reaches that far.
    pub(crate) const fn get(&self, i: usize) -> Option<Point> {
        if i < self.length as usize {
            Some(Point(self.points[i]))
        } else {
            None
        }
    }
}

/// The rays from every point in every direction of [`DIRECTIONS`].
pub(crate) static RAYS: [[Ray; 6]; POINTS] = {
    let mut rays = [[Ray {
        points: [0; 4],
        length: 0,
    }; 6]; POINTS];
    let mut p = 0;
    while p < POINTS {
        let mut d = 0;
        while d < 6 {
            rays[p][d] = Ray::new(Point(p as u8), DIRECTIONS[d]);
            d += 1;
        }
        p += 1;
    }
    rays
};

/// The masks of points strictly between two points of one line; 0 for any other pair and for
/// neighbours.
pub(crate) static BETWEEN: [[u32; POINTS]; POINTS] = {
    let mut between = [[0; POINTS]; POINTS];
    let mut from = 0;
    while from < POINTS {
        let mut d = 0;
        while d < 6 {
            let ray = Ray::new(Point(from as u8), DIRECTIONS[d]);
            let mut passed = 0;
            let mut i = 0;
            while let Some(point) = ray.get(i) {
                between[from][point.index()] = passed;
                passed |= point.mask();
                i += 1;
            }
            d += 1;
        }
        from += 1;
    }
    between
};

/// The shifts of the spread board (see [`spread`]) for a step along a row, up a diagonal number, and
/// along a constant difference of the two.
pub const SHIFTS: [u32; 3] = [1, 6, 7];

/// A mask of points on the *spread board*: five rows with a stride of six bits, where each of the
/// three lines through a point is a shift by a constant ([`SHIFTS`]) up or down. Points that leave
/// the board move to unused bits.
#[must_use]
pub const fn spread(mask: u32) -> u32 {
    (mask & 0x7)
        | (mask & 0x78) << 3
        | (mask & 0xF80) << 5
        | (mask & 0xF000) << 7
        | (mask & 0x7_0000) << 10
}

/// The point of a bit of the spread board.
const fn gather_bit(bit: u8) -> Point {
    match Point::at(bit / 6, bit % 6 + 1) {
        Some(point) => point,
        None => panic!("not a bit of the board"),
    }
}

/// F: the number of windows (four consecutive points of one line, 12 on the board) that `mask`
/// fills completely.
#[must_use]
pub const fn windows_filled(mask: u32) -> u32 {
    if mask.count_ones() < 4 {
        return 0;
    }
    let m = spread(mask);
    let mut count = 0;
    let mut i = 0;
    while i < 3 {
        let s = SHIFTS[i];
        let pairs = m & (m >> s);
        count += (pairs & (pairs >> (2 * s))).count_ones();
        i += 1;
    }
    count
}

/// The 12 windows: sets of four consecutive points of one line.
pub static WINDOWS: [u32; 12] = {
    let mut windows = [0; 12];
    let mut next = 0;
    let mut p = 0;
    while p < POINTS {
        let mut d = 0;
        // Three of the six directions: a window is met from one end only.
        while d < 3 {
            if let Some(last) = RAYS[p][d].get(2) {
                windows[next] = 1 << p | BETWEEN[p][last.index()] | last.mask();
                next += 1;
            }
            d += 1;
        }
        p += 1;
    }
    assert!(next == windows.len());
    windows
};

/// All jumps of one side, as sets of landing points by direction and distance.
#[derive(Clone, Copy)]
pub(crate) struct Jumps {
    /// `landings[direction][distance − 2]`, on the spread board. Directions 0 to 2 go up by
    /// [`SHIFTS`], 3 to 5 go down by them.
    landings: [[u32; 3]; 6],
}

impl Jumps {
    /// The jumps of the pieces `own`, `occupied` being the pieces of both.
    pub(crate) const fn new(own: u32, occupied: u32) -> Self {
        let own = spread(own);
        let occupied = spread(occupied);
        let empty = spread(BOARD) & !occupied;
        let mut landings = [[0; 3]; 6];
        let mut i = 0;
        while i < 3 {
            let s = SHIFTS[i];
            let mut up = (own << s) & occupied;
            let mut down = (own >> s) & occupied;
            let mut k = 0;
            while k < 3 {
                up <<= s;
                down >>= s;
                landings[i][k] = up & empty;
                landings[i + 3][k] = down & empty;
                up &= occupied;
                down &= occupied;
                k += 1;
            }
            i += 1;
        }
        Self { landings }
    }

    pub(crate) fn count(&self) -> u32 {
        self.landings.iter().flatten().map(|l| l.count_ones()).sum()
    }

    pub(crate) fn any(&self) -> bool {
        self.landings.iter().flatten().any(|&l| l != 0)
    }

    const fn jump(direction: usize, distance: u8, landing: u8) -> (Point, Point) {
        let step = SHIFTS[direction % 3] as u8 * distance;
        let from = if direction < 3 {
            landing - step
        } else {
            landing + step
        };
        (gather_bit(from), gather_bit(landing))
    }

    /// The jumps as pairs of start and landing, in a fixed order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.landings
            .iter()
            .enumerate()
            .flat_map(|(direction, by_distance)| {
                by_distance
                    .iter()
                    .zip(2..)
                    .flat_map(move |(&landings, distance)| {
                        crate::set_bits(landings.into())
                            .map(move |landing| Self::jump(direction, distance, landing))
                    })
            })
    }

    /// Jump number `n` in the order of [`Jumps::iter`], if there are that many.
    pub(crate) fn nth(&self, mut n: u32) -> Option<(Point, Point)> {
        for (direction, by_distance) in self.landings.iter().enumerate() {
            for (&landings, distance) in by_distance.iter().zip(2..) {
                let count = landings.count_ones();
                if n < count {
                    let landing = crate::nth_set_bit_u32(landings, n);
                    return Some(Self::jump(direction, distance, landing));
                }
                n -= count;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec::Vec;

    #[test]
    fn the_centre_has_the_neighbours_that_the_rules_page_names() {
        let centre = Point::parse("c3").unwrap();
        let mut neighbours: Vec<_> = RAYS[centre.index()]
            .iter()
            .filter_map(|r| r.get(0))
            .map(|p| p.to_string())
            .collect();
        neighbours.sort();
        assert_eq!(neighbours, ["b2", "b3", "c2", "c4", "d3", "d4"]);
    }

    #[test]
    fn there_are_twelve_windows() {
        assert_eq!(windows_filled(BOARD), 12);
        assert!(WINDOWS.iter().all(|&window| windows_filled(window) == 1));
        // A full row of five holds two of them.
        assert_eq!(windows_filled(0xF80), 2);
    }

    #[test]
    fn names_read_back() {
        for point in Point::all() {
            assert_eq!(Point::parse(&point.to_string()), Some(point));
        }
        for wrong in ["a4", "b5", "d1", "e2", "f1", "a0", "c33", ""] {
            assert_eq!(Point::parse(wrong), None);
        }
    }
}
