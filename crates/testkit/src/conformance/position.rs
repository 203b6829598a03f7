//! Positions: text and hash, and properties of a game at a position.

use std::collections::BTreeMap;

use flipside_rules::FullGame;

use super::{Violation, Visit};

pub(super) fn check<G: FullGame>(visit: &Visit<G>) -> Result<(), Violation> {
    let game = &visit.game;
    let text = game.position_text();
    let read = G::parse_position(visit.rules(), &text);
    visit.demand(
        read.as_ref()
            .is_ok_and(|position| position == game.position()),
        "a position round-trips through its text",
        || format!("{text}: {read:?}"),
    )?;
    if let Ok(position) = read {
        let again = G::from_position(visit.rules().clone(), position);
        visit.demand(
            again.position_text() == text && again.to_move() == game.to_move(),
            "a game from a position is at that position",
            || again.position_text(),
        )?;
    }
    visit.demand(
        game.margin().is_some() == G::HAS_MARGIN,
        "a game says whether it has a margin",
        || format!("{:?}", game.margin()),
    )?;
    if let Some(outcome) = game.outcome() {
        visit.demand(
            G::REASONS.contains(&outcome.reason),
            "a game ends for one of its reasons",
            || outcome.reason,
        )?;
    }
    for drawing in [game.drawing(), game.small_drawing()] {
        visit.demand(
            !drawing.trim().is_empty() && !drawing.contains('\u{1b}'),
            "a game is drawn without colours",
            || format!("{drawing:?}"),
        )?;
    }
    Ok(())
}

/// The hashes found so far.
pub(super) struct Hashes<G: FullGame>(BTreeMap<u64, G::Position>);

impl<G: FullGame> Default for Hashes<G> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<G: FullGame> Hashes<G> {
    pub(super) fn check(&mut self, visit: &Visit<G>) -> Result<(), Violation> {
        let position = visit.game.position();
        let hash = G::position_hash(position);
        let copy = G::parse_position(visit.rules(), &visit.game.position_text());
        visit.demand(
            copy.is_ok_and(|copy| G::position_hash(&copy) == hash),
            "equal positions have equal hashes",
            || hash,
        )?;
        // Collisions of 64 bits are negligible among thousands of positions.
        let other = self.0.entry(hash).or_insert_with(|| position.clone());
        visit.demand(
            other == position,
            "different positions have different hashes",
            || format!("{other:?} and {position:?}: {hash}"),
        )
    }
}
