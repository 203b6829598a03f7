//! When a run may stop before its last game.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use crate::UnknownArrangement;

/// In which unit the hypotheses of a sequential test are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EloScale {
    /// Logistic Elo: a statement about the score.
    Logistic,
    /// Normalised Elo: a statement about the score in standard deviations of a game.
    Normalised,
}

impl EloScale {
    /// The name on the command line and in headers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Logistic => "logistic",
            Self::Normalised => "normalized",
        }
    }
}

impl FromStr for EloScale {
    type Err = UnknownArrangement;

    fn from_str(text: &str) -> Result<Self, UnknownArrangement> {
        let all = [Self::Logistic, Self::Normalised];
        let found = all.into_iter().find(|scale| scale.name() == text);
        found.ok_or(UnknownArrangement)
    }
}

/// When a run stops before its last game. As text it is one of
///
/// - `sprt:SCALE:ELO0:ELO1:ALPHA:BETA`
/// - `balance:MARGIN:GAMES`
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "rule")]
pub enum StopRule {
    /// When a sequential probability ratio test of the pairs decides between two differences of
    /// strength of the first agent to the second.
    Sprt {
        /// The unit of both differences.
        scale: EloScale,
        /// The difference of the null hypothesis.
        elo0: f64,
        /// The difference of the alternative.
        elo1: f64,
        /// Probability to accept `elo1` if `elo0` holds.
        alpha: f64,
        /// Probability to accept `elo0` if `elo1` holds.
        beta: f64,
    },
    /// When it is decided whether First's advantage lies within a margin.
    Balance {
        /// The margin, as a share: 0.02 is ±2 points of 100.
        margin: f64,
        /// The most games: the looks at the results are spread over them.
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
    type Err = UnknownArrangement;

    fn from_str(text: &str) -> Result<Self, UnknownArrangement> {
        fn number<T: FromStr>(text: &str) -> Result<T, UnknownArrangement> {
            text.parse().map_err(|_| UnknownArrangement)
        }
        let parts: Vec<&str> = text.split(':').collect();
        match parts.as_slice() {
            ["sprt", scale, elo0, elo1, alpha, beta] => Ok(Self::Sprt {
                scale: scale.parse()?,
                elo0: number(elo0)?,
                elo1: number(elo1)?,
                alpha: number(alpha)?,
                beta: number(beta)?,
            }),
            ["balance", margin, games] => Ok(Self::Balance {
                margin: number(margin)?,
                games: number(games)?,
            }),
            _ => Err(UnknownArrangement),
        }
    }
}
