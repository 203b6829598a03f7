//! An agent as an engine: its answers to correct and faulty drivers.

use crate::first_of_all::FirstOfAll;
use flipside_ai::{Agent, AgentFailure, AgentFailureKind, Choice, ChooseError, Rng, Stop};
use flipside_engine::{ServeError, Server, serve};
use flipside_rules::{Game, Hexflip, Notation, RuleSet as _, Sayu, hexflip, no_attachments};

/// The output for these input lines, and the result.
fn answers<G: Notation>(
    agent: &mut dyn Agent<G>,
    rules: Option<G::Rules>,
    lines: &[&str],
) -> (String, Result<(), ServeError>) {
    let input: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    let mut output = Vec::new();
    let server = Server {
        name: "tested".to_string(),
        rules,
    };
    let result = serve(agent, &server, input.as_bytes(), &mut output);
    (String::from_utf8(output).unwrap(), result)
}

fn hexflip(lines: &[&str]) -> (String, Result<(), ServeError>) {
    answers::<Hexflip>(&mut FirstOfAll, None, lines)
}

/// Checks that the last line is the only `error`, and the result is the same error.
fn refused((output, result): (String, Result<(), ServeError>), parts: &[&str]) {
    let error = result.expect_err(&output).to_string();
    let last = output.lines().last().unwrap_or_default();
    assert_eq!(last, format!("error {error}"));
    assert_eq!(output.matches("error").count(), 1, "{output}");
    for part in parts {
        assert!(error.contains(part), "{error}: no `{part}`");
    }
}

#[test]
fn quit_and_the_end_of_input_end_it() {
    for lines in [
        &[][..],
        &["flipside 1 hexflip 0 standard"],
        &["flipside 1 hexflip 0 standard", "quit", "go 5"],
    ] {
        let (output, result) = hexflip(lines);
        result.unwrap();
        let expected = if lines.is_empty() {
            ""
        } else {
            "name tested\n"
        };
        assert_eq!(output, expected);
    }
}

#[test]
fn unknown_lines_are_ignored() {
    let lines = [
        "flipside 1 hexflip 0 standard",
        "later versions may say more",
        "",
        "new 1",
        "clock 5 5",
        "go 60000",
    ];
    let (output, result) = hexflip(&lines);
    result.unwrap();
    assert_eq!(
        output,
        "name tested\nturn a1 value 0.5 nodes 19 depth 1 line a1 a2\n"
    );
}

#[test]
fn queries_are_answered_from_the_rules() {
    let lines = [
        "flipside 1 hexflip 0 hand=1",
        "new 1",
        "outcome?",
        "play c3",
        "play c3",
        "play nonsense",
        "position?",
        "turns?",
        "turn a1",
        "turns?",
        "outcome?",
    ];
    let (output, result) = hexflip(&lines);
    result.unwrap();
    let rules = hexflip::Rules::parse("hand=1", &no_attachments).unwrap();
    let mut game = Hexflip::new(rules);
    game.play(game.parse_turn("c3").unwrap()).unwrap();
    let turns: String = game
        .turns()
        .into_iter()
        .map(|turn| game.turn_text(turn) + "\n")
        .collect();
    let mut lines = output.lines();
    assert_eq!(lines.next(), Some("name tested"));
    assert_eq!(lines.next(), Some("outcome none"));
    assert_eq!(lines.next(), Some("ok"));
    for _ in 0..2 {
        let answer = lines.next().unwrap();
        assert!(
            answer.starts_with("illegal ") && answer.len() > 20,
            "{answer}"
        );
    }
    let position = format!("position {}", game.position_text());
    assert_eq!(lines.next(), Some(&*position));
    assert!(output.contains(&format!("\nturns {}\n{turns}", game.turns().len())));
    game.play(game.parse_turn("a1").unwrap()).unwrap();
    let end = match game.outcome() {
        Some(outcome) => format!("outcome {} {}\n", outcome.name(), outcome.reason),
        None => "outcome none\n".to_string(),
    };
    assert!(output.ends_with(&end), "{output}");
    for query in ["turns?", "play c3", "position?", "outcome?"] {
        refused(
            hexflip(&["flipside 1 hexflip 0 standard", query]),
            &["no game was started"],
        );
    }
}

/// A Sayū position has more turns than fit into a line.
#[test]
fn all_turns_of_a_position_are_listed() {
    let lines = ["flipside 1 sayu 0 standard", "new 1", "turns?", "go 60000"];
    let mut agent = flipside_ai::build::<Sayu>(&"greedy".parse().unwrap()).unwrap();
    let (output, result) = answers::<Sayu>(agent.as_mut(), None, &lines);
    result.unwrap();
    let game = Sayu::new(flipside_rules::sayu::Rules::default());
    let count = game.turns().len();
    assert_eq!(output.lines().nth(1), Some(&*format!("turns {count}")));
    let listed: Vec<&str> = output.lines().skip(2).take(count).collect();
    let turns: Vec<String> = game.turns().iter().map(|&t| game.turn_text(t)).collect();
    assert_eq!(listed, turns);
    assert!(output.lines().last().unwrap().starts_with("turn "));
}

