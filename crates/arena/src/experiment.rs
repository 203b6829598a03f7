//! Experiment files: lists of tournaments in TOML.

use std::ops::Range;

use flipside_ai::{Playable, Spec};
use flipside_records::Format;
use flipside_rules::hash::mix;
use flipside_rules::{GameKind, LoadTiles, RuleSet as _};
use serde::Deserialize;
use toml::Spanned;

use crate::{DEFAULT_MAX_TURNS, DEFAULT_OPENING_TURNS, Opening, Tournament, TournamentError};

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
    agents: Vec<Spec>,
    format: Format,
    games: u64,
    opening_turns: u32,
    max_turns: u32,
    annotate: bool,
    control: bool,
    span: Range<usize>,
}

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
    #[serde(default)]
    rules: Option<String>,
    format: Spanned<String>,
    agents: Vec<Spanned<String>>,
    games: u64,
    #[serde(default)]
    opening_turns: Option<u32>,
    #[serde(default)]
    max_turns: Option<u32>,
    #[serde(default)]
    annotate: bool,
    #[serde(default)]
    control: bool,
}

/// Why a text is no experiment.
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
            let format = match entry.format.get_ref().as_str() {
                "selfplay" => Format::SelfPlay,
                "match" => Format::Pairs,
                "match-fixed-seats" => Format::FixedSeats,
                other => {
                    let why = format!(
                        "unknown format `{other}`; there are selfplay, match, match-fixed-seats"
                    );
                    return Err(fail(entry.format.span(), "format", why));
                }
            };
            let agents = entry
                .agents
                .iter()
                .map(|spec| {
                    let parsed = spec.get_ref().parse::<Spec>();
                    parsed.map_err(|error| fail(spec.span(), "agents", error.to_string()))
                })
                .collect::<Result<Vec<_>, _>>()?;
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
            entries.push(Entry {
                name,
                game,
                rules: entry.rules.clone().unwrap_or_default(),
                agents,
                format,
                games: entry.games,
                opening_turns: entry.opening_turns.unwrap_or(DEFAULT_OPENING_TURNS),
                max_turns: entry.max_turns.unwrap_or(DEFAULT_MAX_TURNS),
                annotate: entry.annotate,
                control: entry.control,
                span: tournament.span(),
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
    pub fn tournaments<G: Playable>(
        &self,
        entry: &Entry,
        load: &LoadTiles<'_>,
    ) -> Result<Vec<(String, Tournament<G>)>, ExperimentError> {
        let fail = |key, why| ExperimentError::Value {
            line: line_of(&self.source, entry.span.start),
            key,
            why,
        };
        let rules = G::Rules::parse(&entry.rules, load)
            .map_err(|error| fail("rules", format!("tournament `{}`: {error}", entry.name)))?;
        let tournament = |games, seed| Tournament {
            rules: rules.clone(),
            agents: entry.agents.clone(),
            format: entry.format,
            opening: Opening::Random {
                turns: entry.opening_turns,
            },
            seed,
            games,
            max_turns: entry.max_turns,
            annotate: entry.annotate,
        };
        let mut tournaments = Vec::new();
        if entry.control {
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
                    TournamentError::NoGames => "games",
                    TournamentError::MaxTurns { .. } => "max_turns",
                    TournamentError::Opening(_) => "opening_turns",
                };
                fail(key, format!("tournament `{}`: {error}", entry.name))
            })?;
        }
        Ok(tournaments)
    }
}

/// The file of a tournament's control games.
fn control_name(name: &str) -> String {
    format!("{name}-control")
}

fn is_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (1..=60).contains(&name.len()) && name.chars().all(allowed)
}

fn line_of(text: &str, offset: usize) -> usize {
    1 + text.bytes().take(offset).filter(|&b| b == b'\n').count()
}
