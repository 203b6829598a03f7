//! Fits recover known weights.

use crate::fit_positions::positions;
use crate::fit_support::{expected, place, spoiled, standard};
use flipside_ai::{Evaluate, Evaluator as _, Playable, Rng, Weights};
use flipside_rules::{Hexflip, RuleSet, Sayu, hexflip, no_attachments, sayu};
use flipside_tuning::fit::{Data, Fit, FitOptions, FitResult, Samples, SplitOptions, Tuned};

/// Returns `true` with a probability.
fn happens(chance: f64, rng: &mut Rng) -> bool {
    f64::from(rng.below(1 << 30)) < chance * f64::from(1 << 30)
}

fn data<G: Evaluate>(samples: &Samples) -> Data {
    Data::new::<G>(samples.clone(), &SplitOptions::default()).unwrap()
}

fn tuned<G: Evaluate>(names: &[&str]) -> Vec<Tuned> {
    let parameters = names.iter().map(|name| place::<G>(name));
    parameters.filter_map(Tuned::parameter::<G>).collect()
}

fn options(tuned: Vec<Tuned>, pull: f64) -> FitOptions {
    FitOptions {
        tuned,
        pull,
        iterations: 50,
    }
}

fn fit<G: Evaluate>(data: &Data, start: &Weights<G>, options: &FitOptions) -> FitResult<G> {
    let fit = Fit::new(data, start, options).unwrap();
    let state = fit.run();
    for pair in state.path.windows(2) {
        // Rounding `scale` at the end of its stage may increase the objective slightly.
        assert!(pair[1].objective < pair[0].objective + 1e-6, "{pair:?}");
    }
    fit.result(&state)
}

/// Games with random results, with the odds of weights unknown to the fit.
fn planted<G: Playable>(games: u64, names: &[&str], truth: &Weights<G>, start: &Weights<G>) {
    let evaluator = G::Evaluator::new(truth);
    let draw = |game: &G, rng: &mut Rng| {
        let chance = expected(&evaluator, game);
        f64::from(u8::from(happens(chance, rng)))
    };
    let samples = positions(&G::Rules::default(), games, draw);
    let data = data::<G>(&samples);
    let result = fit(&data, start, &options(tuned::<G>(names), 0.0));
    let mut squares = 0.0;
    for name in names {
        let i = place::<G>(name);
        let error = result.errors[i].unwrap();
        let off = (result.values[i] - f64::from(truth.values()[i])) / error;
        let was = f64::from(start.values()[i] - truth.values()[i]) / error;
        assert!(off.abs() < 4.0, "{name}: {off} standard errors");
        assert!(was.abs() > 5.0, "{name} was only {was} standard errors off");
        squares += off * off;
    }
    // Normalised errors have a mean square of 1, with a standard deviation of √(2 / n).
    let n = names.len() as f64;
    assert!(
        (squares / n - 1.0).abs() < 4.0 * (2.0 / n).sqrt(),
        "{squares}"
    );
    assert!(result.after.train < result.before.train);
    assert!(result.after.test < result.before.test);
}

#[test]
fn weights_of_hexflip_are_found_from_results_of_games() {
    let names = ["tempo_late", "hand_early", "hand_late", "line_x--_late"];
    let truth = standard::<Hexflip>();
    let mut start = truth.clone();
    for name in names {
        start = spoiled(&start, name, truth.get(name).unwrap() - 120);
    }
    planted(600, &names, &truth, &start);
}

#[test]
fn weights_of_sayu_are_found_from_results_of_games() {
    let names = ["tile_late", "exposed_early", "open_late", "chain_now_late"];
    let truth = standard::<Sayu>();
    let mut start = truth.clone();
    for name in names {
        start = spoiled(&start, name, truth.get(name).unwrap() + 150);
    }
    planted(400, &names, &truth, &start);
}

