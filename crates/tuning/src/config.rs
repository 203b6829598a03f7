//! Configuration files in TOML, one per run.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use flipside_ai::{Playable, STANDARD_WEIGHTS, Spec, Weights, load_weights};
use flipside_arena::{DEFAULT_OPENING_TURNS, ExperimentError, is_name, line_of};
use flipside_rules::{GameKind, LoadAttachment, RuleSet as _};
use flipside_stats::sprt::EloScale;
use flipside_stats::stopping::StopRule;
use serde::Deserialize;
use toml::{Spanned, Value};

use crate::regression_options::{RegressionFile, RegressionOptions};
use crate::teacher_options::{TeacherFile, TeacherOptions};
use crate::{CheckOptions, Selection, Space, SpsaOptions};

/// A parsed configuration file.
#[derive(Clone, Debug)]
pub struct Config {
    /// The run's name.
    pub name: String,
    /// A description in free text.
    pub description: String,
    /// The game.
    pub game: GameKind,
    /// The rule set, as in the file.
    pub rules: String,
    /// The seed.
    pub seed: u64,
    /// The method.
    pub method: MethodOptions,
    /// The agents that play, for tuning by games.
    pub agents: Vec<Spec>,
    /// Random turns at the beginning of games, after the turns that special rules concern.
    pub opening_turns: u32,
    /// The checks against the start, for tuning by games.
    pub check: CheckOptions,
    /// The confirmation, if configured.
    pub confirmation: Option<ConfirmationOptions>,
    weights: String,
    selection: Selection,
    source: String,
    folder: PathBuf,
    spans: BTreeMap<&'static str, Range<usize>>,
}

/// A method and its settings.
#[derive(Clone, PartialEq, Debug)]
pub enum MethodOptions {
    /// SPSA: simultaneous perturbation stochastic approximation.
    Spsa(SpsaOptions),
    /// A fit to positions labelled by an oracle.
    Teacher(Box<TeacherOptions>),
    /// A fit to recorded games.
    Regression(Box<RegressionOptions>),
}

impl MethodOptions {
    /// Returns whether the method uses only the scores of games between its candidates.
    #[must_use]
    pub const fn plays(&self) -> bool {
        matches!(self, Self::Spsa(_))
    }

    /// Returns the name of the method's table in the file.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Spsa(_) => "spsa",
            Self::Teacher(_) => "teacher",
            Self::Regression(_) => "regression",
        }
    }
}

/// The settings of the confirmation, the test of the tuned against the original parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct ConfirmationOptions {
    /// The agents; each is tested separately.
    pub agents: Vec<Spec>,
    /// The maximum number of games in each test.
    pub games: u64,
    /// Random turns at the beginning of games, after the turns that special rules concern.
    pub opening_turns: u32,
    /// The stopping rule.
    pub rule: StopRule,
}

