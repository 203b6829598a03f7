//! Experiment files: lists of tournaments in TOML.

use std::fmt::Display;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flipside_ai::{PinnedTable, Spec};
use flipside_records::{DEFAULT_MAX_TURNS, Format, ScheduleSpec};
use flipside_rules::hash::mix;
use flipside_rules::{FullGame, GameKind, LoadAttachment, RuleSet as _};
use flipside_stats::sprt::EloScale;
use flipside_stats::stopping::StopRule;
use serde::Deserialize;
use toml::Spanned;

use crate::{
    Book, DEFAULT_MAX_FAILURES, DEFAULT_OPENING_TURNS, Openings, Tournament, TournamentError,
};

/// A list of tournaments that are played and reported together.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The experiment's name.
    pub name: String,
    /// A description for the report.
    pub description: String,
    /// The seed of all tournaments, so that all have the same openings.
    pub seed: u64,
    /// The distance of First's share from one half that counts as balanced in the report, as a
    /// share. `None` for the default.
    pub margin: Option<f64>,
    /// The tournaments, in the order of the file.
    pub entries: Vec<Entry>,
    source: String,
}

/// A tournament as the file describes it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The name, also that of the record file.
    pub name: String,
    /// The game.
    pub game: GameKind,
    /// The rule set as in the file.
    pub rules: String,
    /// The run ends if agents fail in more games.
    pub max_failures: u64,
    agents: Vec<Spec>,
    games: u64,
    schedule: ScheduleSpec<EntryOpenings, PinnedTable>,
    control: bool,
    /// The positions of the tournament and the values of its keys in the file.
    span: Range<usize>,
    spans: Vec<(&'static str, Range<usize>)>,
}

/// The openings of a tournament as the file describes them.
#[derive(Clone, Debug)]
enum EntryOpenings {
    Random { turns: u32, agents: Option<u32> },
    List(PathBuf),
}

/// Reads a list of openings, named as in the file; the error is the reason why it cannot be read.
pub type LoadOpenings<'a> = dyn Fn(&Path) -> Result<String, String> + 'a;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Spanned<String>,
    #[serde(default)]
    description: String,
    seed: u64,
    margin: Option<Spanned<f64>>,
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
    agents_open: Option<Spanned<u32>>,
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

/// The default error rates of a sequential test.
const ERROR_RATE: f64 = 0.05;

/// An error in an experiment file, or in another TOML file that describes games.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExperimentError {
    /// Invalid TOML, or an unknown or missing key. The message names line and key.
    #[error("{0}")]
    Toml(String),
    /// An invalid value.
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

/// Separates the seeds of control runs from that of the experiment.
const CONTROL: u64 = 0x0063_6F6E_7472_6F6C;

