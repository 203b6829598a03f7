//! The first lines between driver and engine.

use flipside_rules::{Notation, RuleSet};

use crate::PROTOCOL_VERSION;
use crate::lines::{first_word, printable};

/// The maximum number of lines in an attachment.
const MAX_ATTACHMENT: usize = 1_000;

/// Returns the lines with which the driver starts a session under a rule set.
pub fn handshake_lines<G: Notation>(rules: &G::Rules) -> Vec<String> {
    let attachment = rules.attachment().unwrap_or_default();
    let mut lines = vec![format!(
        "flipside {PROTOCOL_VERSION} {} {} {}",
        G::NAME,
        attachment.lines().count(),
        rules.name()
    )];
    lines.extend(attachment.lines().map(str::to_string));
    lines
}

/// The driver's first line, as an engine parses it.
#[derive(Debug)]
pub struct Handshake<'a> {
    /// The number of attachment lines that follow.
    pub attached: usize,
    rules: &'a str,
}

impl<'a> Handshake<'a> {
    /// Parses the line. The error is the message to send to the driver.
    pub fn parse<G: Notation>(line: &'a str) -> Result<Self, String> {
        let (word, rest) = first_word(line);
        let (version, rest) = first_word(rest);
        if word != "flipside" || version.is_empty() {
            return Err(format!(
                "invalid first line `{}`: expected `flipside {PROTOCOL_VERSION} GAME LINES RULES`",
                printable(line)
            ));
        }
        if version != PROTOCOL_VERSION.to_string() {
            return Err(format!(
                "unsupported protocol version `{}`: this engine implements version \
                 {PROTOCOL_VERSION}",
                printable(version)
            ));
        }
        let (game, rest) = first_word(rest);
        if game != G::NAME {
            return Err(format!(
                "this engine plays {}, not `{}`",
                G::NAME,
                printable(game)
            ));
        }
        let (attached, rules) = first_word(rest);
        match attached.parse() {
            Ok(attached) if attached <= MAX_ATTACHMENT => Ok(Self { attached, rules }),
            _ => Err(format!(
                "invalid number of attachment lines `{}`: expected a whole number from 0 to \
                 {MAX_ATTACHMENT}",
                printable(attached)
            )),
        }
    }

    /// Parses the rule set with its attachment. The error is the message to send to the driver.
    pub fn rules<G: Notation>(&self, attachment: &str) -> Result<G::Rules, String> {
        let load = |_: &str| match self.attached {
            0 => Err("neither built in nor attached".to_string()),
            _ => Ok(attachment.to_string()),
        };
        G::Rules::parse(self.rules, &load).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use flipside_rules::{Hexflip, Sayu, sayu};

    use super::*;

    #[test]
    fn handshakes_round_trip() {
        let tiles = "name: my-set\n024 013 # two\n124\n";
        let rules = sayu::Rules::parse("radius=1,tiles=my", &|_| Ok(tiles.to_string())).unwrap();
        let lines = handshake_lines::<Sayu>(&rules);
        assert_eq!(lines[0], "flipside 1 sayu 2 radius=1,tiles=my-set");
        let handshake = Handshake::parse::<Sayu>(&lines[0]).unwrap();
        assert_eq!(handshake.attached, lines.len() - 1);
        let attachment = lines[1..].join("\n");
        assert_eq!(handshake.rules::<Sayu>(&attachment), Ok(rules));
    }

    #[test]
    fn malformed_handshakes_are_rejected() {
        for (line, part) in [
            ("", "invalid first line"),
            ("flipside", "invalid first line"),
            ("hello 1 hexflip 0 standard", "invalid first line"),
            ("flipside 2 hexflip 0 standard", "version `2`"),
            ("flipside 1 chess 0 standard", "plays hexflip, not `chess`"),
            ("flipside 1 hexflip x standard", "attachment lines `x`"),
            ("flipside 1 hexflip -1 standard", "attachment lines `-1`"),
            ("flipside 1 hexflip 1001 standard", "to 1000"),
        ] {
            let error = Handshake::parse::<Hexflip>(line).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
        for (line, part) in [
            ("flipside 1 sayu 0 radius=9", "radius"),
            ("flipside 1 sayu 0 tiles=my-set", "nor attached"),
        ] {
            let handshake = Handshake::parse::<Sayu>(line).unwrap();
            let error = handshake.rules::<Sayu>("").unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
