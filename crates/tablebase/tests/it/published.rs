//! The numbers in `docs/hexflip-solved.md`, recomputed where that is cheap.

use std::collections::BTreeMap;

use flipside_rules::hexflip::{BOARD, SYMMETRIES, transform_mask};
use flipside_rules::{RuleSet, hexflip::Rules, no_attachments};
use flipside_tablebase::{Value, Variant, start_value};

use crate::common::table;

const PAGE: &str = include_str!("../../../../docs/hexflip-solved.md");

/// The rows of the table below a heading, as cells.
fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    let section = PAGE
        .split("\n## ")
        .find(|section| section.starts_with(heading));
    let section = section.unwrap_or_else(|| panic!("no section `{heading}`"));
    let lines = section.lines().filter(|line| line.starts_with('|')).skip(2);
    lines
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

fn number(cell: &str) -> u64 {
    cell.replace(',', "")
        .parse()
        .unwrap_or_else(|_| panic!("`{cell}` is not a number"))
}

/// The number of arrangements of `pieces` pieces in two colours up to symmetry, by Burnside's lemma.
fn arrangements(pieces: u32) -> u64 {
    // Each cycle of a symmetry is empty or filled with one of two colours.
    let fixed = |symmetry: usize| {
        let mut ways = BTreeMap::from([(0, 1_u64)]);
        let mut left = BOARD;
        while left != 0 {
            let start = left & left.wrapping_neg();
            let (mut cycle, mut point) = (0, start);
            while cycle & point == 0 {
                cycle |= point;
                point = transform_mask(symmetry, point);
            }
            left &= !cycle;
            let size = cycle.count_ones();
            for (filled, count) in ways.clone() {
                *ways.entry(filled + size).or_default() += 2 * count;
            }
        }
        ways.get(&pieces).copied().unwrap_or_default()
    };
    (0..SYMMETRIES).map(fixed).sum::<u64>() / SYMMETRIES as u64
}

#[test]
fn layers_have_the_right_number_of_positions_and_add_up() {
    let layers = rows("Layers");
    assert_eq!(layers.len(), 81);
    let mut total = [0; 4];
    for row in &layers {
        let [hand, other, pieces, positions, won, lost, drawn] =
            std::array::from_fn(|i| number(row[i]));
        assert_eq!(pieces, 16 - hand - other, "{row:?}");
        assert_eq!(positions, arrangements(pieces as u32), "{row:?}");
        assert_eq!(positions, won + lost + drawn, "{row:?}");
        for (sum, n) in total.iter_mut().zip([positions, won, lost, drawn]) {
            *sum += n;
        }
    }
    let words = total.map(|n| {
        let digits = n.to_string();
        let groups: Vec<&str> = digits
            .as_bytes()
            .rchunks(3)
            .rev()
            .map(|c| str::from_utf8(c).unwrap())
            .collect();
        groups.join(",")
    });
    for word in words {
        assert!(PAGE.contains(&word), "the total {word} is not on the page");
    }
    let longest = layers.iter().map(|row| number(row[7])).max().unwrap();
    assert!(PAGE.contains(&format!("{longest} turns")));
}

#[test]
fn starts_of_small_rule_sets_are_as_published() {
    let mut compared = 0;
    for row in rows("Other rule sets") {
        let rules = Rules::parse(row[0].trim_matches('`'), &no_attachments).unwrap();
        if rules.hand() > 4 {
            continue;
        }
        let value = start_value(Variant::new(&rules).unwrap(), &|| false).unwrap();
        let text = match value {
            Value::Win(n) => format!("First wins in {n} turns"),
            Value::Loss(n) => format!("Second wins in {n} turns"),
            Value::Draw => "neither side can force the end".to_string(),
        };
        assert_eq!(row[1], text, "{}", row[0]);
        compared += 1;
    }
    assert!(compared >= 12, "only {compared} rows");
}

#[test]
fn counts_of_four_pieces_each_are_as_published() {
    let table = table("hand=4");
    let published = rows("The small game");
    let layers: Vec<_> = table.layers().collect();
    assert_eq!(published.len(), layers.len());
    for (row, (layer, counts)) in published.iter().zip(layers) {
        let found = [
            u64::from(layer.hand),
            u64::from(layer.other),
            layer.pieces(table.variant()) as u64,
            counts.positions,
            counts.won,
            counts.lost,
            counts.drawn,
            u64::from(counts.longest),
        ];
        assert_eq!(
            row.iter().map(|cell| number(cell)).collect::<Vec<_>>(),
            found
        );
    }
    assert!(PAGE.contains(&format!("{:08x}", table.checksum())));
}
