//! Rule sets, their names and errors, and tile sets as data.

use std::fs;
use std::path::Path;

use flipside_rules::hexflip::Overline;
use flipside_rules::sayu::{BUILT_IN, Tile, TileSet, TileSetError};
use flipside_rules::{RuleKey, RuleSet, RulesError, hexflip, no_attachments, sayu};
use flipside_testkit::naive;
use flipside_testkit::random::Lcg;

/// Keys with values that they take; the first one of each is the standard.
type Values = &'static [(&'static str, &'static [&'static str])];

const HEXFLIP: Values = &[
    ("deviate", &["either", "first"]),
    ("first_place", &["1", "2", "3"]),
    ("hand", &["8", "1", "2", "3", "4", "5", "6", "7", "9"]),
    ("overline", &["owner", "mover"]),
    ("place", &["2", "1", "3"]),
    ("repetition", &["3", "2", "4", "17", "4294967295", "off"]),
    ("second_place", &["none", "1", "2", "3"]),
    ("swap", &["off", "on"]),
];

const SAYU: Values = &[
    ("back", &["same", "mirrored"]),
    ("convert", &["forced", "optional"]),
    (
        "komi",
        &["0", "0.5", "-0.5", "7", "-12.5", "48.5", "49", "-49"],
    ),
    ("radius", &["3", "1", "2"]),
    ("swap", &["off", "on"]),
    ("tiles", &["standard", "without-024", "without-025", "mini"]),
];

/// A random rule set as text, its keys shuffled; and the name that it should have.
fn random_rules(values: Values, random: &mut Lcg) -> (String, String) {
    let mut items = Vec::new();
    let mut differing = Vec::new();
    for (key, values) in values {
        if random.below(4) > 0 {
            let value = *random.pick(values).unwrap();
            let item = format!("{key}={value}");
            if value != values[0] {
                differing.push(item.clone());
            }
            items.insert(random.below(items.len() + 1), item);
        }
    }
    if differing.is_empty() {
        differing.push("standard".to_string());
    }
    (items.join(","), differing.join(","))
}

fn names_read_back<R: RuleSet>(values: Values, seed: u64) {
    let known: Vec<&str> = R::KEYS.iter().map(|key| key.name).collect();
    let tried: Vec<&str> = values.iter().map(|(key, _)| *key).collect();
    assert_eq!(known, tried, "every key is tried");
    let mut random = Lcg::new(seed);
    for _ in 0..2_000 {
        let (text, name) = random_rules(values, &mut random);
        let rules = R::parse(&text, &no_attachments).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(rules.name(), name, "{text}");
        assert_eq!(R::parse(&name, &no_attachments), Ok(rules), "{name}");
    }
}

#[test]
fn names_of_hexflip_rules_read_back() {
    names_read_back::<hexflip::Rules>(HEXFLIP, 1);
}

#[test]
fn names_of_sayu_rules_read_back() {
    names_read_back::<sayu::Rules>(SAYU, 2);
}

/// The naive rules name them alike (they know no tile sets).
#[test]
fn names_are_those_of_the_naive_rules() {
    let mut random = Lcg::new(3);
    for _ in 0..500 {
        let (text, name) = random_rules(HEXFLIP, &mut random);
        let naive = naive::NaiveHexflip::new(&text).unwrap();
        assert_eq!(naive.rules_name(), name, "{text}");
        let (text, name) = random_rules(&SAYU[..5], &mut random);
        let naive = naive::NaiveSayu::new(&text, &["025"]).unwrap();
        assert_eq!(naive.rules_name(), name, "{text}");
    }
}

#[test]
fn values_are_read_in_any_usual_spelling() {
    let name = |text: &str| sayu::Rules::parse(text, &no_attachments).unwrap().name();
    assert_eq!(name("komi=.5"), "komi=0.5");
    assert_eq!(name("komi=-.5"), "komi=-0.5");
    assert_eq!(name("komi=-0"), "standard");
    assert_eq!(name("komi=3.0"), "komi=3");
    assert_eq!(name(" swap = on , radius = 2 "), "radius=2,swap=on");
}

fn hexflip_error(text: &str) -> RulesError {
    hexflip::Rules::parse(text, &no_attachments).expect_err(text)
}

fn sayu_error(text: &str) -> RulesError {
    sayu::Rules::parse(text, &no_attachments).expect_err(text)
}

#[test]
fn an_item_without_a_value_is_refused() {
    for text in ["hand", "hand=8,", ",hand=8", "swap=on,standard", "hand:8"] {
        let error = hexflip_error(text);
        assert!(matches!(error, RulesError::NotAnOption { .. }), "{error}");
        assert!(error.to_string().contains("key=value"), "{error}");
    }
}

/// The message lists what there is.
fn lists_all(message: &str, keys: &[RuleKey]) {
    for key in keys {
        assert!(message.contains(key.name), "{message}");
    }
}

