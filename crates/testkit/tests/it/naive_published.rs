//! The naive rules compared with the numbers and examples in the rules pages. (The deepest one
//! of NaiveHexflip is in the corpus, see `tests/naive_corpus.rs`.)

use flipside_testkit::naive::{NaiveHexflip, NaiveSayu, standard_sayu_tiles};

/// The example position of the Sayū page.
const SAYU_EXAMPLE: &str = "7/1,x127s,x025s,o257sw,3/1,o057sw,o045sw,o015sw,o146sw,2/\
    x247nw,x267nw,o467sw,H,o347sw,2/x026nw,o357sw,o023sw,o145sw,3/2,o235sw,4/7 x";

fn sayu_new(rules: &str) -> NaiveSayu {
    let tiles = standard_sayu_tiles();
    let tiles: Vec<&str> = tiles.iter().map(String::as_str).collect();
    NaiveSayu::new(rules, &tiles).unwrap()
}

fn sayu_at(rules: &str, position: &str) -> Result<NaiveSayu, String> {
    let tiles = standard_sayu_tiles();
    let tiles: Vec<&str> = tiles.iter().map(String::as_str).collect();
    NaiveSayu::from_position(rules, &tiles, position)
}

#[test]
fn hexflip_turn_sequences() {
    let game = NaiveHexflip::new("standard").unwrap();
    assert_eq!(game.perft(0), 1);
    assert_eq!(game.perft(1), 19);
    assert_eq!(game.perft(2), 3_249);
    assert_eq!(game.perft(3), 448_620);
}

#[test]
fn sayu_turn_sequences() {
    let game = sayu_new("standard");
    assert_eq!(game.perft(0), 1);
    assert_eq!(game.perft(1), 1_536);
    assert_eq!(game.perft(2), 3_465_216);
}

#[test]
fn sayu_turn_sequences_with_optional_conversion() {
    assert_eq!(sayu_new("convert=optional").perft(2), 4_057_536);
}

#[test]
fn sayu_example_position() {
    let game = sayu_at("standard", SAYU_EXAMPLE).unwrap();
    assert_eq!(game.position(), SAYU_EXAMPLE);
    let turns = game.turns();
    assert_eq!(turns.len(), 3_673);
    assert_eq!(game.perft(1), 3_673);
    let mut placements: Vec<&str> = turns
        .iter()
        .map(|turn| turn.split('>').next().unwrap())
        .collect();
    placements.dedup();
    placements.sort();
    placements.dedup();
    assert_eq!(placements.len(), 3_328);
}
