//! Figures of a group from its totals.

mod accuracy;
mod stronger;
mod tournament;
mod verdict;

pub use tournament::{Part, TournamentInfo, tournament};

use super::model::{
    AgentFailures, Control, DistinctGames, Distribution, Ending, GroupReport, Lengths,
    OpeningResult, Openings, Players, Provenance, Stopping, Strength, Swaps,
};
use crate::accumulate::{GroupTotals, ListedOpening, OpeningTotals, SwapTotals};
use crate::plot::charts::branching::BranchingPoint;
use flipside_stats::advantage::Advantage;
use flipside_stats::clusters::ClusterSummary;
use flipside_stats::design::Design;
use flipside_stats::histogram::Histogram;
use flipside_stats::interval::{Confidence, Interval};
use flipside_stats::normal::two_sided_z;
use flipside_stats::sample::OpeningSampling as OpeningKind;
use flipside_stats::strata::BetweenOpenings;
use flipside_stats::tally::Tally;
use flipside_stats::two_sample::{self, RunResults};
use flipside_stats::wilson;
use verdict::Basics;
pub(crate) use verdict::correct_for_number;

/// Openings that a report lists one by one.
const LISTED_OPENINGS: usize = 12;

/// The description of a group, which its games do not contain.
#[derive(Clone, Debug)]
pub struct GroupInfo {
    /// A short name for links and folders: lower-case letters, digits and hyphens, unique in the
    /// report.
    pub id: String,
    /// The game as in records.
    pub game: String,
    /// The rule set's name as in records.
    pub rules: String,
    /// The short name of the tournament that the games are a part of, if there is one.
    pub tournament: Option<String>,
    /// The players.
    pub players: Players,
    /// The difference from other groups with the same game, rules and agents, such as `4 random
    /// opening turns`. `None` if there are no others.
    pub distinction: Option<String>,
    /// How the games were sampled.
    pub design: Design,
    /// The origin of the games.
    pub provenance: Provenance,
    /// Runs that may stop before their last game.
    pub stopping: Vec<Stopping>,
}

/// Computes all figures of a group. Shares within `margin` of one half count as balanced.
#[must_use]
pub fn group(info: GroupInfo, totals: &GroupTotals, margin: f64) -> GroupReport {
    let basics = Basics {
        design: info.design,
        sample: &totals.sample,
        distinct_up_to_symmetry: totals.distinct_up_to_symmetry.count(),
        stopping: &info.stopping,
        margin,
        list: info.provenance.opening_list.as_ref().map(|list| list.count),
    };
    let advantage = verdict::advantage(&basics);
    let by_opening = &totals.sample.by_opening;
    let between = by_opening.between();
    let of_list = match (basics.are_clusters(), &advantage) {
        (true, Some(a)) => by_opening.stratified_variance().and_then(|variance| {
            let half = two_sided_z(Confidence::P95) * variance.sqrt();
            a.interval.map(|_| Interval {
                low: (a.share - half).max(0.0),
                high: (a.share + half).min(1.0),
            })
        }),
        _ => None,
    };
    let strength = match &info.players {
        Players::SelfPlay { .. } | Players::FixedSeats { .. } => None,
        Players::Match { a, b } => Some(Strength {
            a: a.clone(),
            b: b.clone(),
            pairs: totals.pairs.counts(),
            incomplete_pairs: totals.pairs.incomplete() + totals.partners_missing,
            games: totals.pairs.games(),
            estimate: (totals.pairs.counts().estimate())
                .or_else(|| totals.pairs.games().estimate()),
        }),
    };
    GroupReport {
        advantage,
        verdict: verdict::verdict(&basics),
        between_openings: between,
        interval_of_list: of_list,
        control: control(totals, info.design.openings),
        distinct: DistinctGames {
            games: totals.distinct.count(),
            up_to_symmetry: totals.distinct_up_to_symmetry.count(),
        },
        lengths: lengths(totals),
        endings: endings(totals),
        swaps: swaps(&totals.swaps),
        decided_by_opening: totals.decided_by_opening,
        branching: branching(&totals.legal_turns),
        openings: openings("opening", &totals.openings, between.as_ref(), totals),
        first_turns: openings("first turn", &totals.first_turns, None, totals),
        opening_values: accuracy::opening_values(totals),
        cumulative: totals.cumulative.points(spread(&basics)),
        distributions: distributions(totals),
        stronger: stronger::stronger(&info.game, &info.players),
        strength,
        tally: totals.tally,
        failures: failures(&info.players, totals),
        accuracy: accuracy::accuracy(&info.players, &totals.accuracy),
        id: info.id,
        game: info.game,
        rules: info.rules,
        tournament: info.tournament,
        players: info.players,
        distinction: info.distinction,
        provenance: info.provenance,
        stopping: info.stopping,
    }
}