impl ConfirmationOptions {
    /// Returns the maximum number of pairs of games in each test.
    pub(crate) const fn pairs(&self) -> u64 {
        self.games.div_ceil(2)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Spanned<String>,
    #[serde(default)]
    description: String,
    game: Spanned<String>,
    rules: Option<Spanned<String>>,
    seed: u64,
    #[serde(default)]
    agents: Vec<Spanned<String>>,
    opening_turns: Option<Spanned<u32>>,
    tune: Spanned<Vec<String>>,
    #[serde(default)]
    fix: Vec<String>,
    #[serde(default)]
    start: BTreeMap<Spanned<String>, Spanned<Value>>,
    #[serde(default)]
    bounds: BTreeMap<Spanned<String>, [f64; 2]>,
    check: Option<CheckOptions>,
    spsa: Option<Spanned<SpsaOptions>>,
    #[serde(rename = "cma-es")]
    cma_es: Option<Spanned<Value>>,
    teacher: Option<Spanned<TeacherFile>>,
    regression: Option<Spanned<RegressionFile>>,
    confirmation: Option<Spanned<FileConfirmation>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileConfirmation {
    agents: Vec<Spanned<String>>,
    games: Spanned<u64>,
    opening_turns: Option<u32>,
    #[serde(default)]
    elo0: f64,
    #[serde(default = "FileConfirmation::default_elo1")]
    elo1: f64,
    model: Option<Spanned<String>>,
    #[serde(default = "FileConfirmation::default_error")]
    alpha: f64,
    #[serde(default = "FileConfirmation::default_error")]
    beta: f64,
}

impl FileConfirmation {
    const fn default_elo1() -> f64 {
        10.0
    }

    const fn default_error() -> f64 {
        0.05
    }
}

/// The span of an invalid value, its key, and what is wrong.
type Fault = (Range<usize>, &'static str, String);

impl Config {
    /// Parses a configuration and checks everything that does not depend on the game; see
    /// [`Config::space`] and [`Config::rules`] for the rest.
    ///
    /// # Errors
    /// If the file is malformed or a value is invalid; the error names line and key.
    pub fn parse(text: &str) -> Result<Self, ExperimentError> {
        let file: File = toml::from_str(text)
            .map_err(|error| ExperimentError::Toml(error.to_string().trim_end().to_string()))?;
        Self::of(file, text).map_err(|(span, key, why)| ExperimentError::Value {
            line: line_of(text, span.start),
            key,
            why,
        })
    }

    fn of(file: File, text: &str) -> Result<Self, Fault> {
        let game: GameKind = file
            .game
            .get_ref()
            .parse()
            .map_err(|error| (file.game.span(), "game", format!("{error}")))?;
        if !is_name(file.name.get_ref()) {
            let why = format!(
                "invalid name `{}`: expected 1 to 60 letters, digits, hyphens or underscores",
                file.name.get_ref()
            );
            return Err((file.name.span(), "name", why));
        }
        let agents = specs(&file.agents)?;
        let method = method(&file)?;
        if method.plays() && agents.is_empty() {
            let why = format!("no agents: {} needs at least one agent", method.name());
            return Err((file.name.span(), "agents", why));
        }
        let (mut weights, mut start) = (STANDARD_WEIGHTS.to_string(), Vec::new());
        for (name, value) in &file.start {
            match (name.get_ref().as_str(), value.get_ref()) {
                ("weights", Value::String(text)) => weights.clone_from(text),
                (name, Value::Integer(number)) => start.push((name.to_string(), *number as f64)),
                (name, Value::Float(number)) => start.push((name.to_string(), *number)),
                (name, other) => {
                    let why = format!(
                        "invalid type {} of `{name}`: expected a string for `weights`, a number for \
                         everything else",
                        other.type_str()
                    );
                    return Err((value.span(), "start", why));
                }
            }
        }
        let mut spans = BTreeMap::from([("tune", file.tune.span())]);
        spans.extend(file.rules.as_ref().map(|rules| ("rules", rules.span())));
        spans.extend(
            file.start
                .values()
                .next()
                .map(|value| ("start", value.span())),
        );
        let confirmation = match &file.confirmation {
            Some(given) => Some(confirmation(given, file.opening_turns.as_ref())?),
            None => None,
        };
        Ok(Self {
            name: file.name.into_inner(),
            description: file.description,
            game,
            rules: file.rules.map(Spanned::into_inner).unwrap_or_default(),
            seed: file.seed,
            method,
            agents,
            opening_turns: opening_turns(file.opening_turns.as_ref()),
            check: file.check.unwrap_or_default(),
            confirmation,
            weights,
            selection: Selection {
                tune: file.tune.into_inner(),
                fix: file.fix,
                start,
                bounds: file
                    .bounds
                    .into_iter()
                    .map(|(name, b)| (name.into_inner(), b))
                    .collect(),
            },
            source: text.to_string(),
            folder: PathBuf::new(),
            spans,
        })
    }

    /// Sets the folder of the file, to which paths in it are relative.
    #[must_use]
    pub fn in_folder(self, folder: &Path) -> Self {
        Self {
            folder: folder.to_path_buf(),
            ..self
        }
    }

    /// Returns the paths of the record files to fit to.
    #[must_use]
    pub fn records(&self) -> Vec<PathBuf> {
        match &self.method {
            MethodOptions::Regression(options) => {
                let names = options.records.iter();
                names.map(|name| self.folder.join(name)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the text of the file.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Creates an error at a key, with its line in the file.
    fn fault(&self, key: &'static str, why: String) -> ExperimentError {
        let start = self.spans.get(key).map_or(0, |span| span.start);
        ExperimentError::Value {
            line: line_of(&self.source, start),
            key,
            why,
        }
    }

    /// Returns the rule set.
    ///
    /// # Errors
    /// If the rule set is invalid.
    pub fn rules<G: Playable>(
        &self,
        load: &LoadAttachment<'_>,
    ) -> Result<G::Rules, ExperimentError> {
        G::Rules::parse(&self.rules, load).map_err(|error| self.fault("rules", error.to_string()))
    }

    /// Loads the initial weights.
    ///
    /// # Errors
    /// If the weights cannot be loaded, or are another game's.
    pub fn weights<G: Playable>(&self) -> Result<Weights<G>, ExperimentError> {
        let is_path = self.weights.contains(['/', '\\']) || self.weights.ends_with(".toml");
        let place = match is_path {
            true => self.folder.join(&self.weights).display().to_string(),
            false => self.weights.clone(),
        };
        load_weights(&place).map_err(|error| self.fault("start", error.to_string()))
    }

    /// Returns the name of the original weights in records; `None` unless they are built in and
    /// unchanged.
    pub(crate) fn weights_name<G: Playable>(&self) -> Option<&str> {
        let known = G::WEIGHTS.iter().find(|(name, _)| *name == self.weights);
        known
            .filter(|_| self.selection.start.is_empty())
            .map(|(name, _)| *name)
    }

    /// Returns the space of tuned parameters.
    ///
    /// # Errors
    /// If the selection of parameters is invalid.
    pub fn space<G: Playable>(&self, weights: Weights<G>) -> Result<Space<G>, ExperimentError> {
        let space = Space::new(weights, &self.agents, &self.selection)
            .map_err(|error| self.fault("tune", error.to_string()))?;
        let setting = space
            .parameters()
            .iter()
            .find(|p| p.weight_index().is_none());
        match setting.filter(|_| !self.method.plays()) {
            Some(setting) => Err(self.fault(
                "tune",
                format!(
                    "`{}` is a search setting, which cannot be fitted to positions; tune it by games",
                    setting.name
                ),
            )),
            None => Ok(space),
        }
    }
}

fn opening_turns(given: Option<&Spanned<u32>>) -> u32 {
    given.map_or(DEFAULT_OPENING_TURNS, |turns| *turns.get_ref())
}

/// Parses agents, which must have weights and be reproducible.
fn specs(texts: &[Spanned<String>]) -> Result<Vec<Spec>, Fault> {
    let spec = |text: &Spanned<String>| {
        let fault = |why: String| (text.span(), "agents", why);
        let spec: Spec = text
            .get_ref()
            .parse()
            .map_err(|error| fault(format!("{error}")))?;
        if spec.info().keys.iter().all(|key| key.name != "weights") {
            let why = format!(
                "`{}` has no weights to tune: expected greedy, mcts or alphabeta",
                spec.name()
            );
            return Err(fault(why));
        }
        if spec.get("weights").is_some() {
            let why =
                "unexpected key `weights` of a tuned agent; set the initial weights in [start]";
            return Err(fault(why.to_string()));
        }
        if !spec.is_reproducible() {
            return Err(fault(format!(
                "`{spec}` has a budget in time and is not reproducible; use `nodes`"
            )));
        }
        Ok(spec)
    };
    texts.iter().map(spec).collect()
}

fn method(file: &File) -> Result<MethodOptions, Fault> {
    if let Some(table) = &file.cma_es {
        let why = "CMA-ES is not supported; use [spsa], which tunes the same parameters by games";
        return Err((table.span(), "cma-es", why.to_string()));
    }
    let mut given = Vec::new();
    if let Some(options) = &file.spsa {
        let fault = options.get_ref().fault();
        given.push((
            options.span(),
            MethodOptions::Spsa(*options.get_ref()),
            fault,
        ));
    }
    if let Some(file) = &file.teacher {
        let options = file
            .get_ref()
            .options()
            .map_err(|why| (file.span(), "teacher", why))?;
        given.push((file.span(), MethodOptions::Teacher(Box::new(options)), None));
    }
    if let Some(file) = &file.regression {
        let options = file
            .get_ref()
            .options()
            .map_err(|why| (file.span(), "regression", why))?;
        given.push((
            file.span(),
            MethodOptions::Regression(Box::new(options)),
            None,
        ));
    }
    let mut given = given.into_iter();
    match (given.next(), given.next()) {
        (None, _) => {
            let why = "missing method: expected one of the tables [spsa], [regression] and \
                       [teacher]";
            Err((0..0, "method", why.to_string()))
        }
        (Some((_, one, _)), Some((span, other, _))) => {
            let why = format!(
                "more than one method; keep either [{}] or [{}]",
                one.name(),
                other.name()
            );
            Err((span, "method", why))
        }
        (Some((span, method, Some(fault))), None) => Err((span, method.name(), fault.to_string())),
        (Some((_, method, None)), None) => Ok(method),
    }
}

fn confirmation(
    given: &Spanned<FileConfirmation>,
    turns: Option<&Spanned<u32>>,
) -> Result<ConfirmationOptions, Fault> {
    let file = given.get_ref();
    let scale = match &file.model {
        None => EloScale::Normalised,
        Some(model) => EloScale::from_name(model.get_ref()).ok_or_else(|| {
            let why = format!(
                "invalid model `{}`: expected normalized or logistic",
                model.get_ref()
            );
            (model.span(), "model", why)
        })?,
    };
    let agents = specs(&file.agents)?;
    if agents.is_empty() {
        return Err((
            given.span(),
            "confirmation",
            "no agents: expected at least one agent".to_string(),
        ));
    }
    if *file.games.get_ref() < 2 {
        return Err((
            file.games.span(),
            "games",
            format!(
                "invalid number of games {}: expected at least 2",
                file.games.get_ref()
            ),
        ));
    }
    flipside_stats::sprt::Sprt::new(file.elo0, file.elo1, scale, file.alpha, file.beta)
        .map_err(|error| (given.span(), "confirmation", error.to_string()))?;
    Ok(ConfirmationOptions {
        agents,
        games: *file.games.get_ref(),
        opening_turns: file.opening_turns.unwrap_or(opening_turns(turns)),
        rule: StopRule::Sprt {
            scale,
            elo0: file.elo0,
            elo1: file.elo1,
            alpha: file.alpha,
            beta: file.beta,
        },
    })
}
