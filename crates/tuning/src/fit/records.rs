//! Samples from recorded games.

use std::path::{Path, PathBuf};

use flipside_ai::{Evaluator as _, Playable, Stop, Weights};
use flipside_records::{EndReason, Error, Fault, GameFault, GameRecord, RawBlock, Reader, Replay};
use flipside_rules::hash::mix;
use flipside_rules::{ExpectedScore, ForFirst, GameResult, RuleSet, Seat};
use serde::{Deserialize, Serialize};

use super::{Sample, Samples, Source, is_quiet};

/// Which positions of recorded games are used, and their targets.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct RecordOptions {
    /// Turns skipped at the start of each game, in addition to its opening.
    pub skip: u32,
    /// The number of turns between two positions; the first turn varies from game to game.
    pub every: u32,
    /// The share of the recorded value of the turn in the target, 0 to 1; the rest is the result of
    /// the game. Unless it is 0, positions without a recorded value are skipped.
    pub value_share: f64,
}

impl Default for RecordOptions {
    fn default() -> Self {
        Self {
            skip: 0,
            every: 1,
            value_share: 0.0,
        }
    }
}

/// Counts of games and positions in records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RecordCounts {
    /// Games used.
    pub games: u64,
    /// Games skipped because they have no result by the rules or by adjudication.
    pub without_result: u64,
    /// Positions skipped because they are not quiet.
    pub unsettled: u64,
    /// Positions skipped because they have no recorded value.
    pub without_value: u64,
}

impl RecordCounts {
    const fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.without_result += other.without_result;
        self.unsettled += other.unsettled;
        self.without_value += other.without_value;
    }
}

/// Why records cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordsError {
    /// An invalid value share.
    #[error("invalid value share {0}: expected a number from 0 to 1")]
    ValueShare(f64),
    /// An interval of 0.
    #[error("invalid value 0 for `every`: expected a whole number of at least 1")]
    Every,
    /// No files.
    #[error("no record files: expected at least one")]
    NoFiles,
    /// A file cannot be read, is damaged, or contains games that break the rules.
    #[error(transparent)]
    Read(#[from] Error),
    /// Games of another game.
    #[error("{file} contains games of {found}: expected {wanted}, whose weights are fitted")]
    OtherGame {
        /// The file.
        file: String,
        /// The game in it.
        found: String,
        /// The expected game.
        wanted: &'static str,
    },
    /// Games under other rules.
    #[error(
        "{file} contains games under the rules `{found}`: expected `{wanted}`, as in the \
         configuration"
    )]
    OtherRules {
        /// The file.
        file: String,
        /// The rules in it.
        found: String,
        /// The expected rules.
        wanted: String,
    },
    /// No usable positions.
    #[error(
        "no usable positions in the files: of {games} games, {without_result} did not end by the \
         rules, and {without_value} positions have no recorded value"
    )]
    Nothing {
        /// All games.
        games: u64,
        /// Games without result.
        without_result: u64,
        /// Positions without a recorded value.
        without_value: u64,
    },
    /// A stop was requested.
    #[error("reading was stopped")]
    Stopped,
}

/// Returns the samples of all games in record files, which must be of the game `G` under these
/// rules. The headers of all files are checked before the first one is read. Only quiet positions
/// by these weights are used ([`is_quiet`]).
///
/// # Errors
/// If a file is of another game or other rules, cannot be read, or contains a game that breaks the
/// rules; or if no position is usable.
pub fn samples_of_records<G: Playable>(
    files: &[PathBuf],
    rules: &G::Rules,
    weights: &Weights<G>,
    options: &RecordOptions,
    stop: &Stop,
) -> Result<(Samples, RecordCounts), RecordsError> {
    if !(0.0..=1.0).contains(&options.value_share) {
        return Err(RecordsError::ValueShare(options.value_share));
    }
    if options.every == 0 {
        return Err(RecordsError::Every);
    }
    if files.is_empty() {
        return Err(RecordsError::NoFiles);
    }
    check_records::<G>(files, rules)?;
    let mut counts = RecordCounts::default();
    let mut blocks = Vec::new();
    for file in files {
        let mut reader = open::<G>(file, rules)?;
        let header = reader.header().clone();
        let replay = Replay::<G>::new(&header).map_err(|error| Error {
            file: reader.file().to_string(),
            fault: Fault::Header(error),
        })?;
        let source = Games {
            replay,
            evaluator: G::Evaluator::new(weights),
            options,
            experiment: header.fingerprint(),
        };
        let file = reader.file().to_string();
        let work = |header: &_, block: &RawBlock| -> Result<_, RecordsError> {
            if stop.is_requested() {
                return Err(RecordsError::Stopped);
            }
            let mut found = BlockSamples::default();
            for record in block.decode(header)? {
                source.game(&record, &mut found).map_err(|fault| Error {
                    file: file.clone(),
                    fault: Fault::Game {
                        offset: block.offset(),
                        id: record.id,
                        fault,
                    },
                })?;
            }
            Ok(found)
        };
        reader.map_blocks(work, |block| {
            let block = block?;
            counts.add(&block.counts);
            blocks.push(block.samples);
            Ok::<_, RecordsError>(())
        })?;
        reader.check_ending()?;
    }
    let samples = Samples::joined(blocks);
    if samples.is_empty() {
        return Err(RecordsError::Nothing {
            games: counts.games + counts.without_result,
            without_result: counts.without_result,
            without_value: counts.without_value,
        });
    }
    Ok((samples, counts))
}

