//! `flipside sprt` and `flipside elo`

use std::io::Write as _;

use anyhow::Context as _;
use flipside_stats::sprt::{EloScale, Sprt as Test, SprtDecision};
use serde_json::json;

use crate::cli::{Elo, EloModel, Format, MatchCounts, Sprt};
use crate::output;

pub fn sprt(args: &Sprt) -> anyhow::Result<()> {
    let scale = match args.model {
        EloModel::Normalized => EloScale::Normalised,
        EloModel::Logistic => EloScale::Logistic,
    };
    let test = Test::new(args.elo0, args.elo1, scale, args.alpha, args.beta)?;
    let llr = match args.counts.counts()? {
        MatchCounts::Pairs(counts) => test.llr_of_pairs(&counts),
        MatchCounts::Games(counts) => test.llr_of_games(&counts),
    };
    let (lower, upper) = test.bounds();
    let decision = match test.decide(llr) {
        None => "continue",
        Some(SprtDecision::AcceptH0) => "H0",
        Some(SprtDecision::AcceptH1) => "H1",
    };
    if args.format.format == Format::Json {
        return output::json(
            &json!({ "llr": llr, "lower": lower, "upper": upper, "decision": decision }),
        );
    }
    output::line(&format!(
        "llr {llr:.5}\nlower {lower:.5}\nupper {upper:.5}\ndecision {decision}"
    ))
}

pub fn elo(args: &Elo) -> anyhow::Result<()> {
    let estimate = match args.counts.counts()? {
        MatchCounts::Pairs(counts) => counts.estimate(),
        MatchCounts::Games(counts) => counts.estimate(),
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
    Ok(out.flush()?)
}
