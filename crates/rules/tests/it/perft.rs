//! Counts of turn sequences against the published ones, and in bulk against one by one.

use flipside_rules::{
    FullGame, Game, Hexflip, Notation as _, RuleSet, Sayu, no_attachments, perft, perft_plain, sayu,
};
use flipside_testkit::naive;
use flipside_testkit::random::Lcg;

fn start<G: FullGame>(rules: &str) -> G {
    G::new(G::Rules::parse(rules, &no_attachments).unwrap())
}

#[test]
fn hexflip_from_the_start() {
    let game = start::<Hexflip>("standard");
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
    let game = start::<Sayu>("standard");
    assert_eq!(perft(&game, 1), 1_536);
    assert_eq!(perft(&game, 2), 3_465_216);
    assert_eq!(perft_plain(&game, 2), 3_465_216);
    assert_eq!(perft(&start::<Sayu>("convert=optional"), 2), 4_057_536);
}

#[test]
fn sayu_with_many_chains() {
    let text = "7/1,x127s,x025s,o257sw,3/1,o057sw,o045sw,o015sw,o146sw,2/\
                x247nw,x267nw,o467sw,H,o347sw,2/x026nw,o357sw,o023sw,o145sw,3/2,o235sw,4/7 x";
    let rules = sayu::Rules::default();
    let position = Sayu::parse_position(&rules, text).unwrap();
    let game = Sayu::from_position(rules, position);
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

/// The naive rules count the same, once, over positions merged up to symmetry; that takes them
/// half an hour, too long for the corpus.
#[test]
fn sayu_three_turns_deep() {
    assert_eq!(perft(&start::<Sayu>("standard"), 3), 9_370_407_616);
}

/// The small set for exact solving, up to the last turn but one: three of four tiles placed.
#[test]
fn sayu_with_the_mini_set_against_the_naive_rules() {
    let set = ["013", "025", "036", "057"];
    for rules in ["radius=1", "convert=optional,radius=1", "radius=1,swap=on"] {
        let naive = naive::NaiveSayu::new(rules, &set).unwrap();
        let game = start::<Sayu>(&format!("{rules},tiles=mini"));
        for depth in 1..=3 {
            let count = u128::from(naive.perft(depth));
            assert_eq!(perft(&game, depth), count, "{rules}, depth {depth}");
            assert_eq!(perft_plain(&game, depth), count, "{rules}, depth {depth}");
        }
    }
}

/// Where history matters at once, merging must stop: bulk counts from within games of many jumps.
#[test]
fn hexflip_in_the_midst_of_repetition() {
    let mut random = Lcg::new(1);
    let mut barred = 0;
    for (rules, games) in [("hand=3,repetition=2", 60), ("hand=2", 30), ("hand=4", 30)] {
        for _ in 0..games {
            let mut game = start::<Hexflip>(rules);
            for _ in 0..30 {
                let turns = game.turns();
                let jumps: Vec<_> = turns.iter().filter(|turn| turn.jumps().is_some()).collect();
                let Some(turn) = random.pick(&jumps).copied().or(random.pick(&turns)) else {
                    break;
                };
                let before = game.clone();
                game.play(*turn).unwrap();
                if game.outcome().is_some() {
                    game = before;
                    break;
                }
            }
            let fresh = Hexflip::from_position(*game.rules(), *game.position());
            for depth in 1.. {
                let count = perft(&game, depth);
                if count > 3_000 || count == 0 || depth == 12 {
                    break;
                }
                assert_eq!(perft_plain(&game, depth), count, "{rules}: {game:?}");
                assert_eq!(perft_plain(&fresh, depth), perft(&fresh, depth));
                barred += u32::from(count != perft(&fresh, depth));
            }
        }
    }
    assert!(barred > 10, "{barred} counts differ because of history");
}
