//! Candidates of Sayū.
//!
//! A position has some two thousand placements (tile, cell, orientation), but far fewer with different
//! scores. The score of a placement depends on
//!
//! * the cell,
//! * the chain, that is, the orientation and the direction in which the chain starts: the longest chain
//!   for each is found once and used for every tile with an arrow there,
//! * how many of the tile's arrows point to free cells.
//!
//! Placements that agree in these form a *kind*; without a chain, the orientation does not matter. The
//! candidates are one placement of each kind, best first, then a second one of each kind, and so on.
//! The scores of later placements are capped, so that scores never increase. Turns that stop a chain
//! early or take a shorter one come last.

mod generator;
mod supply;

use flipside_rules::sayu::{Sayu, Turn};
use flipside_rules::{Game as _, Seat};

use self::generator::Generator;
use super::Candidates;
use crate::evaluation::sayu::{Board, QuietWeights, Sides};
use crate::{Evaluate as _, SayuEvaluator};

impl Candidates for Sayu {
    /// Every placement with its longest chain, then all other turns. The score of the first of each
    /// kind is the evaluation after the turn without tempo and chains.
    fn candidates(&self, evaluator: &SayuEvaluator, width: usize, into: &mut Vec<(Turn, i32)>) {
        if self.outcome().is_some() {
            return;
        }
        let rest = evaluator.quiet_weights(self);
        let start = into.len();
        Generator::new(self, rest).best(width, into);
        if self.check(Turn::Swap).is_ok() {
            let mut after = self.clone();
            after.play_unchecked(Turn::Swap);
            let score = quiet_value(&after, &rest, self.to_move());
            let better = into[start..]
                .iter()
                .take_while(|(_, other)| *other >= score);
            let place = start + better.count();
            into.insert(place, (Turn::Swap, score));
            into.truncate(start.saturating_add(width));
        }
        if into.len() - start < width {
            add_the_rest(self, start, into);
            into.truncate(start.saturating_add(width));
        }
    }
}

/// Appends the legal turns that are not in the list from `start` on, with the score of the last one
/// that is.
fn add_the_rest(game: &Sayu, start: usize, into: &mut Vec<(Turn, i32)>) {
    let mut known: Vec<Turn> = into[start..].iter().map(|&(turn, _)| turn).collect();
    if known.len() as u64 == game.count_turns() {
        return;
    }
    known.sort_unstable();
    let last = into.last().map_or(0, |&(_, score)| score);
    let rest = game.turns().into_iter();
    into.extend(
        rest.filter(|turn| known.binary_search(turn).is_err())
            .map(|turn| (turn, last)),
    );
}

/// The evaluation for `seat` without tempo and chains, with komi.
fn quiet_value(game: &Sayu, rest: &QuietWeights, seat: Seat) -> i32 {
    let board = Board::new(game);
    let [own, other] = [seat, seat.other()].map(|seat| {
        let tiles = board.stones[seat.index()];
        let sides = Sides::new(tiles, &board.arrows, board.free);
        rest.value(tiles.count_ones() as i32, sides)
    });
    (own - other) / QuietWeights::UNIT - game.compensation().for_mover(seat).0
}
