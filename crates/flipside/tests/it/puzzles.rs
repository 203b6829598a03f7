//! puzzles, as scripts use it.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{Running, bad, command, good, run, text, words};
use serde_json::Value;

/// Makes the table of a rule set in a folder.
fn table(folder: &Path, rules: &str) -> PathBuf {
    let path = folder.join(format!("{rules}.table"));
    let solve = ["solve", "hexflip", "--progress", "never", "--rules", rules];
    good(&[&solve[..], &["--out", text(&path)]].concat());
    path
}

const DRAWS: [&str; 9] = [
    "puzzles",
    "hexflip",
    "--rules",
    "hand=3",
    "--draws",
    "--count",
    "2",
    "--max-nodes",
    "64",
];

#[test]
fn puzzles_are_found_graded_and_the_same_every_time() {
    let dir = tempfile::tempdir().unwrap();
    let table = table(dir.path(), "hand=3");
    let puzzles = |more: &[&str]| good(&[&DRAWS[..], &["--table", text(&table)], more].concat());

    let list = puzzles(&["--threads", "1"]);
    assert_eq!(list, puzzles(&["--threads", "2", "--progress", "json"]));
    assert_ne!(list, puzzles(&["--seed", "2"]));
    let lines: Vec<Vec<&str>> = list
        .lines()
        .map(|line| line.split('\t').collect())
        .collect();
    assert_eq!(
        lines[0],
        [
            "kind",
            "position",
            "turn",
            "value",
            "legal",
            "grade",
            "alphabeta",
            "mcts"
        ]
    );
    assert_eq!(lines.len(), 3, "{list}");
    let json: Value = serde_json::from_str(&puzzles(&["--format", "json"])).unwrap();
    for (line, puzzle) in lines[1..].iter().zip(json["puzzles"].as_array().unwrap()) {
        let &[kind, position, turn, value, legal, grade, ..] = line.as_slice() else {
            panic!("{line:?}")
        };
        assert_eq!((kind, value), ("draw", "draw"));
        assert_eq!(puzzle["kind"], kind);
        assert_eq!(puzzle["turns"], Value::Null);
        assert_eq!(puzzle["position"], position);
        assert_eq!(puzzle["turn"], turn);
        assert_eq!(puzzle["legal"].to_string(), legal);
        assert_eq!(puzzle["grade"].to_string(), grade);
        assert_eq!(puzzle["nodes"].as_object().unwrap().len(), 2);
        // What is printed goes into the other commands.
        let at = ["hexflip", "--rules", "hand=3", "--position", position];
        assert!(good(&[&["show"], &at[..]].concat()).contains("outcome: none"));
        let probed = good(&[&["probe", "--table", text(&table)], &at[..]].concat());
        let mut turns = probed.lines().skip(1);
        assert_eq!(turns.clone().count().to_string(), legal);
        assert!(turns.all(|line| line.contains("\tloss ") != (line == format!("{turn}\tdraw"))));
    }

    let wins = ["--wins", "3-8", "--count", "1", "--max-nodes", "32"];
    let wins = [&DRAWS[..4], &["--table", text(&table)], &wins[..]].concat();
    let ran = run(&[&wins[..], &["--progress", "json"]].concat());
    assert!(ran.out.contains("\nwin 3-8\t"), "{}", ran.out);
    let events: Vec<Value> = ran
        .err
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let end = events.last().unwrap();
    assert_eq!(
        (&events[0]["event"], &end["event"]),
        (&"begin".into(), &"end".into())
    );
    assert_eq!((&end["found"], &end["measured"]), (&1.into(), &1.into()));
}

