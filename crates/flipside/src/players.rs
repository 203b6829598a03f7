//! The agents of this program.

use std::any::Any;

use flipside_ai::{
    Adjudicator, Agent, AgentFactory, BuildError, PinnedTable, Playable, Spec, build,
};
use flipside_engine::EngineAgent;
use flipside_perfect::{ByTable, Perfect};
use flipside_rules::Hexflip;

/// Creates all agents: the built-in ones, perfect play by a tablebase, and external engines.
#[derive(Clone, Copy, Debug)]
pub struct Players;

impl<G: Playable> AgentFactory<G> for Players {
    fn agent(&self, spec: &Spec) -> Result<Box<dyn Agent<G>>, BuildError> {
        match spec.name() {
            "engine" => Ok(Box::new(EngineAgent::from_spec(spec)?)),
            "perfect" => {
                let perfect: Box<dyn Agent<Hexflip>> = Box::new(Perfect::from_spec(spec)?);
                same(perfect).ok_or_else(|| not_solved::<G>(spec))
            }
            _ => build(spec),
        }
    }

    fn check(&self, spec: &Spec, rules: &G::Rules) -> Result<(), BuildError> {
        if spec.name() != "perfect" {
            return Ok(());
        }
        match (rules as &dyn Any).downcast_ref() {
            Some(rules) => flipside_perfect::check(spec, rules),
            None => Err(not_solved::<G>(spec)),
        }
    }

    fn adjudicator(
        &self,
        table: &PinnedTable,
        rules: &G::Rules,
    ) -> Result<Box<dyn Adjudicator<G>>, BuildError> {
        let adjudicator = match (rules as &dyn Any).downcast_ref() {
            Some(rules) => {
                let by_table: Box<dyn Adjudicator<Hexflip>> = Box::new(ByTable::new(table, rules)?);
                same(by_table)
            }
            None => None,
        };
        adjudicator.ok_or_else(|| BuildError::Adjudicator {
            table: table.to_string(),
            why: format!(
                "{} is not solved; only hexflip games can be adjudicated",
                G::NAME
            ),
        })
    }
}

/// Converts what was made for Hexflip to the requested type, which is the same if the game is Hexflip.
fn same<T: 'static, U: 'static>(value: T) -> Option<U> {
    let value: Box<dyn Any> = Box::new(value);
    value.downcast().ok().map(|value| *value)
}

fn not_solved<G: Playable>(spec: &Spec) -> BuildError {
    BuildError::Unavailable {
        spec: spec.to_string(),
        why: format!("{} is not solved; this agent plays hexflip only", G::NAME),
    }
}
