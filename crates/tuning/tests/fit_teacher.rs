//! Teachers: positions follow from settings and numbers, and weights fitted to their judgements are
//! better.

mod fit_support;

use fit_support::{expected, place, spoiled, standard};
use flipside_ai::{BuiltIn, Evaluate, Evaluator as _, Playable, Stop, Weights};
use flipside_rules::{ExpectedScore, ForFirst, ForMover, Game, RuleSet, hexflip, no_files, sayu};
use flipside_tablebase::{Table, Variant, solve};
use flipside_tuning::fit::{
    Data, DepthWeights, Draw, Fit, FitOptions, FitResult, Judge, Samples, SearchJudge,
    SplitOptions, TableJudge, TeachError, Teacher, TeacherOptions, Tuned, Verdict,
};

/// Expects what the built-in weights expect.
struct Standard;

impl<G: Playable> Judge<G> for Standard {
    fn check(&self, _: &G::Rules) -> Result<(), TeachError> {
        Ok(())
    }

    fn judge(&self, positions: &[G], _: u64, _: &Stop) -> Result<Vec<Verdict>, TeachError> {
        let evaluator = G::Evaluator::new(&standard());
        let judged = positions.iter().map(|game| Verdict {
            target: ForFirst(ExpectedScore(expected(&evaluator, game))),
            weight: 1.0,
        });
        Ok(judged.collect())
    }
}

fn small() -> (hexflip::Rules, Table) {
    let rules = hexflip::Rules::parse("hand=4", &no_files).unwrap();
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
    let judge = TableJudge::new(&table, DepthWeights::default()).unwrap();
    let options = TeacherOptions {
        games: 400,
        ..TeacherOptions::default()
    };
    let start = standard::<hexflip::Game>();
    let teacher = Teacher::new(&rules, &options, &start, &judge, &BuiltIn).unwrap();
    let samples = samples(&teacher, 2);
    assert!(samples.len() > 2_000, "{}", samples.len());
    let free = weights_only::<hexflip::Game>(1e-3);
    let good = fit(samples.clone(), &start, &free);
    assert!(good.after.test < good.before.test, "{good:?}");
    // From what was found, with one weight spoiled, to what was found.
    for (name, wrong) in [("hand_late", -300), ("tempo_early", 600)] {
        let right = good.weights.get(name).unwrap();
        let start = spoiled(&good.weights, name, wrong);
        let alone = FitOptions {
            tuned: Tuned::all::<hexflip::Game>()
                .into_iter()
                .filter(|tuned| hexflip::Game::PARAMETERS[tuned.parameter].name == name)
                .collect(),
            pull: 0.0,
            iterations: 50,
        };
        let found = fit(samples.clone(), &start, &alone);
        let error = found.errors.iter().flatten().next().unwrap();
        let off = f64::from(found.weights.get(name).unwrap() - right) / error;
        let was = f64::from(wrong - right) / error;
        // The pull towards the first start is all that is different.
        assert!(off.abs() < 0.5 && was.abs() > 3.0, "{name}: {off}, {was}");
    }
}

#[test]
fn a_spoiled_weight_is_found_again_by_search() {
    let judge = SearchJudge::new(
        &"alphabeta:depth=1,without=endgame".parse().unwrap(),
        &BuiltIn,
    );
    let judge = judge.unwrap();
    let options = TeacherOptions {
        games: 120,
        opening: 8,
        share: 0.3,
        asides: 1,
        ..TeacherOptions::default()
    };
    let right = standard::<sayu::Game>();
    let start = spoiled(&right, "tile_late", -100);
    let rules = sayu::Rules::default();
    let teacher = Teacher::new(&rules, &options, &start, &judge, &BuiltIn).unwrap();
    let tile = Tuned::parameter::<sayu::Game>(place::<sayu::Game>("tile_late")).unwrap();
    let alone = FitOptions {
        tuned: vec![tile],
        pull: 0.01,
        iterations: 50,
    };
    let found = fit(samples(&teacher, 1), &start, &alone);
    let tile = found.weights.get("tile_late").unwrap();
    // The judge looks a turn further than the evaluation, so there is more than one difference.
    assert!(tile.abs_diff(102) <= 20, "{tile}");
    assert!(found.after.test < found.before.test);
}

