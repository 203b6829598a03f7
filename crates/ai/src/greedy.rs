//! The greedy agent.

use flipside_rules::Seat;

use crate::{Agent, Choice, ChooseError, Evaluate, Evaluator as _, Rng, Stop};

/// Plays the turn with the best static evaluation of the position after it ([`Evaluate`]). Winning
/// turns come first, losing turns last; ties are broken at random.
#[derive(Clone, Debug)]
pub struct Greedy<E> {
    rng: Rng,
    evaluator: E,
}

impl<E> Greedy<E> {
    /// Creates an agent.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        Self {
            rng: Rng::new(0),
            evaluator,
        }
    }
}

/// The outcome and the evaluation of a game for `seat`, who has just moved.
fn value_for<G: Evaluate>(evaluator: &G::Evaluator, game: &G, seat: Seat) -> (i32, i32) {
    match game.outcome() {
        Some(outcome) => match outcome.winner {
            None => (0, 0),
            Some(winner) => (if winner == seat { 1 } else { -1 }, 0),
        },
        None => (0, evaluator.evaluate(game).for_mover(seat).0),
    }
}

impl<G: Evaluate> Agent<G> for Greedy<G::Evaluator> {
    fn begin(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, game: &G, stop: &Stop) -> Result<Choice<G::Turn>, ChooseError> {
        let seat = game.to_move();
        let mut next = game.clone();
        let mut best = None;
        let mut ties = 0;
        let turns = game.turns();
        for &turn in &turns {
            if stop.is_requested() {
                return Err(ChooseError::Stopped);
            }
            next.clone_from(game);
            next.play_unchecked(turn);
            let value = value_for(&self.evaluator, &next, seat);
            match best {
                Some((_, other)) if value < other => {}
                Some((_, other)) if value == other => {
                    // Reservoir sampling: all equal turns have the same probability.
                    ties += 1;
                    if self.rng.below(ties) == 0 {
                        best = Some((turn, value));
                    }
                }
                _ => {
                    ties = 1;
                    best = Some((turn, value));
                }
            }
        }
        let (turn, _) = best.ok_or(ChooseError::GameOver)?;
        Ok(Choice {
            nodes: Some(turns.len() as u64),
            depth: Some(1),
            ..Choice::new(turn)
        })
    }
}

#[cfg(test)]
mod tests {
    use flipside_rules::{Game as _, Hexflip, Notation, Sayu, sayu};

    use super::*;

    fn choice<G: Evaluate + Notation>(position: &str, seed: u64) -> String {
        let rules = G::Rules::default();
        let position = G::parse_position(&rules, position).unwrap();
        choice_in(&G::from_position(rules, position), seed)
    }

    fn choice_in<G: Evaluate + Notation>(game: &G, seed: u64) -> String {
        let weights = crate::load_weights::<G>(crate::STANDARD_WEIGHTS).unwrap();
        let mut agent = Greedy::new(G::Evaluator::new(&weights));
        Agent::<G>::begin(&mut agent, seed);
        game.turn_text(agent.choose(game, &Stop::new()).unwrap().turn)
    }

    #[test]
    fn it_takes_a_win_that_is_there() {
        let mut decisions = 0;
        for seed in 0..40 {
            let mut rng = Rng::new(seed);
            let mut game = Sayu::new(sayu::Rules::default());
            while game.position().supply().count_ones() > 1 {
                game.play_unchecked(game.pick_turn(|n| rng.below(n)).unwrap());
            }
            let wins = |turn| {
                let mut after = game.clone();
                after.play_unchecked(turn);
                after.outcome().unwrap().winner == Some(game.to_move())
            };
            let winning = game.turns().into_iter().filter(|&turn| wins(turn)).count();
            if winning > 0 && winning < game.turns().len() {
                let turn = game.parse_turn(&choice_in(&game, seed)).unwrap();
                assert!(wins(turn), "{turn} in {}", game.position_text());
                decisions += 1;
            }
        }
        assert!(decisions > 5, "{decisions}");
    }

    #[test]
    fn it_does_not_lose_at_once_if_it_can_help_it() {
        // Row c with four stones and a fifth would be an overline of its own.
        for seed in 0..20 {
            let turn = choice::<Hexflip>("3/4/xx1xx/4/3 x 4 8", seed);
            assert!(!turn.contains("c3"), "{turn}");
        }
    }

    #[test]
    fn equal_turns_are_chosen_among_at_random() {
        let start = "3/4/5/4/3 x 8 8";
        let turns: std::collections::BTreeSet<_> =
            (0..40).map(|seed| choice::<Hexflip>(start, seed)).collect();
        // Everywhere but next to the centre a first piece looks the same.
        assert!(turns.len() > 5, "{turns:?}");
        assert!(!turns.contains("b2"), "{turns:?}");
        let start = "7/7/7/3,H,3/7/7/7 x";
        let turns: std::collections::BTreeSet<_> =
            (0..40).map(|seed| choice::<Sayu>(start, seed)).collect();
        assert!(turns.len() > 5, "{turns:?}");
    }
}
