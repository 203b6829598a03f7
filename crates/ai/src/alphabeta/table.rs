//! The transposition table: what has been found out about nodes before.
//!
//! A value may depend on history, where a rule about repetition bars turns. So an entry keeps how
//! many turns ahead its value looked (`reach`). If the history of a node cannot bar a turn as near
//! as that, neither when the value is stored nor when it is asked for, then it holds for every way
//! to come to the position, and is kept under the position's key. Otherwise it is kept under a key
//! that the history is part of.

use flipside_rules::hash::mix;

/// What a stored value says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
    /// The value is this.
    Exact,
}

/// What has been found out about a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding<T> {
    /// The turn that was best or refuted the turn before.
    pub(crate) turn: Option<T>,
    /// As the node sees it: see [`super::score::seen_from_node`].
    pub(crate) value: i32,
    pub(crate) bound: Bound,
    /// The depth to which the node was searched.
    pub(crate) depth: u32,
    /// How many turns ahead the value looked.
    pub(crate) reach: u32,
}

/// Where in the table a node belongs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Of the position.
    pub(crate) key: u64,
    /// See [`super::tree::Tree::history`].
    pub(crate) history: u64,
    /// See [`super::tree::Tree::turns_before_history_matters`].
    pub(crate) history_matters: u32,
}

impl Place {
    /// Whether a value that looked `reach` turns ahead holds whatever the history. The end of the
    /// game after the last of these turns may depend on whether there is a turn to follow.
    const fn is_free_of_history(&self, reach: u32) -> bool {
        self.history == 0 || reach.saturating_add(2) <= self.history_matters
    }

    const fn key_with_history(&self) -> u64 {
        self.key ^ mix(self.history)
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry<T> {
    key: u64,
    /// The search that wrote the entry; 0 for none.
    search: u32,
    finding: Finding<T>,
}

impl<T> Entry<T> {
    const EMPTY: Self = Self {
        key: 0,
        search: 0,
        finding: Finding {
            turn: None,
            value: 0,
            bound: Bound::Upper,
            depth: 0,
            reach: 0,
        },
    };
}

/// A table of bounded size. Each search begins with an empty one, so that what is chosen follows
/// from the game alone and not from earlier searches.
#[derive(Clone, Debug)]
pub(crate) struct Table<T> {
    entries: Vec<Entry<T>>,
    search: u32,
}

/// Entries that compete for the same places.
const WAYS: usize = 2;

impl<T: Copy> Table<T> {
    /// A table of at most so many bytes, and of no more entries than a search can fill that visits
    /// `nodes` nodes. It keeps nothing if there is no room for anything.
    pub(crate) fn new(bytes: usize, nodes: Option<u64>) -> Self {
        let fit = bytes / size_of::<Entry<T>>();
        let wanted = nodes.map_or(usize::MAX, |nodes| {
            usize::try_from(nodes.saturating_mul(2)).unwrap_or(usize::MAX)
        });
        let places = match fit.min(wanted.max(WAYS)).checked_ilog2() {
            Some(log) if fit >= WAYS => 1 << log,
            _ => 0,
        };
        Self {
            entries: vec![Entry::EMPTY; places],
            search: 0,
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.entries.fill(Entry::EMPTY);
            self.search = 1;
        }
    }

    fn ways(&self, key: u64) -> std::ops::Range<usize> {
        // The number of entries is a power of two, or 0.
        let first = key as usize & self.entries.len().saturating_sub(1) & !(WAYS - 1);
        first..self.entries.len().min(first + WAYS)
    }

    fn find(&self, key: u64) -> Option<&Finding<T>> {
        self.entries[self.ways(key)]
            .iter()
            .find(|entry| entry.key == key && entry.search == self.search)
            .map(|entry| &entry.finding)
    }

    /// What is known of the position, and whether the value holds at this node. If it does not, the
    /// turn may be one that history bars here.
    pub(crate) fn get(&self, place: &Place) -> Option<(&Finding<T>, bool)> {
        let free = self
            .find(place.key)
            .map(|finding| (finding, place.is_free_of_history(finding.reach)));
        match free {
            Some((_, true)) => free,
            _ if place.history == 0 => free,
            _ => match self.find(place.key_with_history()) {
                Some(finding) => Some((finding, true)),
                None => free,
            },
        }
    }

    /// Keeps what has been found in place of what is worth least: what there was of the same node,
    /// nothing, or the shallowest.
    pub(crate) fn put(&mut self, place: &Place, finding: Finding<T>) {
        let key = if place.is_free_of_history(finding.reach) {
            place.key
        } else {
            place.key_with_history()
        };
        let search = self.search;
        let ways = self.ways(key);
        let worth = |entry: &Entry<T>| match (entry.search == search, entry.key == key) {
            (true, true) => (0, 0),
            (false, _) => (1, 0),
            (true, false) => (2, entry.finding.depth),
        };
        let Some(entry) = self.entries[ways]
            .iter_mut()
            .min_by_key(|entry| worth(entry))
        else {
            return;
        };
        let is_known = worth(entry) == (0, 0);
        let turn = finding.turn.or(entry.finding.turn.filter(|_| is_known));
        *entry = Entry {
            key,
            search,
            finding: Finding { turn, ..finding },
        };
    }
}
