//! What the agent `mcts` promises: legal turns, the same ones for a seed, a bounded memory.

use std::time::Duration;

use flipside_ai::{
    Agent, Budget, Choice, ChooseError, Evaluator as _, Mcts, MctsConfig, Playable, Rng,
    STANDARD_WEIGHTS, Stop, build, load_weights,
};
use flipside_rules::{Game, Hexflip, RuleSet as _, Sayu, hexflip, no_attachments, sayu};

fn agent<G: Playable>(config: MctsConfig) -> Mcts<G> {
    Mcts::new(
        config,
        G::Evaluator::new(&load_weights::<G>(STANDARD_WEIGHTS).unwrap()),
    )
}

/// Plays a whole game of an agent against itself, with all turns observed by both seats, and checks each
/// choice.
fn self_play<G: Playable>(rules: &str, spec: &str, seed: u64) -> Vec<Choice<G::Turn>> {
    let spec = spec.parse().unwrap();
    let rules = G::Rules::parse(rules, &no_attachments).unwrap();
    let mut game = G::new(rules);
    let mut agents = [build::<G>(&spec).unwrap(), build::<G>(&spec).unwrap()];
    for (agent, seed) in agents.iter_mut().zip([seed, seed + 1]) {
        agent.begin(seed);
    }
    let mut choices = Vec::new();
    // A game of these lengths would go on without end only under rules without repetition.
    while game.outcome().is_none() && choices.len() < 400 {
        let seat = game.to_move().index();
        let choice = agents[seat].choose(&game, &Stop::new()).unwrap();
        let mut line = game.clone();
        for &turn in &choice.line {
            line.play(turn).unwrap();
        }
        assert_eq!(choice.line.first(), Some(&choice.turn));
        for agent in &mut agents {
            agent.observe(&game, choice.turn);
        }
        game.play(choice.turn).unwrap();
        choices.push(choice);
    }
    choices
}

#[test]
fn every_budget_gives_legal_turns_and_the_same_ones_for_a_seed() {
    fn check<G: Playable>(rules: &[&str], budgets: &[u32]) {
        for rules in rules {
            for nodes in budgets {
                let spec = format!("mcts:nodes={nodes}");
                let choices = self_play::<G>(rules, &spec, 3);
                assert!(choices == self_play::<G>(rules, &spec, 3), "{rules} {spec}");
                assert!(
                    choices
                        .iter()
                        .all(|choice| choice.nodes <= Some((*nodes).into()))
                );
            }
        }
    }
    let hexflip = [
        "",
        "place=3,first_place=3,swap=on",
        "hand=2,repetition=2",
        "hand=3,repetition=off",
        "hand=4,overline=mover,deviate=first",
    ];
    check::<Hexflip>(&hexflip, &[1, 2, 7, 100]);
    let sayu = [
        "radius=1",
        "radius=1,tiles=mini,swap=on,komi=1.5",
        "radius=2,convert=optional,back=mirrored",
    ];
    check::<Sayu>(&sayu, &[1, 2, 20]);
    check::<Sayu>(&[""], &[2]);
}

#[test]
fn seeds_make_a_difference() {
    let choices = |seed| self_play::<Hexflip>("", "mcts:nodes=50", seed);
    assert!((1..6).any(|seed| choices(2 * seed) != choices(0)));
}

#[test]
fn wins_are_proven_and_then_played_without_searching() {
    let mut won = 0;
    for seed in 0..24 {
        let choices = self_play::<Hexflip>("", "mcts:nodes=300", seed);
        for (i, choice) in choices.iter().enumerate() {
            let Some(proof) = choice.proven else { continue };
            let value = choice.value.unwrap().0.0;
            if value == 1.0 {
                won += 1;
                // The game ends as soon as was promised, by a turn of either side.
                let rest = choices.len() - i;
                assert!(proof.turns >= Some(rest as u32), "{rest} {proof:?}");
                // From here on the tree has the proof.
                let mine = choices[i..].iter().step_by(2).skip(1);
                assert!(
                    mine.clone()
                        .all(|c| c.proven.is_some() && c.nodes == Some(0))
                );
            } else {
                assert_eq!(value, 0.0);
            }
        }
    }
    assert!(won > 20, "{won}");
}

