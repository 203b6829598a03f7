//! `flipside sprt`

use std::io::Write as _;

use anyhow::Context as _;
use flipside_stats::sprt::{EloScale, Sprt as Test, SprtDecision};
use serde_json::json;

use super::elo::Given;
use crate::cli::{EloModel, Format, Sprt};
use crate::output;

pub fn run(args: &Sprt) -> anyhow::Result<()> {
    let scale = match args.model {
        EloModel::Normalized => EloScale::Normalised,
        EloModel::Logistic => EloScale::Logistic,
    };
    let test = Test::new(args.elo0, args.elo1, scale, args.alpha, args.beta)?;
    let llr = match Given::of(&args.counts)? {
        Given::Pairs(counts) => test.llr_of_pairs(&counts),
        Given::Games(counts) => test.llr_of_games(&counts),
    }
    .context("the likelihood of these counts cannot be maximised")?;
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
    let mut out = output::out();
    writeln!(
        out,
        "llr {llr:.5}\nlower {lower:.5}\nupper {upper:.5}\ndecision {decision}"
    )?;
    out.flush()?;
    Ok(())
}
