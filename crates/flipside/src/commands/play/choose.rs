//! Choosing a turn from lists, step by step.

use std::io;

use super::board::{Shown, columns, shown_together};
use super::console::{Console, Reply};
use super::look::{Look, Size};
use super::paint::Paint;

/// Something to choose at a step, and the turns behind it.
struct Way<T> {
    name: String,
    turns: Vec<T>,
}

/// The turns that have all of the words, each as a step or otherwise.
///
/// # Errors
/// The first word that leaves nothing.
pub fn narrow<G: Shown>(
    game: &G,
    turns: Vec<G::Turn>,
    words: &[String],
) -> Result<Vec<G::Turn>, String> {
    let mut left = turns;
    for word in words {
        left.retain(|&turn| game.steps(turn).contains(word) || game.words(turn).contains(word));
        if left.is_empty() {
            return Err(match words {
                [word] => format!("no legal turn has `{word}`"),
                _ => format!("no legal turn has all of `{}`", words.join(" ")),
            });
        }
    }
    Ok(left)
}

/// Lets a person choose one of `turns`; `None` if he would rather not.
pub fn choose<G: Shown, C: Console>(
    console: &mut C,
    game: &G,
    look: Look,
    turns: Vec<G::Turn>,
) -> io::Result<Option<G::Turn>> {
    // What was left to choose from before each step at which something was chosen.
    let mut before: Vec<Vec<G::Turn>> = Vec::new();
    let mut left = turns;
    let mut listed_already = false;
    loop {
        let Some((step, options)) = next_step(game, &left) else {
            return Ok(left.first().copied());
        };
        if !listed_already {
            let list = look.fit(console.room(), |size, paint| {
                listed(game, step, &options, size, paint)
            });
            console.show(&list)?;
        }
        let back = match before.is_empty() {
            true => "nothing: leave",
            false => "nothing: one step back",
        };
        let prompt = format!("{} (number or name; {back})> ", G::STEPS[step]);
        let names: Vec<String> = options.iter().map(|option| option.name.clone()).collect();
        let line = match console.ask(&prompt, &names)? {
            Reply::Line(line) => line.trim().to_lowercase(),
            Reply::Interrupt | Reply::End => return Ok(None),
        };
        listed_already = false;
        if line.is_empty() {
            match before.pop() {
                Some(turns) => left = turns,
                None => return Ok(None),
            }
            continue;
        }
        if let Some(&turn) = left.iter().find(|&&turn| game.turn_text(turn) == line) {
            return Ok(Some(turn));
        }
        let named = options.iter().position(|option| option.name == line);
        let numbered = line.parse().ok().and_then(|n: usize| n.checked_sub(1));
        match named.or(numbered).filter(|&n| n < options.len()) {
            Some(n) => {
                let chosen = options.into_iter().nth(n).map(|option| option.turns);
                before.push(std::mem::replace(&mut left, chosen.unwrap_or_default()));
            }
            None => {
                let wrong = format!("`{line}` is not in the list; type a number or a name from it");
                let wrong = look.paint.wrong(&wrong);
                console.show(&format!("{wrong}\n"))?;
                listed_already = true;
            }
        }
    }
}

/// The first step at which there is something to choose, and what; `None` if a single turn is left.
fn next_step<G: Shown>(game: &G, turns: &[G::Turn]) -> Option<(usize, Vec<Way<G::Turn>>)> {
    (0..G::STEPS.len()).find_map(|step| {
        let options = options(game, step, turns);
        (options.len() > 1).then_some((step, options))
    })
}

fn options<G: Shown>(game: &G, step: usize, turns: &[G::Turn]) -> Vec<Way<G::Turn>> {
    let mut options: Vec<Way<G::Turn>> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for &turn in turns {
        let name = game.steps(turn).swap_remove(step);
        let place = *places.entry(name.clone()).or_insert_with(|| {
            options.push(Way {
                name,
                turns: Vec::new(),
            });
            options.len() - 1
        });
        options[place].turns.push(turn);
    }
    options
}

