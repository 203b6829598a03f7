//! Games sorted into groups.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use flipside_records::{Arrangement, Error, Format, Header, OpeningSource, Reader};
use flipside_rules::{Game, with_game};

use super::ReadError;
use super::files::Source;
use super::replayed::Replayer;
use crate::accumulate::GroupTotals;
use crate::format::shell_word;
use crate::report::build::GroupInfo;
use crate::report::model::{Players, Provenance};

/// What the games of a group have in common.
#[derive(Clone, PartialEq, Eq)]
struct Key {
    game: String,
    rules: String,
    attachment: Option<String>,
    /// One agent for self-play, two for a match.
    agents: Vec<String>,
    behaviour: u32,
    schedule: String,
}

impl Key {
    fn new(header: &Header, players: [u32; 2]) -> Self {
        // The block's decoder has made sure that players are among the agents.
        let agent = |player: u32| header.agents[player as usize].clone();
        let mut agents = vec![agent(players[0])];
        if players[0] != players[1] {
            agents.push(agent(players[1]));
        }
        Self {
            game: header.game.clone(),
            rules: header.rules.clone(),
            attachment: header.rules_attachment.clone(),
            agents,
            behaviour: header.behaviour,
            schedule: header.schedule.clone(),
        }
    }
}

struct Group {
    key: Key,
    provenance: Provenance,
    totals: GroupTotals,
}

/// Totals by the two players, the smaller number first.
type ByPlayers = BTreeMap<[u32; 2], GroupTotals>;

/// What a thread works with, once it has had something to do.
type Slot<G> = Mutex<Option<(Replayer<G>, ByPlayers)>>;

/// Reads all games.
pub(super) fn read(sources: &[Source]) -> Result<Vec<(GroupInfo, GroupTotals)>, ReadError> {
    let mut groups: Vec<Group> = Vec::new();
    for source in sources {
        let kind = source.header.kind().map_err(|error| Error {
            file: source.path.display().to_string(),
            fault: error.into(),
        })?;
        let totals = with_game!(kind, G => read_file::<G>(source))?;
        for (players, totals) in totals {
            add(&mut groups, source, players, totals);
        }
    }
    Ok(finish(groups))
}

fn read_file<G: Game>(source: &Source) -> Result<ByPlayers, Error> {
    let mut reader = Reader::open(&source.path)?;
    let name = reader.file().to_string();
    // One set of totals for each thread: they are large, and their sum does not depend on who
    // counted what.
    let slots: Vec<Slot<G>> = (0..rayon::current_num_threads())
        .map(|_| Mutex::new(None))
        .collect();
    reader.map_blocks(
        |header, block| {
            let slot = &slots[rayon::current_thread_index().unwrap_or(0)];
            // A poisoned lock means that another thread has panicked, and all will end.
            let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
            let (replayer, totals) = match &mut *slot {
                Some(slot) => slot,
                empty => empty.insert((Replayer::new(header, &name)?, ByPlayers::new())),
            };
            for record in block.decode(header)? {
                let [a, b] = record.players;
                let totals = totals.entry([a.min(b), a.max(b)]).or_default();
                replayer.game(block, &record, |facts| totals.add(facts))?;
            }
            Ok(())
        },
        |result: Result<(), Error>| result,
    )?;
    let mut all = ByPlayers::new();
    for slot in slots {
        let slot = slot.into_inner().unwrap_or_else(PoisonError::into_inner);
        for (players, totals) in slot.map(|(_, totals)| totals).unwrap_or_default() {
            all.entry(players).or_default().merge(totals);
        }
    }
    Ok(all)
}

