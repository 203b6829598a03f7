//! How often agents throw away what they have, by the exact table of Hexflip.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, bail, ensure};
use flipside_ai::{BEHAVIOUR_VERSION, Rng, Spec, Stop};
use flipside_rules::Hexflip;
use flipside_rules::hash::mix;
use flipside_rules::hexflip::{self, Position};
use flipside_rules::{Game as _, Notation as _, RuleSet as _, Symmetric as _};
use flipside_stats::interval::Confidence;
use flipside_stats::wilson;
use flipside_study::{NoisyGreedy, ask};
use flipside_tablebase::Table;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use crate::puzzles;
use crate::shell::{root, step};

/// The positions.
const FILE: &str = "data/positions/hexflip-critical.txt";

/// How many there are.
const COUNT: usize = 2_000;

#[derive(clap::Args)]
pub struct Accuracy {
    /// The table of the standard rules.
    #[arg(long)]
    table: PathBuf,

    /// Make the list of positions anew instead of asking agents.
    #[arg(long)]
    make: bool,

    /// Ask about the published puzzles instead, in which all turns but one lose value.
    #[arg(long, conflicts_with = "make")]
    puzzles: bool,

    /// Number of positions, from the first. [default: all]
    #[arg(long, default_value_t = COUNT)]
    positions: usize,

    /// Agents, such as mcts:nodes=1000.
    agents: Vec<Spec>,
}

pub fn run(args: &Accuracy) -> anyhow::Result<()> {
    let table =
        Table::open_any(&args.table).with_context(|| format!("{}", args.table.display()))?;
    let path = root().join(FILE);
    if args.make {
        return make(&table, &path);
    }
    ensure!(!args.agents.is_empty(), "name agents, or give --make");
    let positions = match args.puzzles {
        true => {
            let puzzles = puzzles::published()?;
            puzzles.iter().map(|puzzle| puzzle.only.position).collect()
        }
        false => read(&path)?,
    };
    let positions = &positions[..args.positions.min(positions.len())];
    println!("agent\tpositions\tlost\tshare\tlow\thigh\tseconds a turn");
    for spec in &args.agents {
        let started = Instant::now();
        let lost: Vec<bool> = positions
            .par_iter()
            .map(|position| loses(&table, spec, position))
            .collect::<anyhow::Result<_>>()?;
        let seconds = started.elapsed().as_secs_f64() * rayon::current_num_threads() as f64;
        let lost = lost.iter().filter(|lost| **lost).count();
        let n = positions.len() as f64;
        let share = lost as f64 / n;
        let interval = wilson::interval(share, n, Confidence::P95).context("no positions")?;
        println!(
            "{spec}\t{n}\t{lost}\t{share:.4}\t{:.4}\t{:.4}\t{:.5}",
            interval.low,
            interval.high,
            seconds / n
        );
    }
    Ok(())
}

/// Whether the agent's turn loses value. Its seed follows from the position.
fn loses(table: &Table, spec: &Spec, position: &Position) -> anyhow::Result<bool> {
    let turn = ask(spec, &hexflip::Rules::default(), position, &Stop::new())?;
    let turns = table.turns(position)?;
    let best = turns.iter().map(|(_, value)| value.sign()).max();
    let chosen = turns.iter().find(|(other, _)| *other == turn);
    let Some((_, chosen)) = chosen else {
        bail!("{spec} gives a turn that the table does not have");
    };
    Ok(Some(chosen.sign()) < best)
}

/// Reads the positions.
pub fn read(path: &Path) -> anyhow::Result<Vec<Position>> {
    let text = fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
    let rules = hexflip::Rules::default();
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| Ok(Hexflip::parse_position(&rules, line)?))
        .collect()
}

/// Draws positions in which a turn can lose value: one from a game, at a turn drawn at random, of
/// noisy greedy players. No two are symmetric to one another.
fn make(table: &Table, path: &Path) -> anyhow::Result<()> {
    step("critical positions");
    let rules = hexflip::Rules::default();
    let players = NoisyGreedy::new()?;
    let mut found = BTreeSet::new();
    let mut lines = Vec::new();
    for seed in 0_u64.. {
        if lines.len() == COUNT {
            break;
        }
        let positions = players.game(&rules, seed, &Stop::new())?;
        let mut rng = Rng::new(mix(seed ^ 0x0070_6F73));
        let position = positions[rng.below(positions.len() as u32) as usize];
        let stakes: BTreeSet<i8> = table
            .turns(&position)?
            .iter()
            .map(|(_, value)| value.sign())
            .collect();
        let (canonical, _) = Hexflip::canonical(&rules, &position);
        if stakes.len() > 1 && found.insert(canonical) {
            lines.push(Hexflip::from_position(rules, position).position_text());
        }
    }
    let head = format!(
        "# {COUNT} positions of Hexflip ({}) in which a turn can lose value by the exact table.\n\
         # Made by `cargo xtask accuracy --make --table hexflip.table`, behaviour version \
         {BEHAVIOUR_VERSION} of the agents.\n",
        rules.name()
    );
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, head + &lines.join("\n") + "\n")?;
    Ok(())
}
