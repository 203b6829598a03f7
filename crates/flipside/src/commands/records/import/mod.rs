//! `records import`: the inverse of `records cat`.

mod lines;

use std::collections::HashMap;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context as _, anyhow};
use flipside_records::{
    Annotation, End, EndReason, GameRecord, Header, Origin, RecordedScore, Replay, WriteError,
    Writer,
};
use flipside_rules::{
    ExpectedScore, ForMover, FullGame, GameKind, GameResult, LoadAttachment, RuleSet, Seat,
    with_game,
};

use self::lines::Lines;
use super::line::{Line, Number, margin};
use crate::new_file;

/// What was imported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Imported {
    /// Number of games.
    pub games: u64,
    /// Number of turns.
    pub turns: u64,
}

/// Makes a record file from games given as lines of JSON, each a [`Line`] with its keys in any order.
/// Every game is checked by the rules. The values of a tablebase are not part of a record and are ignored.
///
/// All games must have the same game and rules, and come from the same run. Agents are numbered in
/// order of appearance. `load` reads tile sets that are not built in. The target appears only when it
/// is complete.
///
/// # Errors
/// The first faulty line, with its number. If the target exists or cannot be written.
pub fn import(lines: &Path, target: &Path, load: &LoadAttachment<'_>) -> anyhow::Result<Imported> {
    let input = Lines::of(lines)?;
    new_file::check(target)?;
    let common = Common::read(&input)?;
    with_game!(common.kind, G => write_all::<G>(&input, &common, target, load))
}

