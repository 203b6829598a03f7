//! Openings of a run, in two lists that have no position in common.
//!
//! A canonical position belongs to one side or the other by a bit of its hash. So whatever the
//! seeds, and however many openings are drawn, the confirmation begins with positions that tuning
//! cannot have begun with, nor with one that is symmetric to such a position.

use std::collections::HashSet;

use flipside_arena::{Book, draw};
use flipside_rules::Game;
use flipside_rules::hash::mix;

use crate::TuneError;

/// What games with an opening are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// Tuning.
    Tuning,
    /// The test of what came of it.
    Confirmation,
}

/// Draws for each opening that is wanted, before it is given up.
const ATTEMPTS_EACH: u64 = 60;

/// Keeps the bit from those that anything else takes from the hash.
const SPLIT: u64 = 0x7475_6E69_6E67;

impl Side {
    fn of<G: Game>(game: &G) -> (Self, u64) {
        let (position, _) = G::canonical(game.rules(), game.position());
        let hash = mix(G::position_hash(&position) ^ SPLIT);
        let side = match hash & 1 {
            0 => Self::Tuning,
            _ => Self::Confirmation,
        };
        (side, hash)
    }
}

/// A list of different openings of one side, as many as are wanted. `seed` is one that
/// [`mix`] has made: neighbouring ones would draw the same openings in another order.
///
/// # Errors
/// If there are not so many.
pub(crate) fn list<G: Game>(
    rules: &G::Rules,
    side: Side,
    turns: u32,
    count: u64,
    seed: u64,
) -> Result<Book<G>, TuneError> {
    let start = G::new(rules.clone());
    let too_few = |found| TuneError::Openings {
        turns,
        found,
        wanted: count,
    };
    let (mut seen, mut text, mut found) = (HashSet::new(), String::new(), 0);
    for attempt in 0..count.saturating_mul(ATTEMPTS_EACH) {
        if found == count {
            break;
        }
        let opening = draw(&start, turns, mix(seed ^ attempt)).map_err(|_| too_few(found))?;
        let mut game = start.clone();
        let mut line = String::new();
        for turn in opening {
            line += &game.turn_text(turn);
            line.push(' ');
            game.play_unchecked(turn);
        }
        let (other, hash) = Side::of(&game);
        if other == side && seen.insert(hash) {
            text += line.trim_end();
            text.push('\n');
            found += 1;
        }
    }
    if found < count {
        return Err(too_few(found));
    }
    // Every line has been played.
    Book::parse(rules, &text).map_err(|_| too_few(0))
}

#[cfg(test)]
mod tests {
    use flipside_rules::{hexflip, sayu};

    use super::*;

    fn positions<G: Game>(side: Side, turns: u32, count: u64, seed: u64) -> HashSet<String> {
        let rules = G::Rules::default();
        let book: Book<G> = list(&rules, side, turns, count, mix(seed)).unwrap();
        assert_eq!(book.count(), count);
        let canonical = (0..count).map(|number| {
            let mut game = G::new(rules.clone());
            for &turn in book.opening(number) {
                game.play_unchecked(turn);
            }
            let (position, _) = G::canonical(&rules, game.position());
            G::from_position(rules.clone(), position).position_text()
        });
        canonical.collect()
    }

    fn check<G: Game>(turns: u32, count: u64) {
        let tuning = positions::<G>(Side::Tuning, turns, count, 1);
        let unseen = positions::<G>(Side::Confirmation, turns, count, 1);
        assert_eq!(tuning.len() as u64, count, "an opening comes twice");
        assert!(tuning.is_disjoint(&unseen));
        // Whatever the seeds.
        assert!(tuning.is_disjoint(&positions::<G>(Side::Confirmation, turns, count, 2)));
        assert_ne!(tuning, positions::<G>(Side::Tuning, turns, count, 2));
    }

    #[test]
    fn the_two_sides_have_no_position_in_common() {
        check::<hexflip::Game>(3, 400);
        check::<hexflip::Game>(2, 20);
        check::<sayu::Game>(2, 100);
    }

    #[test]
    fn more_openings_than_there_are_is_an_error() {
        let rules = hexflip::Rules::default();
        let error = list::<hexflip::Game>(&rules, Side::Tuning, 1, 10, 1).unwrap_err();
        assert!(error.to_string().contains("opening_turns"), "{error}");
    }
}
