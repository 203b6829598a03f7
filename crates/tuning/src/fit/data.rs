//! Samples in two parts, for training and for testing.

use std::collections::{BTreeMap, BTreeSet};

use flipside_ai::Evaluate;
use flipside_rules::hash::mix;
use serde::{Deserialize, Serialize};

use super::{FitError, Samples};

/// The fewest games that a part must have.
const GAMES_EACH: usize = 10;

/// How samples are divided.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SplitOptions {
    /// The share of the games that is kept for testing.
    pub test_share: f64,
    /// Decides which games these are.
    pub seed: u64,
}

impl Default for SplitOptions {
    fn default() -> Self {
        Self {
            test_share: 0.1,
            seed: 0,
        }
    }
}

/// Samples in two parts, training and test, without duplicates.
///
/// The parts share no game, and no position up to symmetry. Of a position that occurs in both, the
/// training part keeps what its own games say. A position that occurs more than once in a part
/// counts once there: with the mean of its targets (by weight) and the mean of its weights.
pub struct Data {
    samples: Samples,
    train: Vec<u32>,
    test: Vec<u32>,
    counts: Counts,
}

/// How many samples there are of what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// All samples, before duplicates were removed.
    pub samples: u64,
    /// Samples that said something on a position that another one in the same part stands for.
    pub merged: u64,
    /// Samples of the test part whose positions occur in the training part.
    pub known: u64,
    /// Positions for training.
    pub train: u64,
    /// Positions for testing.
    pub test: u64,
    /// Games for training.
    pub train_games: u64,
    /// Games for testing.
    pub test_games: u64,
}

impl Data {
    /// Divides samples of the game `G`.
    ///
    /// # Errors
    /// If there are too few games, or the samples cannot be ones of this game.
    pub fn new<G: Evaluate>(
        mut samples: Samples,
        options: &SplitOptions,
    ) -> Result<Self, FitError> {
        let share = options.test_share;
        if !(share > 0.0 && share < 1.0) {
            return Err(FitError::Share(share));
        }
        samples.prepare::<G>()?;
        let test_games = test_games(samples.games(), options)?;
        let all: BTreeSet<u64> = samples.games().iter().copied().collect();
        let (test, train): (Vec<u32>, Vec<u32>) = (0..samples.len() as u32)
            .partition(|&i| test_games.contains(&samples.games()[i as usize]));
        let mut counts = Counts {
            samples: samples.len() as u64,
            train_games: (all.len() - test_games.len()) as u64,
            test_games: test_games.len() as u64,
            ..Counts::default()
        };
        let (train, merged) = merge(&mut samples, &train);
        let known: BTreeSet<u64> = train
            .iter()
            .map(|&i| samples.positions()[i as usize])
            .collect();
        let before = test.len();
        let mut test = test;
        test.retain(|&i| !known.contains(&samples.positions()[i as usize]));
        counts.known = (before - test.len()) as u64;
        let (test, also_merged) = merge(&mut samples, &test);
        counts.merged = merged + also_merged;
        counts.train = train.len() as u64;
        counts.test = test.len() as u64;
        if test.is_empty() {
            return Err(FitError::NothingToTest);
        }
        Ok(Self {
            samples,
            train,
            test,
            counts,
        })
    }

    /// How many there are of what.
    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// The samples, of which the parts are numbers.
    #[must_use]
    pub const fn samples(&self) -> &Samples {
        &self.samples
    }

    /// The numbers of the samples for training, in ascending order.
    #[must_use]
    pub fn train(&self) -> &[u32] {
        &self.train
    }

    /// The numbers of the samples for testing, in ascending order.
    #[must_use]
    pub fn test(&self) -> &[u32] {
        &self.test
    }
}

/// How many of so many games are for testing.
///
/// # Errors
/// If a part gets too few.
pub(crate) fn test_part(games: usize, share: f64) -> Result<usize, FitError> {
    let test = (games as f64 * share) as usize;
    if test < GAMES_EACH || games - test < GAMES_EACH {
        let needed = GAMES_EACH as f64 / share.min(1.0 - share);
        return Err(FitError::TooFewGames {
            games,
            needed: needed.ceil() as usize,
            each: GAMES_EACH,
            share,
        });
    }
    Ok(test)
}

/// The games for testing: those whose hashes with the seed are the smallest.
fn test_games(games: &[u64], options: &SplitOptions) -> Result<BTreeSet<u64>, FitError> {
    let games: BTreeSet<u64> = games.iter().copied().collect();
    let test = test_part(games.len(), options.test_share)?;
    let start = mix(options.seed);
    let mut order: Vec<(u64, u64)> = games.iter().map(|&g| (mix(start ^ mix(g)), g)).collect();
    order.sort_unstable();
    order.truncate(test);
    Ok(order.into_iter().map(|(_, game)| game).collect())
}

/// Of each position the first sample of a part, which is made to stand for all of them; and how many
/// others there are.
fn merge(samples: &mut Samples, part: &[u32]) -> (Vec<u32>, u64) {
    struct Class {
        first: u32,
        count: f64,
        weight: f64,
        weighted: f64,
    }
    let mut classes: BTreeMap<u64, Class> = BTreeMap::new();
    for &i in part {
        let Some((target, weight)) = samples.worth(i as usize) else {
            continue;
        };
        let class = classes
            .entry(samples.positions()[i as usize])
            .or_insert(Class {
                first: i,
                count: 0.0,
                weight: 0.0,
                weighted: 0.0,
            });
        class.count += 1.0;
        class.weight += weight;
        class.weighted += weight * target;
    }
    let mut kept = Vec::with_capacity(classes.len());
    for class in classes.into_values() {
        kept.push(class.first);
        if class.count > 1.0 && class.weight > 0.0 {
            let target = (class.weighted / class.weight).clamp(0.0, 1.0);
            let worth = (target, class.weight / class.count);
            samples.set_worth(class.first as usize, worth);
        }
    }
    kept.sort_unstable();
    let merged = (part.len() - kept.len()) as u64;
    (kept, merged)
}
