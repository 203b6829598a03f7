//! Parses what a person types.

/// A command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// A turn, or an unknown word.
    Turn(String),
    /// Choose from the legal turns that have all of these words.
    List(Vec<String>),
    /// Ask an agent for a turn.
    Hint,
    /// Ask an agent for an evaluation.
    Eval,
    /// Draw the board again.
    Board,
    /// Draw tiles.
    Tiles(Vec<String>),
    /// Take the last turn back.
    Undo,
    /// Let an interrupted agent think again.
    Go,
    /// Save the game.
    Save(String),
    /// The position as text.
    Position,
    /// Resign.
    Resign,
    /// End the program.
    Quit,
    /// Show the rules of the game.
    Rules,
    /// Explain the commands.
    Help,
    /// Nothing.
    Nothing,
}

/// The commands with what follows them and what they do, for help and completion.
pub const COMMANDS: [(&str, &str, &str); 13] = [
    (
        "list",
        "[WORD…]",
        "choose from a list; words narrow it down",
    ),
    ("hint", "", "ask an agent for a turn"),
    (
        "eval",
        "",
        "ask an agent for its evaluation of the position",
    ),
    ("undo", "", "take back your last turn and the answer to it"),
    ("go", "", "let an interrupted agent think again"),
    ("board", "", "draw the board again"),
    (
        "tiles",
        "[TILE…]",
        "draw all remaining tiles, or the named ones",
    ),
    (
        "position",
        "",
        "the position as text, and the command that continues from it",
    ),
    (
        "save",
        "FILE",
        "save the game; `flipside records show FILE --game 0` shows it",
    ),
    ("rules", "", "the rules of this game"),
    ("resign", "", "resign the game"),
    ("quit", "", "end the program"),
    ("help", "", "this help"),
];

impl Command {
    /// Parses a line.
    ///
    /// # Errors
    /// The error in the command, for people.
    pub fn parse(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let words = || {
            rest.to_lowercase()
                .split_whitespace()
                .map(str::to_string)
                .collect()
        };
        let alone = |command| match rest {
            "" => Ok(command),
            _ => Err(format!("`{word}` takes no argument; remove `{rest}`")),
        };
        match word.to_lowercase().as_str() {
            "" => Ok(Self::Nothing),
            "list" | "l" => Ok(Self::List(words())),
            "hint" => alone(Self::Hint),
            "eval" => alone(Self::Eval),
            "board" | "show" => alone(Self::Board),
            "tiles" | "tile" => Ok(Self::Tiles(words())),
            "undo" | "u" => alone(Self::Undo),
            "go" => alone(Self::Go),
            "position" => alone(Self::Position),
            "save" if rest.is_empty() => Err("`save` needs a file name: `save FILE`".to_string()),
            "save" => Ok(Self::Save(rest.to_string())),
            "rules" | "rule" => alone(Self::Rules),
            "resign" => alone(Self::Resign),
            "quit" | "exit" | "q" => alone(Self::Quit),
            "help" | "h" | "?" => alone(Self::Help),
            _ => Ok(Self::Turn(line.to_lowercase())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands_or_turns() {
        for (line, command) in [
            ("", Command::Nothing),
            ("  ", Command::Nothing),
            (" C3+D4 ", Command::Turn("c3+d4".to_string())),
            (
                "save  My File.flip ",
                Command::Save("My File.flip".to_string()),
            ),
            (
                "LIST D5 025",
                Command::List(vec!["d5".to_string(), "025".to_string()]),
            ),
            ("?", Command::Help),
            ("Rules", Command::Rules),
            ("q", Command::Quit),
            ("frobnicate", Command::Turn("frobnicate".to_string())),
        ] {
            assert_eq!(Command::parse(line), Ok(command), "{line}");
        }
        for (line, part) in [("save", "save FILE"), ("undo 3", "remove `3`")] {
            let error = Command::parse(line).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }

    #[test]
    fn every_command_in_the_help_exists() {
        for (name, _, _) in COMMANDS {
            let line = if name == "save" { "save x" } else { name };
            let command = Command::parse(line).unwrap();
            assert!(!matches!(command, Command::Turn(_)), "{name}");
        }
    }
}
