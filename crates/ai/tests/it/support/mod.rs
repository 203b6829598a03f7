//! Positions to try things on.

use flipside_ai::{Candidates, Evaluator as _, Rng, STANDARD_WEIGHTS, load_weights};
use flipside_rules::{Game, RuleSet as _, no_attachments};

/// The rule set of a text.
pub fn rules<G: Game>(text: &str) -> G::Rules {
    G::Rules::parse(text, &no_attachments).unwrap()
}

/// The evaluator with standard weights.
pub fn evaluator<G: Candidates>() -> G::Evaluator {
    G::Evaluator::new(&load_weights(STANDARD_WEIGHTS).unwrap())
}

/// Visits the positions of games in which some turns are drawn at random and the others are good
/// ones; the finished positions too.
pub fn positions<G: Candidates>(rules: &str, games: u64, mut visit: impl FnMut(&G)) {
    let evaluator = evaluator::<G>();
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        // Some games are all random, some almost never.
        let chance = rng.below(5);
        let mut game = G::new(self::rules::<G>(rules));
        loop {
            visit(&game);
            let random = game.pick_turn(|n| rng.below(n));
            let turn = if rng.below(4) < chance {
                random
            } else {
                let mut best = Vec::new();
                game.candidates(&evaluator, 8, &mut best);
                let pick = rng.below(best.len() as u32) as usize;
                best.get(pick).map(|(turn, _)| *turn)
            };
            let Some(turn) = turn else { break };
            game.play_unchecked(turn);
        }
    }
}
