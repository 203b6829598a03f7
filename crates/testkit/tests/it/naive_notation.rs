//! The naive games parse and format the published notation, and reject everything else.

use flipside_testkit::naive::{NaiveHexflip, NaiveSayu};

fn sayu_new(rules: &str) -> Result<NaiveSayu, String> {
    NaiveSayu::new(rules, &["025", "013", "014", "146"])
}

fn sayu_at(rules: &str, position: &str) -> Result<NaiveSayu, String> {
    NaiveSayu::from_position(rules, &["025", "013", "014", "146"], position)
}

#[test]
fn hexflip_rules_names() {
    let name = |text: &str| NaiveHexflip::new(text).map(|game| game.rules_name());
    assert_eq!(name("standard").unwrap(), "standard");
    assert_eq!(name("").unwrap(), "standard");
    assert_eq!(
        name(
            "swap=off,hand=8,place=2,first_place=1,second_place=none,overline=owner,\
             repetition=3,deviate=either"
        )
        .unwrap(),
        "standard"
    );
    assert_eq!(
        name(
            "swap=on,second_place=1,repetition=off,place=3,overline=mover,hand=9,\
             first_place=2,deviate=first"
        )
        .unwrap(),
        "deviate=first,first_place=2,hand=9,overline=mover,place=3,repetition=off,\
         second_place=1,swap=on"
    );
    for bad in [
        "hand=0",
        "hand=10",
        "hand=08",
        "hand=+8",
        "hand=",
        "hand",
        "place=4",
        "place=0",
        "first_place=none",
        "second_place=0",
        "second_place=4",
        "overline=both",
        "repetition=1",
        "repetition=0",
        "repetition=on",
        "deviate=second",
        "swap=yes",
        "hand=8,hand=8",
        "hand=8,hand=7",
        "hand=7,",
        ",hand=7",
        "hand=7, swap=on",
        "standard,hand=7",
        "komi=1",
    ] {
        assert!(name(bad).is_err(), "{bad}");
    }
}

#[test]
fn hexflip_positions() {
    let start = NaiveHexflip::new("standard").unwrap();
    assert_eq!(start.position(), "3/4/5/4/3 x 8 8");
    assert_eq!(
        NaiveHexflip::new("hand=3").unwrap().position(),
        "3/4/5/4/3 x 3 3"
    );
    for good in [
        "3/4/5/4/3 x 8 8",
        "3/4/5/4/3 o 8 8",
        "3/4/2x2/4/3 o 7 8",
        "xox/1x2/o1x1o/4/3 x 4 5",
    ] {
        let game = NaiveHexflip::from_position("standard", good).unwrap();
        assert_eq!(game.position(), good);
    }
    for bad in [
        "",
        "3/4/5/4/3",
        "3/4/5/4/3 x 8",
        "3/4/5/4/3 x 8 8 1",
        "3/4/5/4/3  x 8 8",
        " 3/4/5/4/3 x 8 8",
        "3/4/5/4/3 x 8 8 ",
        "3/4/5/4 x 8 8",
        "3/4/5/4/3/3 x 8 8",
        "3/4/5/4/12 x 8 8",
        "3/4/5/4/21 x 8 8",
        "3/4/5/4/2 x 8 8",
        "3/4/5/4/4 x 8 8",
        "3/4/5/4/3x x 8 7",
        "3/4/5/4/03 x 8 8",
        "3/4/2X2/4/3 o 7 8",
        "3/4/2x2/4/3 - 7 8",
        "3/4/2x2/4/3 o 8 8",
        "3/4/2x2/4/3 o 9 6",
        "3/4/2x2/4/3 o 07 8",
        "3/4/2x2/4/3 o -1 8",
        "3/4/5/4/3 z 8 8",
    ] {
        assert!(
            NaiveHexflip::from_position("standard", bad).is_err(),
            "{bad}"
        );
    }
}

