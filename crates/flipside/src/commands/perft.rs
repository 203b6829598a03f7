//! `flipside perft`

use std::io::Write as _;

use flipside_rules::Game;
use serde_json::json;

use crate::cli::{Format, Perft};
use crate::{output, settings};

pub fn run<G: Game>(args: &Perft) -> anyhow::Result<()> {
    let game = settings::game::<G>(&args.at)?;
    let count = |depth| match args.plain {
        true => flipside_rules::perft_plain(&game, depth),
        false => flipside_rules::perft(&game, depth),
    };
    let mut out = output::out();
    match args.at.format.format {
        Format::Text => {
            for depth in 1..=args.depth {
                writeln!(out, "{depth}\t{}", count(depth))?;
                // Greater depths can take long; what is known is shown at once.
                out.flush()?;
            }
        }
        Format::Json => {
            let counts: Vec<_> = (1..=args.depth)
                .map(|depth| json!({ "depth": depth, "count": count(depth) }))
                .collect();
            writeln!(
                out,
                "{}",
                json!({ "game": G::NAME, "position": game.position_text(), "perft": counts })
            )?;
        }
    }
    out.flush()?;
    Ok(())
}
