//! The number of distinct games.
//!
//! A bottom-k sketch (k minimum values): of all 64-bit hashes seen, the k smallest distinct ones
//! are kept. Up to k distinct hashes the count is exact; beyond, with u the k-th smallest hash
//! scaled to (0, 1], the unbiased estimate is (k − 1)/u with a relative standard error of about
//! 1/√(k − 2). Sources: Z. Bar-Yossef et al., *Counting distinct elements in a data stream*,
//! RANDOM 2002; K. Beyer et al., *On synopses for distinct-value estimation under multiset
//! operations*, SIGMOD 2007.

use serde::Serialize;

/// The k of a report: exact up to a million distinct games, ±0.1 % beyond.
pub const DEFAULT_K: usize = 1_000_000;

/// Number of hashes before the first removal of duplicates.
const FIRST_COMPACTION: usize = 1024;

/// A mergeable counter of distinct 64-bit hashes.
///
/// Its estimate depends on the set of hashes alone, not on their order, their repetitions or the
/// order of merging. It starts empty and never holds more than 1½ k hashes (12 MB at
/// [`DEFAULT_K`]).
#[derive(Clone, Debug)]
pub struct Distinct {
    k: usize,
    hashes: Vec<u64>,
    /// Length at which the hashes are next sorted and their duplicates dropped.
    compact_at: usize,
    /// The k-th smallest hash, once more than k distinct ones were seen. Larger ones are dropped.
    threshold: Option<u64>,
    /// Hashes added, repetitions included.
    added: u64,
}

/// An exact or estimated count.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct DistinctCount {
    /// The count. An estimate is rounded to the first digit of its standard error. It is never above
    /// the number of added hashes.
    pub count: u64,
    /// Relative standard error. `None` if the count is exact.
    pub relative_error: Option<f64>,
}

impl Default for Distinct {
    fn default() -> Self {
        Self::with_k(DEFAULT_K)
    }
}

impl Distinct {
    /// A sketch that is exact up to `k` distinct hashes; `k` is at least 16.
    #[must_use]
    pub fn with_k(k: usize) -> Self {
        Self {
            k: k.max(16),
            hashes: Vec::new(),
            compact_at: FIRST_COMPACTION.min(k.max(16)),
            threshold: None,
            added: 0,
        }
    }

    /// Adds a hash. It need not be uniformly distributed, since it is mixed again.
    pub fn add(&mut self, hash: u64) {
        self.added += 1;
        self.add_mixed(mix(hash));
    }

    /// Adds the hashes of `other`. The sketch is exact up to the smaller of the two k.
    pub fn merge(&mut self, other: &Self) {
        self.added += other.added;
        if other.k < self.k {
            self.k = other.k;
            self.compact();
        }
        // Hashes above the other's threshold were dropped there, so ours must go as well. At least
        // k hashes at or below the lower of the two thresholds remain.
        if let Some(theirs) = other.threshold {
            self.threshold = Some(self.threshold.map_or(theirs, |mine| mine.min(theirs)));
        }
        for &hash in &other.hashes {
            self.add_mixed(hash);
        }
        self.compact();
    }

    /// The number of distinct hashes.
    #[must_use]
    pub fn count(&self) -> DistinctCount {
        let mut compacted = self.clone();
        compacted.compact();
        let Some(largest) = compacted.threshold else {
            return DistinctCount {
                count: compacted.hashes.len() as u64,
                relative_error: None,
            };
        };
        // A threshold is only set when k hashes at or below it are held.
        let kept = compacted.k as f64;
        let scaled = (largest as f64 + 1.0) / 2f64.powi(64);
        let relative_error = 1.0 / (kept - 2.0).sqrt();
        let estimate = (kept - 1.0) / scaled;
        let unit = 10f64.powf((estimate * relative_error).log10().floor().max(0.0));
        let rounded = ((estimate / unit).round() * unit) as u64;
        // More than k distinct hashes were seen, and no more than were added.
        let least = (compacted.k as u64 + 1).min(self.added);
        DistinctCount {
            count: rounded.clamp(least, self.added),
            relative_error: Some(relative_error),
        }
    }

    fn add_mixed(&mut self, hash: u64) {
        if self.threshold.is_some_and(|threshold| hash > threshold) {
            return;
        }
        self.hashes.push(hash);
        if self.hashes.len() >= self.compact_at {
            self.compact();
        }
    }

    fn compact(&mut self) {
        self.hashes.sort_unstable();
        self.hashes.dedup();
        if self.hashes.len() > self.k {
            self.hashes.truncate(self.k);
            self.threshold = self.hashes.last().copied();
        } else if let Some(threshold) = self.threshold {
            let keep = self.hashes.partition_point(|&hash| hash <= threshold);
            self.hashes.truncate(keep);
        }
        let len = self.hashes.len();
        self.compact_at = (2 * len).max(FIRST_COMPACTION).min(self.k + self.k / 2);
    }
}

/// The finaliser of `SplitMix64` (S. Vigna, public domain constants): a bijection, so no two
/// hashes become equal.
fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_up_to_k() {
        let mut sketch = Distinct::with_k(1000);
        for i in 0..50_000u64 {
            sketch.add(i % 1000);
        }
        assert_eq!(
            sketch.count(),
            DistinctCount {
                count: 1000,
                relative_error: None
            }
        );
        sketch.add(1000);
        assert!(sketch.count().relative_error.is_some());
    }

    #[test]
    fn estimate_is_within_its_error() {
        let mut sketch = Distinct::with_k(10_000);
        for i in 0..1_000_000u64 {
            sketch.add(i);
            sketch.add(i / 2);
        }
        let DistinctCount {
            count,
            relative_error,
        } = sketch.count();
        let error = relative_error.unwrap();
        assert!((error - 0.01).abs() < 1e-4);
        assert!((count as f64 / 1e6 - 1.0).abs() < 4.0 * error, "{count}");
    }

    #[test]
    fn an_estimate_is_no_larger_and_no_finer_than_can_be() {
        for seed in 0..40u64 {
            let mut halves = [Distinct::with_k(1000), Distinct::with_k(1000)];
            for i in 0..20_000u64 {
                halves[(i % 2) as usize].add(mix(seed << 32 | i));
            }
            let [mut all, other] = halves;
            all.merge(&other);
            let count = all.count();
            assert!(count.count <= 20_000, "all are distinct: {count:?}");
            // The standard error is some 630.
            assert_eq!(count.count % 100, 0, "{count:?}");
        }
        let mut few = Distinct::with_k(1000);
        (0..1001).for_each(|i| few.add(i));
        assert_eq!(few.count().count, 1001);
    }

    #[test]
    fn memory_stays_bounded_and_starts_small() {
        let mut sketch = Distinct::default();
        assert_eq!(sketch.hashes.capacity(), 0);
        for i in 0..100_000u64 {
            sketch.add(i % 171);
        }
        assert!(sketch.hashes.capacity() <= 2 * FIRST_COMPACTION);
        let mut sketch = Distinct::with_k(1000);
        for i in 0..100_000u64 {
            sketch.add(i);
            assert!(sketch.hashes.len() <= 1500);
        }
    }
}
