//! Symmetries: a game and its images, played in parallel.

use flipside_rules::{FullGame, Symmetry};

use super::{Violation, Visit};

/// The images of a game under all symmetries of its rules, played from their own starts.
pub(super) struct Images<G: FullGame> {
    images: Vec<(Symmetry, G)>,
}

impl<G: FullGame> Images<G> {
    pub(super) fn new(visit: &Visit<G>) -> Self {
        let images = G::symmetries(visit.rules())
            .into_iter()
            .map(|symmetry| {
                let position = G::transform_position(symmetry, visit.game.position());
                (symmetry, G::from_position(visit.rules().clone(), position))
            })
            .collect();
        Self { images }
    }

    /// Plays the images of a turn, before the game plays it.
    pub(super) fn play(&mut self, visit: &Visit<G>, turn: G::Turn) -> Result<(), Violation> {
        for (symmetry, image) in &mut self.images {
            let played = image.play(G::transform_turn(*symmetry, turn));
            visit.demand(
                played.is_ok(),
                "the image of a legal turn is legal in the image of the position",
                || {
                    let text = visit.game.turn_text(turn);
                    format!("{text} under symmetry {}: {played:?}", symmetry.0)
                },
            )?;
        }
        Ok(())
    }

    pub(super) fn check(&self, visit: &Visit<G>, turns: &[G::Turn]) -> Result<(), Violation> {
        let game = &visit.game;
        let position = game.position();
        let (canonical, to_canonical) = G::canonical(visit.rules(), position);
        visit.demand(
            self.images.iter().any(|(s, _)| *s == to_canonical)
                && G::transform_position(to_canonical, position) == canonical,
            "canonical returns a symmetry that maps to the canonical position",
            || format!("{to_canonical:?}"),
        )?;
        for (symmetry, image) in &self.images {
            let number = symmetry.0;
            visit.demand(
                *image.position() == G::transform_position(*symmetry, position),
                "playing a turn and applying a symmetry commute",
                || format!("symmetry {number}: {}", image.position_text()),
            )?;
            visit.demand(
                *symmetry != Symmetry::IDENTITY || image.position() == position,
                "symmetry 0 changes nothing",
                || image.position_text(),
            )?;
            visit.demand(
                self.images
                    .iter()
                    .any(|(back, _)| G::transform_position(*back, image.position()) == *position),
                "every symmetry has an inverse",
                || format!("symmetry {number}"),
            )?;
            visit.demand(
                G::canonical(visit.rules(), image.position()).0 == canonical,
                "symmetric positions have the same canonical position",
                || format!("symmetry {number}"),
            )?;
            let same_end = image.outcome() == game.outcome()
                && image.to_move() == game.to_move()
                && image.margin() == game.margin();
            visit.demand(
                same_end,
                "symmetric positions have the same outcome",
                || {
                    format!(
                        "symmetry {number}: {:?} and {:?}",
                        game.outcome(),
                        image.outcome()
                    )
                },
            )?;
            let mut expected: Vec<G::Turn> = turns
                .iter()
                .map(|&turn| G::transform_turn(*symmetry, turn))
                .collect();
            let mut found = image.turns();
            expected.sort();
            found.sort();
            visit.demand(
                expected == found,
                "symmetric positions have symmetric turns",
                || {
                    let differing: Vec<G::Turn> = expected
                        .iter()
                        .filter(|turn| found.binary_search(turn).is_err())
                        .copied()
                        .collect();
                    format!("symmetry {number}: not {}", visit.some_texts(&differing))
                },
            )?;
        }
        Ok(())
    }
}
