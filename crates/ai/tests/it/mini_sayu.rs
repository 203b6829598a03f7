//! Mini-Sayū, the board of radius 1 with four tiles, solved by brute force: every sequence of turns
//! up to symmetry, without any search of the agents.

use std::collections::{BTreeMap, HashMap};

use flipside_ai::{Stop, build};
use flipside_rules::{
    ForFirst, Game, Notation as _, RuleSet as _, Sayu, Seat, Symmetric as _, no_attachments, sayu,
};

fn start() -> Sayu {
    Sayu::new(sayu::Rules::parse("radius=1,tiles=mini", &no_attachments).unwrap())
}

/// First's margin under best play of both, each position searched once.
fn margin(game: &Sayu, known: &mut HashMap<sayu::Position, i32>) -> i32 {
    if game.outcome().is_some() {
        let ForFirst(margin) = game.margin().unwrap();
        return margin;
    }
    let (canonical, _) = Sayu::canonical(game.rules(), game.position());
    if let Some(&margin) = known.get(&canonical) {
        return margin;
    }
    let values = game.turns().into_iter().map(|turn| {
        let mut next = game.clone();
        next.play_unchecked(turn);
        margin(&next, known)
    });
    let best = match game.to_move() {
        Seat::First => values.max(),
        Seat::Second => values.min(),
    };
    let best = best.unwrap();
    known.insert(canonical, best);
    best
}

/// Every first turn up to symmetry with First's margin after it, and how many turns are of its kind.
fn first_turns() -> BTreeMap<(i32, String), usize> {
    let game = start();
    let mut known = HashMap::new();
    let mut kinds: BTreeMap<sayu::Position, (String, usize, i32)> = BTreeMap::new();
    for turn in game.turns() {
        let mut next = game.clone();
        next.play_unchecked(turn);
        let (canonical, _) = Sayu::canonical(game.rules(), next.position());
        let text = game.turn_text(turn);
        let kind = kinds
            .entry(canonical)
            .or_insert_with(|| (text.clone(), 0, margin(&next, &mut known)));
        kind.0 = kind.0.clone().min(text);
        kind.1 += 1;
    }
    kinds
        .into_values()
        .map(|(text, count, margin)| ((margin, text), count))
        .collect()
}

/// How many positions there are up to symmetry, by the number of tiles and First's margin under
/// best play.
fn positions() -> BTreeMap<(u32, i32), usize> {
    let mut known = HashMap::new();
    margin(&start(), &mut known);
    let mut counts = BTreeMap::new();
    for (position, margin) in known {
        let tiles = Seat::BOTH.map(|seat| position.stones(seat).count_ones());
        *counts.entry((tiles[0] + tiles[1], margin)).or_default() += 1;
    }
    counts
}

/// Agents that are compared with the solution.
const AGENTS: [&str; 8] = [
    "random",
    "greedy",
    "uct:nodes=1000",
    "uct:nodes=10000",
    "mcts:nodes=1000",
    "alphabeta:nodes=1000",
    "alphabeta:nodes=1000,without=endgame",
    "alphabeta:depth=3,exact=true",
];

/// In how many of the positions with one or two tiles an agent's turn turns a win into a draw or a
/// loss, or a draw into a loss, and in how many a turn could.
fn lost(spec: &str, known: &mut HashMap<sayu::Position, i32>) -> (usize, usize) {
    let mut agent = build::<Sayu>(&spec.parse().unwrap()).unwrap();
    let (mut lost, mut could) = (0, 0);
    let mut positions: Vec<(sayu::Position, i32)> = known
        .iter()
        .filter(|(position, _)| {
            let tiles = Seat::BOTH.map(|seat| position.stones(seat).count_ones());
            (1..=2).contains(&(tiles[0] + tiles[1]))
        })
        .map(|(position, margin)| (*position, *margin))
        .collect();
    positions.sort();
    for (position, best) in positions {
        let game = Sayu::from_position(start().rules().clone(), position);
        let mut after = |turn| {
            let mut next = game.clone();
            next.play_unchecked(turn);
            margin(&next, known)
        };
        let same = |margin: i32| margin.signum() == best.signum();
        if game.turns().into_iter().all(|turn| same(after(turn))) {
            continue;
        }
        could += 1;
        agent.begin(Sayu::position_hash(&position));
        let choice = agent.choose(&game, &Stop::new()).unwrap();
        lost += usize::from(!same(after(choice.turn)));
    }
    (lost, could)
}

#[test]
fn values_are_the_published_ones() {
    let mut known = HashMap::new();
    margin(&start(), &mut known);
    let agents = AGENTS.map(|spec| {
        let (lost, could) = lost(spec, &mut known);
        format!("| `{spec}` | {lost} of {could} |")
    });
    let lines: Vec<String> = first_turns()
        .into_iter()
        .map(|((margin, text), count)| format!("| `{text}` | {count} | {margin} |"))
        .chain(
            positions()
                .into_iter()
                .map(|((tiles, margin), count)| format!("| {tiles} | {margin} | {count} |")),
        )
        .chain(agents)
        .collect();
    let page = include_str!("../../../../docs/mini-sayu.md");
    let missing: Vec<&String> = lines
        .iter()
        .filter(|line| !page.lines().any(|published| published == **line))
        .collect();
    assert!(missing.is_empty(), "the page lacks\n{missing:#?}");
    let published = page.lines().filter(|line| line.ends_with(" |")).count();
    // Three tables with a line of headings each.
    assert_eq!(published, lines.len() + 3, "the page says more");
}
