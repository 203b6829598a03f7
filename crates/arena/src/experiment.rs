//! Experiment files: lists of tournaments in TOML.

use std::fmt::Display;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use flipside_ai::{PinnedTable, Spec};
use flipside_records::{EloScale, Format, StopRule};
use flipside_rules::hash::mix;
use flipside_rules::{Game, GameKind, LoadTiles, RuleSet as _};
use serde::Deserialize;
use toml::Spanned;

use crate::{
    Book, DEFAULT_MAX_FAILURES, DEFAULT_MAX_TURNS, DEFAULT_OPENING_TURNS, Opening, Tournament,
    TournamentError,
};

/// A list of tournaments that are played and reported together.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The experiment's name.
    pub name: String,
    /// What it is about, for the report.
    pub description: String,
    /// The seed of all tournaments, so that all have the same openings.
    pub seed: u64,
    /// The tournaments, in the order of the file.
    pub entries: Vec<Entry>,
    source: String,
}

/// A tournament as the file describes it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name, from which the record file has its own.
    pub name: String,
    /// The game.
    pub game: GameKind,
    /// The rule set as written.
    pub rules: String,
    /// More failures of agents than these end the run.
    pub max_failures: u64,
    agents: Vec<Spec>,
    format: Format,
    games: u64,
    opening_turns: u32,
    openings: Option<PathBuf>,
    max_turns: u32,
    turn_ms: Option<u64>,
    stop: Option<StopRule>,
    adjudication: Option<PinnedTable>,
    annotate: bool,
    control: bool,
    /// Where the tournament and the values of its keys stand in the file.
    span: Range<usize>,
    spans: Vec<(&'static str, Range<usize>)>,
}

/// Reads a list of openings, named as in the file; the error is the reason why it cannot be had.
pub type LoadOpenings<'a> = dyn Fn(&Path) -> Result<String, String> + 'a;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Spanned<String>,
    #[serde(default)]
    description: String,
    seed: u64,
    #[serde(default)]
    tournament: Vec<Spanned<FileEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileEntry {
    name: Spanned<String>,
    game: Spanned<String>,
    rules: Option<Spanned<String>>,
    format: Spanned<String>,
    agents: Vec<Spanned<String>>,
    games: Spanned<u64>,
    opening_turns: Option<Spanned<u32>>,
    openings: Option<Spanned<PathBuf>>,
    max_turns: Option<Spanned<u32>>,
    turn_ms: Option<Spanned<u64>>,
    max_failures: Option<u64>,
    sprt: Option<Spanned<FileSprt>>,
    until_balanced: Option<Spanned<f64>>,
    adjudicate: Option<Spanned<String>>,
    #[serde(default)]
    annotate: bool,
    #[serde(default)]
    control: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileSprt {
    elo0: f64,
    elo1: f64,
    model: Option<Spanned<String>>,
    alpha: Option<f64>,
    beta: Option<f64>,
}

/// Error rates of a sequential test, unless said otherwise.
const ERROR_RATE: f64 = 0.05;

/// Why a text is no experiment, or no other file that says in TOML what is to be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExperimentError {
    /// Not TOML, or not of the schema. The message names line and key.
    #[error("{0}")]
    Toml(String),
    /// A value that its key does not take.
    #[error("line {line}, `{key}`: {why}")]
    Value {
        /// The line, from 1.
        line: usize,
        /// The key.
        key: &'static str,
        /// What is wrong.
        why: String,
    },
}

/// Seeds of control runs differ from the experiment's own by this.
const CONTROL: u64 = 0x0063_6F6E_7472_6F6C;

