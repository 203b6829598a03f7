//! What the repetition rule makes of Hexflip's drawn positions, as `docs/hexflip-solved.md` has it.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context as _, ensure};
use flipside_research::{DrawKeeperGame, Setup, play_draw_keepers};
use flipside_rules::hexflip::{Rules, Turn};
use flipside_rules::{Game as _, Hexflip, RuleSet as _, Seat, no_attachments};
use flipside_stats::interval::Confidence;
use flipside_stats::wilson;
use flipside_tablebase::repetition::{Effort, LayerFates, Limits, settle, stalled_entries};
use flipside_tablebase::{LoadedTable, Table, Variant};

use crate::shell::step;

/// Games are abandoned after this number of turns.
const MAX_TURNS: u32 = 20_000;

#[derive(clap::Args)]
pub struct Repetition {
    /// The table of the standard rules.
    #[arg(long)]
    table: PathBuf,

    /// Games of each line; 0 leaves them out.
    #[arg(long, default_value_t = 2_000)]
    games: u64,

    /// From which games and sample follow.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Maximum number of positions of the closed parts to solve; 0 skips the proofs.
    #[arg(long, default_value_t = 50)]
    largest: usize,

    /// Search one in N of the positions that stay open.
    #[arg(long, default_value_t = 20_000)]
    one_in: u64,
}

pub fn run(args: &Repetition) -> anyhow::Result<()> {
    ensure!(args.one_in > 0, "--one-in is at least 1");
    let variant = Variant::new(&Rules::default())?;
    let table =
        Table::open(&args.table, &variant).with_context(|| format!("{}", args.table.display()))?;
    let table = LoadedTable::new(&table)?;
    if args.games > 0 {
        games(&table, args)?;
    }
    if args.largest > 0 {
        proofs(&table, args)?;
    }
    Ok(())
}

fn games(table: &LoadedTable, args: &Repetition) -> anyhow::Result<()> {
    step("games of draw keepers");
    println!(
        "| rules | opening | First looks | Second looks | games | First wins | interval | by barred \
         turns | turns (10 %, half, 90 %, most) | ends |"
    );
    let lines = [
        ("standard", "", [0, 0]),
        ("standard", "", [2, 2]),
        ("standard", "", [4, 4]),
        ("standard", "", [2, 0]),
        ("standard", "", [0, 2]),
        ("standard", "", [4, 0]),
        ("standard", "", [0, 4]),
        ("standard", "a1", [0, 0]),
        ("standard", "a1", [4, 4]),
        ("standard", "a2", [0, 0]),
        ("standard", "a2", [4, 4]),
        ("deviate=first", "", [0, 0]),
        ("deviate=first", "", [4, 4]),
    ];
    for (rules, opening, looks) in lines {
        let started = Instant::now();
        let setup = Setup {
            rules: Rules::parse(rules, &no_attachments)?,
            opening: opening
                .split_whitespace()
                .map(Turn::parse)
                .collect::<Result<_, _>>()?,
            lookahead: looks,
            max_turns: MAX_TURNS,
        };
        let games = play_draw_keepers(table, &setup, args.games, args.seed);
        let [first, second] = looks;
        let opening = if opening.is_empty() { "any" } else { opening };
        println!(
            "| {rules} | {opening} | {first} | {second} | {}",
            outcome(&games)?
        );
        eprintln!("   {:.1} s", started.elapsed().as_secs_f64());
    }
    Ok(())
}

/// The columns about what became of the games.
fn outcome(games: &[DrawKeeperGame]) -> anyhow::Result<String> {
    let ended: Vec<&DrawKeeperGame> = games.iter().filter(|g| g.outcome.is_some()).collect();
    ensure!(!ended.is_empty(), "no game came to its end");
    let winner = |game: &DrawKeeperGame| game.outcome.and_then(|outcome| outcome.winner);
    let count = |of: &dyn Fn(&DrawKeeperGame) -> bool| ended.iter().filter(|g| of(g)).count();
    let share = |n: usize| n as f64 / ended.len() as f64;
    let first = count(&|game| winner(game) == Some(Seat::First));
    let interval = wilson::interval(share(first), ended.len() as f64, Confidence::P95)
        .context("no interval")?;
    let forced = count(&|game| game.forced.is_some());
    let mut turns: Vec<u32> = ended.iter().map(|game| game.turns).collect();
    turns.sort_unstable();
    let at = |tenths: usize| turns[((turns.len() - 1) * tenths).div_ceil(10)];
    let mut ends = Vec::new();
    for reason in Hexflip::REASONS {
        let n = count(&|game| game.outcome.is_some_and(|o| o.reason == *reason));
        if n > 0 {
            ends.push(format!("{reason} {:.1} %", 100.0 * share(n)));
        }
    }
    let unfinished = games.len() - ended.len();
    if unfinished > 0 {
        ends.push(format!("{unfinished} unfinished"));
    }
    Ok(format!(
        "{} | {:.1} % | {:.1} to {:.1} % | {:.1} % | {}, {}, {}, {} | {} |",
        games.len(),
        100.0 * share(first),
        100.0 * interval.low,
        100.0 * interval.high,
        100.0 * share(forced),
        at(1),
        at(5),
        at(9),
        at(10),
        ends.join(", ")
    ))
}

fn proofs(table: &LoadedTable, args: &Repetition) -> anyhow::Result<()> {
    step("proofs");
    println!("{} stalled entries", stalled_entries(table));
    let effort = Effort {
        largest: args.largest,
        states: 100_000,
        one_in: args.one_in,
        limits: Limits {
            states: 100_000,
            turns: 60,
        },
        seed: args.seed,
    };
    println!(
        "| hand | other | drawn | mover wins | mover loses | in closed parts | largest open part |"
    );
    let mut total = LayerFates::default();
    let settled = settle(table, &effort, |layer, fates, largest| {
        total = total.and(fates);
        println!(
            "| {} | {} | {} | {} | {} | {} | {largest} |",
            layer.hand, layer.other, fates.drawn, fates.wins, fates.loses, fates.in_closed_parts
        );
    });
    println!("{total:?}");
    let sample = settled.sample();
    if sample.positions > 0 {
        let n = sample.positions as f64;
        let share = (sample.wins + sample.loses) as f64 / n;
        let interval = wilson::interval(share, n, Confidence::P95).context("no interval")?;
        println!(
            "{sample:?}: {:.1} % settled, {:.1} to {:.1} %",
            100.0 * share,
            100.0 * interval.low,
            100.0 * interval.high
        );
    }
    Ok(())
}
