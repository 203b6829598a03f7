//! What a reader must know before believing the figures.

use serde::Serialize;

use super::model::{AgentFailures, Group, Provenance, Report};
use crate::format::{count, counted, fixed, percent};

/// Below this share of distinct games, copies are worth a warning.
const DISTINCT_FROM: f64 = 0.9;

/// From this share on, games without an outcome are worth a warning.
const WITHOUT_OUTCOME_FROM: f64 = 0.01;

/// Below so many openings the spread between them is a rough measure.
const FEW_OPENINGS: u64 = 20;

/// A reason to doubt the figures of a group or of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// The short name of the group, or of the tournament.
    pub group: String,
    /// What is wrong.
    pub kind: WarningKind,
    /// The same in words, with figures.
    pub text: String,
}

/// What can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WarningKind {
    /// Two seeds of one configuration differ by more than chance allows.
    SeedsDiffer,
    /// An agent gave illegal turns, was too late or broke down.
    Failures,
    /// Many games are copies of others.
    Copies,
    /// Many games have no outcome.
    WithoutOutcome,
    /// So few openings that the interval is wide and rough.
    FewOpenings,
    /// A list of openings was played more than once.
    ListRepeated,
    /// A record file is of a run that has not come to its end.
    Incomplete,
}

/// All warnings of a report, gravest kinds first. What the groups of a tournament have in common is
/// said once, of the tournament.
#[must_use]
pub fn of(report: &Report) -> Vec<Warning> {
    type OfGroup = fn(&Group) -> Option<String>;
    type OfRuns = fn(&Provenance) -> Option<String>;
    let mut warnings = Vec::new();
    let mut add = |kind: WarningKind, id: &str, text: Option<String>| {
        warnings.extend(text.map(|text| Warning {
            group: id.to_owned(),
            kind,
            text,
        }));
    };
    let tournaments = || report.tournaments.iter();
    let alone = || {
        report
            .groups
            .iter()
            .filter(|group| group.tournament.is_none())
    };

    for group in &report.groups {
        add(WarningKind::SeedsDiffer, &group.id, seeds_differ(group));
    }
    for tournament in tournaments() {
        let agents = tournament.standings.iter().map(|s| &s.failures);
        add(WarningKind::Failures, &tournament.id, failures(agents));
    }
    for group in alone() {
        add(
            WarningKind::Failures,
            &group.id,
            failures(group.failures.iter()),
        );
    }
    let of_groups: [(WarningKind, OfGroup); 3] = [
        (WarningKind::Copies, copies),
        (WarningKind::WithoutOutcome, without_outcome),
        (WarningKind::FewOpenings, few_openings),
    ];
    for (kind, check) in of_groups {
        for group in &report.groups {
            add(kind, &group.id, check(group));
        }
    }
    let of_runs: [(WarningKind, OfRuns); 2] = [
        (WarningKind::ListRepeated, list_repeated),
        (WarningKind::Incomplete, incomplete),
    ];
    for (kind, check) in of_runs {
        for tournament in tournaments() {
            add(kind, &tournament.id, check(&tournament.provenance));
        }
        for group in alone() {
            add(kind, &group.id, check(&group.provenance));
        }
    }
    warnings
}

fn failures<'a>(agents: impl Iterator<Item = &'a AgentFailures>) -> Option<String> {
    let failed: Vec<String> = agents
        .filter(|agent| agent.failures.games() > 0)
        .map(
            |AgentFailures {
                 agent,
                 games,
                 failures: f,
             }| {
                let kinds: Vec<String> = [
                    (f.illegal, "illegal turn", "illegal turns"),
                    (f.timeout, "time-out", "time-outs"),
                    (f.crash, "crash", "crashes"),
                ]
                .into_iter()
                .filter(|(n, _, _)| *n > 0)
                .map(|(n, one, many)| counted(n, one, many))
                .collect();
                format!(
                    "{agent} failed in {} of {} ({}): {} lost by that, {} made void",
                    count(f.games()),
                    counted(*games, "game", "games"),
                    kinds.join(", "),
                    count(f.lost),
                    count(f.void),
                )
            },
        )
        .collect();
    (!failed.is_empty()).then(|| {
        format!(
            "Agents failed, so that the results say how well they work as much as how well they \
             play: {}.",
            failed.join("; ")
        )
    })
}

fn seeds_differ(group: &Group) -> Option<String> {
    let control = group
        .control
        .as_ref()
        .filter(|control| control.comparison.alarm)?;
    Some(format!(
        "Two seeds of the same configuration differ by more than chance allows: {} of {} games \
         with seed {}, {} of {} with {} ({}). Something other than the seed was different, \
         or the games are not independent.",
        percent(control.share),
        count(control.games),
        control.seed,
        percent(control.other_share),
        count(control.other_games),
        match control.other_seeds.as_slice() {
            [seed] => format!("seed {seed}"),
            seeds => format!("{} other seeds", seeds.len()),
        },
        p_value(control.comparison.p_value),
    ))
}

fn copies(group: &Group) -> Option<String> {
    let finished = group.tally.finished();
    let distinct = group.distinct.games.count;
    if finished == 0 || distinct as f64 >= DISTINCT_FROM * finished as f64 {
        return None;
    }
    Some(format!(
        "Only {} of {} are distinct. Copies carry no new information; more random opening turns \
         or a less predictable agent would give more.",
        count(distinct),
        counted(finished, "finished game", "finished games"),
    ))
}

fn without_outcome(group: &Group) -> Option<String> {
    let tally = &group.tally;
    let without = tally.unfinished + tally.void;
    let share = without as f64 / tally.games().max(1) as f64;
    if without == 0 || share < WITHOUT_OUTCOME_FROM {
        return None;
    }
    Some(format!(
        "{} of {} have no outcome ({} unfinished, {} void or partners of void ones). They are in no estimate, which may \
         be biased if the games that end are different.",
        percent(share),
        counted(tally.games(), "game", "games"),
        count(tally.unfinished),
        count(tally.void),
    ))
}

fn few_openings(group: &Group) -> Option<String> {
    let openings = group.openings.as_ref()?.count?;
    (openings < FEW_OPENINGS && group.tally.finished() > openings).then(|| {
        format!(
            "The games come from only {} up to symmetry, so that the interval, which takes them \
             for a sample of all openings, is wide and rough. More random opening turns give more.",
            counted(openings, "opening", "openings"),
        )
    })
}

fn list_repeated(provenance: &Provenance) -> Option<String> {
    let list = provenance.opening_list.as_ref()?;
    (list.asked > list.count).then(|| {
        format!(
            "The list of {} was played more than once: the games asked for {}. What agents that \
             always play the same do in a repeated opening is no new information; a longer list or \
             fewer games mend that.",
            counted(list.count, "opening", "openings"),
            count(list.asked),
        )
    })
}

fn incomplete(provenance: &Provenance) -> Option<String> {
    let files = provenance.unfinished_files;
    (files > 0).then(|| {
        format!(
            "{} of a run that has not come to its end. Going on with the run completes it.",
            counted(files, "record file is", "record files are"),
        )
    })
}

/// `p = 0.031`, `p < 0.0001`.
pub(super) fn p_value(p: f64) -> String {
    if p < 1e-4 {
        "p < 0.0001".to_owned()
    } else if p < 0.01 {
        format!("p = {}", fixed(p, 4))
    } else {
        format!("p = {}", fixed(p, 2))
    }
}
