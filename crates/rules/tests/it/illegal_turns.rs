//! Every rule that a turn can break: one case each, and what its error says.

use std::collections::BTreeSet;

use flipside_rules::{
    FullGame, Game, Hexflip, Notation as _, RuleSet, Sayu, TurnCodec as _, hexflip, no_attachments,
    sayu,
};

fn game<G: FullGame>(rules: &str, position: &str) -> G {
    let rules = G::Rules::parse(rules, &no_attachments).unwrap();
    let position = G::parse_position(&rules, position).unwrap();
    G::from_position(rules, position)
}

/// The variant's name. A new rule needs a case here.
fn hexflip_rule(error: &hexflip::IllegalTurn) -> &'static str {
    use hexflip::IllegalTurn as I;
    match error {
        I::GameOver { .. } => "game over",
        I::Occupied { .. } => "occupied",
        I::HandTooSmall { .. } => "hand too small",
        I::TooManyPieces { .. } => "too many pieces",
        I::FirstPlacing { .. } => "first placing",
        I::NoPiece { .. } => "no piece",
        I::NotYours { .. } => "not yours",
        I::GapInRun { .. } => "gap in run",
        I::LandingOccupied { .. } => "landing occupied",
        I::Repetition { .. } => "repetition",
        I::NoSwap => "no swap",
        I::LateSwap => "late swap",
        _ => panic!("{error:?} has no case"),
    }
}

const START: &str = "3/4/5/4/3 x 8 8";
/// First may jump c1-c4; behind d2 is no piece to jump over.
const JUMPS: &str = "3/x1o1/xxo2/1o2/3 x 5 5";

#[test]
fn hexflip_rules_and_their_messages() {
    let cases: &[(&str, &str, &str, &str, &str)] = &[
        (
            "standard",
            "3/4/xxxxx/4/3 o 3 8",
            "a1",
            "game over",
            "the game is over (overline-own)",
        ),
        ("standard", JUMPS, "c1", "occupied", "c1 is occupied"),
        ("standard", JUMPS, "a1+c3", "occupied", "c3 is occupied"),
        (
            "hand=3",
            "3/4/xxo2/4/3 x 1 2",
            "a1+a2",
            "hand too small",
            "First places 2 pieces but has only 1",
        ),
        (
            "standard",
            JUMPS,
            "a1+a2+a3",
            "too many pieces",
            "places 3 pieces; at most 2",
        ),
        (
            "place=1",
            JUMPS,
            "a1+a2",
            "too many pieces",
            "places 2 pieces; at most 1",
        ),
        (
            "standard",
            START,
            "a1+a2",
            "first placing",
            "First's first placing turn places exactly 1",
        ),
        (
            "second_place=2",
            "3/4/2x2/4/3 o 7 8",
            "a1",
            "first placing",
            "Second's first placing turn places exactly 2",
        ),
        ("standard", JUMPS, "a1-a3", "no piece", "no piece on a1"),
        (
            "standard",
            JUMPS,
            "c3-c1",
            "not yours",
            "c3 does not show First's colour",
        ),
        (
            "standard",
            JUMPS,
            "d2-d5",
            "gap in run",
            "empty point between d2 and d5",
        ),
        (
            "standard",
            JUMPS,
            "c1-c3",
            "landing occupied",
            "c3 is occupied; a jump lands",
        ),
        ("standard", JUMPS, "swap", "no swap", "swap=on"),
        ("swap=on", JUMPS, "swap", "late swap", "second turn"),
        ("swap=on", START, "swap", "late swap", "second turn"),
    ];
    let mut broken = BTreeSet::new();
    for (rules, position, turn, rule, message) in cases {
        let mut game = game::<Hexflip>(rules, position);
        let turn = game.parse_turn(turn).unwrap();
        let error = game.play(turn).expect_err(rule);
        assert_eq!(hexflip_rule(&error), *rule, "{error}");
        assert!(error.to_string().contains(message), "{error}");
        assert_eq!(game.position_text(), *position);
        broken.insert(*rule);
    }
    broken.insert(hexflip_repetition());
    assert_eq!(broken.len(), 12, "{broken:?}");
}

/// Both players jump to and fro; Second would bring about a position for the second time.
fn hexflip_repetition() -> &'static str {
    let mut game = game::<Hexflip>("repetition=2", START);
    let turns = ["d3", "b2+c3", "d3-b3", "b2-d4", "b3-d3"];
    game.play_texts(turns).unwrap();
    let turn = game.parse_turn("d4-b2").unwrap();
    let error = game.play(turn).unwrap_err();
    assert_eq!(error, hexflip::IllegalTurn::Repetition { occurrence: 2 });
    assert!(error.to_string().contains("occurrence 2"), "{error}");
    hexflip_rule(&error)
}

