//! Whole games, driven by scripts.

mod keeping;
mod room;

use flipside_ai::{Agent, BuildError, BuiltIn, Choice, NoChoice, Roster, Spec, Stop};
use flipside_rules::{Game, RuleSet as _, hexflip, sayu};

use super::*;
use crate::commands::play::console::scripted::Script;
use crate::commands::play::paint::Paint;

const LOOK: Look = Look {
    paint: Paint::PLAIN,
    size: None,
};

/// A first line of four that stands: x wins on the turn after `c4`.
const FOUR: &str = "c1 a1+a3 c2+c3 e3+e5 c4 d2";

fn player(text: &str) -> Player {
    text.parse().unwrap()
}

/// Runs a session over a script and gives what it showed.
fn run<G: Shown>(x: &str, o: &str, rules: &str, script: &mut Script) -> anyhow::Result<String> {
    run_with::<G>(&BuiltIn, x, o, rules, "", script)
}

fn run_with<G: Shown>(
    roster: &dyn Roster<G>,
    x: &str,
    o: &str,
    rules: &str,
    given: &str,
    script: &mut Script,
) -> anyhow::Result<String> {
    let settings = Settings {
        players: [player(x), player(o)],
        adviser: "uct:nodes=200".parse().unwrap(),
        roster,
        seed: 5,
        look: LOOK,
        out: None,
    };
    let start = G::new(G::Rules::parse(rules, &flipside_rules::no_files).unwrap());
    let given = crate::commands::play::given(&start, given)?;
    Session::new(settings, Course::new(start, &given), script)?.run()?;
    for line in script
        .shown
        .lines()
        .filter(|line| !line.contains("flipside play"))
    {
        assert!(line.chars().count() <= 80, "too long: {line}");
    }
    Ok(script.shown.clone())
}

/// People against each other.
fn people<G: Shown>(lines: &str) -> String {
    run::<G>("human", "human", "", &mut Script::new(lines)).unwrap()
}

#[test]
fn a_game_is_played_to_its_end() {
    let turns = FOUR.replace(' ', "\n");
    let shown = people::<hexflip::Game>(&format!("{turns}\nquit"));
    assert!(shown.contains("x has four in a line"), "{shown}");
    let end = "x First wins: a line of four stood when its owner's turn came.";
    assert!(shown.contains(end), "{shown}");
    assert!(!shown.contains("not legal"), "{shown}");
    // Nobody goes on with a game that is over.
    assert!(!shown.contains("To go on"), "{shown}");
}

#[test]
fn a_game_against_an_agent_is_played_to_its_end() {
    // Whatever the agent does, a person chooses the first turn of every list.
    let mut script = Script::new(&"list\n1\n".repeat(200));
    let shown = run::<hexflip::Game>("human", "greedy", "", &mut script).unwrap();
    assert!(shown.contains(" wins: "), "{shown}");
    assert!(shown.contains("o plays "), "{shown}");

    let rules = "radius=1,tiles=mini";
    let mut script = Script::new(&"list\n1\n1\n1\n1\n".repeat(20));
    let shown = run::<sayu::Game>("uct:nodes=50", "human", rules, &mut script).unwrap();
    assert!(
        shown.contains("no further tile can be placed; First has "),
        "{shown}"
    );
    assert!(shown.contains("x plays "), "{shown}");
    assert!(shown.contains("expects 0."), "{shown}");
}

#[test]
fn agents_among_themselves_need_nobody() {
    let mut script = Script::new("");
    let shown = run::<hexflip::Game>("greedy", "random", "", &mut script).unwrap();
    assert!(shown.contains(" wins: "), "{shown}");
    assert_eq!(script.replies.len(), 1, "nobody is asked");
    let again = run::<hexflip::Game>("greedy", "random", "", &mut Script::new("")).unwrap();
    assert_eq!(again, shown);
}