#[test]
fn what_is_wrong_is_said_with_what_would_mend_it() {
    let dir = tempfile::tempdir().unwrap();
    let (small, large) = (table(dir.path(), "hand=2"), table(dir.path(), "hand=3"));
    let with = |table: &Path, code: i32, parts: &[&str]| {
        bad(
            &[&DRAWS[..], &["--progress", "never", "--table", text(table)]].concat(),
            code,
            parts,
        );
    };
    with(
        &dir.path().join("none"),
        1,
        &["no table at", "flipside solve hexflip --rules hand=3 --out"],
    );
    with(
        &small,
        1,
        &[
            "hand=2.table",
            "for the rules `hand=2`, not for `hand=3`",
            "--rules",
        ],
    );
    let bytes = fs::read(&large).unwrap();
    fs::write(&large, &bytes[..bytes.len() - 1]).unwrap();
    with(&large, 1, &["hand=3.table", "incomplete", "solve it again"]);
    // Damaged blocks are found when they are needed.
    let mut damaged = bytes.clone();
    let middle = bytes.len() / 2;
    for byte in damaged[middle..middle + 2_000].iter_mut().step_by(50) {
        *byte ^= 1;
    }
    fs::write(&large, damaged).unwrap();
    with(
        &large,
        1,
        &["hand=3.table", "damaged (block", "solve it again"],
    );
    fs::write(&large, "nothing").unwrap();
    with(&large, 1, &["hand=3.table", "not a Hexflip table"]);

    let line = format!("puzzles hexflip --rules hand=2 --table {}", small.display());
    let few = words(&line);
    let few = [&few[..], &["--progress", "never", "--count", "1"]].concat();
    bad(
        &[&few[..], &["--wins", "49+"]].concat(),
        1,
        &["no puzzle of the kind `win 49+`", "another kind"],
    );
    for (more, parts) in [
        (&["--wins", "7"][..], &["`7`", "MIN-MAX"][..]),
        (&["--wins", "0-2"], &["`0-2`", "1 <= MIN"]),
        (&["--wins", "7-12", "--draws"], &["cannot be used with"]),
        (&["--count", "0"], &["--count"]),
        (&["--max-nodes", "31"], &["--max-nodes", "32"]),
    ] {
        let usage = ["puzzles", "hexflip", "--table", text(&small)];
        bad(&[&usage[..], more].concat(), 2, parts);
    }
    bad(&["puzzles", "sayu"], 1, &["only hexflip"]);
    bad(&["puzzles", "hexflip", "--rules", "swap=on"], 1, &["swap"]);
}

/// The message for a missing table names a command that puts one where it is looked for.
#[test]
fn without_a_flag_the_table_is_in_the_data_folder() {
    let home = tempfile::tempdir().unwrap();
    let at_home = |arguments: &[&str]| {
        let mut command = command(arguments);
        command.env("XDG_DATA_HOME", home.path().join("data"));
        command.env("LOCALAPPDATA", home.path().join("data"));
        command.env("HOME", home.path());
        command.output().unwrap()
    };
    let missing = String::from_utf8(at_home(&DRAWS).stderr).unwrap();
    let (_, rest) = missing.split_once("`flipside ").unwrap();
    let (solve, _) = rest.split_once('`').unwrap();
    let solve: Vec<&str> = solve.split(' ').collect();
    assert!(at_home(&solve).status.success(), "{missing}");
    let ran = at_home(&DRAWS);
    assert!(
        ran.status.success(),
        "{}",
        String::from_utf8_lossy(&ran.stderr)
    );
    assert_eq!(String::from_utf8(ran.stdout).unwrap().lines().count(), 3);
}

#[cfg(unix)]
#[test]
fn an_interruption_ends_it_with_one_message() {
    let dir = tempfile::tempdir().unwrap();
    let table = table(dir.path(), "hand=3");
    // Far too much to be done before the signal comes.
    let much = ["--max-nodes", "100000000", "--progress", "json", "--table"];
    let child = command(&[&DRAWS[..7], &much, &[text(&table)]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = Running(child.unwrap());
    let mut out = child.0.stdout.take().unwrap();
    let mut error = BufReader::new(child.0.stderr.take().unwrap());
    let mut err = String::new();
    // Once it speaks, it is at work.
    error.read_line(&mut err).unwrap();
    assert!(err.contains("begin"), "{err}");
    let sent = Command::new("kill")
        .args(["-INT", &child.0.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
    error.read_to_string(&mut err).unwrap();
    assert_eq!(child.0.wait().unwrap().code(), Some(1), "{err}");
    let mut printed = String::new();
    out.read_to_string(&mut printed).unwrap();
    assert_eq!(printed, "");
    assert!(
        err.ends_with("error: stopped; nothing was written\n"),
        "{err}"
    );
}
