//! The confirmation: tuned against original parameters, in games with their own openings.

use std::path::PathBuf;

use flipside_ai::{Playable, Spec, Stop, Weights};
use flipside_arena::{Progress, RunOptions, RunSummary, Tournament, run as play};
use flipside_records::{Format, ScheduleSpec};
use flipside_rules::hash;

use crate::games::NamedWeights;
use crate::openings::Purpose;
use crate::{Run, TuneError};

/// A match of the confirmation.
#[derive(Clone, Debug)]
pub struct ConfirmationMatch {
    /// The agent, as configured.
    pub agent: Spec,
    /// The agent with the tuned weights and settings, as named in records.
    pub new: Spec,
    /// The agent with the original weights and settings.
    pub old: Spec,
    /// The record file of its games.
    pub path: PathBuf,
}

/// Returns a name for weights that are not in a file.
fn name_of<G: Playable>(prefix: &str, weights: &Weights<G>) -> String {
    let bytes: Vec<u8> = weights
        .values()
        .iter()
        .flat_map(|v| v.to_le_bytes())
        .collect();
    format!("{prefix}-{:016x}", hash::bytes(&bytes))
}

impl<G: Playable> Run<G> {
    /// Returns the matches of the confirmation; none if it is not configured, or tuning has changed
    /// nothing.
    ///
    /// # Errors
    /// If an agent rejects a setting, which [`crate::Config`] rules out.
    pub fn confirmation_matches(&self) -> Result<Vec<ConfirmationMatch>, TuneError> {
        let Some(options) = self
            .config
            .confirmation
            .as_ref()
            .filter(|_| self.is_changed())
        else {
            return Ok(Vec::new());
        };
        let (new, old) = (
            self.space.candidate(&self.best()),
            self.space.candidate(&self.space.start()),
        );
        let new_name = name_of("tuned", &new.weights);
        let old_name = match self.config.weights_name::<G>() {
            Some(name) => name.to_string(),
            None => name_of("start", &old.weights),
        };
        let confirmation_match = |(number, agent): (usize, &Spec)| {
            let file = format!("confirmation-{number}-{}.flip", agent.name());
            Ok(ConfirmationMatch {
                agent: agent.clone(),
                new: new.spec(agent).with("weights", &new_name)?,
                old: old.spec(agent).with("weights", &old_name)?,
                path: self.folder.join(file),
            })
        };
        (1..).zip(&options.agents).map(confirmation_match).collect()
    }

    /// Returns whether the best parameters differ from the start after rounding.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.best() != self.space.start()
    }
}

/// Plays a match until its end or a stop request, resuming it if its file exists.
///
/// # Errors
/// If games cannot be played, or the file is not of this match.
pub fn confirm<G: Playable>(
    run: &Run<G>,
    tested: &ConfirmationMatch,
    threads: usize,
    stop: &Stop,
    progress: &dyn Progress,
) -> Result<RunSummary, TuneError> {
    let (Some(options), Some(opening)) = (&run.config.confirmation, &run.confirmation_openings)
    else {
        return Err(TuneError::NoConfirmation);
    };
    let tournament: Tournament<G> = Tournament {
        rules: run.rules.clone(),
        agents: vec![tested.new.clone(), tested.old.clone()],
        seed: Purpose::Confirmation.seed(run.config.seed),
        games: 2 * options.pairs(),
        schedule: ScheduleSpec {
            stop: Some(options.rule),
            ..ScheduleSpec::new(Format::Pairs, opening.clone())
        },
    };
    let (new, old) = (
        run.space.candidate(&run.best()).weights,
        run.space.candidate(&run.space.start()).weights,
    );
    let name = |spec: &Spec| spec.get("weights").unwrap_or_default().to_string();
    let names = [name(&tested.new), name(&tested.old)];
    let factory = NamedWeights {
        weights: [(&names[0], &new), (&names[1], &old)],
    };
    let options = RunOptions {
        threads: Some(threads),
        resume: true,
        progress,
        ..RunOptions::new(&factory, stop)
    };
    Ok(play(&tournament, &tested.path, &options)?)
}
