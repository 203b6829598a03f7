//! Positions for fits.

use flipside_ai::{Evaluator as _, Playable, Rng, STANDARD_WEIGHTS, load_weights};
use flipside_rules::{ExpectedScore, ForFirst};
use flipside_tuning::fit::{Sample, Samples, Source};

/// Positions of games in which half of the turns are random and the others are one of five
/// candidates, unlike in any method here. `target` returns the target of a position.
pub fn positions<G: Playable>(
    rules: &G::Rules,
    games: u64,
    target: impl Fn(&G, &mut Rng) -> f64,
) -> Samples {
    let evaluator = G::Evaluator::new(&load_weights(STANDARD_WEIGHTS).unwrap());
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
