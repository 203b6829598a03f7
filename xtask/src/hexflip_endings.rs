//! Searches random games of Hexflip for one example of every way a game can end, and prints them
//! in the format of `crates/testkit/data/hexflip-endings.txt`.
//!
//! 300 random games per rule set and style made the file as it stands, in some ten minutes. The
//! search is deterministic; of several games that fit, the shortest is kept.

use std::collections::BTreeMap;
use std::io::Write;

use flipside_testkit::naive::NaiveHexflip;
use flipside_testkit::random::Lcg;

const HEADER: &str = "\
# Games of Hexflip, one for every way to end, found by random play with the naive rules
# (cargo xtask hexflip-endings). One game per line, fields separated by tabs:
#   kind       what the game is an example of
#   rules      the name of the rule set
#   start      the position from which it is played (here always the start of the game)
#   turns      separated by spaces
#   end        the position after the last turn
#   winner     first, second or none
#   reason     or - if the game is not over
#   barred     turns in the last position that only the repetition rule forbids, sorted, or -
# Kinds, where M is the player who moved last and N the player to move next:
#   overline-own by placing, by a jump
#   overline-other by flips                M's jump completed N's overline
#   no-legal-turn plain, against a four (of M), despite a standing four (of N), despite a standing
#     overline (of N, under overline=mover), all barred (by repetition)
#   four held, held against a four (of M), completed by flips (of M), overline of the other (N's,
#     under overline=mover)
#   some turns barred, repeated by second, just: not over, for repetition and swap
#   after swap                             the game has a swap in it
";

/// The 12 windows, written out.
const WINDOWS: [[&str; 4]; 12] = [
    ["b1", "b2", "b3", "b4"],
    ["c1", "c2", "c3", "c4"],
    ["c2", "c3", "c4", "c5"],
    ["d2", "d3", "d4", "d5"],
    ["a2", "b2", "c2", "d2"],
    ["a3", "b3", "c3", "d3"],
    ["b3", "c3", "d3", "e3"],
    ["b4", "c4", "d4", "e4"],
    ["a1", "b2", "c3", "d4"],
    ["b2", "c3", "d4", "e5"],
    ["b1", "c2", "d3", "e4"],
    ["a2", "b3", "c4", "d5"],
];

/// The rule sets searched, each with the words that the kinds of interest contain: the standard
/// one shows every kind, the others what they change.
const RULES: [(&str, &[&str]); 7] = [
    ("standard", &[""]),
    ("overline=mover", &["overline"]),
    ("repetition=2", &["barred"]),
    ("deviate=first,repetition=2", &["barred", "repeated"]),
    ("swap=on", &["after swap"]),
    ("hand=4", &[""]),
    ("hand=9,place=3", &[""]),
];

/// How the random players choose.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Style {
    /// Any turn.
    Wild,
    /// Any turn that does not end the game at once.
    Careful,
    /// Of a few such turns, the one that leaves the opponent the fewest.
    Starving,
    /// Jumps back to earlier positions where possible.
    Repeating,
}

struct Found {
    line: String,
    turns: usize,
}

pub fn run(games: u64) -> anyhow::Result<()> {
    let mut found: BTreeMap<(usize, String), Found> = BTreeMap::new();
    for (index, (rules, words)) in RULES.iter().enumerate() {
        for style in [
            Style::Wild,
            Style::Careful,
            Style::Starving,
            Style::Repeating,
        ] {
            for seed in 0..games {
                let mut random = Lcg::new(seed * 4 + style as u64);
                play_one(rules, style, &mut random, |kind, turns, line| {
                    if !words.iter().any(|word| kind.contains(word)) {
                        return;
                    }
                    let entry = found.entry((index, kind));
                    let best = entry.or_insert(Found {
                        line: String::new(),
                        turns: usize::MAX,
                    });
                    if turns < best.turns {
                        *best = Found { line, turns };
                    }
                });
            }
        }
    }
    let mut out = std::io::stdout().lock();
    out.write_all(HEADER.as_bytes())?;
    for ((_, kind), game) in &found {
        writeln!(out, "{kind}\t{}", game.line)?;
    }
    Ok(())
}

fn play_one(
    rules: &str,
    style: Style,
    random: &mut Lcg,
    mut report: impl FnMut(String, usize, String),
) {
    let mut game = NaiveHexflip::new(rules).expect("a known rule set");
    let start = game.position();
    let mut played: Vec<String> = Vec::new();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    seen.insert(start.clone(), 1);
    // Pieces that are placed early leave the jumps for later, where the rare endings are.
    let hurry = random.below(4);
    while played.len() < 90 {
        let turns = game.turns();
        let turn = if turns.contains(&"swap".to_string()) {
            "swap".to_string()
        } else {
            choose(&game, &turns, style, hurry, &seen, random)
        };
        let before = game.position();
        game.play(&turn).expect("a listed turn");
        played.push(turn);
        let position = game.position();
        *seen.entry(position.clone()).or_insert(0) += 1;
        let barred = barred(&game, rules);
        let repeated = seen[&position] > 1;
        let mut kinds = kinds(&game, &before, played.last().unwrap(), &barred, repeated);
        if played.contains(&"swap".to_string()) {
            for kind in &mut kinds {
                kind.push_str(" after swap");
            }
        }
        for kind in kinds {
            let (winner, reason) = game
                .outcome()
                .unwrap_or(("none".to_string(), "-".to_string()));
            let barred = if barred.is_empty() {
                "-".to_string()
            } else {
                barred.join(" ")
            };
            let turns = played.join(" ");
            let line = [rules, &start, &turns, &position, &winner, &reason, &barred].join("\t");
            report(kind, played.len(), line);
        }
        if game.outcome().is_some() {
            return;
        }
    }
}

