//! perft, show, turns and best, as scripts use them.

use crate::common::{bad, good, json, words};
use serde_json::Value;

const SAYU: &str = "7/1,x127s,x025s,o257sw,3/1,o057sw,o045sw,o015sw,o146sw,2/\
                    x247nw,x267nw,o467sw,H,o347sw,2/x026nw,o357sw,o023sw,o145sw,3/2,o235sw,4/7 x";

#[test]
fn perft_prints_depth_and_count() {
    assert_eq!(
        good(&["perft", "hexflip", "--depth", "3"]),
        "1\t19\n2\t3249\n3\t448620\n"
    );
    assert_eq!(
        good(&["perft", "hexflip", "--depth", "2", "--plain"]),
        "1\t19\n2\t3249\n"
    );
    assert_eq!(
        good(&["perft", "sayu", "--depth", "2"]),
        "1\t1536\n2\t3465216\n"
    );
    let optional = good(&words("perft sayu --rules convert=optional --depth 2"));
    assert_eq!(optional, "1\t1536\n2\t4057536\n");
    assert_eq!(
        good(&["perft", "sayu", "--position", SAYU, "--depth", "1"]),
        "1\t3673\n"
    );
    let json: Value = json(&good(&words("perft hexflip --depth 2 --format json")));
    assert_eq!(json["perft"][1]["count"], 3249);
}

#[test]
fn show_ends_with_position_and_outcome() {
    let shown = good(&["show", "hexflip", "--turns", "c3 b2+d4"]);
    assert!(
        shown.ends_with("position: 3/2o1/2x2/1o2/3 x 7 6\noutcome: none\n"),
        "{shown}"
    );
    // A four that stands when its owner's turn comes.
    let shown = good(&["show", "hexflip", "--position", "3/4/xxxx1/4/oo1 x 4 6"]);
    assert!(shown.ends_with("\noutcome: first four\n"), "{shown}");
    let shown = good(&["show", "sayu", "--turns", "025@d5:ne"]);
    assert!(
        shown.ends_with("position: 7/7/3,x025ne,3/3,H,3/7/7/7 o\noutcome: none\n"),
        "{shown}"
    );
    let json: Value = json(&good(&["show", "sayu", "--format", "json"]));
    assert_eq!(json["to_move"], "first");
    assert_eq!(json["turns"], 1536);
    assert_eq!(json["outcome"], Value::Null);
}

#[test]
fn turns_are_sorted_by_bytes() {
    let turns = good(&["turns", "hexflip", "--position", "3/4/2x2/4/3 o 7 8"]);
    let turns: Vec<&str> = turns.lines().collect();
    assert_eq!(turns.len(), 18 + 153);
    assert!(turns.is_sorted());
    assert_eq!(
        good(&["turns", "hexflip", "--position", "3/4/xxxx1/4/oo1 x 4 6"]),
        ""
    );
    let turns = good(&["turns", "sayu", "--position", SAYU]);
    assert_eq!(turns.lines().count(), 3673);
    assert!(turns.lines().is_sorted());
}

#[test]
fn best_is_reproducible_and_says_what_it_knows() {
    let arguments = [
        "best",
        "hexflip",
        "--agent",
        "mcts:nodes=200",
        "--position",
        "3/4/2x2/4/3 o 7 8",
    ];
    let best = good(&arguments);
    assert_eq!(best, good(&arguments));
    let lines: Vec<&str> = best.lines().collect();
    assert!(good(&["turns", "hexflip", "--position", arguments[5]]).contains(lines[0]));
    assert!(
        lines[1].starts_with("value ") && lines[1].contains("of Second"),
        "{best}"
    );
    assert_eq!(lines[3], "nodes 200");
    assert!(lines[4].starts_with(&format!("line {}", lines[0])));
    bad(
        &[
            "best",
            "hexflip",
            "--agent",
            "random",
            "--position",
            "3/4/xxxx1/4/oo1 x 4 6",
        ],
        1,
        &["the game is over (first four)"],
    );
}

#[test]
fn agents_and_completions_are_listed() {
    let agents = good(&["agents"]);
    assert!(
        ["random", "greedy", "mcts", "nodes"]
            .iter()
            .all(|name| agents.contains(name))
    );
    let json: Value = json(&good(&["agents", "--format", "json"]));
    assert_eq!(json[0]["name"], "random");
    for shell in ["bash", "zsh", "fish"] {
        assert!(good(&["completions", shell]).contains("flipside"));
    }
    for command in ["perft", "match", "run", "report", "records", "best"] {
        assert!(good(&["--help"]).contains(command));
    }
}

