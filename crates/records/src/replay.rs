//! Replaying recorded games by the rules.

use flipside_rules::{FullGame, GameResult};

use crate::{End, EndReason, GameRecord, Header, HeaderError};

/// Replays the games of a file and checks every turn and the outcome.
pub struct Replay<G: FullGame> {
    rules: G::Rules,
    start: G,
}

impl<G: FullGame> Replay<G> {
    /// For the games of files with this header.
    ///
    /// # Errors
    /// If the header is for another game, or has unknown rules.
    pub fn new(header: &Header) -> Result<Self, HeaderError> {
        let rules = header.rules_of::<G>()?;
        Ok(Self {
            start: G::new(rules.clone()),
            rules,
        })
    }

    /// The game before the first turn.
    ///
    /// # Errors
    /// If the starting position is invalid under these rules.
    pub fn start(&self, record: &GameRecord) -> Result<G, GameFault> {
        let Some(text) = &record.start else {
            return Ok(self.start.clone());
        };
        let wrong = |why: String| GameFault::Start {
            text: text.clone(),
            why,
        };
        let position =
            G::parse_position(&self.rules, text).map_err(|error| wrong(error.to_string()))?;
        let game = G::from_position(self.rules.clone(), position);
        if game.position_text() != *text {
            return Err(wrong(format!(
                "it must be written `{}`",
                game.position_text()
            )));
        }
        Ok(game)
    }

    /// Replays a game and returns it at its end. Calls `each` with every turn and the game before it.
    ///
    /// # Errors
    /// The first contradiction to the rules: the starting position, a turn, or the end.
    pub fn game(
        &self,
        record: &GameRecord,
        mut each: impl FnMut(&G, G::Turn),
    ) -> Result<G, GameFault> {
        let mut game = self.start(record)?;
        for (i, turn) in record.turns.iter::<G>().enumerate() {
            let number = i + 1;
            let turn = turn.ok_or(GameFault::NoTurn { number })?;
            game.check(turn).map_err(|rule| GameFault::Illegal {
                number,
                text: game.turn_text(turn),
                rule: rule.to_string(),
            })?;
            each(&game, turn);
            game.play_unchecked(turn);
        }
        self.check_end(&game, record)?;
        Ok(game)
    }

    /// Compares the recorded end with the end by the rules.
    ///
    /// # Errors
    /// If they differ.
    pub fn check_end(&self, game: &G, record: &GameRecord) -> Result<(), GameFault> {
        let by_rules = game.outcome().and_then(End::by_rules::<G>);
        let recorded = record.end;
        let fault = |by_rules: String| GameFault::End {
            recorded: describe::<G>(recorded),
            by_rules,
        };
        match by_rules {
            Some(end) if end == recorded => Ok(()),
            Some(end) => Err(fault(describe::<G>(end))),
            None if recorded.is_by_rules() => Err(fault("that the game is not over".to_string())),
            None => match (recorded.reason, recorded.result) {
                // Only the player to move can exceed the time or give an illegal turn.
                (EndReason::Illegal | EndReason::Timeout, GameResult::Win(seat))
                    if seat == game.to_move() =>
                {
                    Err(fault(format!("that it was {seat}'s own turn")))
                }
                _ => Ok(()),
            },
        }
    }
}

fn describe<G: FullGame>(end: End) -> String {
    let reason = match end.reason {
        EndReason::Rule(number) => G::REASONS.get(usize::from(number)).map(|reason| reason.0),
        reason => reason.runner_name(),
    };
    format!("{} ({})", end.result.name(), reason.unwrap_or("?"))
}

/// A contradiction between a recorded game and the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameFault {
    /// The starting position is invalid or not in canonical form.
    #[error("the starting position `{text}`: {why}")]
    Start {
        /// The position as recorded.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// The bytes of a turn are invalid, or bytes are left over after the last turn.
    #[error("turn {number} has invalid bytes")]
    NoTurn {
        /// The turn's number, from 1.
        number: usize,
    },
    /// A turn breaks a rule.
    #[error("turn {number}, `{text}`, is not legal: {rule}")]
    Illegal {
        /// The turn's number, from 1.
        number: usize,
        /// The turn.
        text: String,
        /// The rule that it breaks.
        rule: String,
    },
    /// The recorded end differs from the end by the rules.
    #[error("the record says {recorded}, the rules say {by_rules}")]
    End {
        /// The recorded end.
        recorded: String,
        /// The end by the rules.
        by_rules: String,
    },
}