/// The agents of a group, the first-named one first.
fn agents(players: &Players) -> Vec<&String> {
    match players {
        Players::SelfPlay { agent } => vec![agent],
        Players::Match { a, b } => vec![a, b],
        Players::FixedSeats { first, second } => vec![first, second],
    }
}

fn failures(players: &Players, totals: &GroupTotals) -> Vec<AgentFailures> {
    let counted = agents(players).into_iter().zip(totals.failures);
    counted
        .map(|(agent, failures)| AgentFailures {
            agent: agent.clone(),
            games: totals.tally.games(),
            failures,
        })
        .collect()
}

/// Returns by how much the interval over the games is wider than with independent units if openings
/// are clusters, as for all games together.
fn spread(basics: &Basics<'_>) -> f64 {
    let of = |openings| basics.sample.share(openings).finished.variance();
    let clusters = of(basics.design.openings).zip(of(OpeningKind::Drawn));
    let ratio = clusters.map(|(clusters, units)| (clusters / units).sqrt());
    ratio.filter(|ratio| ratio.is_finite()).unwrap_or(1.0)
}

/// Compares the lowest seed with all others together, so there is a single test.
fn control(totals: &GroupTotals, openings: OpeningKind) -> Option<Control> {
    let mut seeds = totals.seeds.iter().filter(|(_, t)| t.tally.finished() > 0);
    let (seed, first) = seeds.next()?;
    let mut other_seeds = Vec::new();
    let (mut tally, mut units) = (Tally::default(), RunResults::default());
    for (seed, other) in seeds {
        other_seeds.push(*seed);
        tally.merge(&other.tally);
        units.merge(&other.units);
    }
    Some(Control {
        seed: *seed,
        share: first.tally.first_share()?,
        games: first.tally.finished(),
        other_seeds,
        other_share: tally.first_share()?,
        other_games: tally.finished(),
        comparison: two_sample::compare(&first.units, &units, openings)?,
    })
}

fn lengths(totals: &GroupTotals) -> Lengths {
    let mut all = totals.lengths_first.clone();
    all.merge(&totals.lengths_second);
    all.merge(&totals.lengths_drawn);
    Lengths {
        all: all.into(),
        first_won: totals.lengths_first.clone().into(),
        second_won: totals.lengths_second.clone().into(),
        drawn: totals.lengths_drawn.clone().into(),
    }
}

fn endings(totals: &GroupTotals) -> Vec<Ending> {
    let mut endings: Vec<Ending> = totals
        .endings
        .iter()
        .map(|(reason, tally)| Ending {
            reason: reason.clone(),
            tally: *tally,
        })
        .collect();
    // Stable: equally frequent ones stay in alphabetical order.
    endings.sort_by_key(|ending| std::cmp::Reverse(ending.tally.games()));
    endings
}

fn swaps(totals: &SwapTotals) -> Option<Swaps> {
    let SwapTotals {
        offered,
        taken,
        given,
    } = *totals;
    let share = (offered > 0).then(|| taken as f64 / offered as f64);
    (offered + given > 0).then(|| Swaps {
        offered,
        taken,
        share,
        interval: share.and_then(|p| wilson::interval(p, offered as f64, Confidence::P95)),
        given,
    })
}

