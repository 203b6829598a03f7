//! Samples split into training and test sets.

use std::collections::{BTreeMap, BTreeSet};

use flipside_ai::Evaluate;
use flipside_rules::hash::mix;
use serde::{Deserialize, Serialize};

use super::{FitError, Samples};

/// The minimum number of games in each set.
const MIN_GAMES: usize = 10;

/// How samples are split.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SplitOptions {
    /// The share of the games in the test set.
    pub test_share: f64,
    /// Determines which games these are.
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

/// Samples split into a training and a test set, without duplicates.
///
/// The sets share no game, and no position up to symmetry. A position that occurs in both is
/// removed from the test set. A position that occurs more than once in a set counts once, with the
/// weighted mean of its targets and the mean of its weights.
pub struct Data {
    samples: Samples,
    train: Vec<u32>,
    test: Vec<u32>,
    counts: Counts,
}

/// Counts of samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// All samples, including duplicates.
    pub samples: u64,
    /// Samples merged into another sample of the same position and set.
    pub merged: u64,
    /// Samples removed from the test set because their positions occur in the training set.
    pub known: u64,
    /// Positions in the training set.
    pub train: u64,
    /// Positions in the test set.
    pub test: u64,
    /// Games in the training set.
    pub train_games: u64,
    /// Games in the test set.
    pub test_games: u64,
}

impl Data {
    /// Splits samples of the game `G`.
    ///
    /// # Errors
    /// If there are too few games, or the samples are not of this game.
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

    /// Returns the counts.
    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// Returns all samples, to which [`train`](Self::train) and [`test`](Self::test) are indices.
    #[must_use]
    pub const fn samples(&self) -> &Samples {
        &self.samples
    }

    /// Returns the indices of the training samples in ascending order.
    #[must_use]
    pub fn train(&self) -> &[u32] {
        &self.train
    }

    /// Returns the indices of the test samples in ascending order.
    #[must_use]
    pub fn test(&self) -> &[u32] {
        &self.test
    }
}

/// Returns the number of games in the test set.
///
/// # Errors
/// If a set has too few games.
pub(crate) fn test_part(games: usize, share: f64) -> Result<usize, FitError> {
    let test = (games as f64 * share) as usize;
    if test < MIN_GAMES || games - test < MIN_GAMES {
        let needed = MIN_GAMES as f64 / share.min(1.0 - share);
        return Err(FitError::TooFewGames {
            games,
            needed: needed.ceil() as usize,
            each: MIN_GAMES,
            share,
        });
    }
    Ok(test)
}

/// Returns the games of the test set: those with the smallest hashes with the seed.
fn test_games(games: &[u64], options: &SplitOptions) -> Result<BTreeSet<u64>, FitError> {
    let games: BTreeSet<u64> = games.iter().copied().collect();
    let test = test_part(games.len(), options.test_share)?;
    let start = mix(options.seed);
    let mut order: Vec<(u64, u64)> = games.iter().map(|&g| (mix(start ^ mix(g)), g)).collect();
    order.sort_unstable();
    order.truncate(test);
    Ok(order.into_iter().map(|(_, game)| game).collect())
}

/// Merges the samples of each position of a set into the first one. Returns the indices of the
/// first samples and the number of merged ones.
fn merge(samples: &mut Samples, part: &[u32]) -> (Vec<u32>, u64) {
    struct Class {
        first: u32,
        count: f64,
        weight: f64,
        weighted: f64,
    }
    let mut classes: BTreeMap<u64, Class> = BTreeMap::new();
    for &i in part {
        let Some((target, weight)) = samples.target_and_weight(i as usize) else {
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
            samples.set_target_and_weight(class.first as usize, worth);
        }
    }
    kept.sort_unstable();
    let merged = (part.len() - kept.len()) as u64;
    (kept, merged)
}
