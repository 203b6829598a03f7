//! What an agent plays in a position.

use flipside_ai::{BuildError, NoChoice, Spec, SpecError, Stop, build};
use flipside_rules::Game as _;
use flipside_rules::hexflip::{Game, Position, Rules, Turn};

/// Why an agent gives no turn.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// There is no such agent.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// It cannot be made.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// It has no answer.
    #[error(transparent)]
    Choice(#[from] NoChoice),
}

/// The turn of an agent that sees a position for the first time, without a history. Its seed
/// follows from the position.
///
/// # Errors
/// If it cannot be made, has no answer, or `stop` says so.
pub fn ask(spec: &Spec, rules: &Rules, position: &Position, stop: &Stop) -> Result<Turn, AskError> {
    let mut agent = build::<Game>(spec)?;
    agent.begin(Game::position_hash(position));
    let game = Game::from_position(*rules, *position);
    Ok(agent.choose(&game, stop)?.turn)
}
