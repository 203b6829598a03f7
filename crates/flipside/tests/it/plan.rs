//! The planner: what it promises before anything is played.

use std::fs;
use std::path::Path;

use crate::common::{bad, good, root, words};
use flipside_records::Reader;
use flipside_rules::{GameResult, Seat};
use flipside_stats::sample::{OpeningSampling, Sample, SampleUnit};
use flipside_stats::verdict::{Verdict, decide};
use serde_json::Value;

const EXPERIMENT: &str = r#"
name = "plans"
seed = 4

[[tournament]]
name = "alone"
game = "hexflip"
format = "selfplay"
agents = ["random"]
games = 1000

[[tournament]]
name = "control"
game = "hexflip"
format = "selfplay"
agents = ["greedy"]
games = 2000
control = true

[[tournament]]
name = "pairs"
game = "sayu"
rules = "radius=1,tiles=mini"
format = "match"
agents = ["greedy", "random"]
games = 150
until_balanced = 5

[[tournament]]
name = "all"
game = "hexflip"
format = "round-robin"
agents = ["greedy", "random", "uct:nodes=2"]
games = 60

[[tournament]]
name = "seats"
game = "hexflip"
format = "match-fixed-seats"
agents = ["greedy", "random"]
games = 60

[[tournament]]
name = "slow"
game = "hexflip"
format = "selfplay"
agents = ["uct:ms=1000"]
games = 60
"#;

fn plan(dir: &Path, more: &[&str]) -> String {
    let file = dir.join("plans.toml");
    fs::write(&file, EXPERIMENT).unwrap();
    let said = good(&[&["plan", file.to_str().unwrap()], more].concat());
    // Nothing is left of the trials.
    assert_eq!(fs::read_dir(dir).unwrap().count(), 1);
    said
}

#[test]
fn a_plan_says_games_and_minutes() {
    let dir = tempfile::tempdir().unwrap();
    let json = plan(
        dir.path(),
        &["--detect", "3", "--trial", "0.2", "--format", "json"],
    );
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["power"], 0.9);
    assert_eq!(json["detect"], 0.03);
    let row = |i: usize| &json["tournaments"][i];
    let games = |i: usize, what: &str| row(i)[what]["games"].as_u64().unwrap();
    // The figures of the method, for independent games and ±2 points.
    assert!((5_600..5_800).contains(&row(0)["balance"]["least_games"].as_u64().unwrap()));
    assert!(games(0, "detect") > 3_000 && games(0, "detect") < 6_000);
    assert!(games(0, "balance") > games(0, "detect"));
    assert_eq!(games(0, "detect"), games(1, "detect").div_ceil(2) * 2);
    assert_eq!(games(1, "detect") % 2, 0);
    // The margin of the rule to stop.
    assert_eq!(row(2)["balance"]["margin"], 0.05);
    assert!(games(2, "balance") < games(3, "balance"));
    assert_eq!(games(2, "detect") % 2, 0);
    assert_eq!(games(3, "detect") % 6, 0);
    assert_eq!(row(4)["detect"]["games"], Value::Null);
    assert!(row(4)["notes"][0].as_str().unwrap().contains("no verdict"));
    // Two points of balance take 5,700 units, and at most every pair is one.
    assert!(games(3, "balance") > games(0, "balance") * 2);
    for (i, pairs_per_opening) in [(2, 1), (3, 3)] {
        let trial = &row(i)["trial"];
        let count = |seats: &str| trial["pairs"][seats].as_u64().unwrap();
        let pairs = count("first_both") + count("second_both") + count("split") + count("tied");
        assert_eq!(
            pairs,
            trial["openings"].as_u64().unwrap() * pairs_per_opening
        );
    }
    // Minutes go by the games and the time of one.
    let threads = json["threads"].as_f64().unwrap();
    for i in 0..4 {
        let trial = &row(i)["trial"];
        assert!(trial["games"].as_u64().unwrap() > 0);
        let each = trial["seconds_per_game"].as_f64().unwrap();
        for what in ["detect", "balance"] {
            let minutes = row(i)[what]["minutes"].as_f64().unwrap();
            let wanted = games(i, what) as f64 * each / threads / 60.0;
            assert!((minutes - wanted).abs() <= 1e-9 * wanted);
        }
    }
    // No game is over in so short a time, so nothing is said about it.
    assert_eq!(row(5)["trial"]["games"], 0);
    assert_eq!(row(5)["detect"]["minutes"], Value::Null);
    assert!(row(5)["detect"]["least_minutes"].as_f64().unwrap() > 1.0);
    assert_eq!(row(0)["detect"]["least_minutes"], Value::Null);
    assert!(row(5)["detect"]["games"].is_u64());
    let detectable = row(0)["planned"]["detectable"].as_f64().unwrap();
    assert!(detectable > 0.03 && detectable < 0.1);

    let text = plan(
        dir.path(),
        &["--detect", "3", "--trial", "0.1", "--margin", "4"],
    );
    for part in [
        "with a probability of 90 %",
        "to detect an advantage of 3 points: ",
        "to show balance within ±4 points: ",
        "no verdict: the agents keep their seats",
        "a game takes more than",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let none = plan(dir.path(), &["--detect", "3", "--trial", "0"]);
    assert!(none.contains("up to twice as many games"), "{none}");
    assert!(!none.contains("minute") && !none.contains(" min"), "{none}");
}