impl Experiment {
    /// Reads an experiment file and checks it as far as it can be checked without the rules; see
    /// [`Experiment::tournaments`] for the rest.
    ///
    /// # Errors
    /// What is wrong, with line and key.
    pub fn parse(text: &str) -> Result<Self, ExperimentError> {
        let file: File = toml::from_str(text)
            .map_err(|error| ExperimentError::Toml(error.to_string().trim_end().to_string()))?;
        let fail = |span: Range<usize>, key, why: String| ExperimentError::Value {
            line: line_of(text, span.start),
            key,
            why,
        };
        let named = |name: &Spanned<String>| match is_name(name.get_ref()) {
            true => Ok(name.get_ref().clone()),
            false => Err(fail(
                name.span(),
                "name",
                "a name has 1 to 60 letters, digits, hyphens or underscores".to_string(),
            )),
        };
        let mut entries: Vec<Entry> = Vec::new();
        if file.tournament.is_empty() {
            let why = "there is none to play; add a [[tournament]]".to_string();
            return Err(fail(0..0, "tournament", why));
        }
        for tournament in &file.tournament {
            let entry = tournament.get_ref();
            let name = named(&entry.name)?;
            let game: GameKind = entry
                .game
                .get_ref()
                .parse()
                .map_err(|error| fail(entry.game.span(), "game", format!("{error}")))?;
            let name_of_format = entry.format.get_ref().as_str();
            let known = FORMATS.iter().find(|(name, _)| *name == name_of_format);
            let Some(&(_, format)) = known else {
                let names: Vec<&str> = FORMATS.iter().map(|(name, _)| *name).collect();
                let why = format!(
                    "unknown format `{name_of_format}`; there are {}",
                    names.join(", ")
                );
                return Err(fail(entry.format.span(), "format", why));
            };
            let stop = stop_rule(entry).map_err(|(span, key, why)| fail(span, key, why))?;
            if let (Some(list), Some(_)) = (&entry.openings, &entry.opening_turns) {
                let why = "openings come from the list, so opening_turns says nothing; keep one";
                return Err(fail(list.span(), "openings", why.to_string()));
            }
            if let Some(limit) = entry.turn_ms.as_ref().filter(|ms| *ms.get_ref() == 0) {
                let why = "a turn must be given at least 1 millisecond".to_string();
                return Err(fail(limit.span(), "turn_ms", why));
            }
            let agents = entry
                .agents
                .iter()
                .map(|spec| {
                    let parsed = spec.get_ref().parse::<Spec>();
                    parsed.map_err(|error| fail(spec.span(), "agents", error.to_string()))
                })
                .collect::<Result<Vec<_>, _>>()?;
            let table = entry.adjudicate.as_ref().map(|table| {
                let parsed = table.get_ref().parse::<PinnedTable>();
                parsed.map_err(|error| fail(table.span(), "adjudicate", error.to_string()))
            });
            let files = |name: &str, control| match control {
                false => vec![name.to_string()],
                true => vec![name.to_string(), control_name(name)],
            };
            let own = files(&name, entry.control);
            let taken = entries
                .iter()
                .flat_map(|other| files(&other.name, other.control));
            if let Some(file) = taken.into_iter().find(|file| own.contains(file)) {
                let why = format!("two tournaments have games in a file named `{file}`");
                return Err(fail(entry.name.span(), "name", why));
            }
            let mut spans = vec![
                ("games", entry.games.span()),
                ("format", entry.format.span()),
            ];
            spans.extend(entry.agents.iter().map(|agent| ("agents", agent.span())));
            spans.extend(entry.rules.as_ref().map(|v| ("rules", v.span())));
            spans.extend(
                entry
                    .opening_turns
                    .as_ref()
                    .map(|v| ("opening_turns", v.span())),
            );
            spans.extend(entry.openings.as_ref().map(|v| ("openings", v.span())));
            spans.extend(entry.max_turns.as_ref().map(|v| ("max_turns", v.span())));
            spans.extend(entry.sprt.as_ref().map(|v| ("sprt", v.span())));
            spans.extend(
                entry
                    .until_balanced
                    .as_ref()
                    .map(|v| ("until_balanced", v.span())),
            );
            spans.extend(entry.adjudicate.as_ref().map(|v| ("adjudicate", v.span())));
            entries.push(Entry {
                name,
                game,
                rules: entry
                    .rules
                    .as_ref()
                    .map(|v| v.get_ref().clone())
                    .unwrap_or_default(),
                max_failures: entry.max_failures.unwrap_or(DEFAULT_MAX_FAILURES),
                agents,
                format,
                games: *entry.games.get_ref(),
                opening_turns: value(&entry.opening_turns).unwrap_or(DEFAULT_OPENING_TURNS),
                openings: entry.openings.as_ref().map(|v| v.get_ref().clone()),
                max_turns: value(&entry.max_turns).unwrap_or(DEFAULT_MAX_TURNS),
                turn_ms: value(&entry.turn_ms),
                stop,
                adjudication: table.transpose()?,
                annotate: entry.annotate,
                control: entry.control,
                span: tournament.span(),
                spans,
            });
        }
        Ok(Self {
            name: named(&file.name)?,
            description: file.description,
            seed: file.seed,
            entries,
            source: text.to_string(),
        })
    }

