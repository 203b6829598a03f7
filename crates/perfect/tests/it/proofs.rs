//! What searches call proven, against tables: at every budget, and also where a search is cut off.

use flipside_ai::{Choice, Rng, Stop, build};
use flipside_rules::hexflip::{Hexflip, Position, Rules, Turn};
use flipside_rules::{Game as _, Notation as _, RuleSet as _, no_attachments};
use flipside_tablebase::{Table, Value};

use crate::common::{solved, without_history};

const AGENTS: [&str; 7] = [
    "alphabeta:",
    "alphabeta:exact=true,",
    "alphabeta:beam=4,",
    "alphabeta:without=aspiration+futility,",
    "alphabeta:lmr_threshold=1,futility_margin=1,",
    "mcts:",
    "mcts:initial_children=1,child_growth=0.2,initial_candidates=1,candidate_growth=0.1,",
];

/// How often something was proven, by agent: losses and wins.
type Claims = [[u32; 2]; AGENTS.len()];

/// Asks two of the agents, each with some budget from 10 to 5,000 nodes; small ones are as frequent as
/// large ones.
fn ask(game: &Hexflip, seed: u64, mut check: impl FnMut(usize, &Choice<Turn>, &str)) {
    let mut rng = Rng::new(seed);
    for _ in 0..2 {
        let i = rng.below(AGENTS.len() as u32) as usize;
        let spec = AGENTS[i];
        let nodes = 10_u32 << rng.below(9);
        let nodes = (nodes + rng.below(nodes)).min(5_000);
        let spec = format!("{spec}nodes={nodes}");
        let mut agent = build::<Hexflip>(&spec.parse().unwrap()).unwrap();
        agent.begin(seed);
        let choice = agent.choose(game, &Stop::new()).unwrap();
        game.check(choice.turn).unwrap();
        let what = format!(
            "{} {} {spec} {choice:?}",
            game.rules().name(),
            game.position_text()
        );
        check(i, &choice, &what);
    }
}

/// Checks one choice against the value of the position for the player to move and of the turn for
/// the player who makes it.
fn check(choice: &Choice<Turn>, position: Value, turn: Value, what: &str, claims: &mut [u32; 2]) {
    let Some(value) = choice.value.map(|value| value.0.0) else {
        assert_eq!(choice.proven, None, "{what}");
        return;
    };
    let Some(proof) = choice.proven else {
        return;
    };
    let what = format!("{what}; by the table {position:?}, the turn {turn:?}");
    match (value, position, turn) {
        (1.0, Value::Win(_), Value::Win(n)) => {
            let told = proof.turns.unwrap();
            assert!(told >= n.into(), "{what}");
            claims[1] += 1;
        }
        (0.0, Value::Loss(_), Value::Loss(n)) => {
            assert!(proof.turns.is_none_or(|told| told <= n.into()), "{what}");
            claims[0] += 1;
        }
        _ => panic!("{what}"),
    }
}

fn value_of(table: &Table, game: &Hexflip, turn: Turn) -> Value {
    let turns = table.turns(game.position()).unwrap();
    turns.iter().find(|(other, _)| *other == turn).unwrap().1
}

fn enough(claims: &Claims, least: [u32; 2]) {
    for (spec, claims) in AGENTS.iter().zip(claims) {
        // A search of some turns proves nothing.
        let expected = if spec.contains("beam") { [0; 2] } else { least };
        let is_enough = claims.iter().zip(expected).all(|(n, least)| *n >= least);
        assert!(is_enough, "{spec} {claims:?}");
    }
}

