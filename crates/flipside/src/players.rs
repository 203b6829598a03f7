//! The agents that this program can play with.

use std::any::Any;

use flipside_ai::{Agent, BuildError, Playable, Roster, Spec, build};
use flipside_engine::EngineAgent;
use flipside_perfect::Perfect;
use flipside_rules::hexflip;

/// All of them: those that are built in, perfect play by a table, and programs of their own.
#[derive(Clone, Copy, Debug)]
pub struct Players;

impl<G: Playable> Roster<G> for Players {
    fn agent(&self, spec: &Spec) -> Result<Box<dyn Agent<G>>, BuildError> {
        match spec.name() {
            "engine" => Ok(Box::new(EngineAgent::from_spec(spec)?)),
            "perfect" => {
                let perfect: Box<dyn Agent<hexflip::Game>> = Box::new(Perfect::from_spec(spec)?);
                let agent = Box::new(perfect) as Box<dyn Any>;
                // It is what is asked for if and only if the game is Hexflip.
                agent
                    .downcast()
                    .map(|agent| *agent)
                    .map_err(|_| not_solved::<G>(spec))
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
}

fn not_solved<G: Playable>(spec: &Spec) -> BuildError {
    BuildError::Unavailable {
        spec: spec.to_string(),
        why: format!("{} is not solved; it plays hexflip only", G::NAME),
    }
}
