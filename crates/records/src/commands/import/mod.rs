//! `records import`: the inverse of `records cat`.

mod lines;

use std::collections::HashMap;
use std::io::{BufWriter, Write};
use std::path::Path;

use flipside_rules::{ExpectedScore, ForMover, Game, GameKind, LoadTiles, RuleSet, with_game};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use lines::Lines;

use super::CommandError;
use super::line::margin;
use crate::{
    Annotation, End, EndReason, GameRecord, GameResult, Header, RecordedScore, Replay, WriteError,
    Writer,
};

/// How imported games say that they have been scheduled.
const SCHEDULE: &str = "imported";

/// What was imported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Imported {
    /// How many games.
    pub games: u64,
    /// How many turns.
    pub turns: u64,
}

/// Makes a record file of games given as lines of JSON, in the form that [`super::cat`] writes (the
/// order of keys is free). Every game is played by the rules. Remarks in the lines are no part of a
/// record: they are passed over.
///
/// All games must have the same game and rules. Agents are numbered in order of appearance. `load`
/// gives tile sets that are not built in. The target appears only when it is whole.
///
/// # Errors
/// The first line that is not right, with its number. If the target exists or cannot be written.
pub fn import(lines: &Path, target: &Path, load: &LoadTiles<'_>) -> Result<Imported, CommandError> {
    let input = Lines::of(lines)?;
    if target.try_exists().unwrap_or(true) {
        return Err(CommandError::Exists {
            file: target.display().to_string(),
        });
    }
    let common = Common::read(&input)?;
    with_game!(common.kind, G => write_all::<G>(&input, &common, target, load))
}

/// What the lines have in common.
struct Common {
    /// The line that says it first.
    line: u64,
    kind: GameKind,
    rules: String,
    agents: Vec<String>,
    numbers: HashMap<String, u32>,
}

/// What of a line goes into the header.
#[derive(Deserialize)]
struct Heading {
    game: String,
    rules: String,
    first: String,
    second: String,
}

impl Common {
    fn read(input: &Lines<'_>) -> Result<Self, CommandError> {
        let mut common: Option<Self> = None;
        input.for_each(|number, line| {
            let heading: Heading = input.parse(number, line)?;
            let common = match &mut common {
                Some(common) => common,
                None => common.insert(Self {
                    line: number,
                    kind: heading
                        .game
                        .parse()
                        .map_err(|error| input.wrong(number, format!("{error}")))?,
                    rules: heading.rules.clone(),
                    agents: Vec::new(),
                    numbers: HashMap::new(),
                }),
            };
            for (key, found, wanted) in [
                ("game", &heading.game, common.kind.name()),
                ("rules", &heading.rules, common.rules.as_str()),
            ] {
                if found != wanted {
                    let what = format!(
                        "`{key}` is `{found}`, but `{wanted}` in the lines before; import them \
                         into files of their own"
                    );
                    return Err(input.wrong(number, what));
                }
            }
            for agent in [heading.first, heading.second] {
                if agent.is_empty() || agent.chars().any(char::is_control) {
                    let what = "an agent's name is empty or has control characters";
                    return Err(input.wrong(number, what));
                }
                if !common.numbers.contains_key(&agent) {
                    let agents = common.agents.len() as u32;
                    common.numbers.insert(agent.clone(), agents);
                    common.agents.push(agent);
                }
            }
            Ok(())
        })?;
        common.ok_or_else(|| CommandError::NoLines {
            file: input.name.clone(),
        })
    }
}

/// A line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: u64,
    // Read, and compared with one another, by the first pass.
    #[serde(rename = "game")]
    _game: String,
    #[serde(rename = "rules")]
    _rules: String,
    first: String,
    second: String,
    seed: u64,
    opening: u32,
    start: Option<String>,
    turns: Vec<String>,
    outcome: String,
    reason: String,
    margin: Option<i32>,
    value: Option<Vec<Option<f64>>>,
    nodes: Option<Vec<Option<u64>>>,
    depth: Option<Vec<Option<u32>>>,
    // Remarks of a table, which anyone who has it can make again.
    #[serde(rename = "table")]
    _table: Option<IgnoredAny>,
    #[serde(rename = "cost")]
    _cost: Option<IgnoredAny>,
    #[serde(rename = "longer")]
    _longer: Option<IgnoredAny>,
    #[serde(rename = "decided")]
    _decided: Option<IgnoredAny>,
}

