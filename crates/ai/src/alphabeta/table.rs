//! The transposition table.
//!
//! Under a repetition rule, a value can depend on the history of the game. An entry therefore
//! contains the number of turns that its value depends on (`reach`). If the history cannot forbid a
//! turn within this reach, neither when the value is stored nor when it is read, the value holds for
//! every history and is stored under the key of the position alone. Otherwise the key includes the
//! history.

use flipside_rules::hash::mix;

/// The relation of the true value to a stored one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The true value is at least the stored one.
    Lower,
    /// The true value is at most the stored one.
    Upper,
    /// The values are equal.
    Exact,
}

impl Bound {
    /// The bound of a value that a search with this window returns.
    pub(crate) const fn of(value: i32, alpha: i32, beta: i32) -> Self {
        if value <= alpha {
            Self::Upper
        } else if value >= beta {
            Self::Lower
        } else {
            Self::Exact
        }
    }
}

/// The stored result of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableData<T> {
    /// The best turn, or the one that caused a cutoff.
    pub(crate) turn: Option<T>,
    /// The value, relative to the node: see [`super::score::to_table`].
    pub(crate) value: i32,
    pub(crate) bound: Bound,
    /// The search depth.
    pub(crate) depth: u32,
    /// The number of turns ahead that the value depends on.
    pub(crate) reach: u32,
}

/// The key of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableKey {
    /// The hash of the position.
    pub(crate) position: u64,
    /// See [`super::tree::Tree::history`].
    pub(crate) history: u64,
    /// See [`super::tree::Tree::turns_before_history_matters`].
    pub(crate) history_matters: u32,
}

impl TableKey {
    /// Whether a value with this reach holds for every history. The end of the game after the last of
    /// these turns may depend on whether another turn is legal.
    const fn is_independent_of_history(&self, reach: u32) -> bool {
        self.history == 0 || reach.saturating_add(2) <= self.history_matters
    }

    const fn with_history(&self) -> u64 {
        self.position ^ mix(self.history)
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry<T> {
    key: u64,
    /// The number of the search that wrote the entry; 0 for an empty entry.
    search: u32,
    data: TableData<T>,
}

impl<T> Entry<T> {
    const EMPTY: Self = Self {
        key: 0,
        search: 0,
        data: TableData {
            turn: None,
            value: 0,
            bound: Bound::Upper,
            depth: 0,
            reach: 0,
        },
    };
}

/// A table of bounded size. Each search starts with an empty table, so that its result does not
/// depend on earlier searches.
#[derive(Clone, Debug)]
pub(crate) struct Table<T> {
    entries: Vec<Entry<T>>,
    search: u32,
}

/// The number of entries in a bucket.
const BUCKET_SIZE: usize = 2;

impl<T: Copy> Table<T> {
    /// A table of at most this number of bytes, and of no more entries than a search of `nodes` nodes
    /// can fill. It has no entries if there is not enough memory for a bucket.
    pub(crate) fn new(bytes: usize, nodes: Option<u64>) -> Self {
        let fit = bytes / size_of::<Entry<T>>();
        let wanted = nodes.map_or(usize::MAX, |nodes| {
            usize::try_from(nodes.saturating_mul(2)).unwrap_or(usize::MAX)
        });
        let entries = match fit.min(wanted.max(BUCKET_SIZE)).checked_ilog2() {
            Some(log) if fit >= BUCKET_SIZE => 1 << log,
            _ => 0,
        };
        Self {
            entries: vec![Entry::EMPTY; entries],
            search: 0,
        }
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.entries.fill(Entry::EMPTY);
            self.search = 1;
        }
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        // The number of entries is a power of two, or 0.
        let first = key as usize & self.entries.len().saturating_sub(1) & !(BUCKET_SIZE - 1);
        first..self.entries.len().min(first + BUCKET_SIZE)
    }

    fn find(&self, key: u64) -> Option<&TableData<T>> {
        self.entries[self.bucket(key)]
            .iter()
            .find(|entry| entry.key == key && entry.search == self.search)
            .map(|entry| &entry.data)
    }

    /// Returns the data of the position, and whether the value holds at this node. If it does not,
    /// the turn may be forbidden here by the repetition rule.
    pub(crate) fn probe(&self, key: &TableKey) -> Option<(&TableData<T>, bool)> {
        let free = self
            .find(key.position)
            .map(|data| (data, key.is_independent_of_history(data.reach)));
        match free {
            Some((_, true)) => free,
            _ if key.history == 0 => free,
            _ => match self.find(key.with_history()) {
                Some(data) => Some((data, true)),
                None => free,
            },
        }
    }

    /// Stores the result of a search. It replaces, in this order, the entry of the same node, an empty
    /// entry, or the one of the lowest depth.
    pub(crate) fn store(&mut self, key: &TableKey, data: TableData<T>) {
        let key = if key.is_independent_of_history(data.reach) {
            key.position
        } else {
            key.with_history()
        };
        let search = self.search;
        let bucket = self.bucket(key);
        let priority = |entry: &Entry<T>| match (entry.search == search, entry.key == key) {
            (true, true) => (0, 0),
            (false, _) => (1, 0),
            (true, false) => (2, entry.data.depth),
        };
        let Some(entry) = self.entries[bucket]
            .iter_mut()
            .min_by_key(|entry| priority(entry))
        else {
            return;
        };
        let is_same_node = priority(entry) == (0, 0);
        let turn = data.turn.or(entry.data.turn.filter(|_| is_same_node));
        *entry = Entry {
            key,
            search,
            data: TableData { turn, ..data },
        };
    }
}
