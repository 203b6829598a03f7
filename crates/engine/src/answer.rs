//! The engine's answer to `go`.

use std::fmt;

use flipside_ai::Choice;
use flipside_rules::{ExpectedScore, ForMover, Notation};

use crate::lines::printable;

/// A turn with the engine's value, nodes, depth and principal variation.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<T> {
    turn: T,
    value: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    line: Vec<T>,
}

/// A word of an answer that was dropped, since what follows it is malformed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dropped {
    /// The word: `value`, `nodes` or `depth`.
    pub word: &'static str,
    /// What follows it, and what is expected.
    pub why: String,
}

impl Answer<String> {
    /// Creates an answer from an agent's choice in `game`.
    pub fn new<G: Notation>(game: &G, choice: &Choice<G::Turn>) -> Self {
        Self {
            turn: game.turn_text(choice.turn),
            value: choice.value.map(|ForMover(ExpectedScore(value))| value),
            nodes: choice.nodes,
            depth: choice.depth,
            line: line_texts(game, &choice.line),
        }
    }
}

/// Returns the texts of consecutive turns. (A turn's text may depend on the position.)
fn line_texts<G: Notation>(game: &G, line: &[G::Turn]) -> Vec<String> {
    let mut game = game.clone();
    let mut texts = Vec::new();
    for &turn in line {
        texts.push(game.turn_text(turn));
        if game.play(turn).is_err() {
            texts.pop();
            break;
        }
    }
    texts
}

impl fmt::Display for Answer<String> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turn {}", self.turn)?;
        // The driver rejects values outside this range.
        if let Some(value) = self.value.filter(|value| (0.0..=1.0).contains(value)) {
            write!(f, " value {value}")?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if !self.line.is_empty() {
            write!(f, " line {}", self.line.join(" "))?;
        }
        Ok(())
    }
}

impl<'a> Answer<&'a str> {
    /// Parses the text after the word `turn`. Also returns the words after the turn that were dropped,
    /// since they are malformed. The error is a message.
    pub fn parse(text: &'a str) -> Result<(Self, Vec<Dropped>), String> {
        const KEYWORDS: [&str; 4] = ["value", "nodes", "depth", "line"];
        let mut words = text.split_ascii_whitespace().peekable();
        let turn = words.next().ok_or("missing turn after `turn`")?;
        let mut answer = Self {
            turn,
            value: None,
            nodes: None,
            depth: None,
            line: Vec::new(),
        };
        let mut all_dropped = Vec::new();
        while let Some(word) = words.next() {
            if word == "line" {
                answer.line = words.collect();
                break;
            }
            // A word whose value is missing must not take the next word with it.
            let text = words.next_if(|next| !KEYWORDS.contains(next));
            let text = text.unwrap_or_default();
            let dropped = match word {
                "value" => {
                    let score = text.parse().ok().filter(|v| (0.0..=1.0).contains(v));
                    answer.value = score.or(answer.value);
                    score.is_none().then_some(("value", "a number from 0 to 1"))
                }
                "nodes" => {
                    let nodes = text.parse().ok();
                    answer.nodes = nodes.or(answer.nodes);
                    nodes.is_none().then_some(("nodes", "a whole number"))
                }
                "depth" => {
                    let depth = text.parse().ok();
                    answer.depth = depth.or(answer.depth);
                    depth.is_none().then_some(("depth", "a whole number"))
                }
                _ => None,
            };
            all_dropped.extend(dropped.map(|(word, expected)| Dropped {
                word,
                why: format!("invalid {word} `{}`: expected {expected}", printable(text)),
            }));
        }
        Ok((answer, all_dropped))
    }

    /// Converts the answer to a choice in `game`. The error is a message.
    pub fn choice<G: Notation>(&self, game: &G) -> Result<Choice<G::Turn>, String> {
        let turn = game
            .parse_turn(self.turn)
            .map_err(|error| error.to_string())?;
        game.check(turn).map_err(|error| error.to_string())?;
        Ok(Choice {
            value: self.value.map(|value| ForMover(ExpectedScore(value))),
            nodes: self.nodes,
            depth: self.depth,
            line: legal_line(game, &self.line),
            ..Choice::new(turn)
        })
    }
}

