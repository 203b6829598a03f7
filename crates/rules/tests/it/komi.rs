//! Komi of Sayū, which belongs to the player who moves second, and so changes sides with the swap.

use std::cmp::Ordering;

use flipside_rules::sayu::{Position, Rules, Sayu, TileSet, Turn};
use flipside_rules::{
    ForFirst, Game as _, Notation as _, RuleSet as _, Seat, Symmetric as _, Symmetry,
    no_attachments, perft, set_bits,
};
use flipside_testkit::naive;
use flipside_testkit::random::Lcg;

fn rules(text: &str) -> Rules {
    Rules::parse(text, &no_attachments).unwrap()
}

/// The turns of a random game; the second one is the swap if that is wanted.
fn random_turns(rules: &Rules, swap: bool, random: &mut Lcg) -> Vec<Turn> {
    let mut game = Sayu::new(rules.clone());
    let mut turns = Vec::new();
    while let Some(turn) = game.pick_turn(|n| random.below(n as usize) as u32) {
        let turn = match turns.len() {
            1 if swap => Turn::Swap,
            _ => turn,
        };
        game.play(turn).unwrap();
        turns.push(turn);
    }
    turns
}

fn winner(first: i32, second: i32) -> Option<Seat> {
    match first.cmp(&second) {
        Ordering::Greater => Some(Seat::First),
        Ordering::Equal => None,
        Ordering::Less => Some(Seat::Second),
    }
}

#[test]
fn whoever_moves_second_gets_the_komi() {
    let mut random = Lcg::new(1);
    let mut seen = [[0; 3]; 2];
    for set in ["standard", "mini"] {
        let played = rules(&format!("radius=1,swap=on,tiles={set}"));
        let tiles: Vec<String> = set_bits(TileSet::built_in(set).unwrap().mask())
            .filter_map(flipside_rules::sayu::Tile::new)
            .map(|tile| tile.to_string())
            .collect();
        let tiles: Vec<&str> = tiles.iter().map(String::as_str).collect();
        for swap in [false, true] {
            for _ in 0..20 {
                let turns = random_turns(&played, swap, &mut random);
                if !swap && turns.contains(&Turn::Swap) {
                    continue;
                }
                for halves in -19..=19 {
                    let text = format!("radius=1,swap=on,komi={}", f64::from(halves) / 2.0);
                    let rules = rules(&format!("{text},tiles={set}"));
                    let mut game = Sayu::new(rules.clone());
                    let mut naive = naive::NaiveSayu::new(&text, &tiles).unwrap();
                    for &turn in &turns {
                        naive.play(&game.turn_text(turn)).unwrap();
                        game.play(turn).unwrap();
                    }
                    let ForFirst(margin) = game.margin().unwrap();
                    // After a swap First moves second.
                    let expected = match swap {
                        false => winner(2 * margin, halves),
                        true => winner(2 * margin + halves, 0),
                    };
                    let what = format!("{text} {}", game.position_text());
                    assert_eq!(game.outcome().unwrap().winner, expected, "{what}");
                    // The position alone tells.
                    let position = Position::parse(&rules, &game.position_text()).unwrap();
                    let again = Sayu::from_position(rules, position);
                    assert_eq!(again.outcome(), game.outcome(), "{what}");
                    let outcome = game.outcome().unwrap();
                    let told = (outcome.name().to_string(), outcome.reason.to_string());
                    assert_eq!(naive.outcome(), Some(told), "{what}");
                    let again = naive::NaiveSayu::from_position(&text, &tiles, &naive.position());
                    assert_eq!(again.unwrap().outcome(), naive.outcome(), "{what}");
                    seen[usize::from(swap)][expected.map_or(2, Seat::index)] += 1;
                }
            }
        }
    }
    assert!(seen.iter().flatten().all(|&n| n > 20), "{seen:?}");
}

/// A turn as the other player would make it on the mirrored board, where Second's side of a tile is
/// the mirror image of First's.
fn mirrored(turn: Turn) -> Turn {
    let image = Sayu::transform_turn(Symmetry(4), turn);
    match (turn, image) {
        (
            Turn::Place { tile, .. },
            Turn::Place {
                cell,
                orientation,
                chain,
                ..
            },
        ) => Turn::Place {
            tile,
            cell,
            orientation,
            chain,
        },
        _ => image,
    }
}

#[test]
fn a_swap_exchanges_the_players_and_nothing_else() {
    let mut random = Lcg::new(2);
    let mut seen = [0; 3];
    for (back, image) in [
        ("same", (|turn| turn) as fn(Turn) -> Turn),
        ("mirrored", mirrored),
    ] {
        for komi in ["-20.5", "-3", "-1.5", "0", "1", "2", "2.5", "6", "20.5"] {
            for radius in [1, 1, 1, 1, 2] {
                let text = format!("radius={radius},back={back},komi={komi}");
                let with_swap = rules(&format!("{text},swap=on"));
                let turns = random_turns(&with_swap, true, &mut random);
                let mut swapped = Sayu::new(with_swap);
                let mut plain = Sayu::new(rules(&text));
                for &turn in &turns {
                    swapped.play(turn).unwrap();
                    if turn != Turn::Swap {
                        plain.play(image(turn)).unwrap();
                    }
                }
                let [one, other] = [&swapped, &plain].map(|game| game.margin().unwrap().0);
                assert_eq!(one, -other, "{text}");
                let [one, other] = [&swapped, &plain].map(|game| game.outcome().unwrap().winner);
                assert_eq!(one, other.map(Seat::other), "{text}");
                seen[one.map_or(2, Seat::index)] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 0), "{seen:?}");
}

#[test]
fn the_komi_of_a_position() {
    let first = "7/7/3,x025ne,3/3,H,3/7/7/7";
    let swapped = "7/7/3,o025ne,3/3,H,3/7/7/7";
    for (keys, position, komi) in [
        ("komi=3.5,swap=on", "7/7/7/3,H,3/7/7/7 x", "3.5"),
        ("komi=3.5,swap=on", &format!("{first} o"), "3.5"),
        ("komi=3.5,swap=on", &format!("{swapped} x"), "-3.5"),
        ("komi=-3.5,swap=on", &format!("{swapped} x"), "3.5"),
        // Two tiles, and First to move: every turn so far has added one.
        (
            "komi=3.5,swap=on",
            "7/7/2,o013n,x025ne,3/3,H,3/7/7/7 x",
            "3.5",
        ),
        (
            "komi=3.5,swap=on",
            "7/7/2,x013n,o025ne,3/3,H,3/7/7/7 o",
            "-3.5",
        ),
        // Without the rule there was no swap, whatever the position.
        ("komi=3.5", &format!("{swapped} x"), "3.5"),
    ] {
        let rules = rules(keys);
        let position = Position::parse(&rules, position).unwrap();
        let game = Sayu::from_position(rules, position);
        assert_eq!(
            game.komi().to_string(),
            komi,
            "{keys} {}",
            game.position_text()
        );
    }
}

#[test]
fn komi_changes_no_turn() {
    let counts = |text: &str| {
        let game = Sayu::new(rules(text));
        [1, 2].map(|depth| perft(&game, depth))
    };
    assert_eq!(
        counts("radius=1,swap=on,komi=-20.5"),
        counts("radius=1,swap=on")
    );
}
