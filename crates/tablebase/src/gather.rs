//! The inner loops: minima over the positions after one kind of turn, for all colourings of a set.
//!
//! Where a set's positions go is a permutation of the colour bits, known by two tables of 256
//! entries (see [`ByteTables`]). All this is reading 16-bit codes from a table of at most 128 KB, at
//! places that follow no simple order; how fast that goes is what limits the solver.

use crate::colour_map::{ByteTables, ColourMap};

/// Lowers each entry of `after` to the code in `source` at the image of its colour bits.
///
/// `source` are the entries of the map's target set.
pub(crate) fn lower_all(after: &mut [u16], source: &[u16], map: &ColourMap, flips: u16) {
    let tables = map.tables(flips);
    dispatch(source, All { after, tables });
}

/// The same for those entries that have bit `map.jumper` set, with the map's own flips.
pub(crate) fn lower_jumps(after: &mut [u16], source: &[u16], map: &ColourMap) {
    let tables = map.tables(0);
    let jumper = map.jumper;
    if after.len() < 256 {
        for (own, after) in after.iter_mut().enumerate() {
            if own >> jumper & 1 == 1 {
                *after = source[map.apply(own)].min(*after);
            }
        }
    } else if jumper < 8 {
        let mut low = [(0, 0); 128];
        let own = (0..=255_u8).filter(|own| own >> jumper & 1 == 1);
        for (entry, own) in low.iter_mut().zip(own) {
            *entry = (own, tables.low[usize::from(own)]);
        }
        let high = tables.high;
        dispatch(source, LowJumper { after, low, high });
    } else {
        let bit = 1 << (jumper - 8);
        dispatch(source, HighJumper { after, tables, bit });
    }
}

/// A loop that is compiled for each length of the source, so that reading it needs no checks.
trait Loop {
    fn run<const LENGTH: usize>(self, source: &[u16; LENGTH]);
}

fn dispatch(source: &[u16], inner: impl Loop) {
    macro_rules! lengths {
        ($($bits:literal)*) => {
            match source.len() {
                $(length if length == 1 << $bits => {
                    if let Ok(source) = <&[u16; 1 << $bits]>::try_from(source) {
                        inner.run(source);
                    }
                })*
                length => unreachable!("{length} is no number of colourings"),
            }
        };
    }
    lengths!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
}

struct All<'a> {
    after: &'a mut [u16],
    tables: ByteTables,
}

impl Loop for All<'_> {
    #[inline(always)]
    fn run<const LENGTH: usize>(self, source: &[u16; LENGTH]) {
        for (block, high) in self.after.chunks_mut(256).zip(&self.tables.high) {
            for (after, low) in block.iter_mut().zip(&self.tables.low) {
                *after = source[usize::from(high ^ low) & (LENGTH - 1)].min(*after);
            }
        }
    }
}

struct LowJumper<'a> {
    after: &'a mut [u16],
    low: [(u8, u16); 128],
    high: [u16; 256],
}

impl Loop for LowJumper<'_> {
    #[inline(always)]
    fn run<const LENGTH: usize>(self, source: &[u16; LENGTH]) {
        for (block, high) in self
            .after
            .as_chunks_mut::<256>()
            .0
            .iter_mut()
            .zip(&self.high)
        {
            for (own, low) in &self.low {
                let after = &mut block[usize::from(*own)];
                *after = source[usize::from(high ^ low) & (LENGTH - 1)].min(*after);
            }
        }
    }
}

struct HighJumper<'a> {
    after: &'a mut [u16],
    tables: ByteTables,
    bit: usize,
}

impl Loop for HighJumper<'_> {
    #[inline(always)]
    fn run<const LENGTH: usize>(self, source: &[u16; LENGTH]) {
        let blocks = self.after.as_chunks_mut::<256>().0.iter_mut();
        for (i, (block, high)) in blocks.zip(&self.tables.high).enumerate() {
            if i & self.bit == 0 {
                continue;
            }
            for (after, low) in block.iter_mut().zip(&self.tables.low) {
                *after = source[usize::from(high ^ low) & (LENGTH - 1)].min(*after);
            }
        }
    }
}
