//! An agent that is easy to predict.

use flipside_ai::{Agent, Choice, NoChoice, Stop};
use flipside_rules::{ExpectedScore, ForMover, Game};

/// Plays the first legal turn by its text, and expects the same of its opponent.
pub struct FirstOfAll;

fn first<G: Game>(game: &G) -> Option<G::Turn> {
    game.turns()
        .into_iter()
        .min_by_key(|&turn| game.turn_text(turn))
}

impl<G: Game> Agent<G> for FirstOfAll {
    fn begin(&mut self, _: u64) {}

    fn choose(&mut self, game: &G, stop: &Stop) -> Result<Choice<G::Turn>, NoChoice> {
        if stop.is_requested() {
            return Err(NoChoice::Stopped);
        }
        let turn = first(game).ok_or(NoChoice::GameOver)?;
        let mut next = game.clone();
        next.play(turn).unwrap();
        Ok(Choice {
            value: Some(ForMover(ExpectedScore(0.5))),
            nodes: Some(game.count_turns()),
            depth: Some(1),
            line: [Some(turn), first(&next)].into_iter().flatten().collect(),
            ..Choice::bare(turn)
        })
    }
}
