//! The naive Sayū on small handmade positions and on whole random games.

use flipside_testkit::naive::{NaiveSayu, standard_sayu_tiles};
use flipside_testkit::random::Lcg;

fn new(rules: &str) -> NaiveSayu {
    let tiles = standard_sayu_tiles();
    let tiles: Vec<&str> = tiles.iter().map(String::as_str).collect();
    NaiveSayu::new(rules, &tiles).unwrap()
}

fn at(rules: &str, position: &str) -> NaiveSayu {
    let tiles = standard_sayu_tiles();
    let tiles: Vec<&str> = tiles.iter().map(String::as_str).collect();
    NaiveSayu::from_position(rules, &tiles, position).unwrap()
}

/// Plays a random game to its end, checks every turn, and returns the turns.
fn random_game(rules: &str, seed: u64) -> Vec<String> {
    let mut random = Lcg::new(seed);
    let mut game = new(rules);
    let mut played = Vec::new();
    loop {
        let turns = game.turns();
        assert_eq!(turns.is_empty(), game.outcome().is_some());
        assert_eq!(turns.len() as u64, game.perft(1));
        if turns.is_empty() {
            assert!(game.play("025@d5:n").is_err());
            return played;
        }
        let mut turn = turns[random.below(turns.len())].clone();
        // Without this the swap would hardly ever be chosen.
        if played.len() == 1 && turns.contains(&"swap".to_string()) {
            turn = "swap".to_string();
        }
        game.play(&turn).unwrap();
        let again = at(rules, &game.position());
        assert_eq!(again.position(), game.position());
        assert_eq!(again.outcome(), game.outcome());
        played.push(turn);
    }
}

fn replay(rules: &str, turns: &[String]) -> NaiveSayu {
    let mut game = new(rules);
    for turn in turns {
        game.play(turn).unwrap();
    }
    game
}

#[test]
fn the_standard_set() {
    let tiles = standard_sayu_tiles();
    assert_eq!(tiles.len(), 48);
    assert!(tiles.is_sorted());
    for left_out in ["012", "123", "234", "345", "456", "567", "067", "017"] {
        assert!(!tiles.contains(&left_out.to_string()));
    }
    assert_eq!(tiles.first().unwrap(), "013");
    assert_eq!(tiles.last().unwrap(), "467");
}

#[test]
fn games_have_their_fixed_lengths() {
    for (rules, length) in [
        ("standard", 48),
        ("convert=optional", 48),
        ("back=mirrored", 48),
        ("swap=on", 49),
        ("radius=2", 24),
        ("radius=1", 8),
        ("radius=1,swap=on", 9),
    ] {
        for seed in 0..3 {
            assert_eq!(random_game(rules, seed).len(), length, "{rules}");
        }
    }
    // With fewer tiles than cells the game ends when the supply does.
    let mut game = NaiveSayu::new("standard", &["013", "014"]).unwrap();
    game.play("013@d5:n").unwrap();
    assert_eq!(game.outcome(), None);
    game.play("014@d3:n").unwrap();
    assert_eq!(
        game.outcome(),
        Some(("draw".to_string(), "tiles".to_string()))
    );
    assert!(game.turns().is_empty());
}

#[test]
fn komi_is_what_the_margin_must_exceed() {
    for seed in 0..4 {
        let turns = random_game("radius=1", seed);
        let margin = replay("radius=1", &turns).margin();
        for halves in -20..=20 {
            let rules = format!("radius=1,komi={}", f64::from(halves) / 2.0);
            let winner = match (2 * margin).cmp(&halves) {
                std::cmp::Ordering::Greater => "first",
                std::cmp::Ordering::Equal => "draw",
                std::cmp::Ordering::Less => "second",
            };
            let game = replay(&rules, &turns);
            assert_eq!(
                game.outcome(),
                Some((winner.to_string(), "tiles".to_string()))
            );
            assert_eq!(game.margin(), margin);
        }
    }
}

#[test]
fn swap_keeps_the_orientation() {
    let mut game = new("swap=on");
    assert!(!game.is_legal("swap"));
    game.play("025@d5:ne").unwrap();
    assert!(!at("standard", &game.position()).is_legal("swap"));
    assert_eq!(game.turns().last().unwrap(), "swap");
    game.play("swap").unwrap();
    assert_eq!(game.position(), "7/7/3,o025ne,3/3,H,3/7/7/7 x");
    assert!(!game.is_legal("swap"));
    assert!(!at("swap=on", "7/7/3,o025ne,3/3,H,3/7/7/7 o").is_legal("swap"));
    assert!(!at("swap=on", "7/7/3,x025ne,3/3,H,3/7/7/7 x").is_legal("swap"));
    assert!(!at("swap=on", "7/7/2,x013n,x025ne,3/3,H,3/7/7/7 o").is_legal("swap"));
}

#[test]
fn a_tile_that_points_back_cannot_be_converted() {
    // Arrows n, e, sw; on a mirrored back n, w, se.
    let position = "7/7/3,o025n,3/3,H,3/7/7/7 x";
    let same = at("standard", position);
    let mirrored = at("back=mirrored", position);
    assert!(same.is_legal("013@e5:w") && !same.is_legal("013@e5:w>d5"));
    assert!(!mirrored.is_legal("013@e5:w") && mirrored.is_legal("013@e5:w>d5"));
    assert!(!same.is_legal("013@c5:e") && same.is_legal("013@c5:e>d5"));
    assert!(mirrored.is_legal("013@c5:e") && !mirrored.is_legal("013@c5:e>d5"));
}

#[test]
fn equal_orientations_protect() {
    // From c5 the arrows of 026 to the north are n, e, w; east is the tile with arrows n, ne, se.
    let protected = at("standard", "7/7/3,o013n,3/3,H,3/7/7/7 x");
    assert!(!protected.is_legal("026@c5:n>d5"));
    assert!(protected.is_legal("026@c5:n"));
    // The same arrow from another orientation: 026 to the east points e, s, n.
    assert!(protected.is_legal("026@c5:e>d5"));
    assert!(!protected.is_legal("026@c5:e"));
}

#[test]
fn own_tiles_and_the_home_tile_are_not_converted() {
    let game = at("standard", "7/7/3,x013s,3/3,H,3/7/7/7 x");
    assert!(game.is_legal("026@c5:e"));
    assert!(!game.is_legal("026@c5:e>d5"));
    assert!(game.is_legal("026@c4:e"));
    assert!(!game.is_legal("026@c4:e>d4"));
}

#[test]
fn a_chain_goes_on_from_the_newest_tile_only() {
    // 026 on c5 to the east has arrows e, s, n and converts d5. Turned to the east, 013 there has
    // arrows e, se, sw and could convert e5, whose orientation is another; e5 in turn, 015 to the
    // east with arrows e, se, nw, has no tile left to convert.
    let position = "7/7/3,o013n,o015n,2/3,H,3/7/7/7 x";
    let forced = at("standard", position);
    let mut chains = forced.turns();
    chains.retain(|turn| turn.starts_with("026@c5:e"));
    assert_eq!(chains, ["026@c5:e>d5>e5"]);
    let mut after = forced.clone();
    after.play("026@c5:e>d5>e5").unwrap();
    assert_eq!(after.position(), "7/7/2,x026e,x013e,x015e,2/3,H,3/7/7/7 o");
    assert_eq!(after.margin(), 3);
    let mut chains = at("convert=optional", position).turns();
    chains.retain(|turn| turn.starts_with("026@c5:e"));
    assert_eq!(chains, ["026@c5:e", "026@c5:e>d5", "026@c5:e>d5>e5"]);
}
