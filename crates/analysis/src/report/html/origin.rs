//! The origin of games.

use maud::{Markup, html};

use crate::format::{count, counted, distinct, fixed, percent_range, program, range};
use crate::report::model::{GroupReport, Played, Provenance, TournamentReport};
use crate::report::tables;

/// The origin of a group's games, and the method of the ordinary interval.
pub(super) fn of_group(group: &GroupReport) -> Markup {
    let openings = match &group.openings {
        None => "none: all games start from the initial position".to_owned(),
        Some(openings) => {
            let given = given(&group.provenance);
            match openings.count {
                Some(n) => {
                    let n = counted(n, "opening", "openings");
                    format!("{given}; {n} up to symmetry")
                }
                None => format!("{given}; too many openings to list"),
            }
        }
    };
    html! {
        dl.facts {
            dt { "Agents" } dd { (group.players.description()) }
            dt { "Rules" } dd { (group.heading()) }
            dt { "Games recorded" } dd { (count(group.provenance.games_recorded)) }
            dt { "Openings" } dd { (openings) }
            dt { "Distinct games" } dd { (distinct(&group.distinct.games)) }
            dt { "… up to symmetry" } dd { (distinct(&group.distinct.up_to_symmetry)) }
            @if let Some(a) = &group.advantage {
                dt { "Ordinary interval" } dd { (a.method.description(a.unit)) }
            }
            dt { "Openings differ by" } dd { (between(group)) }
            @if let Some(i) = group.interval_of_list {
                dt { "For this list alone" }
                dd {
                    "95 % interval " (percent_range(i.low, i.high))
                    ": the verdict treats the list as a sample of all possible openings"
                }
            }
            dt { "Control" } dd { (tables::control(group)) }
            (run(&group.provenance))
        }
    }
}

/// The origin of a tournament's games.
pub(super) fn of_tournament(tournament: &TournamentReport) -> Markup {
    html! {
        dl.facts {
            dt { "Format" } dd { (tournament.description()) }
            dt { "Rules" } dd { (tournament.heading()) }
            dt { "Games recorded" } dd { (count(tournament.provenance.games_recorded)) }
            dt { "Openings" } dd { (given(&tournament.provenance)) }
            @if let Some(a) = &tournament.advantage {
                dt { "Ordinary interval" } dd { (a.method.description(a.unit)) }
            }
            (run(&tournament.provenance))
        }
    }
}

/// How much openings differ in First's share.
fn between(group: &GroupReport) -> String {
    match &group.between_openings {
        None => {
            "unknown: too few of them were played more than once, or there are too many".to_owned()
        }
        Some(between) => format!(
            "{} points of First’s share (standard deviation between {}, net of chance)",
            fixed(between.deviation * 100.0, 1),
            counted(between.openings, "opening", "openings"),
        ),
    }
}

/// The origin of the openings.
fn given(provenance: &Provenance) -> String {
    if let Some(list) = &provenance.opening_list {
        return format!(
            "from a list of {} (hash {}), one after the other",
            count(list.count),
            list.hash
        );
    }
    let turns = provenance
        .opening_turns
        .map_or("turns".to_owned(), |turns| {
            counted(u64::from(turns), "random turn", "random turns")
        });
    match provenance.agents_open {
        0 => format!("{turns} at the start of each game"),
        chosen => format!(
            "{turns} after the first {}",
            match chosen {
                1 => "turn, which the agents choose".to_owned(),
                _ => format!(
                    "{}, which the agents choose",
                    counted(chosen.into(), "turn", "turns")
                ),
            }
        ),
    }
}

/// The identity of the runs.
fn run(provenance: &Provenance) -> Markup {
    let seeds: Vec<String> = provenance.seeds.iter().map(u64::to_string).collect();
    html! {
        @if !seeds.is_empty() { dt { "Seed" } dd { (seeds.join(", ")) } }
        dt { "Behaviour version" } dd { (provenance.behaviour_version) }
        @if !provenance.adjudication_tables.is_empty() {
            dt { "Adjudication" }
            dd {
                "games end as soon as a table proves the winner; its checksum: "
                (provenance.adjudication_tables.join(", "))
            }
        }
        @if !provenance.fingerprints.is_empty() {
            dt { "Configuration" } dd { code { (provenance.fingerprints.join(", ")) } }
        }
        @if !provenance.files.is_empty() {
            dt { "Records" } dd { code { (provenance.files.join(", ")) } }
        }
        @for played in &provenance.played { dt { "Played" } dd { (when_and_where(played)) } }
        @for why in &provenance.played_unknown { dt { "Played" } dd { "not known: " (why) } }
        @for command in &provenance.commands {
            dt { "Command" }
            dd { pre { code { (command) } } }
        }
    }
}

/// `2026-01-31 to 2026-02-01 by flipside 0.1.0, on a processor (linux x86_64)`.
fn when_and_where(played: &Played) -> String {
    let days = match played.first_day == played.last_day {
        true => played.first_day.clone(),
        false => range(&played.first_day, &played.last_day),
    };
    let program = program(&played.program_version, played.program_commit.as_ref());
    let processor = match &played.processor {
        Some(name) => format!("{name} ({})", played.system),
        None => played.system.clone(),
    };
    format!("{days} by flipside {program} on {processor}")
}