/// Parses turns up to the first illegal one.
fn legal_line<G: Notation>(game: &G, texts: &[&str]) -> Vec<G::Turn> {
    let mut game = game.clone();
    let mut line = Vec::new();
    for text in texts {
        match game.parse_turn(text) {
            Ok(turn) if game.play(turn).is_ok() => line.push(turn),
            _ => break,
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use flipside_rules::{Game as _, Hexflip, hexflip};

    use super::*;

    fn game() -> Hexflip {
        Hexflip::new(hexflip::Rules::default())
    }

    #[test]
    fn answers_round_trip() {
        let game = game();
        let turns = ["c3", "b2+d4", "c3-a1"];
        let mut next = game.clone();
        let line = turns.map(|text| {
            let turn = next.parse_turn(text).unwrap();
            next.play(turn).unwrap();
            turn
        });
        let choice = Choice {
            value: Some(ForMover(ExpectedScore(1.0 / 3.0))),
            nodes: Some(u64::MAX),
            depth: Some(3),
            line: line.to_vec(),
            ..Choice::new(line[0])
        };
        let text = Answer::new(&game, &choice).to_string();
        assert_eq!(
            text,
            "turn c3 value 0.3333333333333333 nodes 18446744073709551615 depth 3 \
             line c3 b2+d4 c3-a1"
        );
        let (parsed, _) = Answer::parse(text.strip_prefix("turn ").unwrap()).unwrap();
        assert_eq!(parsed.choice(&game), Ok(choice));
        let bare = Choice::new(line[0]);
        assert_eq!(Answer::new(&game, &bare).to_string(), "turn c3");
        assert_eq!(Answer::parse("c3").unwrap().0.choice(&game), Ok(bare));
    }

    #[test]
    fn unknown_words_and_illegal_lines_are_ignored() {
        let game = game();
        let text = "c3 mate 5 nodes 7 line c3 b2+d4 c3-z9 a1";
        let choice = Answer::parse(text).unwrap().0.choice(&game).unwrap();
        assert_eq!((choice.nodes, choice.line.len()), (Some(7), 2));
    }

    #[test]
    fn malformed_words_after_a_turn_are_dropped() {
        let game = game();
        for (text, word, expected) in [
            ("c3 value", "value", "from 0 to 1"),
            ("c3 value 1.5", "value", "from 0 to 1"),
            ("c3 value nan", "value", "from 0 to 1"),
            ("c3 nodes 1e6", "nodes", "whole number"),
            ("c3 nodes -1", "nodes", "whole number"),
            ("c3 depth 3.5", "depth", "whole number"),
            ("c3 depth", "depth", "whole number"),
        ] {
            let (answer, dropped) = Answer::parse(text).unwrap();
            let turn = game.parse_turn("c3").unwrap();
            assert_eq!(answer.choice(&game), Ok(Choice::new(turn)), "{text}");
            let [dropped] = dropped.try_into().unwrap();
            assert_eq!(dropped.word, word);
            assert!(dropped.why.contains(expected), "{dropped:?}");
        }
        // Nor does a word without a value take the next one with it.
        for text in [
            "c3 mate value 0.5",
            "c3 nodes value 0.5",
            "c3 value 0.5 mate",
        ] {
            let choice = Answer::parse(text).unwrap().0.choice(&game).unwrap();
            assert!(choice.value.is_some(), "{text}");
        }
        // The others are kept.
        let (answer, dropped) = Answer::parse("c3 nodes 1e6 depth 4 value 0.5").unwrap();
        let choice = answer.choice(&game).unwrap();
        assert_eq!((choice.nodes, choice.depth), (None, Some(4)));
        assert!(choice.value.is_some() && dropped.len() == 1);
    }

    #[test]
    fn malformed_answers_are_rejected() {
        for (text, part) in [("", "missing turn"), ("z9", "z9"), ("c3+d4", "exactly 1")] {
            let error = Answer::parse(text)
                .and_then(|(answer, _)| answer.choice(&game()))
                .unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
