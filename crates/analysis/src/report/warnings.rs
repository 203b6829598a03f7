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
    /// Games were adjudicated before an agent had made a turn.
    DecidedByOpening,
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

/// All warnings of a report, gravest kinds first. What several groups of a tournament have in common
/// is said once, of the tournament.
#[must_use]
pub fn of(report: &Report) -> Vec<Warning> {
    type OfRuns = fn(&Provenance) -> Option<String>;
    let mut warnings = of_groups(report, WarningKind::SeedsDiffer, seeds_differ);
    let alone = |group: &&Group| group.tournament.is_none();
    let warning = |kind, id: &str, text| Warning {
        group: id.to_owned(),
        kind,
        text,
    };
    let kind = WarningKind::Failures;
    for tournament in &report.tournaments {
        let agents = tournament.standings.iter().map(|s| &s.failures);
        warnings.extend(failures(agents).map(|text| warning(kind, &tournament.id, text)));
    }
    for group in report.groups.iter().filter(alone) {
        let text = failures(group.failures.iter());
        warnings.extend(text.map(|text| warning(kind, &group.id, text)));
    }
    warnings.extend(of_groups(
        report,
        WarningKind::DecidedByOpening,
        decided_by_opening,
    ));
    warnings.extend(of_groups(report, WarningKind::Copies, copies));
    warnings.extend(of_groups(
        report,
        WarningKind::WithoutOutcome,
        without_outcome,
    ));
    warnings.extend(of_groups(report, WarningKind::FewOpenings, few_openings));
    let of_runs: [(WarningKind, OfRuns); 2] = [
        (WarningKind::ListRepeated, list_repeated),
        (WarningKind::Incomplete, incomplete),
    ];
    for (kind, check) in of_runs {
        for tournament in &report.tournaments {
            let text = check(&tournament.provenance);
            warnings.extend(text.map(|text| warning(kind, &tournament.id, text)));
        }
        for group in report.groups.iter().filter(alone) {
            let text = check(&group.provenance);
            warnings.extend(text.map(|text| warning(kind, &group.id, text)));
        }
    }
    warnings
}

/// One kind of warning of all groups, those of each tournament together.
fn of_groups(
    report: &Report,
    kind: WarningKind,
    check: fn(&Group) -> Option<String>,
) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for tournament in &report.tournaments {
        let all =
            || (report.groups.iter()).filter(|g| g.tournament.as_ref() == Some(&tournament.id));
        let found: Vec<(&Group, String)> = all()
            .filter_map(|group| Some((group, check(group)?)))
            .collect();
        match found.as_slice() {
            [] => {}
            [(group, text)] => warnings.push(Warning {
                group: group.id.clone(),
                kind,
                text: text.clone(),
            }),
            [(group, text), ..] => warnings.push(Warning {
                group: tournament.id.clone(),
                kind,
                text: format!(
                    "In {} of {} encounters, such as {}: {text}",
                    count(found.len() as u64),
                    count(all().count() as u64),
                    group.players.description(),
                ),
            }),
        }
    }
    for group in report.groups.iter().filter(|g| g.tournament.is_none()) {
        warnings.extend(check(group).map(|text| Warning {
            group: group.id.clone(),
            kind,
            text,
        }));
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
                let some = |counts: &[(u64, &str, &str)]| {
                    let some = counts.iter().filter(|(n, _, _)| *n > 0);
                    let texts: Vec<String> =
                        some.map(|(n, one, many)| counted(*n, one, many)).collect();
                    texts.join(", ")
                };
                let kinds = some(&[
                    (f.illegal, "illegal turn", "illegal turns"),
                    (f.timeout, "time-out", "time-outs"),
                    (f.crash, "crash", "crashes"),
                ]);
                let results = some(&[
                    (f.lost, "game lost by that", "games lost by that"),
                    (f.void, "game made void", "games made void"),
                ]);
                format!(
                    "{agent} failed in {} of {} ({kinds}; {results})",
                    count(f.games()),
                    counted(*games, "game", "games"),
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

/// What would give more openings.
fn more_openings(group: &Group) -> &'static str {
    if group.provenance.opening_list.is_some() {
        "a longer list of openings"
    } else {
        "more random opening turns"
    }
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
    let advice = match decides_openings(group) {
        // Where no agent has moved, another agent changes nothing.
        true => "openings that are drawn by the table".to_owned(),
        false => format!("{} or a less predictable agent", more_openings(group)),
    };
    Some(format!(
        "Only {} of {} are distinct. Copies carry no new information; {advice} would give more.",
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

/// Whether a table has decided games before an agent had made a turn. Elsewhere such games were
/// given up, or decided by somebody's word.
fn decides_openings(group: &Group) -> bool {
    group.decided_by_opening > 0 && !group.provenance.adjudication_tables.is_empty()
}

fn decided_by_opening(group: &Group) -> Option<String> {
    decides_openings(group).then(|| {
        format!(
            "{} of {} were decided by the table right after their opening, before an agent had \
             made a turn. They say what the openings are worth, not what the agents do. Openings \
             that are drawn by the table avoid that.",
            count(group.decided_by_opening),
            counted(group.tally.finished(), "finished game", "finished games"),
        )
    })
}

fn few_openings(group: &Group) -> Option<String> {
    let openings = group.openings.as_ref()?.count?;
    (openings < FEW_OPENINGS && group.tally.finished() > openings).then(|| {
        format!(
            "The games come from only {} up to symmetry, so that the interval, which takes them \
             for a sample of all openings, is wide and rough. Narrower: {}.",
            counted(openings, "opening", "openings"),
            more_openings(group),
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