#[test]
fn an_unknown_key_is_refused() {
    let error = hexflip_error("komi=3");
    assert!(matches!(&error, RulesError::UnknownKey { key, .. } if key == "komi"));
    lists_all(&error.to_string(), hexflip::Rules::KEYS);
    let error = sayu_error("hand=3");
    assert!(matches!(&error, RulesError::UnknownKey { key, .. } if key == "hand"));
    lists_all(&error.to_string(), sayu::Rules::KEYS);
}

#[test]
fn a_double_key_is_refused() {
    for text in ["hand=8,hand=8", "hand=3,swap=on,hand=4"] {
        assert_eq!(hexflip_error(text), RulesError::DoubleKey { key: "hand" });
        assert!(hexflip_error(text).to_string().contains("duplicate"));
    }
}

#[test]
fn a_bad_value_is_refused_and_the_good_ones_named() {
    for text in [
        "hand=0",
        "hand=10",
        "hand=08",
        "hand=+8",
        "hand=",
        "hand=eight",
        "place=0",
        "place=4",
        "first_place=none",
        "second_place=4",
        "overline=both",
        "repetition=1",
        "repetition=0",
        "repetition=on",
        "repetition=4294967296",
        "deviate=second",
        "swap=yes",
    ] {
        bad_value(&hexflip_error(text), text);
    }
    for text in [
        "radius=0",
        "radius=4",
        "radius=1.5",
        "back=other",
        "convert=never",
        "swap=1",
        "komi=0.25",
        "komi=1e1",
        "komi=inf",
        "komi=+1",
        "komi=-",
        "komi=",
        "komi=.",
        "komi=49.5",
        "komi=-49.5",
        "komi=99999",
    ] {
        bad_value(&sayu_error(text), text);
    }
}

