//! Counts of turn sequences against the published ones, and in bulk against one by one.

use flipside_rules::{Game, RuleSet, hexflip, no_files, perft, perft_plain, sayu};

fn start<G: Game>(rules: &str) -> G {
    G::new(G::Rules::parse(rules, &no_files).unwrap())
}

#[test]
fn hexflip_from_the_start() {
    let game = start::<hexflip::Game>("standard");
    let published = [1, 19, 3_249, 448_620, 49_168_644];
    for (depth, count) in (0..).zip(published) {
        assert_eq!(perft(&game, depth), count, "depth {depth}");
    }
    for depth in 0..4 {
        assert_eq!(
            perft_plain(&game, depth),
            perft(&game, depth),
            "depth {depth}"
        );
    }
}

#[test]
fn sayu_from_the_start() {
    let game = start::<sayu::Game>("standard");
    assert_eq!(perft(&game, 1), 1_536);
    assert_eq!(perft(&game, 2), 3_465_216);
    assert_eq!(perft_plain(&game, 2), 3_465_216);
    assert_eq!(
        perft(&start::<sayu::Game>("convert=optional"), 2),
        4_057_536
    );
}

#[test]
fn sayu_with_many_chains() {
    let text = "7/1,x127s,x025s,o257sw,3/1,o057sw,o045sw,o015sw,o146sw,2/\
                x247nw,x267nw,o467sw,H,o347sw,2/x026nw,o357sw,o023sw,o145sw,3/2,o235sw,4/7 x";
    let rules = sayu::Rules::default();
    let position = sayu::Game::parse_position(&rules, text).unwrap();
    let game = sayu::Game::from_position(rules, position);
    assert_eq!(game.position_text(), text);
    assert_eq!(game.count_turns(), 3_673);
    let turns = game.turns();
    assert_eq!(turns.len(), 3_673);
    let mut placements: Vec<_> = turns
        .iter()
        .map(|turn| match turn {
            sayu::Turn::Place {
                tile,
                cell,
                orientation,
                ..
            } => (*tile, *cell, *orientation),
            sayu::Turn::Swap => panic!("no swap here"),
        })
        .collect();
    placements.sort();
    placements.dedup();
    assert_eq!(placements.len(), 3_328);
}