impl Experiment {
    /// Parses an experiment file and checks what does not depend on the rules; see
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
        let margin = match &file.margin {
            None => None,
            Some(points) if 0.0 < *points.get_ref() && *points.get_ref() < 50.0 => {
                Some(points.get_ref() / 100.0)
            }
            Some(points) => {
                let why = format!(
                    "invalid value `{}` for `margin`: expected points above 0 and below 50",
                    points.get_ref()
                );
                return Err(fail(points.span(), "margin", why));
            }
        };
        let mut entries: Vec<Entry> = Vec::new();
        if file.tournament.is_empty() {
            let why = "no tournament; add a [[tournament]]".to_string();
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
                    "unknown format `{name_of_format}`: expected one of {}",
                    names.join(", ")
                );
                return Err(fail(entry.format.span(), "format", why));
            };
            let stop = stop_rule(entry).map_err(|(span, key, why)| fail(span, key, why))?;
            for (key, given) in [
                ("opening_turns", &entry.opening_turns),
                ("agents_open", &entry.agents_open),
            ] {
                if let (Some(list), Some(_)) = (&entry.openings, given) {
                    let why = format!(
                        "openings come from the list, so `{key}` has no effect; keep one of them"
                    );
                    return Err(fail(list.span(), "openings", why));
                }
            }
            if let Some(limit) = entry.turn_ms.as_ref().filter(|ms| *ms.get_ref() == 0) {
                let why = "invalid value `0`: expected at least 1 millisecond".to_string();
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
            let openings = match &entry.openings {
                Some(list) => EntryOpenings::List(list.get_ref().clone()),
                None => EntryOpenings::Random {
                    turns: value(&entry.opening_turns).unwrap_or(DEFAULT_OPENING_TURNS),
                    agents: value(&entry.agents_open),
                },
            };
            let files = |name: &str, control| match control {
                false => vec![name.to_string()],
                true => vec![name.to_string(), control_name(name)],
            };
            let own = files(&name, entry.control);
            let taken = entries
                .iter()
                .flat_map(|other| files(&other.name, other.control));
            if let Some(file) = taken.into_iter().find(|file| own.contains(file)) {
                let why = format!("two tournaments would write a file named `{file}`");
                return Err(fail(entry.name.span(), "name", why));
            }
            let mut spans = vec![
                ("name", entry.name.span()),
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
            spans.extend(
                entry
                    .agents_open
                    .as_ref()
                    .map(|v| ("agents_open", v.span())),
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
                games: *entry.games.get_ref(),
                schedule: ScheduleSpec {
                    max_turns: value(&entry.max_turns).unwrap_or(DEFAULT_MAX_TURNS),
                    turn_ms: value(&entry.turn_ms),
                    stop,
                    adjudication: table.transpose()?,
                    annotated: entry.annotate,
                    ..ScheduleSpec::new(format, openings)
                },
                control: entry.control,
                span: tournament.span(),
                spans,
            });
        }
        Ok(Self {
            name: named(&file.name)?,
            description: file.description,
            seed: file.seed,
            margin,
            entries,
            source: text.to_string(),
        })
    }

    /// The tournaments of an entry, `G` being its game, each with the name of its record file
    /// (without extension). With `control`, half of the games are a second tournament with another
    /// seed, for the report to compare.
    ///
    /// # Errors
    /// If the rules or the settings are invalid.
    pub fn tournaments<G: FullGame>(
        &self,
        entry: &Entry,
        load: &LoadAttachment<'_>,
        load_openings: &LoadOpenings<'_>,
    ) -> Result<Vec<(String, Tournament<G>)>, ExperimentError> {
        let fail = |key, why: String| self.fault(entry, key, 0, why);
        let rules = G::Rules::parse(&entry.rules, load)
            .map_err(|error| fail("rules", error.to_string()))?;
        let opening = match &entry.schedule.opening {
            EntryOpenings::Random { turns, agents } => {
                Openings::after_agents(agents.unwrap_or(rules.special_turns()), *turns)
            }
            EntryOpenings::List(path) => {
                let named = |why: String| fail("openings", format!("{}: {why}", path.display()));
                let text = load_openings(path).map_err(named)?;
                let book = Book::parse(&rules, &text).map_err(|error| named(error.to_string()))?;
                Openings::List(Arc::new(book))
            }
        };
        let tournament = |games, seed| Tournament {
            rules: rules.clone(),
            agents: entry.agents.clone(),
            seed,
            games,
            schedule: entry
                .schedule
                .with(opening.clone(), entry.schedule.adjudication.clone()),
        };
        let mut tournaments = Vec::new();
        if entry.control {
            if entry.schedule.stop.is_some() {
                let why = "control = true compares two equal runs, which a stop rule would end at \
                           different lengths; remove one of them";
                return Err(fail("games", why.to_string()));
            }
            if !entry.games.is_multiple_of(2) {
                let why = format!(
                    "with control = true the games are divided into halves, so their number must \
                     be even, not {}",
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

    /// An error about an entry, with the line of the value of `key`; if the key has several values,
    /// of the one with this number, from 0.
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

/// The stop rule of an entry, or position, key and reason of an error.
fn stop_rule(entry: &FileEntry) -> Result<Option<StopRule>, (Range<usize>, &'static str, String)> {
    let is_sprt = entry.format.get_ref() == "sprt";
    match (&entry.sprt, &entry.until_balanced) {
        (Some(sprt), Some(_)) => Err((
            sprt.span(),
            "sprt",
            "a run has one stop rule; keep sprt or until_balanced".to_string(),
        )),
        (None, _) if is_sprt => Err((
            entry.format.span(),
            "format",
            "a sequential test needs hypotheses, such as sprt = { elo0 = 0, elo1 = 10 }"
                .to_string(),
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
                Some(model) => EloScale::from_name(model.get_ref()).ok_or_else(|| {
                    let why = format!(
                        "invalid model `{}`: expected normalized or logistic",
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

/// Whether a name is valid: files are named after it.
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
