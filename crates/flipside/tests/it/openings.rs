//! Lists of openings, as scripts make them, and those that come with the program.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::common::{Running, bad, command, good, run, words};
use flipside_ai::{Playable, Stop, build};
use flipside_arena::Book;
use flipside_rules::{ExpectedScore, ForFirst, Hexflip, RuleSet as _, hexflip, no_attachments};
use serde_json::Value;

const SMALL: &str = "openings hexflip --rules place=1 --opening-turns 3 --count 12 --agent uct:nodes=300 \
                     --seed 4 --progress never --out";

fn small<'a>(out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments: Vec<&str> = SMALL.split(' ').collect();
    arguments.push(out.to_str().unwrap());
    arguments.extend(more);
    arguments
}

#[test]
fn a_list_is_the_same_on_any_number_of_threads_and_names_the_command_that_makes_it() {
    let dir = tempfile::tempdir().unwrap();
    let [one, two, three] = ["one", "two", "three"].map(|name| dir.path().join(name));
    let line = good(&small(&one, &["--threads", "1"]));
    assert!(line.contains("12 openings from "), "{line}");
    let json = good(&small(&two, &["--threads", "2", "--format", "json"]));
    let text = fs::read_to_string(&one).unwrap();
    assert_eq!(fs::read_to_string(&two).unwrap(), text);

    let rules = hexflip::Rules::parse("place=1", &no_attachments).unwrap();
    let book = Book::<Hexflip>::parse(&rules, &text).unwrap();
    assert_eq!(book.count(), 12);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["openings"], 12);
    assert_eq!(json["rules"], "place=1");
    let judged = ["repeated", "one_sided", "forced", "openings"].map(|key| json[key].as_u64());
    let judged: u64 = judged.into_iter().flatten().sum();
    assert_eq!(json["candidates"], judged);

    let made_by = text.split_once("# made by: flipside ").unwrap().1;
    let made_by = made_by
        .lines()
        .next()
        .unwrap()
        .replace("FILE", three.to_str().unwrap());
    good(&made_by.split(' ').collect::<Vec<_>>());
    assert_eq!(fs::read_to_string(&three).unwrap(), text);

    // Nothing is left in the folder but the lists.
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 3);
    bad(&small(&one, &[]), 1, &["already exists"]);
    assert_eq!(fs::read_to_string(&one).unwrap(), text);
}

#[test]
fn what_cannot_be_made_leaves_nothing_behind() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("list");
    for (change, code, parts) in [
        (["--opening-turns", "0"], 2, ["--opening-turns", "1..=1000"]),
        (["--count", "0"], 1, ["at least one", "opening"]),
        (["--count", "-1"], 2, ["--count", ""]),
        (["--max-edge", "0.6"], 1, ["0.6", "0.5"]),
        (["--max-edge", "nan"], 1, ["NaN", "0.5"]),
        (["--agent", "random"], 1, ["random", "gives no value"]),
        (["--agent", "nobody"], 2, ["nobody", "uct"]),
        (["--rules", "hand=x"], 1, ["hand", "1 to 9"]),
        (["--opening-turns", "900"], 1, ["900", "fewer"]),
    ] {
        let mut arguments = small(&out, &[]);
        // A flag may stand only once.
        match arguments.iter().position(|a| *a == change[0]) {
            Some(at) => arguments[at + 1] = change[1],
            None => arguments.extend(change),
        }
        bad(&arguments, code, &parts);
    }
    bad(
        &small(&out, &["--max-candidates", "5"]),
        1,
        &["only ", " of 12", "5 candidates", "larger --max-candidates"],
    );
    bad(
        &small(&dir.path().join("none/list"), &[]),
        1,
        &["does not exist"],
    );
    bad(&small(dir.path(), &[]), 1, &["is a folder"]);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_search_that_fails_at_once_shows_no_progress() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("list");
    let make = "openings hexflip --opening-turns 3 --count 5 --seed 1 --progress plain --out";
    for (more, part) in [
        (&["--agent", "greedy"][..], "agent `greedy` gives no value"),
        (
            &["--agent", "uct:nodes=9", "--max-edge", "5"],
            "invalid edge 5",
        ),
    ] {
        let mut arguments: Vec<&str> = make.split(' ').collect();
        arguments.push(out.to_str().unwrap());
        arguments.extend(more);
        bad(&arguments, 1, &[part]);
        let said = run(&arguments).err;
        assert!(!said.contains("0 of 5"), "{said}");
    }
}

