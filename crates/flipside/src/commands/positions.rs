//! `flipside perft`, `flipside show` and `flipside turns`

use std::io::Write as _;

use anyhow::ensure;
use flipside_rules::{FullGame, RuleSet as _};
use serde_json::json;

use crate::cli::{Format, Perft, Show, Turns};
use crate::{output, settings};

pub fn perft<G: FullGame>(args: &Perft) -> anyhow::Result<()> {
    let game = settings::game::<G>(&args.at)?;
    let count = |depth| {
        let count = match args.plain {
            true => flipside_rules::perft_plain(&game, depth),
            false => flipside_rules::perft(&game, depth),
        };
        ensure!(
            count < u128::MAX,
            "the sequences of {depth} turns are more than 128 bits can count"
        );
        Ok(count)
    };
    let mut out = output::out();
    match args.format.format {
        Format::Text => {
            for depth in 1..=args.depth {
                writeln!(out, "{depth}\t{}", count(depth)?)?;
                // Greater depths can take long; what is known is shown at once.
                out.flush()?;
            }
        }
        Format::Json => {
            // Programs read numbers beyond 64 bits wrongly, so those are texts.
            let counts = (1..=args.depth)
                .map(|depth| {
                    let count = count(depth)?;
                    let count = u64::try_from(count).map_or(json!(count.to_string()), |n| json!(n));
                    Ok(json!({ "depth": depth, "count": count }))
                })
                .collect::<anyhow::Result<Vec<_>>>()?;
            writeln!(
                out,
                "{}",
                json!({ "game": G::NAME, "rules": game.rules().name(), "position": game.position_text(), "perft": counts })
            )?;
        }
    }
    Ok(out.flush()?)
}

pub fn show<G: FullGame>(args: &Show) -> anyhow::Result<()> {
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
    Ok(out.flush()?)
}

pub fn turns<G: FullGame>(args: &Turns) -> anyhow::Result<()> {
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
    Ok(out.flush()?)
}
