//! How a position of Hexflip looks.

mod lines;
mod parameters;

use flipside_rules::hexflip::{Game, Position, Rules, spread};
use flipside_rules::{ForFirst, Game as _, Seat};

use self::lines::{Jumps, Lines};
use self::parameters::{FEATURES, PARAMETERS};
use super::tapered::{PHASES, Tapered, shares};
use super::{Evaluate, Evaluator, ParameterInfo, Weights, cut};

impl Evaluate for Game {
    const PARAMETERS: &'static [ParameterInfo] = &PARAMETERS;
    const FEATURE_UNIT: i32 = PHASES;
    const WEIGHTS: &'static [(&'static str, &'static str)] = &[(
        super::STANDARD,
        include_str!("../../../../../data/weights/hexflip/standard.toml"),
    )];

    type Evaluator = HexflipEvaluator;

    fn features(&self) -> Vec<ForFirst<i32>> {
        let phase = phase(self.position(), self.rules());
        shares(features(self.position()), phase)
            .map(ForFirst)
            .collect()
    }
}

/// Judges positions of Hexflip.
#[derive(Clone, Debug)]
pub struct HexflipEvaluator {
    weights: Tapered<FEATURES>,
    scale: i32,
}

impl HexflipEvaluator {
    /// [`Evaluator::evaluate`] for a position without a game.
    pub(crate) fn value(&self, position: &Position, rules: &Rules) -> ForFirst<i32> {
        let weights = self.weights.at(phase(position, rules));
        let features = features(position).into_iter();
        let weighted = features.zip(weights).map(|(f, w)| f * w);
        cut(weighted.sum::<i32>() / PHASES)
    }
}

impl Evaluator<Game> for HexflipEvaluator {
    fn new(weights: &Weights<Game>) -> Self {
        let (scale, values) = weights.split();
        Self {
            weights: Tapered::new(values),
            scale,
        }
    }

    fn evaluate(&self, game: &Game) -> ForFirst<i32> {
        self.value(game.position(), game.rules())
    }

    fn scale(&self) -> i32 {
        self.scale
    }
}

/// How far the game has gone, from 0 (full hands) to [`PHASES`] (empty ones).
fn phase(position: &Position, rules: &Rules) -> i32 {
    let all = 2 * i32::from(rules.hand());
    let left: u8 = Seat::BOTH.iter().map(|seat| position.hand(*seat)).sum();
    (all - i32::from(left)) * PHASES / all
}

/// The features in the order of [`PARAMETERS`], for First less for Second.
fn features(position: &Position) -> [i32; FEATURES] {
    let mover = position.mover();
    let [now, next] = [mover, mover.other()].map(|seat| Looks::new(position, seat));
    // For the player to move less for the other.
    let lead = |count: fn(&Looks) -> u32| count(&now) as i32 - count(&next) as i32;
    let split = |count: fn(&Looks) -> u32| [count(&now) as i32, -(count(&next) as i32)];
    let [three_now, three_next] = split(|looks| looks.lines.threes);
    let [broken_now, broken_next] = split(|looks| looks.lines.broken_threes);
    let [crowded_now, crowded_next] = split(|looks| looks.lines.crowded);
    let [jump_now, jump_next] = split(|looks| looks.jumps.count);
    let [flip_now, flip_next] = split(|looks| looks.jumps.flips);
    let [gain_now, gain_next] = split(|looks| looks.jumps.best);
    let features = [
        lead(|looks| looks.stones),
        lead(|looks| looks.hand),
        lead(|looks| looks.lines.inner),
        lead(|looks| looks.lines.twos),
        -(next.lines.fours as i32),
        three_now,
        three_next,
        broken_now,
        broken_next,
        crowded_now,
        crowded_next,
        jump_now,
        jump_next,
        flip_now,
        flip_next,
        gain_now,
        gain_next,
    ];
    match mover {
        Seat::First => features,
        Seat::Second => features.map(|feature| -feature),
    }
}

/// What a player has.
struct Looks {
    stones: u32,
    hand: u32,
    lines: Lines,
    jumps: Jumps,
}

impl Looks {
    fn new(position: &Position, seat: Seat) -> Self {
        let [own, other] = [seat, seat.other()].map(|seat| position.stones(seat));
        let (own_spread, other_spread) = (spread(own), spread(other));
        Self {
            stones: own.count_ones(),
            hand: position.hand(seat).into(),
            lines: Lines::new(own_spread, other_spread),
            jumps: Jumps::new(own_spread, other_spread),
        }
    }
}
