//! Tuning runs in a folder.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Instant;

use flipside_ai::{AgentFactory, BEHAVIOUR_VERSION, Playable, Stop, Weights};
use flipside_arena::{Openings, Progress, RunOptions, Tournament, run as play_tournament};
use flipside_records::{Format, ScheduleSpec};
use flipside_rules::RuleSet as _;
use flipside_rules::hash;

use crate::checkpoint::{SAVE_EVERY, load, replace, save};
use crate::fit::{
    Oracle, PathPoint, RecordOptions, RecordsError, Samples, Teacher, TeacherError, check_records,
    samples_of_records,
};
use crate::fit_run::{BatchFiles, BatchSource, FitRun, FitSettings, Fitted};
use crate::games::PairPlayer;
use crate::openings::{Purpose, openings};
use crate::spsa::{Estimate, Spsa};
use crate::spsa_run::SpsaRun;
use crate::{Config, HistoryPoint, MethodOptions, SelfPlayOptions, Space, TuneError};
use rayon::ThreadPool;
use serde::{Deserialize, Serialize};

/// The copy of the configuration in the folder.
const COPY: &str = "config.toml";

/// The file of the saved state.
const CHECKPOINT: &str = "checkpoint";

/// The record file of self-play games.
const SELFPLAY: &str = "selfplay.flip";

/// The maximum number of openings for tuning. With more pairs, openings are reused with other
/// seeds.
const MAX_OPENINGS: u64 = 4_096;

/// A tuning run.
#[derive(Debug)]
pub struct Run<G: Playable> {
    pub(crate) config: Config,
    pub(crate) rules: G::Rules,
    pub(crate) space: Space<G>,
    pub(crate) folder: PathBuf,
    fingerprint: u64,
    /// Openings for tuning, if it plays games.
    openings: Option<Openings<G>>,
    /// Openings for the confirmation, if configured.
    pub(crate) confirmation_openings: Option<Openings<G>>,
    state: State,
}

/// The state of a run, as saved in checkpoints.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum State {
    Spsa(SpsaRun),
    Fit(FitRun),
}

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunProgress {
    /// Steps done: of SPSA, or batches of positions and then the fit.
    pub done: u64,
    /// Steps in total.
    pub steps: u64,
    /// Pairs of games played.
    pub pairs: u64,
}

/// The history of a run.
#[derive(Clone, Copy, Debug)]
pub enum History<'a> {
    /// The steps of SPSA.
    Games(&'a [HistoryPoint]),
    /// The path of a fit, and its result when it is done.
    Fit(&'a [PathPoint], Option<&'a Fitted>),
}

/// What tuning needs besides its configuration. Does not affect the result.
#[derive(Clone, Copy)]
pub struct Resources<'a, G: Playable> {
    /// The number of threads.
    pub threads: usize,
    /// The stop request.
    pub stop: &'a Stop,
    /// The oracle, for the teacher method.
    pub oracle: Option<&'a dyn Oracle<G>>,
    /// Builds the agents that are not tuned.
    pub factory: &'a dyn AgentFactory<G>,
    /// Receives the progress of self-play games.
    pub progress: &'a dyn Progress,
}

