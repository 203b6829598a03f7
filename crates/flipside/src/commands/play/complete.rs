//! Completion of what is being typed.

/// The ends of the parts of a turn.
const JOINTS: [char; 5] = ['@', ':', '>', '+', '-'];

/// Returns the completions of a line, sorted: whole words if they are few; otherwise each is
/// cut after the next part of a turn, so that thousands of turns are completed part by part.
pub fn complete(words: &[String], line: &str) -> Vec<String> {
    let whole: Vec<&String> = words.iter().filter(|word| word.starts_with(line)).collect();
    let few = whole.len() <= FEW;
    let mut ways: Vec<String> = whole
        .into_iter()
        .map(|word| {
            let rest = &word[line.len()..];
            match rest.find(JOINTS) {
                Some(joint) if !few => word[..line.len() + joint + 1].to_string(),
                _ => word.clone(),
            }
        })
        .collect();
    ways.sort_unstable();
    ways.dedup();
    ways
}

/// Maximum number of whole words that are offered.
const FEW: usize = 12;

#[cfg(test)]
mod tests {
    use flipside_rules::{Game, RuleSet as _, Sayu, sayu};

    use super::*;

    #[test]
    fn turns_are_completed_part_by_part() {
        let game = Sayu::new(sayu::Rules::default());
        let mut words: Vec<String> = game.turns().iter().map(ToString::to_string).collect();
        words.extend(["hint".to_string(), "help".to_string()]);
        let tiles = complete(&words, "0");
        assert_eq!(tiles.first().map(String::as_str), Some("013@"));
        assert!(tiles.iter().all(|tile| tile.len() == 4), "{tiles:?}");
        assert_eq!(
            complete(&words, "025@"),
            ["c4", "d3", "d5", "e4"].map(|c| format!("025@{c}:"))
        );
        assert_eq!(complete(&words, "025@c4:").len(), 8);
        assert_eq!(complete(&words, "025@c4:ne"), ["025@c4:ne"]);
        assert_eq!(complete(&words, "h"), ["help", "hint"]);
        assert!(complete(&words, "x").is_empty());
    }

    #[test]
    fn every_turn_can_be_reached_by_completion_alone() {
        let rules =
            sayu::Rules::parse("radius=1,tiles=mini", &flipside_rules::no_attachments).unwrap();
        let game = Sayu::new(rules);
        let words: Vec<String> = game.turns().iter().map(ToString::to_string).collect();
        let mut reached = Vec::new();
        let mut lines = vec![String::new()];
        while let Some(line) = lines.pop() {
            for way in complete(&words, &line) {
                match words.contains(&way) {
                    true => reached.push(way),
                    false => lines.push(way),
                }
            }
        }
        reached.sort_unstable();
        let mut words = words;
        words.sort_unstable();
        assert_eq!(reached, words);
    }
}