fn write_all<G: Game>(
    input: &Lines<'_>,
    common: &Common,
    target: &Path,
    load: &LoadTiles<'_>,
) -> Result<Imported, CommandError> {
    let Common { rules, agents, .. } = common;
    let wrong_rules = |what| input.wrong(common.line, what);
    let rule_set = G::Rules::parse(rules, load).map_err(|error| wrong_rules(error.to_string()))?;
    if rule_set.name() != *rules {
        let right = rule_set.name();
        return Err(wrong_rules(format!("`rules` must be written `{right}`")));
    }
    let mut header = Header::new::<G>(&rule_set);
    header.agents.clone_from(agents);
    header.schedule = SCHEDULE.to_string();
    let replay = Replay::<G>::new(&header).map_err(|error| wrong_rules(error.to_string()))?;

    let name = target.display().to_string();
    let file_error = |error| CommandError::File {
        file: name.clone(),
        error,
    };
    let write_error = |error: WriteError| CommandError::Write {
        file: name.clone(),
        error,
    };
    let mut temporary = beside(target).map_err(file_error)?;
    let out = BufWriter::new(temporary.as_file_mut());
    let mut writer = Writer::new(out, &header).map_err(write_error)?;
    let mut imported = Imported { games: 0, turns: 0 };
    input.for_each(|number, text| {
        let line: Line = input.parse(number, text)?;
        let record =
            record(line, &header, common, &replay).map_err(|what| input.wrong(number, what))?;
        imported.games += 1;
        imported.turns += record.turns.len() as u64;
        writer.push(record).map_err(|error| match error {
            WriteError::Order { .. } | WriteError::Game { .. } => {
                input.wrong(number, error.to_string())
            }
            error => write_error(error),
        })
    })?;
    let mut out = writer.finish().map_err(write_error)?;
    out.flush().map_err(file_error)?;
    drop(out);
    temporary.as_file().sync_all().map_err(file_error)?;
    temporary
        .persist_noclobber(target)
        .map_err(|error| file_error(error.error))?;
    Ok(imported)
}

/// A temporary file in the target's folder, with the permissions of an ordinary new file.
fn beside(target: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let folder = match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".flipside-import-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// The record of a line, every turn checked.
fn record<G: Game>(
    line: Line,
    header: &Header,
    common: &Common,
    replay: &Replay<G>,
) -> Result<GameRecord, String> {
    let agent = |spec: &str| {
        let number = common.numbers.get(spec).copied();
        number.ok_or_else(|| "the file was changed while it was read".to_string())
    };
    let mut record = GameRecord::new(
        line.id,
        [agent(&line.first)?, agent(&line.second)?],
        line.seed,
    );
    record.opening = line.opening;
    record.end = end(&line.outcome, &line.reason, header)?;
    record.start = line.start;
    let mut game = replay.start(&record).map_err(|fault| fault.to_string())?;
    if record.start.as_deref() == Some(G::new(game.rules().clone()).position_text().as_str()) {
        return Err("`start` is the game's own starting position; leave it out".to_string());
    }
    for (i, text) in line.turns.iter().enumerate() {
        let number = i + 1;
        let turn = game
            .parse_turn(text)
            .map_err(|error| format!("turn {number}: {error}"))?;
        game.play(turn)
            .map_err(|rule| format!("turn {number}, `{text}`, is not legal: {rule}"))?;
        record.turns.push::<G>(turn);
    }
    replay
        .check_end(&game, &record)
        .map_err(|fault| fault.to_string())?;
    let right = margin(&game, &record);
    if line.margin != right {
        let name = |margin: Option<i32>| margin.map_or("none".to_string(), |m| m.to_string());
        let (found, right) = (name(line.margin), name(right));
        return Err(format!("`margin` is {found}, but must be {right}"));
    }
    let turns = record.turns.len();
    let mut annotations = vec![Annotation::default(); turns];
    annotate(&mut annotations, "value", line.value, |a, value| {
        let score = RecordedScore::from_expected(ExpectedScore(value));
        let exact = score.filter(|score| (score.expected().0 - value).abs() < 1e-9);
        let exact = exact.ok_or_else(|| {
            format!("{value} in `value` is not from 0 to 1 with at most four decimal places")
        })?;
        a.value = Some(ForMover(exact));
        Ok(())
    })?;
    annotate(&mut annotations, "nodes", line.nodes, |a, nodes| {
        a.nodes = Some(nodes);
        Ok(())
    })?;
    annotate(&mut annotations, "depth", line.depth, |a, depth| {
        a.depth = Some(depth);
        Ok(())
    })?;
    record.annotations = annotations;
    Ok(record)
}

fn end(outcome: &str, reason: &str, header: &Header) -> Result<End, String> {
    let result = GameResult::from_name(outcome).ok_or_else(|| {
        format!("`outcome` is `{outcome}`; it can be first, second, draw, unfinished or void")
    })?;
    let reason = EndReason::from_name(reason, header)
        .ok_or_else(|| format!("`reason` is `{reason}`, for which no game ends"))?;
    Ok(End { result, reason })
}

/// Puts one item a turn into the annotations.
fn annotate<T>(
    annotations: &mut [Annotation],
    key: &str,
    items: Option<Vec<Option<T>>>,
    put: impl Fn(&mut Annotation, T) -> Result<(), String>,
) -> Result<(), String> {
    let Some(items) = items else {
        return Ok(());
    };
    let (found, turns) = (items.len(), annotations.len());
    if found != turns {
        return Err(format!(
            "`{key}` has {found} items, but there are {turns} turns"
        ));
    }
    annotations
        .iter_mut()
        .zip(items)
        .filter_map(|(annotation, item)| Some((annotation, item?)))
        .try_for_each(|(annotation, item)| put(annotation, item))
}
