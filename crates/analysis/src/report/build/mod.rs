//! Figures of a group from its totals.

mod accuracy;
mod tournament;

pub use tournament::{Part, TournamentInfo, tournament};

use super::model::{
    AgentFailures, Control, DistinctGames, Distribution, Ending, Group, Lengths, OpeningResult,
    Openings, Players, Provenance, Stopping, Strength,
};
use crate::accumulate::{GroupTotals, ListedOpening, OpeningTotals};
use crate::plot::charts::branching::BranchingPoint;
use flipside_stats::advantage::Advantage;
use flipside_stats::clusters::{ClusterSummary, Clusters};
use flipside_stats::cumulative::CumulativePoint;
use flipside_stats::histogram::Histogram;
use flipside_stats::tally::Tally;
use flipside_stats::two_sample::compare;
use flipside_stats::verdict::{NoVerdict, Verdict, decide};

/// Openings that a report lists one by one.
const LISTED_OPENINGS: usize = 12;

/// What the games don't say themselves.
#[derive(Clone, Debug)]
pub struct GroupInfo {
    /// Short name for links and folders: lower-case letters, digits and hyphens, unique in the
    /// report.
    pub id: String,
    /// The game as in records.
    pub game: String,
    /// The rule set's name as in records.
    pub rules: String,
    /// The short name of the tournament that the games are a part of, if there is one.
    pub tournament: Option<String>,
    /// Who played.
    pub players: Players,
    /// Where the games come from.
    pub provenance: Provenance,
    /// Runs that may stop before their last game.
    pub stopping: Vec<Stopping>,
}

/// Computes all figures of a group. `margin` is the distance from one half that still counts as
/// balanced.
#[must_use]
pub fn group(info: GroupInfo, totals: &GroupTotals, margin: f64) -> Group {
    let advantage = advantage(totals);
    // The band of the cumulative plot is as wide as the interval of all games suggests.
    let efficiency = advantage
        .and_then(|a| {
            a.effective_games
                .map(|effective| effective / a.games as f64)
        })
        .unwrap_or(1.0);
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
    Group {
        advantage,
        verdict: verdict(&info.players, totals, advantage.as_ref(), margin),
        control: control(totals),
        distinct: DistinctGames {
            games: totals.distinct.count(),
            up_to_symmetry: totals.distinct_up_to_symmetry.count(),
        },
        lengths: lengths(totals),
        endings: endings(totals),
        decided_by_opening: totals.decided_by_opening,
        branching: branching(&totals.legal_turns),
        openings: openings("opening", &totals.openings),
        first_turns: openings("first turn", &totals.first_turns),
        opening_values: accuracy::opening_values(totals),
        cumulative: cumulative(totals, efficiency, advantage.as_ref()),
        distributions: distributions(totals),
        strength,
        tally: totals.tally,
        failures: failures(&info.players, totals),
        accuracy: accuracy::accuracy(&info.players, &totals.accuracy),
        id: info.id,
        game: info.game,
        rules: info.rules,
        tournament: info.tournament,
        players: info.players,
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

/// First's share over the games so far. The last point is over all games, so it has their interval.
fn cumulative(
    totals: &GroupTotals,
    efficiency: f64,
    all: Option<&Advantage>,
) -> Vec<CumulativePoint> {
    let mut points = totals.cumulative.points(efficiency);
    if let (Some(last), Some(all)) = (points.last_mut(), all) {
        last.low = all.interval.low;
        last.high = all.interval.high;
    }
    points
}

/// First's share with the interval that the games' dependence asks for.
fn advantage(totals: &GroupTotals) -> Option<Advantage> {
    let tally = &totals.tally;
    let without_openings = totals.openings.by_frequency().is_some_and(|o| o.is_empty());
    if without_openings {
        // Games from the initial position depend on each other only if they are copies.
        match totals.distinct_up_to_symmetry.count() {
            distinct if distinct.count == tally.finished() => {
                return Advantage::independent(tally);
            }
            distinct if distinct.count == 1 => return Advantage::of_copies(tally),
            _ => {}
        }
    }
    Advantage::by_opening(tally, &totals.clusters().summary())
}

/// A score beyond which an agent wins from either seat.
const UNEQUAL: f64 = 0.9;

/// Whether one of two agents wins from either seat.
fn is_unequal(totals: &GroupTotals) -> bool {
    let score_of_a = totals
        .pairs
        .games()
        .estimate()
        .map(|estimate| estimate.score);
    score_of_a.is_some_and(|score| score.max(1.0 - score) > UNEQUAL)
}

/// What First's share says about the seats, if it says anything about them.
fn verdict(
    players: &Players,
    totals: &GroupTotals,
    advantage: Option<&Advantage>,
    margin: f64,
) -> Verdict {
    match players {
        Players::FixedSeats { .. } => Verdict::None {
            why: NoVerdict::FixedSeats,
        },
        Players::Match { .. } if is_unequal(totals) => Verdict::None {
            why: NoVerdict::UnequalAgents,
        },
        _ => decide(advantage, margin),
    }
}

/// The lowest seed against all others together: one test, however many seeds there are.
fn control(totals: &GroupTotals) -> Option<Control> {
    let mut seeds = totals.seeds.iter().filter(|(_, t)| t.tally.finished() > 0);
    let (seed, first) = seeds.next()?;
    let mut other_seeds = Vec::new();
    let (mut tally, mut clusters) = (Tally::default(), Clusters::default());
    for (seed, other) in seeds {
        other_seeds.push(*seed);
        tally.merge(&other.tally);
        clusters.merge(&other.clusters);
    }
    let one = Advantage::by_opening(&first.tally, &first.clusters.summary())?;
    let others = Advantage::by_opening(&tally, &clusters.summary())?;
    Some(Control {
        seed: *seed,
        share: one.share,
        games: one.games,
        other_seeds,
        other_share: others.share,
        other_games: others.games,
        comparison: compare(&one, &others)?,
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

fn openings(what: &str, totals: &OpeningTotals) -> Option<Openings> {
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
            caption: "By how many tiles games were won. Right of zero First was ahead, left of \
                      it Second."
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
            caption: "How many conversions both players made in a game.".to_owned(),
            counts: totals.conversions.clone().into(),
            ..named(
                "conversions",
                "Conversions per game",
                "conversions in a game",
                games,
            )
        },
        Distribution {
            caption: "How many conversions one turn set off in a chain.".to_owned(),
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
