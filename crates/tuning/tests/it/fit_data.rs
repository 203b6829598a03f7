//! Samples are split into disjoint sets.

use std::collections::BTreeSet;

use crate::fit_positions::positions;
use flipside_rules::{Hexflip, Sayu, hexflip, sayu};
use flipside_tuning::fit::{Data, FitError, SplitOptions};

#[test]
fn sets_share_no_game_and_no_position() {
    let samples = positions(&hexflip::Rules::default(), 300, |_: &Hexflip, _| 0.5);
    let mut tests = BTreeSet::new();
    for seed in 0..3 {
        let split = SplitOptions {
            test_share: 0.2,
            seed,
        };
        let data = Data::new::<Hexflip>(samples.clone(), &split).unwrap();
        let of = |rows: &[u32], column: &[u64]| -> BTreeSet<u64> {
            rows.iter().map(|&i| column[i as usize]).collect()
        };
        let [train, test] = [data.train(), data.test()];
        let (games, positions) = (data.samples().games(), data.samples().positions());
        assert!(of(train, games).is_disjoint(&of(test, games)));
        assert!(of(train, positions).is_disjoint(&of(test, positions)));
        // Each position once.
        assert_eq!(of(train, positions).len(), train.len());
        assert_eq!(of(test, positions).len(), test.len());
        let counts = data.counts();
        assert_eq!((counts.train_games, counts.test_games), (240, 60));
        let all = counts.train + counts.test + counts.merged + counts.known;
        assert_eq!(all, counts.samples);
        assert!(counts.merged > 300 && counts.known > 60, "{counts:?}");
        tests.insert(of(test, games));
    }
    assert_eq!(
        tests.len(),
        3,
        "the seed decides which games are for testing"
    );
}

#[test]
fn duplicate_positions_are_averaged() {
    // All games have the same first position.
    let samples = positions(&hexflip::Rules::default(), 100, |game: &Hexflip, rng| {
        match flipside_rules::Game::position(game).occupied() {
            0 => f64::from(rng.below(2)),
            _ => 0.5,
        }
    });
    let data = Data::new::<Hexflip>(samples.clone(), &SplitOptions::default()).unwrap();
    let start = samples.positions()[0];
    let kept = data.train().iter().chain(data.test());
    let is_start = |i: &&u32| data.samples().positions()[**i as usize] == start;
    let [kept] = kept.filter(is_start).collect::<Vec<_>>()[..] else {
        panic!("the start occurs once");
    };
    let of_game = |&i: &u32| samples.games()[i as usize];
    let games: BTreeSet<u64> = data.train().iter().map(of_game).collect();
    let starts = (0..samples.len()).filter(|&i| samples.positions()[i] == start);
    let targets: Vec<f64> = starts
        .filter(|&i| games.contains(&samples.games()[i]))
        .map(|i| samples.target_and_weight(i).unwrap().0)
        .collect();
    assert_eq!((games.len(), targets.len()), (90, 90));
    let mean = targets.iter().sum::<f64>() / 90.0;
    assert!(0.2 < mean && mean < 0.8, "{mean}");
    let (target, weight) = data.samples().target_and_weight(*kept as usize).unwrap();
    assert!((target - mean).abs() < 1e-12 && weight == 1.0);
}

#[test]
fn samples_that_cannot_be_split_are_reported() {
    let samples = positions(&sayu::Rules::default(), 60, |_: &Sayu, _| 0.5);
    let few = Data::new::<Sayu>(samples.clone(), &SplitOptions::default());
    let message = few.err().unwrap().to_string();
    for words in ["60 games", "at least 100", "10 games each"] {
        assert!(message.contains(words), "{message}");
    }
    let split = SplitOptions {
        test_share: 0.2,
        seed: 1,
    };
    for share in [0.0, 1.0, -0.5, f64::NAN] {
        let split = SplitOptions {
            test_share: share,
            ..split
        };
        let error = Data::new::<Sayu>(samples.clone(), &split).err();
        assert!(matches!(error, Some(FitError::Share(_))), "{share}");
    }
    let foreign = positions(&hexflip::Rules::default(), 60, |_: &Hexflip, _| 0.5);
    let message = Data::new::<Sayu>(foreign, &split).err().unwrap();
    assert!(message.to_string().contains("not of sayu"), "{message}");
}
