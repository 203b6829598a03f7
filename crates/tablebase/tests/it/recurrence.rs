//! Solved rule sets checked with the plain rules: every position satisfies its recurrence.

use flipside_tablebase::LoadedTable;
use flipside_tablebase::check::{check_layer, check_search};

use crate::common::{loaded, table};

/// Checks every position; returns the number of entries.
fn check(table: &LoadedTable) -> u64 {
    let layers: Vec<_> = table.layers().collect();
    layers
        .into_iter()
        .map(|layer| check_layer(table, layer).unwrap_or_else(|fault| panic!("{fault}")))
        .sum()
}

#[test]
fn every_position_of_small_hands_is_right() {
    assert!(check(&loaded("hand=1")) >= 96);
    assert!(check(&loaded("hand=2")) >= 7_159);
    assert!(check(&loaded("hand=3")) >= 229_374);
}

#[test]
fn every_position_of_variants_is_right() {
    for keys in [
        "place=1",
        "place=3",
        "first_place=2",
        "first_place=3,place=1",
        "second_place=1",
        "second_place=2",
        "second_place=3,place=1",
        "overline=mover",
        "first_place=3,overline=mover,place=3,second_place=3",
    ] {
        for hand in 1..=3 {
            check(&loaded(&format!("hand={hand},{keys}")));
        }
    }
}

/// About 3.3 million positions, half a minute on one core.
#[test]
fn every_position_of_four_pieces_each_is_right() {
    let table = table("hand=4");
    let positions: u64 = table.layers().map(|(_, counts)| counts.positions).sum();
    assert_eq!(positions, 3_297_350);
    check(&LoadedTable::new(&table).unwrap());
}

#[test]
fn a_forward_search_finds_the_same_short_wins_and_losses() {
    let table = loaded("hand=3");
    let layers: Vec<_> = table.layers().collect();
    let found = check_search(&table, &layers, 400, 1, 5).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(found > 100, "{found}");
}
