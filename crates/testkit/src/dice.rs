//! Seeded random numbers for simulations, which need better ones than test cases do.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A source of random numbers with the few distributions that are needed.
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// The numbers of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Uniform between 0 and 1.
    pub fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform among `0 .. n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0.next_u64() % n
    }

    /// Roughly normal, by a sum of uniform numbers.
    pub fn bell(&mut self, mean: f64, deviation: f64) -> f64 {
        let sum: f64 = (0..12).map(|_| self.uniform()).sum();
        mean + deviation * (sum - 6.0)
    }
}
