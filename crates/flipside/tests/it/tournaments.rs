//! Tournaments from the command line: formats, rules to stop, failures, progress for scripts.

use std::fs;

use crate::common::{bad, good, run, text, words};
use serde_json::Value;

fn lines_of_json(text: &str) -> Vec<Value> {
    let objects = text.lines().filter(|line| line.starts_with('{'));
    objects
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Also where both hypotheses are far from what is played.
#[test]
fn sequential_tests_of_far_hypotheses_stop_at_once() {
    let dir = tempfile::tempdir().unwrap();
    for (n, hypotheses) in [
        "normalized:0:300",
        "normalized:0:1000",
        "normalized:-1000:-300",
        "normalized:300:900",
        "logistic:0:600",
    ]
    .into_iter()
    .enumerate()
    {
        let line = format!(
            "match hexflip --a greedy --b random --games 3000 --seed 1 --sprt {hypotheses} \
             --progress json --out {}",
            dir.path().join(format!("{n}.flip")).display()
        );
        let ran = run(&words(&line));
        assert_eq!(ran.code, 0, "{}", ran.err);
        let end = lines_of_json(&ran.err).pop().unwrap();
        let stopped = &end["sprt"]["stopped"];
        assert_eq!(stopped["decision"], "accept_h1", "{hypotheses}: {end}");
        assert!(stopped["pairs"].as_u64().unwrap() < 200, "{end}");
    }
}

#[test]
fn a_sequential_test_stops_the_match_and_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("sprt.flip");
    let line = format!(
        "match hexflip --a greedy --b random --games 4000 --seed 1 --sprt \
            normalized:0:100 --progress json --out {}",
        out.display()
    );
    let arguments = words(&line);
    let ran = run(&arguments);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let events = lines_of_json(&ran.err);
    assert_eq!(events[0]["event"], "begin");
    assert_eq!(events[0]["total"], 4_000);
    let end = events.last().unwrap();
    assert_eq!(end["event"], "end");
    let stopped = &end["sprt"]["stopped"];
    assert_eq!(stopped["decision"], "accept_h1");
    assert!(end["sprt"]["llr"].as_f64() >= end["sprt"]["upper"].as_f64());
    let encounter = &end["encounters"][0];
    let pairs: u64 = (0..5)
        .map(|i| encounter["pairs"][i].as_u64().unwrap())
        .sum();
    assert_eq!(stopped["pairs"].as_u64(), Some(pairs));

    let line = ran.out;
    let words: Vec<&str> = line.split_whitespace().collect();
    let wins: u64 = words[2].parse().unwrap();
    let losses: u64 = words[4].parse().unwrap();
    assert_eq!(wins + losses, 2 * pairs);
    assert_eq!(encounter["wins"].as_u64(), Some(wins));

    // Decided is decided: more games change nothing.
    let before = fs::read(&out).unwrap();
    let mut longer = arguments;
    longer[7] = "5000";
    let mut longer = longer.to_vec();
    longer.push("--resume");
    assert_eq!(good(&longer), line);
    assert!(fs::read(&out).unwrap() == before);
}

#[test]
fn a_match_until_balanced_says_how_it_was_decided_or_that_it_was_not() {
    let dir = tempfile::tempdir().unwrap();
    let last_line = |points: &str, name: &str| {
        let out = dir.path().join(name);
        let even = "match hexflip --a random --b random --games 200 --seed 1";
        let mut arguments: Vec<&str> = even.split(' ').collect();
        arguments.extend(["--progress", "plain", "--until-balanced", points]);
        arguments.extend(["--out", text(&out)]);
        let ran = run(&arguments);
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.err.lines().last().unwrap().to_string()
    };
    // Of even play so few games show that it lies within a wide margin, but not within a narrow one.
    let line = last_line("0.1", "narrow");
    assert!(line.ends_with("; not decided within 200 games"), "{line}");
    let line = last_line("40", "wide");
    assert!(line.contains("; decided after "), "{line}");
    assert!(line.ends_with(" games: balanced"), "{line}");
}

#[test]
fn a_round_robin_is_run_and_reported() {
    let dir = tempfile::tempdir().unwrap();
    let experiment = dir.path().join("three.toml");
    fs::write(dir.path().join("book.txt"), "c3\na1 b2\nb2 a1\n").unwrap();
    let write = |games: u64| {
        let text = format!(
            "name = \"three\"\nseed = 4\n[[tournament]]\nname = \"all\"\ngame = \"hexflip\"\n\
             format = \"round-robin\"\nagents = [\"greedy\", \"random\", \"uct:nodes=20\"]\n\
             games = {games}\nopenings = \"book.txt\"\n"
        );
        fs::write(&experiment, text).unwrap();
    };
    write(40);
    let out = dir.path().join("out");
    bad(
        &["run", text(&experiment), "--out", text(&out)],
        1,
        &["line 8, `games`", "36 or 42"],
    );
    assert!(!out.exists());

    write(36);
    let ran = run(&words(&format!(
        "run {} --out {} --progress plain",
        experiment.display(),
        out.display()
    )));
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.err.contains("3 openings and 6 are needed"),
        "{}",
        ran.err
    );
    let info = good(&["records", "info", text(&out.join("records/all.flip"))]);
    let info: Value = serde_json::from_str(&info).unwrap();
    assert_eq!(info["games"], 36);
    assert!(out.join("report.html").exists());
}

#[test]
fn failures_are_said_and_end_the_run() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("late.flip");
    // So many nodes that no turn is given in a millisecond.
    let line = format!(
        "match sayu --a uct:nodes=1000000 --b random --games 40 --seed 1 --turn-ms 1 \
            --max-failures 3 --progress plain --out {}",
        out.display()
    );
    let arguments = words(&line);
    bad(
        &arguments,
        1,
        &[
            "agents failed in 4 games",
            "the agent exceeded its time limit",
            "game 0: uct:nodes=1000000",
        ],
    );
    let games = good(&["records", "cat", text(&out)]);
    let games = lines_of_json(&games);
    assert_eq!(games.len(), 4);
    for game in games {
        assert_eq!(game["reason"], "timeout");
        let loser = match game["first"].as_str() {
            Some("random") => "first",
            _ => "second",
        };
        assert_eq!(game["outcome"], loser);
    }
}

#[test]
fn rules_to_stop_are_checked() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("none.flip");
    let line = format!(
        "match hexflip --a greedy --b random --games 40 --seed 1 --out {}",
        out.display()
    );
    let base = words(&line);
    for (more, code, part) in [
        (["--sprt", "normalized:5:0"], 1, "expected elo0 below elo1"),
        (
            ["--sprt", "glicko:0:5"],
            2,
            "MODEL is normalized or logistic",
        ),
        (["--until-balanced", "50"], 2, "below 50"),
        (["--until-balanced", "nan"], 2, "below 50"),
        (["--turn-ms", "0"], 2, "--turn-ms"),
        (["--openings", "/nowhere/book.txt"], 1, "/nowhere/book.txt"),
    ] {
        let mut arguments = base.to_vec();
        arguments.extend(more);
        bad(&arguments, code, &[part]);
        assert!(!out.exists(), "{more:?}");
    }
}
