//! A run: from a configuration and a folder to weights.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use flipside_ai::{BEHAVIOUR_VERSION, Playable, Roster, Stop, Weights};
use flipside_arena::{
    Book, DEFAULT_MAX_TURNS, Opening, Progress, RunOptions, Tournament, run as play_tournament,
};
use flipside_records::Format;
use flipside_rules::RuleSet as _;
use flipside_rules::hash::{self, mix};

use crate::checkpoint::{SAVE_EVERY, load, replace, save};
use crate::confirm;
use crate::fit::{
    Judge, PathPoint, RecordOptions, RecordsError, Samples, TeachError, Teacher, check_records,
    samples_of_records,
};
use crate::games::Referee;
use crate::learn::{Desk, FitSettings, FitWork, Fitted, Lessons};
use crate::openings::{Side, list};
use crate::optimise::{CmaEs, Estimate, Spsa};
use crate::play::{GameState, Method};
use crate::{Config, MethodOptions, Moment, SelfPlayOptions, Space, TuneError};
use rayon::ThreadPool;
use serde::{Deserialize, Serialize};

/// The configuration, kept beside what comes of it.
const COPY: &str = "config.toml";

/// The state of a run that is not finished, or was not when it was saved last.
const CHECKPOINT: &str = "checkpoint";

/// Games that were played to be learned from.
const SELFPLAY: &str = "selfplay.flip";

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
    /// Openings for tuning, if it plays games.
    openings: Option<Arc<Book<G>>>,
    /// Openings for the confirmation, if there is to be one.
    pub(crate) unseen: Option<Arc<Book<G>>>,
    state: State,
}

/// The state of a run, which is all that a checkpoint holds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum State {
    Games(GameState),
    Fit(FitWork),
}

/// How tuning stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Work {
    /// Steps done: of an optimiser, or lots of positions and then the fit.
    pub done: u64,
    /// Steps in all.
    pub steps: u64,
    /// Pairs of games that have been played.
    pub pairs: u64,
}

/// The way that a run has come.
#[derive(Clone, Copy, Debug)]
pub enum Course<'a> {
    /// By games.
    Games(&'a [Moment]),
    /// By a fit, and what came of it once it is done.
    Fit(&'a [PathPoint], Option<&'a Fitted>),
}

/// What tuning needs besides its configuration, none of which changes what comes of it.
#[derive(Clone, Copy)]
pub struct Means<'a, G: Playable> {
    /// Threads that work.
    pub threads: usize,
    /// A request to stop.
    pub stop: &'a Stop,
    /// Who judges positions, for the method that learns from one.
    pub judge: Option<&'a dyn Judge<G>>,
    /// Where agents come from that play without being tuned.
    pub roster: &'a dyn Roster<G>,
    /// Who hears of games that are played to be learned from.
    pub progress: &'a dyn Progress,
}

impl<G: Playable> Run<G> {
    /// Begins a run in a folder, or goes on with the one that is there.
    ///
    /// # Errors
    /// Before anything is written: if the folder holds a run and `resume` was not asked for, or one
    /// of another configuration, or its checkpoint cannot be used; if there are not enough openings.
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
        let openings = match openings_needed(&config.method) {
            0 => None,
            count => {
                let (turns, seed) = (config.opening_turns, mix(config.seed ^ TUNING));
                Some(Arc::new(list(&rules, Side::Tuning, turns, count, seed)?))
            }
        };
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
        let (parameters, seed) = (space.parameters().len(), config.seed);
        let games = |method| State::Games(GameState::new(method));
        let fresh = match &config.method {
            MethodOptions::Spsa(o) => games(Method::Spsa(Spsa::new(*o, parameters, seed))),
            MethodOptions::CmaEs(o) => games(Method::CmaEs(CmaEs::new(*o, parameters, seed))),
            MethodOptions::Teacher(o) => State::Fit(FitWork::new(o.batches)),
            MethodOptions::Regression(_) => State::Fit(FitWork::new(1)),
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
            openings,
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
        match &self.state {
            State::Games(state) => Work {
                done: state.done().into(),
                steps: state.steps().into(),
                pairs: state.pairs(),
            },
            State::Fit(work) => Work {
                done: work.done(),
                steps: work.steps(),
                pairs: 0,
            },
        }
    }

