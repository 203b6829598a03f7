//! The inner loops of the solver: minima over the positions after one turn, for all colourings of a
//! set.
//!
//! A turn permutes the colour bits of a set. Images of the low eight bits come from a table, built
//! once for each set and turn; images of the high bits change only every 256 entries. What remains
//! is reading 16-bit codes from a table of at most 128 KB in irregular order, which limits the
//! speed of the solver.

use crate::colour_map::ColourMap;

/// The number of entries that differ in the low eight colour bits only.
const ROW: usize = 256;

/// Lowers each entry of `after` to the code in `source` at the image of its colour bits.
///
/// `source` holds the entries of the map's target set. The image's bits `flips` are also flipped.
pub(crate) fn lower_all(after: &mut [u16], source: &[u16], map: &ColourMap, flips: u16) {
    let low = core::array::from_fn(|colours| map.low(colours as u8) ^ flips);
    dispatch(source, All { after, map, low });
}

/// Like [`lower_all`], but only for entries with bit `map.jumper` set.
pub(crate) fn lower_jumps(after: &mut [u16], source: &[u16], map: &ColourMap) {
    let jumper = map.jumper;
    if after.len() < ROW {
        for (own, after) in after.iter_mut().enumerate() {
            if own >> jumper & 1 == 1 {
                *after = source[map.apply(own)].min(*after);
            }
        }
    } else if jumper < 8 {
        let below = (1 << jumper) - 1;
        let low = core::array::from_fn(|rest| {
            let own = ((rest & !below) << 1 | 1 << jumper | rest & below) as u8;
            (own, map.low(own))
        });
        dispatch(source, LowJumper { after, map, low });
    } else {
        let low = core::array::from_fn(|colours| map.low(colours as u8));
        let bit = 1 << (jumper - 8);
        dispatch(
            source,
            HighJumper {
                after,
                map,
                low,
                bit,
            },
        );
    }
}

/// A loop that is compiled for each length of the source, which removes bounds checks.
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
                length => unreachable!("invalid number of colourings {length}"),
            }
        };
    }
    lengths!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);
}

struct All<'a> {
    after: &'a mut [u16],
    map: &'a ColourMap,
    low: [u16; ROW],
}

impl Loop for All<'_> {
    #[inline(always)]
    fn run<const LENGTH: usize>(self, source: &[u16; LENGTH]) {
        for (colours, row) in self.after.chunks_mut(ROW).enumerate() {
            let high = self.map.high(colours as u8);
            for (after, low) in row.iter_mut().zip(&self.low) {
                *after = source[usize::from(high ^ low) & (LENGTH - 1)].min(*after);
            }
        }
    }
}

/// For jumpers among the low eight bits.
struct LowJumper<'a> {
    after: &'a mut [u16],
    map: &'a ColourMap,
    /// Low colour bits with the jumper's bit set, and their images.
    low: [(u8, u16); ROW / 2],
}

impl Loop for LowJumper<'_> {
    #[inline(always)]
    fn run<const LENGTH: usize>(self, source: &[u16; LENGTH]) {
        let rows = self.after.as_chunks_mut::<ROW>().0;
        for (colours, row) in rows.iter_mut().enumerate() {
            let high = self.map.high(colours as u8);
            for (own, low) in &self.low {
                let after = &mut row[usize::from(*own)];
                *after = source[usize::from(high ^ low) & (LENGTH - 1)].min(*after);
            }
        }
    }
}

/// For jumpers among the high bits: `bit` of the row's index.
struct HighJumper<'a> {
    after: &'a mut [u16],
    map: &'a ColourMap,
    low: [u16; ROW],
    bit: usize,
}

impl Loop for HighJumper<'_> {
    #[inline(always)]
    fn run<const LENGTH: usize>(self, source: &[u16; LENGTH]) {
        let rows = self.after.as_chunks_mut::<ROW>().0;
        for (colours, row) in rows.iter_mut().enumerate() {
            if colours & self.bit == 0 {
                continue;
            }
            let high = self.map.high(colours as u8);
            for (after, low) in row.iter_mut().zip(&self.low) {
                *after = source[usize::from(high ^ low) & (LENGTH - 1)].min(*after);
            }
        }
    }
}
