//! The columns of a block.

use std::borrow::Cow;
use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::GameRecord;

/// The games of a block by columns, in the order of the format page.
#[derive(Serialize, Deserialize)]
pub(super) struct Columns<'a> {
    pub(super) id_steps: Numbers,
    pub(super) players: Players,
    /// `None` if all follow from the experiment's seed.
    pub(super) seeds: Option<Numbers>,
    pub(super) openings: Numbers,
    #[serde(borrow)]
    pub(super) ends: Bytes<'a>,
    pub(super) turn_counts: Numbers,
    /// Bytes of a game's turns beyond one each.
    pub(super) extra_bytes: Numbers,
    #[serde(borrow)]
    pub(super) turns: Bytes<'a>,
    #[serde(borrow)]
    pub(super) start_texts: Vec<&'a str>,
    /// 0 is the standard start, k the k-th text, counted from 1.
    pub(super) starts: Numbers,
    #[serde(borrow)]
    pub(super) values: Annotated<'a>,
    #[serde(borrow)]
    pub(super) nodes: Annotated<'a>,
    #[serde(borrow)]
    pub(super) depths: Annotated<'a>,
}

/// A byte string, borrowed when read and serialised at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Bytes<'a>(pub(super) Cow<'a, [u8]>);

impl Deref for Bytes<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Bytes<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <&[u8]>::deserialize(deserializer).map(|bytes| Self(Cow::Borrowed(bytes)))
    }
}

/// A column of numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Numbers {
    /// All values are equal.
    Uniform(u64),
    /// One value each.
    Each(Vec<u64>),
}

impl Numbers {
    /// The column of these values; `none` represents an empty column.
    pub(super) fn of(values: impl Iterator<Item = u64> + Clone, none: u64) -> Self {
        let mut all = values.clone();
        let Some(first) = all.next() else {
            return Self::Uniform(none);
        };
        if all.all(|value| value == first) {
            Self::Uniform(first)
        } else {
            Self::Each(values.collect())
        }
    }

    /// Checks that the column has `n` values.
    pub(super) fn with_length(self, n: usize) -> Result<Self, &'static str> {
        match &self {
            Self::Each(values) if values.len() != n => Err("a column has the wrong length"),
            _ => Ok(self),
        }
    }

    /// The value with index `i`, which must be below the length of the column.
    pub(super) fn get(&self, i: usize) -> u64 {
        match self {
            Self::Uniform(value) => *value,
            Self::Each(values) => values[i],
        }
    }
}

/// The agents in First's and in Second's seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Players {
    /// The same in all games.
    Uniform(u32, u32),
    /// As given in games with even numbers, swapped in games with odd numbers.
    Alternating(u32, u32),
    /// One value each.
    Each(Numbers, Numbers),
}

const fn alternating(id: u64, [a, b]: [u32; 2]) -> [u32; 2] {
    if id.is_multiple_of(2) { [a, b] } else { [b, a] }
}

impl Players {
    /// The column of these games, at least one.
    pub(super) fn of(games: &[GameRecord]) -> Self {
        let Some(first) = games.first() else {
            return Self::Uniform(0, 0);
        };
        let [a, b] = first.players;
        if games.iter().all(|game| game.players == [a, b]) {
            return Self::Uniform(a, b);
        }
        let [a, b] = alternating(first.id, [a, b]);
        if games
            .iter()
            .all(|game| game.players == alternating(game.id, [a, b]))
        {
            return Self::Alternating(a, b);
        }
        let seat = |i: usize| Numbers::of(games.iter().map(move |g| g.players[i].into()), 0);
        Self::Each(seat(0), seat(1))
    }