/// One initial weight is wrong, and all are fitted to the predictions of the right ones.
fn repaired<G: Playable>(games: u64, name: &str, wrong: i32) {
    let right = standard::<G>();
    let evaluator = G::Evaluator::new(&right);
    let samples = positions(&G::Rules::default(), games, |game: &G, _| {
        expected(&evaluator, game)
    });
    let data = data::<G>(&samples);
    let start = spoiled(&right, name, wrong);
    // One and a half: evaluations are truncated to integers.
    let alone = fit(&data, &start, &options(tuned::<G>(&[name]), 0.0));
    let found = alone.weights.get(name).unwrap();
    assert!(found.abs_diff(right.get(name).unwrap()) <= 1, "{found}");
    let weights = Tuned::all::<G>();
    let weights = weights[..weights.len() - 1].to_vec();
    let all = fit(&data, &start, &options(weights, 1e-4));
    let found = all.weights.get(name).unwrap();
    assert!(found.abs_diff(right.get(name).unwrap()) <= 10, "{found}");
    assert!(all.after.test < all.before.test);
}

#[test]
fn a_spoiled_weight_of_hexflip_is_found_again() {
    repaired::<Hexflip>(1_500, "hand_late", -400);
}

#[test]
fn a_spoiled_weight_of_sayu_is_found_again() {
    repaired::<Sayu>(200, "exposed_early", 500);
}

#[test]
fn the_scale_is_found_from_any_start() {
    let right = standard::<Sayu>();
    let evaluator = <Sayu as Evaluate>::Evaluator::new(&right);
    let samples = positions(&sayu::Rules::default(), 100, |game: &Sayu, _| {
        expected(&evaluator, game)
    });
    let data = data::<Sayu>(&samples);
    for wrong in [20, 500, 5_000, 100_000] {
        let start = spoiled(&right, "scale", wrong);
        let result = fit(&data, &start, &options(tuned::<Sayu>(&["scale"]), 0.0));
        let found = result.weights.get("scale").unwrap();
        assert!(found.abs_diff(right.get("scale").unwrap()) <= 3, "{found}");
    }
}

#[test]
fn komi_shifts_what_is_even() {
    // With the rules' komi and with one more: the same weights fit both.
    let right = standard::<Sayu>();
    let evaluator = <Sayu as Evaluate>::Evaluator::new(&right);
    let rules = sayu::Rules::parse("komi=9.5", &no_attachments).unwrap();
    let samples = positions(&rules, 100, |game: &Sayu, _| expected(&evaluator, game));
    let data = data::<Sayu>(&samples);
    let start = spoiled(&right, "tempo_late", 800);
    let result = fit(&data, &start, &options(tuned::<Sayu>(&["tempo_late"]), 0.0));
    let found = result.weights.get("tempo_late").unwrap();
    assert!(
        found.abs_diff(right.get("tempo_late").unwrap()) <= 1,
        "{found}"
    );
}

#[test]
fn the_penalty_keeps_weights_near_the_start() {
    let right = standard::<Sayu>();
    let evaluator = <Sayu as Evaluate>::Evaluator::new(&right);
    let samples = positions(&sayu::Rules::default(), 100, |game: &Sayu, _| {
        expected(&evaluator, game)
    });
    let data = data::<Sayu>(&samples);
    let start = spoiled(&right, "tile_late", 400);
    let end = |pull: f64| {
        let result = fit(&data, &start, &options(tuned::<Sayu>(&["tile_late"]), pull));
        result.values[place::<Sayu>("tile_late")]
    };
    let ends = [0.0, 0.1, 1.0, 10.0, 1e9].map(end);
    assert!(ends.is_sorted(), "{ends:?}");
    let true_value = f64::from(right.get("tile_late").unwrap());
    assert!(
        (ends[0] - true_value).abs() < 1.0 && ends[2] > true_value + 1.0,
        "{ends:?}"
    );
    assert!(
        ends[3] < 399.0 && (ends[4] - 400.0).abs() < 0.01,
        "{ends:?}"
    );
}

