//! Games as trees.

use flipside_rules::ForMover;

use super::tree::{End, Tree};
use crate::{Evaluator as _, Playable};

/// The tree of a game with an evaluator.
#[derive(Debug)]
pub(super) struct GameTree<'a, G: Playable> {
    pub(super) evaluator: &'a G::Evaluator,
}

impl<G: Playable> Tree for GameTree<'_, G> {
    type Node = G;
    type Turn = G::Turn;

    fn end(&self, game: &G) -> Option<ForMover<End>> {
        let end = match game.outcome()?.winner {
            None => End::Drawn,
            Some(winner) if winner == game.to_move() => End::Won,
            Some(_) => End::Lost,
        };
        Some(ForMover(end))
    }

    fn evaluate(&self, game: &G) -> ForMover<i32> {
        self.evaluator.evaluate(game).for_mover(game.to_move())
    }

    fn turns(&self, game: &G, width: usize, into: &mut Vec<(G::Turn, i32)>) {
        game.candidates(self.evaluator, width, into);
    }

    fn futility_margin(&self, depth: u32) -> Option<i32> {
        let i = usize::try_from(depth).ok()?.checked_sub(1)?;
        G::FUTILITY_MARGINS.get(i).copied()
    }

    fn has_threat(&self, game: &G) -> bool {
        game.has_threat()
    }

    fn is_legal(&self, game: &G, turn: G::Turn) -> bool {
        game.check(turn).is_ok()
    }

    fn play(&self, game: &mut G, turn: G::Turn) {
        game.play_unchecked(turn);
    }

    fn key(&self, game: &G) -> u64 {
        G::position_hash(game.position())
    }

    fn turns_before_history_matters(&self, game: &G) -> u32 {
        game.turns_before_history_matters()
    }

    fn history(&self, game: &G) -> u64 {
        game.history_hash()
    }
}
