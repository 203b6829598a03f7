//! Which positions can be judged at a glance.

use flipside_ai::Playable;

/// Whether nothing is decided by the next turn: the player to move has no threat to answer
/// ([`flipside_ai::Searchable::is_unsettled`]), and the turn that looks best does not end the game.
///
/// In Hexflip that leaves out positions where a line of four stands or can be won with at once; in
/// Sayū those with one turn left. Long chains do not count as unrest there: the evaluation knows
/// them.
pub fn is_at_rest<G: Playable>(game: &G, evaluator: &G::Evaluator) -> bool {
    if game.outcome().is_some() || game.is_unsettled() {
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