fn add(groups: &mut Vec<Group>, source: &Source, players: [u32; 2], totals: GroupTotals) {
    let header = &source.header;
    let key = Key::new(header, players);
    let index = groups
        .iter()
        .position(|group| group.key == key)
        .unwrap_or_else(|| {
            let (provenance, totals) = (Provenance::default(), GroupTotals::default());
            groups.push(Group {
                key,
                provenance,
                totals,
            });
            groups.len() - 1
        });
    let Group {
        provenance,
        totals: all,
        ..
    } = &mut groups[index];
    let file = source.path.file_name().unwrap_or(source.path.as_os_str());
    provenance.files.push(file.to_string_lossy().into_owned());
    provenance
        .seeds
        .extend(header.seed.filter(|seed| !provenance.seeds.contains(seed)));
    let fingerprint = format!("{:016x}", header.fingerprint());
    if !provenance.fingerprints.contains(&fingerprint) {
        provenance.fingerprints.push(fingerprint);
    }
    provenance.unfinished_files += u64::from(!source.finished);
    provenance.games_recorded += totals.tally.games();
    provenance
        .commands
        .extend(command(header, totals.tally.games()));
    all.merge(totals);
}

/// The command that plays the games of a file again. A tile set that is not built in must be there
/// as a file of the set's name.
fn command(header: &Header, games: u64) -> Option<String> {
    let arrangement: Arrangement = header.schedule.parse().ok()?;
    let [a, b] = match header.agents.as_slice() {
        [agent] => [agent, agent],
        [a, b] => [a, b],
        _ => return None,
    };
    let mut command = format!("flipside match {}", header.game);
    if header.rules != "standard" {
        command += &format!(" --rules {}", shell_word(&header.rules));
    }
    // What a list of openings holds is in no header.
    let OpeningSource::Random { turns } = arrangement.opening else {
        return None;
    };
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
    if arrangement.annotated {
        command += " --annotate";
    }
    Some(command + " --out again.flip")
}

fn finish(groups: Vec<Group>) -> Vec<(GroupInfo, GroupTotals)> {
    let mut taken: Vec<String> = Vec::new();
    groups
        .into_iter()
        .map(
            |Group {
                 key,
                 mut provenance,
                 totals,
             }| {
                let arrangement: Option<Arrangement> = key.schedule.parse().ok();
                provenance.opening_turns = arrangement.and_then(|a| match a.opening {
                    OpeningSource::Random { turns } => Some(turns),
                    OpeningSource::List { .. } => None,
                });
                provenance.behaviour_version = key.behaviour;
                let fixed = arrangement.is_some_and(|a| a.format == Format::FixedSeats);
                let players = match <[String; 2]>::try_from(key.agents) {
                    Ok([first, second]) if fixed => Players::FixedSeats { first, second },
                    Ok([a, b]) => Players::Match { a, b },
                    Err(agents) => Players::SelfPlay {
                        agent: agents.concat(),
                    },
                };
                let rules = match key.rules.as_str() {
                    "standard" => "",
                    variant => variant,
                };
                let name = format!("{} {rules} {}", key.game, players.description());
                let info = GroupInfo {
                    id: unique_id(&name, &mut taken),
                    game: key.game,
                    rules: key.rules,
                    players,
                    provenance,
                };
                (info, totals)
            },
        )
        .collect()
}

/// The longest name of a folder of plots, apart from a number at its end.
const LONGEST_ID: usize = 100;

/// A name for links and folders that no other group has.
fn unique_id(text: &str, taken: &mut Vec<String>) -> String {
    let mut id = String::new();
    for c in text.chars().map(|c| c.to_ascii_lowercase()) {
        if c.is_ascii_alphanumeric() {
            id.push(c);
        } else if !id.ends_with('-') {
            id.push('-');
        }
    }
    // Letters and hyphens of one byte each. Folders have names of limited length.
    id.truncate(LONGEST_ID);
    let id = id.trim_matches('-').to_string();
    let mut unique = id.clone();
    let mut number = 1;
    while taken.contains(&unique) {
        number += 1;
        unique = format!("{id}-{number}");
    }
    taken.push(unique.clone());
    unique
}
