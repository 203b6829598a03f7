//! What is weighed in Hexflip.

use crate::ParameterInfo;

/// Features, each with a weight for full hands and one for empty ones.
pub(super) const FEATURES: usize = 17;

const fn parameter(name: &'static str, meaning: &'static str) -> ParameterInfo {
    ParameterInfo {
        name,
        meaning,
        min: -1_000,
        max: 1_000,
        step: 10,
    }
}

/// The parameters of a feature.
macro_rules! tapered {
    ($($name:literal: $meaning:literal,)*) => {
        [
            $(
                parameter(concat!($name, "_early"), concat!($meaning, ", with full hands")),
                parameter(concat!($name, "_late"), concat!($meaning, ", with empty hands")),
            )*
            ParameterInfo {
                name: "scale",
                meaning: "the evaluation that is worth odds of e : 1",
                min: 1,
                max: 10_000,
                step: 10,
            },
        ]
    };
}

/// `now` is what the player to move has, `next` what the other has.
pub(super) static PARAMETERS: [ParameterInfo; 2 * FEATURES + 1] = tapered! {
    "stone": "a piece on the board",
    "hand": "a piece in hand",
    "inner": "a piece next to the centre",
    "two": "a window with two own pieces and no other",
    "line_next": "a line of four of the player not to move",
    "three_now": "a window of the player to move with three own pieces and no other",
    "three_next": "a window of the player not to move with three own pieces and no other",
    "broken_now": "a window of the player to move with three own pieces and one other",
    "broken_next": "a window of the player not to move with three own pieces and one other",
    "crowded_now": "a line of five points with four pieces of the player to move",
    "crowded_next": "a line of five points with four pieces of the player not to move",
    "jump_now": "a jump that the player to move has",
    "jump_next": "a jump that the player not to move has",
    "flip_now": "a piece that a jump of the player to move would gain",
    "flip_next": "a piece that a jump of the player not to move would gain",
    "gain_now": "a piece of the largest gain by one jump of the player to move",
    "gain_next": "a piece of the largest gain by one jump of the player not to move",
};
