//! What a game looks like on a terminal of 80 columns.

mod hexflip;
mod sayu;

use flipside_ai::Playable;
use flipside_rules::{Reason, Seat};

use super::course::Last;
use super::look::Size;
use super::paint::{Paint, plain};

/// Games that can be shown to people and played by them.
pub trait Shown: Playable {
    /// The spec of a sensible opponent: about a second for a turn.
    const OPPONENT: &'static str;

    /// How turns are typed.
    const TURNS: &'static str;

    /// What a turn is chosen by, step by step, in the order of [`Shown::steps`].
    const STEPS: &'static [&'static str];

    /// Columns of a [`Shown::picture`].
    const PICTURE_WIDTH: usize;

    /// The board, with what the last turn has changed marked, in lines of at most 80 columns.
    fn board(&self, last: Option<&Last<'_, Self>>, size: Size, paint: Paint) -> String;

    /// What a player has, in a few words.
    fn holding(&self, seat: Seat) -> String;

    /// What else one should know, a line each.
    fn remarks(&self, paint: Paint) -> Vec<String>;

    /// What has to be chosen, one after the other, to come to a legal turn. No two turns have the
    /// same steps.
    fn steps(&self, turn: Self::Turn) -> Vec<String>;

    /// Words that narrow down a list to turns like this one, besides its steps.
    fn words(&self, turn: Self::Turn) -> Vec<String>;

    /// A picture of what step number `step` of this turn chooses, where that helps: small ones are a
    /// single line.
    fn picture(
        &self,
        turn: Self::Turn,
        step: usize,
        size: Size,
        paint: Paint,
    ) -> Option<Vec<String>>;

    /// Pictures of tiles of these names, or of all that are left.
    ///
    /// # Errors
    /// If there are no such tiles.
    fn tiles(&self, names: &[String], size: Size, paint: Paint) -> Result<String, String>;

    /// Why the game, which has ended for this reason, ended as it did; with the score, if there is
    /// one.
    fn meaning(&self, reason: Reason) -> String;
}

/// Puts pictures side by side, each with a line under it, in rows of at most 80 columns. All
/// pictures are `width` columns wide, and the lines at most `label_width`.
fn gallery(pictures: &[(Vec<String>, String)], width: usize, label_width: usize) -> String {
    // Two columns apart, so that arrows of neighbours are not taken together.
    let step = width.max(label_width) + 2;
    let mut text = String::new();
    for row in pictures.chunks(80 / step) {
        let height = row.iter().map(|(lines, _)| lines.len()).max().unwrap_or(0);
        for line in 0..height {
            for (lines, _) in row {
                text += lines.get(line).map_or("", String::as_str);
                // Colours take no columns, so that the text's length says nothing.
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

/// Pictures, `width` columns wide, and names, as large or small as they are drawn.
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
    use flipside_rules::{RuleSet as _, hexflip, no_files, sayu};

    use super::*;
    /// Draws random games and checks what holds of every drawing.
    fn check<G: Shown>(rules: &str) {
        let rules = G::Rules::parse(rules, &no_files).unwrap();
        for seed in 0..8 {
            let mut rng = Rng::new(seed);
            let mut game = G::new(rules.clone());
            let mut last: Option<(G, G::Turn)> = None;
            loop {
                let marked = last.as_ref().map(|(before, turn)| Last {
                    before,
                    turn: *turn,
                });
                let remarks = game.remarks(Paint::PLAIN);
                for size in [Size::Large, Size::Small] {
                    let [drawn, coloured] =
                        [false, true].map(|on| game.board(marked.as_ref(), size, Paint::new(on)));
                    assert!(!drawn.contains('\u{1b}'));
                    assert_eq!(plain(&coloured), drawn);
                    for line in drawn.lines().chain(remarks.iter().map(String::as_str)) {
                        assert!(line.chars().count() <= 80, "{line}");
                    }
                    if let Some((before, turn)) = &last {
                        assert_ne!(before.board(None, size, Paint::PLAIN), drawn, "{turn:?}");
                    }
                    // With players, remarks, prompt and what an agent says, in 24 lines.
                    let lines = drawn.lines().count() + remarks.len() + 5;
                    assert!(size == Size::Large || lines <= 24, "{drawn}");
                }
                let Some(turn) = game.pick_turn(|n| rng.below(n)) else {
                    break;
                };
                let before = game.clone();
                game.play(turn).unwrap();
                last = Some((before, turn));
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
        check::<hexflip::Game>("");
        check::<hexflip::Game>("hand=3,swap=on");
        check::<sayu::Game>("");
        check::<sayu::Game>("radius=1,swap=on,back=mirrored,komi=1.5");
    }

    #[test]
    fn steps_lead_to_one_turn() {
        fn check<G: Shown>(rules: &str, seed: u64) {
            let rules = G::Rules::parse(rules, &no_files).unwrap();
            let mut game = G::new(rules);
            let mut rng = Rng::new(seed);
            while let Some(turn) = game.pick_turn(|n| rng.below(n)) {
                let turns = game.turns();
                let steps: std::collections::BTreeSet<_> =
                    turns.iter().map(|&turn| game.steps(turn)).collect();
                assert_eq!(steps.len(), turns.len());
                assert!(steps.iter().all(|steps| steps.len() == G::STEPS.len()));
                game.play_unchecked(turn);
            }
        }
        for seed in 0..3 {
            check::<hexflip::Game>("swap=on", seed);
            check::<sayu::Game>("radius=2,swap=on", seed);
            check::<sayu::Game>("radius=1,convert=optional", seed);
        }
    }

    #[test]
    fn opponents_can_be_built() {
        fn check<G: Shown>() {
            let spec = G::OPPONENT.parse().unwrap();
            assert!(flipside_ai::build::<G>(&spec).is_ok());
        }
        check::<hexflip::Game>();
        check::<sayu::Game>();
    }
}
