//! The plain rules, with which tables are checked, against the testkit's naive rules.

mod common;

use std::collections::BTreeSet;

use flipside_rules::hash::mix;
use flipside_rules::hexflip::{BOARD, Position, Rules};
use flipside_rules::{RuleSet, Seat, no_files};
use flipside_tablebase::View;
use flipside_tablebase::check::plain_rules::{Plain, PlainRules};
use flipside_testkit::naive::hexflip::Game;

/// A position with colours and hands at random, and the seat that its view stands for.
fn position(rules: &Rules, seed: u64) -> Position {
    let full = u64::from(rules.hand());
    let draw = |n: u64, below: u64| mix(seed ^ mix(n)) % below;
    let hands = [draw(0, full + 1), draw(1, full + 1)];
    let mut stones = [0_u32; 2];
    let mut n = 2;
    while u64::from((stones[0] | stones[1]).count_ones()) < 2 * full - hands[0] - hands[1] {
        let point = 1 << draw(n, 19);
        // Few changes of colour make for more lines.
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

#[test]
fn plain_and_naive_rules_agree() {
    for (keys, count) in [
        ("standard", 600),
        ("hand=2", 600),
        ("hand=5,overline=mover", 600),
        ("hand=6,first_place=2,place=3", 60),
        ("hand=7,second_place=2", 400),
    ] {
        let rules = Rules::parse(keys, &no_files).unwrap();
        let plain = PlainRules::new(&rules);
        for seed in 0..count {
            let position = position(&rules, seed);
            let naive = Game::from_position(keys, &position.to_string()).unwrap();
            let mover = position.mover();
            match (naive.outcome(), plain.judge(&View::of(&position))) {
                (Some((winner, _)), Plain::Won) => assert_eq!(winner, mover.name(), "{position}"),
                (Some((winner, _)), Plain::Lost) => assert_ne!(winner, mover.name(), "{position}"),
                (None, Plain::Turns(turns)) => {
                    let by_naive: BTreeSet<_> = naive
                        .turns()
                        .iter()
                        .map(|turn| {
                            let mut after = naive.clone();
                            after.play(turn).unwrap();
                            let text = after.position();
                            let view = View::of(&Position::parse(&rules, &text).unwrap());
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
    }
}
