//! Puzzles as tab-separated text, one per line.

use std::fmt;
use std::str::FromStr;

use flipside_rules::Game as _;
use flipside_rules::hexflip::{Hexflip, Position, Rules, Turn};
use flipside_tablebase::{OnlyTurn, Value};

use super::{AGENTS, ListError, Needs, Puzzle};

/// Stands for an agent that did not find the turn.
const NONE: &str = "-";

/// Kind, position, right turn, value, legal turns, grade, and the nodes that each agent needs (or
/// `-`), separated by tabs.
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
    /// Returns the header line with the column names.
    #[must_use]
    pub fn columns() -> String {
        let columns = ["kind", "position", "turn", "value", "legal", "grade"];
        let columns: Vec<&str> = columns.into_iter().chain(AGENTS).collect();
        columns.join("\t")
    }

    /// Formats a list: the header line, then a line for each puzzle.
    #[must_use]
    pub fn format_list(puzzles: &[Self]) -> String {
        let lines = puzzles.iter().map(ToString::to_string);
        let lines: Vec<String> = std::iter::once(Self::columns()).chain(lines).collect();
        lines.join("\n") + "\n"
    }

    /// Parses a list. Lines that begin with `#` are comments. Checks that the turn is legal and
    /// that the number of legal turns, the kind and the grade are right. Whether the turn is the
    /// only right one is checked by [`check_puzzle`](super::check_puzzle).
    ///
    /// # Errors
    /// The first invalid line.
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
        return Err(format!(
            "invalid puzzle: expected the tab-separated columns {}",
            Puzzle::columns()
        ));
    };
    let needs: Vec<Option<u64>> = needs
        .iter()
        .map(|need| match *need {
            NONE => Ok(None),
            nodes => read(nodes).map(Some),
        })
        .collect::<Result<_, _>>()?;
    let needs: Needs = needs.try_into().map_err(|_| {
        format!(
            "missing or extra columns: expected the nodes of {} at the end",
            AGENTS.join(" and ")
        )
    })?;
    let puzzle = Puzzle {
        kind: kind.parse().map_err(text)?,
        only: OnlyTurn {
            position: Position::parse(rules, position).map_err(text)?,
            turn: Turn::parse(turn).map_err(text)?,
            value: match value.split_once(' ') {
                Some(("win", turns)) => Value::Win(read(turns)?),
                None if *value == "draw" => Value::Draw,
                _ => {
                    return Err(format!(
                        "invalid value `{value}`: expected `draw`, or a win such as `win 12`"
                    ));
                }
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
    let game = Hexflip::from_position(*rules, position);
    game.check(turn).map_err(text)?;
    let turns = game.turns().len();
    if legal != turns {
        return Err(format!(
            "wrong number of legal turns {legal}: expected {turns}"
        ));
    }
    if !puzzle.kind.contains(value) {
        return Err(format!("the value `{value}` is not of the kind `{kind}`"));
    }
    if read::<u8>(grade)? != puzzle.grade() {
        return Err(format!(
            "wrong grade {grade}: expected {} for these nodes",
            puzzle.grade()
        ));
    }
    Ok(puzzle)
}

fn read<T: FromStr>(number: &str) -> Result<T, String> {
    number
        .parse()
        .map_err(|_| format!("invalid number `{number}`: expected a whole number in range"))
}

fn text(error: impl fmt::Display) -> String {
    error.to_string()
}
