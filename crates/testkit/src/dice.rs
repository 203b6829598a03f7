//! Seeded random numbers for simulations, of better quality than [`crate::random`].

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A random number generator with a few distributions.
pub struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// Creates a generator from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Draws uniformly from [0, 1).
    pub fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Draws uniformly from `0..n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0.next_u64() % n
    }

    /// Draws from an approximately normal distribution, as a sum of uniform numbers.
    pub fn bell(&mut self, mean: f64, deviation: f64) -> f64 {
        let sum: f64 = (0..12).map(|_| self.uniform()).sum();
        mean + deviation * (sum - 6.0)
    }
}
