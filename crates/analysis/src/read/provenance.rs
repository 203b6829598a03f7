//! Where the games of a run come from.

use flipside_records::{Arrangement, Format, Header, OpeningSource, StopRule};

use super::runs::Run;
use crate::format::shell_word;
use crate::report::model::{OpeningList, Provenance};

/// Adds what a run says. The number of games is counted elsewhere.
pub(super) fn add_run(provenance: &mut Provenance, run: &Run<'_>) {
    let header = run.header;
    provenance.behaviour_version = header.behaviour;
    for source in &run.sources {
        let file = source.path.file_name().unwrap_or(source.path.as_os_str());
        provenance.files.push(file.to_string_lossy().into_owned());
        provenance.unfinished_files += u64::from(!source.finished);
    }
    provenance
        .seeds
        .extend(header.seed.filter(|seed| !provenance.seeds.contains(seed)));
    let fingerprint = format!("{:016x}", header.fingerprint());
    provenance.fingerprints.push(fingerprint);
    let (Some(arrangement), Some(last)) = (run.arrangement, run.last()) else {
        return;
    };
    match arrangement.opening {
        OpeningSource::Random { turns } => provenance.opening_turns = Some(turns),
        OpeningSource::List { hash, count } => {
            let place = arrangement.format.place(header.agents.len() as u32, last);
            let before = provenance.opening_list.take().map_or(0, |list| list.asked);
            provenance.opening_list = Some(OpeningList {
                hash: format!("{hash:016x}"),
                count,
                asked: before.max(place.opening.saturating_add(1)),
            });
        }
    }
    let tables = &mut provenance.adjudication_tables;
    let table = arrangement.adjudication.map(|table| table.digits());
    tables.extend(table.filter(|table| !tables.contains(table)));
    let games = match arrangement.stop {
        // The looks of the rule are spread over the most games.
        Some(StopRule::Balance { games, .. }) => games,
        _ => last.saturating_add(1),
    };
    provenance
        .commands
        .extend(command(header, &arrangement, games));
}

/// The command that plays the first games of a run again. A tile set that is not built in must be
/// there as a file of the set's name, and a table for adjudication as `hexflip.table`.
fn command(header: &Header, arrangement: &Arrangement, games: u64) -> Option<String> {
    let [a, b] = match header.agents.as_slice() {
        [agent] => [agent, agent],
        [a, b] => [a, b],
        _ => return None,
    };
    // What a list of openings holds is in no header.
    let OpeningSource::Random { turns } = arrangement.opening else {
        return None;
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
        arrangement.max_turns,
    );
    if arrangement.format == Format::FixedSeats {
        command += " --fixed-seats";
    }
    match arrangement.stop {
        None => {}
        Some(StopRule::Balance { margin, .. }) => {
            // Without the digits that come from its having been a percentage.
            let points = (margin * 1e8).round() / 1e6;
            command += &format!(" --until-balanced {points}");
        }
        Some(rule) => {
            let text = rule.to_string();
            let test = text.strip_prefix("sprt:").unwrap_or(&text);
            command += &format!(" --sprt {test}");
        }
    }
    if let Some(table) = arrangement.adjudication {
        command += &format!(" --adjudicate hexflip.table#{}", table.digits());
    }
    if let Some(ms) = arrangement.turn_ms {
        command += &format!(" --turn-ms {ms}");
    }
    if arrangement.annotated {
        command += " --annotate";
    }
    Some(command + " --out again.flip")
}
