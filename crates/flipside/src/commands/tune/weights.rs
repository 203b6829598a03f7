//! The weights file that a run writes.

use flipside_ai::{BEHAVIOUR_VERSION, Playable};
use flipside_analysis::tuning::model::TuningRun;
use flipside_stats::sprt::SprtDecision;
use flipside_tuning::Run;

use super::page::{self, Stage};
use crate::new_file;

/// The name of the file in the run's folder.
pub const FILE: &str = "weights.toml";

/// Writes the file; its first lines say how it was made.
pub fn write<G: Playable>(run: &Run<G>) -> anyhow::Result<()> {
    let model = page::model(run, Stage::Finished)?;
    let config = run.config();
    let candidate = run.space().candidate(&run.best());
    let mut header = format!(
        "Tuned by flipside {}, agents of behaviour version {BEHAVIOUR_VERSION}.\n\
         Run {}: {}, seed {}, {} games, {} positions.\n",
        env!("CARGO_PKG_VERSION"),
        config.name,
        config.method.name(),
        config.seed,
        model.cost.games,
        model.cost.positions,
    );
    for (name, value) in &model.settings {
        if name == "records" || name == "self-play games" || name == "judge" {
            header += &format!("{name}: {value}\n");
        }
    }
    for setting in candidate.settings() {
        header += &format!("Use with the setting {setting}.\n");
    }
    for line in tests(&model) {
        header += &format!("{line}\n");
    }
    header += &format!("{}\n", model.conclusion().words);
    let comment: String = header.lines().map(|line| format!("# {line}\n")).collect();
    let description = format!(
        "{} {} with {}, seed {}: {}.",
        G::NAME,
        config.name,
        config.method.name(),
        config.seed,
        model.conclusion().verdict.label()
    );
    let text = comment + &candidate.weights.to_toml(&description);
    // The written file must parse.
    flipside_ai::Weights::<G>::parse(&text)?;
    new_file::replace(&run.folder().join(FILE), text.as_bytes())?;
    Ok(())
}

/// Returns a line for each confirmation match.
pub fn tests(model: &TuningRun) -> Vec<String> {
    let confirmations = model.confirmations.iter();
    confirmations
        .map(|one| {
            let pairs = &one.test.pairs;
            let counts = format!(
                "{} pairs: LL {}, LD {}, MID {}, WD {}, WW {}",
                pairs.pairs(),
                pairs.ll,
                pairs.ld,
                pairs.mid,
                pairs.wd,
                pairs.ww
            );
            let strength = pairs.estimate().map_or(String::new(), |estimate| {
                let margin = |value: Option<f64>, margin: Option<f64>| match (value, margin) {
                    (Some(value), Some(margin)) => format!("{value:+.0} ± {margin:.0}"),
                    (Some(value), None) => format!("{value:+.0}"),
                    _ => "undefined".to_string(),
                };
                format!(
                    "; Elo {}, normalised {}",
                    margin(estimate.elo, estimate.elo_margin),
                    margin(estimate.normalised_elo, estimate.normalised_elo_margin)
                )
            });
            let decision = match one.test.stopped.map(|stop| stop.decision) {
                Some(SprtDecision::AcceptH1) => "H1 accepted",
                Some(SprtDecision::AcceptH0) => "H0 accepted",
                None => "not decided",
            };
            format!("{}: {decision}; {counts}{strength}", one.agent)
        })
        .collect()
}
