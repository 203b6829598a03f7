//! Hexflip against its naive counterpart: random games, positions that no game reaches, and texts
//! that are almost positions.

use flipside_rules::{Game, Hexflip, Notation as _, RuleSet, hexflip, no_attachments};
use flipside_testkit::lockstep::{Disagreement, Lockstep};
use flipside_testkit::naive;
use flipside_testkit::random::Lcg;

type Pair = Lockstep<Hexflip, naive::NaiveHexflip>;

fn rules(text: &str) -> hexflip::Rules {
    hexflip::Rules::parse(text, &no_attachments).unwrap()
}

fn start(text: &str) -> Pair {
    Lockstep::new(
        Hexflip::new(rules(text)),
        naive::NaiveHexflip::new(text).unwrap(),
    )
}

/// Both games at a position; `None` if both say that the text is none.
fn at(rule_set: &str, text: &str) -> Option<Pair> {
    let rules = rules(rule_set);
    let fast = Hexflip::parse_position(&rules, text);
    let naive = naive::NaiveHexflip::from_position(rule_set, text);
    match (fast, naive) {
        (Ok(position), Ok(naive)) => Some(Lockstep::new(
            Hexflip::from_position(rules, position),
            naive,
        )),
        (Err(_), Err(_)) => None,
        (fast, naive) => panic!("{rule_set}: `{text}`\nfast: {fast:?}\nnaive: {naive:?}"),
    }
}

/// A turn out of a sorted list; a jump, if there is one, in `jumps` of 8 cases.
fn pick(turns: &[String], jumps: usize, random: &mut Lcg) -> String {
    if random.below(8) < jumps {
        let jumps: Vec<&String> = turns.iter().filter(|turn| turn.contains('-')).collect();
        if let Some(jump) = random.pick(&jumps) {
            return (*jump).clone();
        }
    }
    random.pick(turns).unwrap().clone()
}

/// Plays a game to its end (or for 200 turns), comparing after every turn; in between asks both
/// about turns that are mostly not legal. Gives the number of turns.
fn play(mut pair: Pair, jumps: usize, random: &mut Lcg) -> Result<usize, Disagreement> {
    let candidates = pair.naive().all_candidate_turn_texts();
    for length in 0..200 {
        let turns = pair.compare()?;
        for _ in 0..3 {
            pair.compare_legality(random.pick(&candidates).unwrap())?;
        }
        if turns.is_empty() {
            return Ok(length);
        }
        pair.play(&pick(&turns, jumps, random))?;
    }
    Ok(200)
}

fn play_many(rule_sets: &[&str], games: usize, jumps: usize, seed: u64) -> usize {
    let mut random = Lcg::new(seed);
    let mut turns = 0;
    for rules in rule_sets {
        for _ in 0..games {
            turns += play(start(rules), jumps, &mut random).unwrap_or_else(|e| panic!("{e}"));
        }
    }
    turns
}

#[test]
fn random_games() {
    play_many(&["standard"], 800, 0, 1);
    play_many(
        &[
            "swap=on",
            "overline=mover",
            "place=1",
            "place=3",
            "first_place=2",
            "first_place=3,place=1",
            "second_place=1",
            "second_place=2,swap=on",
            "second_place=3,place=1",
            "hand=9,place=3",
            "hand=1",
            "hand=5,overline=mover,swap=on",
        ],
        60,
        1,
        2,
    );
}

/// Small hands and many jumps: what repetition is about.
#[test]
fn games_of_many_jumps() {
    let turns = play_many(
        &[
            "hand=2,repetition=2",
            "hand=3,repetition=2",
            "hand=4,repetition=2",
            "hand=3",
            "hand=4",
            "hand=5",
            "deviate=first,hand=3,repetition=2",
            "deviate=first,hand=4,repetition=3",
            "hand=4,overline=mover,repetition=2",
            "hand=4,repetition=off",
            "hand=3,repetition=4,swap=on",
            "repetition=2,swap=on",
        ],
        30,
        7,
        3,
    );
    assert!(turns > 12 * 30 * 12, "the games are long: {turns}");
}

/// A rule set with a random value for every key.
fn random_rules(random: &mut Lcg) -> String {
    let keys: [(&str, &[&str]); 8] = [
        ("hand", &["1", "2", "3", "4", "5", "6", "7", "8", "9"]),
        ("place", &["1", "2", "3"]),
        ("first_place", &["1", "2", "3"]),
        ("second_place", &["none", "1", "2", "3"]),
        ("overline", &["owner", "mover"]),
        ("repetition", &["2", "3", "4", "off"]),
        ("deviate", &["either", "first"]),
        ("swap", &["off", "on"]),
    ];
    let items: Vec<String> = keys
        .iter()
        .map(|(key, values)| format!("{key}={}", random.pick(values).unwrap()))
        .collect();
    items.join(",")
}

#[test]
fn random_games_under_random_rules() {
    let mut random = Lcg::new(4);
    for _ in 0..600 {
        let pair = start(&random_rules(&mut random));
        let jumps = random.below(8);
        play(pair, jumps, &mut random).unwrap_or_else(|e| panic!("{e}"));
    }
}

