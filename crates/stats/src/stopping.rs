//! Rules by which a run stops before its last game, and tests that apply them.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use flipside_rules::GameResult;

use crate::balance::BalanceRun;
use crate::design::Design;
use crate::sample::UnitGames;
use crate::sprt::{EloScale, Sprt, SprtError, SprtRun};
use crate::tally::half_points;

/// The text is not a stop rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("invalid stop rule; expected `sprt:SCALE:ELO0:ELO1:ALPHA:BETA` or `balance:MARGIN:GAMES`")]
pub struct InvalidStopRule;

/// The rule by which a run stops before its last game. As text it is one of
///
/// - `sprt:SCALE:ELO0:ELO1:ALPHA:BETA`
/// - `balance:MARGIN:GAMES`
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "rule")]
pub enum StopRule {
    /// Stop when a sequential probability ratio test of the pairs decides between two differences in
    /// strength between the first agent and the second.
    Sprt {
        /// The unit of both differences.
        scale: EloScale,
        /// The difference under the null hypothesis.
        elo0: f64,
        /// The difference under the alternative.
        elo1: f64,
        /// Probability of accepting `elo1` if `elo0` is true.
        alpha: f64,
        /// Probability of accepting `elo0` if `elo1` is true.
        beta: f64,
    },
    /// Stop when it is decided whether First's advantage lies within a margin.
    Balance {
        /// The margin as a share: 0.02 is ±2 percentage points.
        margin: f64,
        /// Maximum number of games; the looks are spread evenly over them.
        games: u64,
    },
}

impl fmt::Display for StopRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sprt {
                scale,
                elo0,
                elo1,
                alpha,
                beta,
            } => {
                let scale = scale.name();
                write!(f, "sprt:{scale}:{elo0}:{elo1}:{alpha}:{beta}")
            }
            Self::Balance { margin, games } => write!(f, "balance:{margin}:{games}"),
        }
    }
}

impl FromStr for StopRule {
    type Err = InvalidStopRule;

    fn from_str(text: &str) -> Result<Self, InvalidStopRule> {
        fn number<T: FromStr>(text: &str) -> Result<T, InvalidStopRule> {
            text.parse().map_err(|_| InvalidStopRule)
        }
        let parts: Vec<&str> = text.split(':').collect();
        match parts.as_slice() {
            ["sprt", scale, elo0, elo1, alpha, beta] => Ok(Self::Sprt {
                scale: EloScale::from_name(scale).ok_or(InvalidStopRule)?,
                elo0: number(elo0)?,
                elo1: number(elo1)?,
                alpha: number(alpha)?,
                beta: number(beta)?,
            }),
            ["balance", margin, games] => Ok(Self::Balance {
                margin: number(margin)?,
                games: number(games)?,
            }),
            _ => Err(InvalidStopRule),
        }
    }
}

/// A stop rule applied to the games of a run, in the order of the schedule.
#[derive(Clone, Debug)]
pub enum StopTest {
    /// A sequential test of the first agent against the second.
    Sprt(Box<SprtRun>),
    /// Looks at First's advantage.
    Balance(Box<BalanceRun>),
}

impl StopTest {
    /// The test of a rule, before the first game.
    ///
    /// # Errors
    /// If the parameters of a sequential test are invalid.
    pub fn new(rule: StopRule, design: Design) -> Result<Self, SprtError> {
        Ok(match rule {
            StopRule::Sprt {
                scale,
                elo0,
                elo1,
                alpha,
                beta,
            } => {
                let sprt = Sprt::new(elo0, elo1, scale, alpha, beta)?;
                Self::Sprt(Box::new(SprtRun::new(sprt)))
            }
            StopRule::Balance { margin, games } => {
                Self::Balance(Box::new(BalanceRun::new(margin, games, design)))
            }
        })
    }

    /// Adds the next games. A void game and its partner are ignored; a sequential test also ignores
    /// pairs with an unfinished game, and single games.
    pub fn add(&mut self, games: &UnitGames<'_>) {
        if games.results.contains(&GameResult::Void) {
            return;
        }
        match self {
            Self::Sprt(run) => {
                if let [one, other] = *games.results {
                    let seat = games.seat_of_a;
                    let points = half_points(one, seat).zip(half_points(other, seat.other()));
                    points
                        .into_iter()
                        .for_each(|(one, other)| run.add(one + other));
                }
            }
            Self::Balance(run) => run.add(games),
        }
    }

    /// Whether the run stops here. Later games do not change the decision.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        match self {
            Self::Sprt(run) => run.stopped().is_some(),
            Self::Balance(run) => run.stopped().is_some(),
        }
    }
}
