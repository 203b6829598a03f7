//! Sayū against its naive counterpart: random games, positions that no game reaches, and texts
//! that are almost positions or turns.

use flipside_rules::{Game, Notation as _, RuleSet, Sayu, no_attachments, sayu};
use flipside_testkit::lockstep::{Disagreement, Lockstep};
use flipside_testkit::naive;
use flipside_testkit::random::Lcg;

type Pair = Lockstep<Sayu, naive::NaiveSayu>;

/// The tile sets of the project, by name and as the naive rules want them.
fn tiles(set: &str) -> Vec<String> {
    let set = sayu::TileSet::built_in(set).unwrap();
    flipside_rules::set_bits(set.mask())
        .filter_map(sayu::Tile::new)
        .map(|tile| tile.to_string())
        .collect()
}

/// Rules with the set's name, as the fast rules want them.
fn rules(text: &str, set: &str) -> sayu::Rules {
    let text = text.trim_start_matches("standard");
    let comma = if text.is_empty() { "" } else { "," };
    sayu::Rules::parse(&format!("{text}{comma}tiles={set}"), &no_attachments).unwrap()
}

fn start(text: &str, set: &str) -> Pair {
    let tiles = tiles(set);
    let tiles: Vec<&str> = tiles.iter().map(String::as_str).collect();
    Lockstep::new(
        Sayu::new(rules(text, set)),
        naive::NaiveSayu::new(text, &tiles).unwrap(),
    )
}

/// Both games at a position; `None` if both say that the text is none.
fn at(rule_set: &str, set: &str, text: &str) -> Option<Pair> {
    let tiles = tiles(set);
    let tiles: Vec<&str> = tiles.iter().map(String::as_str).collect();
    let rules = rules(rule_set, set);
    let fast = Sayu::parse_position(&rules, text);
    let naive = naive::NaiveSayu::from_position(rule_set, &tiles, text);
    match (fast, naive) {
        (Ok(position), Ok(naive)) => {
            Some(Lockstep::new(Sayu::from_position(rules, position), naive))
        }
        (Err(_), Err(_)) => None,
        (fast, naive) => panic!(
            "{rule_set}: `{text}`\nfast: {:?}\nnaive: {:?}",
            fast.err(),
            naive.err()
        ),
    }
}

/// Plays a game to its end. Position and outcome are compared after every turn, the list of turns
/// with a chance of 1 to `lists`: making it is slow under the naive rules. Turns are those of the
/// fast game's random player, so that chains are frequent.
fn play(mut pair: Pair, lists: usize, random: &mut Lcg) -> Result<usize, Disagreement> {
    let mut chained = 0;
    loop {
        if random.below(lists) == 0 || pair.fast().outcome().is_some() {
            let turns = pair.compare()?;
            if turns.is_empty() {
                return Ok(chained);
            }
        } else {
            pair.compare_position()?;
        }
        let draw = |pair: &Pair, random: &mut Lcg| {
            let turn = pair.fast().pick_turn(|n| random.below(n as usize) as u32);
            pair.fast().turn_text(turn.unwrap())
        };
        for _ in 0..4 {
            let text = mutated_turn(&draw(&pair, random), random);
            pair.compare_legality(&text)?;
        }
        // Turns that convert are rare among all; prefer them.
        let mut turn = draw(&pair, random);
        for _ in 0..random.below(8) {
            if turn.contains('>') {
                break;
            }
            turn = draw(&pair, random);
        }
        chained += turn.matches('>').count();
        pair.play(&turn)?;
    }
}

fn play_many(rule_sets: &[(&str, &str)], games: usize, lists: usize, seed: u64) -> usize {
    let mut random = Lcg::new(seed);
    let mut chained = 0;
    for (rules, set) in rule_sets {
        for _ in 0..games {
            chained +=
                play(start(rules, set), lists, &mut random).unwrap_or_else(|e| panic!("{e}"));
        }
    }
    chained
}

/// Another cell, arrow, orientation or step, or a step more or less: mostly not legal.
fn mutated_turn(text: &str, random: &mut Lcg) -> String {
    const CHARACTERS: &[char] = &[
        'a', 'b', 'c', 'd', 'e', 'f', 'g', '0', '1', '2', '3', '4', '5', '6', '7', 'n', 's', 'w',
    ];
    if random.below(3) == 0 {
        let cell = format!(
            ">{}{}",
            *random.pick(&CHARACTERS[..7]).unwrap(),
            1 + random.below(7)
        );
        return match text.rsplit_once('>') {
            Some((shorter, _)) if random.below(2) == 0 => shorter.to_string(),
            Some((shorter, _)) if random.below(2) == 0 => shorter.to_string() + &cell,
            _ => text.to_string() + &cell,
        };
    }
    let mut characters: Vec<char> = text.chars().collect();
    let at = random.below(characters.len());
    characters[at] = *random.pick(CHARACTERS).unwrap();
    characters.into_iter().collect()
}

#[test]
fn random_games_on_the_full_board() {
    let chained = play_many(&[("standard", "standard")], 70, 6, 1);
    assert!(chained > 70 * 20, "{chained} conversions");
    play_many(
        &[
            ("convert=optional", "standard"),
            ("back=mirrored", "standard"),
            ("komi=-2.5,swap=on", "standard"),
            ("back=mirrored,convert=optional,swap=on", "without-024"),
            ("standard", "without-024"),
            ("standard", "without-025"),
        ],
        15,
        10,
        2,
    );
}

