//! Experiments whose tournaments differ in how they are scheduled, and faults that show before
//! anything is played.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{self, bad, good, text, words};
use flipside_ai::{BuiltInAgents, Stop};
use flipside_arena::{Experiment, RunOptions};
use flipside_rules::{Hexflip, no_attachments};
use serde_json::Value;

/// An experiment of tournaments between the same agents, each with lines of its own.
fn experiment(tournaments: &[(&str, &str)]) -> String {
    let mut text = "name = \"same-agents\"\nseed = 9\n".to_string();
    for (name, lines) in tournaments {
        text += &format!(
            "[[tournament]]\nname = \"{name}\"\ngame = \"hexflip\"\n{}\n",
            lines.replace("; ", "\n")
        );
    }
    text
}

/// Plays an experiment into a folder beside its file and gives the report.
fn report(dir: &Path, text_of_file: &str) -> Value {
    let file = dir.join("experiment.toml");
    fs::write(&file, text_of_file).unwrap();
    let out = dir.join("out");
    let ran = ["run", text(&file), "--out", text(&out), "--progress"];
    good(&[ran.as_slice(), &["never"]].concat());
    serde_json::from_slice(&fs::read(out.join("report.json")).unwrap()).unwrap()
}

const SELF_PLAY: &str = "format = \"selfplay\"; agents = [\"greedy\"]; games = 40";

/// Plays an experiment of Hexflip and returns its report without the page.
fn figures(dir: &Path, text_of_file: &str) -> Value {
    let experiment = Experiment::parse(text_of_file).unwrap();
    let openings = |name: &Path| fs::read_to_string(dir.join(name)).map_err(|e| e.to_string());
    let mut files = Vec::new();
    for entry in &experiment.entries {
        let tournaments = experiment.tournaments::<Hexflip>(entry, &no_attachments, &openings);
        for (name, tournament) in tournaments.unwrap() {
            let path = dir.join(format!("{name}.flip"));
            let stop = Stop::new();
            flipside_arena::run(&tournament, &path, &RunOptions::new(&BuiltInAgents, &stop))
                .unwrap();
            files.push(path);
        }
    }
    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    common::report(&files)
}

