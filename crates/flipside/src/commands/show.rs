//! `flipside show`

use std::io::Write as _;

use flipside_rules::{Game, RuleSet as _};
use serde_json::json;

use crate::cli::{Format, Show};
use crate::{output, settings};

pub fn run<G: Game>(args: &Show) -> anyhow::Result<()> {
    let game = settings::game::<G>(&args.at)?;
    let outcome = game.outcome();
    if args.format.format == Format::Json {
        return output::json(&json!({
            "game": G::NAME,
            "rules": game.rules().name(),
            "position": game.position_text(),
            "to_move": game.to_move(),
            "turns": game.count_turns(),
            "outcome": outcome.map(|outcome| outcome.name()),
            "reason": outcome.map(|outcome| outcome.reason),
            "margin": game.margin().map(|margin| margin.0),
        }));
    }
    let mut out = output::out();
    writeln!(out, "{}", game.drawing())?;
    writeln!(out, "position: {}", game.position_text())?;
    match outcome {
        None => writeln!(out, "outcome: none")?,
        Some(outcome) => writeln!(out, "outcome: {} {}", outcome.name(), outcome.reason)?,
    }
    out.flush()?;
    Ok(())
}
