//! `flipside engine`

use std::io::{stdin, stdout};

use flipside_ai::{AgentFactory, Playable};
use flipside_engine::{Server, serve};

use crate::cli::Engine;
use crate::players::PLAYERS;
use crate::settings;

pub fn run<G: Playable>(args: &Engine) -> anyhow::Result<()> {
    let rules = args
        .rules
        .as_deref()
        .map(settings::rules::<G>)
        .transpose()?;
    if let Some(rules) = &rules {
        AgentFactory::<G>::check(&PLAYERS, &args.agent, rules)?;
    }
    let mut agent = AgentFactory::<G>::agent(&PLAYERS, &args.agent)?;
    let server = Server {
        name: format!("flipside {} {}", env!("CARGO_PKG_VERSION"), args.agent),
        rules,
    };
    serve(&mut *agent, &server, stdin().lock(), stdout().lock())?;
    Ok(())
}
