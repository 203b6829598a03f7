//! The parameters of Sayū.

use crate::ParameterInfo;

/// The number of features.
pub(super) const FEATURES: usize = 7;

const fn parameter(name: &'static str, meaning: &'static str, step: i32) -> ParameterInfo {
    ParameterInfo {
        name,
        meaning,
        min: -1_000,
        max: 1_000,
        step,
    }
}

pub(super) static PARAMETERS: [ParameterInfo; 2 * FEATURES + 1] = [
    parameter(
        "tempo_early",
        "being the player to move, at the beginning",
        20,
    ),
    parameter("tempo_late", "being the player to move, at the end", 20),
    parameter("tile_early", "a tile, at the beginning", 10),
    parameter("tile_late", "a tile, at the end", 10),
    parameter(
        "exposed_early",
        "a tile with at least one open side (a free cell next to it to which it has no arrow), at \
         the beginning",
        20,
    ),
    parameter(
        "exposed_late",
        "a tile with at least one open side, at the end",
        20,
    ),
    parameter("open_early", "an open side, at the beginning", 5),
    parameter("open_late", "an open side, at the end", 5),
    parameter(
        "guard_early",
        "an arrow to a free cell, at the beginning",
        5,
    ),
    parameter("guard_late", "an arrow to a free cell, at the end", 5),
    parameter(
        "chain_now_early",
        "a conversion in the longest chain that the player to move can make now, at the beginning",
        10,
    ),
    parameter(
        "chain_now_late",
        "a conversion in the longest chain that the player to move can make now, at the end",
        10,
    ),
    parameter(
        "chain_next_early",
        "a conversion in the longest chain that the other player could make if it were their turn, at \
         the beginning",
        10,
    ),
    parameter(
        "chain_next_late",
        "a conversion in the longest chain that the other player could make if it were their turn, at \
         the end",
        10,
    ),
    ParameterInfo {
        name: "scale",
        meaning: "the evaluation that means odds of e : 1 at the beginning; later it decreases with \
                  the square root of the number of turns left",
        min: 1,
        max: 100_000,
        step: 50,
    },
];
