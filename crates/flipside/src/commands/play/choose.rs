//! Choosing a turn from lists, step by step.

use std::io;

use super::board::{Shown, columns, shown_together};
use super::console::{Console, Reply};
use super::display::DisplayOptions;
use super::paint::Paint;
use crate::cli::Size;

/// A turn, and one way to choose it step by step.
#[derive(Clone)]
struct Way<T> {
    turn: T,
    steps: Vec<String>,
}

/// An option at a step, and the ways that remain with it.
struct Choice<T> {
    name: String,
    left: Vec<Way<T>>,
}

/// Returns the turns that match all words.
///
/// # Errors
/// If no turn matches.
pub fn narrow<G: Shown>(
    game: &G,
    turns: Vec<G::Turn>,
    words: &[String],
) -> Result<Vec<G::Turn>, String> {
    let mut left = turns;
    for word in words {
        left.retain(|&turn| {
            let ways = game.ways(turn);
            ways.iter().any(|steps| steps.contains(word)) || game.words(turn).contains(word)
        });
        if left.is_empty() {
            return Err(match words {
                [word] => format!("no legal turn has `{word}`"),
                _ => format!("no legal turn has all of `{}`", words.join(" ")),
            });
        }
    }
    Ok(left)
}

/// Returns the ways to choose these turns. If `words` narrow them down, ways that begin with one
/// of the words replace all other ways to their turn.
fn ways<G: Shown>(game: &G, turns: &[G::Turn], words: &[String]) -> Vec<Way<G::Turn>> {
    let ways_to = |&turn: &G::Turn| {
        let all = game.ways(turn);
        let begins = |steps: &Vec<String>| {
            let part = |word: &str| word.trim_end_matches(['+', '-']).to_string();
            let beginning = steps.first().map(|step| part(step));
            words.iter().any(|word| Some(part(word)) == beginning)
        };
        let some_begin = all.iter().any(begins);
        all.into_iter()
            .filter(move |steps| !some_begin || begins(steps))
            .map(move |steps| Way { turn, steps })
            .collect::<Vec<_>>()
    };
    turns.iter().flat_map(ways_to).collect()
}

/// Lets a person choose one of `turns`, which match `words`; `None` if they cancel.
pub fn choose<G: Shown, C: Console>(
    console: &mut C,
    game: &G,
    display: DisplayOptions,
    turns: &[G::Turn],
    words: &[String],
) -> io::Result<Option<G::Turn>> {
    // The remaining ways before each step.
    let mut before: Vec<Vec<Way<G::Turn>>> = Vec::new();
    let mut left = ways(game, turns, words);
    let mut listed_already = false;
    loop {
        let Some((step, options)) = next_step::<G>(&left) else {
            return Ok(left.first().map(|way| way.turn));
        };
        if !listed_already {
            let list = display.fit(console.room(), |size, paint| {
                listed(game, step, &options, size, paint)
            });
            console.show(&list)?;
        }
        let back = match before.is_empty() {
            true => "empty: cancel",
            false => "empty: one step back",
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
                Some(ways) => left = ways,
                None => return Ok(None),
            }
            continue;
        }
        if let Some(way) = left
            .iter()
            .find(|way| game.spellings(way.turn).contains(&line))
        {
            return Ok(Some(way.turn));
        }
        let named = options.iter().position(|option| option.name == line);
        let numbered = line.parse().ok().and_then(|n: usize| n.checked_sub(1));
        match named.or(numbered).filter(|&n| n < options.len()) {
            Some(n) => {
                let chosen = options.into_iter().nth(n).map(|option| option.left);
                before.push(std::mem::replace(&mut left, chosen.unwrap_or_default()));
            }
            None => {
                let wrong = format!("`{line}` is not in the list; type a number or a name from it");
                let wrong = display.paint.wrong(&wrong);
                console.show(&format!("{wrong}\n"))?;
                listed_already = true;
            }
        }
    }
}

/// Returns the first step with more than one option, and the options; `None` if a single turn is left.
fn next_step<G: Shown>(ways: &[Way<G::Turn>]) -> Option<(usize, Vec<Choice<G::Turn>>)> {
    let first = ways.first()?.turn;
    if ways.iter().all(|way| way.turn == first) {
        return None;
    }
    (0..G::STEPS.len()).find_map(|step| {
        let options = options(step, ways);
        (options.len() > 1).then_some((step, options))
    })
}

