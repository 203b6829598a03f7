//! Agents and the pie rule of Sayū with a komi that decides.

use flipside_ai::{Rng, Stop, build};
use flipside_rules::sayu::{Rules, Sayu, Turn};
use flipside_rules::{Game as _, RuleSet as _, no_attachments};

const AGENTS: [&str; 6] = [
    "greedy",
    "alphabeta:depth=1",
    "alphabeta:nodes=300",
    "alphabeta:nodes=3000,beam=8",
    "mcts:nodes=1",
    "mcts:nodes=200",
];

/// What an agent answers to a random first turn, and the score that it expects.
fn answer(rules: &str, spec: &str, seed: u64) -> (Turn, Option<f64>) {
    let mut rng = Rng::new(seed);
    let mut game = Sayu::new(Rules::parse(rules, &no_attachments).unwrap());
    game.play_unchecked(game.pick_turn(|n| rng.below(n)).unwrap());
    let mut agent = build::<Sayu>(&spec.parse().unwrap()).unwrap();
    agent.begin(seed);
    let choice = agent.choose(&game, &Stop::new()).unwrap();
    (choice.turn, choice.value.map(|value| value.0.0))
}

#[test]
fn a_hopeless_komi_is_given_to_first_by_the_swap() {
    for spec in AGENTS {
        for seed in 0..3 {
            // First wins with a margin above -20.5; after the swap First needs one above 20.5.
            let (turn, value) = answer("komi=-20.5,swap=on", spec, seed);
            assert_eq!(turn, Turn::Swap, "{spec} {seed}");
            assert!(value.is_none_or(|value| value > 0.8), "{spec} {value:?}");
        }
    }
}

#[test]
fn a_komi_that_wins_is_kept() {
    for spec in AGENTS {
        for seed in 0..3 {
            let (turn, value) = answer("komi=20.5,swap=on", spec, seed);
            assert_ne!(turn, Turn::Swap, "{spec} {seed}");
            assert!(value.is_none_or(|value| value > 0.8), "{spec} {value:?}");
        }
    }
}

#[test]
fn without_the_pie_rule_a_hopeless_komi_is_hopeless() {
    for spec in &AGENTS[2..] {
        let (_, value) = answer("komi=-20.5", spec, 1);
        assert!(value.is_some_and(|value| value < 0.2), "{spec} {value:?}");
    }
}