/// The variant's name. A new rule needs a case here.
fn sayu_rule(error: &sayu::IllegalTurn) -> &'static str {
    use sayu::IllegalTurn as I;
    match error {
        I::GameOver => "game over",
        I::NotInSet { .. } => "not in set",
        I::TilePlaced { .. } => "tile placed",
        I::Outside { .. } => "outside",
        I::Occupied { .. } => "occupied",
        I::Detached { .. } => "detached",
        I::NoArrow { .. } => "no arrow",
        I::NotOpponent { .. } => "not opponent",
        I::PointsBack { .. } => "points back",
        I::SameOrientation { .. } => "same orientation",
        I::ChainUnfinished { .. } => "chain unfinished",
        I::ChainLeavesBoard => "chain leaves board",
        I::NoSwap => "no swap",
        I::LateSwap => "late swap",
        _ => panic!("{error:?} has no case"),
    }
}

/// 025 to the north-east on d5 has arrows to ne, se and w; Second is to move.
const D5: &str = "7/7/3,x025ne,3/3,H,3/7/7/7 o";
/// All four tiles of the mini set.
const FULL: &str = "7/7/2,x013n,x025n,o036n,2/2,o057n,H,3/7/7/7 x";

#[test]
fn sayu_rules_and_their_messages() {
    let cases: &[(&str, &str, &str, &str, &str)] = &[
        (
            "radius=1,tiles=mini",
            FULL,
            "013@d3:n",
            "game over",
            "the game is over (tiles)",
        ),
        (
            "standard",
            D5,
            "012@d3:n",
            "not in set",
            "tile 012 is not in the set `standard`",
        ),
        (
            "standard",
            D5,
            "025@d3:n",
            "tile placed",
            "tile 025 is on the board already",
        ),
        (
            "radius=1",
            D5,
            "013@d6:n",
            "outside",
            "d6 lies outside the board of radius 1",
        ),
        ("standard", D5, "013@d5:n", "occupied", "d5 is occupied"),
        ("standard", D5, "013@a1:n", "detached", "a1 is not next to"),
        // 013 to the east has arrows to e, se and sw.
        (
            "standard",
            D5,
            "013@d6:e>d5",
            "no arrow",
            "the tile on d6 has no arrow towards d5",
        ),
        (
            "standard",
            D5,
            "013@c4:e>d4",
            "not opponent",
            "no tile of the opponent on d4",
        ),
        (
            "standard",
            D5,
            "013@c5:e>d5",
            "points back",
            "the tile on d5 has an arrow back at c5",
        ),
        // 013 to the south has arrows to s, sw and nw.
        (
            "standard",
            D5,
            "013@d6:s",
            "chain unfinished",
            "the tile on d6 must convert d5",
        ),
        ("standard", D5, "swap", "no swap", "swap=on"),
        (
            "swap=on",
            "7/7/3,o025ne,3/3,H,3/7/7/7 x",
            "swap",
            "late swap",
            "second turn",
        ),
    ];
    let mut broken = BTreeSet::new();
    for (rules, position, turn, rule, message) in cases {
        let mut game = game::<Sayu>(rules, position);
        let turn = game.parse_turn(turn).unwrap();
        let error = game.play(turn).expect_err(rule);
        assert_eq!(sayu_rule(&error), *rule, "{error}");
        assert!(error.to_string().contains(message), "{error}");
        assert_eq!(game.position_text(), *position);
        broken.insert(*rule);
    }
    broken.insert(sayu_same_orientation());
    broken.insert(sayu_leaves_board());
    assert_eq!(broken.len(), 14, "{broken:?}");
}

fn sayu_same_orientation() -> &'static str {
    // 036 to the north-east on d6 has arrows to ne, s and w.
    let game = game::<Sayu>("standard", D5);
    let turn = game.parse_turn("036@d6:ne>d5").unwrap();
    let error = game.check(turn).unwrap_err();
    assert!(
        error.to_string().contains("same orientation (ne)"),
        "{error}"
    );
    sayu_rule(&error)
}

/// A step over the edge cannot be written as text; bytes can hold it.
fn sayu_leaves_board() -> &'static str {
    // From d7, one step to the south is on the board; its place in the bytes is the last one.
    let game = game::<Sayu>("standard", "7/3,o025n,3/3,o146n,3/3,H,3/7/7/7 x");
    let turn = game.parse_turn("013@d7:n>d6").unwrap();
    let mut bytes = Vec::new();
    Sayu::encode_turn(turn, &mut bytes);
    // To the north instead.
    *bytes.last_mut().unwrap() = 0;
    let turn = Sayu::decode_turn(&mut bytes.as_slice()).unwrap();
    let error = game.check(turn).unwrap_err();
    assert_eq!(error.to_string(), "the chain leaves the board");
    sayu_rule(&error)
}
