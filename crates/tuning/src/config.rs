//! Configurations: one TOML file for each run.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use flipside_ai::{Playable, STANDARD, Spec, Weights, load};
use flipside_arena::{DEFAULT_OPENING_TURNS, ExperimentError, is_name, line_of};
use flipside_records::{EloScale, StopRule};
use flipside_rules::{GameKind, LoadTiles, RuleSet as _};
use serde::Deserialize;
use toml::{Spanned, Value};

use crate::from_records::{RegressionFile, RegressionOptions};
use crate::optimise::{CmaEsOptions, SpsaOptions};
use crate::teach::{TeachFile, TeachOptions};
use crate::{CheckOptions, Space, Wishes};

/// What a configuration file asks for.
#[derive(Clone, Debug)]
pub struct Config {
    /// The run's name.
    pub name: String,
    /// What it is about, for people.
    pub description: String,
    /// The game.
    pub game: GameKind,
    /// The rule set as written.
    pub rules: String,
    /// The seed.
    pub seed: u64,
    /// How it is tuned.
    pub method: MethodOptions,
    /// Who plays, in tuning by games.
    pub agents: Vec<Spec>,
    /// Random turns at the beginning of games.
    pub opening_turns: u32,
    /// How often a look is taken, in tuning by games.
    pub check: CheckOptions,
    /// The test of what came of it, if there is to be one.
    pub confirmation: Option<ConfirmationOptions>,
    weights: String,
    wishes: Wishes,
    source: String,
    folder: PathBuf,
    spans: BTreeMap<&'static str, Range<usize>>,
}

/// A method and its settings.
#[derive(Clone, PartialEq, Debug)]
pub enum MethodOptions {
    /// Simultaneous perturbation.
    Spsa(SpsaOptions),
    /// Evolution with an adapted covariance matrix.
    CmaEs(CmaEsOptions),
    /// A fit to positions that someone judges who knows.
    Teacher(Box<TeachOptions>),
    /// A fit to recorded games.
    Regression(Box<RegressionOptions>),
}

impl MethodOptions {
    /// Whether it learns from games that it plays itself, and from nothing else.
    #[must_use]
    pub const fn plays(&self) -> bool {
        matches!(self, Self::Spsa(_) | Self::CmaEs(_))
    }

    /// The name, as the table in the file has it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Spsa(_) => "spsa",
            Self::CmaEs(_) => "cma-es",
            Self::Teacher(_) => "teacher",
            Self::Regression(_) => "regression",
        }
    }
}

