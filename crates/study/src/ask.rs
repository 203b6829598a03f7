//! An agent's turn in a single position.

use flipside_ai::{BuildError, ChooseError, Spec, SpecError, Stop, build};
use flipside_rules::Game as _;
use flipside_rules::hexflip::{Hexflip, Position, Rules, Turn};

/// Why an agent returns no turn.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The spec is invalid.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The agent cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The agent chooses no turn.
    #[error(transparent)]
    Choice(#[from] ChooseError),
}

/// Returns the turn that a new agent plays in a position without history. The agent's seed is
/// derived from the position.
///
/// # Errors
/// If the agent cannot be built or chooses no turn, or a stop is requested.
pub fn ask(spec: &Spec, rules: &Rules, position: &Position, stop: &Stop) -> Result<Turn, AskError> {
    let mut agent = build::<Hexflip>(spec)?;
    agent.begin(Hexflip::position_hash(position));
    let game = Hexflip::from_position(*rules, *position);
    Ok(agent.choose(&game, stop)?.turn)
}