/// Turns that fewer games reached are left out of the branching factor.
const FEW_GAMES: u64 = 10;

fn branching(legal_turns: &[Histogram]) -> Vec<BranchingPoint> {
    // What a handful of long games did says nothing about the game.
    let games = legal_turns.first().and_then(Histogram::summary);
    let enough = games.map_or(0, |s| s.count.min(FEW_GAMES));
    (1..)
        .zip(legal_turns)
        .filter_map(|(turn, histogram)| {
            let s = histogram.summary().filter(|s| s.count >= enough)?;
            Some(BranchingPoint {
                turn,
                games: s.count,
                mean: s.mean,
                p10: s.p10,
                p90: s.p90,
                min: s.min,
                max: s.max,
            })
        })
        .collect()
}

fn openings(
    what: &str,
    totals: &OpeningTotals,
    between: Option<&BetweenOpenings>,
    group: &GroupTotals,
) -> Option<Openings> {
    let Some(all) = totals.by_frequency() else {
        return Some(Openings {
            count: None,
            most_frequent: Vec::new(),
            others: None,
        });
    };
    if all.is_empty() {
        return None;
    }
    let (listed, rest) = all.split_at(all.len().min(LISTED_OPENINGS));
    let most_frequent = listed
        .iter()
        .map(|opening| OpeningResult {
            opening: opening.text.to_owned(),
            tally: opening.tally,
            advantage: Advantage::independent(&opening.tally),
            shrunk_share: between
                .zip(opening.tally.first_share())
                .map(|(between, share)| {
                    between.shrunk(share, group.sample.by_opening.units_of(opening.hash))
                }),
            proven: opening.proven,
        })
        .collect();
    let others = (!rest.is_empty()).then(|| {
        let mut tally = Tally::default();
        rest.iter().for_each(|one| tally.merge(&one.tally));
        let of = |one: &ListedOpening<'_>| (one.tally.finished(), one.tally.first_half_points());
        let clusters = ClusterSummary::of(rest.iter().map(of));
        let (one, many) = (format!("other {what}"), format!("other {what}s"));
        OpeningResult {
            opening: crate::format::counted(rest.len() as u64, &one, &many),
            tally,
            advantage: Advantage::by_opening(&tally, &clusters),
            shrunk_share: None,
            proven: None,
        }
    });
    Some(Openings {
        count: Some(all.len() as u64),
        most_frequent,
        others,
    })
}

fn distributions(totals: &GroupTotals) -> Vec<Distribution> {
    let named =
        |name: &str, title: &str, quantity: &str, (thing, things): (&str, &str)| Distribution {
            name: name.to_owned(),
            title: title.to_owned(),
            quantity: quantity.to_owned(),
            counted: (thing.to_owned(), things.to_owned()),
            signed: false,
            caption: String::new(),
            counts: Histogram::default().into(),
        };
    let games = ("game", "games");
    let mut all = vec![
        Distribution {
            signed: true,
            caption:
                "The margin of games in tiles. First is ahead on the right of zero, Second on \
                      the left."
                    .to_owned(),
            counts: totals.margins.clone().into(),
            ..named(
                "margin",
                "Margin",
                "margin (tiles, First’s viewpoint)",
                games,
            )
        },
        Distribution {
            caption: "Number of conversions per game, of both players.".to_owned(),
            counts: totals.conversions.clone().into(),
            ..named(
                "conversions",
                "Conversions per game",
                "conversions in a game",
                games,
            )
        },
        Distribution {
            caption: "Number of conversions in the chain of a turn.".to_owned(),
            counts: totals.chains.clone().into(),
            ..named(
                "chain-length",
                "Chain length",
                "conversions in a chain",
                ("chain", "chains"),
            )
        },
    ];
    all.retain(|distribution| !distribution.counts.histogram.is_empty());
    all
}