impl<G: Playable> Run<G> {
    /// Starts a run in a folder, or resumes the one it contains.
    ///
    /// # Errors
    /// If the folder contains a run and `resume` is `false`, or a run of another configuration, or
    /// its checkpoint is invalid; if there are not enough openings. Nothing is written in these
    /// cases.
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
        check_records::<G>(&config.records(), &rules)?;
        let drawn = |purpose, turns, pairs| openings(&rules, purpose, turns, pairs, config.seed);
        let tuning_openings = match &config.method {
            MethodOptions::Spsa(options) => {
                let pairs = u64::from(options.steps) * u64::from(options.pairs);
                let pairs = pairs.min(MAX_OPENINGS);
                Some(drawn(Purpose::Tuning, config.opening_turns, pairs)?)
            }
            MethodOptions::Teacher(_) | MethodOptions::Regression(_) => None,
        };
        let confirmation_openings = config.confirmation.as_ref();
        let confirmation_openings = confirmation_openings
            .map(|o| drawn(Purpose::Confirmation, o.opening_turns, o.pairs()))
            .transpose()?;
        let mut key = format!(
            "{} {} {BEHAVIOUR_VERSION} {:?} {}",
            G::NAME,
            rules.name(),
            space.base().values(),
            config.source(),
        );
        key.extend(rules.attachment());
        let fingerprint = hash::bytes(key.as_bytes());
        let (parameters, seed) = (space.parameters().len(), config.seed);
        let fresh = match &config.method {
            MethodOptions::Spsa(o) => State::Spsa(SpsaRun::new(Spsa::new(*o, parameters, seed))),
            MethodOptions::Teacher(o) => State::Fit(FitRun::new(o.batches)),
            MethodOptions::Regression(_) => State::Fit(FitRun::new(1)),
        };
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
            openings: tuning_openings,
            confirmation_openings,
            state: saved.unwrap_or(fresh),
        })
    }

    /// Returns the configuration.
    #[must_use]
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// Returns the rules.
    #[must_use]
    pub const fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// Returns the parameters.
    #[must_use]
    pub const fn space(&self) -> &Space<G> {
        &self.space
    }

    /// Returns the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the progress.
    #[must_use]
    pub fn progress(&self) -> RunProgress {
        match &self.state {
            State::Spsa(state) => RunProgress {
                done: state.done().into(),
                steps: state.steps().into(),
                pairs: state.pairs(),
            },
            State::Fit(work) => RunProgress {
                done: work.done(),
                steps: work.steps(),
                pairs: 0,
            },
        }
    }

    /// Returns whether tuning is done, without the confirmation.
    #[must_use]
    pub fn is_tuned(&self) -> bool {
        self.progress().done >= self.progress().steps
    }

    /// Returns the history.
    #[must_use]
    pub fn history(&self) -> History<'_> {
        match &self.state {
            State::Spsa(state) => History::Games(&state.history),
            State::Fit(work) => History::Fit(work.path(), work.fitted.as_ref()),
        }
    }

    /// Returns the estimates of the parameters.
    #[must_use]
    pub fn estimates(&self) -> Vec<Estimate> {
        match &self.state {
            State::Spsa(state) => state.estimates(self.space.parameters()),
            State::Fit(work) => work.estimates(&self.space),
        }
    }

    /// Returns the best point, rounded to allowed values.
    #[must_use]
    pub fn best(&self) -> Vec<f64> {
        let known = self.estimates();
        let values: Vec<f64> = known.iter().map(|estimate| estimate.value).collect();
        self.space.rounded(&values)
    }

    /// Tunes until the end, or returns `false` if stopped. The finished part is saved in both
    /// cases, and interruptions do not change the result.
    ///
    /// `on_step` is called after every step.
    ///
    /// # Errors
    /// If games cannot be played, positions cannot be generated, or a file cannot be written.
    pub fn tune(
        &mut self,
        resources: &Resources<'_, G>,
        on_step: &mut dyn FnMut(&Self),
    ) -> Result<bool, TuneError> {
        if self.is_tuned() {
            return Ok(true);
        }
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(resources.threads)
            .build()?;
        let result = match &self.openings {
            Some(opening) => self.play(opening.clone(), &pool, resources.stop, on_step),
            None => self.fit(&pool, resources, on_step),
        };
        // Save finished work in any case.
        self.save()?;
        if self.is_tuned() {
            self.batch_files().remove()?;
        }
        result
    }

    fn save(&self) -> Result<(), TuneError> {
        save(&self.folder.join(CHECKPOINT), self.fingerprint, &self.state)
    }

    /// Saves the state if the last save is too long ago.
    fn save_if_due(&self, saved: &mut Instant) -> Result<(), TuneError> {
        if saved.elapsed() >= SAVE_EVERY {
            self.save()?;
            *saved = Instant::now();
        }
        Ok(())
    }

    fn play(
        &mut self,
        opening: Openings<G>,
        pool: &ThreadPool,
        stop: &Stop,
        on_step: &mut dyn FnMut(&Self),
    ) -> Result<bool, TuneError> {
        let agents = self.config.agents.clone();
        let player = PairPlayer {
            rules: self.rules.clone(),
            agents: &agents,
            opening,
            seed: Purpose::Tuning.seed(self.config.seed),
        };
        let mut saved = Instant::now();
        while let State::Spsa(state) = &mut self.state
            && !state.is_finished()
        {
            let (space, check) = (&self.space, &self.config.check);
            if !pool.install(|| state.step(space, &player, check, stop))? {
                return Ok(false);
            }
            on_step(self);
            self.save_if_due(&mut saved)?;
        }
        Ok(true)
    }

    /// Plays the self-play games. Returns `false` if stopped.
    fn self_play(
        &self,
        options: &SelfPlayOptions,
        path: &Path,
        resources: &Resources<'_, G>,
    ) -> Result<bool, TuneError> {
        let tournament: Tournament<G> = Tournament {
            rules: self.rules.clone(),
            agents: vec![options.agent.clone()],
            seed: Purpose::Tuning.seed(self.config.seed),
            games: options.games,
            schedule: ScheduleSpec {
                annotated: true,
                ..ScheduleSpec::new(
                    Format::SelfPlay,
                    Openings::after_agents(self.rules.special_turns(), options.opening_turns),
                )
            },
        };
        let options = RunOptions {
            threads: Some(resources.threads),
            resume: true,
            progress: resources.progress,
            ..RunOptions::new(resources.factory, resources.stop)
        };
        Ok(play_tournament(&tournament, path, &options)?.finished)
    }

    fn batch_files(&self) -> BatchFiles<'_> {
        BatchFiles {
            folder: &self.folder,
            fingerprint: self.fingerprint,
        }
    }

    fn fit(
        &mut self,
        pool: &ThreadPool,
        resources: &Resources<'_, G>,
        on_step: &mut dyn FnMut(&Self),
    ) -> Result<bool, TuneError> {
        let (rules, space) = (self.rules.clone(), self.space.clone());
        let start = space.candidate(&space.start()).weights;
        let folder = self.folder.clone();
        let batch_files = BatchFiles {
            folder: &folder,
            fingerprint: self.fingerprint,
        };
        let (source, settings): (Box<dyn BatchSource + '_>, FitSettings) = match &self.config.method
        {
            MethodOptions::Teacher(options) => {
                let oracle = resources.oracle.ok_or(TuneError::NoOracle)?;
                let sampling = options.sampling(self.config.seed);
                let teacher = Teacher::new(&rules, &sampling, &start, oracle, resources.factory)?;
                (Box::new(Taught(teacher)), options.fit)
            }
            MethodOptions::Regression(options) => {
                let mut files = self.config.records();
                if let Some(games) = &options.selfplay {
                    let path = folder.join(SELFPLAY);
                    if !self.self_play(games, &path, resources)? {
                        return Ok(false);
                    }
                    files.push(path);
                }
                let read = Recorded {
                    files,
                    rules: rules.clone(),
                    weights: start,
                    options: options.positions,
                };
                (Box::new(read), options.fit)
            }
            MethodOptions::Spsa(_) => return Ok(true),
        };
        while let State::Fit(work) = &mut self.state
            && !work.has_all_batches()
        {
            if !pool.install(|| work.generate_next(&*source, &batch_files, resources.stop))? {
                return Ok(false);
            }
            on_step(self);
        }
        let State::Fit(work) = &self.state else {
            return Ok(true);
        };
        let data = work.data::<G>(&settings, self.config.seed, &batch_files)?;
        let fit = pool.install(|| FitRun::fit(&data, &space, &settings))?;
        let mut saved = Instant::now();
        while let State::Fit(work) = &mut self.state
            && !resources.stop.is_requested()
        {
            let continues = pool.install(|| work.iterate(&fit))?;
            on_step(self);
            if !continues {
                return Ok(true);
            }
            self.save_if_due(&mut saved)?;
        }
        Ok(false)
    }
}

/// The only batch: all recorded games.
struct Recorded<G: Playable> {
    files: Vec<PathBuf>,
    rules: G::Rules,
    weights: Weights<G>,
    options: RecordOptions,
}

impl<G: Playable> BatchSource for Recorded<G> {
    fn batch(&self, _: u64, stop: &Stop) -> Result<Option<Samples>, TuneError> {
        let (files, options) = (&self.files, &self.options);
        match samples_of_records::<G>(files, &self.rules, &self.weights, options, stop) {
            Ok((samples, _)) => Ok(Some(samples)),
            Err(RecordsError::Stopped) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// Batches from a teacher.
struct Taught<'a, G: Playable>(Teacher<'a, G>);

impl<G: Playable> BatchSource for Taught<'_, G> {
    fn batch(&self, number: u64, stop: &Stop) -> Result<Option<Samples>, TuneError> {
        match self.0.batch(number, stop) {
            Ok(batch) => Ok(Some(batch.samples)),
            Err(TeacherError::Stopped) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}
