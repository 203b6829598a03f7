//! Samples from recorded games.

use std::path::{Path, PathBuf};

use flipside_ai::{Evaluator as _, Playable, Stop, Weights};
use flipside_records::{
    EndReason, Error, Fault, GameFault, GameRecord, GameResult, RawBlock, Reader, Replay,
};
use flipside_rules::hash::mix;
use flipside_rules::{ExpectedScore, ForFirst, RuleSet, Seat};
use serde::{Deserialize, Serialize};

use super::rest::is_at_rest;
use super::{Sample, Samples, Source};

/// Which positions of recorded games are taken, and what they are taken to be worth.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct RecordOptions {
    /// Turns that are passed over at the beginning of each game, those of its opening besides.
    pub skip: u32,
    /// Every how many turns a position is taken; from which turn on differs from game to game.
    pub every: u32,
    /// How much of the target is the recorded value of the turn that was played, 0 to 1; the rest is
    /// the result of the game. Unless it is 0, positions without a recorded value are passed over.
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

/// What was found in records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RecordCounts {
    /// Games that were used.
    pub games: u64,
    /// Games without a result by the rules or by the runner's word, which say nothing.
    pub without_result: u64,
    /// Positions that were passed over since the next turn decides something.
    pub unsettled: u64,
    /// Positions that were passed over since no value is recorded for them.
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

/// Why records give no samples.
#[derive(Debug, thiserror::Error)]
pub enum RecordsError {
    /// A share that is none.
    #[error("a value share of {0} cannot be; give a number from 0 to 1")]
    ValueShare(f64),
    /// A period that is none.
    #[error("every 0th position cannot be taken; give a whole number from 1 on")]
    Every,
    /// No files.
    #[error("no record files are given; name at least one")]
    NoFiles,
    /// A file that cannot be read, is damaged, or holds games that break the rules.
    #[error(transparent)]
    Read(#[from] Error),
    /// Games of another kind.
    #[error(
        "{file} holds games of {found}, but weights of {wanted} are to be fitted; name files of \
         that game"
    )]
    OtherGame {
        /// The file.
        file: String,
        /// The game in it.
        found: String,
        /// The game that was asked for.
        wanted: &'static str,
    },
    /// Games under other rules.
    #[error(
        "{file} holds games under the rules `{found}`, but weights are to be fitted for `{wanted}`; \
         name files with games under these rules"
    )]
    OtherRules {
        /// The file.
        file: String,
        /// The rules in it.
        found: String,
        /// The rules that were asked for.
        wanted: String,
    },
    /// Nothing to fit to.
    #[error(
        "no position in the files can be used: of {games} games, {without_result} did not end by the \
         rules, and {without_value} positions have no recorded value"
    )]
    Nothing {
        /// All games.
        games: u64,
        /// Those without result.
        without_result: u64,
        /// Positions without a value.
        without_value: u64,
    },
    /// It was asked to stop.
    #[error("reading was stopped")]
    Stopped,
}

/// The samples of all games in some files, which must be of the game `G` under these rules. All
/// files are looked at before the first one is read. `weights` tell which positions are at rest
/// ([`is_at_rest`]); all others are passed over.
///
/// # Errors
/// If a file is none of this game and these rules, cannot be read, or holds a game that breaks the
/// rules; or if nothing is left.
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
    let mut lots = Vec::new();
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
            let mut lot = Lot::default();
            for record in block.decode(header)? {
                source.game(&record, &mut lot).map_err(|fault| Error {
                    file: file.clone(),
                    fault: Fault::Game {
                        offset: block.offset(),
                        id: record.id,
                        fault,
                    },
                })?;
            }
            Ok(lot)
        };
        reader.map_blocks(work, |lot| {
            let lot = lot?;
            counts.add(&lot.counts);
            lots.push(lot.samples);
            Ok::<_, RecordsError>(())
        })?;
        reader.check_ending()?;
    }
    let samples = Samples::joined(lots);
    if samples.is_empty() {
        return Err(RecordsError::Nothing {
            games: counts.games + counts.without_result,
            without_result: counts.without_result,
            without_value: counts.without_value,
        });
    }
    Ok((samples, counts))
}

/// Makes sure that files hold games of the game `G` under these rules.
///
/// # Errors
/// If one does not, or cannot be read.
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

/// What comes of a block.
#[derive(Default)]
struct Lot {
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
    fn game(&self, record: &GameRecord, lot: &mut Lot) -> Result<(), GameFault> {
        let options = self.options;
        let Some(result) = result(record) else {
            lot.counts.without_result += 1;
            return Ok(());
        };
        lot.counts.games += 1;
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
                None => return lot.counts.without_value += 1,
                Some(value) => {
                    let value = value.for_first(game.to_move()).0.expected().0;
                    options.value_share * value + (1.0 - options.value_share) * result
                }
            };
            if !is_at_rest(game, &self.evaluator) {
                return lot.counts.unsettled += 1;
            }
            let target = ForFirst(ExpectedScore(target));
            lot.samples
                .push(&Sample::new(game, &self.evaluator, target, source));
        })?;
        Ok(())
    }
}

/// First's score in a game that ended by the rules, or by the word of the runner.
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
