//! Seeded, portable random numbers for test cases.

/// A linear congruential generator modulo 2⁶⁴ with the constants of Knuth's MMIX (*The Art of
/// Computer Programming*, vol. 2, 3.3.4). Sufficient for drawing test cases only.
#[derive(Clone, Debug)]
pub struct Lcg(u64);

impl Lcg {
    /// Creates a generator from a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Draws a number below `bound`.
    ///
    /// # Panics
    /// If `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        // The low bits have short periods.
        ((self.0 >> 33) as usize) % bound
    }

    /// Draws one of the items; `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() {
            return None;
        }
        items.get(self.below(items.len()))
    }
}