#[test]
fn an_interrupted_search_writes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("list");
    let mut arguments = small(&out, &[]);
    let agent = arguments.iter().position(|a| *a == "uct:nodes=300");
    arguments[agent.unwrap()] = "uct:ms=1000000";
    let mut child = Running(command(&arguments).stderr(Stdio::piped()).spawn().unwrap());
    let mut error = BufReader::new(child.0.stderr.take().unwrap());
    let mut text = String::new();
    // Once it speaks, it is at work.
    error.read_line(&mut text).unwrap();
    assert!(text.contains("cannot be reproduced"), "{text}");
    let process = child.0.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &process])
        .status();
    assert!(sent.unwrap().success());
    error.read_to_string(&mut text).unwrap();
    assert_eq!(child.0.wait().unwrap().code(), Some(1), "{text}");
    assert!(text.contains("nothing was written"), "{text}");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../data/openings")
        .join(name)
}

/// A remark of the form `# key: value`.
fn remark<'a>(text: &'a str, key: &str) -> &'a str {
    text.lines()
        .find_map(|line| {
            line.strip_prefix("# ")?
                .strip_prefix(key)?
                .strip_prefix(": ")
        })
        .unwrap()
}

#[test]
fn the_lists_that_come_with_the_program_are_what_they_say() {
    fn read<G: Playable>(name: &str) -> String {
        let text = fs::read_to_string(data(name)).unwrap();
        let book = Book::<G>::parse(&G::Rules::default(), &text).unwrap();
        assert_eq!(book.count().to_string(), remark(&text, "openings"));
        assert!(text.contains(&format!("flipside openings {} --opening-turns", G::NAME)));
        text
    }
    fn check<G: Playable>(name: &str) {
        let text = read::<G>(name);
        // The agent says again what stands behind the first openings.
        let mut agent = build::<G>(&remark(&text, "agent").parse().unwrap()).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        for line in lines.filter(|line| !line.is_empty()).take(2) {
            let (turns, value) = line.split_once('#').unwrap();
            let mut game = G::new(G::Rules::default());
            game.play_texts(turns.split_whitespace()).unwrap();
            agent.begin(remark(&text, "seed").parse().unwrap());
            let said = agent.choose(&game, &Stop::new()).unwrap().value.unwrap();
            let ForFirst(ExpectedScore(said)) = said.for_first(game.to_move());
            assert_eq!(format!("{said:.4}"), value.trim());
        }
    }
    check::<Hexflip>("hexflip-4.txt");
    // `cargo xtask table` asks the table.
    read::<Hexflip>("hexflip-4-drawn.txt");
}

#[test]
fn a_table_keeps_drawn_openings_only() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    let (table, list) = (path("h4.table"), path("drawn.txt"));
    let rules = ["--rules", "hand=4", "--progress", "never"];
    good(&[&["solve", "hexflip", "--out", &table][..], &rules].concat());
    let agent = format!("perfect:table={table}");
    let make = words("openings hexflip --opening-turns 3 --count 6 --seed 1 --max-edge 0");
    let judged = ["--agent", &agent, "--out", &list];
    good(&[&make[..], &judged, &rules].concat());
    let text = fs::read_to_string(&list).unwrap();
    let openings = text
        .lines()
        .filter_map(|line| line.split_once("  # 0.5000"));
    let mut drawn = 0;
    for (turns, _) in openings {
        let probe = ["probe", "hexflip", "--rules", "hand=4", "--table", &table];
        let value = good(&[&probe[..], &["--turns", turns]].concat());
        assert_eq!(value.lines().next(), Some("draw"), "{turns}");
        drawn += 1;
    }
    assert_eq!(drawn, 6);
}
