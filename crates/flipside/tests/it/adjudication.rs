//! Games decided by a table, from the command line to the report.

use std::fs;
use std::path::Path;

use crate::common::{bad, good, run, text, words};
use serde_json::Value;

/// A table of a rule set, made anew.
fn solve(rules: &str, path: &Path) {
    let make = ["solve", "hexflip", "--progress", "never", "--rules", rules];
    good(&[&make[..], &["--out", text(path)]].concat());
}

fn games(records: &Path) -> Vec<Value> {
    let lines = good(&["records", "cat", text(records)]);
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

const PLAY: [&str; 12] = [
    "match", "hexflip", "--rules", "hand=3", "--a", "greedy", "--b", "random", "--games", "40",
    "--seed", "1",
];

/// The arguments that play these games into a file.
fn play_into<'a>(out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&PLAY[..], &["--out", text(out)], more].concat()
}

#[test]
fn decided_games_are_those_that_the_table_decides() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let (table, decided, whole) = (path("h3.table"), path("a.flip"), path("b.flip"));
    solve("hand=3", &table);
    let adjudicate = ["--adjudicate", text(&table)];
    good(&play_into(&decided, &adjudicate));
    good(&play_into(&whole, &[]));
    good(&["records", "verify", text(&decided)]);

    let mut shorter = 0;
    for (decided, whole) in games(&decided).iter().zip(&games(&whole)) {
        // The same game as far as it went.
        let [turns, all] = [decided, whole].map(|game| game["turns"].as_array().unwrap());
        assert_eq!(turns[..], all[..turns.len()]);
        let played: Vec<&str> = turns.iter().map(|turn| turn.as_str().unwrap()).collect();
        let probe = |turns: &[&str]| {
            let line = format!("probe hexflip --rules hand=3 --table {}", table.display());
            let ask = words(&line);
            let value = good(&[&ask[..], &["--turns", &turns.join(" ")]].concat());
            value.lines().next().unwrap().to_string()
        };
        if decided["reason"] != "adjudicated" {
            assert_eq!(decided["turns"], whole["turns"]);
            continue;
        }
        shorter += usize::from(turns.len() < all.len());
        let value = probe(&played);
        let mover = played.len() % 2;
        let winner = match value.split_once(' ') {
            Some(("win", _)) => ["first", "second"][mover],
            Some(("loss", _)) => ["second", "first"][mover],
            _ => panic!("{value}"),
        };
        assert_eq!(decided["outcome"], winner);
        if played.len() > 2 {
            assert_eq!(probe(&played[..played.len() - 1]), "draw");
        }
    }
    assert!(shorter > 20, "{shorter}");

    // The report names the table and counts the games; the command in it plays them again.
    let out = path("report");
    good(&["report", text(&decided), "--out", text(&out)]);
    let report = fs::read_to_string(out.join("report.json")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    let group = &report["groups"][0];
    let [checksum] = group["provenance"]["adjudication_tables"]
        .as_array()
        .unwrap()
        .as_slice()
    else {
        panic!("{}", group["provenance"])
    };
    let checksum = checksum.as_str().unwrap();
    let command = group["provenance"]["commands"][0].as_str().unwrap();
    let named = format!("--adjudicate hexflip.table#{checksum}");
    assert!(command.contains(&named), "{command}");
    let endings = group["endings"].as_array().unwrap();
    let ending = endings
        .iter()
        .find(|ending| ending["reason"] == "adjudicated")
        .unwrap();
    let wins = |key: &str| ending["tally"][key].as_u64().unwrap();
    assert!(wins("first_wins") + wins("second_wins") >= shorter as u64);
    // Openings of two random turns decide some games, which is said.
    let unplayed = games(&decided).into_iter().filter(|game| {
        game["reason"] == "adjudicated" && game["turns"].as_array().unwrap().len() == 2
    });
    let unplayed = unplayed.count();
    assert!(unplayed > 0);
    assert_eq!(group["decided_by_opening"], unplayed);
    let warnings = report["warnings"].as_array().unwrap();
    let warned = warnings
        .iter()
        .find(|one| one["kind"] == "decided_by_opening");
    let text = warned.unwrap()["text"].as_str().unwrap();
    assert!(text.starts_with(&format!("{unplayed} of 40")), "{text}");
    let copies = warnings.iter().find(|one| one["kind"] == "copies");
    let text = copies.unwrap()["text"].as_str().unwrap();
    assert!(text.contains("the table does not decide"), "{text}");
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    for part in ["Adjudication", checksum, "end with the adjudication"] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn experiments_name_a_table_too() {
    let dir = tempfile::tempdir().unwrap();
    let (table, file) = (dir.path().join("h2.table"), dir.path().join("e.toml"));
    solve("hand=2", &table);
    let experiment = |game: &str, rules: &str, table: &Path| {
        let text = format!(
            "name = \"e\"\nseed = 1\n\n[[tournament]]\nname = \"one\"\ngame = \"{game}\"\nrules = \
             \"{rules}\"\nformat = \"match\"\nagents = [\"greedy\", \"random\"]\ngames = 8\n\
             adjudicate = '{}'\n",
            text(table)
        );
        fs::write(&file, text).unwrap();
    };
    let out = dir.path().join("out");
    let line = format!(
        "run {} --progress never --out {}",
        file.display(),
        out.display()
    );
    let run = words(&line);
    experiment("hexflip", "hand=2", &dir.path().join("no.table"));
    bad(
        &run,
        1,
        &["e.toml", "line 11, `adjudicate`", "flipside solve hexflip"],
    );
    let place = "e.toml: line 11, `adjudicate`: tournament `one`: ";
    experiment("hexflip", "hand=3", &table);
    let other_rules = ["for the rules `hand=2`", "--rules hand=3"];
    bad(&run, 1, &[&[place][..], &other_rules].concat());
    experiment("sayu", "standard", &table);
    bad(&run, 1, &[place, "sayu is not solved"]);
    // An agent that cannot play under the rules stands on a line of its own.
    let perfect = |game: &str, rules: &str| {
        let text = format!(
            "name = \"e\"\nseed = 1\n\n[[tournament]]\nname = \"one\"\ngame = \"{game}\"\nrules = \
             \"{rules}\"\nformat = \"match\"\nagents = [\n  \"greedy\",\n  'perfect:table={}',\n]\n\
             games = 8\n",
            text(&table)
        );
        fs::write(&file, text).unwrap();
    };
    let place = "e.toml: line 11, `agents`: tournament `one`: ";
    perfect("hexflip", "hand=3");
    bad(&run, 1, &[&[place][..], &other_rules].concat());
    perfect("sayu", "standard");
    bad(&run, 1, &[place, "sayu is not solved"]);
    assert!(!out.exists());
    experiment("hexflip", "hand=2", &table);
    good(&run);
    let games = games(&out.join("records/one.flip"));
    assert!(games.iter().any(|game| game["reason"] == "adjudicated"));
}

#[test]
fn a_table_that_does_not_do_is_refused_before_anything_is_played() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let (table, out) = (path("h2.table"), path("a.flip"));
    solve("hand=2", &table);
    let refused = |table: &str, code: i32, parts: &[&str]| {
        let arguments = &play_into(&out, &["--adjudicate", table]);
        bad(arguments, code, parts);
        // Nothing is said of games that are not going to be played.
        assert!(!run(arguments).err.contains("note:"));
    };
    refused(
        text(&table),
        1,
        &["for the rules `hand=2`", "--rules hand=3"],
    );
    let missing = path("none.table");
    refused(
        text(&missing),
        2,
        &["there is no table at", "flipside solve hexflip"],
    );
    let foreign = path("foreign");
    fs::write(&foreign, "no table").unwrap();
    refused(text(&foreign), 2, &["not a complete Hexflip table"]);
    let other = format!("{}#00000000", text(&table));
    refused(&other, 1, &["wrong checksum", "expected 00000000"]);
    let line = format!(
        "match sayu --a greedy --b random --games 2 --seed 1 --out {} --adjudicate {}",
        out.display(),
        table.display()
    );
    let sayu = words(&line);
    bad(&sayu, 1, &["sayu is not solved"]);
    // Repetition may take a win away under these rules.
    let rules = [
        "--rules",
        "hand=2,repetition=2",
        "--adjudicate",
        text(&table),
    ];
    let twice = [
        &[
            "match", "hexflip", "--a", "greedy", "--b", "random", "--games", "2", "--seed", "1",
        ][..],
        &["--out", text(&out)],
        &rules,
    ];
    bad(&twice.concat(), 1, &["repetition"]);
    assert!(!out.exists());

    // A file that was begun without a table does not go on with one.
    good(&play_into(&out, &[]));
    let right = path("h3.table");
    solve("hand=3", &right);
    bad(
        &play_into(&out, &["--resume", "--adjudicate", text(&right)]),
        1,
        &["another table for adjudication (none, now table:"],
    );
}
