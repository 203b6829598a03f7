//! Both games, under many variants, pass the conformance suite; and hashes are what they were.

use std::collections::{BTreeMap, BTreeSet};

use flipside_rules::sayu::{Cell, Direction, Tile};
use flipside_rules::{
    FullGame, Game, Hexflip, Notation as _, RuleSet, Sayu, hexflip, no_attachments, sayu,
};
use flipside_testkit::conformance::{Coverage, Suite};

fn hexflip_suite(rules: &str) -> Suite<Hexflip> {
    let rules = hexflip::Rules::parse(rules, &no_attachments).unwrap();
    Suite::new(rules, |_| hexflip::Turn::all().collect())
}

fn total(ends: &Coverage) -> u32 {
    ends.ends.values().sum::<u32>() + ends.unfinished
}

#[test]
fn hexflip_under_many_variants() {
    let mut reasons = BTreeSet::new();
    for (seed, rules) in (0..).zip([
        "standard",
        "swap=on",
        "overline=mover",
        "place=1",
        "place=3",
        "first_place=3,place=1",
        "second_place=1",
        "second_place=3,swap=on",
        "hand=9,place=3",
        "hand=1",
        "first_place=2,hand=2,overline=mover,swap=on",
    ]) {
        let suite = hexflip_suite(rules).games(12).seed(seed);
        let coverage = suite.run().unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(total(&coverage), 12);
        reasons.extend(coverage.ends.into_keys());
    }
    assert_eq!(reasons.len(), Hexflip::REASONS.len(), "{reasons:?}");
}

#[test]
fn hexflip_with_repetition() {
    for (seed, rules) in (0..).zip([
        "hand=2,repetition=2",
        "hand=3,repetition=2",
        "hand=4",
        "deviate=first,hand=3,repetition=2",
        "deviate=first,hand=4,swap=on",
        "hand=4,repetition=off",
    ]) {
        let suite = hexflip_suite(rules)
            .preferring(|turn| turn.jumps().is_some())
            .games(25)
            .max_turns(120)
            .seed(seed);
        let coverage = suite.run().unwrap_or_else(|e| panic!("{e}"));
        assert!(coverage.positions > 100, "{coverage:?}");
    }
}

/// All placements of all 56 tiles; and behind every placement that is legal up to there, all
/// chains that can be written down, each to the first step that breaks a rule.
fn sayu_candidates(game: &Sayu) -> Vec<sayu::Turn> {
    let mut candidates = vec![sayu::Turn::Swap];
    for tile in Tile::all() {
        for cell in Cell::all().filter(|&cell| cell != sayu::HOME) {
            for orientation in Direction::ALL {
                let text = format!("{tile}@{cell}:{orientation}");
                grow_chains(game, &text, cell, &mut candidates);
            }
        }
    }
    candidates
}

fn grow_chains(game: &Sayu, text: &str, newest: Cell, candidates: &mut Vec<sayu::Turn>) {
    let turn = game.parse_turn(text).unwrap();
    candidates.push(turn);
    let goes_on = matches!(
        game.check(turn),
        Ok(()) | Err(sayu::IllegalTurn::ChainUnfinished { .. })
    );
    if goes_on {
        for next in Direction::ALL.into_iter().filter_map(|d| newest.step(d)) {
            grow_chains(game, &format!("{text}>{next}"), next, candidates);
        }
    }
}

