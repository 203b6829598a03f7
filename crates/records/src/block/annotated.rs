//! Columns of optional numbers, one a turn.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::bytes::Bytes;
use super::numbers::Numbers;

/// A column with a number for some turns of a block.
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

    /// Gives `each` the turn's number and the value for all turns that have one, in order.
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
                    return Err("a column has another length");
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
