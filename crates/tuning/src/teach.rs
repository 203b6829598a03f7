//! The settings of the method that learns from a judge.

use flipside_ai::Spec;
use serde::Deserialize;

use crate::fit::{DepthWeights, Draw, TeacherOptions};
use crate::learn::FitSettings;

/// How positions are made, who judges them, and how weights are fitted to that.
#[derive(Clone, PartialEq, Debug)]
pub struct TeachOptions {
    /// Who judges.
    pub judge: JudgeOptions,
    /// Batches of games.
    pub batches: u64,
    /// Which positions are looked at; without the seed, which is the run's.
    positions: TeacherOptions,
    /// The fit.
    pub fit: FitSettings,
}

/// Who judges positions.
#[derive(Clone, PartialEq, Debug)]
pub enum JudgeOptions {
    /// A table of the game.
    Table(DepthWeights),
    /// A search.
    Search(Spec),
}

impl TeachOptions {
    /// What the teacher is told, with the seed of the run.
    pub(crate) fn teacher(&self, seed: u64) -> TeacherOptions {
        TeacherOptions {
            seed,
            ..self.positions.clone()
        }
    }

    /// Games that positions are taken from.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.batches * self.positions.games as u64
    }
}

/// The table `[teacher]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TeachFile {
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

/// The value of `judge` that stands for a table.
const TABLE: &str = "table";

impl TeachFile {
    /// The settings, or what is wrong with them.
    pub(crate) fn options(&self) -> Result<TeachOptions, String> {
        let spec = |text: &str| {
            let spec: Spec = text.parse().map_err(|error| format!("{error}"))?;
            match spec.is_reproducible() {
                true => Ok(spec),
                false => Err(format!("`{spec}` has a budget in time; give it `nodes`")),
            }
        };
        let of_table = [self.certainty, self.half_life, self.draws];
        let judge = match self.judge.as_str() {
            TABLE => JudgeOptions::Table(DepthWeights {
                certainty: self.certainty,
                weight: self.half_life,
                draw: self.draws.unwrap_or(1.0),
            }),
            _ if of_table.iter().any(Option::is_some) => {
                let why = "certainty, half_life and draws go with the judge \"table\" alone";
                return Err(why.to_string());
            }
            text => JudgeOptions::Search(spec(text)?),
        };
        let usual = TeacherOptions::default();
        let fit = FitSettings::of(self.pull, self.test_share, self.iterations)?;
        if self.batches == 0 {
            return Err("batches must be at least 1".to_string());
        }
        let games = self.games.unwrap_or(usual.games);
        fit.check_games(self.batches.saturating_mul(games.into()))?;
        Ok(TeachOptions {
            judge,
            batches: self.batches,
            positions: TeacherOptions {
                seed: usual.seed,
                games,
                opening: self.opening.unwrap_or(usual.opening),
                turns: Draw {
                    noise: self.noise.unwrap_or(usual.turns.noise),
                    best: self.best.unwrap_or(usual.turns.best),
                },
                player: self.player.as_deref().map(spec).transpose()?,
                length: self.length.unwrap_or(usual.length),
                share: self.share.unwrap_or(usual.share),
                asides: self.asides.unwrap_or(usual.asides),
                aside_length: self.aside_length.unwrap_or(usual.aside_length),
                aside_turns: Draw {
                    noise: self.aside_noise.unwrap_or(usual.aside_turns.noise),
                    best: self.aside_best.unwrap_or(usual.aside_turns.best),
                },
                at_rest: self.at_rest.unwrap_or(usual.at_rest),
            },
            fit,
        })
    }
}