#[test]
fn batches_follow_from_their_numbers() {
    fn check<G: Playable>(options: &TeacherOptions) {
        let rules = G::Rules::default();
        let weights = standard::<G>();
        let judge = Standard;
        let on = |threads: usize, order: &[u64]| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.unwrap().install(|| {
                let teacher = Teacher::<G>::new(&rules, options, &weights, &judge, &BuiltIn);
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
        let other = TeacherOptions {
            seed: 1,
            ..options.clone()
        };
        let pool = Teacher::<G>::new(&rules, &other, &weights, &judge, &BuiltIn).unwrap();
        let batch = pool.batch(0, &Stop::new()).unwrap();
        assert_ne!(postcard::to_allocvec(&batch).unwrap(), made[0].1);
    }
    check::<hexflip::Game>(&TeacherOptions {
        games: 20,
        ..TeacherOptions::default()
    });
    check::<sayu::Game>(&TeacherOptions {
        games: 3,
        opening: 6,
        turns: Draw {
            noise: 0.1,
            best: 1,
        },
        player: Some("alphabeta:nodes=20".parse().unwrap()),
        ..TeacherOptions::default()
    });
}

#[test]
fn games_of_a_batch_have_numbers_of_their_own() {
    let options = TeacherOptions {
        games: 25,
        ..TeacherOptions::default()
    };
    let rules = hexflip::Rules::default();
    let weights = standard::<hexflip::Game>();
    let teacher = Teacher::new(&rules, &options, &weights, &Standard, &BuiltIn).unwrap();
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
    assert_eq!(stopped, TeachError::Stopped);
}

/// Remembers how many turns were played to the positions that it is asked about.
struct Lengths(std::sync::Mutex<Vec<u32>>);

impl Judge<sayu::Game> for Lengths {
    fn check(&self, _: &sayu::Rules) -> Result<(), TeachError> {
        Ok(())
    }

    fn judge(
        &self,
        positions: &[sayu::Game],
        _: u64,
        _: &Stop,
    ) -> Result<Vec<Verdict>, TeachError> {
        let lengths = positions
            .iter()
            .map(|game| game.position().occupied().count_ones());
        self.0.lock().unwrap().extend(lengths);
        let even = Verdict {
            target: ForFirst(ExpectedScore(0.5)),
            weight: 1.0,
        };
        Ok(vec![even; positions.len()])
    }
}

#[test]
fn settings_say_which_positions_are_judged() {
    let rules = sayu::Rules::default();
    let weights = standard::<sayu::Game>();
    let lengths = |options: TeacherOptions| {
        let judge = Lengths(std::sync::Mutex::default());
        let teacher = Teacher::new(&rules, &options, &weights, &judge, &BuiltIn).unwrap();
        teacher.batch(0, &Stop::new()).unwrap();
        let mut lengths = judge.0.into_inner().unwrap();
        lengths.sort_unstable();
        lengths
    };
    let all = TeacherOptions {
        games: 1,
        length: 5,
        share: 1.0,
        asides: 0,
        ..TeacherOptions::default()
    };
    assert_eq!(lengths(all.clone()), [0, 1, 2, 3, 4]);
    let none = TeacherOptions {
        share: 0.0,
        ..all.clone()
    };
    assert!(lengths(none).is_empty());
    let asides = TeacherOptions {
        asides: 2,
        aside_length: 1,
        ..all.clone()
    };
    assert_eq!(lengths(asides), [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    let whole = TeacherOptions { length: 200, ..all };
    assert_eq!(lengths(whole.clone()), Vec::from_iter(0..48));
    let at_rest = TeacherOptions {
        at_rest: true,
        ..whole
    };
    assert_eq!(lengths(at_rest), Vec::from_iter(0..47));
}

#[test]
fn a_proven_margin_is_worth_what_the_evaluation_expects_of_it() {
    let rules = sayu::Rules::default();
    let mut game = sayu::Game::new(rules);
    let mut rng = flipside_ai::Rng::new(3);
    while game.position().supply().count_ones() > 2 {
        game.play_unchecked(game.pick_turn(|n| rng.below(n)).unwrap());
    }
    let spec = "alphabeta:nodes=8000".parse().unwrap();
    let judge = SearchJudge::<sayu::Game>::new(&spec, &BuiltIn).unwrap();
    let verdict = judge
        .judge(std::slice::from_ref(&game), 1, &Stop::new())
        .unwrap()[0];
    // The margin by trying everything.
    let margin = |game: &sayu::Game| game.margin().unwrap().0;
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
    let evaluator = <sayu::Game as Evaluate>::Evaluator::new(&standard());
    let value = ForMover(100 * best.unwrap());
    let expected = evaluator.expected(&game, value).for_first(game.to_move());
    assert_eq!(verdict.target, expected);
    assert!(expected.0.0 > 0.0 && expected.0.0 < 1.0);
}

#[test]
fn what_cannot_be_taught_is_explained() {
    let (_, table) = small();
    let judge = TableJudge::new(&table, DepthWeights::default()).unwrap();
    let weights = standard::<hexflip::Game>();
    let standard_options = TeacherOptions::default();
    let refusal = |rules: &str, options: &TeacherOptions| {
        let rules = hexflip::Rules::parse(rules, &no_files).unwrap();
        let teacher = Teacher::new(&rules, options, &weights, &judge, &BuiltIn);
        teacher.err().unwrap().to_string()
    };
    let other = refusal("hand=3", &standard_options);
    assert!(
        other.contains("hexflip hand=4") && other.contains("plays hand=3"),
        "{other}"
    );
    let none = refusal("hand=4,swap=on", &standard_options);
    assert!(none.contains("swap"), "{none}");
    let with = |change: fn(&mut TeacherOptions)| {
        let mut options = standard_options.clone();
        change(&mut options);
        refusal("hand=4", &options)
    };
    for (message, words) in [
        (with(|o| o.turns.noise = 1.5), "`noise` cannot be 1.5"),
        (with(|o| o.share = f64::NAN), "`share`"),
        (with(|o| o.games = 0), "`games` cannot be 0"),
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
            "`draw` cannot be -1",
        ),
    ] {
        let message = TableJudge::new(&table, weights).err().unwrap().to_string();
        assert!(message.contains(words), "{message}");
    }
    let clock = SearchJudge::<sayu::Game>::new(&"alphabeta:ms=10".parse().unwrap(), &BuiltIn);
    assert!(matches!(clock.err(), Some(TeachError::Clock(_))));
    let engine = SearchJudge::<sayu::Game>::new(&"random".parse().unwrap(), &BuiltIn).unwrap();
    let game = [sayu::Game::new(sayu::Rules::default())];
    let mute = engine.judge(&game, 1, &Stop::new()).unwrap_err();
    assert!(mute.to_string().contains("`random` says nothing"), "{mute}");
}
