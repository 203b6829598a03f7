//! Teachers: batches depend on settings and numbers only, and weights fitted to them are better.

use crate::fit_support::{expected, place, spoiled, standard};
use flipside_ai::{BuiltInAgents, Evaluate, Evaluator as _, Playable, Stop, Weights};
use flipside_rules::{
    ExpectedScore, ForFirst, ForMover, Game, Hexflip, RuleSet, Sayu, hexflip, no_attachments, sayu,
};
use flipside_tablebase::{Table, Variant, solve};
use flipside_tuning::fit::{
    Data, DepthWeights, Fit, FitOptions, FitResult, Label, Oracle, Samples, SamplingOptions,
    SearchOracle, SplitOptions, TableOracle, Teacher, TeacherError, Tuned, TurnPolicy,
};

/// Labels positions with the scores that the built-in weights predict.
struct Standard;

impl<G: Playable> Oracle<G> for Standard {
    fn check(&self, _: &G::Rules) -> Result<(), TeacherError> {
        Ok(())
    }

    fn label(&self, positions: &[G], _: u64, _: &Stop) -> Result<Vec<Label>, TeacherError> {
        let evaluator = G::Evaluator::new(&standard());
        let labels = positions.iter().map(|game| Label {
            target: ForFirst(ExpectedScore(expected(&evaluator, game))),
            weight: 1.0,
        });
        Ok(labels.collect())
    }
}

fn small() -> (hexflip::Rules, Table) {
    let rules = hexflip::Rules::parse("hand=4", &no_attachments).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("small.table");
    let variant = Variant::new(&rules).unwrap();
    solve(variant, &path, &mut |_| {}, &|| false).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let table = Table::from_source(Box::new(bytes)).unwrap();
    (rules, table)
}

fn samples<G: Playable>(teacher: &Teacher<'_, G>, batches: u64) -> Samples {
    let batches = (0..batches).map(|i| teacher.batch(i, &Stop::new()).unwrap());
    Samples::of_batches(batches.collect())
}

fn fit<G: Evaluate>(samples: Samples, start: &Weights<G>, options: &FitOptions) -> FitResult<G> {
    let data = Data::new::<G>(samples, &SplitOptions::default()).unwrap();
    let fit = Fit::new(&data, start, options).unwrap();
    fit.result(&fit.run())
}

fn weights_only<G: Evaluate>(pull: f64) -> FitOptions {
    let mut options = FitOptions::all::<G>();
    options.tuned.pop();
    FitOptions { pull, ..options }
}

#[test]
fn a_spoiled_weight_is_found_again_by_the_table() {
    let (rules, table) = small();
    let oracle = TableOracle::new(&table, DepthWeights::default()).unwrap();
    let options = SamplingOptions {
        games: 400,
        ..SamplingOptions::default()
    };
    let start = standard::<Hexflip>();
    let teacher = Teacher::new(&rules, &options, &start, &oracle, &BuiltInAgents).unwrap();
    let samples = samples(&teacher, 2);
    assert!(samples.len() > 2_000, "{}", samples.len());
    let free = weights_only::<Hexflip>(1e-3);
    let good = fit(samples.clone(), &start, &free);
    assert!(good.after.test < good.before.test, "{good:?}");
    // From the fitted weights, with one of them spoiled, back to the fitted weights.
    for (name, wrong) in [("hand_late", -300), ("tempo_early", 600)] {
        let right = good.weights.get(name).unwrap();
        let start = spoiled(&good.weights, name, wrong);
        let alone = FitOptions {
            tuned: Tuned::all::<Hexflip>()
                .into_iter()
                .filter(|tuned| Hexflip::PARAMETERS[tuned.parameter].name == name)
                .collect(),
            pull: 0.0,
            iterations: 50,
        };
        let found = fit(samples.clone(), &start, &alone);
        let error = found.errors.iter().flatten().next().unwrap();
        let off = f64::from(found.weights.get(name).unwrap() - right) / error;
        let was = f64::from(wrong - right) / error;
        // The only difference is the penalty, which is centred on the first start.
        assert!(off.abs() < 0.5 && was.abs() > 3.0, "{name}: {off}, {was}");
    }
}

#[test]
fn a_spoiled_weight_is_found_again_by_search() {
    let oracle = SearchOracle::new(
        &"alphabeta:depth=1,without=endgame".parse().unwrap(),
        &BuiltInAgents,
    );
    let oracle = oracle.unwrap();
    let options = SamplingOptions {
        games: 120,
        opening: 8,
        share: 0.3,
        asides: 1,
        ..SamplingOptions::default()
    };
    let right = standard::<Sayu>();
    let start = spoiled(&right, "tile_late", -100);
    let rules = sayu::Rules::default();
    let teacher = Teacher::new(&rules, &options, &start, &oracle, &BuiltInAgents).unwrap();
    let tile = Tuned::parameter::<Sayu>(place::<Sayu>("tile_late")).unwrap();
    let alone = FitOptions {
        tuned: vec![tile],
        pull: 0.01,
        iterations: 50,
    };
    let found = fit(samples(&teacher, 1), &start, &alone);
    let tile = found.weights.get("tile_late").unwrap();
    // The oracle searches one turn deeper than the evaluation, so the fit differs in more ways.
    assert!(tile.abs_diff(102) <= 20, "{tile}");
    assert!(found.after.test < found.before.test);
}