#[test]
fn tournaments_that_differ_in_their_schedule_are_groups_of_their_own() {
    let dir = tempfile::tempdir().unwrap();
    let list = dir.path().join("list.txt");
    fs::write(&list, "c3 b2+d4\na1 c2+c4\n").unwrap();
    let with = |more: &str| format!("{SELF_PLAY}; {more}");
    let all = [
        ("zero", with("opening_turns = 0")),
        ("one", with("opening_turns = 1")),
        ("two", with("opening_turns = 2")),
        ("list", with("openings = \"list.txt\"")),
        ("short", with("max_turns = 40")),
        ("timed", with("turn_ms = 60000")),
        ("annotated", with("annotate = true")),
        ("stops", with("until_balanced = 5")),
        ("control", with("opening_turns = 4; control = true")),
    ];
    let all: Vec<(&str, &str)> = all.iter().map(|(n, lines)| (*n, lines.as_str())).collect();
    let figures = figures(dir.path(), &experiment(&all));
    let groups = figures["groups"].as_array().unwrap();
    assert_eq!(groups.len(), all.len());
    let games = |group: &Value| group["provenance"]["games_recorded"].as_u64().unwrap();
    assert!(groups.iter().all(|group| games(group) == 40));
    let ids: std::collections::BTreeSet<&str> = groups
        .iter()
        .map(|group| group["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids.len(), all.len());
    let distinction = |group: usize| groups[group]["distinction"].as_str().unwrap();
    assert!(
        distinction(0).starts_with("no opening turns, "),
        "{}",
        distinction(0)
    );
    assert!(distinction(1).starts_with("1 random opening turn, "));
    assert!(distinction(3).starts_with("list of 2 openings ("));
    assert!(distinction(4).contains("at most 40 turns"));
    assert!(distinction(5).contains("60000 ms for a turn"));
    assert!(distinction(6).contains("with values"));
    assert!(distinction(7).contains("stops by balance:0.05:40"));
    assert!(distinction(8).starts_with("4 random opening turns, "));
    // What is the same in all of them is not said.
    assert!(!distinction(0).contains("self-play") && !distinction(0).contains("adjudicated"));
    let two = report(dir.path(), &experiment(&all[1..3]));
    let page = fs::read_to_string(dir.path().join("out/report.html")).unwrap();
    for group in two["groups"].as_array().unwrap() {
        assert!(page.contains(&format!("id=\"{}\"", group["id"].as_str().unwrap())));
    }
    assert!(page.contains("greedy against itself · 1 random opening turn<"));
}

#[test]
fn formats_and_line_ups_are_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    let two = "agents = [\"greedy\", \"random\"]; games = 12";
    let three = "agents = [\"greedy\", \"random\", \"level:n=2\"]; games = 12";
    let all = [
        ("swapped", format!("format = \"match\"; {two}")),
        ("fixed", format!("format = \"match-fixed-seats\"; {two}")),
        ("round-robin", format!("format = \"round-robin\"; {three}")),
        (
            "gauntlet",
            format!(
                "format = \"gauntlet\"; {}",
                three.replace("greedy\", \"random", "random\", \"greedy")
            ),
        ),
        (
            "openings",
            format!("format = \"round-robin\"; opening_turns = 3; {three}"),
        ),
    ];
    let all: Vec<(&str, &str)> = all.iter().map(|(n, lines)| (*n, lines.as_str())).collect();
    let report = figures(dir.path(), &experiment(&all));
    let tournaments = report["tournaments"].as_array().unwrap();
    let distinctions: Vec<&str> = tournaments
        .iter()
        .map(|tournament| tournament["distinction"].as_str().unwrap())
        .collect();
    assert_eq!(
        distinctions,
        [
            "round robin, 2 random opening turns",
            "gauntlet, 2 random opening turns",
            "round robin, 3 random opening turns"
        ]
    );
    let groups = report["groups"].as_array().unwrap();
    assert_eq!(groups.len(), 2 + 3 + 2 + 3);
    let distinction = |group: usize| groups[group]["distinction"].as_str().unwrap();
    assert!(distinction(0).starts_with("seats swapped, no tournament, "));
    assert!(distinction(1).starts_with("fixed seats, no tournament, "));
}

#[test]
fn a_lonely_group_needs_no_distinction() {
    let dir = tempfile::tempdir().unwrap();
    let report = report(dir.path(), &experiment(&[("only", SELF_PLAY)]));
    assert_eq!(report["groups"][0]["distinction"], Value::Null);
    assert_eq!(report["groups"][0]["id"], "hexflip-greedy-against-itself");
}

/// Runs an experiment that must fail before any game is in a file.
fn fails_at_once(dir: &Path, text_of_file: &str, parts: &[&str]) {
    let file = dir.join("experiment.toml");
    fs::write(&file, text_of_file).unwrap();
    let out = dir.join("out");
    bad(
        &words(&format!(
            "run {} --out {} --progress never",
            file.display(),
            out.display()
        )),
        1,
        parts,
    );
    let played = fs::read_dir(out.join("records")).map_or(0, |files| {
        files
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .filter(|name| !name.starts_with("second.flip"))
            .count()
    });
    assert_eq!(played, 0, "games have been played");
}

#[test]
fn what_fails_later_is_found_before_anything_is_played() {
    // Tournaments with the same games.
    let dir = tempfile::tempdir().unwrap();
    let twice = experiment(&[
        ("first", SELF_PLAY),
        ("second", &SELF_PLAY.replace("40", "60")),
    ]);
    fails_at_once(
        dir.path(),
        &twice,
        &[
            "line 10, `name`",
            "`second`",
            "repeats the games of tournament `first`",
        ],
    );

    // A page that cannot be written.
    let good = experiment(&[
        ("first", SELF_PLAY),
        ("second", &SELF_PLAY.replace("greedy", "random")),
    ]);
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("out/report.html")).unwrap();
    fails_at_once(dir.path(), &good, &["report.html"]);
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("out")).unwrap();
    fs::write(dir.path().join("out/plots"), "").unwrap();
    fails_at_once(dir.path(), &good, &["plots"]);

    // A file of games that are not those of the second tournament.
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("out/records")).unwrap();
    let second = dir.path().join("out/records/second.flip");
    let other = "match hexflip --a greedy --b greedy --games 3 --seed 1 --progress never --out";
    let mut other: Vec<&str> = other.split(' ').collect();
    other.push(text(&second));
    crate::common::good(&other);
    fails_at_once(
        dir.path(),
        &good,
        &["tournament `second`", "another pair of agents"],
    );

    // An agent that cannot be built.
    let dir = tempfile::tempdir().unwrap();
    let weights = good.replace("\"random\"", "\"greedy:weights=no-such-file.toml\"");
    fails_at_once(dir.path(), &weights, &["no-such-file.toml"]);
}
