//! Whole games, driven by scripts.

mod room;
mod saving;

use flipside_ai::{
    Agent, AgentFactory, BuildError, BuiltInAgents, Choice, ChooseError, Spec, Stop,
};
use flipside_rules::{Game, Hexflip, Notation as _, RuleSet as _, Sayu, hexflip, sayu};

use super::*;
use crate::commands::play::console::scripted::Script;
use crate::commands::play::display::TerminalSize;
use crate::commands::play::paint::Paint;

const DISPLAY: DisplayOptions = DisplayOptions {
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
    run_with::<G>(&BuiltInAgents, x, o, rules, "", script)
}

fn run_with<G: Shown>(
    factory: &dyn AgentFactory<G>,
    x: &str,
    o: &str,
    rules: &str,
    given: &str,
    script: &mut Script,
) -> anyhow::Result<String> {
    let settings = Settings {
        players: [player(x), player(o)],
        adviser: "uct:nodes=200".parse().unwrap(),
        factory,
        seed: 5,
        display: DISPLAY,
        out: None,
    };
    let start = G::new(G::Rules::parse(rules, &flipside_rules::no_attachments).unwrap());
    let given = crate::commands::play::given(&start, given)?;
    Session::new(settings, GameHistory::new(start, &given), script)?.run()?;
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
    let shown = people::<Hexflip>(&format!("{turns}\nquit"));
    assert!(shown.contains("x has four in a line"), "{shown}");
    let end = "x First wins: a line of four still stood at its owner's next turn.";
    assert!(shown.contains(end), "{shown}");
    assert!(!shown.contains("not legal"), "{shown}");
    // A game that is over cannot be continued.
    assert!(!shown.contains("To go on"), "{shown}");
}

#[test]
fn a_game_against_an_agent_is_played_to_its_end() {
    // Whatever the agent does, a person chooses the first turn of every list.
    let mut script = Script::new(&"list\n1\n".repeat(200));
    let shown = run::<Hexflip>("human", "greedy", "", &mut script).unwrap();
    assert!(shown.contains(" wins: "), "{shown}");
    assert!(shown.contains("o plays "), "{shown}");

    let rules = "radius=1,tiles=mini";
    let mut script = Script::new(&"list\n1\n1\n1\n1\n".repeat(20));
    let shown = run::<Sayu>("uct:nodes=50", "human", rules, &mut script).unwrap();
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
    let shown = run::<Hexflip>("greedy", "random", "", &mut script).unwrap();
    assert!(shown.contains(" wins: "), "{shown}");
    assert_eq!(script.replies.len(), 1, "nobody is asked");
    let again = run::<Hexflip>("greedy", "random", "", &mut Script::new("")).unwrap();
    assert_eq!(again, shown);
}

