//! Turns of Sayū and their texts.

use super::board::{Cell, DIRECTIONS, Pattern, parse_direction, parse_pattern, pattern_text};

/// A well-formed turn, legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// A placement together with its whole chain.
    Place {
        pattern: Pattern,
        cell: Cell,
        orientation: usize,
        /// The cells of the converted tiles, in order.
        chain: Vec<Cell>,
    },
    /// The pie rule.
    Swap,
}

impl Turn {
    pub(super) fn text(&self) -> String {
        match self {
            Turn::Swap => "swap".to_string(),
            Turn::Place {
                pattern,
                cell,
                orientation,
                chain,
            } => {
                let orientation = DIRECTIONS[*orientation];
                let mut text = format!("{}@{}:{orientation}", pattern_text(*pattern), cell.text());
                for step in chain {
                    text.push('>');
                    text.push_str(&step.text());
                }
                text
            }
        }
    }

    pub(super) fn parse(text: &str) -> Result<Turn, String> {
        if text == "swap" {
            return Ok(Turn::Swap);
        }
        let error = || format!("`{text}` is not a turn");
        let mut parts = text.split('>');
        let placement = parts.next().ok_or_else(error)?;
        let (pattern, place) = placement.split_once('@').ok_or_else(error)?;
        let (cell, orientation) = place.split_once(':').ok_or_else(error)?;
        let mut chain = Vec::new();
        for step in parts {
            chain.push(Cell::parse(step)?);
        }
        Ok(Turn::Place {
            pattern: parse_pattern(pattern)?,
            cell: Cell::parse(cell)?,
            orientation: parse_direction(orientation)?,
            chain,
        })
    }
}
