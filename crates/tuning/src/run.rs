//! A run: from a configuration and a folder to weights.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use flipside_ai::{BEHAVIOUR_VERSION, Playable, Stop};
use flipside_arena::Book;
use flipside_rules::RuleSet as _;
use flipside_rules::hash::{self, mix};

use crate::checkpoint::{load, replace, save};
use crate::confirm;
use crate::games::Referee;
use crate::openings::{Side, list};
use crate::optimise::{CmaEs, Estimate, Spsa};
use crate::play::{GameState, Method};
use crate::{Config, MethodOptions, Moment, Space, TuneError};

/// The configuration, kept beside what comes of it.
const COPY: &str = "config.toml";

/// The state of a run that is not finished, or was not when it was saved last.
const CHECKPOINT: &str = "checkpoint";

/// The state is saved at least so often while steps are finished.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// The most openings that tuning draws; beyond, they come again with other seeds.
const MOST_OPENINGS: u64 = 4_096;

/// Keeps the seeds of tuning apart from those of the confirmation.
const TUNING: u64 = 0x7475_6E65;

/// A run of tuning.
#[derive(Debug)]
pub struct Run<G: Playable> {
    pub(crate) config: Config,
    pub(crate) rules: G::Rules,
    pub(crate) space: Space<G>,
    pub(crate) folder: PathBuf,
    fingerprint: u64,
    openings: Arc<Book<G>>,
    /// Openings for the confirmation, if there is to be one.
    pub(crate) unseen: Option<Arc<Book<G>>>,
    state: GameState,
}

/// How tuning stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Work {
    /// Steps done.
    pub done: u32,
    /// Steps in all.
    pub steps: u32,
    /// Pairs of games that have been played.
    pub pairs: u64,
}

impl<G: Playable> Run<G> {
    /// Begins a run in a folder, or goes on with the one that is there.
    ///
    /// # Errors
    /// Before anything is written: if the folder holds a run and `resume` was not asked for, or one
    /// of another configuration, or its checkpoint cannot be used.
    pub fn open(
        config: Config,
        rules: G::Rules,
        space: Space<G>,
        folder: &Path,
        resume: bool,
    ) -> Result<Self, TuneError> {
        let copy = folder.join(COPY);
        let file_error = |path: &Path, error| TuneError::File {
            path: path.to_path_buf(),
            error,
        };
        let is_there = match fs::read_to_string(&copy) {
            Ok(_) if !resume => return Err(TuneError::Exists(folder.to_path_buf())),
            Ok(other) if other != config.source() => {
                return Err(TuneError::OtherConfig(folder.to_path_buf()));
            }
            Ok(_) => true,
            Err(error) if error.kind() == ErrorKind::NotFound => false,
            Err(error) => return Err(file_error(&copy, error)),
        };
        let turns = config.opening_turns;
        let count = openings_needed(&config.method);
        let openings = list(
            &rules,
            Side::Tuning,
            turns,
            count,
            mix(config.seed ^ TUNING),
        )?;
        let unseen = config.confirmation.as_ref();
        let unseen = unseen.map(|options| confirm::openings::<G>(&rules, options, config.seed));
        let unseen = unseen.transpose()?.map(Arc::new);
        let mut key = format!(
            "{} {} {BEHAVIOUR_VERSION} {:?} {}",
            G::NAME,
            rules.name(),
            space.base().values(),
            config.source(),
        );
        key.extend(rules.attachment());
        let fingerprint = hash::bytes(key.as_bytes());
        let parameters = space.parameters().len();
        let fresh = GameState::new(match &config.method {
            MethodOptions::Spsa(options) => {
                Method::Spsa(Spsa::new(*options, parameters, config.seed))
            }
            MethodOptions::CmaEs(options) => {
                Method::CmaEs(CmaEs::new(*options, parameters, config.seed))
            }
        });
        let saved = load(&folder.join(CHECKPOINT), fingerprint)?;
        if !is_there {
            fs::create_dir_all(folder).map_err(|error| file_error(folder, error))?;
            replace(&copy, config.source().as_bytes())?;
        }
        Ok(Self {
            config,
            rules,
            space,
            folder: folder.to_path_buf(),
            fingerprint,
            openings: Arc::new(openings),
            unseen,
            state: saved.unwrap_or(fresh),
        })
    }

    /// The configuration.
    #[must_use]
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// The parameters.
    #[must_use]
    pub const fn space(&self) -> &Space<G> {
        &self.space
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// How tuning stands.
    #[must_use]
    pub fn work(&self) -> Work {
        Work {
            done: self.state.done(),
            steps: self.state.steps(),
            pairs: self.state.pairs(),
        }
    }

    /// Where the run stood after each step.
    #[must_use]
    pub fn history(&self) -> &[Moment] {
        &self.state.history
    }

    /// What is known of the parameters.
    #[must_use]
    pub fn estimates(&self) -> Vec<Estimate> {
        self.state.estimates(self.space.parameters())
    }

    /// The best point that is known, as values that the parameters can have.
    #[must_use]
    pub fn best(&self) -> Vec<f64> {
        self.state.best(&self.space)
    }

    /// Tunes to the end. `false` if asked to stop before; either way everything that is finished is
    /// saved, and the state after the last step is the same as if there had been no interruption.
    ///
    /// `hear` is called after every step.
    ///
    /// # Errors
    /// If games cannot be played, or a file cannot be written.
    pub fn tune(
        &mut self,
        threads: usize,
        stop: &Stop,
        hear: &mut dyn FnMut(&Self),
    ) -> Result<bool, TuneError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()?;
        if self.state.is_finished() {
            return Ok(true);
        }
        let agents = self.config.agents.clone();
        let referee = Referee {
            rules: self.rules.clone(),
            agents: &agents,
            openings: Arc::clone(&self.openings),
            seed: mix(self.config.seed ^ TUNING),
        };
        let path = self.folder.join(CHECKPOINT);
        let mut saved = Instant::now();
        let result = loop {
            if self.state.is_finished() {
                break Ok(true);
            }
            let (state, space, check) = (&mut self.state, &self.space, &self.config.check);
            let step = pool.install(|| state.step(space, &referee, check, stop));
            match step {
                Ok(true) => {}
                other => break other,
            }
            hear(self);
            if saved.elapsed() >= SAVE_EVERY {
                save(&path, self.fingerprint, &self.state)?;
                saved = Instant::now();
            }
        };
        // Whatever happened, what is finished is kept.
        save(&path, self.fingerprint, &self.state)?;
        result
    }
}

/// Openings for tuning: no more than there are pairs of games.
fn openings_needed(method: &MethodOptions) -> u64 {
    let pairs = match method {
        MethodOptions::Spsa(options) => u64::from(options.steps) * u64::from(options.pairs),
        MethodOptions::CmaEs(options) => u64::from(options.generations) * u64::from(options.pairs),
    };
    pairs.min(MOST_OPENINGS)
}
