//! `flipside play` as scripts drive it: lines on standard input.

use std::io::Write as _;
use std::process::Stdio;

use crate::common::{Ran, bad, command, good};

/// Plays with these lines.
fn play(arguments: &str, lines: impl AsRef<[u8]>) -> Ran {
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let mut child = command(&arguments)
        .env("NO_COLOR", "")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // A game that ends early reads no further.
    let _ = input.write_all(lines.as_ref());
    drop(input);
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn a_game_is_played_from_a_script_and_saved() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game.flip");
    let file = file.to_str().unwrap();
    let lines = format!("c1\na1+a3\nc2+c3\ne3+e5\nc4\nd2\nsave {file}\n");
    let ran = play("play hexflip --o human", lines);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("x First wins: "), "{}", ran.out);
    // What was read is shown, so that the output reads like a game.
    assert!(ran.out.contains("turn 2> a1+a3\n"), "{}", ran.out);
    assert!(!ran.out.contains('\u{1b}'), "{}", ran.out);
    let shown = good(&["records", "show", file, "--game", "0"]);
    assert!(shown.contains("First (x): human"), "{shown}");
    assert!(shown.contains("outcome: first\nreason: four\n"), "{shown}");
    assert!(good(&["records", "verify", file]).contains("1 games"));
}

#[test]
fn the_same_seed_gives_the_same_game_and_colours_change_nothing_else() {
    let arguments = "play sayu --rules radius=1 --x mcts:nodes=50 --seed 3 --o uct:nodes=100";
    let one = play(arguments, "").out;
    assert!(one.contains("x plays "), "{one}");
    assert_eq!(play(arguments, "").out, one);
    assert_ne!(
        play(&arguments.replace("--seed 3", "--seed 4"), "").out,
        one
    );
    let coloured = play(&format!("{arguments} --color always"), "").out;
    assert!(coloured.contains("\u{1b}["), "{coloured}");
    let plain: String = coloured
        .split('\u{1b}')
        .enumerate()
        .map(|(i, part)| match i {
            0 => part,
            _ => part.split_once('m').unwrap().1,
        })
        .collect();
    assert_eq!(plain, one);
}

#[test]
fn a_game_can_be_left_and_gone_on_with() {
    let ran = play("play hexflip --x human --o human", "c3\nb2+d4\nquit\n");
    let command = ran.out.lines().last().unwrap();
    assert_eq!(
        command,
        "flipside play hexflip --x human --o human --turns 'c3 b2+d4'"
    );
    let arguments = [
        "play", "hexflip", "--x", "human", "--o", "human", "--turns", "c3 b2+d4",
    ];
    let on = good(&arguments);
    assert!(on.contains("x First, turn 3> \n"), "{on}");
    assert!(on.ends_with(&format!("{command}\n")), "{on}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    bad(
        &["play", "hexflip", "--x", "humen"],
        2,
        &["humen", "greedy", "`human`"],
    );
    bad(&["play", "go"], 2, &["hexflip", "sayu"]);
    bad(
        &["play", "hexflip", "--out", "no/such/game.flip"],
        1,
        &["--out", "no/such", "create it first"],
    );
    bad(&["play", "hexflip", "--hint", "human"], 2, &["human"]);
    bad(
        &["play", "hexflip", "--turns", "c3 c3"],
        1,
        &["turn 2", "c3 is occupied"],
    );
    bad(
        &["play", "sayu", "--position", "nowhere"],
        1,
        &["--position"],
    );
    bad(
        &["play", "sayu", "--x", "greedy:weights=none.toml"],
        2,
        &["none.toml"],
    );
}

#[test]
fn a_game_that_is_over_already_says_so() {
    let out = good(&[
        "play",
        "hexflip",
        "--position",
        "3/4/xxxx1/4/oo1 x 4 6",
        "--x",
        "random",
        "--o",
        "random",
    ]);
    assert!(out.contains("x First wins: "), "{out}");
}

#[test]
fn a_game_of_agents_is_kept_and_reported() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game.flip");
    let file = file.to_str().unwrap();
    let arguments = format!(
        "play sayu --rules radius=1,tiles=mini --x greedy --o random --seed 1 --out {file}"
    );
    let ran = play(&arguments, "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(
        ran.out.contains(&format!("records show {file} --game 0")),
        "{}",
        ran.out
    );
    assert!(good(&["records", "verify", file]).contains("1 games, 4 turns"));
    let report = dir.path().join("report");
    good(&["report", file, "--out", report.to_str().unwrap()]);
    assert!(report.join("report.html").is_file());
    // It is not overwritten.
    let again = play(&arguments, "");
    assert_eq!(again.code, 1);
    assert!(again.err.contains("already exists"), "{}", again.err);
}

#[test]
fn bytes_that_are_no_text_are_answered_like_a_wrong_turn() {
    let ran = play("play hexflip --o human", b"\xff\xfe\nc3\nposition\n");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains("is not a turn"), "{}", ran.out);
    assert!(ran.out.contains("--turns c3\n"), "{}", ran.out);
}

#[test]
fn boards_can_be_small() {
    let out = play("play sayu --board small", "quit\n").out;
    assert!(
        out.contains("\n 4 │   ·   │   ·   │  c4   │ home  │"),
        "{out}"
    );
    assert!(out.lines().count() < 24, "{out}");
}