#[test]
fn what_is_wrong_is_explained() {
    let shown = people::<hexflip::Game>("a1+a2\nc3\nc3\nd4-b2\nx9\nfoo bar\nsave\nundo 2\nlist zz");
    for part in [
        "`a1+a2` is not legal: the turn places 2; First's first placing turn places",
        "`c3` is not legal: c3 is occupied",
        "`d4-b2` is not legal: there is no piece on d4",
        "`x9` is not a turn",
        "`foo bar` is not a turn",
        "`save FILE`",
        "leave `2` out",
        "no legal turn has `zz`",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    // Another order is no mistake.
    let shown = people::<hexflip::Game>("c3\nd4+b2\nposition");
    assert!(shown.contains("--turns 'c3 b2+d4'"), "{shown}");
}

#[test]
fn chains_that_are_left_open_are_completed_or_asked_for() {
    let forced = "025@d5:ne\n036@d3:s\n016@c3:e\nposition";
    let shown = people::<sayu::Game>(forced);
    assert!(shown.contains("016@c3:e>d3'"), "{shown}");

    // One cell between two tiles of the opponent.
    let mut game = sayu::Game::new(sayu::Rules::default());
    let open = (0..).find_map(|seed| {
        let mut rng = flipside_ai::Rng::new(seed);
        game = sayu::Game::new(sayu::Rules::default());
        for _ in 0..9 {
            let turn = game.pick_turn(|n| rng.below(n))?;
            game.play(turn).ok()?;
        }
        let turns = game.turns();
        let placement = |turn: &sayu::Turn| turn.to_string().split('>').next().map(str::to_string);
        let twice = |turn: &&sayu::Turn| {
            turns
                .iter()
                .filter(|other| placement(other) == placement(turn))
                .count()
                > 1
        };
        turns
            .iter()
            .find(twice)
            .and_then(placement)
            .map(|text| (game.position_text(), text))
    });
    let (position, placement) = open.unwrap();
    let start = sayu::Game::from_position(
        sayu::Rules::default(),
        sayu::Game::parse_position(&sayu::Rules::default(), &position).unwrap(),
    );
    let mut script = Script::new(&format!("{placement}\n1\nposition"));
    let settings = Settings {
        players: [player("human"), player("human")],
        adviser: "greedy".parse().unwrap(),
        roster: &BuiltIn,
        seed: 0,
        look: LOOK,
        out: None,
    };
    Session::new(settings, Course::new(start, &[]), &mut script)
        .unwrap()
        .run()
        .unwrap();
    assert!(
        script.shown.contains("conversions (number or name"),
        "{}",
        script.shown
    );
    assert!(
        script.shown.contains(&format!("--turns '{placement}>")),
        "{}",
        script.shown
    );
    assert!(script.shown.contains("--position"), "{}", script.shown);
}

#[test]
fn turns_are_taken_back() {
    // Between people one by one.
    let shown = people::<hexflip::Game>("c3\nb2+d4\nundo\nposition\nundo\nundo\nposition");
    assert!(shown.contains("--turns c3\n"), "{shown}");
    assert!(shown.contains("no turn of yours"), "{shown}");
    assert!(
        shown.ends_with("--hint uct:nodes=200\nx First, turn 1> End\n"),
        "{shown}"
    );

    // With the answer of an agent, who then plays the same again.
    let mut script = Script::new("c3\nundo\nc3\nposition");
    let shown = run::<hexflip::Game>("human", "greedy", "", &mut script).unwrap();
    let answers: Vec<_> = shown
        .lines()
        .filter(|line| line.starts_with("o plays"))
        .collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0], answers[1]);

    // What was given stays, and so does the first turn of an agent.
    let mut script = Script::new("undo\nquit");
    let shown = run_with::<hexflip::Game>(&BuiltIn, "human", "human", "", "c3", &mut script);
    assert!(shown.unwrap().contains("no turn of yours"));
    let mut script = Script::new("undo\nquit");
    let shown = run::<hexflip::Game>("greedy", "human", "", &mut script).unwrap();
    assert!(shown.contains("no turn of yours"), "{shown}");

    // After the end, too.
    let turns = FOUR.replace(' ', "\n");
    let shown = people::<hexflip::Game>(&format!("{turns}\nc3\nundo\nresign\nundo\nquit"));
    assert!(shown.contains("the game is over; `undo`"), "{shown}");
    assert!(
        shown.contains("o Second gives up: x First wins."),
        "{shown}"
    );
    assert!(shown.contains("To go on from here"), "{shown}");
}

