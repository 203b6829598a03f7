//! Under any budget the search ends, and a legal turn comes out.

use std::time::{Duration, Instant};

use flipside_rules::{Game as _, Hexflip, Notation as _, Sayu, hexflip, sayu};

use crate::{
    Agent, AlphaBeta, AlphaBetaConfig, Choice, ChooseError, Evaluator as _, Playable, Proof, Rng,
    STANDARD_WEIGHTS, Stop, load_weights,
};

fn agent<G: Playable>(config: AlphaBetaConfig) -> AlphaBeta<G> {
    AlphaBeta::new(
        config,
        G::Evaluator::new(&load_weights(STANDARD_WEIGHTS).unwrap()),
    )
}

/// Games between searches of tiny budgets.
fn tiny<G: Playable>(games: u64) {
    for number in 0..games {
        let mut rng = Rng::new(number);
        let mut game = G::new(G::Rules::default());
        while game.outcome().is_none() {
            let nodes = 1 + u64::from(rng.below(40));
            let mut agent = agent::<G>(AlphaBetaConfig {
                nodes: Some(nodes),
                ..AlphaBetaConfig::default()
            });
            agent.begin(number);
            let choice = agent.choose(&game, &Stop::new()).unwrap();
            assert!(choice.nodes.unwrap() <= nodes, "{choice:?}");
            let mut after = game.clone();
            for &turn in &choice.line {
                after.play(turn).unwrap();
            }
            // Every other turn at random, so that games differ.
            let random = game.pick_turn(|n| rng.below(n)).unwrap();
            let turn = if rng.below(2) == 0 {
                random
            } else {
                choice.turn
            };
            game.play(turn).unwrap();
        }
    }
}

#[test]
fn tiny_budgets_in_nodes() {
    tiny::<Hexflip>(100);
    tiny::<Sayu>(5);
}

#[test]
fn budgets_in_time() {
    fn check<G: Playable>() {
        for time in [Duration::ZERO, Duration::from_millis(3)] {
            let mut agent = agent::<G>(AlphaBetaConfig {
                nodes: None,
                time: Some(time),
                ..AlphaBetaConfig::default()
            });
            let game = G::new(G::Rules::default());
            let choice = agent.choose(&game, &Stop::new()).unwrap();
            assert_eq!(game.check(choice.turn).ok(), Some(()));
        }
    }
    check::<Hexflip>();
    check::<Sayu>();
}

#[test]
fn a_stop_request_ends_the_search() {
    fn check<G: Playable>() {
        let game = G::new(G::Rules::default());
        let mut agent = agent::<G>(AlphaBetaConfig {
            nodes: None,
            ..AlphaBetaConfig::default()
        });
        agent.begin(1);
        let stop = Stop::new();
        // The search has no budget: without the deadline it would go on for ages.
        let soon = stop.with_deadline(Instant::now() + Duration::from_millis(20));
        assert_eq!(agent.choose(&game, &soon), Err(ChooseError::Stopped));
        stop.request();
        assert_eq!(agent.choose(&game, &stop), Err(ChooseError::Stopped));
    }
    check::<Hexflip>();
    check::<Sayu>();
}

#[test]
fn the_same_seed_gives_the_same_choice() {
    fn check<G: Playable>(turns: &str, nodes: u64) {
        let mut game = G::new(G::Rules::default());
        game.play_texts(turns.split_whitespace()).unwrap();
        let choose = |seed| {
            let mut agent = agent::<G>(AlphaBetaConfig {
                nodes: Some(nodes),
                ..AlphaBetaConfig::default()
            });
            agent.begin(seed);
            agent.choose(&game, &Stop::new()).unwrap()
        };
        let choices: Vec<_> = (0..8).map(choose).collect();
        assert_eq!(choose(3), choices[3]);
        let others = choices.iter().filter(|other| other.turn != choices[0].turn);
        assert!(
            others.count() > 0,
            "equal turns are not chosen among at random"
        );
    }
    check::<Hexflip>("c3", 500);
    // With more nodes one of the candidates looks best.
    check::<Sayu>("", 1);
}

#[test]
fn the_game_is_over() {
    let rules = hexflip::Rules::default();
    let position = hexflip::Position::parse(&rules, "3/4/xxxx1/4/3 x 4 8").unwrap();
    let game = flipside_rules::Game::from_position(rules, position);
    let mut agent = agent::<Hexflip>(AlphaBetaConfig::default());
    assert_eq!(
        agent.choose(&game, &Stop::new()),
        Err(ChooseError::GameOver)
    );
}

/// What `agent` says about the last turns of a random game of Sayū.
fn late_choice(agent: &mut AlphaBeta<Sayu>, left: u32) -> (Sayu, Choice<sayu::Turn>) {
    let mut rng = Rng::new(5);
    let mut game = Sayu::new(sayu::Rules::default());
    while game.position().supply().count_ones() > left {
        let turn = game.pick_turn(|n| rng.below(n)).unwrap();
        game.play_unchecked(turn);
    }
    let choice = agent.choose(&game, &Stop::new()).unwrap();
    (game, choice)
}

#[test]
fn endgames_are_proven() {
    let mut thorough = agent(AlphaBetaConfig::default());
    let (game, choice) = late_choice(&mut thorough, 4);
    let mut end = game.clone();
    for &turn in &choice.line {
        end.play(turn).unwrap();
    }
    let margin = end.margin().unwrap().for_mover(game.to_move());
    let proof = Proof {
        margin: Some(margin),
        turns: Some(4),
        ..Proof::default()
    };
    assert_eq!((choice.proven, choice.depth), (Some(proof), Some(4)));
    let won = end.outcome().unwrap().winner == Some(game.to_move());
    assert_eq!(choice.value.unwrap().0.0, if won { 1.0 } else { 0.0 });
    assert!(choice.nodes.unwrap() <= 10_000, "{choice:?}");

    // The same outcome comes out of the search, if it goes to the end. It does not ask for margins.
    let mut exact = agent(AlphaBetaConfig {
        nodes: None,
        depth: Some(2),
        ..AlphaBetaConfig::default().exact()
    });
    let (game, choice) = late_choice(&mut exact, 2);
    let proof = choice.proven.unwrap();
    assert_eq!((proof.margin, proof.turns), (None, Some(2)));
    let (_, solved) = late_choice(&mut thorough, 2);
    assert_eq!(choice.value, solved.value, "{}", game.position_text());
}
