//! The page of a tuning run: its files, its words, and what it refuses.

mod made_up;

use flipside_analysis::report::render::RenderedFile;
use flipside_analysis::tuning::model::{ModelError, TuningRun, Verdict};
use flipside_analysis::tuning::render::{TuningRenderError, render};

fn contents<'a>(files: &'a [RenderedFile], path: &str) -> &'a str {
    let found = files.iter().find(|file| file.path.to_str() == Some(path));
    std::str::from_utf8(&found.unwrap().bytes).unwrap()
}

fn refused(run: &TuningRun) -> ModelError {
    match render(run) {
        Err(TuningRenderError::Model(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn better_is_said_only_if_every_confirmation_passed() {
    let passed = || made_up::confirmation("alphabeta", 0.6, 4000, 1);
    let failed = || made_up::confirmation("mcts", 0.45, 4000, 2);
    let undecided = || made_up::confirmation("greedy", 0.6, 3, 3);
    let planned = || made_up::confirmation("uct", 0.6, 0, 4);
    let mut lenient = passed();
    lenient.test.rule = "sprt:normalized:-5:0:0.05:0.05".parse().unwrap();
    for (confirmations, verdict) in [
        (vec![], Verdict::NoConfirmation),
        (vec![passed()], Verdict::Passed),
        (vec![passed(), passed()], Verdict::Passed),
        (vec![passed(), failed()], Verdict::NotPassed),
        (vec![passed(), undecided()], Verdict::NotPassed),
        (vec![passed(), planned()], Verdict::Open),
        (vec![failed(), planned()], Verdict::NotPassed),
        (vec![passed(), lenient], Verdict::PassedWithoutGain),
    ] {
        let run = TuningRun {
            confirmations,
            ..made_up::bare()
        };
        let conclusion = run.conclusion();
        assert_eq!(conclusion.verdict, verdict, "{}", conclusion.words);
        let claims = conclusion.words.contains("values are better than");
        assert_eq!(claims, verdict == Verdict::Passed, "{}", conclusion.words);
        let page = render(&run).unwrap();
        assert!(contents(&page, "tuning.html").contains(&conclusion.words));
        assert!(contents(&page, "tuning.json").contains(&conclusion.words));
    }
}

#[test]
fn what_cannot_be_shown_is_refused_and_named() {
    let mut run = made_up::spsa();
    run.parameters[3].value = f64::NAN;
    let text = refused(&run).to_string();
    assert!(
        text.contains("value of the parameter tile_late is NaN"),
        "{text}"
    );

    let mut run = made_up::spsa();
    run.parameters[2].step = 0.0;
    assert!(matches!(refused(&run), ModelError::Step { name, .. } if name == "tile_early"));

    let mut run = made_up::spsa();
    run.path[1].values.pop();
    let expected = ModelError::PathWidth {
        what: "values",
        step: 10,
        found: 14,
        expected: 15,
    };
    assert_eq!(refused(&run), expected);

    let mut run = made_up::spsa();
    run.path.swap(4, 5);
    assert!(matches!(refused(&run), ModelError::Order { step: 40, .. }));

    let mut run = made_up::spsa();
    run.objectives[0].id = "../score".to_owned();
    assert!(matches!(refused(&run), ModelError::ObjectiveId { .. }));

    let mut run = made_up::spsa();
    let twice = run.objectives[0].clone();
    run.objectives.push(twice);
    assert!(matches!(refused(&run), ModelError::ObjectiveId { .. }));

    let mut run = made_up::spsa();
    run.objectives[0].series[0].points[2].interval = Some((0.1, f64::INFINITY));
    assert!(matches!(refused(&run), ModelError::NotFinite { .. }));

    let mut run = made_up::spsa();
    run.confirmations[0].test.rule = "balance:0.02:100".parse().unwrap();
    assert!(matches!(refused(&run), ModelError::NoSequentialTest { .. }));
}