    /// Whether tuning has come to its end, the confirmation left out.
    #[must_use]
    pub fn is_tuned(&self) -> bool {
        self.work().done >= self.work().steps
    }

    /// The way so far.
    #[must_use]
    pub fn course(&self) -> Course<'_> {
        match &self.state {
            State::Games(state) => Course::Games(&state.history),
            State::Fit(work) => Course::Fit(work.path(), work.fitted.as_ref()),
        }
    }

    /// What is known of the parameters.
    #[must_use]
    pub fn estimates(&self) -> Vec<Estimate> {
        match &self.state {
            State::Games(state) => state.estimates(self.space.parameters()),
            State::Fit(work) => work.estimates(&self.space),
        }
    }

    /// The best point that is known, as values that the parameters can have.
    #[must_use]
    pub fn best(&self) -> Vec<f64> {
        let known = self.estimates();
        let values: Vec<f64> = known.iter().map(|estimate| estimate.value).collect();
        self.space.rounded(&values)
    }

    /// Tunes to the end. `false` if asked to stop before; either way everything that is finished is
    /// saved, and the state after the last step is the same as if there had been no interruption.
    ///
    /// `hear` is called after every step.
    ///
    /// # Errors
    /// If games cannot be played, positions cannot be had, or a file cannot be written.
    pub fn tune(
        &mut self,
        means: &Means<'_, G>,
        hear: &mut dyn FnMut(&Self),
    ) -> Result<bool, TuneError> {
        if self.is_tuned() {
            return Ok(true);
        }
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(means.threads)
            .build()?;
        let result = match &self.openings {
            Some(openings) => {
                let openings = Arc::clone(openings);
                self.play(openings, &pool, means.stop, hear)
            }
            None => self.learn(&pool, means, hear),
        };
        // Whatever happened, what is finished is kept.
        self.save()?;
        if self.is_tuned() {
            self.desk().tidy()?;
        }
        result
    }

    fn save(&self) -> Result<(), TuneError> {
        save(&self.folder.join(CHECKPOINT), self.fingerprint, &self.state)
    }

    /// Saves the state if that was not done for a while.
    fn save_now_and_then(&self, saved: &mut Instant) -> Result<(), TuneError> {
        if saved.elapsed() >= SAVE_EVERY {
            self.save()?;
            *saved = Instant::now();
        }
        Ok(())
    }

    fn play(
        &mut self,
        openings: Arc<Book<G>>,
        pool: &ThreadPool,
        stop: &Stop,
        hear: &mut dyn FnMut(&Self),
    ) -> Result<bool, TuneError> {
        let agents = self.config.agents.clone();
        let referee = Referee {
            rules: self.rules.clone(),
            agents: &agents,
            openings,
            seed: mix(self.config.seed ^ TUNING),
        };
        let mut saved = Instant::now();
        while let State::Games(state) = &mut self.state
            && !state.is_finished()
        {
            let (space, check) = (&self.space, &self.config.check);
            if !pool.install(|| state.step(space, &referee, check, stop))? {
                return Ok(false);
            }
            hear(self);
            self.save_now_and_then(&mut saved)?;
        }
        Ok(true)
    }

    /// Plays games to learn from. `false` if asked to stop.
    fn self_play(
        &self,
        options: &SelfPlayOptions,
        path: &Path,
        means: &Means<'_, G>,
    ) -> Result<bool, TuneError> {
        let tournament: Tournament<G> = Tournament {
            rules: self.rules.clone(),
            agents: vec![options.agent.clone()],
            format: Format::SelfPlay,
            opening: Opening::Random {
                turns: options.opening_turns,
            },
            seed: mix(self.config.seed ^ TUNING),
            games: options.games,
            max_turns: DEFAULT_MAX_TURNS,
            turn_limit: None,
            stop: None,
            adjudication: None,
            annotate: true,
        };
        let options = RunOptions {
            threads: Some(means.threads),
            resume: true,
            progress: means.progress,
            ..RunOptions::new(means.roster, means.stop)
        };
        Ok(play_tournament(&tournament, path, &options)?.finished)
    }

    fn desk(&self) -> Desk<'_> {
        Desk {
            folder: &self.folder,
            fingerprint: self.fingerprint,
        }
    }

    fn learn(
        &mut self,
        pool: &ThreadPool,
        means: &Means<'_, G>,
        hear: &mut dyn FnMut(&Self),
    ) -> Result<bool, TuneError> {
        let (rules, space) = (self.rules.clone(), self.space.clone());
        let start = space.candidate(&space.start()).weights;
        let folder = self.folder.clone();
        let desk = Desk {
            folder: &folder,
            fingerprint: self.fingerprint,
        };
        let (lessons, settings): (Box<dyn Lessons + '_>, FitSettings) = match &self.config.method {
            MethodOptions::Teacher(options) => {
                let judge = means.judge.ok_or(TuneError::NoJudge)?;
                let teacher = options.teacher(self.config.seed);
                let teacher = Teacher::new(&rules, &teacher, &start, judge, means.roster)?;
                (Box::new(Taught(teacher)), options.fit)
            }
            MethodOptions::Regression(options) => {
                let mut files = self.config.records();
                if let Some(games) = &options.selfplay {
                    let path = folder.join(SELFPLAY);
                    if !self.self_play(games, &path, means)? {
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
            MethodOptions::Spsa(_) | MethodOptions::CmaEs(_) => return Ok(true),
        };
        while let State::Fit(work) = &mut self.state
            && !work.is_gathered()
        {
            if !pool.install(|| work.gather_next(&*lessons, &desk, means.stop))? {
                return Ok(false);
            }
            hear(self);
        }
        let State::Fit(work) = &self.state else {
            return Ok(true);
        };
        let data = work.data::<G>(&settings, self.config.seed, &desk)?;
        let fit = pool.install(|| FitWork::fit(&data, &space, &settings))?;
        let mut saved = Instant::now();
        while let State::Fit(work) = &mut self.state
            && !means.stop.is_requested()
        {
            let goes_on = pool.install(|| work.iterate(&fit))?;
            hear(self);
            if !goes_on {
                return Ok(true);
            }
            self.save_now_and_then(&mut saved)?;
        }
        Ok(false)
    }
}

/// The one lot of all recorded games.
struct Recorded<G: Playable> {
    files: Vec<PathBuf>,
    rules: G::Rules,
    weights: Weights<G>,
    options: RecordOptions,
}

impl<G: Playable> Lessons for Recorded<G> {
    fn lot(&self, _: u64, stop: &Stop) -> Result<Option<Samples>, TuneError> {
        let (files, options) = (&self.files, &self.options);
        match samples_of_records::<G>(files, &self.rules, &self.weights, options, stop) {
            Ok((samples, _)) => Ok(Some(samples)),
            Err(RecordsError::Stopped) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// Lots from a teacher.
struct Taught<'a, G: Playable>(Teacher<'a, G>);

impl<G: Playable> Lessons for Taught<'_, G> {
    fn lot(&self, number: u64, stop: &Stop) -> Result<Option<Samples>, TuneError> {
        match self.0.batch(number, stop) {
            Ok(batch) => Ok(Some(batch.samples)),
            Err(TeachError::Stopped) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// Openings for tuning: no more than there are pairs of games; 0 for methods that play none.
fn openings_needed(method: &MethodOptions) -> u64 {
    let pairs = match method {
        MethodOptions::Spsa(options) => u64::from(options.steps) * u64::from(options.pairs),
        MethodOptions::CmaEs(options) => u64::from(options.generations) * u64::from(options.pairs),
        MethodOptions::Teacher(_) | MethodOptions::Regression(_) => 0,
    };
    pairs.min(MOST_OPENINGS)
}
