//! Where games come from.

use maud::{Markup, html};

use crate::format::{count, counted};
use crate::report::model::{Group, Provenance, Tournament};
use crate::report::tables;

/// Where the games of a group come from, and which method their dependence asked for.
pub(super) fn of_group(group: &Group) -> Markup {
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
            dt { "Distinct games" } dd { (tables::distinct(&group.distinct.games)) }
            dt { "… up to symmetry" } dd { (tables::distinct(&group.distinct.up_to_symmetry)) }
            @if let Some(a) = &group.advantage {
                dt { "Interval" } dd { (a.method.description()) }
            }
            dt { "Control" } dd { (tables::control(group)) }
            (run(&group.provenance))
        }
    }
}

/// Where the games of a tournament come from.
pub(super) fn of_tournament(tournament: &Tournament) -> Markup {
    html! {
        dl.facts {
            dt { "Format" } dd { (tournament.description()) }
            dt { "Rules" } dd { (tournament.heading()) }
            dt { "Games recorded" } dd { (count(tournament.provenance.games_recorded)) }
            dt { "Openings" } dd { (given(&tournament.provenance)) }
            @if let Some(a) = &tournament.advantage {
                dt { "Interval" } dd { (a.method.description()) }
            }
            (run(&tournament.provenance))
        }
    }
}

/// How the openings came about.
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
    format!("{turns} given at the start of each game")
}

/// What identifies the runs.
fn run(provenance: &Provenance) -> Markup {
    let seeds: Vec<String> = provenance.seeds.iter().map(u64::to_string).collect();
    html! {
        @if !seeds.is_empty() { dt { "Seed" } dd { (seeds.join(", ")) } }
        dt { "Behaviour version" } dd { (provenance.behaviour_version) }
        @if !provenance.adjudication_tables.is_empty() {
            dt { "Adjudication" }
            dd {
                "games end as soon as a table says who wins them; its checksum: "
                (provenance.adjudication_tables.join(", "))
            }
        }
        @if !provenance.fingerprints.is_empty() {
            dt { "Configuration" } dd { code { (provenance.fingerprints.join(", ")) } }
        }
        @if !provenance.files.is_empty() {
            dt { "Records" } dd { code { (provenance.files.join(", ")) } }
        }
        @for command in &provenance.commands { dt { "Command" } dd { code { (command) } } }
    }
}
