//! Finding a typical or the shortest game of a file.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::anyhow;
use flipside_records::{EndReason, Error, GameFault, GameRecord, Header, Reader, Replay};
use flipside_rules::{FullGame, with_game};

use super::line::margin;
use crate::cli::WhichGame;

/// What is compared of games that ended by the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Kind {
    /// Result and reason, as text.
    ending: (&'static str, u8),
    length: u64,
    margin: Option<i32>,
}

/// The games of one kind.
struct Alike {
    games: u64,
    /// The first one's number.
    first: u64,
}

/// Which games of a file there are, by kind: as much memory as there are kinds.
#[derive(Default)]
struct Kinds {
    kinds: BTreeMap<Kind, Alike>,
}

/// Returns the number of a game, and why it was chosen unless it was given as a number.
///
/// # Errors
/// If the file cannot be read or is damaged, or has no game that ended by the rules although such a
/// game is requested. A torn tail is not an error.
pub(super) fn select(path: &Path, which: WhichGame) -> anyhow::Result<(u64, Option<String>)> {
    if let WhichGame::Number(id) = which {
        return Ok((id, None));
    }
    let mut reader = Reader::open(path)?;
    let kind = reader.header().kind();
    let kind = kind.map_err(|error| Error::new(reader.file(), error))?;
    let header = reader.header().clone();
    let kinds = with_game!(kind, G => Kinds::read::<G, _>(&mut reader, &header))?;
    let chosen = match which {
        WhichGame::Shortest => kinds.shortest(),
        _ => kinds.typical(&header),
    };
    let (id, why) = chosen.ok_or_else(|| {
        anyhow!(
            "{}: no game ended by the rules, so none is {which}; give the number of a game",
            reader.file()
        )
    })?;
    Ok((id, Some(why)))
}

impl Kinds {
    fn read<G: FullGame, R: std::io::Read + Send>(
        reader: &mut Reader<R>,
        header: &Header,
    ) -> anyhow::Result<Self> {
        let replay = Replay::<G>::new(header).map_err(|error| Error::new(reader.file(), error))?;
        let mut kinds = Self::default();
        reader.map_blocks(
            |header, block| -> Result<Vec<(Kind, u64)>, Error> {
                let records = block.decode(header)?;
                let ended = records.iter().filter(|record| record.end.is_by_rules());
                let kind = |record: &GameRecord| {
                    let kind = kind_of(record, &replay);
                    kind.map_err(|fault| block.fault_of(record.id, fault))
                };
                ended.map(|record| Ok((kind(record)?, record.id))).collect()
            },
            |found| -> anyhow::Result<()> {
                for (kind, id) in found? {
                    let alike = kinds.kinds.entry(kind);
                    alike
                        .or_insert(Alike {
                            games: 0,
                            first: id,
                        })
                        .games += 1;
                }
                Ok(())
            },
        )?;
        Ok(kinds)
    }

    fn shortest(&self) -> Option<(u64, String)> {
        let length = self.kinds.keys().map(|kind| kind.length).min()?;
        let shortest = self.kinds.iter().filter(|(kind, _)| kind.length == length);
        let first = shortest.map(|(_, alike)| alike.first).min()?;
        let why = format!("the shortest game that ended by the rules: {length} turns");
        Some((first, why))
    }

    fn typical(&self, header: &Header) -> Option<(u64, String)> {
        let mut endings: BTreeMap<(&'static str, u8), u64> = BTreeMap::new();
        for (kind, alike) in &self.kinds {
            *endings.entry(kind.ending).or_default() += alike.games;
        }
        let all: u64 = endings.values().sum();
        let (&ending, &games) = endings.iter().max_by_key(|&(_, &games)| games)?;
        let of_ending = || {
            self.kinds
                .iter()
                .filter(move |(kind, _)| kind.ending == ending)
        };
        let length = median(of_ending().map(|(kind, alike)| (kind.length, alike.games)))?;
        let of_length = || of_ending().filter(move |(kind, _)| kind.length == length);
        // Without margins all are `None`, and so is the median.
        let margin = median(of_length().map(|(kind, alike)| (kind.margin, alike.games)))?;
        let (_, alike) = of_length().find(|(kind, _)| kind.margin == margin)?;
        let reason = header.reasons.get(usize::from(ending.1));
        let mut why = format!(
            "a typical game: {games} of {all} games end like this ({}, {}), after {length} turns in \
             the median",
            ending.0,
            reason.map_or("?", String::as_str),
        );
        if let Some(margin) = margin {
            why += &format!(", with a margin of {margin} in the median");
        }
        Some((alike.first, why))
    }
}

fn kind_of<G: FullGame>(record: &GameRecord, replay: &Replay<G>) -> Result<Kind, GameFault> {
    let margin = match G::HAS_MARGIN {
        true => margin(&replay.game(record, |_, _| ())?, record),
        false => None,
    };
    let reason = match record.end.reason {
        EndReason::Rule(number) => number,
        // Only games that ended by the rules are compared.
        _ => u8::MAX,
    };
    Ok(Kind {
        ending: (record.end.result.name(), reason),
        length: record.turns.len() as u64,
        margin,
    })
}

/// The lower median of values with how often they occur: one of the values.
fn median<T: Ord + Copy>(values: impl Iterator<Item = (T, u64)>) -> Option<T> {
    let mut counts: BTreeMap<T, u64> = BTreeMap::new();
    values.for_each(|(value, count)| *counts.entry(value).or_default() += count);
    let half = counts.values().sum::<u64>().div_ceil(2);
    let mut below = 0;
    counts.into_iter().find_map(|(value, count)| {
        below += count;
        (below >= half).then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_are_values_that_occur() {
        let of = |values: &[(i32, u64)]| median(values.iter().copied());
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[(3, 1)]), Some(3));
        assert_eq!(of(&[(9, 1), (3, 1)]), Some(3));
        assert_eq!(of(&[(9, 2), (3, 1)]), Some(9));
        assert_eq!(of(&[(5, 1), (1, 2), (3, 2), (1, 1)]), Some(1));
        assert_eq!(of(&[(5, 2), (1, 2), (3, 2)]), Some(3));
    }
}
