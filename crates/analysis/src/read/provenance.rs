//! The origin of the games of a run.

use flipside_records::{Format, Header, OpeningSource, ScheduleSpec};
use flipside_rules::{RuleSet as _, with_game};
use flipside_stats::stopping::StopRule;

use super::played;
use super::runs::Run;
use crate::format::shell_word;
use crate::report::model::{OpeningList, Provenance};

/// Adds the data of a run, except the number of games. `whole`: whether the group has all games of
/// the run, so that a command can play them.
pub(super) fn add_run(provenance: &mut Provenance, run: &Run<'_>, whole: bool) {
    let header = run.header;
    provenance.behaviour_version = header.behaviour;
    for source in &run.sources {
        let file = source.path.file_name().unwrap_or(source.path.as_os_str());
        provenance.files.push(file.to_string_lossy().into_owned());
        provenance.unfinished_files += u64::from(!source.finished);
        played::add(provenance, &source.path);
    }
    provenance
        .seeds
        .extend(header.seed.filter(|seed| !provenance.seeds.contains(seed)));
    let fingerprint = format!("{:016x}", header.fingerprint());
    provenance.fingerprints.push(fingerprint);
    let (Some(spec), Some(last)) = (run.spec, run.last()) else {
        return;
    };
    match spec.opening {
        OpeningSource::Random { turns } => provenance.opening_turns = Some(turns),
        OpeningSource::AfterAgents { agents, turns } => {
            provenance.opening_turns = Some(turns);
            provenance.agents_open = agents;
        }
        OpeningSource::List { hash, count } => {
            let place = spec.format.slot(header.agents.len() as u32, last);
            let before = provenance.opening_list.take().map_or(0, |list| list.asked);
            provenance.opening_list = Some(OpeningList {
                hash: format!("{hash:016x}"),
                count,
                asked: before.max(place.opening.saturating_add(1)),
            });
        }
    }
    provenance.special_turns_given = given_special_turns(header, &spec);
    let tables = &mut provenance.adjudication_tables;
    let table = spec.adjudication.map(|table| table.digits());
    tables.extend(table.filter(|table| !tables.contains(table)));
    let games = match spec.stop {
        // The looks of the rule are spread over the maximum number of games.
        Some(StopRule::Balance { games, .. }) => games,
        _ => last.saturating_add(1),
    };
    if whole {
        let command = match header.agents.len() {
            1 | 2 => command(header, &spec, games),
            _ => experiment(header, &spec, games),
        };
        provenance.commands.extend(command);
    }
}

/// Returns the commands that replay the first games of a run of more than two agents: an experiment
/// file and the command that runs it, quoted for a shell. Tile sets and tables as for [`command`].
fn experiment(header: &Header, spec: &ScheduleSpec, games: u64) -> Option<String> {
    // Headers do not contain the openings of a list.
    let OpeningSource::Random { turns } = spec.opening else {
        return None;
    };
    let format = match spec.format {
        Format::RoundRobin => "round-robin",
        Format::Gauntlet => "gauntlet",
        Format::SelfPlay | Format::Pairs | Format::FixedSeats => return None,
    };
    // In an experiment all agents meet equally often.
    let round = 2 * spec.format.pairings(header.agents.len() as u32);
    let games = games.checked_next_multiple_of(round)?;
    let agents: Vec<String> = header.agents.iter().map(|spec| toml_text(spec)).collect();
    let mut file = format!("name = \"again\"\nseed = {}\n\n", header.seed?);
    file += &format!(
        "[[tournament]]\nname = \"again\"\ngame = \"{}\"\n",
        header.game
    );
    if header.rules != "standard" {
        file += &format!("rules = {}\n", toml_text(&header.rules));
    }
    file += &format!("format = \"{format}\"\nagents = [{}]\n", agents.join(", "));
    file += &format!("games = {games}\nopening_turns = {turns}\n");
    file += &format!("max_turns = {}\n", spec.max_turns);
    match spec.stop {
        None => {}
        Some(StopRule::Balance { margin, .. }) => {
            file += &format!("until_balanced = {}\n", points(margin));
        }
        // A sequential test is between two agents.
        Some(StopRule::Sprt { .. }) => return None,
    }
    if let Some(table) = spec.adjudication {
        file += &format!("adjudicate = \"hexflip.table#{}\"\n", table.digits());
    }
    if let Some(ms) = spec.turn_ms {
        file += &format!("turn_ms = {ms}\n");
    }
    if spec.annotated {
        file += "annotate = true\n";
    }
    Some(format!(
        "cat > again.toml <<'END'\n{file}END\nflipside run again.toml --out again"
    ))
}

/// Returns a margin in percentage points, without rounding errors.
fn points(margin: f64) -> f64 {
    (margin * 1e8).round() / 1e6
}

/// Returns a text as a quoted TOML string.
fn toml_text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted += &format!("\\u{:04X}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}

/// Returns the number of first turns that a rule of a header's rule set concerns.
fn special_turns(header: &Header) -> u32 {
    let Ok(kind) = header.kind() else { return 0 };
    with_game!(kind, G => {
        header.rules_of::<G>().map_or(0, |rules| rules.special_turns())
    })
}

/// Returns how many of the turns that a rule concerns are given by the opening.
fn given_special_turns(header: &Header, spec: &ScheduleSpec) -> u32 {
    let special = special_turns(header);
    let given = match spec.opening {
        OpeningSource::Random { turns } => turns,
        OpeningSource::AfterAgents { agents, turns } => agents.saturating_add(turns),
        // Openings without turns give no turns.
        OpeningSource::List { .. } => special,
    };
    let chosen = spec.opening.agent_turns();
    given.min(special).saturating_sub(chosen)
}

/// Returns the command that replays the first games of a run. A tile set that is not built in must be
/// in a file of the set's name, and a table for adjudication in `hexflip.table`.
fn command(header: &Header, spec: &ScheduleSpec, games: u64) -> Option<String> {
    let [a, b] = match header.agents.as_slice() {
        [agent] => [agent, agent],
        [a, b] => [a, b],
        _ => return None,
    };
    let turns = match spec.opening {
        OpeningSource::Random { turns } | OpeningSource::AfterAgents { turns, .. } => turns,
        // Headers do not contain the openings of a list.
        OpeningSource::List { .. } => return None,
    };
    let mut command = format!("flipside match {}", header.game);
    if header.rules != "standard" {
        command += &format!(" --rules {}", shell_word(&header.rules));
    }
    command += &format!(
        " --a {} --b {} --games {games} --seed {} --opening-turns {turns} --max-turns {}",
        shell_word(a),
        shell_word(b),
        header.seed?,
        spec.max_turns,
    );
    let agents_open = spec.opening.agent_turns();
    if turns > 0 && agents_open != special_turns(header) {
        command += &format!(" --agents-open {agents_open}");
    }
    if spec.format == Format::FixedSeats {
        command += " --fixed-seats";
    }
    match spec.stop {
        None => {}
        Some(StopRule::Balance { margin, .. }) => {
            command += &format!(" --until-balanced {}", points(margin));
        }
        Some(rule) => {
            let text = rule.to_string();
            let test = text.strip_prefix("sprt:").unwrap_or(&text);
            command += &format!(" --sprt {test}");
        }
    }
    if let Some(table) = spec.adjudication {
        command += &format!(" --adjudicate hexflip.table#{}", table.digits());
    }
    if let Some(ms) = spec.turn_ms {
        command += &format!(" --turn-ms {ms}");
    }
    if spec.annotated {
        command += " --annotate";
    }
    Some(command + " --out again.flip")
}
