//! How a position of Sayū looks.

use flipside_rules::{ForFirst, Game as _, Seat, sayu, set_bits};

use super::{Evaluate, Linear, ParameterInfo};

impl Evaluate for sayu::Game {
    const PARAMETERS: &'static [ParameterInfo] = &[
        ParameterInfo {
            name: "margin",
            meaning: "a tile",
            min: 0,
            max: 2_000,
            step: 10,
        },
        ParameterInfo {
            name: "open_side",
            meaning: "a free cell next to a tile that has no arrow towards it",
            min: -1_000,
            max: 1_000,
            step: 5,
        },
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
        include_str!("../../../../data/weights/sayu/standard.toml"),
    )];

    type Evaluator = Linear<Self>;

    fn features(&self) -> Vec<ForFirst<i32>> {
        let ForFirst(margin) = self.position().margin();
        let [first, second] = Seat::BOTH.map(|seat| open_sides(self, seat));
        vec![ForFirst(margin), ForFirst(first - second)]
    }
}

fn open_sides(game: &sayu::Game, seat: Seat) -> i32 {
    let position = game.position();
    let free = position.free(game.rules());
    set_bits(position.stones(seat))
        .filter_map(sayu::Cell::from_index)
        .map(|cell| {
            let bare = !position.arrows(cell);
            set_bits(bare.into())
                .filter_map(|d| cell.step(sayu::Direction::new(d)))
                .filter(|neighbour| free & neighbour.mask() != 0)
                .count() as i32
        })
        .sum()
}
