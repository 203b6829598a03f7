//! Calculators of strength: `sprt`, `elo`.

use anyhow::bail;
use clap::{Args, ValueEnum};
use flipside_stats::elo::{GameCounts, PairCounts};

use super::common::FormatArgs;

/// Results of a match from the viewpoint of agent A.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct Counts {
    /// Numbers of game pairs by A's result: two losses, a loss and a draw, even, a win and a draw, two
    /// wins.
    #[arg(
        long,
        value_name = "LL,LD,MID,WD,WW",
        value_delimiter = ',',
        num_args = 1
    )]
    pub pairs: Option<Vec<u64>>,

    /// Numbers of games that A won, lost and drew.
    #[arg(long, value_name = "W,L,D", value_delimiter = ',', num_args = 1)]
    pub wld: Option<Vec<u64>>,
}

/// Counts of a match.
pub enum MatchCounts {
    Pairs(PairCounts),
    Games(GameCounts),
}

impl Counts {
    /// Returns the counts.
    ///
    /// # Errors
    /// If a list has the wrong number of items, or counts that the arithmetic cannot represent.
    pub fn counts(&self) -> anyhow::Result<MatchCounts> {
        /// Above it, not every whole number has a double.
        const MAX: u64 = 1 << 53;
        let (flag, all) = match (&self.pairs, &self.wld) {
            (Some(pairs), _) => ("--pairs", pairs),
            (None, Some(games)) => ("--wld", games),
            (None, None) => ("--wld", &Vec::new()),
        };
        let sum = all.iter().try_fold(0_u64, |sum, n| sum.checked_add(*n));
        if sum.is_none_or(|sum| sum > MAX) {
            bail!("{flag}: the counts add up to more than 2^53 ({MAX}); expected fewer");
        }
        match (self.pairs.as_deref(), self.wld.as_deref()) {
            (Some(&[ll, ld, mid, wd, ww]), _) => Ok(MatchCounts::Pairs(PairCounts {
                ll,
                ld,
                mid,
                wd,
                ww,
            })),
            (Some(pairs), _) => bail!(
                "--pairs takes five numbers, LL,LD,MID,WD,WW, not {}",
                pairs.len()
            ),
            (None, Some(&[wins, losses, draws])) => Ok(MatchCounts::Games(GameCounts {
                wins,
                losses,
                draws,
            })),
            (None, games) => bail!(
                "--wld takes three numbers, W,L,D, not {}",
                games.map_or(0, <[u64]>::len)
            ),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EloModel {
    /// Elo divided by the spread of a game's result.
    Normalized,
    /// Elo of the expected score.
    Logistic,
}

#[derive(Args)]
#[command(after_help = "\
Prints the log-likelihood ratio, its bounds, and the decision: H0 (the difference is elo0), H1 (the \
difference is elo1) or continue.

Example:
  flipside sprt --model normalized --elo0 0 --elo1 2 --pairs 365,16618,36229,16974,390")]
pub struct Sprt {
    /// Unit of the hypotheses.
    #[arg(long, value_enum, value_name = "MODEL")]
    pub model: EloModel,

    /// Difference under the null hypothesis, for A.
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub elo0: f64,

    /// Difference under the alternative hypothesis, for A.
    #[arg(long, value_name = "ELO", allow_negative_numbers = true)]
    pub elo1: f64,

    /// Probability of accepting elo1 if elo0 is true.
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub alpha: f64,

    /// Probability of accepting elo0 if elo1 is true.
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub beta: f64,

    #[command(flatten)]
    pub counts: Counts,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
All values are from A's viewpoint; margins are for 95 %.

Example:
  flipside elo --wld 136,96,111")]
pub struct Elo {
    #[command(flatten)]
    pub counts: Counts,

    #[command(flatten)]
    pub format: FormatArgs,
}
