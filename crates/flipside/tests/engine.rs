//! The program as an engine, and against itself.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use common::{bad, good};
use flipside_ai::{Agent, Choice, Playable, Rng, Spec, Stop, build};
use flipside_engine::EngineAgent;
use flipside_rules::{Game, RuleSet as _, hexflip, sayu};
use serde_json::Value;

const FLIPSIDE: &str = env!("CARGO_BIN_EXE_flipside");

/// The spec of an agent that this program plays as an engine.
fn engine(game: &str, agent: &str) -> String {
    format!("engine:cmd=\"'{FLIPSIDE}' engine {game} --agent {agent}\"")
}

/// Plays an agent against a random player and gives all turns, and all that the agent knew.
fn play<G: Game>(
    agent: &mut dyn Agent<G>,
    rules: &G::Rules,
    seed: u64,
) -> (Vec<String>, Vec<Choice<G::Turn>>) {
    let mut rng = Rng::new(seed);
    let mut game = G::new(rules.clone());
    let (mut turns, mut choices) = (Vec::new(), Vec::new());
    agent.begin(seed);
    while game.outcome().is_none() && turns.len() < 60 {
        // Two random turns, then each in its turn; in odd games the agent is Second.
        let number = turns.len() as u64;
        let turn = if number > 1 && number % 2 == seed % 2 {
            let choice = agent.choose(&game, &Stop::new()).unwrap();
            choices.push(choice.clone());
            choice.turn
        } else {
            game.pick_turn(|n| rng.below(n)).unwrap()
        };
        turns.push(game.turn_text(turn));
        agent.observe(&game, turn);
        game.play(turn).unwrap();
    }
    (turns, choices)
}

/// An engine plays what its agent plays here, and knows the same but for proofs, for which the
/// protocol has no words.
fn same_games<G: Playable>(rules: &str, spec: &str, games: u64) {
    let tiles = "name: my-set\n025 135 136 246 027 357 037 147\n";
    let rules = G::Rules::parse(rules, &|_| Ok(tiles.to_string())).unwrap();
    let mut here = build::<G>(&spec.parse().unwrap()).unwrap();
    let there: Spec = engine(G::NAME, spec).parse().unwrap();
    let mut there = EngineAgent::<G>::from_spec(&there).unwrap();
    for seed in 0..games {
        let (turns, mut choices) = play(here.as_mut(), &rules, seed);
        for choice in &mut choices {
            choice.proven = None;
        }
        assert_eq!(play(&mut there, &rules, seed), (turns, choices), "{spec}");
    }
}

#[test]
fn an_engine_plays_what_its_agent_plays() {
    same_games::<hexflip::Game>("", "greedy", 10);
    same_games::<hexflip::Game>("hand=2,repetition=2", "random", 40);
    same_games::<hexflip::Game>("", "uct:nodes=100", 3);
    same_games::<sayu::Game>("", "greedy", 2);
    same_games::<sayu::Game>("radius=1,tiles=mine,komi=-.5", "random", 10);
    same_games::<sayu::Game>("radius=2", "uct:nodes=20", 2);
}

#[test]
fn best_asks_engines_and_tells_them_what_was_played() {
    let best = |agent: &str| {
        let turns = "c3 b2+d4 c3-a1";
        good(&[
            "best", "hexflip", "--turns", turns, "--seed", "7", "--agent", agent,
        ])
    };
    assert_eq!(best(&engine("hexflip", "greedy")), best("greedy"));
    assert_eq!(best(&engine("hexflip", "random")), best("random"));
}

#[test]
fn what_cannot_be_played_is_an_error() {
    let best = |agent: &str, parts: &[&str]| {
        bad(&["best", "hexflip", "--agent", agent], 1, parts);
    };
    best(
        "engine:cmd=\"/no/such/engine x\"",
        &["could not be started", "`/no/such/engine x`"],
    );
    best("engine:cmd=\"x 'y\"", &["never closed"]);
    bad(
        &["engine", "hexflip", "--agent", "mtcs"],
        2,
        &["unknown agent"],
    );
    bad(
        &["engine", "hexflip", "--agent", "random", "--rules", "x=1"],
        1,
        &["--rules", "`x`"],
    );
}

#[test]
fn an_engine_of_other_rules_refuses() {
    let spec = engine("hexflip", "random --rules hand=3");
    let ran = common::run(&["best", "hexflip", "--agent", &spec]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    let why = "refuses to play: this engine plays by the rules `hand=3`, not `standard`";
    assert!(ran.err.contains(why), "{}", ran.err);
    good(&["best", "hexflip", "--rules", "hand=3", "--agent", &spec]);
}

/// The turns of the games of a match, as `records cat` prints them.
fn games_of_match(folder: &Path, a: &str, b: &str) -> Vec<String> {
    let file = folder.join(format!("{}.flip", folder.read_dir().unwrap().count()));
    let file = file.to_str().unwrap();
    good(&[
        "match",
        "hexflip",
        "--a",
        a,
        "--b",
        b,
        "--games",
        "12",
        "--seed",
        "5",
        "--out",
        file,
        "--threads",
        "2",
        "--max-failures",
        "12",
    ]);
    good(&["records", "cat", file])
        .lines()
        .map(|line| {
            let game: Value = serde_json::from_str(line).unwrap();
            format!("{} {} {}", game["turns"], game["outcome"], game["reason"])
        })
        .collect()
}

#[test]
fn a_match_against_an_engine_is_one_against_its_agent() {
    let folder = tempfile::tempdir().unwrap();
    let here = games_of_match(folder.path(), "greedy", "random");
    let there = games_of_match(folder.path(), "greedy", &engine("hexflip", "random"));
    assert_eq!(here.len(), 12);
    assert_eq!(here, there);
    let there = games_of_match(folder.path(), &engine("hexflip", "greedy"), "random");
    assert_eq!(here, there);
}

#[test]
fn games_that_an_engine_never_came_to_are_void() {
    let folder = tempfile::tempdir().unwrap();
    let games = games_of_match(
        folder.path(),
        "greedy",
        "engine:cmd=\"sh -c false\",timeout=1000",
    );
    assert_eq!(games.len(), 12);
    assert!(
        games
            .iter()
            .all(|game| game.ends_with("\"void\" \"crash\"")),
        "{games:?}"
    );
}

#[test]
fn an_interrupted_match_takes_its_engines_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let script = format!(
        "while read -r line; do case $line in\n\
         flipside*) echo name slow ;;\n\
         go*) echo $$ > '{}'; sleep 1000 ;;\n\
         esac; done\n",
        path("pid")
    );
    fs::write(path("engine.sh"), script).unwrap();
    let spec = format!("engine:cmd=\"sh '{}'\"", path("engine.sh"));
    let out = path("match.flip");
    let mut child = common::command(&[
        "match",
        "hexflip",
        "--a",
        &spec,
        "--b",
        "random",
        "--games",
        "2",
        "--seed",
        "1",
        "--out",
        &out,
        "--threads",
        "1",
    ])
    .stderr(Stdio::null())
    .spawn()
    .unwrap();
    let pid = loop {
        match fs::read_to_string(path("pid")) {
            Ok(text) if text.ends_with('\n') => break text.trim().to_string(),
            _ => thread::sleep(Duration::from_millis(5)),
        }
    };
    let sh = |text: String| Command::new("sh").args(["-c", &text]).status().unwrap();
    assert!(sh(format!("kill -INT {}", child.id())).success());
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(!sh(format!("kill -0 {pid} 2>/dev/null")).success());
}
