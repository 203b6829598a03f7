//! Who sits at a board.

use std::fmt;
use std::str::FromStr;

use anyhow::anyhow;
use flipside_ai::Spec;

/// A person or an agent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// Whoever sits at the terminal.
    Human,
    /// An agent.
    Agent(Spec),
}

impl FromStr for Player {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        match text {
            "human" => Ok(Self::Human),
            spec => match spec.parse() {
                Ok(spec) => Ok(Self::Agent(spec)),
                Err(error) => Err(anyhow!("{error}; or `human` for whoever types")),
            },
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.pad("human"),
            Self::Agent(spec) => spec.fmt(f),
        }
    }
}
