//! `flipside bench`

use std::io::Write as _;
use std::time::Instant;

use anyhow::Context as _;
use flipside_ai::{BEHAVIOUR_VERSION, Playable, Spec, Stop, build};
use flipside_rules::{ExpectedScore, ForMover, GameKind, Hexflip, RuleSet as _, Sayu, hash};
use serde_json::json;

use crate::cli::{Bench, Format};
use crate::output;

/// The searches, with budgets by depth or nodes.
const TASKS: [(GameKind, &str); 6] = [
    (GameKind::Hexflip, "alphabeta:depth=4"),
    (GameKind::Hexflip, "mcts:nodes=2000"),
    (GameKind::Hexflip, "uct:nodes=1000"),
    (GameKind::Sayu, "alphabeta:depth=2"),
    (GameKind::Sayu, "mcts:nodes=300"),
    (GameKind::Sayu, "uct:nodes=500"),
];

/// The result of an agent over all positions of a game.
struct Row {
    game: &'static str,
    agent: String,
    positions: usize,
    nodes: u64,
    /// Hash of the turns, values and numbers of nodes.
    checksum: u64,
    seconds: f64,
}

pub fn run(args: &Bench) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    for (game, agent) in TASKS {
        let spec: Spec = agent.parse()?;
        rows.push(match game {
            GameKind::Hexflip => {
                let positions = include_str!("../../../../data/bench/hexflip.txt");
                ask::<Hexflip>(&spec, positions)?
            }
            GameKind::Sayu => {
                let positions = include_str!("../../../../data/bench/sayu.txt");
                ask::<Sayu>(&spec, positions)?
            }
        });
    }
    let nodes: u64 = rows.iter().map(|row| row.nodes).sum();
    let sums: Vec<u8> = rows
        .iter()
        .flat_map(|row| row.checksum.to_le_bytes())
        .collect();
    let checksum = format!("{:016x}", hash::bytes(&sums));
    if args.format.format == Format::Json {
        let rows: Vec<_> = rows
            .iter()
            .map(|row| {
                json!({
                    "game": row.game,
                    "agent": row.agent,
                    "positions": row.positions,
                    "nodes": row.nodes,
                    "checksum": format!("{:016x}", row.checksum),
                    "seconds": row.seconds,
                })
            })
            .collect();
        return output::json(&json!({
            "behaviour_version": BEHAVIOUR_VERSION,
            "nodes": nodes,
            "checksum": checksum,
            "agents": rows,
        }));
    }
    let mut out = output::out();
    for row in &rows {
        writeln!(
            out,
            "{:<8} {:<20} {:>10} nodes {:>10.0} nodes/s  {:016x}",
            row.game,
            row.agent,
            row.nodes,
            row.nodes as f64 / row.seconds,
            row.checksum
        )?;
    }
    writeln!(
        out,
        "behaviour version {BEHAVIOUR_VERSION}, checksum {checksum}"
    )?;
    writeln!(out, "nodes {nodes}")?;
    Ok(out.flush()?)
}

/// Runs an agent on each position.
fn ask<G: Playable>(spec: &Spec, positions: &str) -> anyhow::Result<Row> {
    let mut agent = build::<G>(spec)?;
    let (mut asked, mut nodes, mut bytes) = (0, 0, Vec::new());
    let started = Instant::now();
    for (seed, line) in (0..).zip(positions.lines().filter(|line| !line.starts_with('#'))) {
        let mut game = G::new(G::Rules::parse(
            "standard",
            &flipside_rules::no_attachments,
        )?);
        if line != "-" {
            game.play_texts(line.split(' '))
                .with_context(|| format!("position {seed}"))?;
        }
        agent.begin(seed);
        let choice = agent.choose(&game, &Stop::new())?;
        let value = choice.value.map(|ForMover(ExpectedScore(value))| value);
        G::encode_turn(choice.turn, &mut bytes);
        bytes.extend(value.unwrap_or(-1.0).to_le_bytes());
        bytes.extend(choice.nodes.unwrap_or(0).to_le_bytes());
        nodes += choice.nodes.unwrap_or(0);
        asked += 1;
    }
    Ok(Row {
        game: G::NAME,
        agent: spec.to_string(),
        positions: asked,
        nodes,
        checksum: hash::bytes(&bytes),
        seconds: started.elapsed().as_secs_f64(),
    })
}
