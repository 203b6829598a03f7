//! The settings of the method that learns from recorded games.

use flipside_ai::Spec;
use serde::Deserialize;

use crate::fit::RecordOptions;
use crate::learn::FitSettings;

/// Which games are learned from, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct RegressionOptions {
    /// Record files, as they are named in the configuration.
    pub records: Vec<String>,
    /// Games that are played for it.
    pub selfplay: Option<SelfPlayOptions>,
    /// Which positions are taken, and what they count as.
    pub positions: RecordOptions,
    /// The fit.
    pub fit: FitSettings,
}

/// Games of an agent against itself.
#[derive(Clone, PartialEq, Debug)]
pub struct SelfPlayOptions {
    /// The agent.
    pub agent: Spec,
    /// How many games.
    pub games: u64,
    /// Random turns at the beginning of each.
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
    /// The settings, or what is wrong with them.
    pub(crate) fn options(&self) -> Result<RegressionOptions, String> {
        let selfplay = match &self.selfplay {
            None => None,
            Some(file) => {
                let agent: Spec = file.agent.parse().map_err(|error| format!("{error}"))?;
                if !agent.is_reproducible() {
                    return Err(format!("`{agent}` has a budget in time; give it `nodes`"));
                }
                if file.games == 0 {
                    return Err("selfplay needs at least 1 game".to_string());
                }
                Some(SelfPlayOptions {
                    agent,
                    games: file.games,
                    opening_turns: file.opening_turns,
                })
            }
        };
        if self.records.is_empty() && selfplay.is_none() {
            let why = "there are no games to learn from; name `records`, or ask for `selfplay`";
            return Err(why.to_string());
        }
        let usual = RecordOptions::default();
        let positions = RecordOptions {
            skip: self.skip.unwrap_or(usual.skip),
            every: self.every.unwrap_or(usual.every),
            value_share: self.value_share.unwrap_or(usual.value_share),
        };
        if !(0.0..=1.0).contains(&positions.value_share) {
            return Err("value_share must be between 0 and 1".to_string());
        }
        if positions.every == 0 {
            return Err("every must be at least 1".to_string());
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
