//! Effects of turns on games, and cloning.

use flipside_rules::FullGame;

use super::visit::difference;
use super::{Violation, Visit};
use crate::random::Lcg;

/// The number of turns tried from long lists.
const SAMPLE: usize = 48;

/// Returns a short list, or a sample of a long one.
fn sample<T: Copy>(items: &[T], random: &mut Lcg) -> Vec<T> {
    if items.len() <= SAMPLE {
        return items.to_vec();
    }
    (0..SAMPLE)
        .map(|_| items[random.below(items.len())])
        .collect()
}

pub(super) fn check_legal<G: FullGame>(
    visit: &Visit<G>,
    turns: &[G::Turn],
    random: &mut Lcg,
) -> Result<(), Violation> {
    let game = &visit.game;
    for turn in sample(turns, random) {
        let mut checked = game.clone();
        let played = checked.play(turn);
        let mut unchecked = game.clone();
        unchecked.play_unchecked(turn);
        visit.demand(
            played.is_ok() && difference(&checked, &unchecked).is_none(),
            "play equals play_unchecked for a legal turn",
            || {
                let what = difference(&checked, &unchecked);
                format!("{}: {played:?}, {what:?}", game.turn_text(turn))
            },
        )?;
    }
    Ok(())
}

pub(super) fn check_illegal<G: FullGame>(
    visit: &Visit<G>,
    illegal: &[G::Turn],
    random: &mut Lcg,
) -> Result<(), Violation> {
    let game = &visit.game;
    let mut after = game.clone();
    for turn in sample(illegal, random) {
        let played = after.play(turn);
        visit.demand(
            played.is_err() && difference(game, &after).is_none(),
            "play rejects an illegal turn and leaves the game unchanged",
            || {
                let what = difference(game, &after);
                format!("{}: {played:?}, changed: {what:?}", game.turn_text(turn))
            },
        )?;
    }
    Ok(())
}

/// `other` is the same game at another position, possibly from an earlier call.
pub(super) fn check_clone_from<G: FullGame>(
    visit: &Visit<G>,
    other: &mut G,
) -> Result<(), Violation> {
    let game = &visit.game;
    other.clone_from(game);
    let mut clone = game.clone();
    let same = |one: &G, two: &G| {
        visit.demand(
            difference(one, two).is_none(),
            "clone and clone_from give the same game",
            || format!("{:?}", difference(one, two)),
        )
    };
    same(game, other)?;
    same(game, &clone)?;
    if let Some(&turn) = game.turns().first() {
        other.play_unchecked(turn);
        clone.play_unchecked(turn);
        same(&clone, other)?;
    }
    Ok(())
}
