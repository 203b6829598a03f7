//! The first words between driver and engine.

use flipside_rules::{Game, RuleSet};

use crate::PROTOCOL_VERSION;
use crate::lines::{first_word, shown};

/// An attachment of more lines than this is refused.
const MAX_ATTACHMENT: usize = 1_000;

/// The driver's first lines for a rule set.
pub fn hello<G: Game>(rules: &G::Rules) -> Vec<String> {
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

/// The driver's first line, read by an engine.
#[derive(Debug)]
pub struct Hello<'a> {
    /// How many lines of an attachment follow.
    pub attached: usize,
    rules: &'a str,
}

impl<'a> Hello<'a> {
    /// Reads the line. The error is what to answer the driver.
    pub fn parse<G: Game>(line: &'a str) -> Result<Self, String> {
        let (word, rest) = first_word(line);
        let (version, rest) = first_word(rest);
        if word != "flipside" || version.is_empty() {
            return Err(format!(
                "the first line is `flipside {PROTOCOL_VERSION} GAME LINES RULES`, not `{}`",
                shown(line)
            ));
        }
        if version != PROTOCOL_VERSION.to_string() {
            return Err(format!(
                "this engine speaks version {PROTOCOL_VERSION} of the protocol, not `{}`",
                shown(version)
            ));
        }
        let (game, rest) = first_word(rest);
        if game != G::NAME {
            return Err(format!(
                "this engine plays {}, not `{}`",
                G::NAME,
                shown(game)
            ));
        }
        let (attached, rules) = first_word(rest);
        match attached.parse() {
            Ok(attached) if attached <= MAX_ATTACHMENT => Ok(Self { attached, rules }),
            _ => Err(format!(
                "`{}` is no number of lines from 0 to {MAX_ATTACHMENT}",
                shown(attached)
            )),
        }
    }

    /// The rule set, with what was attached to it. The error is what to answer the driver.
    pub fn rules<G: Game>(&self, attachment: &str) -> Result<G::Rules, String> {
        let load = |_: &str| match self.attached {
            0 => Err("neither built in nor attached".to_string()),
            _ => Ok(attachment.to_string()),
        };
        G::Rules::parse(self.rules, &load).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use flipside_rules::{hexflip, sayu};

    use super::*;

    #[test]
    fn rules_arrive_as_they_were_sent() {
        let tiles = "name: my-set\n024 013 # two\n124\n";
        let rules = sayu::Rules::parse("radius=1,tiles=my", &|_| Ok(tiles.to_string())).unwrap();
        let lines = hello::<sayu::Game>(&rules);
        assert_eq!(lines[0], "flipside 1 sayu 2 radius=1,tiles=my-set");
        let heard = Hello::parse::<sayu::Game>(&lines[0]).unwrap();
        assert_eq!(heard.attached, lines.len() - 1);
        let attachment = lines[1..].join("\n");
        assert_eq!(heard.rules::<sayu::Game>(&attachment), Ok(rules));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, part) in [
            ("", "the first line is"),
            ("flipside", "the first line is"),
            ("hello 1 hexflip 0 standard", "the first line is"),
            ("flipside 2 hexflip 0 standard", "speaks version 1"),
            ("flipside 1 chess 0 standard", "plays hexflip, not `chess`"),
            ("flipside 1 hexflip x standard", "`x` is no number of lines"),
            ("flipside 1 hexflip -1 standard", "`-1` is no number"),
            ("flipside 1 hexflip 1001 standard", "to 1000"),
        ] {
            let error = Hello::parse::<hexflip::Game>(line).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
        for (line, part) in [
            ("flipside 1 sayu 0 radius=9", "radius"),
            ("flipside 1 sayu 0 tiles=my-set", "nor attached"),
        ] {
            let hello = Hello::parse::<sayu::Game>(line).unwrap();
            let error = hello.rules::<sayu::Game>("").unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
