//! What the terminal says at the end: the games of the file, and the verdict of the report.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{Running, command, good, json, report, run, text, words};
use serde_json::Value;

/// Compares the last event of a run with what its file holds.
fn counts_the_file(end: &Value, file: &Path) {
    let info: Value = json(&good(&["records", "info", text(file)]));
    assert_eq!(end["event"], "end");
    assert_eq!(end["done"], info["games"]);
    let encounters = end["encounters"].as_array().unwrap();
    let sum: u64 = encounters
        .iter()
        .flat_map(|e| ["wins", "losses", "draws", "unfinished", "void"].map(|key| &e[key]))
        .map(|count| count.as_u64().unwrap())
        .sum();
    assert_eq!(sum, info["games"]);
    assert_eq!(end["first"]["games"].as_u64().unwrap_or(0), {
        let count = |key: &str| info[key].as_u64().unwrap();
        count("first") + count("second") + count("draws")
    });
}

/// The last line of progress in JSON.
fn last_event(lines: &str) -> Value {
    let mut events = lines.lines().filter(|line| line.starts_with('{')).rev();
    serde_json::from_str(events.next().unwrap()).unwrap()
}

#[test]
fn runs_that_stop_by_a_rule_count_the_games_of_their_file() {
    for more in [
        "--b greedy --until-balanced 2 --games 20000",
        "--b random --until-balanced 5 --games 2000",
        "--b random --sprt normalized:0:20 --games 20000",
        "--b random --games 301",
        "--b uct:nodes=5 --games 41",
    ] {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("match.flip");
        let mut arguments = words("match hexflip --a greedy --seed 3 --progress json");
        arguments.extend(words(more));
        arguments.extend(["--out", text(&file)]);
        let ran = run(&arguments);
        assert_eq!(ran.code, 0, "{}", ran.err);
        counts_the_file(&last_event(&ran.err), &file);

        // The same in words.
        fs::remove_file(&file).unwrap();
        let ran = run(&arguments
            .iter()
            .map(|&a| if a == "json" { "plain" } else { a })
            .collect::<Vec<_>>());
        let info: Value = json(&good(&["records", "info", text(&file)]));
        let line = ran
            .err
            .lines()
            .rfind(|line| line.contains(" games, "))
            .unwrap();
        let start = format!("hexflip match: {} of ", info["games"]);
        assert!(line.starts_with(&start), "{line}");
    }
}

#[test]
fn an_interrupted_run_counts_the_games_of_its_file() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("match.flip");
    let mut arguments = words(
        "match hexflip --a uct:nodes=300 --b greedy --games 100000 --seed 3 --progress json \
         --threads 4 --until-balanced 0.1",
    );
    arguments.extend(["--out", text(&file)]);
    let mut child = Running(command(&arguments).stderr(Stdio::piped()).spawn().unwrap());
    let mut lines = BufReader::new(child.0.stderr.take().unwrap()).lines();
    let mut all = String::new();
    while let Some(Ok(line)) = lines.next() {
        let event: Value = serde_json::from_str(&line).unwrap_or_default();
        if event["event"] == "progress" && event["done"].as_u64() > Some(3) && !all.contains("sent")
        {
            let id = child.0.id().to_string();
            assert!(
                // Two signals at once are one request: `timeout` of GNU sends two.
                Command::new("sh")
                    .args(["-c", &format!("kill -TERM {id}; kill -INT {id}")])
                    .status()
                    .unwrap()
                    .success()
            );
            all += "sent\n";
        }
        all += &(line + "\n");
    }
    assert_eq!(child.0.wait().unwrap().code(), Some(1));
    counts_the_file(&last_event(&all), &file);
}

#[test]
fn too_many_failures_count_the_games_of_the_file() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("match.flip");
    let mut arguments = words("match hexflip --games 40 --seed 3 --progress json --b random --a");
    arguments.extend([
        "engine:cmd=\"sh -c false\"",
        "--max-failures",
        "4",
        "--out",
        text(&file),
    ]);
    let ran = run(&arguments);
    assert_eq!(ran.code, 1);
    counts_the_file(&last_event(&ran.err), &file);
}

/// One run has one verdict: what the terminal says at the end is what the report says.
#[test]
fn terminal_and_report_have_one_verdict() {
    for (margin, more) in [
        (
            "5",
            "--rules hand=9 --b random --games 1000 --opening-turns 0 --seed 54",
        ),
        (
            "2",
            "--rules hand=9 --b random --games 1000 --opening-turns 0 --seed 54",
        ),
        ("2", "--b random --games 20000 --seed 1"),
        ("5", "--b random --games 4000 --seed 2"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("match.flip");
        let mut arguments = words("match hexflip --a random --progress json --until-balanced");
        arguments.push(margin);
        arguments.extend(words(more));
        arguments.extend(["--out", text(&file)]);
        let ran = run(&arguments);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let end = last_event(&ran.err);
        let said = end["verdict"]
            .as_str()
            .unwrap()
            .to_lowercase()
            .replace(' ', "_");
        assert_eq!(end["margin"], margin.parse::<f64>().unwrap() / 100.0);
        let verdict = &report(&[&file])["groups"][0]["verdict"]["verdict"];
        assert_eq!(*verdict, said.as_str(), "{margin} {more}");
    }
}
