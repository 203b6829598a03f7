//! Violations of requirements.

/// A requirement of [`flipside_rules::Game`] that an implementation violates.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "violated requirement: {requirement}\n{found}\nunder {rules}, from `{start}`, after: {played}"
)]
pub struct Violation {
    /// The requirement.
    pub requirement: &'static str,
    /// What was found instead.
    pub found: String,
    /// The rule set.
    pub rules: String,
    /// The start position.
    pub start: String,
    /// The turns of the game, as texts.
    pub played: String,
}