#[test]
fn random_games_on_small_boards() {
    play_many(
        &[
            ("radius=2", "standard"),
            ("back=mirrored,radius=2", "without-025"),
            ("convert=optional,radius=2", "standard"),
            ("komi=0.5,radius=2,swap=on", "standard"),
        ],
        20,
        5,
        3,
    );
    play_many(
        &[
            ("radius=1", "standard"),
            ("komi=2,radius=1,swap=on", "standard"),
            ("back=mirrored,convert=optional,radius=1", "standard"),
        ],
        60,
        2,
        4,
    );
    play_many(
        &[
            ("radius=1", "mini"),
            ("back=mirrored,radius=1,swap=on", "mini"),
            ("convert=optional,radius=2", "mini"),
            ("komi=-1", "mini"),
        ],
        150,
        1,
        5,
    );
}

const DIRECTIONS: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];

/// A position text with some tiles of the set scattered on the board of a radius. Hardly any of
/// these come about in a game.
fn random_position(radius: usize, set: &str, most: usize, random: &mut Lcg) -> String {
    let mut supply = tiles(set);
    let cells = (2 * radius + 1).pow(2) - 1;
    let wanted = random.below(most.min(cells).min(supply.len()) + 1);
    let mut items = vec![String::new(); 49];
    items[24] = "H".to_string();
    let free: Vec<usize> = (0..49)
        .filter(|i| {
            let far = |n: usize| n.abs_diff(3);
            *i != 24 && far(i / 7).max(far(i % 7)) <= radius
        })
        .collect();
    let mut placed = 0;
    while placed < wanted {
        let cell = *random.pick(&free).unwrap();
        if items[cell].is_empty() {
            let tile = supply.swap_remove(random.below(supply.len()));
            let seat = random.pick(&["x", "o"]).unwrap();
            items[cell] = format!("{seat}{tile}{}", random.pick(&DIRECTIONS).unwrap());
            placed += 1;
        }
    }
    let rows: Vec<String> = items
        .chunks(7)
        .map(|row| {
            let runs: Vec<String> = row
                .chunk_by(|a, b| a.is_empty() && b.is_empty())
                .map(|run| match run[0].as_str() {
                    "" => run.len().to_string(),
                    item => item.to_string(),
                })
                .collect();
            runs.join(",")
        })
        .collect();
    format!("{} {}", rows.join("/"), random.pick(&["x", "o"]).unwrap())
}

/// A rule set with a random value for every key, a radius, and a tile set.
fn random_rules(random: &mut Lcg) -> (String, usize, &'static str) {
    let radius = 1 + random.below(3);
    let keys: [(&str, &[&str]); 4] = [
        ("back", &["same", "mirrored"]),
        ("convert", &["forced", "optional"]),
        ("komi", &["0", "0.5", "-1", "3.5", "-12.5"]),
        ("swap", &["off", "on"]),
    ];
    let items: Vec<String> = keys
        .iter()
        .map(|(key, values)| format!("{key}={}", random.pick(values).unwrap()))
        .collect();
    let sets = ["standard", "without-024", "without-025", "mini"];
    let set = random.pick(&sets).unwrap();
    (format!("{},radius={radius}", items.join(",")), radius, set)
}

#[test]
fn positions_that_no_game_reaches() {
    let mut random = Lcg::new(6);
    for _ in 0..250 {
        let (rules, radius, set) = random_rules(&mut random);
        let text = random_position(radius, set, 48, &mut random);
        let mut pair = at(&rules, set, &text).unwrap_or_else(|| panic!("{rules}: {text}"));
        for _ in 0..2 {
            let turns = pair.compare().unwrap_or_else(|e| panic!("{e}"));
            let Some(turn) = random.pick(&turns) else {
                break;
            };
            for _ in 0..20 {
                let text = mutated_turn(random.pick(&turns).unwrap(), &mut random);
                pair.compare_legality(&text)
                    .unwrap_or_else(|e| panic!("{e}"));
            }
            pair.play(turn).unwrap_or_else(|e| panic!("{e}"));
        }
    }
}

/// Changes, inserts, deletes or moves a few characters.
fn mutated(text: &str, random: &mut Lcg) -> String {
    const CHARACTERS: &[char] = &[
        'x', 'o', 'H', '/', ',', ' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', 'n', 'e', 's',
        'w', 'é', '\u{0663}',
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
    let mut random = Lcg::new(7);
    let (mut good, mut bad) = (0, 0);
    for _ in 0..20_000 {
        let (rules, radius, set) = random_rules(&mut random);
        // A tile beyond a smaller board is an error, too.
        let radius = (radius + random.below(5) / 4).min(3);
        let text = random_position(radius, set, 6, &mut random);
        match at(&rules, set, &mutated(&text, &mut random)) {
            Some(pair) => {
                good += 1;
                pair.compare_position().unwrap_or_else(|e| panic!("{e}"));
            }
            None => bad += 1,
        }
    }
    assert!(good > 300 && bad > 300, "{good} good, {bad} bad");
}
