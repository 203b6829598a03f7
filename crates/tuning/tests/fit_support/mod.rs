//! Positions for fits.

use flipside_ai::{Candidates, Evaluate, Evaluator as _, Rng, STANDARD, Weights, load};
use flipside_rules::{ExpectedScore, ForFirst};
use flipside_tuning::fit::{Sample, Samples, Source};

/// The built-in weights.
pub fn standard<G: Evaluate>() -> Weights<G> {
    load(STANDARD).unwrap()
}

/// The place of a parameter.
pub fn place<G: Evaluate>(name: &str) -> usize {
    let mut parameters = G::PARAMETERS.iter();
    parameters.position(|info| info.name == name).unwrap()
}

/// The weights with one value changed.
pub fn spoiled<G: Evaluate>(weights: &Weights<G>, name: &str, value: i32) -> Weights<G> {
    let mut values = weights.values().to_vec();
    values[place::<G>(name)] = value;
    weights.with_values(&values)
}

/// Positions of games of a kind that no method here plays: any turn half of the time, otherwise one
/// of five candidates. `target` tells what a position is worth.
pub fn positions<G: Candidates>(
    rules: &G::Rules,
    games: u64,
    target: impl Fn(&G, &mut Rng) -> f64,
) -> Samples {
    let evaluator = G::Evaluator::new(&standard());
    let mut samples = Samples::new();
    for number in 0..games {
        let mut rng = Rng::new(number + 1_000);
        let mut game = G::new(rules.clone());
        for _ in 0..200 {
            if game.outcome().is_some() {
                break;
            }
            let worth = target(&game, &mut rng);
            let source = Source {
                game: number,
                weight: 1.0,
            };
            let worth = ForFirst(ExpectedScore(worth));
            samples.push(&Sample::new(&game, &evaluator, worth, source));
            let mut turns = Vec::new();
            game.candidates(&evaluator, 5, &mut turns);
            let turn = match rng.below(2) {
                0 => game.pick_turn(|n| rng.below(n)).unwrap(),
                _ => turns[rng.below(turns.len() as u32) as usize].0,
            };
            game.play_unchecked(turn);
        }
    }
    samples
}

/// What weights expect of a position, for First.
pub fn expected<G: Evaluate>(evaluator: &G::Evaluator, game: &G) -> f64 {
    let mover = game.to_move();
    let value = evaluator.evaluate(game).for_mover(mover);
    evaluator.expected(game, value).for_first(mover).0.0
}

/// Whether something with that chance happens.
pub fn happens(chance: f64, rng: &mut Rng) -> bool {
    f64::from(rng.below(1 << 30)) < chance * f64::from(1 << 30)
}
