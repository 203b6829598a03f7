//! Options for sampling positions.

use flipside_ai::Spec;
use serde::{Deserialize, Serialize};

use super::TeacherError;

/// How a random turn is chosen: uniformly from the legal turns with probability `noise`, otherwise
/// uniformly from the `best` candidates.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct TurnPolicy {
    /// The probability of a uniformly random turn.
    pub noise: f64,
    /// The number of best candidates to choose from otherwise.
    pub best: u32,
}

/// Which positions a teacher samples.
#[derive(Clone, PartialEq, Debug)]
pub struct SamplingOptions {
    /// The seed of all random choices.
    pub seed: u64,
    /// Games per batch.
    pub games: u32,
    /// The maximum number of random turns at the start of a game, after the turns that special rules
    /// concern; the number is random, too.
    pub opening: u32,
    /// How the turns of the games are chosen. `best` is ignored if there is a `player`.
    pub turns: TurnPolicy,
    /// The agent that plays the turns without noise; `None` for the best candidates.
    pub player: Option<Spec>,
    /// The maximum number of turns of a game.
    pub length: u32,
    /// The probability of sampling a position of the game.
    pub share: f64,
    /// The number of asides from each sampled position: variations of one to `aside_length` turns,
    /// because searches evaluate positions like these. With 0, the position itself is used.
    pub asides: u32,
    /// The maximum number of turns of an aside.
    pub aside_length: u32,
    /// How the turns of asides are chosen.
    pub aside_turns: TurnPolicy,
    /// Whether to skip positions that are not quiet.
    pub quiet_only: bool,
}

impl Default for SamplingOptions {
    fn default() -> Self {
        Self {
            seed: 0,
            games: 500,
            opening: 0,
            turns: TurnPolicy {
                noise: 0.25,
                best: 2,
            },
            player: None,
            length: 200,
            share: 1.0 / 3.0,
            asides: 4,
            aside_length: 3,
            aside_turns: TurnPolicy {
                noise: 0.5,
                best: 8,
            },
            quiet_only: false,
        }
    }
}

impl SamplingOptions {
    /// # Errors
    /// The first invalid setting.
    pub(super) fn check(&self) -> Result<(), TeacherError> {
        let shares = [
            ("noise", self.turns.noise),
            ("aside noise", self.aside_turns.noise),
            ("share", self.share),
        ];
        for (name, share) in shares {
            if !(0.0..=1.0).contains(&share) {
                return Err(TeacherError::Setting {
                    name,
                    found: share.to_string(),
                    expected: "a number from 0 to 1",
                });
            }
        }
        let counts = [
            ("games", self.games),
            ("best", self.turns.best),
            ("aside best", self.aside_turns.best),
            ("length", self.length),
            ("aside length", self.aside_length),
        ];
        if let Some((name, _)) = counts.into_iter().find(|(_, count)| *count == 0) {
            return Err(TeacherError::Setting {
                name,
                found: "0".to_string(),
                expected: "a whole number of at least 1",
            });
        }
        match &self.player {
            Some(spec) if !spec.is_reproducible() => Err(TeacherError::Clock(spec.to_string())),
            _ => Ok(()),
        }
    }
}
