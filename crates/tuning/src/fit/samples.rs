//! Positions and what they are worth, as a fit needs them.

use std::ops::Range;

use flipside_ai::{Evaluate, Evaluator as _};
use flipside_rules::{ExpectedScore, ForFirst};
use serde::{Deserialize, Serialize};

use super::FitError;

/// A position and what it turned out to be worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The features that are not 0, in the order of [`Evaluate::features`], with their numbers.
    pub features: Vec<(u16, i32)>,
    /// The evaluation at which chances are even.
    pub even: i32,
    /// What to multiply the parameter `scale` with here.
    pub share: f64,
    /// The score that First can expect.
    pub target: f64,
    /// How much the sample counts.
    pub weight: f64,
    /// The game that the position comes from.
    pub game: u64,
    /// A hash of the position that is the same for symmetric ones.
    pub position: u64,
}

/// Where a sample comes from, and how much it counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Source {
    /// The number of its game.
    pub game: u64,
    /// How much it counts.
    pub weight: f64,
}

impl Sample {
    /// The sample of a position that goes on. `evaluator` may have any weights.
    #[must_use]
    pub fn new<G: Evaluate>(
        game: &G,
        evaluator: &G::Evaluator,
        target: ForFirst<ExpectedScore>,
        source: Source,
    ) -> Self {
        let odds = evaluator.odds(game);
        let features = (0..).zip(game.features());
        let (canonical, _) = G::canonical(game.rules(), game.position());
        Self {
            features: features
                .filter(|(_, feature)| feature.0 != 0)
                .map(|(number, feature)| (number, feature.0))
                .collect(),
            even: odds.even.0,
            share: odds.scale / f64::from(evaluator.scale()),
            target: target.0.0,
            weight: source.weight,
            game: source.game,
            position: G::position_hash(&canonical),
        }
    }
}

/// Many samples, by columns.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Samples {
    /// For each sample the number of its features that are not 0.
    counts: Vec<u16>,
    numbers: Vec<u16>,
    features: Vec<i32>,
    evens: Vec<i32>,
    shares: Vec<f64>,
    targets: Vec<f64>,
    weights: Vec<f64>,
    games: Vec<u64>,
    positions: Vec<u64>,
    /// Where the features of each sample begin, and the end.
    #[serde(skip)]
    starts: Vec<usize>,
}

/// What the sums over samples ask for.
pub(super) struct Row<'a> {
    pub(super) numbers: &'a [u16],
    pub(super) features: &'a [i32],
    pub(super) even: i32,
    pub(super) share: f64,
    pub(super) target: f64,
    pub(super) weight: f64,
}

impl Samples {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Adds one.
    pub fn push(&mut self, sample: &Sample) {
        self.counts.push(sample.features.len() as u16);
        for &(number, feature) in &sample.features {
            self.numbers.push(number);
            self.features.push(feature);
        }
        self.evens.push(sample.even);
        self.shares.push(sample.share);
        self.targets.push(sample.target);
        self.weights.push(sample.weight);
        self.games.push(sample.game);
        self.positions.push(sample.position);
    }

    /// Adds others behind these.
    pub fn append(&mut self, other: &Self) {
        self.counts.extend(&other.counts);
        self.numbers.extend(&other.numbers);
        self.features.extend(&other.features);
        self.evens.extend(&other.evens);
        self.shares.extend(&other.shares);
        self.targets.extend(&other.targets);
        self.weights.extend(&other.weights);
        self.games.extend(&other.games);
        self.positions.extend(&other.positions);
    }

    /// All samples of several lots, one after the other, in as much memory as they take.
    #[must_use]
    pub fn joined(lots: Vec<Self>) -> Self {
        let mut all = Self::new();
        let samples = lots.iter().map(Self::len).sum();
        let features = lots.iter().map(|lot| lot.numbers.len()).sum();
        all.counts.reserve_exact(samples);
        all.numbers.reserve_exact(features);
        all.features.reserve_exact(features);
        all.evens.reserve_exact(samples);
        all.shares.reserve_exact(samples);
        all.targets.reserve_exact(samples);
        all.weights.reserve_exact(samples);
        all.games.reserve_exact(samples);
        all.positions.reserve_exact(samples);
        for lot in lots {
            all.append(&lot);
        }
        all
    }

    /// The game of each sample.
    #[must_use]
    pub fn games(&self) -> &[u64] {
        &self.games
    }

    /// The position of each sample, as a hash.
    #[must_use]
    pub fn positions(&self) -> &[u64] {
        &self.positions
    }

    /// Target and weight of a sample.
    #[must_use]
    pub fn worth(&self, i: usize) -> Option<(f64, f64)> {
        Some((*self.targets.get(i)?, *self.weights.get(i)?))
    }

    pub(super) fn set_worth(&mut self, i: usize, (target, weight): (f64, f64)) {
        self.targets[i] = target;
        self.weights[i] = weight;
    }

    /// Makes sure that the samples can be ones of the game `G`, wherever they were read from.
    pub(super) fn prepare<G: Evaluate>(&mut self) -> Result<(), FitError> {
        let wrong = |what: String| FitError::Samples {
            game: G::NAME,
            what,
        };
        let n = self.len();
        let mut lengths = [self.evens.len(), self.shares.len(), self.targets.len()]
            .into_iter()
            .chain([self.weights.len(), self.games.len(), self.positions.len()]);
        let features: usize = self.counts.iter().map(|count| usize::from(*count)).sum();
        let ends = [self.numbers.len(), self.features.len()];
        if lengths.any(|length| length != n) || ends != [features; 2] {
            return Err(wrong("their columns have different lengths".to_string()));
        }
        let weights = G::PARAMETERS.len() - 1;
        if let Some(number) = self.numbers.iter().find(|n| usize::from(**n) >= weights) {
            return Err(wrong(format!("a feature has the number {number}")));
        }
        let is_share = |share: &f64| share.is_finite() && *share > 0.0;
        let is_weight = |weight: &f64| weight.is_finite() && *weight >= 0.0;
        let is_target = |target: &f64| (0.0..=1.0).contains(target);
        if let Some(i) = (0..n).find(|&i| {
            !(is_share(&self.shares[i])
                && is_weight(&self.weights[i])
                && is_target(&self.targets[i]))
        }) {
            return Err(wrong(format!(
                "sample {i} has the target {}, the weight {} and the share {}",
                self.targets[i], self.weights[i], self.shares[i]
            )));
        }
        self.starts = Vec::with_capacity(n + 1);
        let mut start = 0;
        self.starts.push(start);
        for count in &self.counts {
            start += usize::from(*count);
            self.starts.push(start);
        }
        Ok(())
    }

    /// A sample; only after [`Samples::prepare`].
    pub(super) fn row(&self, i: usize) -> Row<'_> {
        let range: Range<usize> = self.starts[i]..self.starts[i + 1];
        Row {
            numbers: &self.numbers[range.clone()],
            features: &self.features[range],
            even: self.evens[i],
            share: self.shares[i],
            target: self.targets[i],
            weight: self.weights[i],
        }
    }
}
