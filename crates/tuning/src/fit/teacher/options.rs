//! Which positions a teacher looks at.

use flipside_ai::Spec;
use serde::{Deserialize, Serialize};

use super::TeachError;

/// How a turn is drawn by lot: any legal turn with the chance `noise`, otherwise one of the `best`
/// that look best, each as likely as the others.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Draw {
    /// The chance of any turn.
    pub noise: f64,
    /// From how many of the best-looking turns one is drawn otherwise.
    pub best: u32,
}

/// Which positions a teacher looks at.
#[derive(Clone, PartialEq, Debug)]
pub struct TeacherOptions {
    /// What everything drawn by lot follows from.
    pub seed: u64,
    /// Games in a batch.
    pub games: u32,
    /// Games begin with up to so many turns of any kind (their number is drawn as well).
    pub opening: u32,
    /// Turns of the games. With a `player`, `best` does not count.
    pub turns: Draw,
    /// Who plays the turns that are not noise; `None` for the best-looking ones.
    pub player: Option<Spec>,
    /// The most turns of a game.
    pub length: u32,
    /// The chance of each position on the way to be looked at.
    pub share: f64,
    /// How many asides there are from each of these: one to `aside_length` turns off the game's way,
    /// since an evaluation is asked about positions like these. With none the position itself is
    /// taken.
    pub asides: u32,
    /// The most turns of an aside.
    pub aside_length: u32,
    /// Turns of asides.
    pub aside_turns: Draw,
    /// Whether positions that the next turn decides are passed over.
    pub at_rest: bool,
}

impl Default for TeacherOptions {
    fn default() -> Self {
        Self {
            seed: 0,
            games: 500,
            opening: 0,
            turns: Draw {
                noise: 0.25,
                best: 2,
            },
            player: None,
            length: 200,
            share: 1.0 / 3.0,
            asides: 4,
            aside_length: 3,
            aside_turns: Draw {
                noise: 0.5,
                best: 8,
            },
            at_rest: false,
        }
    }
}

impl TeacherOptions {
    /// # Errors
    /// The first setting that cannot be.
    pub(super) fn check(&self) -> Result<(), TeachError> {
        let shares = [
            ("noise", self.turns.noise),
            ("aside noise", self.aside_turns.noise),
            ("share", self.share),
        ];
        for (name, share) in shares {
            if !(0.0..=1.0).contains(&share) {
                return Err(TeachError::Setting {
                    name,
                    found: share.to_string(),
                    takes: "a number from 0 to 1",
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
            return Err(TeachError::Setting {
                name,
                found: "0".to_string(),
                takes: "a whole number from 1 on",
            });
        }
        match &self.player {
            Some(spec) if !spec.is_reproducible() => Err(TeachError::Clock(spec.to_string())),
            _ => Ok(()),
        }
    }
}
