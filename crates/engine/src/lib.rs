//! External engines as agents, and agents as external engines: both sides of the engine protocol
//! in `docs/protocol.md`.
//!
//! [`EngineAgent`] is an [`flipside_ai::Agent`] that drives an engine process. [`serve()`] runs any
//! agent as an engine.

mod agent;
mod answer;
mod connection;
mod handshake;
mod lines;
mod log;
mod process;
mod serve;
mod session;
mod transcript;

pub use agent::EngineAgent;
pub use lines::{LineError, MAX_LINE};
pub use log::EngineLog;
pub use serve::{ServeError, Server, serve};

/// The protocol version.
pub const PROTOCOL_VERSION: u32 = 1;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
