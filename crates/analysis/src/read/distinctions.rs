//! The differences between groups with the same game, rules and agents.

use std::collections::BTreeMap;

use flipside_records::{Format, OpeningSource, ScheduleSpec};

/// What may differ between such groups.
#[derive(Clone, Copy)]
pub(super) struct Details<'a> {
    /// The schedule, as in headers.
    pub schedule: &'a str,
    /// The behaviour version.
    pub behaviour: u32,
    /// How many agents the tournament has that the games are a part of; 0 without one.
    pub agents: usize,
}

/// For each named group, its difference from others of the same name, as text; `None` if no other
/// has that name.
pub(super) fn distinctions(groups: Vec<(String, Details<'_>)>) -> Vec<Option<String>> {
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, (name, _)) in groups.iter().enumerate() {
        by_name.entry(name).or_default().push(index);
    }
    let mut distinctions = vec![None; groups.len()];
    for namesakes in by_name.values().filter(|namesakes| namesakes.len() > 1) {
        let all: Vec<Vec<String>> = namesakes
            .iter()
            .map(|&index| parts(&groups[index].1))
            .collect();
        for (own, &index) in all.iter().zip(namesakes) {
            let differs = |part: usize| all.iter().any(|other| other.get(part) != own.get(part));
            let words = own.iter().enumerate();
            let words = words.filter(|(part, _)| differs(*part));
            let words: Vec<&str> = words.map(|(_, words)| words.as_str()).collect();
            distinctions[index] = (!words.is_empty()).then(|| words.join(", "));
        }
    }
    distinctions
}

/// All details in words, in the same order for every group.
fn parts(details: &Details<'_>) -> Vec<String> {
    let tournament = match details.agents {
        0 => "no tournament".to_owned(),
        agents => format!("tournament of {agents} agents"),
    };
    let behaviour = format!("behaviour version {}", details.behaviour);
    let Ok(spec) = details.schedule.parse::<ScheduleSpec>() else {
        let schedule = match details.schedule {
            "" => "unknown schedule".to_owned(),
            other => format!("schedule {other}"),
        };
        return vec![schedule, tournament, behaviour];
    };
    vec![
        format(spec.format).to_owned(),
        tournament,
        opening(spec.opening),
        format!("at most {} turns", spec.max_turns),
        match spec.turn_ms {
            None => "no limit of time".to_owned(),
            Some(ms) => format!("{ms} ms for a turn"),
        },
        match spec.stop {
            None => "fixed number of games".to_owned(),
            Some(rule) => format!("stops by {rule}"),
        },
        match spec.adjudication {
            None => "played out".to_owned(),
            Some(table) => format!("adjudicated by {table}"),
        },
        match spec.annotated {
            false => "without values",
            true => "with values",
        }
        .to_owned(),
        behaviour,
    ]
}

const fn format(format: Format) -> &'static str {
    match format {
        Format::SelfPlay => "self-play",
        Format::Pairs => "seats swapped",
        Format::FixedSeats => "fixed seats",
        Format::RoundRobin => "round robin",
        Format::Gauntlet => "gauntlet",
    }
}

/// The source of the openings, in a few words.
fn opening(opening: OpeningSource) -> String {
    let plural = |n: u64| if n == 1 { "" } else { "s" };
    match opening {
        OpeningSource::Random { turns: 0 } => "no opening turns".to_owned(),
        OpeningSource::Random { turns } => {
            format!("{turns} random opening turn{}", plural(turns.into()))
        }
        OpeningSource::AfterAgents { agents, turns } => format!(
            "{turns} random opening turn{} after {agents} chosen by the agents",
            plural(turns.into())
        ),
        OpeningSource::List { hash, count } => {
            format!("list of {count} opening{} ({hash:016x})", plural(count))
        }
    }
}