#[test]
fn bounds_are_kept_and_the_other_weights_adapt() {
    let right = standard::<Sayu>();
    let evaluator = <Sayu as Evaluate>::Evaluator::new(&right);
    let samples = positions(&sayu::Rules::default(), 100, |game: &Sayu, _| {
        expected(&evaluator, game)
    });
    let data = data::<Sayu>(&samples);
    let names = ["tile_late", "open_late", "chain_now_late"];
    let mut bounded = tuned::<Sayu>(&names);
    bounded[0].max = 60;
    let start = spoiled(&spoiled(&right, "tile_late", 20), "open_late", 300);
    let result = fit(&data, &start, &options(bounded, 0.0));
    assert_eq!(result.weights.get("tile_late"), Some(60));
    assert_eq!(result.errors[place::<Sayu>("tile_late")], None);
    // The others are optimal with that weight fixed.
    let fixed = spoiled(&right, "tile_late", 60);
    let others = fit(&data, &fixed, &options(tuned::<Sayu>(&names[1..]), 0.0));
    assert_eq!(result.weights, others.weights);
}

#[test]
fn threads_and_interruptions_do_not_change_the_result() {
    let right = standard::<Hexflip>();
    let evaluator = <Hexflip as Evaluate>::Evaluator::new(&right);
    let samples = positions(&hexflip::Rules::default(), 3_500, |game: &Hexflip, rng| {
        f64::from(u8::from(happens(expected(&evaluator, game), rng)))
    });
    assert!(samples.len() > 40_000, "several chunks: {}", samples.len());
    let data = data::<Hexflip>(&samples);
    let start = spoiled(&spoiled(&right, "hand_late", 0), "scale", 300);
    let options = FitOptions::all::<Hexflip>();
    let on = |threads: usize, interrupted: bool| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| {
            let fit = Fit::new(&data, &start, &options).unwrap();
            let mut state = fit.start();
            while !state.is_done() {
                fit.step(&mut state);
                if interrupted {
                    let bytes = postcard::to_allocvec(&state).unwrap();
                    state = postcard::from_bytes(&bytes).unwrap();
                    fit.check(&state).unwrap();
                }
            }
            let result = fit.result(&state);
            (postcard::to_allocvec(&state).unwrap(), result)
        })
    };
    let one = on(1, false);
    assert_eq!(one, on(3, false));
    assert_eq!(one, on(2, true));
}

#[test]
fn invalid_options_are_reported() {
    let samples = positions(&sayu::Rules::default(), 100, |_: &Sayu, _| 0.5);
    let data = data::<Sayu>(&samples);
    let start = standard::<Sayu>();
    let tile = tuned::<Sayu>(&["tile_late"])[0];
    let with = |change: fn(&mut Tuned)| {
        let mut changed = tile;
        change(&mut changed);
        options(vec![changed], 0.0)
    };
    for (options, words) in [
        (options(Vec::new(), 0.0), "no parameter"),
        (
            options(vec![tile, tile], 0.0),
            "duplicate parameter `tile_late`",
        ),
        (options(vec![tile], -1.0), "-1"),
        (options(vec![tile], f64::INFINITY), "inf"),
        (with(|t| t.parameter = 99), "index 99: sayu has 15"),
        (with(|t| t.min = 200), " of `tile_late`: expected 200"),
        (with(|t| t.max = 5_000), "-1000 to 1000"),
        (with(|t| t.step = 0), "step 0"),
    ] {
        let error = Fit::new(&data, &start, &options).err().unwrap().to_string();
        assert!(error.contains(words), "{error}");
    }
    let one = options(vec![tile], 0.0);
    let fit = Fit::new(&data, &start, &one).unwrap();
    let mut state = fit.start();
    state.values[2] = 1e9;
    assert!(fit.check(&state).is_err());
    state.values.pop();
    assert!(fit.check(&state).is_err());
}
