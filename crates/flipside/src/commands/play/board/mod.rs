//! Drawing games on a terminal of 80 columns.

mod hexflip;
mod sayu;

use flipside_ai::Playable;
use flipside_rules::{Reason, Seat};

use super::explain;
use super::history::Last;
use super::paint::{Paint, plain};
use crate::cli::Size;

/// Games that can be shown to people and played by them.
pub trait Shown: Playable {
    /// The spec of the default opponent: about a second per turn.
    const OPPONENT: &'static str;

    /// The notation of turns, for help.
    const TURNS: &'static str;

    /// The steps in which a turn is chosen, in the order of [`Shown::ways`].
    const STEPS: &'static [&'static str];

    /// Columns of a [`Shown::picture`].
    const PICTURE_WIDTH: usize;

    /// Returns the goal under these rules, in a sentence or two.
    fn goal(&self) -> String;

    /// Returns the rules of this rule set, in lines of at most 80 columns.
    fn rules_text(&self) -> String;

    /// Draws the board in lines of at most 80 columns. Changes of the last turn are marked, and
    /// what the turn before it flipped. `recent` holds these turns, the newest first.
    fn board(&self, recent: &[Last<'_, Self>], size: Size, paint: Paint) -> String;

    /// Returns what a player holds, in a few words.
    fn holding(&self, seat: Seat) -> String;

    /// Returns further remarks, one per line.
    fn remarks(&self, paint: Paint) -> Vec<String>;

    /// What has to be chosen, one after the other, to come to a legal turn; in several ways where
    /// the order of its parts makes no difference. No two turns have a way in common.
    fn ways(&self, turn: Self::Turn) -> Vec<Vec<String>>;

    /// Returns the texts that a person may type for a turn, the standard one first.
    fn spellings(&self, turn: Self::Turn) -> Vec<String> {
        vec![self.turn_text(turn)]
    }

    /// Returns words that narrow down a list to turns like this one, besides the steps of its ways.
    fn words(&self, turn: Self::Turn) -> Vec<String>;

    /// Returns a picture of the choice at step number `step` of this turn, if it has one. Small pictures
    /// are a single line.
    fn picture(
        &self,
        turn: Self::Turn,
        step: usize,
        size: Size,
        paint: Paint,
    ) -> Option<Vec<String>>;

    /// Returns pictures of the tiles with these names, or of all remaining ones.
    ///
    /// # Errors
    /// If there are no such tiles.
    fn tiles(&self, names: &[String], size: Size, paint: Paint) -> Result<String, String>;

    /// Explains the reason for which the game ended, with the score if there is one.
    fn meaning(&self, reason: Reason) -> String;
}

/// Puts pictures side by side, each with a line under it, in rows of at most 80 columns. All
/// pictures are `width` columns wide, and the lines at most `label_width`.
fn gallery(pictures: &[(Vec<String>, String)], width: usize, label_width: usize) -> String {
    // Two columns apart, so that arrows of neighbours do not touch.
    let step = width.max(label_width) + 2;
    let mut text = String::new();
    for row in pictures.chunks(80 / step) {
        let height = row.iter().map(|(lines, _)| lines.len()).max().unwrap_or(0);
        for line in 0..height {
            for (lines, _) in row {
                text += lines.get(line).map_or("", String::as_str);
                // The length of the text includes colour codes, which take no columns.
                text += &" ".repeat(step - width);
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        for (_, label) in row {
            text += &format!("{label:<step$}");
        }
        text.truncate(text.trim_end().len());
        text += "\n\n";
    }
    text
}

/// Combines pictures, `width` columns wide, with their names.
pub fn shown_together(
    pictures: Vec<Vec<String>>,
    names: Vec<String>,
    width: usize,
    size: Size,
) -> String {
    let together = pictures.into_iter().zip(names);
    match size {
        Size::Large => {
            let together: Vec<_> = together.collect();
            let longest = together.iter().map(|(_, name)| name.chars().count()).max();
            gallery(&together, width, longest.unwrap_or(0))
        }
        Size::Small => {
            let labels = together.map(|(lines, name)| format!("{name} {}", plain(&lines.concat())));
            columns(&labels.collect::<Vec<_>>())
        }
    }
}

/// Texts without colours in columns, row by row, as many as fit into 80.
pub fn columns(texts: &[String]) -> String {
    let width = texts.iter().map(|text| text.chars().count()).max();
    let width = width.unwrap_or(0) + 2;
    let mut lines = String::new();
    for row in texts.chunks((80 / width).max(1)) {
        let row: String = row.iter().map(|text| format!("{text:<width$}")).collect();
        lines += &format!("{}\n", row.trim_end());
    }
    lines
}

#[cfg(test)]
mod tests {
    use flipside_ai::Rng;
    use flipside_rules::{Hexflip, RuleSet as _, Sayu, TurnTextError, no_attachments};

    use super::*;
    /// Draws random games and checks what holds of every drawing.
    fn check<G: Shown>(rules: &str) {
        let rules = G::Rules::parse(rules, &no_attachments).unwrap();
        for seed in 0..8 {
            let mut rng = Rng::new(seed);
            let mut game = G::new(rules.clone());
            let mut recent: Vec<(G, G::Turn)> = Vec::new();
            loop {
                let marked: Vec<Last<'_, G>> = recent
                    .iter()
                    .map(|(before, turn)| Last {
                        before,
                        turn: *turn,
                    })
                    .collect();
                let remarks = game.remarks(Paint::PLAIN);
                for size in [Size::Large, Size::Small] {
                    let [drawn, coloured] =
                        [false, true].map(|on| game.board(&marked, size, Paint::new(on)));
                    assert!(!drawn.contains('\u{1b}'));
                    assert_eq!(plain(&coloured), drawn);
                    for line in drawn.lines().chain(remarks.iter().map(String::as_str)) {
                        assert!(line.chars().count() <= 80, "{line}");
                    }
                    if let Some((before, turn)) = recent.first() {
                        assert_ne!(before.board(&[], size, Paint::PLAIN), drawn, "{turn:?}");
                    }
                    // Players, remarks, prompt and an agent's message fit into 24 lines with it.
                    let lines = drawn.lines().count() + remarks.len() + 5;
                    assert!(size == Size::Large || lines <= 24, "{drawn}");
                }
                let Some(turn) = game.pick_turn(|n| rng.below(n)) else {
                    break;
                };
                let before = game.clone();
                game.play(turn).unwrap();
                recent.insert(0, (before, turn));
                recent.truncate(2);
            }
            let outcome = game.outcome().unwrap();
            assert!(game.meaning(outcome.reason).len() > 10);
        }
        let game = G::new(rules);
        let meanings = G::REASONS.iter().map(|&reason| game.meaning(reason));
        let meanings: std::collections::BTreeSet<_> = meanings.collect();
        assert_eq!(meanings.len(), G::REASONS.len());
    }

    #[test]
    fn boards_fit_and_say_the_same_with_and_without_colours() {
        check::<Hexflip>("");
        check::<Hexflip>("hand=3,swap=on");
        check::<Sayu>("");
        check::<Sayu>("radius=1,swap=on,back=mirrored,komi=1.5");
    }

    #[test]
    fn ways_lead_to_one_turn() {
        fn check<G: Shown>(rules: &str, seed: u64) {
            let rules = G::Rules::parse(rules, &no_attachments).unwrap();
            let mut game = G::new(rules);
            let mut rng = Rng::new(seed);
            while let Some(turn) = game.pick_turn(|n| rng.below(n)) {
                let turns = game.turns();
                let ways = || turns.iter().flat_map(|&turn| game.ways(turn));
                let distinct: std::collections::BTreeSet<_> = ways().collect();
                assert_eq!(distinct.len(), ways().count());
                assert!(ways().all(|steps| steps.len() == G::STEPS.len()));
                for &turn in &turns {
                    let spellings = game.spellings(turn);
                    assert_eq!(spellings[0], game.turn_text(turn));
                    for text in spellings {
                        let right = match game.parse_turn(&text) {
                            Err(TurnTextError::WrongOrder { right, .. }) => right,
                            turn => game.turn_text(turn.unwrap()),
                        };
                        assert_eq!(right, game.turn_text(turn));
                    }
                }
                game.play_unchecked(turn);
            }
        }
        for seed in 0..3 {
            check::<Hexflip>("swap=on", seed);
            check::<Hexflip>("place=3", seed);
            check::<Sayu>("radius=2,swap=on", seed);
            check::<Sayu>("radius=1,convert=optional", seed);
        }
    }

    #[test]
    fn opponents_can_be_built() {
        fn check<G: Shown>() {
            let spec = G::OPPONENT.parse().unwrap();
            assert!(flipside_ai::build::<G>(&spec).is_ok());
        }
        check::<Hexflip>();
        check::<Sayu>();
    }
}
