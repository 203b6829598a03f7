//! From games to columns.

use std::borrow::Cow;

use super::columns::{Annotated, Bytes, Columns, Numbers, Players};
use crate::{Annotation, GameRecord, Header, game_seed};

/// The columns of games that do not contradict the header.
pub(super) fn columns<'a>(header: &Header, games: &'a [GameRecord]) -> Columns<'a> {
    let numbers = |value: fn(&GameRecord) -> u64| Numbers::of(games.iter().map(value), 0);
    let seeds_follow = header
        .seed
        .is_some_and(|seed| games.iter().all(|g| g.seed == game_seed(seed, g.id)));
    let mut turns = Vec::with_capacity(games.iter().map(|g| g.turns.bytes().len()).sum());
    for game in games {
        turns.extend_from_slice(game.turns.bytes());
    }
    let (start_texts, starts) = starts(games);
    let annotated = games.iter().any(|game| game.annotations().is_some());
    let column = |value: fn(&Annotation) -> Option<u64>| {
        if annotated {
            Annotated::of(annotations(games).map(move |a| value(&a)))
        } else {
            Annotated::Nowhere
        }
    };
    Columns {
        id_steps: Numbers::of(games.windows(2).map(|pair| pair[1].id - pair[0].id), 1),
        players: Players::of(games),
        seeds: (!seeds_follow).then(|| numbers(|g| g.seed)),
        openings: numbers(|g| g.opening.into()),
        ends: Bytes(games.iter().map(|g| g.end.code(g.void_by)).collect()),
        turn_counts: numbers(|g| g.turns.len() as u64),
        extra_bytes: numbers(|g| (g.turns.bytes().len() - g.turns.len()) as u64),
        turns: Bytes(Cow::Owned(turns)),
        start_texts,
        starts,
        values: column(|a| a.value.map(|v| v.0.ten_thousandths().into())),
        nodes: column(|a| a.nodes),
        depths: column(|a| a.depth.map(u64::from)),
    }
}

/// The annotation of every turn of every game.
fn annotations(games: &[GameRecord]) -> impl Iterator<Item = Annotation> + Clone + '_ {
    games.iter().flat_map(|game| {
        let given = game.annotations().unwrap_or_default();
        (0..game.turns.len()).map(move |turn| given.get(turn).copied().unwrap_or_default())
    })
}

/// The texts of starting positions in order of appearance, and the index of each game's text.
fn starts(games: &[GameRecord]) -> (Vec<&str>, Numbers) {
    let mut texts: Vec<&str> = Vec::new();
    let mut places = std::collections::HashMap::new();
    let starts: Vec<u64> = games
        .iter()
        .map(|game| {
            game.start.as_deref().map_or(0, |text| {
                *places.entry(text).or_insert_with(|| {
                    texts.push(text);
                    texts.len() as u64
                })
            })
        })
        .collect();
    (texts, Numbers::of(starts.into_iter(), 0))
}
