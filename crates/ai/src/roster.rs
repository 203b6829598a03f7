//! Where agents come from.

use flipside_rules::Game;

use crate::{Adjudicator, Agent, BuildError, PinnedTable, Playable, Spec, build};

/// Makes agents from specs. Whoever plays games is given one, so that kinds of agents can be added
/// that need more than this crate has, and tests can play with agents of their own.
pub trait Roster<G: Game>: Sync {
    /// Makes an agent.
    ///
    /// # Errors
    /// If what the spec names cannot be had.
    fn agent(&self, spec: &Spec) -> Result<Box<dyn Agent<G>>, BuildError>;

    /// Whether the agent of a spec can play under a rule set, so far as that is known before it
    /// plays.
    ///
    /// # Errors
    /// If it cannot.
    fn check(&self, spec: &Spec, rules: &G::Rules) -> Result<(), BuildError> {
        let _ = (spec, rules);
        Ok(())
    }

    /// Makes an adjudicator that decides games under a rule set by a table.
    ///
    /// # Errors
    /// If there is no such table, or it decides nothing under these rules. Rosters without tables
    /// have none.
    fn adjudicator(
        &self,
        table: &PinnedTable,
        rules: &G::Rules,
    ) -> Result<Box<dyn Adjudicator<G>>, BuildError> {
        let _ = rules;
        Err(BuildError::Adjudicator {
            table: table.to_string(),
            why: "no tables are read here".to_string(),
        })
    }
}

/// The agents of this crate.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltIn;

impl<G: Playable> Roster<G> for BuiltIn {
    fn agent(&self, spec: &Spec) -> Result<Box<dyn Agent<G>>, BuildError> {
        build(spec)
    }
}
