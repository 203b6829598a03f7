//! Lists of turns, and the texts and bytes of turns.

use std::collections::BTreeSet;

use flipside_rules::FullGame;

use super::{Violation, Visit};

/// Compares the list with the candidates that `check` allows; returns the rejected candidates.
pub(super) fn check<G: FullGame>(
    visit: &Visit<G>,
    turns: &[G::Turn],
    candidates: Vec<G::Turn>,
) -> Result<Vec<G::Turn>, Violation> {
    let game = &visit.game;
    let listed: BTreeSet<G::Turn> = turns.iter().copied().collect();
    visit.demand(
        listed.len() == turns.len(),
        "every turn is listed once",
        || {
            let mut sorted = turns.to_vec();
            sorted.sort();
            let twice = sorted.windows(2).find(|pair| pair[0] == pair[1]);
            format!("twice: {}", visit.some_texts(twice.unwrap_or_default()))
        },
    )?;
    let counted = game.count_turns();
    visit.demand(
        counted == turns.len() as u64,
        "count_turns counts the listed turns",
        || format!("{counted} counted, {} listed", turns.len()),
    )?;
    // Existing elements of the vector are kept.
    let mut appended = turns.get(..1).unwrap_or_default().to_vec();
    let before = appended.len();
    game.turns_into(&mut appended);
    visit.demand(
        appended.get(before..) == Some(turns) && appended.get(..before) == turns.get(..before),
        "turns_into appends the listed turns",
        || visit.some_texts(&appended),
    )?;
    visit.demand(
        turns.is_empty() || game.outcome().is_none(),
        "a finished game lists no turn",
        || visit.some_texts(turns),
    )?;

    let candidates: BTreeSet<G::Turn> = candidates.into_iter().collect();
    let (allowed, rejected): (BTreeSet<G::Turn>, BTreeSet<G::Turn>) = candidates
        .into_iter()
        .partition(|&turn| game.check(turn).is_ok());
    visit.demand(
        game.outcome().is_none() || allowed.is_empty(),
        "a finished game rejects every turn",
        || visit.some_texts(&allowed.iter().copied().collect::<Vec<_>>()),
    )?;
    let missing: Vec<G::Turn> = allowed.difference(&listed).copied().collect();
    visit.demand(missing.is_empty(), "every legal turn is listed", || {
        format!("not listed: {}", visit.some_texts(&missing))
    })?;
    let rejected_here: Vec<G::Turn> = listed.difference(&allowed).copied().collect();
    visit.demand(
        rejected_here.is_empty(),
        "every listed turn is a candidate that check allows",
        || format!("listed: {}", visit.some_texts(&rejected_here)),
    )?;
    Ok(rejected.into_iter().collect())
}

/// Bytes that may follow a turn and must not affect its decoding.
const AFTER: [&[u8]; 4] = [&[], &[0], &[0xFF, 0xFF, 0xFF], &[0x7F, 1]];

pub(super) fn check_round_trips<G: FullGame>(
    visit: &Visit<G>,
    turns: &[G::Turn],
) -> Result<(), Violation> {
    let game = &visit.game;
    let mut texts = BTreeSet::new();
    let mut bytes = Vec::new();
    for (i, &turn) in turns.iter().enumerate() {
        let text = game.turn_text(turn);
        let read = game.parse_turn(&text);
        visit.demand(
            read.as_ref() == Ok(&turn),
            "a turn round-trips through its text",
            || format!("{text}: {read:?}"),
        )?;
        visit.demand(
            !text.contains(char::is_whitespace),
            "a turn's text is one word",
            || format!("{text:?}"),
        )?;
        visit.demand(texts.insert(text.clone()), "texts of turns differ", || {
            text.clone()
        })?;

        bytes.clear();
        bytes.push(0xA5);
        G::encode_turn(turn, &mut bytes);
        visit.demand(bytes[0] == 0xA5, "encode_turn appends", || &text)?;
        for cut in 1..bytes.len() {
            visit.demand(
                G::decode_turn(&mut &bytes[1..cut]).is_none(),
                "a prefix of a turn's bytes is not a turn",
                || format!("{text}: {} of {} bytes", cut - 1, bytes.len() - 1),
            )?;
        }
        let after = AFTER[i % AFTER.len()];
        bytes.extend(after);
        let mut rest = &bytes[1..];
        let decoded = G::decode_turn(&mut rest);
        visit.demand(
            decoded == Some(turn) && rest == after,
            "a turn round-trips through its bytes, regardless of what follows",
            || format!("{text}: {decoded:?}, {rest:?} left of {after:?}"),
        )?;
    }
    Ok(())
}
