//! The 12 symmetries of the hexagon.

use super::board::{POINTS, Point};

/// The number of symmetries: 6 rotations, 6 reflections.
pub const SYMMETRIES: usize = 12;

/// The image of a point in centred coordinates under one symmetry: number 0 to 5 turn by sixths,
/// 6 to 11 reflect first.
const fn map(symmetry: usize, point: Point) -> Point {
    let (row, number) = point.coordinates();
    // Cube coordinates: they add up to 0, and a sixth turn is (x, y, z) → (−z, −x, −y).
    let mut x = number as i8 - 3;
    let mut z = -(row as i8 - 2);
    let mut y = -x - z;
    if symmetry >= 6 {
        (y, z) = (z, y);
    }
    let mut turns = symmetry % 6;
    while turns > 0 {
        (x, y, z) = (-z, -x, -y);
        turns -= 1;
    }
    // The third coordinate follows from the other two.
    let _ = y;
    match Point::at((2 - z) as u8, (x + 3) as u8) {
        Some(image) => image,
        None => panic!("a symmetry leaves the board"),
    }
}

static IMAGES: [[Point; POINTS]; SYMMETRIES] = {
    let mut images = [[Point::from_bit(0); POINTS]; SYMMETRIES];
    let mut s = 0;
    while s < SYMMETRIES {
        let mut p = 0;
        while p < POINTS {
            images[s][p] = map(s, Point::from_bit(p as u8));
            p += 1;
        }
        s += 1;
    }
    images
};

/// Images of masks by their low ten and their high nine bits, so that the image of a mask takes two
/// look-ups.
static LOW: [[u32; 1 << 10]; SYMMETRIES] = half_images(0);
static HIGH: [[u32; 1 << 9]; SYMMETRIES] = half_images(10);

const fn half_images<const N: usize>(offset: usize) -> [[u32; N]; SYMMETRIES] {
    let mut images = [[0; N]; SYMMETRIES];
    let mut s = 0;
    while s < SYMMETRIES {
        let mut mask = 1;
        while mask < N {
            let lowest = mask.trailing_zeros() as usize;
            let image = IMAGES[s][offset + lowest].mask();
            images[s][mask] = images[s][mask & (mask - 1)] | image;
            mask += 1;
        }
        s += 1;
    }
    images
}

/// The image of a point under symmetry number `symmetry` (below [`SYMMETRIES`]).
#[must_use]
pub fn transform_point(symmetry: usize, point: Point) -> Point {
    IMAGES[symmetry][point.index()]
}

/// The image of a mask of points under symmetry number `symmetry` (below [`SYMMETRIES`]).
#[must_use]
pub fn transform_mask(symmetry: usize, mask: u32) -> u32 {
    LOW[symmetry][(mask & 0x3FF) as usize] | HIGH[symmetry][(mask >> 10) as usize]
}