fn choose(
    game: &NaiveHexflip,
    turns: &[String],
    style: Style,
    hurry: usize,
    seen: &BTreeMap<String, usize>,
    random: &mut Lcg,
) -> String {
    let mut best: Option<(usize, String)> = None;
    let tries = if style == Style::Wild { 1 } else { 40 };
    let mut wanted = match style {
        Style::Wild | Style::Careful => 1,
        Style::Starving => 12,
        Style::Repeating => 40,
    };
    let big: Vec<&String> = turns.iter().filter(|turn| turn.contains('+')).collect();
    let jumps: Vec<&String> = turns.iter().filter(|turn| turn.contains('-')).collect();
    for _ in 0..tries {
        let turn = if !big.is_empty() && random.below(4) < hurry {
            big[random.below(big.len())].clone()
        } else if !jumps.is_empty() && random.below(2) == 0 {
            jumps[random.below(jumps.len())].clone()
        } else {
            turns[random.below(turns.len())].clone()
        };
        if style == Style::Wild {
            return turn;
        }
        let mut next = game.clone();
        next.play(&turn).expect("a listed turn");
        if let Some((_, reason)) = next.outcome() {
            if reason == "no-legal-turn" {
                return turn;
            }
            continue;
        }
        let score = match style {
            Style::Starving => next.turns().len(),
            Style::Repeating => 10 - seen.get(&next.position()).copied().unwrap_or(0),
            _ => 0,
        };
        if best.as_ref().is_none_or(|(least, _)| score < *least) {
            best = Some((score, turn));
        }
        wanted -= 1;
        if wanted == 0 {
            break;
        }
    }
    // When nothing else was met, the game ends one way or another.
    best.map(|(_, turn)| turn)
        .unwrap_or_else(|| turns[0].clone())
}

/// The turns that only the repetition rule forbids now.
fn barred(game: &NaiveHexflip, rules: &str) -> Vec<String> {
    // A placing makes a new position, so that only a player who can jump can be barred.
    let over = game.outcome().is_some();
    if over
        && game
            .outcome()
            .is_some_and(|(_, reason)| reason != "no-legal-turn")
    {
        return Vec::new();
    }
    let rules = format!("{},repetition=off", without_repetition(rules));
    let free = NaiveHexflip::from_position(rules.trim_start_matches(','), &game.position())
        .expect("a position of the same game");
    let legal = game.turns();
    let mut barred = if over {
        free.all_candidate_turn_texts()
    } else {
        free.turns()
    };
    barred.retain(|turn| !legal.contains(turn) && (!over || free.is_legal(turn)));
    barred
}

fn without_repetition(rules: &str) -> String {
    rules
        .split(',')
        .filter(|item| *item != "standard" && !item.starts_with("repetition="))
        .collect::<Vec<_>>()
        .join(",")
}

/// F(p) of the position text.
fn full_windows(position: &str, player: char) -> usize {
    let mut points = BTreeMap::new();
    let rows = position.split(' ').next().unwrap_or_default();
    for (row, (letter, first)) in
        rows.split('/')
            .zip([("e", 3), ("d", 2), ("c", 1), ("b", 1), ("a", 1)])
    {
        let mut number = first;
        for symbol in row.chars() {
            match symbol.to_digit(10) {
                Some(run) => number += run,
                None => {
                    points.insert(format!("{letter}{number}"), symbol);
                    number += 1;
                }
            }
        }
    }
    let filled = |point: &&str| points.get(*point) == Some(&player);
    WINDOWS
        .iter()
        .filter(|window| window.iter().all(filled))
        .count()
}

/// What this position is an example of.
fn kinds(
    game: &NaiveHexflip,
    before: &str,
    turn: &str,
    barred: &[String],
    repeated: bool,
) -> Vec<String> {
    let position = game.position();
    let next = if position.contains(" x ") { 'x' } else { 'o' };
    let moved = if next == 'x' { 'o' } else { 'x' };
    let (own, other) = (
        full_windows(&position, moved),
        full_windows(&position, next),
    );
    let other_before = full_windows(before, next);
    let Some((_, reason)) = game.outcome() else {
        let mut kinds = Vec::new();
        if !barred.is_empty() {
            kinds.push("some turns barred".to_string());
        }
        if repeated && moved == 'o' {
            kinds.push("repeated by second".to_string());
        }
        if turn == "swap" {
            kinds.push("just".to_string());
        }
        return kinds;
    };
    let detail = match reason.as_str() {
        "overline-own" if other >= 2 => "of both",
        "overline-own" if turn.contains('-') => "by a jump",
        "overline-own" => "by placing",
        "overline-other" => "by flips",
        "no-legal-turn" if !barred.is_empty() => "all barred",
        "no-legal-turn" if other == 1 => "despite a standing four",
        "no-legal-turn" if other >= 2 => "despite a standing overline",
        "no-legal-turn" if own == 1 => "against a four",
        "no-legal-turn" => "plain",
        "four" if other >= 2 => "overline of the other",
        "four" if other_before == 0 => "completed by flips",
        "four" if own == 1 => "held against a four",
        _ => "held",
    };
    vec![format!("{reason} {detail}")]
}