/// What the lines have in common.
struct Common {
    /// Number of the first line.
    line: u64,
    kind: GameKind,
    rules: String,
    origin: Origin,
    agents: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Common {
    fn read(input: &Lines<'_>) -> anyhow::Result<Self> {
        let mut common: Option<Self> = None;
        input.for_each(|number, text| {
            let line: Line<'_> = input.parse(number, text)?;
            let common = match &mut common {
                Some(common) => common,
                None => common.insert(
                    Self::of_first(&line, number).map_err(|what| input.wrong(number, what))?,
                ),
            };
            common.add(&line).map_err(|what| input.wrong(number, what))
        })?;
        common.ok_or_else(|| {
            anyhow!(
                "{} has no games; expected one game per line, as `records cat` prints them",
                input.name
            )
        })
    }

    fn of_first(line: &Line<'_>, number: u64) -> Result<Self, String> {
        Ok(Self {
            line: number,
            kind: line.game.parse().map_err(|error| format!("{error}"))?,
            rules: line.rules.to_string(),
            origin: Origin {
                run_seed: line.run_seed,
                name: line.name.as_deref().map(str::to_string),
                agents_open: 0,
            },
            agents: Vec::new(),
            numbers: HashMap::new(),
        })
    }

    /// Compares a line with those before it, and adds its agents.
    fn add(&mut self, line: &Line<'_>) -> Result<(), String> {
        for (key, found, wanted) in [
            ("game", &line.game, self.kind.name()),
            ("rules", &line.rules, self.rules.as_str()),
        ] {
            if found != wanted {
                return Err(format!(
                    "`{key}` is `{found}`, but `{wanted}` in the lines before; import them into \
                     separate files"
                ));
            }
        }
        self.check_run(line.run_seed, line.name.as_deref())?;
        // Games that ended in their opening have fewer.
        let agents_open = &mut self.origin.agents_open;
        *agents_open = line.agents_open.max(*agents_open);
        for agent in [&line.first, &line.second] {
            if agent.is_empty() || agent.chars().any(char::is_control) {
                return Err("an agent's name is empty or has control characters".to_string());
            }
            if !self.numbers.contains_key(agent.as_ref()) {
                let number = self.agents.len() as u32;
                self.numbers.insert(agent.to_string(), number);
                self.agents.push(agent.to_string());
            }
        }
        Ok(())
    }

    /// Compares a line's run with that of the lines before it.
    fn check_run(&self, run_seed: Option<u64>, name: Option<&str>) -> Result<(), String> {
        if name.is_some_and(|name| name.chars().any(char::is_control)) {
            return Err("`name` has control characters".to_string());
        }
        let seed = |seed: Option<u64>| seed.map_or("missing".to_string(), |seed| seed.to_string());
        let quoted =
            |name: Option<&str>| name.map_or("missing".to_string(), |name| format!("`{name}`"));
        let origin = &self.origin;
        for (key, found, wanted) in [
            ("run_seed", seed(run_seed), seed(origin.run_seed)),
            ("name", quoted(name), quoted(origin.name.as_deref())),
        ] {
            if found != wanted {
                return Err(format!(
                    "`{key}` is {found}, but {wanted} in the lines before: the games come from \
                     several runs; import those of each run into a separate file"
                ));
            }
        }
        Ok(())
    }
}

fn write_all<G: FullGame>(
    input: &Lines<'_>,
    common: &Common,
    target: &Path,
    load: &LoadAttachment<'_>,
) -> anyhow::Result<Imported> {
    let Common { rules, agents, .. } = common;
    let wrong_rules = |what| input.wrong(common.line, what);
    let rule_set = G::Rules::parse(rules, load).map_err(|error| wrong_rules(error.to_string()))?;
    if rule_set.name() != *rules {
        let right = rule_set.name();
        return Err(wrong_rules(format!("`rules` must be written `{right}`")));
    }
    let mut header = Header::new::<G>(&rule_set);
    header.agents.clone_from(agents);
    header.schedule = common.origin.schedule();
    let replay = Replay::<G>::new(&header).map_err(|error| wrong_rules(error.to_string()))?;

    let name = || target.display().to_string();
    let mut temporary = new_file::temporary(target).with_context(name)?;
    let out = BufWriter::new(temporary.as_file_mut());
    let mut writer = Writer::new(out, &header).with_context(name)?;
    let mut imported = Imported { games: 0, turns: 0 };
    input.for_each(|number, text| {
        let line: Line<'_> = input.parse(number, text)?;
        let record =
            record(line, &header, common, &replay).map_err(|what| input.wrong(number, what))?;
        imported.games += 1;
        imported.turns += record.turns.len() as u64;
        writer.push(record).map_err(|error| match error {
            WriteError::Order { .. } | WriteError::Game { .. } => input.wrong(number, error),
            error => anyhow::Error::from(error).context(name()),
        })
    })?;
    let mut out = writer.finish().with_context(name)?;
    out.flush().with_context(name)?;
    drop(out);
    new_file::keep(temporary, target)?;
    Ok(imported)
}

/// The record of a line, every turn checked.
fn record<G: FullGame>(
    line: Line<'_>,
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
    let by_agents = common.origin.agents_open.min(line.opening);
    if line.agents_open != by_agents {
        return Err(format!(
            "`agents_open` is {}, but {by_agents} in the other lines: the games come from several \
             runs; import those of each run into a separate file",
            line.agents_open
        ));
    }
    record.end = end(&line.outcome, &line.reason, header)?;
    record.void_by = void_by(line.failed.as_deref(), record.end)?;
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
    annotate(&mut annotations, "value", line.value, |a, Number(value)| {
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
        .ok_or_else(|| format!("invalid `reason` `{reason}`"))?;
    Ok(End { result, reason })
}

/// Returns the seat whose agent made the game void, if the line names it.
fn void_by(failed: Option<&str>, end: End) -> Result<Option<Seat>, String> {
    let Some(failed) = failed else {
        return Ok(None);
    };
    if end.result != GameResult::Void {
        return Err(
            "`failed` is for void games only; in a lost game, the loser is the one that failed"
                .to_string(),
        );
    }
    let seat = Seat::BOTH.into_iter().find(|seat| seat.name() == failed);
    let seat = seat.ok_or_else(|| format!("`failed` is `{failed}`; it can be first or second"))?;
    Ok(Some(seat))
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