    pub(super) fn with_length(self, n: usize) -> Result<Self, &'static str> {
        match self {
            Self::Each(first, second) => {
                Ok(Self::Each(first.with_length(n)?, second.with_length(n)?))
            }
            other => Ok(other),
        }
    }

    /// The players of the game with index `i` in the block and number `id` in the experiment.
    pub(super) fn get(&self, i: usize, id: u64) -> Result<[u32; 2], &'static str> {
        let agent =
            |n| u32::try_from(n).map_err(|_| "a player is not among the agents of the header");
        match self {
            Self::Uniform(a, b) => Ok([*a, *b]),
            Self::Alternating(a, b) => Ok(alternating(id, [*a, *b])),
            Self::Each(first, second) => Ok([agent(first.get(i))?, agent(second.get(i))?]),
        }
    }
}

/// A column of optional numbers, one per turn of a block.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Annotated<'a> {
    /// For no turn.
    Nowhere,
    /// For every turn.
    Everywhere(Numbers),
    /// For the turns whose bits are set, lowest bit of the first byte first.
    Some(#[serde(borrow)] Bytes<'a>, Numbers),
}

impl Annotated<'_> {
    /// The column of the turns' values.
    pub(super) fn of(values: impl Iterator<Item = Option<u64>> + Clone) -> Self {
        let mut bits = Vec::new();
        let (mut turns, mut present) = (0, 0);
        for value in values.clone() {
            if turns % 8 == 0 {
                bits.push(0);
            }
            if value.is_some() {
                bits[turns / 8] |= 1 << (turns % 8);
                present += 1;
            }
            turns += 1;
        }
        if present == 0 {
            return Self::Nowhere;
        }
        let numbers = Numbers::of(values.flatten(), 0);
        if present == turns {
            Self::Everywhere(numbers)
        } else {
            Self::Some(Bytes(Cow::Owned(bits)), numbers)
        }
    }

    /// Whether no turn has a value.
    pub(super) fn is_nowhere(&self) -> bool {
        *self == Self::Nowhere
    }

    /// Calls `each` with index and value of every turn that has one, in order.
    pub(super) fn spread(
        self,
        turns: usize,
        mut each: impl FnMut(usize, u64) -> Result<(), &'static str>,
    ) -> Result<(), &'static str> {
        match self {
            Self::Nowhere => Ok(()),
            Self::Everywhere(numbers) => {
                let numbers = numbers.with_length(turns)?;
                (0..turns).try_for_each(|turn| each(turn, numbers.get(turn)))
            }
            Self::Some(bits, numbers) => {
                if bits.len() != turns.div_ceil(8) {
                    return Err("a column has the wrong length");
                }
                let is_set = |turn: usize| bits[turn / 8] >> (turn % 8) & 1 == 1;
                if (turns..bits.len() * 8).any(is_set) {
                    return Err("a column has values for turns that do not exist");
                }
                let present = (0..turns).filter(|&turn| is_set(turn));
                let numbers = numbers.with_length(present.clone().count())?;
                present
                    .enumerate()
                    .try_for_each(|(i, turn)| each(turn, numbers.get(i)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads_back(values: &[Option<u64>]) -> Annotated<'static> {
        let column = Annotated::of(values.iter().copied());
        let bytes = postcard::to_allocvec(&column).unwrap();
        let read: Annotated<'_> = postcard::from_bytes(&bytes).unwrap();
        let mut spread = vec![None; values.len()];
        read.spread(values.len(), |turn, value| {
            spread[turn] = Some(value);
            Ok(())
        })
        .unwrap();
        assert_eq!(spread, values);
        column
    }

    #[test]
    fn columns_read_back() {
        assert_eq!(reads_back(&[]), Annotated::Nowhere);
        assert_eq!(reads_back(&[None, None]), Annotated::Nowhere);
        let same = Annotated::Everywhere(Numbers::Uniform(3));
        assert_eq!(reads_back(&[Some(3), Some(3)]), same);
        for length in 1..20 {
            for step in 2..5 {
                let values: Vec<_> = (0..length)
                    .map(|i| (i % step == 0).then_some(i * 1000))
                    .collect();
                reads_back(&values);
            }
        }
    }
}
