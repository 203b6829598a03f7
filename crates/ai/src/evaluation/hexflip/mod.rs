//! The evaluation of Hexflip.

mod lines;
mod parameters;

use flipside_rules::hexflip::{Hexflip, Position, Rules};
use flipside_rules::{ForFirst, ForMover, Game as _, Seat};

use self::lines::{ALL_STATES, each_state, pattern};
use self::parameters::{FEATURES, PARAMETERS};
use super::tapered::{PHASES, shares};
use super::{Evaluate, Evaluator, ParameterInfo, Weights, clamped};

impl Evaluate for Hexflip {
    const PARAMETERS: &'static [ParameterInfo] = &PARAMETERS;
    const FEATURE_UNIT: i32 = PHASES;
    const WEIGHTS: &'static [(&'static str, &'static str)] = &[
        (
            super::STANDARD_WEIGHTS,
            include_str!("../../../data/weights/hexflip/standard.toml"),
        ),
        // The starting point of the tuning that gave `standard`.
        (
            "fitted",
            include_str!("../../../data/weights/hexflip/fitted.toml"),
        ),
    ];

    type Evaluator = HexflipEvaluator;

    fn features(&self) -> Vec<ForFirst<i32>> {
        let phase = phase(self.position(), self.rules());
        shares(features(self.position()), phase)
            .map(ForFirst)
            .collect()
    }
}

/// Evaluates positions of Hexflip.
#[derive(Clone, Debug)]
pub struct HexflipEvaluator {
    tempo: Tapering,
    hand: Tapering,
    /// By the state of a line.
    lines: Vec<Tapering>,
    scale: i32,
}

/// A weight, or a sum of weights: for full and for empty hands.
#[derive(Clone, Copy, Debug, Default)]
struct Tapering {
    early: i32,
    late: i32,
}

impl Tapering {
    const fn add(&mut self, count: i32, other: Self) {
        self.early += count * other.early;
        self.late += count * other.late;
    }
}

impl HexflipEvaluator {
    /// [`Evaluator::evaluate`] for a position without a game.
    pub(crate) fn value(&self, position: &Position, rules: &Rules) -> ForFirst<i32> {
        let mover = position.mover();
        let mut sum = self.tempo;
        sum.add(hand_lead(position), self.hand);
        let [own, other] = [mover, mover.other()].map(|seat| position.stones(seat));
        each_state(own, other, |state| sum.add(1, self.lines[state]));
        let phase = phase(position, rules);
        let value = (sum.early * (PHASES - phase) + sum.late * phase) / PHASES;
        clamped(ForMover(value).for_first(mover).0)
    }
}

impl Evaluator<Hexflip> for HexflipEvaluator {
    fn new(weights: &Weights<Hexflip>) -> Self {
        let (scale, values) = weights.split();
        let weight = |feature: usize| Tapering {
            early: values[2 * feature],
            late: values[2 * feature + 1],
        };
        let line = |state| pattern(state).map_or(Tapering::default(), |i| weight(2 + i));
        Self {
            tempo: weight(0),
            hand: weight(1),
            lines: (0..ALL_STATES).map(line).collect(),
            scale,
        }
    }

    fn evaluate(&self, game: &Hexflip) -> ForFirst<i32> {
        self.value(game.position(), game.rules())
    }

    fn scale(&self) -> i32 {
        self.scale
    }
}

/// The phase of the game, from 0 (full hands) to [`PHASES`] (empty hands).
fn phase(position: &Position, rules: &Rules) -> i32 {
    let all = 2 * i32::from(rules.hand());
    let left: u8 = Seat::BOTH.iter().map(|seat| position.hand(*seat)).sum();
    (all - i32::from(left)) * PHASES / all
}

/// The pieces in the hand of the player to move minus those of the other player.
fn hand_lead(position: &Position) -> i32 {
    let [own, other] = [position.mover(), position.mover().other()].map(|s| position.hand(s));
    i32::from(own) - i32::from(other)
}

/// The features in the order of [`PARAMETERS`], First minus Second.
fn features(position: &Position) -> [i32; FEATURES] {
    let mover = position.mover();
    let mut features = [0; FEATURES];
    features[0] = 1;
    features[1] = hand_lead(position);
    let [own, other] = [mover, mover.other()].map(|seat| position.stones(seat));
    each_state(own, other, |state| {
        if let Some(i) = pattern(state) {
            features[2 + i] += 1;
        }
    });
    match mover {
        Seat::First => features,
        Seat::Second => features.map(|feature| -feature),
    }
}