#[test]
fn hexflip_turns() {
    // Four pieces on the row c and one below, so that there is something to jump over.
    let mut game = NaiveHexflip::from_position("standard", "3/4/xxo2/1o2/3 x 5 7").unwrap();
    for good in ["a1", "a1+e5", "c1-c4", "c2-c4"] {
        assert!(game.is_legal(good), "{good}");
    }
    for bad in [
        "",
        "swap",
        "c3",
        "c6",
        "A1",
        "a1+",
        "+a1",
        "a1+a1",
        "e5+a1",
        "a1+a2+a3",
        "a3+a2+a1",
        "a1+a2+a3+b1",
        "c1-c5",
        "c1-c3",
        "c1-c2",
        "c1-c1",
        "c3-c4",
        "c3-c5",
        "a1-a3",
        "c1-e5",
        "c1-",
        "-c4",
        "c1-c4-c5",
        "c1+c4-c5",
        " a1",
        "a1 ",
    ] {
        assert!(!game.is_legal(bad), "{bad}");
        assert!(game.clone().play(bad).is_err(), "{bad}");
    }
    assert!(game.clone().play("e5+a1").unwrap_err().contains("a1+e5"));
    game.play("c1-c4").unwrap();
    assert_eq!(game.position(), "3/4/1oxx1/1o2/3 o 5 7");
    game.play("a1+e5").unwrap();
    assert_eq!(game.position(), "2o/4/1oxx1/1o2/o2 x 5 5");
}

#[test]
fn hexflip_lists_are_sorted_and_brute_force() {
    let game = NaiveHexflip::from_position("place=3", "3/4/xxo2/1o2/3 x 5 7").unwrap();
    let mut legal = game.all_candidate_turn_texts();
    // 19 + 171 + 969 placings, 168 ordered pairs on a common line, and the swap.
    assert_eq!(legal.len(), 1159 + 168 + 1);
    legal.retain(|turn| game.is_legal(turn));
    legal.sort();
    assert_eq!(game.turns(), legal);
    let sorted = ["a1", "a1+a2", "a1+a2+a3", "a1+a2+b1"];
    assert_eq!(legal[..4], sorted);
}

#[test]
fn sayu_rules_names() {
    let name = |text: &str| sayu_new(text).map(|game| game.rules_name());
    assert_eq!(name("standard").unwrap(), "standard");
    assert_eq!(
        name("radius=3,back=same,convert=forced,komi=0,swap=off").unwrap(),
        "standard"
    );
    assert_eq!(name("komi=-0").unwrap(), "standard");
    assert_eq!(name("komi=0.0").unwrap(), "standard");
    assert_eq!(name("komi=-2.5").unwrap(), "komi=-2.5");
    assert_eq!(name("komi=7").unwrap(), "komi=7");
    assert_eq!(
        name("swap=on,radius=1,komi=0.5,convert=optional,back=mirrored").unwrap(),
        "back=mirrored,convert=optional,komi=0.5,radius=1,swap=on"
    );
    for bad in [
        "radius=0",
        "radius=4",
        "back=other",
        "convert=never",
        "komi=0.25",
        "komi=x",
        "komi=inf",
        "komi=1e1",
        "komi=+1",
        "komi=",
        "swap=1",
        "swap=on,swap=on",
        "hand=8",
        "radius",
    ] {
        assert!(name(bad).is_err(), "{bad}");
    }
    assert!(NaiveSayu::new("standard", &["025", "025"]).is_err());
    for bad in ["02", "0256", "052", "028", "002", "abc", "", "-12"] {
        assert!(NaiveSayu::new("standard", &[bad]).is_err(), "{bad}");
    }
}

