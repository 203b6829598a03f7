//! The plain rules, which check tables, compared with the testkit's naive rules.

use std::collections::BTreeSet;

use flipside_rules::hash::mix;
use flipside_rules::hexflip::{BOARD, Position, Rules, SYMMETRIES, transform_mask};
use flipside_rules::{RuleSet, Seat, no_attachments};
use flipside_tablebase::View;
use flipside_tablebase::check::plain_rules::{PlainRules, Status};
use flipside_testkit::naive::NaiveHexflip;

/// A position with random colours and hands, with the seat that its view implies.
fn position(rules: &Rules, seed: u64) -> Position {
    let full = u64::from(rules.hand());
    let draw = |n: u64, below: u64| mix(seed ^ mix(n)) % below;
    let hands = [draw(0, full + 1), draw(1, full + 1)];
    let mut stones = [0_u32; 2];
    let mut n = 2;
    while u64::from((stones[0] | stones[1]).count_ones()) < 2 * full - hands[0] - hands[1] {
        let point = 1 << draw(n, 19);
        // Few changes of colour produce more lines.
        let seat = usize::from(draw(n / 6 + 1_000, 2) == 0);
        if point & BOARD & !(stones[0] | stones[1]) != 0 {
            stones[seat] |= point;
        }
        n += 1;
    }
    // A full hand is Second's, unless both are.
    let mover = match (hands[0] == full, hands[1] == full) {
        (true, false) => Seat::Second,
        _ => Seat::First,
    };
    if mover == Seat::Second {
        stones.swap(0, 1);
    }
    let mut seat_hands = hands.map(|hand| hand as u8);
    if mover == Seat::Second {
        seat_hands.swap(0, 1);
    }
    Position::new(rules, stones, seat_hands, mover).unwrap()
}

/// Compares the outcome and the successors of a position.
fn compare(keys: &str, rules: &Rules, plain: &PlainRules, position: &Position) {
    let naive = NaiveHexflip::from_position(keys, &position.to_string()).unwrap();
    let mover = position.mover();
    match (naive.outcome(), plain.status(&View::of(position))) {
        (Some((winner, _)), Status::Won) => assert_eq!(winner, mover.name(), "{position}"),
        (Some((winner, _)), Status::Lost) => assert_ne!(winner, mover.name(), "{position}"),
        (None, Status::Turns(turns)) => {
            let by_naive: BTreeSet<_> = naive
                .turns()
                .iter()
                .map(|turn| {
                    let mut after = naive.clone();
                    after.play(turn).unwrap();
                    let text = after.position();
                    let view = View::of(&Position::parse(rules, &text).unwrap());
                    (view.own, view.other, view.layer)
                })
                .collect();
            assert_eq!(naive.turns().len(), turns.len(), "{position}");
            let by_plain = turns.iter().map(|view| (view.own, view.other, view.layer));
            assert_eq!(by_plain.collect::<BTreeSet<_>>(), by_naive, "{position}");
        }
        (naive, plain) => panic!("{position}: {naive:?} but {plain:?}"),
    }
}

#[test]
fn plain_and_naive_rules_agree() {
    for (keys, count) in [
        ("standard", 600),
        ("hand=2", 600),
        ("hand=5,overline=mover", 600),
        ("hand=6,first_place=2,place=3", 60),
        ("hand=7,second_place=2", 400),
    ] {
        let rules = Rules::parse(keys, &no_attachments).unwrap();
        let plain = PlainRules::new(&rules);
        for seed in 0..count {
            compare(keys, &rules, &plain, &position(&rules, seed));
        }
    }
}

/// So proofs by the plain rules for two pieces each also hold for the naive rules.
#[test]
fn plain_and_naive_rules_agree_on_every_position_of_two_pieces_each() {
    let rules = Rules::parse("hand=2", &no_attachments).unwrap();
    let plain = PlainRules::new(&rules);
    let mut compared = 0;
    for occupied in (0..=BOARD).filter(|mask| mask.count_ones() <= 4) {
        // The smallest image represents its class.
        if (0..SYMMETRIES).any(|s| transform_mask(s, occupied) < occupied) {
            continue;
        }
        let mut own = occupied;
        loop {
            for hand in 0..=2 {
                let pieces = occupied.count_ones() as u8;
                let Some(other) = (4 - pieces).checked_sub(hand).filter(|&n| n <= 2) else {
                    continue;
                };
                // A full hand facing a smaller one is Second's.
                let (stones, hands, mover) = match (hand, other) {
                    (2, 0 | 1) => ([occupied & !own, own], [other, hand], Seat::Second),
                    _ => ([own, occupied & !own], [hand, other], Seat::First),
                };
                let position = Position::new(&rules, stones, hands, mover).unwrap();
                compare("hand=2", &rules, &plain, &position);
                compared += 1;
            }
            if own == 0 {
                break;
            }
            own = (own - 1) & occupied;
        }
    }
    // Somewhat more than the classes of positions: sets with symmetries hold some twice.
    assert!(compared >= 7_159, "{compared}");
}
