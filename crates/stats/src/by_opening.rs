//! Sums by opening in bounded memory: exact up to a number of openings, in buckets beyond.

use std::collections::BTreeMap;

use crate::units::Sums;

/// Maximum number of openings with exact sums. More openings share as many buckets.
pub const MAX_EXACT: usize = 1 << 16;

/// Mergeable sums of integers, so that the order does not matter.
pub(crate) trait Merge: Copy + Default {
    /// Adds `other`.
    fn merge(&mut self, other: &Self);
}

impl Merge for Sums {
    fn merge(&mut self, other: &Self) {
        Self::merge(self, other);
    }
}

/// Sums by the hash of an opening.
///
/// The content depends only on the added data, not on their order or on the division among merged
/// accumulators.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ByOpening<T> {
    exact: BTreeMap<u64, T>,
    /// Empty while sums are exact; otherwise all sums.
    buckets: Vec<T>,
}

impl<T: Merge> ByOpening<T> {
    /// Changes the sums of an opening.
    pub fn change(&mut self, opening: u64, change: impl FnOnce(&mut T)) {
        if self.buckets.is_empty() {
            change(self.exact.entry(opening).or_default());
            self.limit();
        } else {
            change(&mut self.buckets[bucket(opening)]);
        }
    }

    /// Adds the sums of `other`.
    pub fn merge(&mut self, other: &Self) {
        if !other.buckets.is_empty() {
            self.collapse();
            for (mine, theirs) in self.buckets.iter_mut().zip(&other.buckets) {
                mine.merge(theirs);
            }
        }
        for (opening, sums) in &other.exact {
            self.change(*opening, |mine| mine.merge(sums));
        }
    }

    /// The sums of each opening, if they are exact.
    pub fn exact(&self) -> Option<&BTreeMap<u64, T>> {
        self.buckets.is_empty().then_some(&self.exact)
    }

    /// All sums in a fixed order, including empty buckets.
    pub fn iter(&self) -> impl Iterator<Item = &T> + Clone {
        self.exact.values().chain(&self.buckets)
    }

    /// The sums of each opening here and in `other`, in a fixed order.
    pub fn beside(&self, other: &Self) -> Vec<[T; 2]> {
        if self.buckets.is_empty() && other.buckets.is_empty() {
            let mut both: BTreeMap<u64, [T; 2]> = BTreeMap::new();
            for (place, one) in [self, other].into_iter().enumerate() {
                for (opening, sums) in &one.exact {
                    both.entry(*opening).or_default()[place] = *sums;
                }
            }
            return both.into_values().collect();
        }
        let [mine, theirs] = [self, other].map(|one| {
            let mut one = one.clone();
            one.collapse();
            one.buckets
        });
        mine.into_iter().zip(theirs).map(|(a, b)| [a, b]).collect()
    }

    fn limit(&mut self) {
        if self.exact.len() > MAX_EXACT {
            self.collapse();
        }
    }

    fn collapse(&mut self) {
        if self.buckets.is_empty() {
            self.buckets = vec![T::default(); MAX_EXACT];
            for (opening, sums) in std::mem::take(&mut self.exact) {
                self.buckets[bucket(opening)].merge(&sums);
            }
        }
    }
}

/// The top 16 bits of a multiplicative hash depend on all bits of the input.
fn bucket(opening: u64) -> usize {
    (opening.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Merge for u64 {
        fn merge(&mut self, other: &Self) {
            *self += other;
        }
    }

    fn of(openings: impl Iterator<Item = u64>) -> ByOpening<u64> {
        let mut all = ByOpening::default();
        openings.for_each(|opening| all.change(opening, |n| *n += 1));
        all
    }

    fn used(all: &ByOpening<u64>) -> usize {
        all.iter().filter(|n| **n > 0).count()
    }

    #[test]
    fn openings_are_told_apart_up_to_the_limit() {
        let most = MAX_EXACT as u64;
        // Hashes of which a third would share their bucket with another one.
        let hash = |n: u64| n.wrapping_mul(0xd134_2543_de82_ef95) ^ (n << 7);
        let exact = of((0..most).map(hash));
        assert_eq!(used(&exact), MAX_EXACT);
        let beyond = of((0..=most).map(hash));
        assert!(used(&beyond) < MAX_EXACT);
        assert_eq!(beyond.iter().sum::<u64>(), most + 1);
    }

    #[test]
    fn order_and_split_change_nothing() {
        let most = MAX_EXACT as u64;
        for end in [1000, most + 500] {
            let whole = of(0..end);
            assert_eq!(of((0..end).rev()), whole);
            let mut halves = of((0..end).filter(|n| n % 3 == 0));
            halves.merge(&of((0..end).filter(|n| n % 3 != 0)));
            assert_eq!(halves, whole);
            let mut into_large = of(0..3);
            into_large.merge(&of(3..end));
            assert_eq!(into_large, whole);
        }
    }

    #[test]
    fn openings_stand_beside_each_other() {
        let one = of([5, 7, 7].into_iter());
        let other = of([7, 9].into_iter());
        assert_eq!(one.beside(&other), [[1, 0], [2, 1], [0, 1]]);
        let large = of(0..=MAX_EXACT as u64);
        let both = one.beside(&large);
        let sums = both.iter().fold([0, 0], |s, b| [s[0] + b[0], s[1] + b[1]]);
        assert_eq!(sums, [3, MAX_EXACT as u64 + 1]);
    }
}
