//! The naive rules respect the symmetries of both boards.

use std::collections::BTreeSet;

use flipside_testkit::naive::{NaiveHexflip, NaiveSayu, hexflip, sayu, standard_sayu_tiles};
use flipside_testkit::random::Lcg;

#[test]
fn hexflip_symmetries_are_a_dozen_different_maps() {
    let maps = hexflip::symmetries();
    assert_eq!(maps.len(), 12);
    assert_eq!(maps.iter().collect::<BTreeSet<_>>().len(), 12);
    assert!(maps[0].iter().all(|(from, to)| from == to));
    for map in &maps {
        assert_eq!(map.len(), 19);
        assert_eq!(map.values().collect::<BTreeSet<_>>().len(), 19);
        assert_eq!(map["c3"], "c3");
        // Corners go to corners, and one map after another is again one of them.
        for corner in ["a1", "a3", "c1", "c5", "e3", "e5"] {
            assert!(["a1", "a3", "c1", "c5", "e3", "e5"].contains(&map[corner].as_str()));
        }
        for other in &maps {
            let both = map
                .iter()
                .map(|(from, to)| (from.clone(), other[to].clone()))
                .collect();
            assert!(maps.contains(&both));
        }
    }
}

#[test]
fn hexflip_rules_are_symmetric() {
    for (seed, rules) in ["standard", "swap=on", "overline=mover,place=3"]
        .iter()
        .enumerate()
    {
        let mut random = Lcg::new(seed as u64);
        for symmetry in 0..hexflip::SYMMETRIES {
            let mut game = NaiveHexflip::new(rules).unwrap();
            let mut mirror = game.clone();
            loop {
                let turns = game.turns();
                let mut mapped: Vec<String> = turns
                    .iter()
                    .map(|turn| hexflip::map_turn(turn, symmetry).unwrap())
                    .collect();
                mapped.sort();
                assert_eq!(mapped, mirror.turns());
                assert_eq!(game.outcome(), mirror.outcome());
                let position = hexflip::map_position(&game.position(), symmetry).unwrap();
                assert_eq!(position, mirror.position());
                if turns.is_empty() {
                    break;
                }
                let turn = &turns[random.below(turns.len())];
                game.play(turn).unwrap();
                mirror
                    .play(&hexflip::map_turn(turn, symmetry).unwrap())
                    .unwrap();
            }
        }
    }
}

#[test]
fn sayu_symmetries_depend_on_the_set() {
    let tiles = standard_sayu_tiles();
    let tiles: Vec<&str> = tiles.iter().map(String::as_str).collect();
    assert_eq!(sayu::symmetries(&tiles).unwrap(), [0, 1, 2, 3, 4, 5, 6, 7]);
    // 013 is reflected to 057.
    assert_eq!(sayu::symmetries(&["013", "024"]).unwrap(), [0, 1, 2, 3]);
    assert_eq!(
        sayu::symmetries(&["013", "057"]).unwrap(),
        [0, 1, 2, 3, 4, 5, 6, 7]
    );
    assert_eq!(sayu::map_turn("025@d5:ne>e5", 1).unwrap(), "025@e4:se>e3");
    assert_eq!(sayu::map_turn("025@d5:ne>e5", 4).unwrap(), "036@d5:nw>c5");
    assert_eq!(sayu::map_tile("025", 4).unwrap(), "036");
}

#[test]
fn sayu_rules_are_symmetric() {
    let tiles = standard_sayu_tiles();
    let tiles: Vec<&str> = tiles.iter().map(String::as_str).collect();
    for (seed, rules) in [
        "standard",
        "back=mirrored",
        "convert=optional,radius=1,swap=on",
    ]
    .iter()
    .enumerate()
    {
        let mut random = Lcg::new(seed as u64);
        for symmetry in sayu::symmetries(&tiles).unwrap() {
            let mut game = NaiveSayu::new(rules, &tiles).unwrap();
            let mut mirror = game.clone();
            loop {
                let turns = game.turns();
                let mut mapped: Vec<String> = turns
                    .iter()
                    .map(|turn| sayu::map_turn(turn, symmetry).unwrap())
                    .collect();
                mapped.sort();
                assert_eq!(mapped, mirror.turns());
                assert_eq!(game.outcome(), mirror.outcome());
                assert_eq!(game.margin(), mirror.margin());
                let position = sayu::map_position(&game.position(), symmetry).unwrap();
                assert_eq!(position, mirror.position());
                if turns.is_empty() {
                    break;
                }
                let turn = &turns[random.below(turns.len())];
                game.play(turn).unwrap();
                mirror
                    .play(&sayu::map_turn(turn, symmetry).unwrap())
                    .unwrap();
            }
        }
    }
}
