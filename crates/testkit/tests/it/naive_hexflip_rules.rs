//! The naive Hexflip on small handmade positions, one rule each.

use flipside_testkit::naive::NaiveHexflip;

/// Returns the position after the turns and, if the game is over, the winner and the reason.
fn end(rules: &str, position: &str, turns: &str) -> (String, String) {
    let mut game = NaiveHexflip::from_position(rules, position).unwrap();
    for turn in turns.split_whitespace() {
        game.play(turn).unwrap();
    }
    let outcome = match game.outcome() {
        Some((winner, reason)) => {
            assert!(game.turns().is_empty());
            assert_eq!(game.perft(1), 0);
            assert!(
                game.all_candidate_turn_texts()
                    .iter()
                    .all(|turn| !game.is_legal(turn))
            );
            assert!(game.clone().play("a1").is_err());
            format!("{winner} {reason}")
        }
        None => "none".to_string(),
    };
    (game.position(), outcome)
}

fn outcome(rules: &str, position: &str, turns: &str) -> String {
    end(rules, position, turns).1
}

#[test]
fn five_in_a_row_loses() {
    let start = "3/4/xx1x1/4/3 x 5 8";
    let (position, result) = end("standard", start, "c3+c5");
    assert_eq!(position, "3/4/xxxxx/4/3 o 3 8");
    assert_eq!(result, "second overline-own");
    assert_eq!(
        outcome("overline=mover", start, "c3+c5"),
        "second overline-own"
    );
    // A position is judged by the player who is not to move.
    assert_eq!(outcome("standard", &position, ""), "second overline-own");
}

#[test]
fn two_lines_of_four_lose() {
    let start = "3/2x1/xx1x1/1x2/x2 x 2 8";
    assert_eq!(outcome("standard", start, "c3"), "second overline-own");
}

#[test]
fn an_overline_counts_against_its_colour() {
    let start = "3/4/ooxoo/2x1/3 x 6 4";
    let (position, result) = end("standard", start, "b3-d3");
    assert_eq!(position, "3/1x2/ooooo/4/3 o 6 4");
    assert_eq!(result, "first overline-other");
    // Under `mover` only the mover's own overline loses, and a standing one wins like a four.
    assert_eq!(outcome("overline=mover", start, "b3-d3"), "second four");
}

#[test]
fn the_mover_loses_when_both_have_an_overline() {
    let both = "3/oooo/xxxxx/oooo/3";
    assert_eq!(
        outcome("standard", &format!("{both} o 3 0"), ""),
        "second overline-own"
    );
    assert_eq!(
        outcome("standard", &format!("{both} x 3 0"), ""),
        "first overline-own"
    );
    assert_eq!(
        outcome("overline=mover", &format!("{both} x 3 0"), ""),
        "first overline-own"
    );
}

#[test]
fn a_four_must_stand_until_the_next_turn() {
    let start = "3/4/xxx2/4/3 x 5 8";
    assert_eq!(outcome("standard", start, "c4"), "none");
    assert_eq!(outcome("standard", start, "c4 a1"), "first four");
    // Second breaks the line by flipping c3.
    let broken = "3/2o1/xxx2/4/3 x 5 7";
    assert_eq!(outcome("standard", broken, "c4 d4-b2"), "none");
}

#[test]
fn flips_of_the_opponent_can_complete_a_four() {
    let start = "3/4/ooxo1/2x1/3 x 6 5";
    assert_eq!(outcome("standard", start, "b3-d3"), "second four");
}

#[test]
fn no_legal_turn_goes_before_a_four() {
    let start = "oo1/o3/5/xxxx/3 o 0 1";
    assert_eq!(outcome("hand=4", start, ""), "none");
    assert_eq!(outcome("hand=4", start, "e5"), "second no-legal-turn");
    // One more piece in hand, or one jump, and the same line wins.
    assert_eq!(
        outcome("hand=5", "oo1/o3/5/xxxx/3 o 1 2", "e5"),
        "first four"
    );
    assert_eq!(
        outcome("hand=4", "oo1/4/2o2/xxxx/3 o 0 1", "e5"),
        "first four"
    );
}

