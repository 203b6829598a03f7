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

/// The position of set bit number `n` (from 0, lowest first) of `mask`, which must have more than
/// `n` set bits.
#[must_use]
pub fn nth_set_bit(mut mask: u64, mut n: u32) -> u8 {
    debug_assert!(n < mask.count_ones());
    // Halve the word by population count, then walk what is left of it.
    let mut base = 0;
    let mut width = 32;
    while width >= 8 {
        let low = mask & ((1 << width) - 1);
        let count = low.count_ones();
        if n >= count {
            n -= count;
            base += width;
            mask >>= width;
        } else {
            mask = low;
        }
        width /= 2;
    }
    for _ in 0..n {
        mask &= mask - 1;
    }
    (base + mask.trailing_zeros()) as u8
}
