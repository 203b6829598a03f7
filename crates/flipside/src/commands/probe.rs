//! `flipside probe`

use std::io::Write as _;

use anyhow::Context as _;
use flipside_rules::{Game as _, Hexflip, Notation as _};
use flipside_tablebase::Value;
use serde_json::json;

use super::solve::{only_hexflip, open_for, table_path, variant};
use crate::cli::{Format, Probe};
use crate::{output, settings};

pub fn run(args: &Probe) -> anyhow::Result<()> {
    only_hexflip(args.at.game.game)?;
    let variant = variant(&args.at.game.rules)?;
    let path = table_path(args.table.table.as_deref(), &variant, "--table")?;
    let at_table = || format!("{}", path.display());
    let game = settings::game::<Hexflip>(&args.at)?;
    let table = open_for(&path, &variant)?;
    let value = table.probe(game.position()).with_context(at_table)?;
    let turns = table.turns(game.position()).with_context(at_table)?;
    if args.format.format == Format::Json {
        let turns: Vec<_> = turns
            .iter()
            .map(|(turn, value)| entry(*value, Some(turn.to_string())))
            .collect();
        return output::json(&json!({
            "position": game.position_text(),
            "value": entry(value, None),
            "turns": turns,
        }));
    }
    let mut out = output::out();
    writeln!(out, "{value}")?;
    for (turn, value) in turns {
        writeln!(out, "{turn}\t{value}")?;
    }
    Ok(out.flush()?)
}

/// Returns a value as JSON, with its turn if it has one.
pub fn entry(value: Value, turn: Option<String>) -> serde_json::Value {
    let (name, turns) = match value {
        Value::Win(turns) => ("win", Some(turns)),
        Value::Loss(turns) => ("loss", Some(turns)),
        Value::Draw => ("draw", None),
    };
    let mut entry = json!({ "value": name, "turns": turns });
    if let Some(turn) = turn {
        entry["turn"] = json!(turn);
    }
    entry
}
