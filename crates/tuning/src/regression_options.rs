//! Settings of the method that fits weights to recorded games.

use flipside_ai::Spec;
use serde::Deserialize;

use crate::fit::RecordOptions;
use crate::fit_run::FitSettings;

/// Which games are used, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct RegressionOptions {
    /// Record files, as named in the configuration.
    pub records: Vec<String>,
    /// Self-play games, if configured.
    pub selfplay: Option<SelfPlayOptions>,
    /// Which positions are used, and their targets.
    pub positions: RecordOptions,
    /// Settings of the fit.
    pub fit: FitSettings,
}

/// Self-play games of an agent.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayOptions {
    /// The agent.
    pub agent: Spec,
    /// The number of games.
    pub games: u64,
    /// Random turns at the start of each game.
    pub opening_turns: u32,
}

/// The table `[regression]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RegressionFile {
    #[serde(default)]
    records: Vec<String>,
    selfplay: Option<SelfPlayFile>,
    skip: Option<u32>,
    every: Option<u32>,
    value_share: Option<f64>,
    pull: Option<f64>,
    test_share: Option<f64>,
    iterations: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SelfPlayFile {
    agent: String,
    games: u64,
    opening_turns: u32,
}

impl RegressionFile {
    /// Converts and checks the settings. The error is a message.
    pub(crate) fn options(&self) -> Result<RegressionOptions, String> {
        let selfplay = match &self.selfplay {
            None => None,
            Some(file) => {
                let agent: Spec = file.agent.parse().map_err(|error| format!("{error}"))?;
                if !agent.is_reproducible() {
                    return Err(format!(
                        "`{agent}` has a budget in time and is not reproducible; use `nodes`"
                    ));
                }
                if file.games == 0 {
                    return Err(
                        "invalid value 0 for selfplay.games: expected at least 1".to_string()
                    );
                }
                Some(SelfPlayOptions {
                    agent,
                    games: file.games,
                    opening_turns: file.opening_turns,
                })
            }
        };
        if self.records.is_empty() && selfplay.is_none() {
            let why = "no games: expected `records` or `selfplay`";
            return Err(why.to_string());
        }
        let default = RecordOptions::default();
        let positions = RecordOptions {
            skip: self.skip.unwrap_or(default.skip),
            every: self.every.unwrap_or(default.every),
            value_share: self.value_share.unwrap_or(default.value_share),
        };
        if !(0.0..=1.0).contains(&positions.value_share) {
            return Err(format!(
                "invalid value {} for value_share: expected a number from 0 to 1",
                positions.value_share
            ));
        }
        if positions.every == 0 {
            return Err(
                "invalid value 0 for every: expected a whole number of at least 1".to_string(),
            );
        }
        let fit = FitSettings::of(self.pull, self.test_share, self.iterations)?;
        if let (Some(games), true) = (&selfplay, self.records.is_empty()) {
            fit.check_games(games.games)?;
        }
        Ok(RegressionOptions {
            records: self.records.clone(),
            selfplay,
            positions,
            fit,
        })
    }
}
