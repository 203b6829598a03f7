//! The agents of this program.

use std::any::Any;
use std::path::Path;

use anyhow::Context as _;
use flipside_ai::{
    Adjudicator, Agent, AgentFactory, BuildError, PinnedTable, Playable, Spec, build,
};
use flipside_engine::{EngineAgent, EngineLog};
use flipside_perfect::{ByTable, Perfect};
use flipside_rules::Hexflip;

/// Creates all agents: the built-in ones, perfect play by a tablebase, and external engines.
#[derive(Clone, Debug)]
pub struct Players {
    /// Where the lines between this program and engines are logged.
    log: Option<EngineLog>,
}

/// The agents of commands that log nothing.
pub static PLAYERS: Players = Players { log: None };

impl Players {
    /// Agents whose engines are logged in a file, if there is one.
    pub fn logged(log: Option<&Path>) -> anyhow::Result<Self> {
        let open = |path: &Path| {
            EngineLog::append(path).with_context(|| format!("--engine-log {}", path.display()))
        };
        Ok(Self {
            log: log.map(open).transpose()?,
        })
    }
}

impl<G: Playable> AgentFactory<G> for Players {
    fn agent(&self, spec: &Spec) -> Result<Box<dyn Agent<G>>, BuildError> {
        match spec.name() {
            "engine" => {
                let agent = EngineAgent::from_spec(spec)?;
                Ok(Box::new(match &self.log {
                    Some(log) => agent.logged(log.clone()),
                    None => agent,
                }))
            }
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
