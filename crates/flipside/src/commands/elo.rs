//! `flipside elo`

use std::io::Write as _;

use anyhow::{Context as _, bail};
use flipside_stats::elo::{GameCounts, PairCounts};
use serde_json::json;

use crate::cli::{Counts, Elo, Format};
use crate::output;

/// Counts as they were given.
pub enum Given {
    Pairs(PairCounts),
    Games(GameCounts),
}

impl Given {
    /// The counts of the arguments.
    pub fn of(counts: &Counts) -> anyhow::Result<Self> {
        match (&counts.pairs, &counts.wld) {
            (Some(pairs), _) => match *pairs.as_slice() {
                [ll, ld, mid, wd, ww] => Ok(Self::Pairs(PairCounts {
                    ll,
                    ld,
                    mid,
                    wd,
                    ww,
                })),
                _ => bail!(
                    "--pairs takes five numbers, LL,LD,MID,WD,WW, not {}",
                    pairs.len()
                ),
            },
            (None, Some(games)) => match *games.as_slice() {
                [wins, losses, draws] => Ok(Self::Games(GameCounts {
                    wins,
                    losses,
                    draws,
                })),
                _ => bail!("--wld takes three numbers, W,L,D, not {}", games.len()),
            },
            (None, None) => bail!("give --pairs or --wld"),
        }
    }
}

pub fn run(args: &Elo) -> anyhow::Result<()> {
    let estimate = match Given::of(&args.counts)? {
        Given::Pairs(counts) => counts.estimate(),
        Given::Games(counts) => counts.estimate(),
    }
    .context("there are no games in these counts")?;
    let values = [
        ("elo", estimate.elo, 2),
        ("elo_margin", estimate.elo_margin, 2),
        ("nelo", estimate.normalised_elo, 2),
        ("nelo_margin", estimate.normalised_elo_margin, 2),
        ("los", estimate.superiority, 4),
        ("score", Some(estimate.score), 4),
    ];
    if args.format.format == Format::Json {
        let values = values.map(|(name, value, _)| (name.to_string(), json!(value)));
        return output::json(&values.into_iter().collect::<serde_json::Map<_, _>>().into());
    }
    let mut out = output::out();
    for (name, value, decimals) in values {
        match value {
            Some(value) => writeln!(out, "{name} {value:.decimals$}")?,
            None => writeln!(out, "{name} undefined")?,
        }
    }
    out.flush()?;
    Ok(())
}
