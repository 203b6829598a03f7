//! Sets of game numbers.

/// Evenly spaced game numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IdRun {
    /// The first number.
    pub first: u64,
    /// The difference between consecutive numbers.
    pub step: u64,
    /// The count.
    pub count: u64,
}

impl IdRun {
    /// The last number.
    #[must_use]
    pub const fn last(&self) -> u64 {
        self.first + self.step * (self.count - 1)
    }

    fn contains(&self, id: u64) -> bool {
        (self.first..=self.last()).contains(&id) && (id - self.first).is_multiple_of(self.step)
    }

    /// The smallest number common to both runs.
    fn first_common(&self, other: &Self) -> Option<u64> {
        let from = self.first.max(other.first);
        let to = self.last().min(other.last());
        // Common numbers repeat with the least common multiple of the steps, so at most as many
        // numbers of the sparser run as the other step must be checked.
        let (sparse, dense) = if self.step > other.step {
            (self, other)
        } else {
            (other, self)
        };
        let skipped = (from - sparse.first).div_ceil(sparse.step);
        (skipped..sparse.count)
            .take(usize::try_from(dense.step).unwrap_or(usize::MAX))
            .map(|i| sparse.first + i * sparse.step)
            .take_while(|&id| id <= to)
            .find(|&id| dense.contains(id))
    }
}

/// The numbers of the games in a file, as ascending runs. An experiment, or a shard of it, is a single
/// run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameIds {
    runs: Vec<IdRun>,
    count: u64,
}

impl GameIds {
    /// The runs, ascending.
    #[must_use]
    pub fn runs(&self) -> &[IdRun] {
        &self.runs
    }

    /// The number of games.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.count
    }

    /// Whether there is no game.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The last game's number.
    #[must_use]
    pub fn last(&self) -> Option<u64> {
        self.runs.last().map(IdRun::last)
    }

    /// Whether the set contains the game.
    #[must_use]
    pub fn contains(&self, id: u64) -> bool {
        let after = self.runs.partition_point(|run| run.first <= id);
        let Some(run) = after.checked_sub(1).map(|i| self.runs[i]) else {
            return false;
        };
        id <= run.last() && (id - run.first).is_multiple_of(run.step)
    }

    /// A number that is in both sets, nearly the smallest; `None` if they are disjoint.
    #[must_use]
    pub fn first_common(&self, other: &Self) -> Option<u64> {
        self.runs.iter().find_map(|a| {
            other
                .runs
                .iter()
                .take_while(|b| b.first <= a.last())
                .filter(|b| b.last() >= a.first)
                .find_map(|b| a.first_common(b))
        })
    }

    /// Appends a run that begins above the last number.
    pub(crate) fn push(&mut self, run: IdRun) {
        debug_assert!(self.last().is_none_or(|last| last < run.first));
        self.count += run.count;
        if let Some(last) = self.runs.last_mut() {
            let gap = run.first - last.last();
            let step = if last.count == 1 { gap } else { last.step };
            if gap == step && (run.count == 1 || run.step == step) {
                last.step = step;
                last.count += run.count;
                return;
            }
        }
        self.runs.push(run);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(ids: &[u64]) -> GameIds {
        let mut set = GameIds::default();
        for &first in ids {
            set.push(IdRun {
                first,
                step: 1,
                count: 1,
            });
        }
        set
    }

    #[test]
    fn even_steps_are_one_run() {
        assert_eq!(of(&[0, 1, 2, 3]).runs().len(), 1);
        assert_eq!(of(&[5, 8, 11, 14]).runs().len(), 1);
        assert_eq!(of(&[5, 8, 11, 14, 15, 16, 17]).runs().len(), 2);
    }

    #[test]
    fn common_numbers_are_found() {
        let evens: Vec<u64> = (0..40).map(|i| 2 * i).collect();
        let odds: Vec<u64> = evens.iter().map(|i| i + 1).collect();
        let thirds: Vec<u64> = (0..20).map(|i| 3 * i + 1).collect();
        assert_eq!(of(&evens).first_common(&of(&odds)), None);
        assert_eq!(of(&evens).first_common(&of(&thirds)), Some(4));
        assert_eq!(of(&thirds).first_common(&of(&odds)), Some(1));
        assert_eq!(of(&[5, 6, 7]).first_common(&of(&[7, 8, 9])), Some(7));
        assert_eq!(of(&[5, 6, 7]).first_common(&of(&[8, 9])), None);
        assert_eq!(of(&[]).first_common(&of(&[8, 9])), None);
    }

    #[test]
    fn what_was_pushed_is_contained_and_nothing_else() {
        let ids = [2, 3, 4, 9, 11, 13, 20, 40, 41, 42, u64::MAX];
        let set = of(&ids);
        assert_eq!(set.len(), ids.len() as u64);
        for id in (0..60).chain(u64::MAX - 3..=u64::MAX) {
            assert_eq!(set.contains(id), ids.contains(&id), "{id}");
        }
    }
}
