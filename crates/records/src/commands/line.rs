//! A game as a line of JSON.

use std::fmt::{Display, Write};

use flipside_rules::{Game, Seat};

use super::{GameRemarks, Remarks, RemarksError, TurnRemark};
use crate::{Annotation, GameFault, GameRecord, Header, Replay};

/// Writes games as JSON objects, one a line, with their keys in a fixed order.
pub(super) struct LineWriter<'a, G: Game> {
    header: &'a Header,
    replay: &'a Replay<G>,
    remarks: Option<&'a dyn Remarks>,
    /// Game and rules, which are the same in all lines.
    common: String,
    /// The agents as JSON strings.
    agents: Vec<String>,
}

/// Why a game has no line.
pub(super) enum LineError {
    /// It contradicts the rules.
    Fault(GameFault),
    /// There are no remarks on it.
    Remarks(RemarksError),
}

impl From<GameFault> for LineError {
    fn from(fault: GameFault) -> Self {
        Self::Fault(fault)
    }
}

impl From<RemarksError> for LineError {
    fn from(error: RemarksError) -> Self {
        Self::Remarks(error)
    }
}

impl<'a, G: Game> LineWriter<'a, G> {
    pub(super) fn new(
        header: &'a Header,
        replay: &'a Replay<G>,
        remarks: Option<&'a dyn Remarks>,
    ) -> Self {
        let mut common = String::from(",\"game\":");
        push_string(&mut common, &header.game);
        common += ",\"rules\":";
        push_string(&mut common, &header.rules);
        let quoted = |spec: &String| {
            let mut text = String::new();
            push_string(&mut text, spec);
            text
        };
        Self {
            header,
            replay,
            remarks,
            common,
            agents: header.agents.iter().map(quoted).collect(),
        }
    }

    /// Appends the line of a game; nothing if that fails.
    pub(super) fn append(&self, record: &GameRecord, text: &mut String) -> Result<(), LineError> {
        let start = text.len();
        let result = self.append_line(record, text);
        if result.is_err() {
            text.truncate(start);
        }
        result
    }

    fn append_line(&self, record: &GameRecord, text: &mut String) -> Result<(), LineError> {
        push(text, "{\"id\":", record.id);
        *text += &self.common;
        for (key, seat) in [(",\"first\":", Seat::First), (",\"second\":", Seat::Second)] {
            // A decoded game's players are among the header's agents.
            let agent = self.agents.get(record.players[seat.index()] as usize);
            push(text, key, agent.map_or("null", String::as_str));
        }
        push(text, ",\"seed\":", record.seed);
        push(text, ",\"opening\":", record.opening);
        if let Some(start) = &record.start {
            *text += ",\"start\":";
            push_string(text, start);
        }
        *text += ",\"turns\":[";
        let mut comma = false;
        let game = self.replay.game(record, |game, turn| {
            if comma {
                text.push(',');
            }
            comma = true;
            push_string(text, &game.turn_text(turn));
        })?;
        *text += "],\"outcome\":";
        push_string(text, record.end.result.name());
        *text += ",\"reason\":";
        push_string(
            text,
            record.end.reason.name(self.header).unwrap_or_default(),
        );
        if let Some(margin) = margin(&game, record) {
            push(text, ",\"margin\":", margin);
        }
        push_annotations(text, ",\"value\":[", record, |a| a.value.map(|v| v.0));
        push_annotations(text, ",\"nodes\":[", record, |a| a.nodes);
        push_annotations(text, ",\"depth\":[", record, |a| a.depth);
        if let Some(remarks) = self.remarks {
            push_remarks(text, &remarks.of(record)?);
        }
        *text += "}\n";
        Ok(())
    }
}

/// First's margin at the end, where the game has one and was played to its end.
pub(super) fn margin<G: Game>(game: &G, record: &GameRecord) -> Option<i32> {
    let over = G::HAS_MARGIN && record.end.is_by_rules();
    game.margin().filter(|_| over).map(|margin| margin.0)
}

fn push(text: &mut String, key: &str, value: impl Display) {
    *text += key;
    // Writing to a string does not fail.
    let _ = write!(text, "{value}");
}

/// What remarks there are, one item a turn.
fn push_remarks(text: &mut String, remarks: &GameRemarks) {
    let turns = &remarks.turns;
    push_items(text, ",\"table\":[", turns, |turn, text| {
        push_string(text, &turn.value);
    });
    push_items(text, ",\"cost\":[", turns, |turn, text| match turn.cost {
        Some([best, made]) => push_string(text, &format!("{best}-{made}")),
        None => *text += "null",
    });
    push_items(text, ",\"longer\":[", turns, |turn, text| {
        match turn.longer {
            0 => *text += "null",
            longer => push(text, "", longer),
        }
    });
    match remarks.decided {
        Some(number) => push(text, ",\"decided\":", number),
        None => *text += ",\"decided\":null",
    }
}

fn push_items(
    text: &mut String,
    key: &str,
    turns: &[TurnRemark],
    item: impl Fn(&TurnRemark, &mut String),
) {
    *text += key;
    for (i, turn) in turns.iter().enumerate() {
        *text += if i > 0 { "," } else { "" };
        item(turn, text);
    }
    text.push(']');
}

/// One item a turn; nothing if it is recorded for no turn.
fn push_annotations<T: Display>(
    text: &mut String,
    key: &str,
    record: &GameRecord,
    item: impl Fn(&Annotation) -> Option<T>,
) {
    if record.annotations.iter().all(|a| item(a).is_none()) {
        return;
    }
    *text += key;
    for (i, annotation) in record.annotations.iter().enumerate() {
        let comma = if i > 0 { "," } else { "" };
        match item(annotation) {
            Some(value) => push(text, comma, value),
            None => push(text, comma, "null"),
        }
    }
    text.push(']');
}

/// Appends a JSON string.
fn push_string(text: &mut String, content: &str) {
    text.push('"');
    let is_plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
    if content.bytes().all(is_plain) {
        *text += content;
    } else {
        push_escaped(text, content);
    }
    text.push('"');
}

fn push_escaped(text: &mut String, content: &str) {
    for c in content.chars() {
        match c {
            '"' => *text += "\\\"",
            '\\' => *text += "\\\\",
            '\n' => *text += "\\n",
            '\r' => *text += "\\r",
            '\t' => *text += "\\t",
            c if c < ' ' => {
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_read_back_by_another_reader() {
        let all: String = (0..300)
            .filter_map(char::from_u32)
            .chain("ū\u{10FFFF}".chars())
            .collect();
        let mut json = String::new();
        push_string(&mut json, &all);
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), all);
    }
}
