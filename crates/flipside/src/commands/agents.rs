//! `flipside agents`

use std::io::Write as _;

use flipside_ai::{AGENTS, StrengthLevels as _};
use flipside_rules::{Game as _, Hexflip, Sayu};
use serde_json::json;

use crate::cli::{Agents, Format};
use crate::output;

pub fn run(args: &Agents) -> anyhow::Result<()> {
    if args.format.format == Format::Json {
        let kinds: Vec<_> = AGENTS
            .iter()
            .map(|kind| {
                let keys: Vec<_> = kind
                    .keys
                    .iter()
                    .map(|key| {
                        json!({
                            "name": key.name,
                            "values": key.values,
                            "default": key.default,
                            "meaning": key.meaning,
                            "tuning": key.tuning.map(|range| json!({
                                "min": range.min,
                                "max": range.max,
                                "step": range.step,
                                "digits": range.digits,
                            })),
                        })
                    })
                    .collect();
                let mut object =
                    json!({ "name": kind.name, "summary": kind.summary, "keys": keys });
                if kind.name == "level" {
                    object["levels"] = levels().into_iter().collect();
                }
                object
            })
            .collect();
        return output::json(&json!(kinds));
    }
    let mut out = output::out();
    for kind in AGENTS {
        writeln!(out, "{}\n    {}", kind.name, kind.summary)?;
        for key in kind.keys {
            let default = match key.instead_of {
                None if key.default.is_empty() => "required".to_string(),
                None => format!("default {}", key.default),
                Some(other) => format!("instead of {other}"),
            };
            writeln!(
                out,
                "    {:<8} {}: {} ({default})",
                key.name, key.meaning, key.values
            )?;
        }
        if kind.name == "level" {
            for (game, specs) in levels() {
                for (n, spec) in (1..).zip(specs) {
                    writeln!(out, "    {n} of {game}: {spec}")?;
                }
            }
        }
    }
    Ok(out.flush()?)
}

/// Returns the agents of the levels of each game.
fn levels() -> [(&'static str, Vec<&'static str>); 2] {
    [
        (Hexflip::NAME, Hexflip::levels().collect()),
        (Sayu::NAME, Sayu::levels().collect()),
    ]
}
