//! The random number generator.

use flipside_rules::hash::mix;
use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A seeded generator whose output is the same in every version and on every platform:
/// xoshiro256++ (Blackman, Vigna: *Scrambled linear pseudorandom number generators*, ACM TOMS 47,
/// 2021), its state filled from the seed by [`mix`].
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// Creates a generator from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut state = [0; 32];
        for (i, word) in (1..).zip(state.chunks_exact_mut(8)) {
            // Four different inputs of a bijection: the state is never all zero.
            word.copy_from_slice(&mix(mix(seed) ^ i).to_le_bytes());
        }
        Self(Xoshiro256PlusPlus::from_seed(state))
    }

    /// A uniform random number below `n`; 0 if `n` is 0.
    ///
    /// Lemire: *Fast random integer generation in an interval*, ACM TOMACS 29, 2019: exact, by
    /// rejection.
    pub fn below(&mut self, n: u32) -> u32 {
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(n);
            // Draws with a low half below the threshold are rejected.
            let low = product as u32;
            if low >= n || low >= n.wrapping_neg() % n.max(1) {
                return (product >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_of_a_seed_never_changes() {
        let mut rng = Rng::new(1);
        let first = [rng.0.next_u64(), rng.0.next_u64()];
        let draws: Vec<u32> = (0..8).map(|_| rng.below(10)).collect();
        assert_eq!(first, [PINNED.0, PINNED.1]);
        assert_eq!(draws, PINNED.2);
    }

    const PINNED: (u64, u64, [u32; 8]) = (
        9_274_196_212_766_960_360,
        4_475_341_097_451_946_467,
        [2, 7, 0, 9, 3, 5, 9, 4],
    );

    #[test]
    fn draws_are_uniform() {
        let mut rng = Rng::new(7);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[rng.below(6) as usize] += 1;
        }
        // Six standard deviations of a binomial with n = 60,000 and p = 1/6 are 548.
        assert!(
            counts.iter().all(|&c| c.abs_diff(10_000) < 548),
            "{counts:?}"
        );
        assert_eq!(rng.below(1), 0);
        assert_eq!(rng.below(0), 0);
    }
}