fn bad_value(error: &RulesError, text: &str) {
    let (wanted_key, wanted_value) = text.split_once('=').unwrap();
    match error {
        RulesError::BadValue { key, value, values } => {
            assert_eq!((*key, value.as_str()), (wanted_key, wanted_value));
            assert!(error.to_string().contains(values), "{error}");
        }
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn a_tile_set_that_cannot_be_had_is_refused() {
    let error = sayu_error("tiles=nowhere.tiles");
    assert!(matches!(error, RulesError::Attachment { .. }), "{error:?}");
    assert!(error.to_string().contains("nowhere.tiles"), "{error}");
    let missing = |name: &str| Err(format!("there is no file {name}"));
    let error = sayu::Rules::parse("tiles=a.tiles", &missing).unwrap_err();
    assert!(
        error.to_string().contains("there is no file a.tiles"),
        "{error}"
    );
}

#[test]
fn a_loaded_tile_set_is_named_and_attached() {
    let text = "# mine\nname: my-set\n025 013\n# more\n  567\n";
    let load = |name: &str| {
        assert_eq!(name, "some/file.tiles");
        Ok(text.to_string())
    };
    let rules = sayu::Rules::parse("tiles=some/file.tiles,radius=1", &load).unwrap();
    assert_eq!(rules.name(), "radius=1,tiles=my-set");
    assert_eq!(rules.tiles().mask().count_ones(), 3);
    // The attachment is all that is needed to read the name again.
    let attached = rules.attachment().unwrap();
    let again = sayu::Rules::parse(&rules.name(), &|_| Ok(attached.clone()));
    assert_eq!(again.as_ref(), Ok(&rules));
    assert_eq!(sayu::Rules::default().attachment(), None);
}

#[test]
fn a_built_in_name_stands_for_its_own_tiles_only() {
    let (_, mini) = BUILT_IN[3];
    let copy = sayu::Rules::parse("tiles=copy.tiles", &|_| Ok(mini.to_string())).unwrap();
    assert_eq!(copy.name(), "tiles=mini");
    assert_eq!(copy.attachment(), None);
    let other = |_: &str| Ok("name: mini\n025\n".to_string());
    let error = sayu::Rules::parse("tiles=other.tiles", &other).unwrap_err();
    let taken = TileSetError::NameTaken {
        name: "mini".to_string(),
    };
    assert_eq!(
        error.to_string(),
        format!("tile set `other.tiles`: {taken}")
    );
}

#[test]
fn tile_set_errors_name_the_line() {
    let error = |text: &str| TileSet::parse(text).expect_err(text);
    for (text, line) in [
        ("025 013\n", 1),
        ("# a comment\n\n025\n", 3),
        ("name:\n025\n", 1),
        ("name: Capitals\n025\n", 1),
        ("name: two words\n025\n", 1),
        ("", 1),
        ("# nothing\n", 1),
    ] {
        assert_eq!(error(text), TileSetError::Name { line }, "{text}");
    }
    let long = format!("name: {}\n025\n", "a".repeat(41));
    assert_eq!(error(&long), TileSetError::Name { line: 1 });
    for word in ["052", "002", "028", "02", "0256", "x25", "name:"] {
        let text = format!("name: set\n013\n\n014 {word} 025\n");
        let tile = TileSetError::Tile {
            line: 4,
            word: word.to_string(),
        };
        assert_eq!(error(&text), tile);
        assert!(tile.to_string().starts_with("line 4:"), "{tile}");
    }
    let double = TileSetError::Double {
        line: 3,
        tile: Tile::parse("025").unwrap(),
    };
    assert_eq!(error("name: set\n025 013\n146 025\n"), double);
    assert!(double.to_string().contains("025"));
    assert_eq!(error("name: set\n# 025\n"), TileSetError::Empty);
    let all: Vec<String> = Tile::all().map(|tile| tile.to_string()).collect();
    assert_eq!(
        error(&format!("name: set\n{}\n", all.join("\n"))),
        TileSetError::TooMany { tiles: 56 }
    );
}

#[test]
fn the_files_are_what_is_built_in() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/sayu");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".tiles"))
        .collect();
    names.sort();
    let mut built_in: Vec<String> = BUILT_IN.iter().map(|(n, _)| format!("{n}.tiles")).collect();
    built_in.sort();
    assert_eq!(names, built_in);
    for (name, text) in BUILT_IN {
        let file = fs::read_to_string(folder.join(format!("{name}.tiles"))).unwrap();
        assert_eq!(file, text);
        let set = TileSet::parse(&file).unwrap();
        assert_eq!(set.name(), name);
        assert_eq!(TileSet::built_in(name), Some(set));
    }
}

/// The sets are those that the rules page describes: 56 patterns less one class of eight.
#[test]
fn the_sets_leave_out_one_class_each() {
    let class = |pattern: &str| {
        let pattern = Tile::parse(pattern).unwrap().pattern();
        (0..8)
            .map(|turn| Tile::of_pattern(pattern.rotate_left(turn)).unwrap().mask())
            .fold(0, |mask, tile| mask | tile)
    };
    let all = (1 << 56) - 1;
    for (name, left_out) in [
        ("standard", "012"),
        ("without-024", "024"),
        ("without-025", "025"),
    ] {
        let set = TileSet::built_in(name).unwrap();
        assert_eq!(set.mask(), all & !class(left_out), "{name}");
    }
    let standard: Vec<String> = flipside_rules::set_bits(TileSet::standard().mask())
        .filter_map(Tile::new)
        .map(|tile| tile.to_string())
        .collect();
    assert_eq!(standard, naive::standard_sayu_tiles());
    // Its mirror image has 057 and 036 for 013 and 025.
    assert!(TileSet::built_in("mini").unwrap().is_mirror_symmetric());
}

#[test]
fn rule_sets_built_in_code_are_those_of_their_text() -> Result<(), RulesError> {
    let mut count = 0;
    for hand in 0..=10 {
        for place in 0..=4 {
            for second_place in [None, Some(0), Some(1), Some(3), Some(4)] {
                for (overline, swap) in [(Overline::Owner, true), (Overline::Mover, false)] {
                    for repetition in [None, Some(1), Some(2), Some(3)] {
                        let built = hexflip::Rules::default()
                            .with_overline(overline)
                            .with_swap(swap)
                            .with_second_deviates(!swap)
                            .with_first_place(place)
                            .and_then(|rules| rules.with_hand(hand))
                            .and_then(|rules| rules.with_place(place))
                            .and_then(|rules| rules.with_repetition(repetition))
                            .and_then(|rules| rules.with_second_place(second_place));
                        let word = |number: Option<u32>, none: &str| {
                            number.map_or(none.to_string(), |number| number.to_string())
                        };
                        let text = format!(
                            "overline={},swap={},deviate={},first_place={place},hand={hand},\
                             place={place},repetition={},second_place={}",
                            if swap { "owner" } else { "mover" },
                            if swap { "on" } else { "off" },
                            if swap { "first" } else { "either" },
                            word(repetition, "off"),
                            word(second_place.map(u32::from), "none"),
                        );
                        let parsed = hexflip::Rules::parse(&text, &no_attachments);
                        assert_eq!(built, parsed, "{text}");
                        count += usize::from(built.is_ok());
                    }
                }
            }
        }
    }
    assert_eq!(count, 9 * 3 * 3 * 2 * 3);
    for halves in -100..=100 {
        for radius in 0..=4 {
            let komi = sayu::Komi { halves };
            let built = sayu::Rules::default()
                .with_komi(komi)
                .and_then(|rules| rules.with_radius(radius));
            let text = format!("komi={komi},radius={radius}");
            assert_eq!(built, sayu::Rules::parse(&text, &no_attachments), "{text}");
        }
    }
    let mini = TileSet::parse(BUILT_IN[3].1).unwrap();
    let built = sayu::Rules::default()
        .with_back(sayu::Back::Mirrored)
        .with_optional_conversion(true)
        .with_swap(true)
        .with_tiles(mini)?;
    let text = "back=mirrored,convert=optional,swap=on,tiles=mini";
    assert_eq!(built, sayu::Rules::parse(text, &no_attachments)?);
    let other = TileSet::parse("name: mini\n025\n").unwrap();
    assert!(sayu::Rules::default().with_tiles(other).is_err());
    Ok(())
}
