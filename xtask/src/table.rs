//! The solved game: makes the full tablebase, checks it, and prints the published facts.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context as _, ensure};
use flipside_rules::hexflip::{Hexflip, Rules};
use flipside_rules::{Game as _, Notation as _};
use flipside_tablebase::check::{check_layer, check_sample, check_search};
use flipside_tablebase::{
    Layer, LoadedTable, Table, Value, Variant, first_turns, longest_line, only_turns, solve,
    write_summary,
};

use crate::puzzles;
use crate::shell::{root, step};

/// Maximum number of pieces on the board of layers that are checked completely.
const COMPLETE_UP_TO: usize = 8;
/// Entries of the other layers that are checked.
const SAMPLE: u64 = 5_000_000;
/// Positions that are searched forwards, and to how many turns.
const SEARCHES: (u64, u16) = (5_000, 5);
const SEED: u64 = 1;

/// Solves the standard rules (or opens the table at `path`), checks the table, and prints the facts.
pub fn run(path: Option<PathBuf>) -> anyhow::Result<()> {
    let dir = tempfile::tempdir()?;
    let variant = Variant::new(&Rules::default())?;
    let path = match path {
        Some(path) => path,
        None => {
            step("solving");
            let path = dir.path().join("hexflip.table");
            let started = Instant::now();
            solve(variant, &path, &mut |_| {}, &|| false)?;
            eprintln!("   {:.1} s", started.elapsed().as_secs_f64());
            path
        }
    };
    eprintln!("   {} bytes", path.metadata()?.len());
    let table = Table::open(&path, &variant)?;

    step("every block");
    table.verify(|_| {})?;

    step("recurrence");
    let loaded = LoadedTable::new(&table)?;
    let (small, large): (Vec<Layer>, Vec<Layer>) = loaded
        .layers()
        .partition(|layer| layer.pieces(&variant) <= COMPLETE_UP_TO);
    let mut entries = 0;
    for layer in small {
        entries += check_layer(&loaded, layer)?;
    }
    check_sample(&loaded, &large, SAMPLE, SEED)?;
    eprintln!("   {entries} entries of the small layers and {SAMPLE} of the others are right");

    step("forward search");
    let layers: Vec<Layer> = loaded.layers().collect();
    let found = check_search(&loaded, &layers, SEARCHES.0, SEED, SEARCHES.1)?;
    eprintln!(
        "   {} positions, {found} of them won or lost within {} turns, agree",
        SEARCHES.0, SEARCHES.1
    );

    step("published puzzles");
    puzzles::check(&table)?;

    step("published drawn openings");
    let openings = check_drawn_openings(&table)?;
    eprintln!("   {openings} openings are drawn");

    facts(&table)
}

/// The published list of drawn openings.
const DRAWN: &str = "data/openings/hexflip-4-drawn.txt";

/// Checks that every opening of the published list is drawn, and returns their number.
fn check_drawn_openings(table: &Table) -> anyhow::Result<u64> {
    let text = fs::read_to_string(root().join(DRAWN)).context(DRAWN)?;
    let openings = text.lines().filter_map(|line| line.split('#').next());
    let mut drawn = 0;
    for opening in openings.filter(|turns| !turns.trim().is_empty()) {
        let mut game = Hexflip::new(Rules::default());
        game.play_texts(opening.split_whitespace())
            .with_context(|| format!("{DRAWN}: {opening}"))?;
        let value = table.probe(game.position())?;
        ensure!(value == Value::Draw, "{DRAWN}: {opening}: {value}");
        drawn += 1;
    }
    Ok(drawn)
}

fn facts(table: &Table) -> anyhow::Result<()> {
    step("facts");
    let mut text = Vec::new();
    write_summary(table.variant(), table.layers(), &mut text)?;
    let text = String::from_utf8(text)?;
    for line in text.lines() {
        eprintln!("| {} |", line.replace('\t', " | "));
    }
    eprintln!("\nchecksum {:08x}", table.checksum());
    for first in first_turns(table)? {
        eprintln!("| {} | {} | {} |", first.turn, first.symmetric, first.value);
    }
    let line = longest_line(table)?;
    let turns: Vec<String> = line.turns.iter().map(ToString::to_string).collect();
    eprintln!(
        "\nlongest: {} from {}\n{}\n",
        line.value,
        line.position,
        turns.join(" ")
    );
    let only = only_turns(table, 8, SEED).context("positions with one right turn")?;
    for only in only {
        eprintln!(
            "| `{}` | {} | {} | {} |",
            only.position, only.legal, only.turn, only.value
        );
    }
    Ok(())
}
