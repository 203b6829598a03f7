//! What the rule saw by which a run stops: its games in the order of their numbers.

use std::collections::BTreeMap;

use flipside_records::{GameResult, StopRule};
use flipside_rules::Seat;
use flipside_stats::balance::{BalanceRun, LOOKS};
use flipside_stats::llr_curve::LlrCurve;
use flipside_stats::sprt::{Sprt, SprtError, SprtRun};
use flipside_stats::tally::first_half_points;

use super::partners::Company;
use super::runs::Run;
use crate::accumulate::GameFacts;
use crate::report::model::{BalanceLooks, SprtCourse, Stopping};

/// Games that count together: a pair, or a game where games are not paired.
pub(super) struct Unit {
    /// The number of the pair, or of the game.
    number: u64,
    /// Whether they count: none is void, and no partner is missing.
    counts: bool,
    /// A's half-points; `None` if a game has no outcome.
    half_points: Option<u8>,
    /// Each game's result, with what it has in common with those that it depends on.
    games: Vec<(GameResult, u64)>,
}

impl Unit {
    /// A game, which is a half of a unit where games are paired.
    pub fn of(facts: &GameFacts<'_>, company: Company) -> Self {
        let of_first = first_half_points(facts.result);
        let seat_of_a = facts
            .pairing
            .map_or(Seat::First, |pairing| pairing.seat_of_a);
        Self {
            number: match company {
                Company::None => facts.number,
                _ => facts.number / 2,
            },
            counts: company != Company::Missing && facts.result != GameResult::Void,
            half_points: match seat_of_a {
                Seat::First => of_first,
                Seat::Second => of_first.map(|points| 2 - points),
            },
            games: vec![(facts.result, facts.cluster())],
        }
    }

    /// Both halves together.
    pub fn joined(first: Option<Self>, second: Option<Self>) -> Option<Self> {
        match (first, second) {
            (Some(a), Some(b)) => Some(Self {
                number: a.number,
                counts: a.counts && b.counts,
                half_points: a.half_points.zip(b.half_points).map(|(a, b)| a + b),
                games: a.games.into_iter().chain(b.games).collect(),
            }),
            (a, b) => a.or(b),
        }
    }
}

/// Puts units into the order of their numbers.
#[derive(Default)]
pub(super) struct InOrder(BTreeMap<u64, Unit>);

impl InOrder {
    /// Adds units.
    pub fn extend(&mut self, units: impl IntoIterator<Item = Unit>) {
        self.0
            .extend(units.into_iter().map(|unit| (unit.number, unit)));
    }

    /// Gives all units below a number, when no further ones can come.
    pub fn give(&mut self, below: u64, course: &mut Course) {
        while self.0.first_key_value().is_some_and(|(n, _)| *n < below) {
            if let Some((_, unit)) = self.0.pop_first() {
                course.add(&unit);
            }
        }
    }
}

/// What the rule of a run saw.
pub(super) enum Course {
    /// A sequential test of the two agents of a match.
    Sprt {
        rule: StopRule,
        sprt: Sprt,
        run: Box<SprtRun>,
        curve: LlrCurve,
    },
    /// Looks at First's advantage.
    Balance {
        margin: f64,
        most_games: u64,
        run: Box<BalanceRun>,
    },
}

impl Course {
    /// Before the first game. `None` if the run has no rule, or none that fits its games.
    pub fn new(run: &Run<'_>) -> Result<Option<Self>, SprtError> {
        let Some(arrangement) = run.arrangement else {
            return Ok(None);
        };
        let is_match = arrangement.format.is_paired() && run.header.agents.len() == 2;
        match arrangement.stop {
            Some(
                rule @ StopRule::Sprt {
                    scale,
                    elo0,
                    elo1,
                    alpha,
                    beta,
                },
            ) if is_match => {
                let sprt = Sprt::new(elo0, elo1, scale, alpha, beta)?;
                Ok(Some(Self::Sprt {
                    rule,
                    sprt,
                    run: Box::new(SprtRun::new(sprt)),
                    curve: LlrCurve::default(),
                }))
            }
            Some(StopRule::Balance { margin, games }) => Ok(Some(Self::Balance {
                margin,
                most_games: games,
                run: Box::new(BalanceRun::new(margin, games)),
            })),
            _ => Ok(None),
        }
    }

    fn add(&mut self, unit: &Unit) {
        if !unit.counts {
            return;
        }
        match self {
            Self::Sprt { run, curve, .. } => {
                if let Some(half_points) = unit.half_points {
                    run.add(half_points);
                    curve.add(half_points);
                }
            }
            Self::Balance { run, .. } => {
                for &(result, cluster) in &unit.games {
                    run.add(result, cluster);
                }
            }
        }
    }

    /// The same for the report.
    pub fn finish(self, run: &Run<'_>) -> Stopping {
        let seed = run.header.seed;
        let run_finished = run.sources.iter().all(|source| source.finished);
        match self {
            Self::Sprt {
                rule,
                sprt,
                run: test,
                curve,
            } => Stopping::Sprt(SprtCourse {
                seed,
                rule,
                bounds: sprt.bounds(),
                a: run.header.agents[0].clone(),
                b: run.header.agents[1].clone(),
                pairs: test.counts(),
                llr: test.final_llr(),
                stopped: test.stopped(),
                run_finished,
                course: curve.points(&sprt),
            }),
            Self::Balance {
                margin,
                most_games,
                run: looks,
            } => Stopping::Balance(BalanceLooks {
                seed,
                margin,
                most_games,
                looks: LOOKS,
                games: looks.tally().games(),
                stopped: looks.stopped(),
                run_finished,
            }),
        }
    }
}