#[test]
fn batches_depend_on_their_numbers() {
    fn check<G: Playable>(options: &SamplingOptions) {
        let rules = G::Rules::default();
        let weights = standard::<G>();
        let oracle = Standard;
        let on = |threads: usize, order: &[u64]| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.unwrap().install(|| {
                let teacher = Teacher::<G>::new(&rules, options, &weights, &oracle, &BuiltInAgents);
                let teacher = teacher.unwrap();
                let stop = Stop::new();
                let mut made: Vec<(u64, Vec<u8>)> = order
                    .iter()
                    .map(|&i| (i, teacher.batch(i, &stop).unwrap()))
                    .map(|(i, batch)| (i, postcard::to_allocvec(&batch).unwrap()))
                    .collect();
                made.sort();
                made
            })
        };
        let made = on(1, &[0, 1, 2]);
        assert_eq!(made, on(3, &[2, 0, 1]));
        assert_ne!(made[0].1, made[1].1);
        let other = SamplingOptions {
            seed: 1,
            ..options.clone()
        };
        let pool = Teacher::<G>::new(&rules, &other, &weights, &oracle, &BuiltInAgents).unwrap();
        let batch = pool.batch(0, &Stop::new()).unwrap();
        assert_ne!(postcard::to_allocvec(&batch).unwrap(), made[0].1);
    }
    check::<Hexflip>(&SamplingOptions {
        games: 20,
        ..SamplingOptions::default()
    });
    check::<Sayu>(&SamplingOptions {
        games: 3,
        opening: 6,
        turns: TurnPolicy {
            noise: 0.1,
            best: 1,
        },
        player: Some("alphabeta:nodes=20".parse().unwrap()),
        ..SamplingOptions::default()
    });
}

#[test]
fn games_have_unique_numbers() {
    let options = SamplingOptions {
        games: 25,
        ..SamplingOptions::default()
    };
    let rules = hexflip::Rules::default();
    let weights = standard::<Hexflip>();
    let teacher = Teacher::new(&rules, &options, &weights, &Standard, &BuiltInAgents).unwrap();
    let stop = Stop::new();
    for number in [0, 3] {
        let batch = teacher.batch(number, &stop).unwrap();
        let games = batch.samples.games();
        assert!(
            games
                .iter()
                .all(|game| (25 * number..25 * (number + 1)).contains(game))
        );
        assert!(games.is_sorted());
        assert!(games[0] < *games.last().unwrap());
    }
    stop.request();
    let stopped = teacher.batch(0, &stop).unwrap_err();
    assert_eq!(stopped, TeacherError::Stopped);
}

/// Records the number of turns before each position that it labels.
struct Lengths(std::sync::Mutex<Vec<u32>>);

impl Oracle<Sayu> for Lengths {
    fn check(&self, _: &sayu::Rules) -> Result<(), TeacherError> {
        Ok(())
    }

    fn label(&self, positions: &[Sayu], _: u64, _: &Stop) -> Result<Vec<Label>, TeacherError> {
        let lengths = positions
            .iter()
            .map(|game| game.position().occupied().count_ones());
        self.0.lock().unwrap().extend(lengths);
        let even = Label {
            target: ForFirst(ExpectedScore(0.5)),
            weight: 1.0,
        };
        Ok(vec![even; positions.len()])
    }
}

