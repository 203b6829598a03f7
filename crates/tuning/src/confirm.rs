//! The confirmation: new against old, in games that tuning had no part in.

use std::path::PathBuf;
use std::sync::Arc;

use flipside_ai::{Playable, Spec, Stop, Weights};
use flipside_arena::{
    Book, DEFAULT_MAX_TURNS, Opening, Progress, RunOptions, Summary, Tournament, run as play,
};
use flipside_records::Format;
use flipside_rules::hash::{self, mix};

use crate::games::Named;
use crate::openings::{Side, list};
use crate::{ConfirmationOptions, Run, TuneError};

/// Keeps the seeds of the confirmation apart from those of tuning.
const CONFIRMATION: u64 = 0x636F_6E66;

/// A test of the confirmation.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The agent as configured.
    pub agent: Spec,
    /// The agent with new weights and settings, as records name it.
    pub new: Spec,
    /// The agent with old ones.
    pub old: Spec,
    /// The file of its games.
    pub path: PathBuf,
}

/// A name for weights that are in no file.
fn name_of<G: Playable>(prefix: &str, weights: &Weights<G>) -> String {
    let bytes: Vec<u8> = weights
        .values()
        .iter()
        .flat_map(|v| v.to_le_bytes())
        .collect();
    format!("{prefix}-{:016x}", hash::bytes(&bytes))
}

impl<G: Playable> Run<G> {
    /// The tests that are to be made of what tuning has come to: none if none was asked for, or if
    /// nothing has changed.
    ///
    /// # Errors
    /// If an agent does not take a setting, which [`crate::Config`] has made sure that it does.
    pub fn contests(&self) -> Result<Vec<Contest>, TuneError> {
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
        let contest = |(number, agent): (usize, &Spec)| {
            let file = format!("confirmation-{number}-{}.flip", agent.name());
            Ok(Contest {
                agent: agent.clone(),
                new: new.spec(agent).with("weights", &new_name)?,
                old: old.spec(agent).with("weights", &old_name)?,
                path: self.folder.join(file),
            })
        };
        (1..).zip(&options.agents).map(contest).collect()
    }

    /// Whether rounding has left anything changed.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.best() != self.space.start()
    }
}

/// Plays a test to its end, or to where it is asked to stop; a test that was begun goes on.
///
/// # Errors
/// If games cannot be played, or the file is not what this test would have written so far.
pub fn confirm<G: Playable>(
    run: &Run<G>,
    contest: &Contest,
    threads: usize,
    stop: &Stop,
    progress: &dyn Progress,
) -> Result<Summary, TuneError> {
    let (Some(options), Some(unseen)) = (&run.config.confirmation, &run.unseen) else {
        return Err(TuneError::NoConfirmation);
    };
    let tournament: Tournament<G> = Tournament {
        rules: run.rules.clone(),
        agents: vec![contest.new.clone(), contest.old.clone()],
        format: Format::Pairs,
        opening: Opening::List(Arc::clone(unseen)),
        seed: mix(run.config.seed ^ CONFIRMATION),
        games: 2 * unseen.count(),
        max_turns: DEFAULT_MAX_TURNS,
        turn_limit: None,
        stop: Some(options.rule),
        adjudication: None,
        annotate: false,
    };
    let (new, old) = (
        run.space.candidate(&run.best()).weights,
        run.space.candidate(&run.space.start()).weights,
    );
    let name = |spec: &Spec| spec.get("weights").unwrap_or_default().to_string();
    let names = [name(&contest.new), name(&contest.old)];
    let roster = Named {
        weights: [(&names[0], &new), (&names[1], &old)],
    };
    let options = RunOptions {
        threads: Some(threads),
        resume: true,
        progress,
        ..RunOptions::new(&roster, stop)
    };
    Ok(play(&tournament, &contest.path, &options)?)
}

/// Openings for the confirmation, one for each pair of games that it may take.
pub(crate) fn openings<G: Playable>(
    rules: &G::Rules,
    options: &ConfirmationOptions,
    seed: u64,
) -> Result<Book<G>, TuneError> {
    let pairs = options.games.div_ceil(2);
    let seed = mix(seed ^ CONFIRMATION);
    list(
        rules,
        Side::Confirmation,
        options.opening_turns,
        pairs,
        seed,
    )
}
