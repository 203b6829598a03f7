//! A broken promise.

/// A promise of [`flipside_rules::Game`] that an implementation does not keep.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("broken promise: {promise}\n{found}\nunder {rules}, from `{start}`, after: {played}")]
pub struct Violation {
    /// What should have been.
    pub promise: &'static str,
    /// What was.
    pub found: String,
    /// The rule set.
    pub rules: String,
    /// The position from which the game was played.
    pub start: String,
    /// The turns of the game, as texts.
    pub played: String,
}
