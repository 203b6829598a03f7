//! Proven values on small boards of Sayū compared with brute force.

use std::collections::HashMap;

use flipside_ai::{Rng, Stop, build};
use flipside_rules::sayu::{Position, Rules, Sayu, Turn};
use flipside_rules::{Game as _, Notation as _, RuleSet as _, Symmetric as _, no_attachments};

/// The score of the player to move under best play of both.
fn score(game: &Sayu, known: &mut HashMap<Position, f64>) -> f64 {
    if let Some(outcome) = game.outcome() {
        return match outcome.winner {
            None => 0.5,
            Some(seat) if seat == game.to_move() => 1.0,
            Some(_) => 0.0,
        };
    }
    let (canonical, _) = Sayu::canonical(game.rules(), game.position());
    if let Some(&score) = known.get(&canonical) {
        return score;
    }
    let mut best: f64 = 0.0;
    for turn in game.turns() {
        let mut next = game.clone();
        next.play_unchecked(turn);
        best = best.max(1.0 - score(&next, known));
        if best == 1.0 {
            break;
        }
    }
    known.insert(canonical, best);
    best
}

/// Keys of agents; the nodes are drawn for each position.
const AGENTS: [&str; 7] = [
    "alphabeta:",
    "alphabeta:without=endgame,",
    "alphabeta:without=endgame,beam=3,",
    "alphabeta:without=endgame,beam=all,",
    "alphabeta:exact=true,",
    "mcts:",
    "mcts:initial_children=1,child_growth=0,initial_candidates=1,candidate_growth=0,",
];

#[test]
fn nothing_false_is_called_proven_in_small_sayu() {
    let mut claims = [0; AGENTS.len()];
    for rules in [
        "komi=0",
        "komi=1,swap=on",
        "komi=-1,swap=on",
        "komi=-2.5,swap=on",
        "komi=2,convert=optional,swap=on",
        "komi=-1,back=mirrored,swap=on",
    ] {
        let rules = Rules::parse(&format!("radius=1,tiles=mini,{rules}"), &no_attachments).unwrap();
        let mut known = HashMap::new();
        for seed in 0..60 {
            let mut rng = Rng::new(seed);
            let mut game = Sayu::new(rules.clone());
            for _ in 0..rng.below(4) {
                let random = game.pick_turn(|n| rng.below(n)).unwrap();
                let swaps = game.check(Turn::Swap).is_ok() && rng.below(2) == 0;
                game.play_unchecked(if swaps { Turn::Swap } else { random });
            }
            let right = score(&game, &mut known);
            for (spec, claims) in AGENTS.iter().zip(&mut claims) {
                let nodes = 10_u32 << rng.below(9);
                let nodes = nodes + rng.below(nodes);
                let spec = format!("{spec}nodes={nodes}");
                let mut agent = build::<Sayu>(&spec.parse().unwrap()).unwrap();
                agent.begin(seed);
                let choice = agent.choose(&game, &Stop::new()).unwrap();
                if choice.proven.is_none() {
                    continue;
                }
                let what = format!(
                    "{} {} {spec} {choice:?}",
                    rules.name(),
                    game.position_text()
                );
                assert_eq!(choice.value.unwrap().0.0, right, "{what}");
                // The turn has the value.
                let mut next = game.clone();
                next.play(choice.turn).unwrap();
                assert_eq!(1.0 - score(&next, &mut known), right, "{what}");
                *claims += 1;
            }
        }
    }
    for (spec, claims) in AGENTS.iter().zip(claims) {
        // A search of the best turns only proves nothing; the default is a beam as well.
        let proves = match spec.contains("without=endgame") {
            true => spec.contains("beam=all"),
            false => true,
        };
        assert_eq!(claims > 50, proves, "{spec} {claims}");
    }
}
