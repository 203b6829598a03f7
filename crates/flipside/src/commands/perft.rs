//! `flipside perft`

use std::io::Write as _;

use anyhow::ensure;
use flipside_rules::{Game, RuleSet as _};
use serde_json::json;

use crate::cli::{Format, Perft};
use crate::{output, settings};

pub fn run<G: Game>(args: &Perft) -> anyhow::Result<()> {
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
    out.flush()?;
    Ok(())
}
