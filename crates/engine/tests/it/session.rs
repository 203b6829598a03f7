//! The session in docs/protocol.md, run against both sides.

use std::fmt::Write as _;
use std::fs;
use std::time::Duration;

use crate::first_of_all::FirstOfAll;
use flipside_ai::{Agent as _, Choice, Stop};
use flipside_engine::{EngineAgent, Server, serve};
use flipside_rules::hexflip::{Hexflip, Rules};
use flipside_rules::{
    ExpectedScore, ForMover, Game as _, Notation as _, RuleSet as _, no_attachments,
};

const PAGE: &str = include_str!("../../../../docs/protocol.md");

/// A line of the session.
#[derive(Debug, PartialEq)]
enum Said<'a> {
    Driver(&'a str),
    Engine(&'a str),
}

fn session() -> Vec<Said<'static>> {
    let (_, rest) = PAGE.split_once("```session\n").unwrap();
    let (session, _) = rest.split_once("```").unwrap();
    session
        .lines()
        .map(|line| match line.split_once(' ').unwrap() {
            (">", text) => Said::Driver(text),
            ("<", text) => Said::Engine(text),
            _ => panic!("{line}"),
        })
        .collect()
}

#[test]
fn our_engine_answers_as_the_page_says() {
    let mut input = String::new();
    let mut expected = String::new();
    for said in session() {
        match said {
            Said::Driver(line) => writeln!(input, "{line}").unwrap(),
            // Our engine sends no comments.
            Said::Engine(line) if line.starts_with('#') => {}
            Said::Engine(line) => writeln!(expected, "{line}").unwrap(),
        }
    }
    let server = Server {
        name: "first-of-all 1.0".to_string(),
        rules: None,
    };
    let mut output = Vec::new();
    serve::<Hexflip>(&mut FirstOfAll, &server, input.as_bytes(), &mut output).unwrap();
    assert_eq!(String::from_utf8(output).unwrap(), expected);
}

/// A script that expects the driver's lines of the session, answers with the engine's, and writes
/// a file at the end.
fn script(note: &str) -> String {
    let mut script = String::from(
        "expect() {\n\
         IFS= read -r line\n\
         [ \"$line\" = \"$1\" ] || { echo \"error not '$1' but '$line'\"; exit 1; }\n\
         }\n",
    );
    for said in session() {
        match said {
            Said::Driver(line) => writeln!(script, "expect '{line}'").unwrap(),
            Said::Engine(line) => writeln!(script, "echo '{line}'").unwrap(),
        }
    }
    script + &format!("echo done > '{note}'\n")
}

fn answer(game: &Hexflip, choice: &Choice<flipside_rules::hexflip::Turn>) -> String {
    let mut game = game.clone();
    let mut line = Vec::new();
    for &turn in &choice.line {
        line.push(game.turn_text(turn));
        game.play(turn).unwrap();
    }
    let Some(ForMover(ExpectedScore(value))) = choice.value else {
        panic!("{choice:?}");
    };
    let (nodes, depth) = (choice.nodes.unwrap(), choice.depth.unwrap());
    format!(
        "turn {} value {value} nodes {nodes} depth {depth} line {}",
        line[0],
        line.join(" ")
    )
}

#[test]
fn our_driver_speaks_as_the_page_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    fs::write(path("engine.sh"), script(&path("note"))).unwrap();
    let words = vec!["sh".to_string(), path("engine.sh")];
    let mut agent = EngineAgent::<Hexflip>::new(words, Duration::from_secs(60));

    let mut rules = Rules::default();
    let mut game = Hexflip::new(rules);
    let mut answers = session().into_iter().filter_map(|said| match said {
        Said::Engine(line) if line.starts_with("turn") => Some(line),
        _ => None,
    });
    for said in session() {
        let Said::Driver(line) = said else { continue };
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "flipside" => {
                let text = rest.rsplit_once(' ').unwrap().1;
                rules = Rules::parse(text, &no_attachments).unwrap();
            }
            "new" => {
                let (seed, position) = rest.split_once(' ').unwrap_or((rest, ""));
                game = match position {
                    "" => Hexflip::new(rules),
                    text => Hexflip::from_position(
                        rules,
                        Hexflip::parse_position(&rules, text).unwrap(),
                    ),
                };
                agent.begin(seed.parse().unwrap());
            }
            "turn" => {
                let turn = game.parse_turn(rest).unwrap();
                agent.observe(&game, turn);
                game.play(turn).unwrap();
            }
            "go" => {
                let choice = agent.choose(&game, &Stop::new()).unwrap();
                assert_eq!(answer(&game, &choice), answers.next().unwrap());
            }
            _ => assert_eq!(line, "quit"),
        }
    }
    assert_eq!(answers.next(), None);
    drop(agent);
    assert_eq!(fs::read_to_string(path("note")).unwrap(), "done\n");
}
