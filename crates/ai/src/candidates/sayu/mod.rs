//! Candidates of Sayū.
//!
//! A position has some two thousand placements (tile, cell, orientation), but far fewer that differ
//! at a glance. What a placement comes to depends on
//!
//! * the cell,
//! * the chain, hence the orientation and the direction in which the chain begins: the longest chain
//!   behind each is found once and serves every tile that has an arrow there,
//! * how many of the tile's arrows point to free cells.
//!
//! Placements that agree in these are of one *kind*; without a chain the orientation makes no
//! difference. The candidates are one placement of each kind, best first, then a second one of each
//! kind, and so on; so that scores never rise, those that come later are given no better score than
//! what comes before them. Turns that break a chain off or take a shorter one come after all of them.

mod generator;
mod supply;

use flipside_rules::sayu::{Game, Turn};
use flipside_rules::{Game as _, Seat};

use self::generator::Generator;
use super::Candidates;
use crate::SayuEvaluator;
use crate::evaluation::sayu::{AtRest, Board, Sides};

impl Candidates for Game {
    /// Every placement with its longest chain, then all other turns. The score of the first of each
    /// kind is the evaluation after the turn without tempo and chains.
    fn candidates(&self, evaluator: &SayuEvaluator, width: usize, into: &mut Vec<(Turn, i32)>) {
        if self.outcome().is_some() {
            return;
        }
        let rest = evaluator.at_rest(self);
        let start = into.len();
        Generator::new(self, rest).best(width, into);
        if self.check(Turn::Swap).is_ok() {
            let mut after = self.clone();
            after.play_unchecked(Turn::Swap);
            let score = value_at_rest(&after, &rest, self.to_move());
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
fn add_the_rest(game: &Game, start: usize, into: &mut Vec<(Turn, i32)>) {
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

/// What a position is worth for `seat` without tempo and chains.
fn value_at_rest(game: &Game, rest: &AtRest, seat: Seat) -> i32 {
    let board = Board::new(game);
    let [own, other] = [seat, seat.other()].map(|seat| {
        let tiles = board.stones[seat.index()];
        let sides = Sides::new(tiles, &board.arrows, board.free);
        rest.value(tiles.count_ones() as i32, sides)
    });
    (own - other) / AtRest::UNIT
}