#[test]
fn settings_determine_which_positions_are_labelled() {
    let rules = sayu::Rules::default();
    let weights = standard::<Sayu>();
    let lengths = |options: SamplingOptions| {
        let oracle = Lengths(std::sync::Mutex::default());
        let teacher = Teacher::new(&rules, &options, &weights, &oracle, &BuiltInAgents).unwrap();
        teacher.batch(0, &Stop::new()).unwrap();
        let mut lengths = oracle.0.into_inner().unwrap();
        lengths.sort_unstable();
        lengths
    };
    let all = SamplingOptions {
        games: 1,
        length: 5,
        share: 1.0,
        asides: 0,
        ..SamplingOptions::default()
    };
    assert_eq!(lengths(all.clone()), [0, 1, 2, 3, 4]);
    let none = SamplingOptions {
        share: 0.0,
        ..all.clone()
    };
    assert!(lengths(none).is_empty());
    let asides = SamplingOptions {
        asides: 2,
        aside_length: 1,
        ..all.clone()
    };
    assert_eq!(lengths(asides), [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    let whole = SamplingOptions { length: 200, ..all };
    assert_eq!(lengths(whole.clone()), Vec::from_iter(0..48));
    let quiet_only = SamplingOptions {
        quiet_only: true,
        ..whole
    };
    assert_eq!(lengths(quiet_only), Vec::from_iter(0..47));
}

#[test]
fn a_proven_margin_has_the_score_that_the_evaluation_predicts() {
    let rules = sayu::Rules::default();
    let mut game = Sayu::new(rules);
    let mut rng = flipside_ai::Rng::new(3);
    while game.position().supply().count_ones() > 2 {
        game.play_unchecked(game.pick_turn(|n| rng.below(n)).unwrap());
    }
    let spec = "alphabeta:nodes=8000".parse().unwrap();
    let oracle = SearchOracle::<Sayu>::new(&spec, &BuiltInAgents).unwrap();
    let label = oracle
        .label(std::slice::from_ref(&game), 1, &Stop::new())
        .unwrap()[0];
    // The margin by exhaustive search.
    let margin = |game: &Sayu| game.margin().unwrap().0;
    let mut best: Option<i32> = None;
    let sign = |value: i32, seat| ForFirst(value).for_mover(seat).0;
    for turn in game.turns() {
        let mut next = game.clone();
        next.play_unchecked(turn);
        let seat = next.to_move();
        let replies = next.turns().into_iter().map(|reply| {
            let mut end = next.clone();
            end.play_unchecked(reply);
            sign(margin(&end), seat)
        });
        let worst = -replies.max().unwrap();
        best = best.max(Some(worst));
    }
    let evaluator = <Sayu as Evaluate>::Evaluator::new(&standard());
    let value = ForMover(100 * best.unwrap());
    let expected = evaluator.expected(&game, value).for_first(game.to_move());
    assert_eq!(label.target, expected);
    assert!(expected.0.0 > 0.0 && expected.0.0 < 1.0);
}

#[test]
fn invalid_settings_are_reported() {
    let (_, table) = small();
    let oracle = TableOracle::new(&table, DepthWeights::default()).unwrap();
    let weights = standard::<Hexflip>();
    let standard_options = SamplingOptions::default();
    let refusal = |rules: &str, options: &SamplingOptions| {
        let rules = hexflip::Rules::parse(rules, &no_attachments).unwrap();
        let teacher = Teacher::new(&rules, options, &weights, &oracle, &BuiltInAgents);
        teacher.err().unwrap().to_string()
    };
    let other = refusal("hand=3", &standard_options);
    assert!(
        other.contains("`hand=4`") && other.contains("expected `hand=3`"),
        "{other}"
    );
    let none = refusal("hand=4,swap=on", &standard_options);
    assert!(none.contains("swap"), "{none}");
    let with = |change: fn(&mut SamplingOptions)| {
        let mut options = standard_options.clone();
        change(&mut options);
        refusal("hand=4", &options)
    };
    for (message, words) in [
        (
            with(|o| o.turns.noise = 1.5),
            "invalid value 1.5 for the teacher's `noise`",
        ),
        (with(|o| o.share = f64::NAN), "`share`"),
        (
            with(|o| o.games = 0),
            "invalid value 0 for the teacher's `games`",
        ),
        (with(|o| o.aside_turns.best = 0), "`aside best`"),
        (
            with(|o| o.player = Some("mcts:ms=5".parse().unwrap())),
            "not reproducible",
        ),
    ] {
        assert!(message.contains(words), "{message}");
    }
    for (weights, words) in [
        (
            DepthWeights {
                certainty: Some(0.0),
                ..DepthWeights::default()
            },
            "`certainty`",
        ),
        (
            DepthWeights {
                weight: Some(f64::NAN),
                ..DepthWeights::default()
            },
            "`weight`",
        ),
        (
            DepthWeights {
                draw: -1.0,
                ..DepthWeights::default()
            },
            "invalid value -1 for the teacher's `draw`",
        ),
    ] {
        let message = TableOracle::new(&table, weights).err().unwrap().to_string();
        assert!(message.contains(words), "{message}");
    }
    let clock = SearchOracle::<Sayu>::new(&"alphabeta:ms=10".parse().unwrap(), &BuiltInAgents);
    assert!(matches!(clock.err(), Some(TeacherError::Clock(_))));
    let engine = SearchOracle::<Sayu>::new(&"random".parse().unwrap(), &BuiltInAgents).unwrap();
    let game = [Sayu::new(sayu::Rules::default())];
    let no_value = engine.label(&game, 1, &Stop::new()).unwrap_err();
    assert!(
        no_value.to_string().contains("`random` does not report"),
        "{no_value}"
    );
}