#[test]
fn an_overline_goes_before_no_legal_turn_except_under_mover() {
    let stuck_overline = "o2/4/xxxxx/4/3 x 0 0";
    assert_eq!(
        outcome("hand=3", stuck_overline, ""),
        "second overline-other"
    );
    assert_eq!(
        outcome("hand=3,overline=mover", stuck_overline, ""),
        "second no-legal-turn"
    );
}

#[test]
fn placing_limits() {
    let turns = |rules: &str, position: &str| {
        NaiveHexflip::from_position(rules, position)
            .unwrap()
            .turns()
            .len()
    };
    let (start, second) = ("3/4/5/4/3 x 8 8", "3/4/2x2/4/3 o 7 8");
    assert_eq!(turns("standard", start), 19);
    assert_eq!(turns("first_place=2", start), 171);
    assert_eq!(turns("first_place=3", start), 969);
    assert_eq!(turns("first_place=3,place=1", start), 969);
    assert_eq!(turns("first_place=3,hand=2", "3/4/5/4/3 x 2 2"), 171);
    assert_eq!(turns("standard", second), 18 + 153);
    assert_eq!(turns("place=1", second), 18);
    assert_eq!(turns("place=3", second), 18 + 153 + 816);
    assert_eq!(turns("second_place=1", second), 18);
    assert_eq!(turns("second_place=2", second), 153);
    assert_eq!(turns("second_place=3", second), 816);
    assert_eq!(turns("second_place=3,hand=1", "3/4/2x2/4/3 o 0 1"), 18);
    assert_eq!(turns("second_place=3,swap=on", second), 816 + 1);
    // Second's limit is for the first placing turn only.
    let third = "3/4/2xo1/4/2x o 6 7";
    assert_eq!(turns("second_place=3", third), turns("standard", third));
    // The last piece in hand.
    assert_eq!(turns("hand=2", "3/4/2x2/4/2o x 1 1"), 17);
}

#[test]
fn swap_is_the_second_turn() {
    let mut game = NaiveHexflip::new("swap=on").unwrap();
    assert!(!game.is_legal("swap"));
    game.play("c3").unwrap();
    assert!(
        !NaiveHexflip::from_position("standard", &game.position())
            .unwrap()
            .is_legal("swap")
    );
    assert_eq!(game.turns().len(), 18 + 153 + 1);
    assert_eq!(game.turns().last().unwrap(), "swap");
    let mut placed = game.clone();
    placed.play("c4").unwrap();
    assert!(!placed.is_legal("swap"));
    placed.play("a1").unwrap();
    assert!(!placed.is_legal("swap"));
    game.play("swap").unwrap();
    assert_eq!(game.position(), "3/4/2o2/4/3 x 8 7");
    assert_eq!(game.turns().len(), 18 + 153);
    game.play("a1").unwrap();
    assert_eq!(game.position(), "3/4/2o2/4/x2 o 7 7");
    assert!(!game.is_legal("swap"));
}

#[test]
fn jumps() {
    let game = NaiveHexflip::from_position("standard", "3/1o2/1xxo1/1o2/3 x 6 5").unwrap();
    let mut jumps = game.turns();
    jumps.retain(|turn| turn.contains('-'));
    assert_eq!(
        jumps,
        [
            "c2-a2", "c2-c5", "c2-e4", "c3-a1", "c3-c1", "c3-c5", "c3-e3"
        ]
    );
    // Own and enemy pieces are flipped alike; the jumping piece is not.
    let (position, _) = end("standard", "3/4/xoxo1/4/3 x 6 6", "c1-c5");
    assert_eq!(position, "3/4/1xoxx/4/3 o 6 6");
}
