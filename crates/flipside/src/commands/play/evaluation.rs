//! The evaluation of an agent's turn, in words.

use flipside_ai::{Choice, Proof};
use flipside_rules::{ExpectedScore, ForMover, Seat};

use super::board::Shown;

/// Returns value, depth and nodes of a choice, separated by commas; empty if the agent gives
/// none. The expected score is 0 for a loss and 1 for a win.
pub fn evaluation<G: Shown>(game: &G, choice: &Choice<G::Turn>) -> String {
    let mover = game.to_move();
    let mut parts = Vec::new();
    if let Some(ForMover(ExpectedScore(value))) = choice.value {
        parts.push(match choice.proven {
            Some(proof) => proven(mover, value, proof),
            None => format!("expects {} for {}", score(value), mover.letter()),
        });
    }
    if let Some(depth) = choice.depth {
        parts.push(format!("depth {depth}"));
    }
    if let Some(nodes) = choice.nodes {
        parts.push(format!("{nodes} nodes"));
    }
    parts.join(", ")
}

/// An unproven score is never shown as certain.
fn score(value: f64) -> String {
    match value {
        v if v < 0.005 => "below 0.01".to_string(),
        v if v >= 0.995 => "above 0.99".to_string(),
        v => format!("{v:.2}"),
    }
}

fn proven(mover: Seat, value: f64, proof: Proof) -> String {
    let winner = match value {
        v if v > 0.5 => mover,
        v if v < 0.5 => mover.other(),
        _ if proof.without_repetition => return "neither side can force the end".to_string(),
        _ => return "a draw, proven".to_string(),
    };
    let margin = proof.margin.map(|ForMover(margin)| match winner == mover {
        true => margin,
        false => -margin,
    });
    let by = match margin {
        None => String::new(),
        Some(0) => " at equal scores".to_string(),
        Some(margin @ 1..) => format!(" by {margin}"),
        // With komi the player with more tiles may lose.
        Some(margin) => format!(" though {} leads by {}", winner.other(), -margin),
    };
    let when = match proof.turns {
        None => String::new(),
        Some(1) => ", with this turn".to_string(),
        Some(turns) if winner == mover => format!(", within {turns} turns"),
        Some(turns) => format!(", not before {turns} turns"),
    };
    let unless = match proof.without_repetition {
        true => ", if repetition forbids no turn",
        false => "",
    };
    format!("{winner} wins{by}, proven{when}{unless}")
}

#[cfg(test)]
mod tests {
    use flipside_rules::{Game as _, Hexflip, Notation as _, hexflip};

    use super::*;

    fn told(value: f64, proven: Option<(Option<i32>, Option<u32>)>) -> String {
        let mut game = Hexflip::new(hexflip::Rules::default());
        game.play_texts(["c3"]).unwrap();
        let choice = Choice {
            value: Some(ForMover(ExpectedScore(value))),
            proven: proven.map(|(margin, turns)| Proof {
                margin: margin.map(ForMover),
                turns,
                without_repetition: false,
            }),
            ..Choice::new(game.parse_turn("b2").unwrap())
        };
        evaluation(&game, &choice)
    }

    #[test]
    fn scores_have_two_digits_and_are_never_certain() {
        assert_eq!(told(0.523, None), "expects 0.52 for o");
        assert_eq!(told(0.9999, None), "expects above 0.99 for o");
        assert_eq!(told(1.0, None), "expects above 0.99 for o");
        assert_eq!(told(0.0, None), "expects below 0.01 for o");
        assert_eq!(told(0.994, None), "expects 0.99 for o");
    }

    #[test]
    fn proven_values_are_marked_as_proven() {
        for (value, margin, turns, text) in [
            (0.0, Some(-7), None, "First wins by 7, proven"),
            (
                1.0,
                Some(2),
                Some(4),
                "Second wins by 2, proven, within 4 turns",
            ),
            (1.0, None, Some(1), "Second wins, proven, with this turn"),
            (0.0, None, Some(4), "First wins, proven, not before 4 turns"),
            (1.0, Some(0), None, "Second wins at equal scores, proven"),
            (
                1.0,
                Some(-1),
                None,
                "Second wins though First leads by 1, proven",
            ),
            (0.5, Some(0), Some(3), "a draw, proven"),
        ] {
            assert_eq!(told(value, Some((margin, turns))), text);
        }
    }
}
