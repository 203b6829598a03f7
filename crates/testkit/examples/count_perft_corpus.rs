//! Counts turn sequences with the naive rules, for starts under every variant key and for
//! positions of random games, and prints `data/perft.txt`.

use std::io::Write;

use flipside_testkit::naive::{hexflip, sayu};

const HEADER: &str = "\
# Numbers of turn sequences, counted by the naive rules (examples/count_perft_corpus.rs).
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

/// A linear congruential generator (Knuth's constants): short, and the same everywhere.
struct Lcg(u64);

impl Lcg {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    out.write_all(HEADER.as_bytes())?;
    for rules in HEXFLIP_STARTS {
        let game = hexflip::Game::new(rules)?;
        hexflip_line(&mut out, &game)?;
    }
    for (seed, (rules, turns)) in HEXFLIP_GAMES.iter().enumerate() {
        hexflip_line(&mut out, &hexflip_game(rules, *turns, seed)?)?;
    }
    let tiles = sayu::standard_tiles();
    let tiles: Vec<&str> = tiles.iter().map(String::as_str).collect();
    for rules in SAYU_STARTS {
        sayu_line(&mut out, &sayu::Game::new(rules, &tiles)?)?;
    }
    for (seed, (rules, turns)) in SAYU_GAMES.iter().enumerate() {
        let mut random = Lcg(seed as u64);
        let mut game = sayu::Game::new(rules, &tiles)?;
        for _ in 0..*turns {
            let turns = game.turns();
            game.play(&turns[random.below(turns.len())])?;
        }
        let game = sayu::Game::from_position(rules, &tiles, &game.position())?;
        sayu_line(&mut out, &game)?;
    }
    Ok(())
}

/// The last position of a random game that does not end in so many turns, without its history.
fn hexflip_game(rules: &str, length: usize, seed: usize) -> Result<hexflip::Game, String> {
    let mut random = Lcg(seed as u64);
    'games: loop {
        let mut game = hexflip::Game::new(rules)?;
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
            return hexflip::Game::from_position(rules, &game.position());
        }
    }
}

fn hexflip_line(out: &mut impl Write, game: &hexflip::Game) -> std::io::Result<()> {
    // What costs time is asking all candidates in every position but the last ones.
    let (depth, count) = deepest(|depth| game.perft(depth), 150_000, 60_000_000);
    writeln!(
        out,
        "hexflip\t{}\t{}\t{depth}\t{count}",
        game.rules_name(),
        game.position()
    )
}

fn sayu_line(out: &mut impl Write, game: &sayu::Game) -> std::io::Result<()> {
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
