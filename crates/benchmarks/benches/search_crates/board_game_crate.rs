//! The crate `board-game`: alpha-beta search to a fixed depth.

use std::cmp::Ordering;
use std::fmt::{self, Debug, Display};
use std::time::{Duration, Instant};
use std::vec;

use board_game::ai::minimax::{Heuristic, minimax_value};
use board_game::board::{Board, BoardDone, BoardMoves, BoardSymmetry, Outcome, PlayError, Player};
use board_game::symmetry::UnitSymmetry;
use flipside_ai::Playable;
use flipside_rules::Seat;
use internal_iterator::{Internal, IteratorExt as _};

use super::{expected, standing};

/// A game as the crate wants it.
#[derive(Clone, Debug)]
struct Standing<G>(G);

/// A turn as the crate wants it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn<T>(T);

impl<T: Debug> Display for Turn<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

impl<G: Playable> Display for Standing<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.position_text())
    }
}

impl<G: Playable> PartialEq for Standing<G> {
    fn eq(&self, other: &Self) -> bool {
        self.0.position() == other.0.position()
    }
}

impl<G: Playable> Eq for Standing<G> {}

const fn player(seat: Seat) -> Player {
    match seat {
        Seat::First => Player::A,
        Seat::Second => Player::B,
    }
}

impl<G: Playable> Board for Standing<G> {
    type Move = Turn<G::Turn>;

    fn next_player(&self) -> Player {
        player(self.0.to_move())
    }

    fn is_available_move(&self, turn: Self::Move) -> Result<bool, BoardDone> {
        Ok(self.0.check(turn.0).is_ok())
    }

    fn play(&mut self, turn: Self::Move) -> Result<(), PlayError> {
        self.0.play_unchecked(turn.0);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(match self.0.outcome()?.winner {
            None => Outcome::Draw,
            Some(winner) => Outcome::WonBy(player(winner)),
        })
    }

    fn can_lose_after_move() -> bool {
        true
    }
}

impl<'a, G: Playable> BoardMoves<'a, Self> for Standing<G> {
    type AllMovesIterator = Internal<vec::IntoIter<Turn<G::Turn>>>;
    type AvailableMovesIterator = Internal<vec::IntoIter<Turn<G::Turn>>>;

    fn all_possible_moves() -> Self::AllMovesIterator {
        // The search never asks.
        Vec::new().into_iter().into_internal()
    }

    fn available_moves(&'a self) -> Result<Self::AvailableMovesIterator, BoardDone> {
        let turns: Vec<_> = self.0.turns().into_iter().map(Turn).collect();
        Ok(turns.into_iter().into_internal())
    }
}

impl<G: Playable> BoardSymmetry<Self> for Standing<G> {
    type Symmetry = UnitSymmetry;
    type CanonicalKey = ();

    fn map(&self, _: UnitSymmetry) -> Self {
        self.clone()
    }

    fn map_move(&self, _: UnitSymmetry, turn: Turn<G::Turn>) -> Turn<G::Turn> {
        turn
    }

    fn canonical_key(&self) {}
}

/// Our evaluation as the crate wants it.
struct Looks<'a, G: Playable> {
    evaluator: &'a G::Evaluator,
    deadline: Instant,
}

impl<G: Playable> Debug for Looks<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Looks")
    }
}

impl<G: Playable> Heuristic<Standing<G>> for Looks<'_, G> {
    type V = i32;

    fn value(&self, board: &Standing<G>, _: u32) -> i32 {
        // With equal values everywhere the search comes to its end at once.
        if Instant::now() < self.deadline {
            standing(&board.0, self.evaluator)
        } else {
            0
        }
    }

    fn merge(old: i32, new: i32) -> (i32, Ordering) {
        (old.max(new), new.cmp(&old))
    }
}

/// The mover's expected score in a position, searched to a depth; `None` if that takes longer than
/// `limit`, which the crate has no way to tell.
pub fn search<G: Playable>(
    game: &G,
    evaluator: &G::Evaluator,
    depth: u32,
    limit: Duration,
) -> Option<f64> {
    let looks = Looks::<G> {
        evaluator,
        deadline: Instant::now() + limit + limit / 10,
    };
    let value = minimax_value(&Standing(game.clone()), &looks, depth);
    (Instant::now() < looks.deadline).then(|| expected(game, evaluator, value))
}
