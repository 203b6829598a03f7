//! The answer to `go`.

use std::fmt;

use flipside_ai::Choice;
use flipside_rules::{ExpectedScore, ForMover, Game};

/// What an engine answers when it is asked for a turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<T> {
    turn: T,
    value: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    line: Vec<T>,
}

impl Answer<String> {
    /// An answer with what the agent knows, for the game in which it was asked.
    pub fn new<G: Game>(game: &G, choice: &Choice<G::Turn>) -> Self {
        Self {
            turn: game.turn_text(choice.turn),
            value: choice.value.map(|ForMover(ExpectedScore(value))| value),
            nodes: choice.nodes,
            depth: choice.depth,
            line: line_texts(game, &choice.line),
        }
    }
}

/// Turns that follow one another, as texts. (A text may depend on the game that it stands in.)
fn line_texts<G: Game>(game: &G, line: &[G::Turn]) -> Vec<String> {
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
        // Anything else than a score would not be read.
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
    /// Reads what follows the word `turn`. The error says what is wrong.
    pub fn parse(text: &'a str) -> Result<Self, String> {
        let mut words = text.split_ascii_whitespace();
        let turn = words.next().ok_or("a turn is missing behind `turn`")?;
        let mut answer = Self {
            turn,
            value: None,
            nodes: None,
            depth: None,
            line: Vec::new(),
        };
        while let Some(word) = words.next() {
            if word == "line" {
                answer.line = words.collect();
                break;
            }
            let value = words
                .next()
                .ok_or_else(|| format!("nothing stands behind `{word}`"))?;
            let wrong = |what| format!("`{word} {value}`: {word} is {what}");
            match word {
                "value" => {
                    let score = value.parse().ok().filter(|v| (0.0..=1.0).contains(v));
                    answer.value = Some(score.ok_or_else(|| wrong("a number from 0 to 1"))?);
                }
                "nodes" => {
                    let nodes = value.parse().map_err(|_| wrong("a whole number"))?;
                    answer.nodes = Some(nodes);
                }
                "depth" => {
                    let depth = value.parse().map_err(|_| wrong("a whole number"))?;
                    answer.depth = Some(depth);
                }
                _ => {}
            }
        }
        Ok(answer)
    }

    /// The choice that the answer makes in a game. The error says why it makes none.
    pub fn choice<G: Game>(&self, game: &G) -> Result<Choice<G::Turn>, String> {
        let turn = game
            .parse_turn(self.turn)
            .map_err(|error| error.to_string())?;
        game.check(turn).map_err(|error| error.to_string())?;
        Ok(Choice {
            value: self.value.map(|value| ForMover(ExpectedScore(value))),
            nodes: self.nodes,
            depth: self.depth,
            line: legal_line(game, &self.line),
            ..Choice::bare(turn)
        })
    }
}

/// The turns up to the first one that is none.
fn legal_line<G: Game>(game: &G, texts: &[&str]) -> Vec<G::Turn> {
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
    use flipside_rules::hexflip;

    use super::*;

    fn game() -> hexflip::Game {
        hexflip::Game::new(hexflip::Rules::default())
    }

    #[test]
    fn what_an_agent_knows_arrives() {
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
            ..Choice::bare(line[0])
        };
        let text = Answer::new(&game, &choice).to_string();
        assert_eq!(
            text,
            "turn c3 value 0.3333333333333333 nodes 18446744073709551615 depth 3 \
             line c3 b2+d4 c3-a1"
        );
        let heard = Answer::parse(text.strip_prefix("turn ").unwrap()).unwrap();
        assert_eq!(heard.choice(&game), Ok(choice));
        let bare = Choice::bare(line[0]);
        assert_eq!(Answer::new(&game, &bare).to_string(), "turn c3");
        assert_eq!(Answer::parse("c3").unwrap().choice(&game), Ok(bare));
    }

    #[test]
    fn unknown_words_and_wrong_lines_do_no_harm() {
        let game = game();
        let text = "c3 mate 5 nodes 7 line c3 b2+d4 c3-z9 a1";
        let choice = Answer::parse(text).unwrap().choice(&game).unwrap();
        assert_eq!((choice.nodes, choice.line.len()), (Some(7), 2));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (text, part) in [
            ("", "a turn is missing"),
            ("c3 value", "nothing stands behind `value`"),
            ("c3 value 1.5", "a number from 0 to 1"),
            ("c3 value nan", "a number from 0 to 1"),
            ("c3 nodes -1", "a whole number"),
            ("c3 depth many", "a whole number"),
            ("z9", "z9"),
            ("c3+d4", "exactly 1"),
        ] {
            let error = Answer::parse(text)
                .and_then(|answer| answer.choice(&game()))
                .unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
