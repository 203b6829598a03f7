//! From arguments to rules, games and positions.

use std::fs;

use anyhow::Context as _;
use flipside_rules::{Game, RuleSet as _};

use crate::cli::PositionArgs;

/// Reads the file behind a tile set that is not built in.
pub fn load_tiles(name: &str) -> Result<String, String> {
    fs::read_to_string(name)
        .map_err(|error| format!("neither built in nor a file that can be read ({error})"))
}

/// The rule set of `--rules`.
pub fn rules<G: Game>(text: &str) -> anyhow::Result<G::Rules> {
    G::Rules::parse(text, &load_tiles).context("--rules")
}

/// The game at the position that the arguments begin with.
pub fn start<G: Game>(at: &PositionArgs) -> anyhow::Result<G> {
    let rules = rules::<G>(&at.game.rules)?;
    Ok(match &at.position {
        None => G::new(rules),
        Some(text) => {
            let position = G::parse_position(&rules, text).context("--position")?;
            G::from_position(rules, position)
        }
    })
}

/// The game at the position that the arguments lead to.
pub fn game<G: Game>(at: &PositionArgs) -> anyhow::Result<G> {
    let mut game = start::<G>(at)?;
    game.play_texts(at.turns.split_whitespace())
        .context("--turns")?;
    Ok(game)
}
