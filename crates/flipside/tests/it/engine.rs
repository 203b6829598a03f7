//! The program as an engine, and against itself.

use crate::common;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{Running, bad, good, words};
use flipside_ai::{Agent, Choice, Playable, Rng, Spec, Stop, build};
use flipside_engine::EngineAgent;
use flipside_rules::{FullGame, Hexflip, RuleSet as _, Sayu};
use serde_json::Value;

const FLIPSIDE: &str = env!("CARGO_BIN_EXE_flipside");

/// The spec of an agent that this program plays as an engine.
fn engine(game: &str, agent: &str) -> String {
    format!("engine:cmd=\"'{FLIPSIDE}' engine {game} --agent {agent}\"")
}

/// Plays an agent against a random player and gives all turns, and all that the agent knew.
fn play<G: FullGame>(
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
    same_games::<Hexflip>("", "greedy", 10);
    same_games::<Hexflip>("hand=2,repetition=2", "random", 40);
    same_games::<Hexflip>("", "uct:nodes=100", 3);
    same_games::<Sayu>("", "greedy", 2);
    same_games::<Sayu>("radius=1,tiles=mine,komi=-.5", "random", 10);
    same_games::<Sayu>("radius=2", "uct:nodes=20", 2);
}

#[test]
fn best_asks_engines_and_tells_them_what_was_played() {
    let best = |agent: &str| {
        let turns = "c3 b2+d4 c3-a1";
        let options = ["--turns", turns, "--seed", "7", "--agent", agent];
        good(&[&["best", "hexflip"], &options[..]].concat())
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
    best("engine:cmd=\"x 'y\"", &["unclosed quote"]);
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
    good(&words(&format!(
        "match hexflip --a {a} --b {b} --games 12 --seed 5 --out {file} --threads 2 \
            --max-failures 12"
    )));
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

/// Failures of each agent in a report of record files, as (agent, games, lost, void).
fn failures(folder: &Path, records: &str) -> Vec<(String, u64, u64, u64)> {
    let out = folder.join("report");
    good(&["report", records, "--out", out.to_str().unwrap()]);
    let report = fs::read(out.join("report.json")).unwrap();
    let report: Value = serde_json::from_slice(&report).unwrap();
    let groups = report["groups"].as_array().unwrap();
    let agents = groups
        .iter()
        .flat_map(|group| group["failures"].as_array().unwrap());
    agents
        .map(|agent| {
            let count = |key: &str| agent["failures"][key].as_u64().unwrap();
            let games = agent["games"].as_u64().unwrap();
            let name = agent["agent"].as_str().unwrap().to_string();
            (name, games, count("lost"), count("void"))
        })
        .collect()
}

/// Engines that never come to play: one that ends at once, and one that refuses the rules.
fn absent_engines() -> [String; 2] {
    [
        "engine:cmd=\"sh -c false\",timeout=1000".to_string(),
        engine("hexflip", "random --rules hand=3"),
    ]
}

#[test]
fn void_games_are_charged_to_the_engine_that_did_not_come_in_either_seat() {
    for absent in absent_engines() {
        for (a, b, culprit) in [(absent.as_str(), "random", 0), ("random", &absent, 1)] {
            for seats in [&[][..], &["--fixed-seats"]] {
                let folder = tempfile::tempdir().unwrap();
                let file = folder.path().join("void.flip");
                let file = file.to_str().unwrap();
                let line = format!(
                    "match hexflip --a {a} --b {b} --games 7 --seed 5 --max-failures \
                        7 --out {file}"
                );
                let arguments = words(&line);
                good(&[&arguments[..], seats].concat());
                let found = failures(folder.path(), file);
                assert_eq!(found.len(), 2);
                for (i, (_, games, lost, void)) in found.iter().enumerate() {
                    let wanted = if i == culprit { 7 } else { 0 };
                    assert_eq!((*games, *lost, *void), (7, 0, wanted), "{a} {b} {seats:?}");
                }
                // The seat stands in every game.
                for line in good(&["records", "cat", file]).lines() {
                    let game: Value = serde_json::from_str(line).unwrap();
                    let seat = game["failed"].as_str().unwrap();
                    assert!(
                        game[seat].as_str().unwrap().starts_with("engine:"),
                        "{line}"
                    );
                }
            }
        }
    }
}

#[test]
fn in_a_round_robin_nobody_else_is_charged() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = folder.path().join("experiment.toml");
    let quoted = |spec: &str| format!("\"{}\"", spec.replace('\\', "\\\\").replace('"', "\\\""));
    let [absent, refusing] = absent_engines().map(|spec| quoted(&spec));
    let text = format!(
        "name = \"void\"\nseed = 3\n[[tournament]]\nname = \"all\"\ngame = \"hexflip\"\n\
         format = \"round-robin\"\nagents = [\"greedy\", {absent}, \"random\", {refusing}]\n\
         games = 24\nmax_failures = 24\n"
    );
    fs::write(&experiment, text).unwrap();
    let out = folder.path().join("out");
    let [experiment, out_text] = [&experiment, &out].map(|path| path.to_str().unwrap());
    good(&["run", experiment, "--out", out_text]);
    let records = out.join("records/all.flip");
    let found = failures(folder.path(), records.to_str().unwrap());
    let mut void = 0;
    for (agent, _, lost, of_agent) in found {
        assert_eq!(lost, 0);
        assert!(
            agent.starts_with("engine:") || of_agent == 0,
            "{agent}: {of_agent}"
        );
        void += of_agent;
    }
    // All but the two games of each opening between greedy and random; where both engines meet,
    // the one that is asked first has failed.
    assert_eq!(void, 20);
}

/// Starts a match with an engine that ignores signals, `quit` and the end of its input, and has a
/// child. When it is asked for a turn, sends `signals` to the program, waits for its end, and expects
/// that the engine and its child end, too.
fn engines_end_with_the_program(signals: &[&str], code: Option<i32>) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let script = format!(
        "trap '' INT TERM HUP PIPE\nsleep 1000 &\n\
         while :; do read -r line; case $line in\n\
         flipside*) echo name stubborn ;;\n\
         go*) echo \"$$ $!\" > '{}'; sleep 1000 ;;\n\
         *) sleep 0.01 ;;\n\
         esac; done\n",
        path("pids")
    );
    fs::write(path("engine.sh"), script).unwrap();
    let spec = format!("engine:cmd=\"sh '{}'\"", path("engine.sh"));
    let out = path("match.flip");
    let child = common::command(&words(&format!(
        "match hexflip --a {spec} --b random --games 2 --seed 1 --out {out} --threads \
            1"
    )))
    .stderr(Stdio::null())
    .spawn();
    let mut child = Running(child.unwrap());
    let pids = loop {
        match fs::read_to_string(path("pids")) {
            Ok(text) if text.ends_with('\n') => break text.trim().to_string(),
            _ => assert_eq!(child.0.try_wait().unwrap(), None),
        }
        thread::sleep(Duration::from_millis(5));
    };
    let sh = |text: String| Command::new("sh").args(["-c", &text]).status().unwrap();
    for signal in signals {
        assert!(sh(format!("kill -{signal} {}", child.0.id())).success());
    }
    assert_eq!(child.0.wait().unwrap().code(), code, "{signals:?}");
    for pid in pids.split(' ') {
        let mut tries = 0;
        // A process whose parent has ended is reaped by another one, some time.
        while sh(format!(
            "kill -0 {pid} 2>/dev/null && ! grep -q '^State:.*Z' /proc/{pid}/status"
        ))
        .success()
        {
            tries += 1;
            assert!(tries < 2_000, "{signals:?}: {pid} is still there");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn an_interrupted_match_takes_its_engines_with_it() {
    engines_end_with_the_program(&["INT"], Some(1));
    engines_end_with_the_program(&["TERM", "INT"], Some(1));
    // Nothing of the program itself can run after this.
    engines_end_with_the_program(&["KILL"], None);
}

#[test]
fn a_malformed_word_after_a_turn_is_said_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    // Always the first legal turn, as the program itself lists it.
    let script = format!(
        "turns=\nwhile read -r word rest; do case $word in\n\
         flipside) echo name chatter ;;\n\
         new) turns= ;;\n\
         turn) turns=\"$turns $rest\" ;;\n\
         go) echo \"turn $('{FLIPSIDE}' turns hexflip --turns \"$turns\" | head -n 1) value nan \
         nodes 1e6 depth 3.5 mate\" ;;\n\
         quit) exit ;;\n\
         esac; done\n",
    );
    fs::write(path("engine.sh"), script).unwrap();
    let spec = format!("engine:cmd=\"sh '{}'\"", path("engine.sh"));
    let out = path("match.flip");
    let ran = common::run(&words(&format!(
        "match hexflip --a {spec} --b random --games 4 --seed 1 --out {out} --threads 2 --progress \
         plain"
    )));
    assert_eq!(ran.code, 0, "{}", ran.err);
    for word in ["value `nan`", "nodes `1e6`", "depth `3.5`"] {
        let said = ran.err.matches(&format!("invalid {word}")).count();
        assert_eq!(said, 1, "{}", ran.err);
    }
    let info: Value = serde_json::from_str(&good(&["records", "info", &out])).unwrap();
    assert_eq!(info["games"], 4);
    assert_eq!(info["void"], 0, "{info}");
}

#[test]
fn each_thread_runs_an_engine_once_and_twice_against_itself() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    for (n, (against, processes)) in [("random", 1), ("itself", 2)].into_iter().enumerate() {
        let script = format!(
            "echo started >> '{}'\nexec '{FLIPSIDE}' engine hexflip --agent greedy\n",
            path(&format!("starts{n}"))
        );
        let engine = path(&format!("engine{n}.sh"));
        fs::write(&engine, script).unwrap();
        let spec = format!("engine:cmd=\"sh '{engine}'\"");
        let against = if against == "itself" { &spec } else { against };
        good(&words(&format!(
            "match hexflip --a {spec} --b {against} --games 6 --seed 1 --threads 1 --out {}",
            path(&format!("{n}.flip"))
        )));
        let starts = fs::read_to_string(path(&format!("starts{n}"))).unwrap();
        assert_eq!(starts.lines().count(), processes, "{against}");
    }
}

#[test]
fn all_lines_of_an_engine_are_logged() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (log, experiment) = (path("engine.log"), path("experiment.toml"));
    let spec = engine("hexflip", "greedy");
    let quoted = spec.replace('\\', "\\\\").replace('"', "\\\"");
    let text = format!(
        "name = \"x\"\nseed = 4\n[[tournament]]\nname = \"all\"\ngame = \"hexflip\"\n\
         format = \"match\"\nagents = [\"{quoted}\", \"random\"]\ngames = 2\n"
    );
    fs::write(&experiment, text).unwrap();
    let mut logged = String::new();
    for command in [
        format!(
            "match hexflip --a {spec} --b random --games 2 --seed 1 --out {} --threads 1",
            path("match.flip")
        ),
        format!("run {experiment} --out {} --threads 1", path("out")),
        format!("best hexflip --agent {spec}"),
    ] {
        good(&words(&format!("{command} --engine-log {log}")));
        // Later commands append.
        let all = fs::read_to_string(&log).unwrap();
        let new = all.strip_prefix(&logged).unwrap().to_string();
        let lines: Vec<&str> = new.lines().collect();
        let has = |part: &str| lines.iter().filter(|line| line.contains(part)).count();
        for line in &lines {
            let mut words = line.splitn(4, ' ');
            assert!(words.next().unwrap().parse::<f64>().is_ok(), "{line}");
            assert_eq!(words.next(), Some("1"), "{line}");
            assert!(["<", ">", "#"].contains(&words.next().unwrap()), "{line}");
        }
        assert_eq!(has(" 1 # start "), 1, "{new}");
        assert_eq!(has(" 1 > flipside 1 hexflip 0 standard"), 1, "{new}");
        assert_eq!(has(" 1 < name flipside"), 1, "{new}");
        assert!(
            has(" > go ") > 0 && has(" > go ") == has(" < turn "),
            "{new}"
        );
        assert_eq!(has(" > quit"), 1, "{new}");
        assert!(
            lines
                .last()
                .unwrap()
                .contains("# ended by itself: exit status: 0"),
            "{new}"
        );
        logged = all;
    }
    bad(
        &words(&format!(
            "best hexflip --agent {spec} --engine-log {}",
            path("no/such/folder")
        )),
        1,
        &["--engine-log", "no/such/folder"],
    );
}