#[test]
fn counts_beyond_64_bits_are_texts_and_beyond_128_an_error() {
    let perft = |depth| {
        let rules = "repetition=off,hand=2";
        [
            "perft", "hexflip", "--rules", rules, "--depth", depth, "--format", "json",
        ]
    };
    bad(&perft("200"), 1, &["more than 128 bits"]);
    let json: Value = json(&good(&perft("60")));
    assert!(
        json["perft"][59]["count"].as_str().unwrap().len() > 20,
        "{json}"
    );
    assert_eq!(json["perft"][0]["count"], 19);
    assert_eq!(json["rules"], "hand=2,repetition=off");
}

#[test]
fn wrong_usage_ends_with_2() {
    bad(
        &["perft", "chess", "--depth", "1"],
        2,
        &["unknown game `chess`", "hexflip or sayu"],
    );
    bad(&["perft", "hexflip"], 2, &["--depth"]);
    bad(
        &["best", "hexflip", "--agent", "mtcs"],
        2,
        &["unknown agent `mtcs`", "random, greedy"],
    );
    bad(
        &["best", "hexflip", "--agent", "mcts:node=5"],
        2,
        &["no key `node`", "nodes"],
    );
    bad(
        &["best", "hexflip", "--agent", "mcts:nodes=0"],
        2,
        &["expected a whole number from 1"],
    );
    bad(
        &["perft", "hexflip", "--depth", "1", "--loud"],
        2,
        &["--loud"],
    );
}

#[test]
fn wrong_input_ends_with_1() {
    let position = |text: &'static str| ["show", "hexflip", "--position", text];
    bad(
        &position("3/4/5/4/4 x 8 8"),
        1,
        &["row a has 4 points instead of 3"],
    );
    bad(&position("3/4/5/4 x 8 8"), 1, &["4 rows instead of 5"]);
    bad(
        &position("3/4/5/4/3 x 9 8"),
        1,
        &["x has 9 pieces in hand", "only 8"],
    );
    bad(
        &position("3/4/5/4/3 x 8 7"),
        1,
        &["add up to 15", "require 16"],
    );
    bad(
        &position("3/4/5/4/21 x 8 8"),
        1,
        &["row a", "adjacent digits"],
    );
    bad(
        &position("3/4/5/4/3 y 8 8"),
        1,
        &["invalid player to move `y`"],
    );
    bad(&position("3/4/5/4/3  x 8 8"), 1, &["one space"]);

    let position = |text: &'static str| ["show", "sayu", "--position", text];
    bad(
        &position("7/7/7/3,H,3/7/7/6 x"),
        1,
        &["row 1 does not have 7 cells"],
    );
    bad(&position("7/7/7/2,H,4/7/7/7 x"), 1, &["home tile", "d4"]);
    bad(&position("7/7/7/7/7/7/7 x"), 1, &["home tile", "d4"]);
    bad(
        &position("7/7/3,x025n,3/3,H,3/3,o025n,3/7/7 x"),
        1,
        &["d3", "tile 025", "twice"],
    );
    bad(
        &position("7/7/3,x012n,3/3,H,3/7/7/7 x"),
        1,
        &["d5", "012 is not in the set"],
    );
    bad(
        &position("7/7/3,1,2,x025n/3,H,3/7/7/7 x"),
        1,
        &["adjacent numbers"],
    );

    bad(
        &["show", "hexflip", "--turns", "c3 c3"],
        1,
        &["turn 2, `c3`", "c3 is occupied"],
    );
    bad(
        &["show", "hexflip", "--turns", "c3+d4"],
        1,
        &["turn 1, `c3+d4`", "exactly 1"],
    );
    bad(
        &["show", "hexflip", "--turns", "c3 d4+b2"],
        1,
        &["turn 2", "must be written `b2+d4`"],
    );
    bad(
        &["show", "sayu", "--turns", "025@d6:n"],
        1,
        &["turn 1", "d6 is not next to"],
    );
    bad(
        &["perft", "hexflip", "--rules", "hand=0", "--depth", "1"],
        1,
        &["`0`", "`hand`", "1 to 9"],
    );
    bad(
        &["perft", "hexflip", "--rules", "hands=3", "--depth", "1"],
        1,
        &["`hands`", "deviate"],
    );
    bad(
        &words("perft hexflip --rules hand=3,hand=3 --depth 1"),
        1,
        &["duplicate rule"],
    );
    bad(
        &["perft", "sayu", "--rules", "tiles=none", "--depth", "1"],
        1,
        &["`none`", "built in"],
    );
}
