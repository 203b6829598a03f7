//! Counts turn sequences with the naive rules, for starts under every variant key and for
//! positions of random games, and prints `crates/testkit/data/perft.txt`, in some minutes. With
//! `--check` it compares instead.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::{Error, ensure};
use flipside_testkit::corpus;
use flipside_testkit::naive::{NaiveHexflip, NaiveSayu, hexflip, standard_sayu_tiles};
use flipside_testkit::random::Lcg;

const HEADER: &str = "\
# Numbers of turn sequences, counted by the naive rules (cargo xtask perft-corpus).
# One count per line, fields separated by tabs: game, rules, position, depth, count.
# The Sayū tiles are the standard set. Positions that are not a start come from random games; as
# texts they have no history, so that a count under a repetition rule begins afresh there.
";

/// The rule sets whose starts are counted.
const HEXFLIP_STARTS: [&str; 24] = [
    "standard",
    "hand=1",
    "hand=2",
    "hand=3",
    "hand=4",
    "hand=9",
    "place=1",
    "place=3",
    "first_place=2",
    "first_place=3",
    "second_place=1",
    "second_place=2",
    "second_place=3",
    "swap=on",
    "hand=2,swap=on",
    "hand=1,second_place=3,swap=on",
    "hand=2,place=1,repetition=2",
    "hand=2,place=1,repetition=off",
    "deviate=first,hand=2,place=1,repetition=2",
    "hand=2,first_place=3,overline=mover",
    "first_place=2,place=1,second_place=3,swap=on",
    "hand=9,place=3,first_place=3",
    "hand=5,overline=mover,place=3",
    "deviate=first,hand=3",
];

/// Rule sets and numbers of turns of the random games whose last position is counted.
const HEXFLIP_GAMES: [(&str, usize); 20] = [
    ("standard", 3),
    ("standard", 6),
    ("standard", 9),
    ("standard", 14),
    ("standard", 20),
    ("standard", 30),
    ("overline=mover", 8),
    ("overline=mover", 16),
    ("overline=mover,place=3", 7),
    ("repetition=2", 24),
    ("repetition=off", 24),
    ("deviate=first,repetition=2", 24),
    ("hand=4,repetition=2", 12),
    ("hand=4,repetition=off", 12),
    ("deviate=first,hand=4,repetition=2", 12),
    ("deviate=first,hand=4,repetition=2", 13),
    ("hand=9", 12),
    ("hand=9", 20),
    ("hand=2", 5),
    ("place=1,swap=on", 2),
];

/// Rule sets whose starts are counted deeper, over positions that are merged if they are the same
/// up to symmetry. So few turns cannot repeat a position too often.
const HEXFLIP_DEEP: [(&str, u32); 5] = [
    ("standard", 4),
    ("standard", 5),
    ("swap=on", 5),
    ("hand=3", 5),
    ("overline=mover,place=1", 6),
];

const SAYU_STARTS: [&str; 9] = [
    "standard",
    "convert=optional",
    "back=mirrored",
    "radius=1",
    "radius=2",
    "swap=on",
    "komi=3.5",
    "back=mirrored,convert=optional,radius=1,swap=on",
    "convert=optional,radius=2",
];

const SAYU_GAMES: [(&str, usize); 16] = [
    ("standard", 6),
    ("standard", 12),
    ("standard", 24),
    ("standard", 36),
    ("standard", 44),
    ("standard", 46),
    ("back=mirrored", 10),
    ("back=mirrored", 45),
    ("convert=optional", 10),
    ("convert=optional", 45),
    ("swap=on", 1),
    ("swap=on", 3),
    ("radius=1", 5),
    ("back=mirrored,convert=optional,radius=1", 6),
    ("radius=2", 10),
    ("radius=2", 21),
];

pub fn run(check: bool) -> anyhow::Result<()> {
    let text = corpus_text()?;
    if check {
        ensure!(
            text == corpus::PERFT,
            "crates/testkit/data/perft.txt differs from what the naive rules count"
        );
    } else {
        print!("{text}");
    }
    Ok(())
}

