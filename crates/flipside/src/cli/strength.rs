//! Calculators of strength: `sprt`, `elo`; and the rule of a sequential test.

use std::str::FromStr;

use clap::{Args, ValueEnum};
use flipside_records::StopRule;

use super::common::FormatArgs;

/// Results of a match from the viewpoint of agent A.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct Counts {
    /// Pairs of games by A's score: two losses, a loss and a draw, even, a win and a draw, two wins.
    #[arg(
        long,
        value_name = "LL,LD,MID,WD,WW",
        value_delimiter = ',',
        num_args = 1
    )]
    pub pairs: Option<Vec<u64>>,

    /// Games won, lost and drawn by A.
    #[arg(long, value_name = "W,L,D", value_delimiter = ',', num_args = 1)]
    pub wld: Option<Vec<u64>>,
}

/// A sequential test as `--sprt` gives it.
#[derive(Clone, Copy)]
pub struct SprtRule(pub StopRule);

impl FromStr for SprtRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let rates = match text.split(':').count() {
            3 => ":0.05:0.05",
            _ => "",
        };
        let rule = format!("sprt:{text}{rates}").parse();
        rule.map(Self).map_err(|_| {
            "a test is written MODEL:ELO0:ELO1 or MODEL:ELO0:ELO1:ALPHA:BETA, such as \
             normalized:0:10, where MODEL is normalized or logistic"
                .to_string()
        })
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
Prints the log-likelihood ratio, its bounds, and the decision: H0 (the difference is elo0), H1 (it is \
elo1) or continue.

Example:
  flipside sprt --model normalized --elo0 0 --elo1 2 --pairs 365,16618,36229,16974,390")]
pub struct Sprt {
    /// What the hypotheses are in.
    #[arg(long, value_enum)]
    pub model: EloModel,

    /// The difference of the null hypothesis, for A.
    #[arg(long, allow_negative_numbers = true)]
    pub elo0: f64,

    /// The difference of the alternative, for A.
    #[arg(long, allow_negative_numbers = true)]
    pub elo1: f64,

    /// The probability of accepting elo1 if elo0 is true.
    #[arg(long, default_value_t = 0.05)]
    pub alpha: f64,

    /// The probability of accepting elo0 if elo1 is true.
    #[arg(long, default_value_t = 0.05)]
    pub beta: f64,

    #[command(flatten)]
    pub counts: Counts,

    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args)]
#[command(after_help = "\
All values are for A, margins for 95 %.

Example:
  flipside elo --wld 136,96,111")]
pub struct Elo {
    #[command(flatten)]
    pub counts: Counts,

    #[command(flatten)]
    pub format: FormatArgs,
}
