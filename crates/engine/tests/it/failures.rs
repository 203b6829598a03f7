//! Engines that fail: the kind of each failure, its message, and that no process is left.

use std::time::{Duration, Instant};

use crate::scripts::{AMPLE, Script, failure, start};
use flipside_ai::{Agent as _, AgentFailureKind, BuildError, Spec, Stop};
use flipside_engine::EngineAgent;
use flipside_rules::Hexflip;
use flipside_rules::{Game as _, Notation as _};

/// Asks a script for the first turn, within `turn_time`, and expects it to fail.
fn fails(script: &Script, turn_time: Duration, kind: AgentFailureKind, parts: &[&str]) {
    let mut agent = script.agent(turn_time);
    agent.begin(1);
    let failure = failure(&mut agent, &start());
    assert_eq!(failure.kind, kind, "{failure}");
    for part in parts.iter().chain(&["engine.sh"]) {
        assert!(failure.message.contains(part), "{failure}: no `{part}`");
    }
    assert!(failure.message.len() < 400, "{failure}");
    assert!(!script.is_there("pid"), "the engine is still there");
}

/// Plays a turn given as text, which the agent observes.
fn play(agent: &mut EngineAgent<Hexflip>, game: &mut Hexflip, text: &str) {
    let turn = game.parse_turn(text).unwrap();
    agent.observe(game, turn);
    game.play(turn).unwrap();
}

#[test]
fn missing_programs_cannot_start() {
    let mut agent = EngineAgent::<Hexflip>::new(vec!["/no/such/engine".to_string()], AMPLE);
    agent.begin(1);
    let failure = failure(&mut agent, &start());
    assert_eq!(failure.kind, AgentFailureKind::Start);
    assert!(failure.message.contains("/no/such/engine"), "{failure}");
}

#[test]
fn malformed_commands_are_rejected_before_anything_starts() {
    for (command, part) in [("x 'y", "unclosed quote"), ("# x", "empty command")] {
        let spec: Spec = format!("engine:cmd=\"{command}\"").parse().unwrap();
        match EngineAgent::<Hexflip>::from_spec(&spec) {
            Err(BuildError::Unavailable { why, .. }) => assert!(why.contains(part), "{why}"),
            other => panic!("{other:?}"),
        }
    }
    let random = "random".parse().unwrap();
    assert!(EngineAgent::<Hexflip>::from_spec(&random).is_err());
}

#[test]
fn an_engine_may_refuse() {
    let script = Script::new("echo error no such rules", "", "");
    fails(
        &script,
        AMPLE,
        AgentFailureKind::Start,
        &["refuses", "no such rules"],
    );
}

#[test]
fn the_handshake_may_fail() {
    for (on_handshake, part) in [
        ("exit 3", "exit status: 3"),
        ("echo hello", "unexpected answer `hello`"),
        ("exec >&-; sleep 1000", "closed its output"),
    ] {
        let script = Script::new(on_handshake, "", "");
        fails(&script, AMPLE, AgentFailureKind::Start, &[part]);
    }
    let script = Script::new("sleep 1000", "", "");
    let mut agent = script
        .agent(AMPLE)
        .starting_within(Duration::from_millis(300));
    agent.begin(1);
    let failure = failure(&mut agent, &start());
    assert_eq!(failure.kind, AgentFailureKind::Start, "{failure}");
    assert!(
        failure.message.contains("no answer within 300 ms"),
        "{failure}"
    );
    assert!(!script.path("pid").exists() || !script.is_there("pid"));
}

#[test]
fn an_engine_may_exit() {
    let script = Script::playing("set -- $*x; case $* in x) echo turn c3 ;; *) exit 7 ;; esac");
    let mut agent = script.agent(AMPLE);
    for seed in 0..2 {
        // A new game has a new process.
        agent.begin(seed);
        let mut game = start();
        let choice = agent.choose(&game, &Stop::new()).unwrap();
        assert_eq!(game.turn_text(choice.turn), "c3");
        play(&mut agent, &mut game, "c3");
        play(&mut agent, &mut game, "a1");
        let failure = failure(&mut agent, &game);
        assert_eq!(failure.kind, AgentFailureKind::Crash, "{failure}");
        for part in ["exit status: 7", "(scripted)"] {
            assert!(failure.message.contains(part), "{failure}");
        }
        assert!(!script.is_there("pid"));
    }
    let game = |seed| {
        format!("flipside 1 hexflip 0 standard\nnew {seed}\ngo 60000\nturn c3\nturn a1\ngo 60000\n")
    };
    assert_eq!(script.text("received"), game(0) + &game(1));
}

#[test]
fn an_engine_may_crash_in_other_ways() {
    for (on_go, part) in [
        ("kill -9 $$", "signal: 9"),
        ("exec >&-; sleep 1000", "closed its output"),
        ("echo error lost my mind", "error: lost my mind"),
        ("printf 'turn c'; exit 0", "exit status: 0"),
        // Its child keeps the output open.
        ("sleep 1000 & exit 3", "exit status: 3"),
        ("sleep 1000 & kill -9 $$", "signal: 9"),
    ] {
        fails(
            &Script::playing(on_go),
            AMPLE,
            AgentFailureKind::Crash,
            &[part],
        );
    }
}

