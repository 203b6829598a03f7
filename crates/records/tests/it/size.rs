//! What a turn costs in a file, everything included.

use crate::support::{file, header, random_game};
use flipside_rules::{FullGame, Hexflip, Sayu};

fn bytes_per_turn<G: FullGame>(games: u64) -> f64 {
    let games: Vec<_> = (0..games).map(random_game::<G>).collect();
    let turns: usize = games.iter().map(|game| game.turns.len()).sum();
    file(&header::<G>(256), &games).len() as f64 / turns as f64
}

#[test]
fn a_turn_of_hexflip_takes_less_than_a_byte_and_a_half() {
    let cost = bytes_per_turn::<Hexflip>(20_000);
    assert!(cost < 1.5, "{cost}");
}

#[test]
fn a_turn_of_sayu_takes_less_than_two_bytes_and_three_quarters() {
    let cost = bytes_per_turn::<Sayu>(5_000);
    assert!(cost < 2.75, "{cost}");
}
