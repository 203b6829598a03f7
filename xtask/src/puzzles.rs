//! Checks the published puzzles against the tablebase.

use std::fs;

use anyhow::{Context as _, ensure};
use flipside_ai::Stop;
use flipside_rules::hexflip::Rules;
use flipside_study::puzzles::{Kind, Plan, Puzzle, check_puzzle, make_puzzles};
use flipside_tablebase::Table;

use crate::shell::root;

const FILE: &str = "data/puzzles/hexflip.tsv";

fn text() -> anyhow::Result<String> {
    fs::read_to_string(root().join(FILE)).context(FILE)
}

/// Reads the published puzzles.
pub fn published() -> anyhow::Result<Vec<Puzzle>> {
    Puzzle::parse_list(&Rules::default(), &text()?).context(FILE)
}

/// Checks every published puzzle, then makes all of them again and compares the text.
pub fn check(table: &Table) -> anyhow::Result<()> {
    let puzzles = published()?;
    for puzzle in &puzzles {
        check_puzzle(table, puzzle)?;
    }
    // The settings of the command in the file's first lines.
    let plan = Plan {
        rules: Rules::default(),
        kinds: Kind::ALL.to_vec(),
        each: 8,
        seed: 1,
        max_nodes: 32_768,
    };
    let made = make_puzzles(table, &plan, &mut |_| {}, &Stop::new())?;
    let text = text()?;
    let lines = text.split_inclusive('\n');
    let published: String = lines.filter(|line| !line.starts_with('#')).collect();
    ensure!(
        published == Puzzle::format_list(&made.puzzles),
        "{FILE} differs from the output of the command in its first lines; make it again"
    );
    eprintln!(
        "   {} puzzles are right and can be reproduced",
        puzzles.len()
    );
    Ok(())
}