/// A child in a session of its own is not killed with the engine.
#[test]
#[cfg(target_os = "linux")]
fn a_child_that_outlives_the_engine_does_not_hide_a_crash() {
    for on_go in [
        "setsid sleep 3 & sleep .2; exit 7",
        "setsid sh -c 'while echo \"# alive\"; do :; done' & sleep .2; exit 7",
    ] {
        let began = Instant::now();
        fails(
            &Script::playing(on_go),
            AMPLE,
            AgentFailureKind::Crash,
            &["exit status: 7"],
        );
        assert!(began.elapsed() < Duration::from_secs(3), "{on_go}");
    }
}

#[test]
fn a_crash_between_turns_is_noticed_although_a_child_keeps_the_output_open() {
    let script = Script::playing("echo turn c3; sleep 1000 & exit 7");
    let mut agent = script.agent(AMPLE);
    agent.begin(1);
    assert_eq!(agent.engine_name(), None);
    let mut game = start();
    agent.choose(&game, &Stop::new()).unwrap();
    assert_eq!(agent.engine_name(), Some("scripted"));
    play(&mut agent, &mut game, "c3");
    play(&mut agent, &mut game, "a1");
    let began = Instant::now();
    let failure = failure(&mut agent, &game);
    assert_eq!(failure.kind, AgentFailureKind::Crash, "{failure}");
    assert!(failure.message.contains("exit status: 7"), "{failure}");
    assert!(began.elapsed() < Duration::from_secs(3));
    assert_eq!(agent.engine_name(), None);
}

/// What an engine wrote before it exited counts.
#[test]
fn an_answer_before_the_exit_counts() {
    let script = Script::playing("sleep 1000 & echo turn c3; exit 0");
    let mut agent = script.agent(AMPLE);
    agent.begin(1);
    let choice = agent.choose(&start(), &Stop::new()).unwrap();
    assert_eq!(start().turn_text(choice.turn), "c3");
}

#[test]
fn malformed_words_after_a_turn_are_noted_once() {
    let script = Script::playing("echo turn c3 value 7 nodes 5 depth x");
    let mut agent = script.agent(AMPLE);
    for seed in 0..2 {
        agent.begin(seed);
        let choice = agent.choose(&start(), &Stop::new()).unwrap();
        assert_eq!(
            (choice.value, choice.nodes, choice.depth),
            (None, Some(5), None)
        );
        let notes = agent.take_notes();
        assert_eq!(notes.len(), if seed == 0 { 2 } else { 0 }, "{notes:?}");
        for (note, part) in notes.iter().zip(["value `7`", "depth `x`"]) {
            assert!(note.contains(part) && note.contains("(scripted)"), "{note}");
        }
    }
}

#[test]
fn an_engine_may_hang() {
    for on_go in [
        "sleep 1000",
        "while :; do :; done",
        "while :; do echo '# still thinking'; done",
        "trap '' INT TERM HUP PIPE; while :; do sleep 1; done",
    ] {
        let time = Duration::from_millis(200);
        let parts = ["no answer within 200 ms"];
        fails(
            &Script::playing(on_go),
            time,
            AgentFailureKind::Timeout,
            &parts,
        );
    }
}

#[test]
fn an_engine_may_flood_its_output() {
    let script = Script::playing("while :; do printf xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done");
    let parts = ["more than 65536 bytes", "xxx…"];
    fails(&script, AMPLE, AgentFailureKind::Illegal, &parts);
}

#[test]
fn an_engine_may_answer_nonsense() {
    for (on_go, parts) in [
        (
            "echo 'I play c3'",
            &["`I play c3`", "expected `turn TURN`"][..],
        ),
        ("echo turn", &["missing turn"]),
        ("echo turn z9", &["`turn z9`", "z9"]),
        ("echo turn c3+d4", &["`turn c3+d4`", "exactly 1"]),
        ("printf 'turn c3\\377\\n'", &["not valid UTF-8"]),
    ] {
        let script = Script::playing(on_go);
        fails(&script, AMPLE, AgentFailureKind::Illegal, parts);
    }
}

#[test]
fn an_engine_may_send_unexpected_lines() {
    // The second line is read either before the next `go` or as its answer, which depends on
    // timing; both are errors.
    let script = Script::playing("printf 'turn c3\\nhello\\n'");
    let mut agent = script.agent(AMPLE);
    agent.begin(1);
    let mut game = start();
    agent.choose(&game, &Stop::new()).unwrap();
    play(&mut agent, &mut game, "c3");
    play(&mut agent, &mut game, "a1");
    let failure = failure(&mut agent, &game);
    assert_eq!(failure.kind, AgentFailureKind::Illegal, "{failure}");
    assert!(failure.message.contains("`hello`"), "{failure}");
    assert!(!script.is_there("pid"));
}