fn options<T: Copy>(step: usize, ways: &[Way<T>]) -> Vec<Choice<T>> {
    let mut options: Vec<Choice<T>> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for way in ways {
        let name = &way.steps[step];
        let place = *places.entry(name.as_str()).or_insert_with(|| {
            options.push(Choice {
                name: name.clone(),
                left: Vec::new(),
            });
            options.len() - 1
        });
        options[place].left.push(way.clone());
    }
    options
}

/// Returns the options with their numbers, as pictures or in columns. `+2` means that two
/// tiles of the opponent can be converted.
fn listed<G: Shown>(
    game: &G,
    step: usize,
    options: &[Choice<G::Turn>],
    size: Size,
    paint: Paint,
) -> String {
    let mut converting = false;
    let mut label = |(n, option): (usize, &Choice<G::Turn>)| {
        let turns = option.left.iter().map(|way| way.turn);
        let most = turns.filter_map(G::conversions);
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
        .map(|option| game.picture(option.left.first()?.turn, step, size, paint))
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
    use flipside_rules::{Game as _, Hexflip, Sayu, sayu};

    use super::*;
    use crate::commands::play::console::scripted::Script;

    fn chosen<G: Shown>(turns: &str, words: &str, lines: &str) -> (Option<String>, String) {
        let mut game = G::new(G::Rules::default());
        game.play_texts(turns.split_whitespace()).unwrap();
        let words: Vec<String> = words.split_whitespace().map(str::to_string).collect();
        let mut script = Script::new(lines);
        let display = DisplayOptions {
            paint: Paint::PLAIN,
            size: None,
        };
        let legal = narrow(&game, game.turns(), &words).unwrap();
        let turn = choose(&mut script, &game, display, &legal, &words).unwrap();
        for line in script.shown.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
        (turn.map(|turn| game.turn_text(turn)), script.shown)
    }

    #[test]
    fn pieces_are_chosen_by_their_beginning_or_at_once() {
        let (turn, shown) = chosen::<Hexflip>("c3", "b2 d4", "1");
        assert_eq!(turn.as_deref(), Some("b2+d4"), "{shown}");
        let (turn, shown) = chosen::<Hexflip>("c3", "", "999\nc3\n");
        assert!(shown.contains("`999` is not in the list"), "{shown}");
        assert!(shown.contains("`c3` is not in the list"), "{shown}");
        assert_eq!(turn, None);
        let (turn, shown) = chosen::<Hexflip>("c3", "", "b2+\n2");
        assert_eq!(turn.as_deref(), Some("a2+b2"), "{shown}");
        assert!(shown.lines().all(|line| !line.contains("a1+a2")), "{shown}");
        // Either piece of a pair may be named first.
        let (turn, shown) = chosen::<Hexflip>("c3", "", "d4+\nd4+b2");
        assert_eq!(turn.as_deref(), Some("b2+d4"), "{shown}");
        let (turn, shown) = chosen::<Hexflip>("c3", "d4+", "5");
        assert_eq!(turn.as_deref(), Some("b2+d4"), "{shown}");
        let (turn, _) = chosen::<Hexflip>("c3", "", "d4+b2");
        assert_eq!(turn.as_deref(), Some("b2+d4"));
        let (_, shown) = chosen::<Hexflip>("c3", "d4", "");
        assert!(shown.contains("  1 d4     2 d4+\n"), "{shown}");
        let (turn, _) = chosen::<Hexflip>("c3 b2+d4", "", "C3-A1");
        assert_eq!(turn.as_deref(), Some("c3-a1"));
    }

    #[test]
    fn tiles_are_chosen_step_by_step_and_back() {
        let (turn, shown) = chosen::<Sayu>("", "", "d5\n025\n\n036\n3");
        assert_eq!(turn.as_deref(), Some("036@d5:e"), "{shown}");
        assert!(shown.contains("x ⇑"), "{shown}");
        let (turn, _) = chosen::<Sayu>("", "d5", "025\n^C");
        assert_eq!(turn, None);
        // A chain is offered only where there is a choice.
        let (turn, shown) = chosen::<Sayu>("025@d5:ne 036@d3:s", "convert c3 016 e", "");
        assert_eq!(turn.as_deref(), Some("016@c3:e>d3"), "{shown}");
    }

    #[test]
    fn words_without_a_turn_are_named() {
        let game = Sayu::new(sayu::Rules::default());
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