/// The options with their numbers, as pictures or in columns. `+2` means that two tiles of the
/// opponent can be converted.
fn listed<G: Shown>(
    game: &G,
    step: usize,
    options: &[Way<G::Turn>],
    size: Size,
    paint: Paint,
) -> String {
    let mut converting = false;
    let mut label = |(n, option): (usize, &Way<G::Turn>)| {
        let most = option.turns.iter().filter_map(|&turn| G::conversions(turn));
        let most = most.max().unwrap_or(0);
        let note = match most {
            0 => String::new(),
            most => format!(" +{most}"),
        };
        converting |= most > 0;
        format!("{:>3} {}{note}", n + 1, option.name)
    };
    let labels: Vec<String> = options.iter().enumerate().map(&mut label).collect();
    let pictures: Option<Vec<Vec<String>>> = options
        .iter()
        .map(|option| game.picture(*option.turns.first()?, step, size, paint))
        .collect();
    let mut text = match pictures {
        Some(pictures) => shown_together(pictures, labels, G::PICTURE_WIDTH, size),
        None => columns(&labels),
    };
    if converting {
        let meaning = "+N: converts up to N tiles";
        text += &format!("{}\n", paint.faint(meaning));
    }
    text
}

#[cfg(test)]
mod tests {
    use flipside_rules::{Game as _, hexflip, sayu};

    use super::*;
    use crate::commands::play::console::scripted::Script;

    fn chosen<G: Shown>(turns: &str, words: &str, lines: &str) -> (Option<String>, String) {
        let mut game = G::new(G::Rules::default());
        game.play_texts(turns.split_whitespace()).unwrap();
        let words: Vec<String> = words.split_whitespace().map(str::to_string).collect();
        let mut script = Script::new(lines);
        let look = Look {
            paint: Paint::PLAIN,
            size: None,
        };
        let legal = narrow(&game, game.turns(), &words).unwrap();
        let turn = choose(&mut script, &game, look, legal).unwrap();
        for line in script.shown.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
        (turn.map(|turn| game.turn_text(turn)), script.shown)
    }

    #[test]
    fn pieces_are_chosen_by_their_beginning_or_at_once() {
        let (turn, shown) = chosen::<hexflip::Game>("c3", "b2 d4", "1");
        assert_eq!(turn.as_deref(), Some("b2+d4"), "{shown}");
        let (turn, shown) = chosen::<hexflip::Game>("c3", "", "999\nc3\n");
        assert!(shown.contains("`999` is not in the list"), "{shown}");
        assert!(shown.contains("`c3` is not in the list"), "{shown}");
        assert_eq!(turn, None);
        let (turn, shown) = chosen::<hexflip::Game>("c3", "", "b2+\n2");
        assert_eq!(turn.as_deref(), Some("b2+b4"), "{shown}");
        assert!(shown.lines().all(|line| !line.contains("a1+a2")), "{shown}");
        let (turn, _) = chosen::<hexflip::Game>("c3 b2+d4", "", "C3-A1");
        assert_eq!(turn.as_deref(), Some("c3-a1"));
    }

    #[test]
    fn tiles_are_chosen_step_by_step_and_back() {
        let (turn, shown) = chosen::<sayu::Game>("", "", "d5\n025\n\n036\n3");
        assert_eq!(turn.as_deref(), Some("036@d5:e"), "{shown}");
        assert!(shown.contains("x ⇑"), "{shown}");
        let (turn, _) = chosen::<sayu::Game>("", "d5", "025\n^C");
        assert_eq!(turn, None);
        // A chain is offered only where there is a choice.
        let (turn, shown) = chosen::<sayu::Game>("025@d5:ne 036@d3:s", "convert c3 016 e", "");
        assert_eq!(turn.as_deref(), Some("016@c3:e>d3"), "{shown}");
    }

    #[test]
    fn words_that_fit_nothing_are_named() {
        let game = sayu::Game::new(sayu::Rules::default());
        let words =
            |text: &str| -> Vec<String> { text.split_whitespace().map(str::to_string).collect() };
        let error = |text| narrow(&game, game.turns(), &words(text)).unwrap_err();
        assert!(error("convert").contains("no legal turn has `convert`"));
        assert!(error("d5 a1").contains("all of `d5 a1`"));
        assert_eq!(
            narrow(&game, game.turns(), &words("d5 025")).unwrap().len(),
            8
        );
    }
}
