//! The crate `minimax`: iterative deepening with a transposition table.

use std::marker::PhantomData;
use std::time::Duration;

use flipside_ai::Playable;
use flipside_rules::hash::mix;
use minimax::{Evaluation, IterativeOptions, IterativeSearch, Strategy as _, Winner};

use super::standing;

/// A game as the crate wants it. It has no way to order turns by how they look, so that is done here
/// if it is to be done, in the way that our search does.
struct Rules<G, const ORDERED: bool>(PhantomData<G>);

#[derive(Clone)]
struct State<G: Playable> {
    game: G,
    evaluator: &'static G::Evaluator,
}

impl<G: Playable, const ORDERED: bool> minimax::Game for Rules<G, ORDERED> {
    type S = State<G>;
    type M = G::Turn;

    fn generate_moves(state: &State<G>, turns: &mut Vec<G::Turn>) -> Option<Winner> {
        if ORDERED {
            let mut candidates = Vec::new();
            let game = &state.game;
            game.candidates(state.evaluator, usize::MAX, &mut candidates);
            turns.extend(candidates.iter().map(|(turn, _)| turn));
        } else {
            state.game.turns_into(turns);
        }
        None
    }

    fn apply(state: &mut State<G>, turn: G::Turn) -> Option<State<G>> {
        let mut game = state.game.clone();
        game.play_unchecked(turn);
        Some(State { game, ..*state })
    }

    fn get_winner(State { game, .. }: &State<G>) -> Option<Winner> {
        Some(match game.outcome()?.winner {
            None => Winner::Draw,
            Some(winner) if winner == game.to_move() => Winner::PlayerToMove,
            Some(_) => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(State { game, .. }: &State<G>) -> u64 {
        G::position_hash(game.position()) ^ mix(game.history_hash())
    }
}

/// Our evaluation as the crate wants it.
struct Looks<G, const ORDERED: bool>(PhantomData<G>);

impl<G: Playable, const ORDERED: bool> minimax::Evaluator for Looks<G, ORDERED> {
    type G = Rules<G, ORDERED>;

    fn evaluate(&self, state: &State<G>) -> Evaluation {
        standing(&state.game, state.evaluator) as Evaluation
    }
}

/// Searches a position to a depth, or a little longer than `limit`.
pub fn search<G: Playable, const ORDERED: bool>(
    game: &G,
    evaluator: &'static G::Evaluator,
    depth: u32,
    limit: Duration,
) {
    let options = IterativeOptions::new().with_table_byte_size(16 << 20);
    let mut search = IterativeSearch::new(Looks::<G, ORDERED>(PhantomData), options);
    search.set_depth_or_timeout(depth as u8, limit + limit / 10);
    search.choose_move(&State {
        game: game.clone(),
        evaluator,
    });
}
