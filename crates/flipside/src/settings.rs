//! Rules, games and positions of the command line.

use std::fs;

use anyhow::Context as _;
use flipside_rules::{FullGame, RuleSet as _};

use crate::cli::PositionArgs;

/// Reads the file of a tile set that is not built in.
pub fn load_attachment(name: &str) -> Result<String, String> {
    fs::read_to_string(name)
        .map_err(|error| format!("neither built in nor a readable file ({error})"))
}

/// Returns the rule set of `--rules`.
pub fn rules<G: FullGame>(text: &str) -> anyhow::Result<G::Rules> {
    G::Rules::parse(text, &load_attachment).context("--rules")
}

/// Returns the game at the position of `--position`.
pub fn start<G: FullGame>(at: &PositionArgs) -> anyhow::Result<G> {
    let rules = rules::<G>(&at.game.rules)?;
    Ok(match &at.position {
        None => G::new(rules),
        Some(text) => {
            let position = G::parse_position(&rules, text).context("--position")?;
            G::from_position(rules, position)
        }
    })
}

/// Returns the game after the turns of `--turns`.
pub fn game<G: FullGame>(at: &PositionArgs) -> anyhow::Result<G> {
    let mut game = start::<G>(at)?;
    game.play_texts(at.turns.split_whitespace())
        .context("--turns")?;
    Ok(game)
}
