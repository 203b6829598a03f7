//! The parameters of Hexflip.

use super::lines::{PATTERNS, Pattern, patterns};
use crate::ParameterInfo;

/// The number of features: the two below, and the patterns.
pub(super) const FEATURES: usize = 2 + PATTERNS;

const COUNT: usize = 2 * FEATURES + 1;

const fn parameter(name: &'static str, meaning: &'static str) -> ParameterInfo {
    ParameterInfo {
        name,
        meaning,
        min: -1_000,
        max: 1_000,
        step: 10,
    }
}

/// The parameters: for each feature the early, then the late weight.
pub(super) static PARAMETERS: [ParameterInfo; COUNT] = {
    let mut all = [ParameterInfo {
        name: "scale",
        meaning: "the evaluation that means odds of e : 1",
        min: 1,
        max: 10_000,
        step: 10,
    }; COUNT];
    all[0] = parameter("tempo_early", "being the player to move, with full hands");
    all[1] = parameter("tempo_late", "being the player to move, with empty hands");
    all[2] = parameter("hand_early", "a piece in hand, with full hands");
    all[3] = parameter("hand_late", "a piece in hand, with empty hands");
    let mut i = 0;
    while i < PATTERNS {
        all[4 + 2 * i] = parameter(
            NAMES[i][0].text(),
            "a line with this pattern (x: the player to move), with full hands",
        );
        all[5 + 2 * i] = parameter(
            NAMES[i][1].text(),
            "a line with this pattern (x: the player to move), with empty hands",
        );
        i += 1;
    }
    all
};

/// The names of the parameters of patterns: early, late.
static NAMES: [[Name; 2]; PATTERNS] = {
    let mut names = [[Name::EMPTY; 2]; PATTERNS];
    let mut i = 0;
    while i < PATTERNS {
        let line = Name::EMPTY.then(b"line_").then_points(&patterns()[i]);
        names[i] = [line.then(b"_early"), line.then(b"_late")];
        i += 1;
    }
    names
};

/// A name under construction.
#[derive(Clone, Copy)]
struct Name {
    bytes: [u8; 16],
    length: usize,
}

impl Name {
    const EMPTY: Self = Self {
        bytes: [0; 16],
        length: 0,
    };

    const fn then(mut self, text: &[u8]) -> Self {
        let mut i = 0;
        while i < text.len() {
            self.bytes[self.length] = text[i];
            self.length += 1;
            i += 1;
        }
        self
    }

    const fn then_points(mut self, pattern: &Pattern) -> Self {
        let mut i = 0;
        while i < pattern.length {
            self = self.then(match pattern.points[i] {
                0 => b"-",
                1 => b"x",
                _ => b"o",
            });
            i += 1;
        }
        self
    }

    const fn text(&'static self) -> &'static str {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => panic!("names are made of letters"),
        }
    }
}
