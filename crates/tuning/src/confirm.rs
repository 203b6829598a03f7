//! The confirmation: new against old, in games that tuning had no part in.

use std::path::PathBuf;
use std::sync::Arc;

use flipside_ai::{Playable, Spec, Stop, Weights};
use flipside_arena::{
    DEFAULT_MAX_TURNS, Opening, Progress, RunOptions, Standing, Tournament, run as play,
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

/// How far a test has come.
#[derive(Clone, Debug)]
pub struct Confirmed {
    /// The test.
    pub contest: Contest,
    /// How it stands; `None` before its first game.
    pub standing: Option<Standing>,
    /// Whether it has come to its end.
    pub finished: bool,
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
    /// The tests that are to be made of what tuning has come to.
    ///
    /// # Errors
    /// If an agent does not take a setting, which [`crate::Config`] has made sure that it does.
    pub fn contests(&self, options: &ConfirmationOptions) -> Result<Vec<Contest>, TuneError> {
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
    options: &ConfirmationOptions,
    contest: &Contest,
    threads: usize,
    stop: &Stop,
    progress: &dyn Progress,
) -> Result<Confirmed, TuneError> {
    let seed = mix(run.config.seed ^ CONFIRMATION);
    let pairs = options.games.div_ceil(2);
    let openings = list(
        &run.rules,
        Side::Confirmation,
        options.opening_turns,
        pairs,
        seed,
    )?;
    let tournament: Tournament<G> = Tournament {
        rules: run.rules.clone(),
        agents: vec![contest.new.clone(), contest.old.clone()],
        format: Format::Pairs,
        opening: Opening::List(Arc::new(openings)),
        seed,
        games: 2 * pairs,
        max_turns: DEFAULT_MAX_TURNS,
        turn_limit: None,
        stop: Some(options.rule),
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
    let summary = play(
        &tournament,
        &contest.path,
        &RunOptions {
            threads: Some(threads),
            resume: true,
            progress,
            ..RunOptions::new(&roster, stop)
        },
    )?;
    Ok(Confirmed {
        contest: contest.clone(),
        standing: Some(Standing::read::<G>(&contest.path)?),
        finished: summary.finished,
    })
}
