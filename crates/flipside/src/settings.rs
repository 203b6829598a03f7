//! Rules, games and positions of the command line.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use anyhow::Context as _;
use flipside_rules::{FullGame, RuleSet as _};

use crate::cli::PositionArgs;

/// Reads a text file, without a byte order mark and with LF at the ends of lines.
pub fn read_text(path: &Path) -> io::Result<String> {
    text(fs::read(path)?)
}

/// The text of a file. CR LF becomes LF, since messages quote lines.
fn text(mut bytes: Vec<u8>) -> io::Result<String> {
    const UTF_8: &[u8] = b"\xef\xbb\xbf";
    if bytes.starts_with(UTF_8) {
        bytes.drain(..UTF_8.len());
    }
    let is_utf_16 = [b"\xff\xfe", b"\xfe\xff"]
        .iter()
        .any(|mark| bytes.starts_with(*mark));
    let text = String::from_utf8(bytes).map_err(|error| {
        let what = match is_utf_16 {
            true => "the text is UTF-16; save it as UTF-8".to_string(),
            false => format!(
                "the text is not UTF-8 (byte {}); save it as UTF-8",
                error.utf8_error().valid_up_to()
            ),
        };
        io::Error::new(ErrorKind::InvalidData, what)
    })?;
    Ok(text.replace("\r\n", "\n"))
}

/// Reads the file of a tile set that is not built in.
pub fn load_attachment(name: &str) -> Result<String, String> {
    read_text(Path::new(name))
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
