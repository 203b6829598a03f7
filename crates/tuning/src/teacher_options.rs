//! Settings of the method that fits weights to positions labelled by an oracle.

use flipside_ai::Spec;
use serde::Deserialize;

use crate::fit::{DepthWeights, SamplingOptions, TurnPolicy};
use crate::fit_run::FitSettings;

/// How positions are generated and labelled, and how weights are fitted.
#[derive(Clone, PartialEq, Debug)]
pub struct TeacherOptions {
    /// The oracle.
    pub oracle: OracleOptions,
    /// Batches of games.
    pub batches: u64,
    /// Which positions are sampled. The seed is set by the run.
    sampling: SamplingOptions,
    /// Settings of the fit.
    pub fit: FitSettings,
}

/// The oracle that labels positions.
#[derive(Clone, PartialEq, Debug)]
pub enum OracleOptions {
    /// The game's table.
    Table(DepthWeights),
    /// A search.
    Search(Spec),
}

impl TeacherOptions {
    /// Returns the sampling options with the seed of the run.
    pub(crate) fn sampling(&self, seed: u64) -> SamplingOptions {
        SamplingOptions {
            seed,
            ..self.sampling.clone()
        }
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.batches * self.sampling.games as u64
    }
}

/// The table `[teacher]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TeacherFile {
    judge: String,
    batches: u64,
    games: Option<u32>,
    opening: Option<u32>,
    player: Option<String>,
    noise: Option<f64>,
    best: Option<u32>,
    length: Option<u32>,
    share: Option<f64>,
    asides: Option<u32>,
    aside_length: Option<u32>,
    aside_noise: Option<f64>,
    aside_best: Option<u32>,
    at_rest: Option<bool>,
    certainty: Option<f64>,
    half_life: Option<f64>,
    draws: Option<f64>,
    pull: Option<f64>,
    test_share: Option<f64>,
    iterations: Option<u32>,
}

/// The value of `judge` for a table.
const TABLE: &str = "table";

impl TeacherFile {
    /// Converts and checks the settings. The error is a message.
    pub(crate) fn options(&self) -> Result<TeacherOptions, String> {
        let spec = |text: &str| {
            let spec: Spec = text.parse().map_err(|error| format!("{error}"))?;
            match spec.is_reproducible() {
                true => Ok(spec),
                false => Err(format!(
                    "`{spec}` has a budget in time and is not reproducible; use `nodes`"
                )),
            }
        };
        let of_table = [self.certainty, self.half_life, self.draws];
        let oracle = match self.judge.as_str() {
            TABLE => OracleOptions::Table(DepthWeights {
                certainty: self.certainty,
                weight: self.half_life,
                draw: self.draws.unwrap_or(1.0),
            }),
            _ if of_table.iter().any(Option::is_some) => {
                let why =
                    "unexpected key: certainty, half_life and draws require judge = \"table\"";
                return Err(why.to_string());
            }
            text => OracleOptions::Search(spec(text)?),
        };
        let default = SamplingOptions::default();
        let fit = FitSettings::of(self.pull, self.test_share, self.iterations)?;
        if self.batches == 0 {
            return Err(
                "invalid value 0 for batches: expected a whole number of at least 1".to_string(),
            );
        }
        let games = self.games.unwrap_or(default.games);
        fit.check_games(self.batches.saturating_mul(games.into()))?;
        Ok(TeacherOptions {
            oracle,
            batches: self.batches,
            sampling: SamplingOptions {
                seed: default.seed,
                games,
                opening: self.opening.unwrap_or(default.opening),
                turns: TurnPolicy {
                    noise: self.noise.unwrap_or(default.turns.noise),
                    best: self.best.unwrap_or(default.turns.best),
                },
                player: self.player.as_deref().map(spec).transpose()?,
                length: self.length.unwrap_or(default.length),
                share: self.share.unwrap_or(default.share),
                asides: self.asides.unwrap_or(default.asides),
                aside_length: self.aside_length.unwrap_or(default.aside_length),
                aside_turns: TurnPolicy {
                    noise: self.aside_noise.unwrap_or(default.aside_turns.noise),
                    best: self.aside_best.unwrap_or(default.aside_turns.best),
                },
                quiet_only: self.at_rest.unwrap_or(default.quiet_only),
            },
            fit,
        })
    }
}