#[test]
fn nothing_false_is_called_proven() {
    let of_rules = |rules: &str| {
        let mut claims = Claims::default();
        let solved = solved(rules);
        // The table ignores repetition, so the game has to.
        let rules = solved.rules.without_repetition();
        for (seed, game) in (0..).zip(without_history(rules, 600)) {
            let position = solved.table.probe(game.position()).unwrap();
            ask(&game, seed, |i, choice, what| {
                let turn = value_of(&solved.table, &game, choice.turn);
                check(choice, position, turn, what, &mut claims[i]);
                // A loss with this very turn is seen by every search.
                if turn == Value::Loss(1) {
                    assert_eq!(position, Value::Loss(1), "{what}");
                }
            });
        }
        claims
    };
    let rule_sets = [
        "hand=3",
        "hand=4",
        "hand=3,place=3",
        "hand=4,overline=mover",
        "hand=4,first_place=3,second_place=1",
    ];
    let of_all: Vec<Claims> = std::thread::scope(|threads| {
        let each = rule_sets.map(|rules| threads.spawn(move || of_rules(rules)));
        each.into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    let mut sums = Claims::default();
    for claims in of_all {
        for (sum, count) in sums.iter_mut().flatten().zip(claims.iter().flatten()) {
            *sum += count;
        }
    }
    enough(&sums, [10, 100]);
}

/// The position with the players' parts exchanged: a table knows no First whose hand is full when the
/// other's is not.
fn exchanged(rules: &Rules, game: &Hexflip) -> Position {
    let text = game.position_text();
    let mut parts: Vec<String> = text
        .split(' ')
        .map(|part| part.replace('x', "-").replace('o', "x").replace('-', "o"))
        .collect();
    parts.swap(2, 3);
    Position::parse(rules, &parts.join(" ")).unwrap()
}

/// A position in which Second may swap, with 1 to 4 pieces of First's anywhere, or four in a row: there
/// all turns but the swap lose.
fn before_swap(rules: Rules, rng: &mut Rng) -> Hexflip {
    let mut points = [false; 19];
    let mut pieces = 1 + rng.below(4);
    if rng.below(4) == 0 {
        let start = [3, 7, 8, 12][rng.below(4) as usize];
        points[start..start + 4].fill(true);
        pieces = 4;
    } else {
        let mut placed = 0;
        while placed < pieces {
            let point = rng.below(19) as usize;
            placed += u32::from(!std::mem::replace(&mut points[point], true));
        }
    }
    let mut rest = &points[..];
    let mut rows = Vec::new();
    for length in [3, 4, 5, 4, 3] {
        let (row, others) = rest.split_at(length);
        let row = row.chunk_by(|a, b| !a && !b).map(|run| match run[0] {
            true => "x".to_string(),
            false => run.len().to_string(),
        });
        rows.push(row.collect::<String>());
        rest = others;
    }
    let text = format!("{} o {} 5", rows.join("/"), 5 - pieces);
    Hexflip::from_position(rules, Position::parse(&rules, &text).unwrap())
}

#[test]
fn no_proof_overlooks_the_swap() {
    let mut claims = Claims::default();
    let (mut swaps, mut only_swap) = (0, 0);
    let solved = solved("hand=5");
    let table = &solved.table;
    let with_swap = Rules::parse("hand=5,repetition=off,swap=on", &no_attachments).unwrap();
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let game = before_swap(with_swap, &mut rng);
        if game.outcome().is_some() {
            continue;
        }
        let swap = game.parse_turn("swap").unwrap();
        game.check(swap).unwrap();
        // After the second turn the rule changes nothing but seats.
        let value_after = |turn: Turn| {
            let mut next = game.clone();
            next.play(turn).unwrap();
            let plain = match turn == swap {
                true => exchanged(&solved.rules, &next),
                false => *next.position(),
            };
            let turns = Hexflip::from_position(solved.rules, plain).count_turns();
            assert_eq!(turns, next.count_turns());
            table.probe(&plain).unwrap().before_turn()
        };
        let values: Vec<Value> = game.turns().into_iter().map(value_after).collect();
        let position = values.iter().copied().max().unwrap();
        let best = values.iter().filter(|value| **value == position).count();
        only_swap += u32::from(best == 1 && value_after(swap) == position);
        ask(&game, seed, |i, choice, what| {
            let turn = value_after(choice.turn);
            check(choice, position, turn, what, &mut claims[i]);
            swaps += u32::from(choice.turn == swap);
        });
    }
    assert!(swaps > 100 && only_swap > 50, "{swaps} {only_swap}");
    enough(&claims, [0, 3]);
}

#[test]
fn repetition_takes_nothing_from_what_is_proven() {
    // With repetition a draw of the table may be won or lost, but a win is a win.
    let solved = solved("hand=4");
    let mut counts = [0; 3];
    for (seed, game) in (0..).zip(without_history(solved.rules, 500)) {
        let position = solved.table.probe(game.position()).unwrap();
        ask(&game, seed, |_, choice, what| {
            if choice.proven.is_none() {
                return;
            }
            let what = format!("{what}; by the table {position:?}");
            match (choice.value.unwrap().0.0, position) {
                (1.0, Value::Win(_)) => counts[1] += 1,
                (0.0, Value::Loss(_)) => counts[0] += 1,
                (0.0 | 1.0, Value::Draw) => counts[2] += 1,
                _ => panic!("{what}"),
            }
        });
    }
    assert!(counts[0] > 10 && counts[1] > 100, "{counts:?}");
}
