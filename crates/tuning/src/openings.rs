//! Openings of a run, in two disjoint sets.
//!
//! A bit of the hash of the canonical position assigns it to tuning or to the confirmation. So the
//! openings of the confirmation differ from all openings of tuning, also up to symmetry, regardless
//! of seeds and numbers of openings.
//!
//! If a rule concerns the first turns, the agents choose these, and the random turns follow
//! ([`Openings::AfterAgents`]). The positions are then not known beforehand, so tuning and
//! confirmation only draw from different seeds.

use std::collections::HashSet;
use std::sync::Arc;

use flipside_arena::{Book, Openings, draw};
use flipside_rules::hash::mix;
use flipside_rules::{FullGame, RuleSet as _};

use crate::TuneError;

/// What an opening is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Tuning.
    Tuning,
    /// The confirmation.
    Confirmation,
}

/// The maximum number of draws per requested opening.
const MAX_DRAWS_EACH: u64 = 60;

/// Makes the bit independent of other uses of the hash.
const SPLIT: u64 = 0x7475_6E69_6E67;

impl Purpose {
    /// Returns the seed for this purpose from the seed of a run.
    pub(crate) fn seed(self, seed: u64) -> u64 {
        mix(seed
            ^ match self {
                Self::Tuning => 0x7475_6E65,
                Self::Confirmation => 0x636F_6E66,
            })
    }

    fn of<G: FullGame>(game: &G) -> (Self, u64) {
        let (position, _) = G::canonical(game.rules(), game.position());
        let hash = mix(G::position_hash(&position) ^ SPLIT);
        let purpose = match hash & 1 {
            0 => Self::Tuning,
            _ => Self::Confirmation,
        };
        (purpose, hash)
    }
}

/// Returns the openings of `pairs` pairs of games for one purpose of the run with this seed.
///
/// # Errors
/// If there are too few openings.
pub(crate) fn openings<G: FullGame>(
    rules: &G::Rules,
    purpose: Purpose,
    turns: u32,
    pairs: u64,
    seed: u64,
) -> Result<Openings<G>, TuneError> {
    let (special, seed) = (rules.special_turns(), purpose.seed(seed));
    if special > 0 && turns > 0 {
        // Fails if no game lasts that long.
        draw(&G::new(rules.clone()), special + turns, seed)?;
        return Ok(Openings::after_agents(special, turns));
    }
    let book = draw_openings(rules, purpose, turns, pairs, seed)?;
    Ok(Openings::List(Arc::new(book)))
}

/// Draws `count` different openings for one purpose. `seed` must come from [`mix`]: adjacent seeds
/// would draw the same openings in another order.
///
/// # Errors
/// If there are too few openings.
fn draw_openings<G: FullGame>(
    rules: &G::Rules,
    purpose: Purpose,
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
    for attempt in 0..count.saturating_mul(MAX_DRAWS_EACH) {
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
        let (other, hash) = Purpose::of(&game);
        if other == purpose && seen.insert(hash) {
            text += line.trim_end();
            text.push('\n');
            found += 1;
        }
    }
    if found < count {
        return Err(too_few(found));
    }
    // Cannot fail for this reason: every line has been played.
    Book::parse(rules, &text).map_err(|_| too_few(0))
}

#[cfg(test)]
mod tests {
    use flipside_rules::{Hexflip, Sayu, hexflip};

    use super::*;

    fn positions<G: FullGame>(
        purpose: Purpose,
        turns: u32,
        count: u64,
        seed: u64,
    ) -> HashSet<String> {
        let rules = G::Rules::default();
        let book: Book<G> = draw_openings(&rules, purpose, turns, count, mix(seed)).unwrap();
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

    fn check<G: FullGame>(turns: u32, count: u64) {
        let tuning = positions::<G>(Purpose::Tuning, turns, count, 1);
        let confirmation_openings = positions::<G>(Purpose::Confirmation, turns, count, 1);
        assert_eq!(tuning.len() as u64, count, "an opening occurs twice");
        assert!(tuning.is_disjoint(&confirmation_openings));
        // Also with other seeds.
        assert!(tuning.is_disjoint(&positions::<G>(Purpose::Confirmation, turns, count, 2)));
        assert_ne!(tuning, positions::<G>(Purpose::Tuning, turns, count, 2));
    }

    #[test]
    fn tuning_and_confirmation_share_no_position() {
        check::<Hexflip>(3, 400);
        check::<Hexflip>(2, 20);
        check::<Sayu>(2, 100);
    }

    #[test]
    fn agents_make_the_turns_that_a_rule_concerns() {
        for (rules, special) in [("swap=on", 2), ("second_place=2", 2), ("first_place=2", 1)] {
            let rules = hexflip::Rules::parse(rules, &flipside_rules::no_attachments).unwrap();
            for purpose in [Purpose::Tuning, Purpose::Confirmation] {
                let opening = openings::<Hexflip>(&rules, purpose, 3, 10, 1).unwrap();
                let chosen = (opening.agent_turns(), opening.max_turns());
                assert_eq!(chosen, (special, special + 3));
            }
        }
        assert_ne!(Purpose::Tuning.seed(1), Purpose::Confirmation.seed(1));
    }

    #[test]
    fn too_few_openings_are_an_error() {
        let rules = hexflip::Rules::default();
        let error = draw_openings::<Hexflip>(&rules, Purpose::Tuning, 1, 10, 1).unwrap_err();
        assert!(error.to_string().contains("opening_turns"), "{error}");
    }
}
