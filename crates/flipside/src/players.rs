//! The agents that this program can play with.

use flipside_ai::{Agent, BuildError, Playable, Roster, Spec, build};
use flipside_engine::EngineAgent;

/// All of them: those that are built in, and programs of their own.
#[derive(Clone, Copy, Debug)]
pub struct Players;

impl<G: Playable> Roster<G> for Players {
    fn agent(&self, spec: &Spec) -> Result<Box<dyn Agent<G>>, BuildError> {
        match spec.name() {
            "engine" => Ok(Box::new(EngineAgent::from_spec(spec)?)),
            _ => build(spec),
        }
    }
}