#[test]
fn sayu_positions() {
    assert_eq!(
        sayu_new("standard").unwrap().position(),
        "7/7/7/3,H,3/7/7/7 x"
    );
    for good in [
        "7/7/7/3,H,3/7/7/7 x",
        "7/7/7/3,H,3/7/7/7 o",
        "7/7/3,x025ne,3/3,H,o013n,2/7/7/7 x",
        "x025n,5,o146nw/7/7/3,H,3/7/7/6,x014sw o",
    ] {
        assert_eq!(sayu_at("standard", good).unwrap().position(), good);
    }
    for bad in [
        "",
        "7/7/7/3,H,3/7/7/7",
        "7/7/7/3,H,3/7/7/7 x ",
        "7/7/7/3,H,3/7/7/7 X",
        "7/7/7/3,H,3/7/7 x",
        "7/7/7/3,H,3/7/7/7/7 x",
        "7/7/7/7/7/7/7 x",
        "7/7/3,H,3/3,H,3/7/7/7 x",
        "7/7/7/2,H,4/7/7/7 x",
        "7/7/7/3,H,3/7/7/3,4 x",
        "7/7/7/3,H,3/7/7/6 x",
        "7/7/7/3,H,3/7/7/8 x",
        "7/7/7/3,H,3/7/7/0,7 x",
        "7/7/7/3,H,3/7/7/7, x",
        "7/7/7/3,H,3/7/7/07 x",
        "7/7/7/3,H,3/7/7/6,x025 x",
        "7/7/7/3,H,3/7/7/6,025n x",
        "7/7/7/3,H,3/7/7/6,z025n x",
        "7/7/7/3,H,3/7/7/6,x025ns x",
        "7/7/7/3,H,3/7/7/6,x052n x",
        "7/7/7/3,H,3/7/7/6,x024n x",
        "7/7/7/3,H,3/7/7/5,x025n,x025n x",
        "7/7/7/3,H,3/7/7/5,x025n,o025s x",
    ] {
        assert!(sayu_at("standard", bad).is_err(), "{bad}");
    }
    // Off the smaller board.
    assert!(sayu_at("radius=2", "7/5,x025n,1/7/3,H,3/7/7/7 x").is_ok());
    assert!(sayu_at("radius=1", "7/5,x025n,1/7/3,H,3/7/7/7 x").is_err());
}

#[test]
fn sayu_turns() {
    let mut game = sayu_new("standard").unwrap();
    for bad in [
        "",
        "swap",
        "025",
        "025@d5",
        "025@d5:",
        "025@d5:up",
        "025@d4:n",
        "025@c5:n",
        "025@d6:n",
        "025@h5:n",
        "025@d8:n",
        "024@d5:n",
        "052@d5:n",
        "025@d5:n>",
        "025@d5:n>d4",
        "025@d5:n>e5",
        "025:n@d5",
        "025@d5:n ",
        "025@D5:n",
    ] {
        assert!(!game.is_legal(bad), "{bad}");
        assert!(game.clone().play(bad).is_err(), "{bad}");
    }
    game.play("025@d5:ne").unwrap();
    assert_eq!(game.position(), "7/7/3,x025ne,3/3,H,3/7/7/7 o");
    // Tile 025 to the north-east points to ne, se and w. Tile 013 on c5 to the east points at it,
    // but it points back; from d6 to the south, with arrows s, sw and nw, it must convert it.
    assert!(game.is_legal("013@c5:e"));
    assert!(!game.is_legal("013@c5:e>d5"));
    assert!(!game.is_legal("013@d6:s"));
    assert!(!game.is_legal("013@d6:s>d4"));
    assert!(!game.is_legal("013@d6:s>d5>d6"));
    assert!(!game.is_legal("025@c5:e"), "the tile is on the board");
    game.play("013@d6:s>d5").unwrap();
    assert_eq!(game.position(), "7/3,o013s,3/3,o025s,3/3,H,3/7/7/7 x");
    assert_eq!(game.margin(), -2);
    assert_eq!(game.outcome(), None);
}

#[test]
fn sayu_lists_are_sorted_and_brute_force() {
    for rules in [
        "standard",
        "convert=optional",
        "back=mirrored",
        "swap=on",
        "radius=1",
    ] {
        for position in [
            "7/7/3,x025ne,3/3,H,3/7/7/7 o",
            "7/7/3,o025ne,o013n,2/3,H,3/7/7/7 x",
        ] {
            let game = sayu_at(rules, position).unwrap();
            let turns = game.turns();
            assert!(turns.is_sorted());
            assert!(turns.iter().all(|turn| game.is_legal(turn)));
            let short: Vec<&String> = turns
                .iter()
                .filter(|turn| turn.matches('>').count() <= 1)
                .collect();
            let mut legal = game.all_short_candidate_turn_texts();
            legal.retain(|turn| game.is_legal(turn));
            legal.sort();
            assert_eq!(short, legal.iter().collect::<Vec<_>>());
        }
    }
}