/// A position text with so many pieces on the board and the rest split between the hands. Most of
/// these come about in no game.
fn random_position(hand: usize, random: &mut Lcg) -> String {
    let most = (2 * hand).min(19);
    let board = random.below(most + 1);
    let mut points = vec!['.'; 19];
    // Uneven colours, so that lines come about.
    let x_in_8 = random.below(9);
    for _ in 0..board {
        let free: Vec<usize> = (0..19).filter(|&i| points[i] == '.').collect();
        let point = *random.pick(&free).unwrap();
        points[point] = if random.below(8) < x_in_8 { 'x' } else { 'o' };
    }
    let mut text = String::new();
    let mut rest = points.as_slice();
    for length in [3, 4, 5, 4, 3] {
        let (row, others) = rest.split_at(length);
        rest = others;
        if !text.is_empty() {
            text.push('/');
        }
        for run in row.chunk_by(|a, b| a == b) {
            match run[0] {
                '.' => text += &run.len().to_string(),
                seat => text.extend(std::iter::repeat_n(seat, run.len())),
            }
        }
    }
    let in_hand = 2 * hand - board;
    // A full hand is a first turn: let it be frequent.
    let least = in_hand.saturating_sub(hand);
    let x = match random.below(3) {
        0 => least,
        1 => in_hand.min(hand),
        _ => least + random.below(in_hand.min(hand) - least + 1),
    };
    let mover = random.pick(&['x', 'o']).unwrap();
    format!("{text} {mover} {x} {}", in_hand - x)
}

#[test]
fn positions_that_no_game_reaches() {
    let mut random = Lcg::new(5);
    let mut over = 0;
    for _ in 0..4_000 {
        let rule_set = random_rules(&mut random);
        let text = random_position(rules(&rule_set).hand().into(), &mut random);
        let mut pair = at(&rule_set, &text).unwrap_or_else(|| panic!("{rule_set}: {text}"));
        for _ in 0..3 {
            let turns = pair.compare().unwrap_or_else(|e| panic!("{e}"));
            if turns.is_empty() {
                over += 1;
                break;
            }
            let turn = pick(&turns, 4, &mut random);
            pair.play(&turn).unwrap_or_else(|e| panic!("{e}"));
        }
    }
    assert!((400..3_600).contains(&over), "{over} games end early");
}

/// Changes, inserts, deletes or moves a few characters.
fn mutated(text: &str, random: &mut Lcg) -> String {
    const CHARACTERS: &[char] = &[
        'x', 'o', '/', ' ', '0', '1', '2', '3', '4', '5', '6', '9', '-', '+', 'X', 'é', '\u{0663}',
    ];
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(2) {
        let at = random.below(characters.len().max(1));
        let new = *random.pick(CHARACTERS).unwrap();
        match random.below(4) {
            0 if at < characters.len() => characters[at] = new,
            1 => characters.insert(at, new),
            2 if at < characters.len() => {
                characters.remove(at);
            }
            _ if at + 1 < characters.len() => characters.swap(at, at + 1),
            _ => {}
        }
    }
    characters.into_iter().collect()
}

#[test]
fn texts_that_are_almost_positions() {
    let mut random = Lcg::new(6);
    let (mut good, mut bad) = (0, 0);
    for _ in 0..40_000 {
        let hand = 1 + random.below(9);
        let text = random_position(hand, &mut random);
        match at(&format!("hand={hand}"), &mutated(&text, &mut random)) {
            Some(pair) => {
                good += 1;
                pair.compare_position().unwrap_or_else(|e| panic!("{e}"));
            }
            None => bad += 1,
        }
    }
    assert!(good > 1_000 && bad > 1_000, "{good} good, {bad} bad");
}

#[test]
fn texts_that_are_almost_turns() {
    let mut random = Lcg::new(7);
    let (mut legal, mut not) = (0, 0);
    for _ in 0..60 {
        let mut pair = start(&random_rules(&mut random));
        for _ in 0..6 {
            let turns = pair.compare().unwrap();
            if turns.is_empty() {
                break;
            }
            for _ in 0..20 {
                let turn = random.pick(&turns).unwrap();
                let text = turn_mutated(turn, &mut random);
                match pair
                    .compare_legality(&text)
                    .unwrap_or_else(|e| panic!("{e}"))
                {
                    true => legal += 1,
                    false => not += 1,
                }
            }
            let turn = pick(&turns, 4, &mut random);
            pair.play(&turn).unwrap();
        }
    }
    assert!(legal > 100 && not > 100, "{legal} legal, {not} not");
}

fn turn_mutated(text: &str, random: &mut Lcg) -> String {
    const CHARACTERS: &[char] = &[
        'a', 'b', 'c', 'd', 'e', '1', '2', '3', '4', '5', '+', '-', ' ',
    ];
    let mut characters: Vec<char> = text.chars().collect();
    let at = random.below(characters.len());
    let new = *random.pick(CHARACTERS).unwrap();
    match random.below(3) {
        0 | 1 => characters[at] = new,
        _ => characters.insert(at, new),
    }
    characters.into_iter().collect()
}