#[test]
fn time_limits_are_kept_and_optional() {
    let handshake = ["flipside 1 sayu 0 standard", "new 1"];
    let mut agent = flipside_ai::build::<Sayu>(&"uct:nodes=100000000".parse().unwrap());
    let agent = agent.as_mut().unwrap().as_mut();
    let game = [&handshake[..], &["go 20"]].concat();
    refused(answers(agent, None, &game), &["no turn within 20 ms"]);
    let (output, result) =
        answers::<Sayu>(&mut FirstOfAll, None, &[&handshake[..], &["go"]].concat());
    result.unwrap();
    assert_eq!(output.lines().count(), 2);
}

#[test]
fn attached_tiles_are_used() {
    let lines = [
        "flipside 1 sayu 2 radius=1,tiles=my-set",
        "name: my-set",
        "024 135 136 246 027 357 037 147",
        "new 1",
        "go 60000",
    ];
    let (output, result) = answers::<Sayu>(&mut FirstOfAll, None, &lines);
    result.unwrap();
    assert!(output.contains("\nturn 024@c4:e "), "{output}");
    let lines = ["flipside 1 sayu 1 tiles=my-set", "name: other set"];
    refused(
        answers::<Sayu>(&mut FirstOfAll, None, &lines),
        &["my-set", "line 1"],
    );
}

#[test]
fn an_engine_can_accept_only_its_rules() {
    let only = hexflip::Rules::parse("hand=3", &no_attachments).unwrap();
    let ask = |rules: &str| {
        let line = format!("flipside 1 hexflip 0 {rules}");
        answers::<Hexflip>(&mut FirstOfAll, Some(only), &[&line])
    };
    ask("place=2,hand=3").1.unwrap();
    refused(ask("standard"), &["`hand=3`, not `standard`"]);
    refused(ask("hand=30"), &["`30`", "1 to 9"]);
}

#[test]
fn driver_errors_are_reported() {
    let handshake = "flipside 1 hexflip 0 hand=3";
    for (lines, parts) in [
        (&["go 5"][..], &["invalid first line"][..]),
        (
            &["flipside 7 hexflip 0 standard"],
            &["version 1", "version `7`"],
        ),
        (&[handshake, "go 5"], &["no game was started"]),
        (&[handshake, "turn c3"], &["no game was started"]),
        (&[handshake, "new x"], &["invalid seed `x`"]),
        (&[handshake, "new"], &["invalid seed ``"]),
        (&[handshake, "new 1 3/4/5"], &["position `3/4/5`"]),
        (&[handshake, "new 1", "turn z1"], &["z1"]),
        (
            &[handshake, "new 1", "turn c3+d4"],
            &["turn `c3+d4`", "exactly"],
        ),
        (
            &[handshake, "new 1 3/4/xxxx1/4/oo1 x 0 0", "go 5"],
            &["the game is over"],
        ),
    ] {
        refused(hexflip(lines), parts);
    }
    let flood = "x".repeat(70_000);
    refused(hexflip(&[handshake, &flood]), &["the driver sent", "65536"]);
}

/// A random game whose last turn repeats a position.
fn circle() -> Vec<String> {
    let rules = |text| hexflip::Rules::parse(text, &no_attachments).unwrap();
    let mut rng = Rng::new(0);
    loop {
        let mut game = Hexflip::new(rules("hand=2,repetition=off"));
        let mut strict = Hexflip::new(rules("hand=2,repetition=2"));
        let mut turns = Vec::new();
        while let Some(turn) = game.pick_turn(|n| rng.below(n)) {
            turns.push(game.turn_text(turn));
            game.play_unchecked(turn);
            if strict.outcome().is_some() {
                break;
            }
            if strict.play(turn).is_err() {
                return turns;
            }
        }
    }
}

#[test]
fn received_turns_are_history() {
    let turns: Vec<String> = circle().iter().map(|turn| format!("turn {turn}")).collect();
    let game = |rules| {
        let handshake = format!("flipside 1 hexflip 0 {rules}");
        let lines = [&handshake, "new 1"].map(str::to_string).into_iter();
        lines.chain(turns.iter().cloned()).collect::<Vec<_>>()
    };
    let play = |lines: Vec<String>| hexflip(&lines.iter().map(String::as_str).collect::<Vec<_>>());
    play(game("hand=2")).1.unwrap();
    let last = turns.last().unwrap().replace("turn ", "");
    refused(
        play(game("hand=2,repetition=2")),
        &[&format!("turn `{last}`"), "2"],
    );
}

/// Cannot play.
struct Absent;

impl<G: Notation> Agent<G> for Absent {
    fn begin(&mut self, _: u64) {}

    fn prepare(&mut self, _: &G, _: &Stop) -> Result<(), ChooseError> {
        Err(ChooseError::Failed(AgentFailure {
            kind: AgentFailureKind::Start,
            message: "no table".to_string(),
        }))
    }

    fn choose(&mut self, _: &G, _: &Stop) -> Result<Choice<G::Turn>, ChooseError> {
        Err(ChooseError::GameOver)
    }
}

#[test]
fn an_agent_that_cannot_play_fails_in_the_handshake() {
    let lines = ["flipside 1 hexflip 0 standard", "new 1", "go 5"];
    refused(answers::<Hexflip>(&mut Absent, None, &lines), &["no table"]);
}
