//! The rules of the games in short, for people at a terminal: each game's in one place.
//! `docs/rules.md` has them in full, with our readings.

pub mod hexflip;
pub mod sayu;

/// Columns of the labels at the left.
const LABEL: usize = 10;

/// The columns of an ordinary terminal.
const COLUMNS: usize = 80;

/// Returns a label with a wrapped text beside it.
fn entry(label: &str, text: &str) -> String {
    let mut lines = String::new();
    let mut line = format!("{label:<LABEL$}");
    let mut is_empty = true;
    for word in text.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > COLUMNS {
            lines += &format!("{}\n", line.trim_end());
            line = " ".repeat(LABEL);
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line += word;
        is_empty = false;
    }
    lines + &format!("{}\n", line.trim_end())
}

/// Returns the goal as a sentence, without the name of the game.
fn goal_alone(goal: &str) -> String {
    let text = goal.split_once(": ").map_or(goal, |(_, text)| text);
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// A number with the noun for one or for several.
fn count(number: usize, one: &str, several: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        number => format!("{number} {several}"),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use flipside_rules::{RuleSet, no_attachments};

    use super::*;
    use crate::commands::play::board::Shown;

    /// The texts of rule sets, which must fit into a terminal of 80 columns.
    fn texts<G: Shown>(rules: &[&str]) -> Vec<String> {
        let text = |rules: &&str| {
            let rules = G::Rules::parse(rules, &no_attachments).unwrap();
            let game = G::new(rules.clone());
            let text = game.rules_text();
            assert!(text.contains(&rules.name()), "{text}");
            assert!(game.goal().chars().count() <= 160, "{}", game.goal());
            for line in text.lines() {
                assert!(line.chars().count() <= COLUMNS, "{line}");
                assert_eq!(line, line.trim_end());
            }
            text
        };
        let texts: Vec<String> = rules.iter().map(text).collect();
        let distinct: BTreeSet<&String> = texts.iter().collect();
        assert_eq!(distinct.len(), texts.len(), "two rule sets read alike");
        // With the prompt, in an ordinary terminal.
        assert!(texts[0].lines().count() < 24, "{}", texts[0]);
        texts
    }

    /// The text without its line breaks.
    fn flat(text: &str) -> String {
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Every key of a rule set must be among the variants, so that a new key is explained.
    fn covers<R: RuleSet>(rules: &[&str]) {
        for key in R::KEYS {
            let found = rules.iter().any(|rules| rules.contains(key.name));
            assert!(found, "{} is not explained", key.name);
        }
    }

    #[test]
    fn hexflip_is_explained_under_every_rule_set() {
        let rules = [
            "",
            "hand=3",
            "place=1",
            "place=3",
            "first_place=2",
            "first_place=3,hand=1",
            "second_place=1",
            "overline=mover",
            "repetition=2",
            "repetition=off",
            "deviate=first",
            "swap=on",
        ];
        covers::<flipside_rules::hexflip::Rules>(&rules);
        let texts = texts::<flipside_rules::Hexflip>(&rules);
        for (n, part) in [
            (0, "8 pieces in hand"),
            (
                0,
                "Place 1 or 2 pieces from your hand on any empty points. First's first turn places 1.",
            ),
            (0, "a third time is not legal"),
            (1, "3 pieces in hand"),
            (2, "Place 1 piece from your hand"),
            (3, "Place 1, 2 or 3 pieces"),
            (4, "First's first turn places 2."),
            // The hand limits a placement.
            (5, "First's first turn places 1."),
            (6, "Second's first placing turn places 1."),
            (7, "3. The other player wins with a line of four or more."),
            (8, "a second time is not legal"),
            (9, "Positions may repeat without limit."),
            (10, "is not legal for First; Second may make it"),
            (11, "`swap`"),
        ] {
            assert!(flat(&texts[n]).contains(part), "{part}: {}", texts[n]);
        }
        assert!(!texts[0].contains("swap"));
    }

    #[test]
    fn sayu_is_explained_under_every_rule_set() {
        let rules = [
            "",
            "radius=1",
            "radius=1,tiles=mini",
            "back=mirrored",
            "convert=optional",
            "komi=2.5",
            "komi=-1",
            "komi=2.5,swap=on",
            "swap=on",
        ];
        covers::<flipside_rules::sayu::Rules>(&rules);
        let texts = texts::<flipside_rules::Sayu>(&rules);
        for (n, part) in [
            (0, "48 different tiles"),
            (0, "7 by 7 cells"),
            (0, "The game ends after 48 tiles."),
            (1, "3 by 3 cells"),
            (1, "The game ends after 8 tiles."),
            (2, "The game ends after"),
            (3, "mirror image"),
            (4, "may stop"),
            (5, "Second gets 2.5 extra tiles"),
            (6, "Second gets -1 extra tiles"),
            (7, "after a swap First gets them"),
            (8, "`swap`"),
        ] {
            assert!(flat(&texts[n]).contains(part), "{part}: {}", texts[n]);
        }
        assert!(!texts[0].contains("komi") && !texts[0].contains("swap"));
    }
}