/// Checks that files contain games of the game `G` under these rules.
///
/// # Errors
/// If a file does not, or cannot be read.
pub fn check_records<G: Playable>(files: &[PathBuf], rules: &G::Rules) -> Result<(), RecordsError> {
    files
        .iter()
        .try_for_each(|file| open::<G>(file, rules).map(drop))
}

fn open<G: Playable>(
    file: &Path,
    rules: &G::Rules,
) -> Result<Reader<std::io::BufReader<std::fs::File>>, RecordsError> {
    let reader = Reader::open(file)?;
    let header = reader.header();
    let name = reader.file().to_string();
    if header.game != G::NAME {
        return Err(RecordsError::OtherGame {
            file: name,
            found: header.game.clone(),
            wanted: G::NAME,
        });
    }
    let found = header.rules_of::<G>();
    let found = found.map_err(|error| Error {
        file: name.clone(),
        fault: Fault::Header(error),
    })?;
    if found != *rules {
        return Err(RecordsError::OtherRules {
            file: name,
            found: found.name(),
            wanted: rules.name(),
        });
    }
    Ok(reader)
}

/// The samples and counts of a block.
#[derive(Default)]
struct BlockSamples {
    samples: Samples,
    counts: RecordCounts,
}

/// The games of a file.
struct Games<'a, G: Playable> {
    replay: Replay<G>,
    evaluator: G::Evaluator,
    options: &'a RecordOptions,
    experiment: u64,
}

impl<G: Playable> Games<'_, G> {
    fn game(&self, record: &GameRecord, found: &mut BlockSamples) -> Result<(), GameFault> {
        let options = self.options;
        let Some(result) = result(record) else {
            found.counts.without_result += 1;
            return Ok(());
        };
        found.counts.games += 1;
        // Games of one experiment have the same number in all its files.
        let source = Source {
            game: mix(self.experiment ^ mix(record.id)),
            weight: 1.0,
        };
        let begin = record.opening.saturating_add(options.skip);
        let phase = source.game % u64::from(options.every);
        let mut number = 0;
        self.replay.game(record, |game, _| {
            let turn = number;
            number += 1;
            if turn < begin || u64::from(turn) % u64::from(options.every) != phase {
                return;
            }
            let annotation = record.annotations.get(turn as usize);
            let value = annotation.and_then(|annotation| annotation.value);
            let target = match value {
                _ if options.value_share <= 0.0 => result,
                None => return found.counts.without_value += 1,
                Some(value) => {
                    let value = value.for_first(game.to_move()).0.expected().0;
                    options.value_share * value + (1.0 - options.value_share) * result
                }
            };
            if !is_quiet(game, &self.evaluator) {
                return found.counts.unsettled += 1;
            }
            let target = ForFirst(ExpectedScore(target));
            found
                .samples
                .push(&Sample::new(game, &self.evaluator, target, source));
        })?;
        Ok(())
    }
}

/// Returns First's score if the game ended by the rules or by adjudication.
fn result(record: &GameRecord) -> Option<f64> {
    match record.end.reason {
        EndReason::Rule(_) | EndReason::Adjudicated => (),
        _ => return None,
    }
    match record.end.result {
        GameResult::Win(Seat::First) => Some(1.0),
        GameResult::Win(Seat::Second) => Some(0.0),
        GameResult::Draw => Some(0.5),
        GameResult::Unfinished | GameResult::Void => None,
    }
}
