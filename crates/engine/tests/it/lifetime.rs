//! When engines start, what they receive, and when they exit.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use crate::scripts::{AMPLE, Script, failure, start};
use flipside_ai::{Agent as _, AgentFailureKind, ChooseError, Rng, Spec, Stop};
use flipside_engine::EngineAgent;
use flipside_rules::hexflip::{Hexflip, Rules};
use flipside_rules::{Game as _, Notation as _, RuleSet as _, no_attachments};

#[test]
fn commands_are_split_like_a_shell_does() {
    let script = Script::playing("echo turn c3");
    let name = script.path("two words, \"quoted\".sh");
    fs::rename(script.path("engine.sh"), &name).unwrap();
    let command = format!("sh '{}'", name.display()).replace('"', "\\\"");
    let spec = format!("engine:cmd=\"{command}\",timeout=50000");
    let spec: Spec = spec.parse().unwrap();
    let mut agent = EngineAgent::<Hexflip>::from_spec(&spec).unwrap();
    agent.begin(1);
    let choice = agent.choose(&start(), &Stop::new()).unwrap();
    assert_eq!(start().turn_text(choice.turn), "c3");
    assert!(script.text("received").ends_with("new 1\ngo 50000\n"));
}

#[test]
fn an_engine_that_does_not_read_blocks_nothing() {
    let script = Script::new("echo name deaf; exec sleep 1000", "", "");
    let mut agent = script.agent(Duration::from_millis(200));
    // More turns than fit into a pipe. Without the repetition rule some games never end.
    let rules = Rules::parse("repetition=off,hand=2", &no_attachments).unwrap();
    let mut rng = Rng::new(1);
    let mut game = Hexflip::new(rules);
    let mut turns = 0;
    while turns < 30_000 {
        match game.pick_turn(|n| rng.below(n)) {
            Some(turn) => {
                agent.observe(&game, turn);
                game.play_unchecked(turn);
                turns += 1;
            }
            None => {
                agent.begin(1);
                game = Hexflip::new(rules);
                turns = 0;
            }
        }
    }
    let failure = failure(&mut agent, &game);
    assert_eq!(failure.kind, AgentFailureKind::Timeout, "{failure}");
    assert!(!script.is_there("pid"));
}

/// Asks for a turn and requests a stop when the script has written a file.
fn stopped_when_written(file: &str, script: &Script) {
    let mut agent = script.agent(AMPLE);
    agent.begin(1);
    let stop = Stop::new();
    let result = thread::scope(|scope| {
        scope.spawn(|| {
            while !fs::read_to_string(script.path(file)).is_ok_and(|text| text.ends_with('\n')) {
                thread::sleep(Duration::from_millis(1));
            }
            stop.request();
        });
        agent.choose(&start(), &stop)
    });
    assert_eq!(result, Err(ChooseError::Stopped));
    assert!(!script.is_there("pid"));
    // After a stop request no process is started.
    fs::remove_file(script.path("pid")).unwrap();
    assert_eq!(agent.choose(&start(), &stop), Err(ChooseError::Stopped));
    assert!(!script.path("pid").exists());
}

#[test]
fn a_request_to_stop_ends_the_start() {
    let script = Script::new("echo > asked; sleep 1000", "", "");
    stopped_when_written("asked", &script);
}

#[test]
fn a_request_to_stop_ends_the_search() {
    let script = Script::playing("echo > asked; sleep 1000");
    stopped_when_written("asked", &script);
}

#[test]
fn an_engine_receives_quit() {
    let script = Script::new("echo name polite", "echo turn c3", "echo bye > bye; exit 0");
    let mut agent = script.agent(AMPLE);
    agent.begin(1);
    agent.choose(&start(), &Stop::new()).unwrap();
    assert!(script.is_there("pid"));
    drop(agent);
    assert!(!script.is_there("pid"));
    assert_eq!(script.text("bye"), "bye\n");
}

#[test]
fn an_engine_that_does_not_quit_is_killed() {
    let script = Script::new("echo name deaf", "echo turn c3; sleep 1000", "");
    let mut agent = script.agent(AMPLE);
    agent.begin(1);
    agent.choose(&start(), &Stop::new()).unwrap();
    drop(agent);
    assert!(!script.is_there("pid"));
}

#[test]
#[cfg(target_os = "linux")]
fn children_of_an_engine_end_with_it() {
    let script = Script::playing("sleep 1000 & echo $! > child; wait");
    stopped_when_written("child", &script);
    // Only init can reap it, which may take a moment, or never happen in a container.
    let stat = format!("/proc/{}/stat", script.text("child").trim());
    let is_there = || fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z"));
    let ends = (0..1_000).any(|_| {
        thread::sleep(Duration::from_millis(10));
        !is_there()
    });
    assert!(ends, "a process of the engine is still there");
}

#[test]
fn an_unobserved_game_starts_at_its_position() {
    let script = Script::playing("echo turn a1");
    let mut agent = script.agent(AMPLE);
    agent.begin(5);
    let mut game = start();
    game.play_texts(["c3"]).unwrap();
    agent.choose(&game, &Stop::new()).unwrap();
    game.play_texts(["b2"]).unwrap();
    agent.choose(&game, &Stop::new()).unwrap();
    let received = script.text("received");
    let received: Vec<&str> = received.lines().skip(1).collect();
    assert_eq!(
        received,
        [
            "new 5 3/4/2x2/4/3 o 7 8",
            "go 60000",
            &format!("new 5 {}", game.position_text()),
            "go 60000"
        ]
    );
}

#[test]
fn prepare_starts_an_engine_and_deadlines_limit_its_time() {
    let script = Script::playing("echo turn c3");
    let mut agent = script.agent(AMPLE);
    agent.begin(1);
    agent.prepare(&start(), &Stop::new()).unwrap();
    assert_eq!(script.text("received"), "flipside 1 hexflip 0 standard\n");
    let pid = script.text("pid");
    let limit = Duration::from_secs(30);
    let stop = Stop::new().with_deadline(Instant::now() + limit);
    agent.choose(&start(), &stop).unwrap();
    assert_eq!(script.text("pid"), pid);
    let received = script.text("received");
    let (_, asked) = received.trim_end().rsplit_once(' ').unwrap();
    assert!(asked.parse::<u64>().unwrap() <= 30_000, "{received}");
}

#[test]
fn released_engines_shut_down_before_they_are_dropped() {
    let script = Script::new(
        "echo name scripted",
        "echo turn c3",
        "echo over > over; exit 0",
    );
    let mut agent = script.agent(AMPLE);
    agent.begin(1);
    agent.choose(&start(), &Stop::new()).unwrap();
    agent.release();
    while !script.path("over").exists() {
        thread::sleep(Duration::from_millis(2));
    }
    drop(agent);
    assert!(script.text("received").ends_with("quit\n"));
    assert!(!script.is_there("pid"));
}

#[test]
fn the_spec_limits_the_start() {
    let script = Script::new("sleep 1000", "", "");
    let spec = format!(
        "engine:cmd=\"sh '{}'\",start_timeout=200",
        script.path("engine.sh").display()
    );
    let mut agent = EngineAgent::<Hexflip>::from_spec(&spec.parse().unwrap()).unwrap();
    agent.begin(1);
    let failure = failure(&mut agent, &start());
    assert_eq!(failure.kind, AgentFailureKind::Start, "{failure}");
    assert!(
        failure.message.contains("no answer within 200 ms"),
        "{failure}"
    );
}
