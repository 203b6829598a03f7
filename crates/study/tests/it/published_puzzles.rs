//! The published puzzles as a test of agents.

use flipside_ai::Stop;
use flipside_rules::Game as _;
use flipside_rules::hexflip::{Hexflip, Rules};
use flipside_study::ask;
use flipside_study::puzzles::{AGENTS, FEWEST_NODES, Kind, Puzzle};
use flipside_tablebase::check::plain_rules::{PlainRules, Status};
use flipside_tablebase::check::search;
use flipside_tablebase::{Value, View};

const PUBLISHED: &str = include_str!("../../../../data/puzzles/hexflip.tsv");

fn published() -> Vec<Puzzle> {
    Puzzle::parse_list(&Rules::default(), PUBLISHED).unwrap()
}

fn solves(spec: &str, puzzle: &Puzzle) -> bool {
    let position = &puzzle.only.position;
    let turn = ask(
        &spec.parse().unwrap(),
        &Rules::default(),
        position,
        &Stop::new(),
    );
    turn.unwrap() == puzzle.only.turn
}

#[test]
fn there_are_eight_of_each_kind_and_they_round_trip() {
    let puzzles = published();
    assert_eq!(puzzles.len(), 48);
    for (kind, puzzles) in Kind::ALL.iter().zip(puzzles.chunks(8)) {
        assert!(puzzles.iter().all(|puzzle| puzzle.kind == *kind));
    }
    let lines = PUBLISHED.lines().filter(|line| !line.starts_with('#'));
    let text: Vec<&str> = lines.collect();
    assert_eq!(Puzzle::format_list(&puzzles), text.join("\n") + "\n");
}

/// Checked by rules and a search that share no code with the ones that generated the puzzles.
#[test]
fn short_wins_are_proved_without_a_table() {
    let plain = PlainRules::new(&Rules::default());
    let mut proved = 0;
    for Puzzle { only, .. } in published() {
        let Status::Turns(turns) = plain.status(&View::of(&only.position)) else {
            panic!("{} is over", only.position)
        };
        assert_eq!(turns.len(), only.legal, "{}", only.position);
        let Value::Win(turns @ ..=5) = only.value else {
            continue;
        };
        let game = Hexflip::from_position(Rules::default(), only.position);
        for turn in game.turns() {
            let mut after = game.clone();
            after.play(turn).unwrap();
            let value = search(&plain, &View::of(after.position()), turns - 1).before_turn();
            let expected = match turn == only.turn {
                true => value == only.value,
                false => !matches!(value, Value::Win(_)),
            };
            assert!(expected, "{}: {turn} is a {value}", only.position);
        }
        proved += 1;
    }
    assert_eq!(proved, 7);
}

/// The exact number of nodes that each agent needs, so any change in how it plays shows here. If the
/// change is intended (see `BEHAVIOUR_VERSION`), generate the file again as its first lines say.
#[test]
fn agents_find_the_turns_with_the_listed_nodes() {
    for puzzle in published() {
        for (agent, need) in AGENTS.into_iter().zip(puzzle.needs) {
            let Some(nodes) = need else { continue };
            assert!(
                solves(&format!("{agent}:nodes={nodes}"), &puzzle),
                "{agent} needs more than {nodes} nodes in {}",
                puzzle.only.position
            );
            let half = nodes / 2;
            assert!(
                half < FEWEST_NODES || !solves(&format!("{agent}:nodes={half}"), &puzzle),
                "{agent} needs no more than {half} nodes in {}",
                puzzle.only.position
            );
        }
    }
}

/// Unlike the exact number of nodes, this survives changes in how agents play.
#[test]
fn strong_agents_solve_more_than_weak_ones() {
    let puzzles = published();
    let solved = |spec: &str| puzzles.iter().filter(|p| solves(spec, p)).count();
    for strong in ["alphabeta:nodes=10000", "mcts:nodes=10000"] {
        let solved = solved(strong);
        assert!(3 * solved >= 2 * puzzles.len(), "{strong} solves {solved}");
    }
    for weak in ["random", "greedy", "uct:nodes=30"] {
        let solved = solved(weak);
        assert!(4 * solved <= puzzles.len(), "{weak} solves {solved}");
    }
}
