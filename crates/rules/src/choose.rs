//! Bits of a mask by number.

/// The positions of the set bits of `mask`, lowest first.
pub fn set_bits(mut mask: u64) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let bit = mask.trailing_zeros() as u8;
        mask &= mask - 1;
        Some(bit)
    })
}

/// Positions of the set bits of each byte; 0 where there are no more.
static IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut rest = byte;
        let mut n = 0;
        while rest != 0 {
            table[byte][n] = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            n += 1;
        }
        byte += 1;
    }
    table
};

/// Halves the mask from `WIDTH` bits down to a byte by population count, without branches: the
/// numbers are random, so that branches would be mispredicted half of the time.
const fn select<const WIDTH: u32>(mut mask: u64, mut n: u32) -> u8 {
    let mut base = 0;
    let mut width = WIDTH;
    while width >= 8 {
        let count = (mask & ((1 << width) - 1)).count_ones();
        let above = (n >= count) as u32;
        n -= count * above;
        base += width * above;
        mask >>= width * above;
        width /= 2;
    }
    base as u8 + IN_BYTE[(mask & 0xFF) as usize][(n & 7) as usize]
}

/// The position of set bit number `n` (from 0, lowest first) of `mask`, which must have more than
/// `n` set bits.
#[must_use]
pub const fn nth_set_bit(mask: u64, n: u32) -> u8 {
    debug_assert!(n < mask.count_ones());
    select::<32>(mask, n)
}

/// [`nth_set_bit`] for short masks.
#[must_use]
pub(crate) const fn nth_set_bit_u32(mask: u32, n: u32) -> u8 {
    debug_assert!(n < mask.count_ones());
    select::<16>(mask as u64, n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbered_bits_are_the_listed_ones() {
        let mut mask = 1_u64;
        for step in 0..2_000 {
            mask = crate::hash::mix(mask ^ step);
            // Sparse and dense ones.
            for mask in [mask, mask & mask.rotate_left(7), mask | mask.rotate_left(9)] {
                for (n, bit) in (0..).zip(set_bits(mask)) {
                    assert_eq!(nth_set_bit(mask, n), bit);
                }
                for (n, bit) in (0..).zip(set_bits(mask & 0xFFFF_FFFF)) {
                    assert_eq!(nth_set_bit_u32(mask as u32, n), bit);
                }
            }
        }
    }
}