#[test]
fn what_is_wrong_is_explained() {
    let shown = people::<Hexflip>("a1+a2\nc3\nc3\nd4-b2\nx9\nfoo bar\nsave\nundo 2\nlist zz");
    for part in [
        "`a1+a2` is not legal: the turn places 2; First's first placing turn places",
        "`c3` is not legal: c3 is occupied",
        "`d4-b2` is not legal: there is no piece on d4",
        "`x9` is not a turn",
        "`foo bar` is not a turn",
        "`save FILE`",
        "remove `2`",
        "no legal turn has `zz`",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    // Another order is no mistake.
    let shown = people::<Hexflip>("c3\nd4+b2\nposition");
    assert!(shown.contains("--turns 'c3 b2+d4'"), "{shown}");
    assert!(shown.contains("\nwrite `d4+b2` as `b2+d4`\n"), "{shown}");
}

#[test]
fn the_first_screen_says_what_the_goal_is_and_how_to_get_help() {
    fn first_screen<G: Shown>(rules: &str, room: Option<TerminalSize>) -> String {
        let mut script = Script::new("rules\nboard");
        script.room = room;
        let shown = run::<G>("human", "greedy", rules, &mut script).unwrap();
        assert_eq!(shown.matches("Goal of ").count(), 1, "{shown}");
        assert!(
            shown.contains(&format!("rules: {}\nGoal  ", rules_name(rules))),
            "{shown}"
        );
        shown.split("Line(").next().unwrap().to_string()
    }
    fn rules_name(rules: &str) -> &str {
        if rules.is_empty() { "standard" } else { rules }
    }
    let room = Some(TerminalSize {
        rows: 24,
        columns: 80,
    });
    for (rules, room) in [("", None), ("", room), ("overline=mover,swap=on", room)] {
        let screen = first_screen::<Hexflip>(rules, room);
        assert!(
            screen.starts_with("Goal of Hexflip: a line of four "),
            "{screen}"
        );
        assert!(
            screen.contains("`rules`") && screen.contains("`help`"),
            "{screen}"
        );
        assert!(room.is_none() || screen.lines().count() <= 24, "{screen}");
    }
    for (rules, room) in [("", None), ("", room), ("komi=1.5,swap=on", room)] {
        let screen = first_screen::<Sayu>(rules, room);
        assert!(screen.starts_with("Goal of Sayū: more tiles "), "{screen}");
        assert!(
            screen.contains("`rules`") && screen.contains("`help`"),
            "{screen}"
        );
        assert!(room.is_none() || screen.lines().count() <= 24, "{screen}");
    }
    // Who only watches cannot type anything.
    let shown = run::<Hexflip>("greedy", "random", "", &mut Script::new("")).unwrap();
    assert!(
        shown.starts_with("Goal of Hexflip") && !shown.contains("`help`"),
        "{shown}"
    );
}

#[test]
fn the_answer_of_an_agent_leaves_ones_own_flips_visible() {
    let mut script = Script::new("c3\nc3-a1\nquit");
    script.room = Some(TerminalSize {
        rows: 24,
        columns: 80,
    });
    // The agent answers `c3` as this test needs it.
    let shown = run_with::<Hexflip>(&Answers, "human", "greedy", "", "", &mut script).unwrap();
    let last = shown.rsplit("o plays ").next().unwrap();
    assert!(
        last.contains("{x}") && last.contains("{ } flipped the turn before"),
        "{last}"
    );
}

#[test]
fn chains_that_are_left_open_are_completed_or_asked_for() {
    let forced = "025@d5:ne\n036@d3:s\n016@c3:e\nposition";
    let shown = people::<Sayu>(forced);
    assert!(shown.contains("016@c3:e>d3'"), "{shown}");

    // One cell between two tiles of the opponent.
    let mut game = Sayu::new(sayu::Rules::default());
    let open = (0..).find_map(|seed| {
        let mut rng = flipside_ai::Rng::new(seed);
        game = Sayu::new(sayu::Rules::default());
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
    let start = Sayu::from_position(
        sayu::Rules::default(),
        Sayu::parse_position(&sayu::Rules::default(), &position).unwrap(),
    );
    let mut script = Script::new(&format!("{placement}\n1\nposition"));
    let settings = Settings {
        players: [player("human"), player("human")],
        adviser: "greedy".parse().unwrap(),
        factory: &BuiltInAgents,
        seed: 0,
        display: DISPLAY,
        out: None,
    };
    Session::new(settings, GameHistory::new(start, &[]), &mut script)
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
    let shown = people::<Hexflip>("c3\nb2+d4\nundo\nposition\nundo\nundo\nposition");
    assert!(shown.contains("--turns c3\n"), "{shown}");
    assert!(shown.contains("no turn of yours"), "{shown}");
    assert!(
        shown.ends_with("--hint uct:nodes=200\nx First, turn 1> End\n"),
        "{shown}"
    );

    // With the answer of an agent, who then plays the same again.
    let mut script = Script::new("c3\nundo\nc3\nposition");
    let shown = run::<Hexflip>("human", "greedy", "", &mut script).unwrap();
    let answers: Vec<_> = shown
        .lines()
        .filter(|line| line.starts_with("o plays"))
        .collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0], answers[1]);

    // What was given stays, and so does the first turn of an agent.
    let mut script = Script::new("undo\nquit");
    let shown = run_with::<Hexflip>(&BuiltInAgents, "human", "human", "", "c3", &mut script);
    assert!(shown.unwrap().contains("no turn of yours"));
    let mut script = Script::new("undo\nquit");
    let shown = run::<Hexflip>("greedy", "human", "", &mut script).unwrap();
    assert!(shown.contains("no turn of yours"), "{shown}");

    // After the end, too.
    let turns = FOUR.replace(' ', "\n");
    let shown = people::<Hexflip>(&format!("{turns}\nc3\nundo\nresign\nundo\nquit"));
    assert!(shown.contains("the game is over; `undo`"), "{shown}");
    assert!(shown.contains("o Second resigns: x First wins."), "{shown}");
    assert!(shown.contains("To continue from here"), "{shown}");
}

#[test]
fn hints_and_evaluations_are_given_when_asked_for() {
    let shown = people::<Hexflip>("hint\neval\nc3\neval");
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
    let shown = run::<Hexflip>("human", "human", "", &mut script).unwrap();
    assert_eq!(script.replies.len(), 1, "{shown}");
    assert!(shown.contains("To continue from here"), "{shown}");
    assert!(shown.contains("--turns c3\n"), "{shown}");

    // An agent is stopped; it continues only when it is allowed to.
    let mut script = Script::new("c3\nd4\nundo\nb2\ngo\nposition");
    script.interrupted = 1;
    let shown = run::<Hexflip>("human", "uct:nodes=20", "", &mut script).unwrap();
    assert!(shown.contains("interrupted; `go`"), "{shown}");
    assert!(shown.contains("it is not your turn"), "{shown}");
    assert!(shown.contains("no agent is interrupted"), "{shown}");
    assert!(shown.contains("--turns 'b2 "), "{shown}");
}

/// Plays what is not legal.
struct Cheat;

impl Agent<Hexflip> for Cheat {
    fn begin(&mut self, _: u64) {}

    fn choose(&mut self, game: &Hexflip, _: &Stop) -> Result<Choice<hexflip::Turn>, ChooseError> {
        Ok(Choice::new(game.parse_turn("a1+a2").unwrap()))
    }
}

/// Places two pieces over one of which `c3` can jump, then the first turn there is.
struct Answer;

impl Agent<Hexflip> for Answer {
    fn begin(&mut self, _: u64) {}

    fn choose(&mut self, game: &Hexflip, _: &Stop) -> Result<Choice<hexflip::Turn>, ChooseError> {
        let turn = game.parse_turn("b2+d4").unwrap();
        let turn = game.check(turn).map_or(game.turns()[0], |()| turn);
        Ok(Choice::new(turn))
    }
}

struct Answers;

impl AgentFactory<Hexflip> for Answers {
    fn agent(&self, _: &Spec) -> Result<Box<dyn Agent<Hexflip>>, BuildError> {
        Ok(Box::new(Answer))
    }
}

struct Cheats;

impl AgentFactory<Hexflip> for Cheats {
    fn agent(&self, _: &Spec) -> Result<Box<dyn Agent<Hexflip>>, BuildError> {
        Ok(Box::new(Cheat))
    }
}

#[test]
fn an_agent_that_breaks_the_rules_does_not_end_the_game() {
    let mut script = Script::new("hint\ngo\nquit");
    let play = |o, script: &mut Script| run_with::<Hexflip>(&Cheats, "random", o, "", "", script);
    let shown = play("human", &mut script).unwrap();
    let failures = shown
        .matches("the agent of First has failed: it plays `a1+a2`")
        .count();
    assert_eq!(failures, 2, "{shown}");
    assert!(shown.contains("exactly"), "{shown}");
    // Where the game cannot be continued, it is an error.
    let error = play("random", &mut Script::new(""))
        .unwrap_err()
        .to_string();
    assert!(error.contains("the agent of First has failed"), "{error}");
}

#[test]
fn long_names_are_cut() {
    let long = format!("engine:cmd=\"{}\"", "long ".repeat(30));
    let shown = run_with::<Hexflip>(&Cheats, "human", &long, "", "", &mut Script::new(""));
    assert!(shown.unwrap().contains("…)"));
}

#[test]
fn prompts_offer_what_can_be_typed() {
    let mut script = Script::new("c3");
    run::<Hexflip>("human", "human", "", &mut script).unwrap();
    for word in ["hint", "resign", "b2+d4", "a1"] {
        assert!(script.words.iter().any(|known| known == word), "{word}");
    }
    assert!(!script.words.iter().any(|word| word == "c3"));
}

#[test]
fn help_explains_turns_and_commands() {
    let shown = people::<Sayu>("help\ntiles 025\ntiles 999");
    assert!(shown.contains("025@d5:ne>e5>e6"), "{shown}");
    assert!(shown.contains("save FILE"), "{shown}");
    assert!(shown.contains("x ⇑ →"), "{shown}");
    assert!(shown.contains("`999` is not a tile"), "{shown}");
    assert!(people::<Hexflip>("tiles").contains("Hexflip has no tiles"));
}
