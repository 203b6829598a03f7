//! An agent as an engine: what it answers to whatever a driver may say.

mod first_of_all;

use first_of_all::FirstOfAll;
use flipside_ai::{Agent, AgentFailure, Choice, FailureKind, NoChoice, Rng, Stop};
use flipside_engine::{ServeError, Server, serve};
use flipside_rules::{Game, RuleSet as _, hexflip, no_files, sayu};

/// What is answered to lines, and how it ends.
fn answers<G: Game>(
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
    answers::<hexflip::Game>(&mut FirstOfAll, None, lines)
}

/// What is refused is answered once, last, and is how it ends.
fn refused((output, result): (String, Result<(), ServeError>), parts: &[&str]) {
    let error = result.expect_err(&output).to_string();
    let last = output.lines().last().unwrap_or_default();
    assert_eq!(last, format!("error {error}"));
    assert_eq!(output.matches("error").count(), 1, "{output}");
    for part in parts {
        assert!(error.contains(part), "{error} does not say `{part}`");
    }
}

#[test]
fn it_ends_when_it_is_told_to() {
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
fn what_it_does_not_know_it_ignores() {
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
fn a_time_limit_is_kept_and_none_is_none() {
    let hello = ["flipside 1 sayu 0 standard", "new 1"];
    let mut agent = flipside_ai::build::<sayu::Game>(&"uct:nodes=100000000".parse().unwrap());
    let agent = agent.as_mut().unwrap().as_mut();
    let game = [&hello[..], &["go 20"]].concat();
    refused(answers(agent, None, &game), &["no turn within 20 ms"]);
    let (output, result) =
        answers::<sayu::Game>(&mut FirstOfAll, None, &[&hello[..], &["go"]].concat());
    result.unwrap();
    assert_eq!(output.lines().count(), 2);
}

#[test]
fn attached_tiles_are_played_with() {
    let lines = [
        "flipside 1 sayu 2 radius=1,tiles=my-set",
        "name: my-set",
        "024 135 136 246 027 357 037 147",
        "new 1",
        "go 60000",
    ];
    let (output, result) = answers::<sayu::Game>(&mut FirstOfAll, None, &lines);
    result.unwrap();
    assert!(output.contains("\nturn 024@c4:e "), "{output}");
    let lines = ["flipside 1 sayu 1 tiles=my-set", "name: other set"];
    refused(
        answers::<sayu::Game>(&mut FirstOfAll, None, &lines),
        &["my-set", "line 1"],
    );
}

#[test]
fn it_can_insist_on_its_rules() {
    let only = hexflip::Rules::parse("hand=3", &no_files).unwrap();
    let ask = |rules: &str| {
        let line = format!("flipside 1 hexflip 0 {rules}");
        answers::<hexflip::Game>(&mut FirstOfAll, Some(only), &[&line])
    };
    ask("place=2,hand=3").1.unwrap();
    refused(ask("standard"), &["`hand=3`, not `standard`"]);
    refused(ask("hand=30"), &["`30`", "1 to 9"]);
}

#[test]
fn faults_of_the_driver_are_named() {
    let hello = "flipside 1 hexflip 0 hand=3";
    for (lines, parts) in [
        (&["go 5"][..], &["the first line is"][..]),
        (&["flipside 7 hexflip 0 standard"], &["version 1", "`7`"]),
        (&[hello, "go 5"], &["there is no game"]),
        (&[hello, "turn c3"], &["there is no game"]),
        (&[hello, "new x"], &["`x` is no seed"]),
        (&[hello, "new"], &["`` is no seed"]),
        (&[hello, "new 1 3/4/5"], &["position `3/4/5`"]),
        (&[hello, "new 1", "turn z1"], &["z1"]),
        (
            &[hello, "new 1", "turn c3+d4"],
            &["turn `c3+d4`", "exactly"],
        ),
        (
            &[hello, "new 1 3/4/xxxx1/4/oo1 x 0 0", "go 5"],
            &["the game is over"],
        ),
    ] {
        refused(hexflip(lines), parts);
    }
    let flood = "x".repeat(70_000);
    refused(hexflip(&[hello, &flood]), &["the driver sent", "65536"]);
}

/// A random game that comes to a position for the second time with its last turn.
fn circle() -> Vec<String> {
    let rules = |text| hexflip::Rules::parse(text, &no_files).unwrap();
    let mut rng = Rng::new(0);
    loop {
        let mut game = hexflip::Game::new(rules("hand=2,repetition=off"));
        let mut strict = hexflip::Game::new(rules("hand=2,repetition=2"));
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
fn turns_that_were_told_are_history() {
    let turns: Vec<String> = circle().iter().map(|turn| format!("turn {turn}")).collect();
    let game = |rules| {
        let hello = format!("flipside 1 hexflip 0 {rules}");
        let lines = [&hello, "new 1"].map(str::to_string).into_iter();
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

impl<G: Game> Agent<G> for Absent {
    fn begin(&mut self, _: u64) {}

    fn prepare(&mut self, _: &G, _: &Stop) -> Result<(), NoChoice> {
        Err(NoChoice::Failed(AgentFailure {
            kind: FailureKind::Start,
            message: "no table".to_string(),
        }))
    }

    fn choose(&mut self, _: &G, _: &Stop) -> Result<Choice<G::Turn>, NoChoice> {
        Err(NoChoice::GameOver)
    }
}

#[test]
fn who_cannot_play_says_so_at_once() {
    let lines = ["flipside 1 hexflip 0 standard", "new 1", "go 5"];
    refused(
        answers::<hexflip::Game>(&mut Absent, None, &lines),
        &["no table"],
    );
}