fn corpus_text() -> anyhow::Result<String> {
    let mut out = HEADER.to_string();
    for rules in HEXFLIP_STARTS {
        let game = NaiveHexflip::new(rules).map_err(Error::msg)?;
        hexflip_line(&mut out, &game)?;
    }
    for (rules, depth) in HEXFLIP_DEEP {
        let game = NaiveHexflip::new(rules).map_err(Error::msg)?;
        let count = merged(&game, depth).map_err(Error::msg)?;
        let (rules, position) = (game.rules_name(), game.position());
        writeln!(out, "hexflip	{rules}	{position}	{depth}	{count}")?;
    }
    for (seed, (rules, turns)) in HEXFLIP_GAMES.iter().enumerate() {
        hexflip_line(
            &mut out,
            &hexflip_game(rules, *turns, seed).map_err(Error::msg)?,
        )?;
    }
    let tiles = standard_sayu_tiles();
    let tiles: Vec<&str> = tiles.iter().map(String::as_str).collect();
    for rules in SAYU_STARTS {
        sayu_line(
            &mut out,
            &NaiveSayu::new(rules, &tiles).map_err(Error::msg)?,
        )?;
    }
    for (seed, (rules, turns)) in SAYU_GAMES.iter().enumerate() {
        let mut random = Lcg::new(seed as u64);
        let mut game = NaiveSayu::new(rules, &tiles).map_err(Error::msg)?;
        for _ in 0..*turns {
            let turns = game.turns();
            game.play(&turns[random.below(turns.len())])
                .map_err(Error::msg)?;
        }
        let game = NaiveSayu::from_position(rules, &tiles, &game.position()).map_err(Error::msg)?;
        sayu_line(&mut out, &game)?;
    }
    Ok(out)
}

/// Counts breadth first: the positions after so many turns, each with the number of sequences that
/// lead to it or to one of its images.
fn merged(start: &NaiveHexflip, depth: u32) -> Result<u64, String> {
    let rules = start.rules_name();
    let mut layer = BTreeMap::from([(start.position(), 1_u64)]);
    for _ in 1..depth {
        let mut next: BTreeMap<String, u64> = BTreeMap::new();
        for (position, ways) in &layer {
            let game = NaiveHexflip::from_position(&rules, position)?;
            for turn in game.turns() {
                let mut after = game.clone();
                after.play(&turn)?;
                *next.entry(after.position()).or_default() += ways;
            }
        }
        layer.clear();
        for (position, ways) in next {
            let mut least = position.clone();
            for symmetry in 1..hexflip::SYMMETRIES {
                least = least.min(hexflip::map_position(&position, symmetry)?);
            }
            *layer.entry(least).or_default() += ways;
        }
    }
    let mut count = 0;
    for (position, ways) in layer {
        count += ways * NaiveHexflip::from_position(&rules, &position)?.perft(1);
    }
    Ok(count)
}

/// Returns the position after a number of random turns that do not end the game, without history.
fn hexflip_game(rules: &str, length: usize, seed: usize) -> Result<NaiveHexflip, String> {
    let mut random = Lcg::new(seed as u64);
    'games: loop {
        let mut game = NaiveHexflip::new(rules)?;
        for _ in 0..length {
            // Jumps as often as placings, or they would drown.
            let mut turns = game.turns();
            let jump = random.below(2) == 0 && turns.iter().any(|turn| turn.contains('-'));
            turns.retain(|turn| !jump || turn.contains('-'));
            if turns.is_empty() {
                continue 'games;
            }
            game.play(&turns[random.below(turns.len())])?;
        }
        if game.outcome().is_none() {
            return NaiveHexflip::from_position(rules, &game.position());
        }
    }
}

fn hexflip_line(out: &mut String, game: &NaiveHexflip) -> std::fmt::Result {
    // What costs time is asking all candidates in every position but the last ones.
    let (depth, count) = deepest(|depth| game.perft(depth), 150_000, 60_000_000);
    writeln!(
        out,
        "hexflip\t{}\t{}\t{depth}\t{count}",
        game.rules_name(),
        game.position()
    )
}

fn sayu_line(out: &mut String, game: &NaiveSayu) -> std::fmt::Result {
    let (depth, count) = deepest(|depth| game.perft(depth), 20_000, 4_200_000);
    writeln!(
        out,
        "sayu\t{}\t{}\t{depth}\t{count}",
        game.rules_name(),
        game.position()
    )
}

/// The greatest depth, and its count, that stays within the limits on the last count but one and
/// on the expected last count, and that some game still reaches.
fn deepest(perft: impl Fn(u32) -> u64, inner: u64, all: u64) -> (u32, u64) {
    let (mut depth, mut before, mut count) = (1, 1, perft(1));
    while depth < 8 && count <= inner && count * count / before <= all {
        let next = perft(depth + 1);
        if next == 0 {
            break;
        }
        depth += 1;
        (before, count) = (count, next);
    }
    (depth, count)
}
