//! A predictable agent.

use flipside_ai::{Agent, Choice, ChooseError, Stop};
use flipside_rules::{ExpectedScore, ForMover, Notation};

/// Plays the legal turn with the smallest text, and expects the same of its opponent.
pub struct FirstOfAll;

fn first<G: Notation>(game: &G) -> Option<G::Turn> {
    game.turns()
        .into_iter()
        .min_by_key(|&turn| game.turn_text(turn))
}

impl<G: Notation> Agent<G> for FirstOfAll {
    fn begin(&mut self, _: u64) {}

    fn choose(&mut self, game: &G, stop: &Stop) -> Result<Choice<G::Turn>, ChooseError> {
        if stop.is_requested() {
            return Err(ChooseError::Stopped);
        }
        let turn = first(game).ok_or(ChooseError::GameOver)?;
        let mut next = game.clone();
        next.play(turn).unwrap();
        Ok(Choice {
            value: Some(ForMover(ExpectedScore(0.5))),
            nodes: Some(game.count_turns()),
            depth: Some(1),
            line: [Some(turn), first(&next)].into_iter().flatten().collect(),
            ..Choice::new(turn)
        })
    }
}
