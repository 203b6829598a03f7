//! Labelled positions in the form that fits need.

use std::ops::Range;

use flipside_ai::{Evaluate, Evaluator as _, Playable};
use flipside_rules::{ExpectedScore, ForFirst, Symmetric};
use serde::{Deserialize, Serialize};

use super::FitError;

/// A labelled position.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The nonzero features with their indices, in the order of [`Evaluate::features`].
    pub features: Vec<(u16, i32)>,
    /// What the weighted features must come to for even chances, for First.
    pub even: i32,
    /// What to multiply the parameter `scale` with here.
    pub share: f64,
    /// The target: First's expected score.
    pub target: f64,
    /// The weight of the sample.
    pub weight: f64,
    /// The game of the position.
    pub game: u64,
    /// A hash of the position, equal for symmetric positions.
    pub position: u64,
}

/// The game and weight of a sample.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Source {
    /// The number of the game.
    pub game: u64,
    /// The weight.
    pub weight: f64,
}

impl Sample {
    /// Creates the sample of an unfinished game's position. `evaluator` may have any weights.
    #[must_use]
    pub fn new<G: Evaluate + Symmetric>(
        game: &G,
        evaluator: &G::Evaluator,
        target: ForFirst<ExpectedScore>,
        source: Source,
    ) -> Self {
        let features = (0..).zip(game.features());
        let (canonical, _) = G::canonical(game.rules(), game.position());
        Self {
            features: features
                .filter(|(_, feature)| feature.0 != 0)
                .map(|(number, feature)| (number, feature.0))
                .collect(),
            even: game.compensation().0,
            share: evaluator.scale_at(game) / f64::from(evaluator.scale()),
            target: target.0.0,
            weight: source.weight,
            game: source.game,
            position: G::position_hash(&canonical),
        }
    }
}

/// Samples, stored by columns.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Samples {
    /// The number of nonzero features of each sample.
    counts: Vec<u16>,
    numbers: Vec<u16>,
    features: Vec<i32>,
    evens: Vec<i32>,
    shares: Vec<f64>,
    targets: Vec<f64>,
    weights: Vec<f64>,
    games: Vec<u64>,
    positions: Vec<u64>,
    /// Where the features of each sample start, and the end.
    #[serde(skip)]
    starts: Vec<usize>,
}

/// A sample, as the sums need it.
pub(super) struct Row<'a> {
    pub(super) numbers: &'a [u16],
    pub(super) features: &'a [i32],
    pub(super) even: i32,
    pub(super) share: f64,
    pub(super) target: f64,
    pub(super) weight: f64,
}

impl Samples {
    /// Creates an empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of samples.
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Returns whether there are no samples.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Appends a sample.
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

    /// Appends other samples.
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

    /// Concatenates lists of samples, without spare capacity.
    #[must_use]
    pub fn joined(lists: Vec<Self>) -> Self {
        let mut all = Self::new();
        let samples = lists.iter().map(Self::len).sum();
        let features = lists.iter().map(|list| list.numbers.len()).sum();
        all.counts.reserve_exact(samples);
        all.numbers.reserve_exact(features);
        all.features.reserve_exact(features);
        all.evens.reserve_exact(samples);
        all.shares.reserve_exact(samples);
        all.targets.reserve_exact(samples);
        all.weights.reserve_exact(samples);
        all.games.reserve_exact(samples);
        all.positions.reserve_exact(samples);
        for list in lists {
            all.append(&list);
        }
        all
    }

    /// Returns the game of each sample.
    #[must_use]
    pub fn games(&self) -> &[u64] {
        &self.games
    }

    /// Returns the hash of each sample's position.
    #[must_use]
    pub fn positions(&self) -> &[u64] {
        &self.positions
    }

    /// Returns target and weight of a sample.
    #[must_use]
    pub fn target_and_weight(&self, i: usize) -> Option<(f64, f64)> {
        Some((*self.targets.get(i)?, *self.weights.get(i)?))
    }

    pub(super) fn set_target_and_weight(&mut self, i: usize, (target, weight): (f64, f64)) {
        self.targets[i] = target;
        self.weights[i] = weight;
    }

    /// Checks untrusted samples of the game `G`, and indexes them.
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
            return Err(wrong("the columns have different lengths".to_string()));
        }
        let weights = G::PARAMETERS.len() - 1;
        if let Some(number) = self.numbers.iter().find(|n| usize::from(**n) >= weights) {
            return Err(wrong(format!("invalid feature index {number}")));
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

    /// Returns a sample. Requires [`Samples::prepare`].
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

/// Returns whether a position is quiet: the player to move has no threat to answer
/// ([`flipside_ai::Searchable::has_threat`]), and the best candidate turn does not end the game.
///
/// In Hexflip this excludes positions with a four in a row on the board or an immediate win, in
/// Sayū positions with one turn left. Long chains in Sayū count as quiet, because the evaluation
/// models them.
pub fn is_quiet<G: Playable>(game: &G, evaluator: &G::Evaluator) -> bool {
    if game.outcome().is_some() || game.has_threat() {
        return false;
    }
    let mut best = Vec::new();
    game.candidates(evaluator, 1, &mut best);
    best.first().is_some_and(|&(turn, _)| {
        let mut next = game.clone();
        next.play_unchecked(turn);
        next.outcome().is_none()
    })
}
