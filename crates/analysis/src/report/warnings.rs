//! Warnings about the figures of a report.

use serde::Serialize;

use super::model::{AgentFailures, GroupReport, Provenance, Report};
use crate::format;
use crate::format::{count, counted, p_value, percent};
use flipside_stats::advantage::UnitKind;

/// A share of distinct games below this gives a warning.
const DISTINCT_FROM: f64 = 0.9;

/// A share of games without an outcome from this on gives a warning.
const WITHOUT_OUTCOME_FROM: f64 = 0.01;

/// With fewer openings the spread between them is a rough estimate.
const FEW_OPENINGS: u64 = 20;

/// A reason to doubt the figures of a group or of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// The short name of the group, or of the tournament.
    pub group: String,
    /// The kind.
    pub kind: WarningKind,
    /// The warning with figures.
    pub text: String,
}

/// The kind of a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WarningKind {
    /// Two seeds of one configuration differ by more than chance allows.
    SeedsDiffer,
    /// An agent played illegal turns, exceeded the time limit or crashed.
    Failures,
    /// Games were adjudicated before an agent had made a turn.
    DecidedByOpening,
    /// The openings made turns that a rule of the rule set leaves to the players.
    SpecialTurnsGiven,
    /// Many games are copies of others.
    Copies,
    /// Many games have no outcome.
    WithoutOutcome,
    /// With so few openings the interval is wide and imprecise.
    FewOpenings,
    /// A list of openings was played more than once.
    ListRepeated,
    /// A record file is of an unfinished run.
    Incomplete,
}

/// Returns all warnings of a report, the most serious kinds first. A warning about several groups of
/// a tournament is given once, for the tournament.
#[must_use]
pub fn of(report: &Report) -> Vec<Warning> {
    type OfRuns = fn(&Provenance) -> Option<String>;
    let mut warnings = of_groups(report, WarningKind::SeedsDiffer, seeds_differ);
    let alone = |group: &&GroupReport| group.tournament.is_none();
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
    let of_runs: [(WarningKind, OfRuns); 3] = [
        (WarningKind::SpecialTurnsGiven, special_turns_given),
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

/// Returns the warnings of one kind for all groups, one per tournament.
fn of_groups(
    report: &Report,
    kind: WarningKind,
    check: fn(&GroupReport) -> Option<String>,
) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for tournament in &report.tournaments {
        let all =
            || (report.groups.iter()).filter(|g| g.tournament.as_ref() == Some(&tournament.id));
        let found: Vec<(&GroupReport, String)> = all()
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
                    (f.lost, "game lost", "games lost"),
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
            "Agents failed, so the results depend on their reliability as well as on their \
             strength: {}.",
            failed.join("; ")
        )
    })
}

/// Returns advice on getting more openings.
fn more_openings(group: &GroupReport) -> &'static str {
    if group.provenance.opening_list.is_some() {
        "a longer list of openings"
    } else {
        "more random opening turns"
    }
}

fn seeds_differ(group: &GroupReport) -> Option<String> {
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

fn copies(group: &GroupReport) -> Option<String> {
    let finished = group.tally.finished();
    let distinct = &group.distinct.games;
    if finished == 0 || distinct.count as f64 >= DISTINCT_FROM * finished as f64 {
        return None;
    }
    let advice = match decides_openings(group) {
        // If no agent has made a turn, another agent changes nothing.
        true => "openings that the table does not decide".to_owned(),
        false => format!("{} or a less predictable agent", more_openings(group)),
    };
    Some(format!(
        "Only {} of {} are distinct. Copies carry no new information. For more distinct games, use \
         {advice}.",
        format::distinct(distinct),
        counted(finished, "finished game", "finished games"),
    ))
}

fn without_outcome(group: &GroupReport) -> Option<String> {
    let tally = &group.tally;
    let without = tally.unfinished + tally.void;
    let share = without as f64 / tally.games().max(1) as f64;
    if without == 0 || share < WITHOUT_OUTCOME_FROM {
        return None;
    }
    Some(format!(
        "{} of {} have no outcome ({} unfinished, {} void or partners of void ones). They are excluded from all \
         estimates, which may be biased if these games differ from the others.",
        percent(share),
        counted(tally.games(), "game", "games"),
        count(tally.unfinished),
        count(tally.void),
    ))
}

/// Returns whether a table decided games before an agent had made a turn. Imported games may be
/// adjudicated without a table.
fn decides_openings(group: &GroupReport) -> bool {
    group.decided_by_opening > 0 && !group.provenance.adjudication_tables.is_empty()
}

fn decided_by_opening(group: &GroupReport) -> Option<String> {
    decides_openings(group).then(|| {
        format!(
            "{} of {} were decided by the table right after their opening, before an agent had \
             made a turn. They measure the openings, not the agents. Use openings that the table \
             does not decide.",
            count(group.decided_by_opening),
            counted(group.tally.finished(), "finished game", "finished games"),
        )
    })
}

fn few_openings(group: &GroupReport) -> Option<String> {
    // Random openings are drawn anew for each game or pair.
    let advantage = group.advantage.as_ref()?;
    if advantage.unit != UnitKind::ListedOpening {
        return None;
    }
    let openings = group.openings.as_ref()?.count?;
    (openings < FEW_OPENINGS && group.tally.finished() > openings).then(|| {
        format!(
            "The games come from only {} up to symmetry. The interval treats them as a sample of \
             all openings, so it is wide and imprecise. To narrow it, use {}.",
            counted(openings, "opening", "openings"),
            more_openings(group),
        )
    })
}

fn special_turns_given(provenance: &Provenance) -> Option<String> {
    let given = provenance.special_turns_given;
    (given > 0).then(|| {
        format!(
            "A rule of this variant concerns the first turns, and the openings made {} of these, so \
             the games do not measure that choice. With --agents-open (agents_open in experiment \
             files) the agents make these turns, and random ones follow.",
            counted(u64::from(given), "turn", "turns"),
        )
    })
}

fn list_repeated(provenance: &Provenance) -> Option<String> {
    let list = provenance.opening_list.as_ref()?;
    (list.asked > list.count).then(|| {
        format!(
            "The list of {} was played more than once: the games needed {}. Deterministic agents \
             repeat their games in a repeated opening, which adds no information. Use a longer \
             list or fewer games.",
            counted(list.count, "opening", "openings"),
            count(list.asked),
        )
    })
}

fn incomplete(provenance: &Provenance) -> Option<String> {
    let files = provenance.unfinished_files;
    (files > 0).then(|| {
        format!(
            "{} of an unfinished run. Resume the run to complete it.",
            counted(files, "record file is", "record files are"),
        )
    })
}