/// The test of new against old.
#[derive(Clone, PartialEq, Debug)]
pub struct ConfirmationOptions {
    /// For each of these agents there is a test of its own.
    pub agents: Vec<Spec>,
    /// The most games of each test.
    pub games: u64,
    /// Random turns at the beginning of games.
    pub opening_turns: u32,
    /// When a test ends.
    pub rule: StopRule,
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
    cma_es: Option<Spanned<CmaEsOptions>>,
    teacher: Option<Spanned<TeachFile>>,
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

/// Where a value stands in the text, with what is wrong about it.
type Fault = (Range<usize>, &'static str, String);

impl Config {
    /// Reads a configuration and checks it as far as it can be checked without the game; see
    /// [`Config::space`] and [`Config::rules`] for the rest.
    ///
    /// # Errors
    /// What is wrong, with line and key.
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
            let why = "a name has 1 to 60 letters, digits, hyphens or underscores".to_string();
            return Err((file.name.span(), "name", why));
        }
        let agents = specs(&file.agents)?;
        let method = method(&file)?;
        if method.plays() && agents.is_empty() {
            let why = format!("{} needs at least one agent that plays", method.name());
            return Err((file.name.span(), "agents", why));
        }
        let (mut weights, mut start) = (STANDARD.to_string(), Vec::new());
        for (name, value) in &file.start {
            match (name.get_ref().as_str(), value.get_ref()) {
                ("weights", Value::String(text)) => weights.clone_from(text),
                (name, Value::Integer(number)) => start.push((name.to_string(), *number as f64)),
                (name, Value::Float(number)) => start.push((name.to_string(), *number)),
                (name, other) => {
                    let why = format!(
                        "`{name}` is a {}; `weights` takes a text, everything else a number",
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
            wishes: Wishes {
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

    /// The same, with paths in it seen from this folder, where the file stands.
    #[must_use]
    pub fn in_folder(self, folder: &Path) -> Self {
        Self {
            folder: folder.to_path_buf(),
            ..self
        }
    }

    /// Files with recorded games that are to be learned from.
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

    /// The text that it was read from.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// An error at a key, where it stands in the file.
    fn fault(&self, key: &'static str, why: String) -> ExperimentError {
        let start = self.spans.get(key).map_or(0, |span| span.start);
        ExperimentError::Value {
            line: line_of(&self.source, start),
            key,
            why,
        }
    }

    /// The rule set.
    ///
    /// # Errors
    /// If there is none like it.
    pub fn rules<G: Playable>(&self, load: &LoadTiles<'_>) -> Result<G::Rules, ExperimentError> {
        G::Rules::parse(&self.rules, load).map_err(|error| self.fault("rules", error.to_string()))
    }

    /// The weights to start from.
    ///
    /// # Errors
    /// If there are none, or they are another game's.
    pub fn weights<G: Playable>(&self) -> Result<Weights<G>, ExperimentError> {
        let is_path = self.weights.contains(['/', '\\']) || self.weights.ends_with(".toml");
        let place = match is_path {
            true => self.folder.join(&self.weights).display().to_string(),
            false => self.weights.clone(),
        };
        load(&place).map_err(|error| self.fault("start", error.to_string()))
    }

    /// How records name the old weights, if they have a name: built-in ones without a change.
    pub(crate) fn weights_name<G: Playable>(&self) -> Option<&str> {
        let known = G::WEIGHTS.iter().find(|(name, _)| *name == self.weights);
        known
            .filter(|_| self.wishes.start.is_empty())
            .map(|(name, _)| *name)
    }

    /// The parameters.
    ///
    /// # Errors
    /// If what is asked for cannot be.
    pub fn space<G: Playable>(&self, weights: Weights<G>) -> Result<Space<G>, ExperimentError> {
        let space = Space::new(weights, &self.agents, &self.wishes)
            .map_err(|error| self.fault("tune", error.to_string()))?;
        let setting = space
            .parameters()
            .iter()
            .find(|p| p.weight_index().is_none());
        match setting.filter(|_| !self.method.plays()) {
            Some(setting) => Err(self.fault(
                "tune",
                format!(
                    "`{}` is a setting of a search, which a fit to positions says nothing about; \
                     tune it by games",
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

/// Agents that have weights and the same play each time.
fn specs(texts: &[Spanned<String>]) -> Result<Vec<Spec>, Fault> {
    let spec = |text: &Spanned<String>| {
        let fault = |why: String| (text.span(), "agents", why);
        let spec: Spec = text
            .get_ref()
            .parse()
            .map_err(|error| fault(format!("{error}")))?;
        if spec.kind().keys.iter().all(|key| key.name != "weights") {
            let why = format!(
                "`{}` has no weights to tune; there are greedy, mcts, alphabeta",
                spec.name()
            );
            return Err(fault(why));
        }
        if spec.get("weights").is_some() {
            let why = "the weights are what is tuned; name those to start from under [start]";
            return Err(fault(why.to_string()));
        }
        if !spec.is_reproducible() {
            return Err(fault(format!(
                "`{spec}` has a budget in time, so the run could not be made again; give it `nodes`"
            )));
        }
        Ok(spec)
    };
    texts.iter().map(spec).collect()
}

fn method(file: &File) -> Result<MethodOptions, Fault> {
    let mut given = Vec::new();
    if let Some(options) = &file.spsa {
        let fault = options.get_ref().fault();
        given.push((
            options.span(),
            MethodOptions::Spsa(*options.get_ref()),
            fault,
        ));
    }
    if let Some(options) = &file.cma_es {
        let fault = options.get_ref().fault();
        given.push((
            options.span(),
            MethodOptions::CmaEs(*options.get_ref()),
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
            let why = "a run needs the table of its method: [spsa], [cma-es], [regression] \
                       or [teacher]";
            Err((0..0, "method", why.to_string()))
        }
        (Some((_, one, _)), Some((span, other, _))) => {
            let why = format!(
                "a run has one method; keep [{}] or [{}]",
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
        Some(model) => model.get_ref().parse().map_err(|_| {
            let why = format!(
                "`{}` is no model; there are normalized, logistic",
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
            "it needs at least one agent".to_string(),
        ));
    }
    if *file.games.get_ref() < 2 {
        return Err((
            file.games.span(),
            "games",
            "there must be at least 2".to_string(),
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