/// The verdicts of a report on each run of this number of games.
fn verdicts(results: &[GameResult], games: usize) -> Vec<Verdict> {
    let verdict = |run: &[GameResult]| {
        let mut sample = Sample::default();
        for pair in run.chunks(2) {
            sample.add(&SampleUnit::of(0, pair), OpeningSampling::Drawn);
        }
        decide(&sample.decisive_pairs(OpeningSampling::Drawn), 0.001)
            .unwrap()
            .verdict
    };
    results.chunks_exact(games).map(verdict).collect()
}

#[test]
fn matches_of_the_planned_length_find_the_advantage_as_often_as_promised() {
    // Two agents that play alike and have different names, so that seats are swapped.
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let weights = path("weights.toml");
    fs::copy(
        root("crates/ai/data/weights/hexflip/standard.toml"),
        &weights,
    )
    .unwrap();
    let (twin, record, file) = (
        format!("greedy:weights={weights}"),
        path("m.flip"),
        path("m.toml"),
    );
    good(&words(&format!(
        "match hexflip --rules hand=4 --a greedy --b {twin} --games 14400 --seed 3 \
            --out {record}"
    )));
    let mut reader = Reader::open(&record).unwrap();
    let header = reader.header().clone();
    let mut results: Vec<GameResult> = Vec::new();
    while let Some(block) = reader.next_block().unwrap() {
        let games = block.decode(&header).unwrap();
        results.extend(games.iter().map(|game| game.end.result));
    }
    let first = results
        .iter()
        .filter(|result| **result == GameResult::Win(Seat::First))
        .count();
    let points = 100.0 * first as f64 / results.len() as f64 - 50.0;
    assert!((18.0..24.0).contains(&points), "{points}");

    let tournament = format!(
        "name = \"m\"\nseed = 4\n[[tournament]]\nname = \"m\"\ngame = \"hexflip\"\n\
         rules = \"hand=4\"\nformat = \"match\"\nagents = [\"greedy\", \"{twin}\"]\ngames = 100\n"
    );
    fs::write(&file, tournament).unwrap();
    let detect = points.to_string();
    let json = good(&words(&format!(
        "plan {file} --detect {detect} --trial 0.3 --format json"
    )));
    let json: Value = serde_json::from_str(&json).unwrap();
    let games = json["tournaments"][0]["detect"]["games"].as_u64().unwrap() as usize;
    let found = |games: usize| {
        let verdicts = verdicts(&results, games);
        let found = verdicts
            .iter()
            .filter(|verdict| **verdict == Verdict::FavoursFirst)
            .count();
        found as f64 / verdicts.len() as f64
    };
    let (planned, half) = (found(games), found(games / 4 * 2));
    assert!((0.75..=1.0).contains(&planned), "{games}: {planned}");
    assert!(half < 0.75, "{games}: {half}");
}

#[test]
fn what_cannot_be_planned_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("plans.toml");
    let path = file.to_str().unwrap();
    fs::write(&file, EXPERIMENT).unwrap();
    for (points, flag) in [
        ("0", "--detect"),
        ("50", "--detect"),
        ("nan", "--detect"),
        ("-1", "--margin"),
    ] {
        let value = format!("{flag}={points}");
        let mut arguments = vec!["plan", path, &value];
        if flag == "--margin" {
            arguments.push("--detect=3");
        }
        bad(&arguments, 2, &[flag, "above 0 and below 50"]);
    }
    bad(&["plan", path], 2, &["--detect"]);
    fs::write(&file, EXPERIMENT.replace("[\"random\"]", "[\"rnadom\"]")).unwrap();
    bad(&["plan", path, "--detect", "3"], 1, &["line 9", "rnadom"]);
}
