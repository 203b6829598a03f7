//! How a position of Hexflip looks.

use flipside_rules::{ForFirst, Game as _, Seat, hexflip};

use super::{Evaluate, Linear, ParameterInfo};

const fn window(name: &'static str, meaning: &'static str) -> ParameterInfo {
    ParameterInfo {
        name,
        meaning,
        min: -2_000,
        max: 20_000,
        step: 20,
    }
}

impl Evaluate for hexflip::Game {
    const PARAMETERS: &'static [ParameterInfo] = &[
        window("window_1", "a window with one own piece and no other"),
        window("window_2", "a window with two own pieces and no other"),
        window("window_3", "a window with three own pieces and no other"),
        window(
            "window_4",
            "a window with four own pieces: a line that stands",
        ),
        ParameterInfo {
            name: "scale",
            meaning: "the evaluation that is worth odds of e : 1",
            min: 1,
            max: 100_000,
            step: 10,
        },
    ];

    const WEIGHTS: &'static [(&'static str, &'static str)] = &[(
        super::STANDARD,
        include_str!("../../../../data/weights/hexflip/standard.toml"),
    )];

    type Evaluator = Linear<Self>;

    fn features(&self) -> Vec<ForFirst<i32>> {
        let [x, o] = Seat::BOTH.map(|seat| self.position().stones(seat));
        let mut windows = [0; 5];
        for window in hexflip::WINDOWS {
            match ((x & window).count_ones(), (o & window).count_ones()) {
                (own, 0) => windows[own as usize] += 1,
                (0, other) => windows[other as usize] -= 1,
                _ => {}
            }
        }
        windows[1..].iter().copied().map(ForFirst).collect()
    }
}
