//! `flipside bench`

use std::io::Write as _;
use std::time::Instant;

use anyhow::Context as _;
use flipside_ai::{BEHAVIOUR_VERSION, Playable, Spec, Stop, build};
use flipside_rules::{ExpectedScore, ForMover, RuleSet as _, hash, hexflip, sayu};
use serde_json::json;

use crate::cli::{Bench, Format};
use crate::output;

/// Who is asked about which game: searches with budgets that let the number of nodes show how they
/// work, where there are such.
const TASKS: [(&str, &str); 6] = [
    ("hexflip", "alphabeta:depth=4"),
    ("hexflip", "mcts:nodes=2000"),
    ("hexflip", "uct:nodes=1000"),
    ("sayu", "alphabeta:depth=2"),
    ("sayu", "mcts:nodes=300"),
    ("sayu", "uct:nodes=500"),
];

/// What an agent has shown over all positions of a game.
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
            "hexflip" => {
                let positions = include_str!("../../../../data/bench/hexflip.txt");
                ask::<hexflip::Game>(&spec, positions)?
            }
            _ => {
                let positions = include_str!("../../../../data/bench/sayu.txt");
                ask::<sayu::Game>(&spec, positions)?
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
    out.flush()?;
    Ok(())
}

/// Asks an agent about each position.
fn ask<G: Playable>(spec: &Spec, positions: &str) -> anyhow::Result<Row> {
    let mut agent = build::<G>(spec)?;
    let (mut asked, mut nodes, mut bytes) = (0, 0, Vec::new());
    let started = Instant::now();
    for (seed, line) in (0..).zip(positions.lines().filter(|line| !line.starts_with('#'))) {
        let mut game = G::new(G::Rules::parse("standard", &flipside_rules::no_files)?);
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