/// What `Sayu` documents, from the list of turns: uniform over the placements (and the swap),
/// then over the ways in which each step can go on.
fn sayu_chances(_: &Sayu, turns: &[sayu::Turn]) -> Vec<f64> {
    type Prefix = (Tile, Cell, Direction, Vec<Direction>);
    // What follows after so many steps; `None` is to stop.
    let mut ways: BTreeMap<Prefix, BTreeSet<Option<Direction>>> = BTreeMap::new();
    let prefixes = |turn: &sayu::Turn| -> Option<Vec<(Prefix, Option<Direction>)>> {
        let sayu::Turn::Place {
            tile,
            cell,
            orientation,
            chain,
        } = turn
        else {
            return None;
        };
        let steps: Vec<Direction> = chain.steps().collect();
        let prefix = |n: usize| (*tile, *cell, *orientation, steps[..n].to_vec());
        Some(
            (0..=steps.len())
                .map(|n| (prefix(n), steps.get(n).copied()))
                .collect(),
        )
    };
    let mut first = 0;
    for turn in turns {
        match prefixes(turn) {
            None => first += 1,
            Some(prefixes) => {
                for (prefix, next) in prefixes {
                    ways.entry(prefix).or_default().insert(next);
                }
            }
        }
    }
    first += ways.keys().filter(|(.., steps)| steps.is_empty()).count();
    turns
        .iter()
        .map(|turn| {
            let steps: f64 = prefixes(turn)
                .unwrap_or_default()
                .iter()
                .map(|(prefix, _)| 1.0 / ways[prefix].len() as f64)
                .product();
            steps / first as f64
        })
        .collect()
}

fn sayu_suite(rules: &str) -> Suite<Sayu> {
    let rules = sayu::Rules::parse(rules, &load).unwrap();
    Suite::new(rules, sayu_candidates)
        .with_chances(sayu_chances)
        .preferring(|turn| Sayu::conversions(turn) > Some(0))
}

/// A set that no reflection maps to itself.
fn load(_: &str) -> Result<String, String> {
    Ok("name: one-handed\n012 013 014 023 035 146 256 347 367 567\n".to_string())
}

#[test]
fn sayu_on_the_full_board() {
    for (seed, rules) in (0..).zip([
        "standard",
        "convert=optional",
        "back=mirrored",
        "komi=-2.5,swap=on",
        "back=mirrored,convert=optional,swap=on,tiles=without-024",
        "tiles=without-025",
    ]) {
        let suite = sayu_suite(rules).games(2).one_position_in(8).seed(seed);
        let coverage = suite.run().unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(coverage.unfinished, 0);
    }
}

#[test]
fn sayu_on_small_boards_and_with_other_sets() {
    for (seed, rules) in (0..).zip([
        "radius=2",
        "back=mirrored,radius=2,swap=on",
        "convert=optional,radius=2",
        "radius=1",
        "komi=0.5,radius=1,swap=on",
        "back=mirrored,convert=optional,radius=1",
        "radius=1,tiles=mini",
        "back=mirrored,convert=optional,swap=on,tiles=mini",
        "tiles=one-handed.tiles",
        "back=mirrored,radius=1,tiles=one-handed.tiles",
    ]) {
        let suite = sayu_suite(rules).games(4).one_position_in(3).seed(seed);
        let coverage = suite.run().unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(coverage.unfinished, 0);
    }
}

fn hash<G: FullGame>(position: &str) -> u64 {
    let position = G::parse_position(&G::Rules::default(), position).unwrap();
    G::position_hash(&position)
}

/// These numbers stand in files of other people: they never change. They were computed from the
/// description of the hash alone.
#[test]
fn hashes_are_stable() {
    let hexflip = [
        ("3/4/5/4/3 x 8 8", 0x82B0_8CD3_315F_D63F),
        ("3/4/2x2/4/3 o 7 8", 0x053F_A4D4_8F0B_5F67),
        ("oxo/xoo1/xx1xo/xxoo/x2 x 0 1", 0xA934_AED4_DDFD_DF89),
        ("oxo/xoo1/xx1xo/xxoo/x2 o 0 1", 0x3819_3277_BBC5_25F8),
    ];
    let sayu = [
        ("7/7/7/3,H,3/7/7/7 x", 0x0000_0000_0000_0000),
        ("7/7/7/3,H,3/7/7/7 o", 0xC42C_5A1A_A382_0138),
        ("7/7/7/2,x127n,H,3/7/7/7 o", 0xC47D_3F97_FBD8_B277),
        (
            "7/7/4,o257e,2/3,H,x024e,2/4,x015w,2/7/7 o",
            0xC475_ABBA_0912_4E41,
        ),
    ];
    assert_eq!(
        hexflip.map(|(text, _)| (text, hash::<Hexflip>(text))),
        hexflip
    );
    assert_eq!(sayu.map(|(text, _)| (text, hash::<Sayu>(text))), sayu);
}
