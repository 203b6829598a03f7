//! Puzzles as text: a line each, tabs between the columns.

use std::fmt;
use std::str::FromStr;

use flipside_rules::Game as _;
use flipside_rules::hexflip::{Game, Position, Rules, Turn};
use flipside_tablebase::{OnlyTurn, Value};

use super::{AGENTS, ListError, Needs, Puzzle};

/// In place of nodes that did not suffice.
const NONE: &str = "-";

/// Kind, position, right turn, value, legal turns, grade, and the nodes that each agent needs, or
/// `-`; with tabs between them.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let OnlyTurn {
            position,
            value,
            turn,
            legal,
        } = &self.only;
        let (kind, grade) = (self.kind, self.grade());
        write!(f, "{kind}\t{position}\t{turn}\t{value}\t{legal}\t{grade}")?;
        for need in self.needs {
            match need {
                Some(nodes) => write!(f, "\t{nodes}")?,
                None => write!(f, "\t{NONE}")?,
            }
        }
        Ok(())
    }
}

impl Puzzle {
    /// The names of the columns.
    #[must_use]
    pub fn columns() -> String {
        let columns = ["kind", "position", "turn", "value", "legal", "grade"];
        let columns: Vec<&str> = columns.into_iter().chain(AGENTS).collect();
        columns.join("\t")
    }

    /// A list: the names of the columns, then a line for each puzzle.
    #[must_use]
    pub fn format_list(puzzles: &[Self]) -> String {
        let lines = puzzles.iter().map(ToString::to_string);
        let lines: Vec<String> = std::iter::once(Self::columns()).chain(lines).collect();
        lines.join("\n") + "\n"
    }

    /// Reads a list. Lines that begin with `#` are left out. The turn must be legal, and the number
    /// of legal turns, the kind and the grade right; whether all other turns are mistakes only a
    /// table knows.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn parse_list(rules: &Rules, text: &str) -> Result<Vec<Self>, ListError> {
        let header = Self::columns();
        (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.starts_with('#') && *line != header)
            .map(|(number, line)| {
                parse(rules, line).map_err(|what| ListError { line: number, what })
            })
            .collect()
    }
}

fn parse(rules: &Rules, line: &str) -> Result<Puzzle, String> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [kind, position, turn, value, legal, grade, needs @ ..] = columns.as_slice() else {
        return Err(format!("a puzzle has the columns {}", Puzzle::columns()));
    };
    let needs: Vec<Option<u64>> = needs
        .iter()
        .map(|need| match *need {
            NONE => Ok(None),
            nodes => read(nodes).map(Some),
        })
        .collect::<Result<_, _>>()?;
    let needs: Needs = needs
        .try_into()
        .map_err(|_| format!("a puzzle ends with the nodes of {}", AGENTS.join(" and ")))?;
    let puzzle = Puzzle {
        kind: kind.parse().map_err(text)?,
        only: OnlyTurn {
            position: Position::parse(rules, position).map_err(text)?,
            turn: Turn::parse(turn).map_err(text)?,
            value: match value.split_once(' ') {
                Some(("win", turns)) => Value::Win(read(turns)?),
                None if *value == "draw" => Value::Draw,
                _ => return Err(format!("`{value}` is no value such as `win 12` or `draw`")),
            },
            legal: read(legal)?,
        },
        needs,
    };
    let OnlyTurn {
        position,
        turn,
        value,
        legal,
    } = puzzle.only;
    let game = Game::from_position(*rules, position);
    game.check(turn).map_err(text)?;
    let turns = game.turns().len();
    if legal != turns {
        return Err(format!("there are {turns} legal turns, not {legal}"));
    }
    if !puzzle.kind.contains(value) {
        return Err(format!("`{value}` is not of the kind `{kind}`"));
    }
    if read::<u8>(grade)? != puzzle.grade() {
        return Err(format!("the grade is {}, by the nodes", puzzle.grade()));
    }
    Ok(puzzle)
}

fn read<T: FromStr>(number: &str) -> Result<T, String> {
    number
        .parse()
        .map_err(|_| format!("`{number}` is no number that fits here"))
}

fn text(error: impl fmt::Display) -> String {
    error.to_string()
}