#[test]
fn a_request_to_stop_is_heard() {
    let mut agent = agent::<Sayu>(MctsConfig {
        budget: Budget::Nodes(u32::MAX),
        ..MctsConfig::default()
    });
    let stop = Stop::new();
    stop.request();
    let game = Sayu::new(sayu::Rules::default());
    assert_eq!(agent.choose(&game, &stop), Err(ChooseError::Stopped));
    // A deadline that passes while it searches.
    let stop = Stop::new().with_deadline(std::time::Instant::now() + Duration::from_millis(30));
    assert_eq!(agent.choose(&game, &stop), Err(ChooseError::Stopped));
    // What is left of these searches does no harm.
    let mut agent = self::agent::<Sayu>(MctsConfig {
        budget: Budget::Time(Duration::from_millis(5)),
        ..MctsConfig::default()
    });
    let choice = agent.choose(&game, &Stop::new()).unwrap();
    assert!(choice.nodes > Some(0));
    game.check(choice.turn).unwrap();
}

#[test]
fn a_finished_game_has_no_turn() {
    let rules = hexflip::Rules::default();
    let position = hexflip::Position::parse(&rules, "3/4/xxxx1/4/oo1 x 4 6").unwrap();
    let game = Hexflip::from_position(rules, position);
    let mut agent = agent(MctsConfig::default());
    assert_eq!(
        agent.choose(&game, &Stop::new()),
        Err(ChooseError::GameOver)
    );
}

#[test]
fn the_tree_is_used_again_only_for_the_game_it_is_of() {
    let config = MctsConfig {
        budget: Budget::Nodes(200),
        ..MctsConfig::default()
    };
    let mut rng = Rng::new(5);
    let mut observer = agent::<Hexflip>(config);
    let mut jumping = agent::<Hexflip>(config);
    for seed in 0..30 {
        let mut game = Hexflip::new(hexflip::Rules::default());
        observer.begin(seed);
        jumping.begin(seed);
        while game.outcome().is_none() {
            // One agent observes only some turns, the other observes turns of other games.
            let turn = observer.choose(&game, &Stop::new()).unwrap().turn;
            game.check(turn).unwrap();
            let other = jumping.choose(&game, &Stop::new()).unwrap().turn;
            game.check(other).unwrap();
            let turn = match rng.below(3) {
                0 => game.pick_turn(|n| rng.below(n)).unwrap(),
                _ => turn,
            };
            if rng.below(4) > 0 {
                observer.observe(&game, turn);
            }
            jumping.observe(&game, other);
            game.play(turn).unwrap();
        }
    }
}

#[test]
fn a_tree_that_fills_its_memory_ends_the_search() {
    fn check<G: Playable>(rules: &str) {
        let spec = "mcts:nodes=100000000,memory=1".parse().unwrap();
        let mut agent = build::<G>(&spec).unwrap();
        agent.begin(1);
        let mut game = G::new(G::Rules::parse(rules, &no_attachments).unwrap());
        for _ in 0..3 {
            let choice = agent.choose(&game, &Stop::new()).unwrap();
            // Each visit but those of finished nodes adds turns to the tree.
            assert!(choice.nodes < Some(40_000), "{choice:?}");
            agent.observe(&game, choice.turn);
            game.play(choice.turn).unwrap();
        }
    }
    check::<Hexflip>("");
    check::<Sayu>("radius=2");
}

#[test]
fn proofs_count_repetition() {
    // By the table, which knows no history, a draw: x is made to come back to where he was, and
    // for the third time he may not.
    let rules = hexflip::Rules::default();
    let position = hexflip::Position::parse(&rules, "oo1/ooo1/xox1x/x1oo/oxx o 1 0").unwrap();
    let choose = |rules| {
        let game = Hexflip::from_position(rules, position);
        let mut agent = agent(MctsConfig {
            budget: Budget::Nodes(20_000),
            ..MctsConfig::default()
        });
        agent.choose(&game, &Stop::new()).unwrap()
    };
    let choice = choose(rules);
    assert_eq!(choice.value.map(|value| value.0.0), Some(1.0));
    assert_eq!(choice.proven.and_then(|proof| proof.turns), Some(8));
    let without = hexflip::Rules::parse("repetition=off", &no_attachments).unwrap();
    assert_eq!(choose(without).proven, None);
}