    /// The tournaments of an entry, `G` being its game, each with the name of its record file
    /// (without extension). With `control`, half of the games are a second tournament with another
    /// seed, for the report to compare.
    ///
    /// # Errors
    /// If the rules are none, or the parts do not go together.
    pub fn tournaments<G: Game>(
        &self,
        entry: &Entry,
        load: &LoadTiles<'_>,
        load_openings: &LoadOpenings<'_>,
    ) -> Result<Vec<(String, Tournament<G>)>, ExperimentError> {
        let fail = |key, why: String| self.fault(entry, key, 0, why);
        let rules = G::Rules::parse(&entry.rules, load)
            .map_err(|error| fail("rules", error.to_string()))?;
        let opening = match &entry.openings {
            None => Opening::Random {
                turns: entry.opening_turns,
            },
            Some(path) => {
                let named = |why: String| fail("openings", format!("{}: {why}", path.display()));
                let text = load_openings(path).map_err(named)?;
                let book = Book::parse(&rules, &text).map_err(|error| named(error.to_string()))?;
                Opening::List(Arc::new(book))
            }
        };
        let tournament = |games, seed| Tournament {
            rules: rules.clone(),
            agents: entry.agents.clone(),
            format: entry.format,
            opening: opening.clone(),
            seed,
            games,
            max_turns: entry.max_turns,
            turn_limit: entry.turn_ms.map(Duration::from_millis),
            stop: entry.stop,
            adjudication: entry.adjudication.clone(),
            annotate: entry.annotate,
        };
        let mut tournaments = Vec::new();
        if entry.control {
            if entry.stop.is_some() {
                let why = "with control = true two equal runs are compared, which a rule to stop \
                           would cut to different lengths; leave one of them out";
                return Err(fail("games", why.to_string()));
            }
            if !entry.games.is_multiple_of(2) {
                let why = format!(
                    "with control = true the games are halved, so their number must be even; {} is \
                     not",
                    entry.games
                );
                return Err(fail("games", why));
            }
            let half = entry.games / 2;
            tournaments.push((entry.name.clone(), tournament(half, self.seed)));
            let seed = mix(self.seed ^ CONTROL);
            tournaments.push((control_name(&entry.name), tournament(half, seed)));
        } else {
            tournaments.push((entry.name.clone(), tournament(entry.games, self.seed)));
        }
        for (_, tournament) in &tournaments {
            tournament.check().map_err(|error| {
                let key = match error {
                    TournamentError::Agents { .. } | TournamentError::SameAgents(_) => "agents",
                    TournamentError::NoGames | TournamentError::Uneven { .. } => "games",
                    TournamentError::MaxTurns { .. } => "max_turns",
                    TournamentError::Opening(_) => "opening_turns",
                    TournamentError::StopRule { .. } => "format",
                    TournamentError::Sprt(_) => "sprt",
                    TournamentError::Margin(_) => "until_balanced",
                };
                fail(key, error.to_string())
            })?;
        }
        Ok(tournaments)
    }

    /// An error that says where in the file what is wrong with an entry stands: at the value of
    /// `key`, or of its values at the one with this number, from 0.
    #[must_use]
    pub fn fault(
        &self,
        entry: &Entry,
        key: &'static str,
        number: usize,
        why: impl Display,
    ) -> ExperimentError {
        let mut values = entry.spans.iter().filter(|(name, _)| *name == key);
        let span = values.nth(number).map_or(&entry.span, |(_, span)| span);
        ExperimentError::Value {
            line: line_of(&self.source, span.start),
            key,
            why: format!("tournament `{}`: {why}", entry.name),
        }
    }
}

/// The formats by their names in experiment files.
const FORMATS: [(&str, Format); 6] = [
    ("selfplay", Format::SelfPlay),
    ("match", Format::Pairs),
    ("match-fixed-seats", Format::FixedSeats),
    ("sprt", Format::Pairs),
    ("round-robin", Format::RoundRobin),
    ("gauntlet", Format::Gauntlet),
];

fn value<T: Copy>(spanned: &Option<Spanned<T>>) -> Option<T> {
    spanned.as_ref().map(|value| *value.get_ref())
}

/// When the tournament of an entry stops; or where what is wrong.
fn stop_rule(entry: &FileEntry) -> Result<Option<StopRule>, (Range<usize>, &'static str, String)> {
    let is_sprt = entry.format.get_ref() == "sprt";
    match (&entry.sprt, &entry.until_balanced) {
        (Some(sprt), Some(_)) => Err((
            sprt.span(),
            "sprt",
            "a run stops by one rule; keep sprt or until_balanced".to_string(),
        )),
        (None, _) if is_sprt => Err((
            entry.format.span(),
            "format",
            "a sequential test needs its hypotheses: sprt = { elo0 = 0, elo1 = 10 }".to_string(),
        )),
        (Some(sprt), None) if !is_sprt => Err((
            sprt.span(),
            "sprt",
            "a sequential test needs format = \"sprt\"".to_string(),
        )),
        (Some(sprt), None) => {
            let sprt = sprt.get_ref();
            let scale = match &sprt.model {
                None => EloScale::Normalised,
                Some(model) => model.get_ref().parse().map_err(|_| {
                    let why = format!(
                        "`{}` is no model; there are normalized, logistic",
                        model.get_ref()
                    );
                    (model.span(), "model", why)
                })?,
            };
            Ok(Some(StopRule::Sprt {
                scale,
                elo0: sprt.elo0,
                elo1: sprt.elo1,
                alpha: sprt.alpha.unwrap_or(ERROR_RATE),
                beta: sprt.beta.unwrap_or(ERROR_RATE),
            }))
        }
        (None, Some(points)) => Ok(Some(StopRule::Balance {
            margin: points.get_ref() / 100.0,
            games: *entry.games.get_ref(),
        })),
        (None, None) => Ok(None),
    }
}

/// The file of a tournament's control games.
fn control_name(name: &str) -> String {
    format!("{name}-control")
}

/// Whether something can be called so: files are named after it.
#[must_use]
pub fn is_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (1..=60).contains(&name.len()) && name.chars().all(allowed)
}

/// The line, from 1, of a byte of a text.
#[must_use]
pub fn line_of(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|&b| b == b'\n').count()
}