#[test]
fn hints_and_evaluations_are_given_when_asked_for() {
    let shown = people::<hexflip::Game>("hint\neval\nc3\neval");
    let lines: Vec<_> = shown
        .lines()
        .filter(|line| line.starts_with("uct:nodes=200"))
        .collect();
    assert_eq!(lines.len(), 3, "{shown}");
    assert!(
        lines[0].contains(" would play ") && lines[0].contains("(expects 0."),
        "{shown}"
    );
    assert!(
        !lines[1].contains("would play") && lines[1].contains("for x"),
        "{shown}"
    );
    assert!(lines[2].contains("for o"), "{shown}");
}

#[test]
fn interrupts_ask_before_they_leave() {
    let mut script = Script::new("^C\nc3\n^C\n^C\nb2");
    let shown = run::<hexflip::Game>("human", "human", "", &mut script).unwrap();
    assert_eq!(script.replies.len(), 1, "{shown}");
    assert!(shown.contains("To go on from here"), "{shown}");
    assert!(shown.contains("--turns c3\n"), "{shown}");

    // An agent is stopped; it goes on only when it may.
    let mut script = Script::new("c3\nd4\nundo\nb2\ngo\nposition");
    script.interrupted = 1;
    let shown = run::<hexflip::Game>("human", "uct:nodes=20", "", &mut script).unwrap();
    assert!(shown.contains("interrupted; `go`"), "{shown}");
    assert!(shown.contains("it is not your turn"), "{shown}");
    assert!(shown.contains("no agent is interrupted"), "{shown}");
    assert!(shown.contains("--turns 'b2 "), "{shown}");
}

/// Plays what is not legal.
struct Cheat;

impl Agent<hexflip::Game> for Cheat {
    fn begin(&mut self, _: u64) {}

    fn choose(
        &mut self,
        game: &hexflip::Game,
        _: &Stop,
    ) -> Result<Choice<hexflip::Turn>, NoChoice> {
        Ok(Choice::bare(game.parse_turn("a1+a2").unwrap()))
    }
}

struct Cheats;

impl Roster<hexflip::Game> for Cheats {
    fn agent(&self, _: &Spec) -> Result<Box<dyn Agent<hexflip::Game>>, BuildError> {
        Ok(Box::new(Cheat))
    }
}

#[test]
fn an_agent_that_breaks_the_rules_does_not_end_the_game() {
    let mut script = Script::new("hint\ngo\nquit");
    let play =
        |o, script: &mut Script| run_with::<hexflip::Game>(&Cheats, "random", o, "", "", script);
    let shown = play("human", &mut script).unwrap();
    let failures = shown
        .matches("the agent of First has failed: it plays `a1+a2`")
        .count();
    assert_eq!(failures, 2, "{shown}");
    assert!(shown.contains("exactly"), "{shown}");
    // Where nobody could go on, it is an error.
    let error = play("random", &mut Script::new(""))
        .unwrap_err()
        .to_string();
    assert!(error.contains("the agent of First has failed"), "{error}");
}

#[test]
fn long_names_are_cut() {
    let long = format!("engine:cmd=\"{}\"", "long ".repeat(30));
    let shown = run_with::<hexflip::Game>(&Cheats, "human", &long, "", "", &mut Script::new(""));
    assert!(shown.unwrap().contains("…)"));
}

#[test]
fn prompts_offer_what_can_be_typed() {
    let mut script = Script::new("c3");
    run::<hexflip::Game>("human", "human", "", &mut script).unwrap();
    for word in ["hint", "resign", "b2+d4", "a1"] {
        assert!(script.words.iter().any(|known| known == word), "{word}");
    }
    assert!(!script.words.iter().any(|word| word == "c3"));
}

#[test]
fn help_explains_turns_and_commands() {
    let shown = people::<sayu::Game>("help\ntiles 025\ntiles 999");
    assert!(shown.contains("025@d5:ne>e5>e6"), "{shown}");
    assert!(shown.contains("save FILE"), "{shown}");
    assert!(shown.contains("x ⇑ →"), "{shown}");
    assert!(shown.contains("`999` is no tile"), "{shown}");
    assert!(people::<hexflip::Game>("tiles").contains("only Sayū has tiles"));
}
