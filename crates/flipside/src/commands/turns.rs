//! `flipside turns`

use std::io::Write as _;

use flipside_rules::Game;
use serde_json::json;

use crate::cli::{Format, Turns};
use crate::{output, settings};

pub fn run<G: Game>(args: &Turns) -> anyhow::Result<()> {
    let game = settings::game::<G>(&args.at)?;
    let mut turns: Vec<String> = game
        .turns()
        .into_iter()
        .map(|turn| game.turn_text(turn))
        .collect();
    turns.sort_unstable();
    if args.format.format == Format::Json {
        return output::json(&json!(turns));
    }
    let mut out = output::out();
    for turn in turns {
        writeln!(out, "{turn}")?;
    }
    out.flush()?;
    Ok(())
}
