//! Programs of their own as agents: both halves of the engine protocol, which `docs/protocol.md`
//! describes.
//!
//! [`EngineAgent`] starts a program and lets it play, as any other [`flipside_ai::Agent`] does;
//! [`serve`] lets any agent be such a program.

mod agent;
mod answer;
mod connection;
mod hello;
mod lines;
mod process;
mod running;
mod serve;

pub use agent::EngineAgent;
pub use lines::{LineError, MAX_LINE};
pub use serve::{ServeError, Server, serve};

/// The version of the protocol.
pub const PROTOCOL_VERSION: u32 = 1;
