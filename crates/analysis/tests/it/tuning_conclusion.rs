//! What the page of a tuning run concludes from its confirmations.

use crate::made_up;
use flipside_analysis::format::capitalised;
use flipside_analysis::report::render::RenderedFile;
use flipside_analysis::tuning::model::{TuningRun, TuningVerdict};
use flipside_analysis::tuning::render::render;

fn contents<'a>(files: &'a [RenderedFile], path: &str) -> &'a str {
    let found = files.iter().find(|file| file.path.to_str() == Some(path));
    std::str::from_utf8(&found.unwrap().bytes).unwrap()
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
        (vec![], TuningVerdict::NoConfirmation),
        (vec![passed()], TuningVerdict::Passed),
        (vec![passed(), passed()], TuningVerdict::Passed),
        (vec![passed(), failed()], TuningVerdict::NotPassed),
        (vec![passed(), undecided()], TuningVerdict::NotPassed),
        (vec![passed(), planned()], TuningVerdict::Open),
        (vec![failed(), planned()], TuningVerdict::NotPassed),
        (vec![passed(), lenient], TuningVerdict::PassedWithoutGain),
    ] {
        let run = TuningRun {
            confirmations,
            ..made_up::bare()
        };
        let conclusion = run.conclusion();
        assert_eq!(conclusion.verdict, verdict, "{}", conclusion.words);
        let claims = conclusion.words.contains("values are better than");
        assert_eq!(
            claims,
            verdict == TuningVerdict::Passed,
            "{}",
            conclusion.words
        );
        let page = render(&run).unwrap();
        assert!(contents(&page, "tuning.html").contains(&conclusion.words));
        assert!(contents(&page, "tuning.json").contains(&conclusion.words));
    }
}

#[test]
fn a_confirmation_says_what_it_came_to() {
    let mut going = made_up::confirmation("mcts", 0.5, 30, 5);
    let ended = going.clone();
    going.test.run_finished = false;
    for (confirmation, outcome, verdict) in [
        (
            made_up::confirmation("mcts", 0.6, 4000, 1),
            "H1 accepted",
            TuningVerdict::Passed,
        ),
        (
            made_up::confirmation("mcts", 0.4, 4000, 2),
            "H0 accepted",
            TuningVerdict::NotPassed,
        ),
        (
            made_up::confirmation("mcts", 0.6, 0, 3),
            "not begun",
            TuningVerdict::Open,
        ),
        (going, "running", TuningVerdict::Open),
        (
            ended,
            "not decided within 60 games",
            TuningVerdict::NotPassed,
        ),
    ] {
        assert_eq!(confirmation.outcome().replace('\u{a0}', " "), outcome);
        assert_eq!(confirmation.verdict(), verdict, "{outcome}");
        let run = TuningRun {
            confirmations: vec![confirmation],
            ..made_up::bare()
        };
        let files = render(&run).unwrap();
        let page = contents(&files, "tuning.html").replace('\u{a0}', " ");
        assert!(page.contains(&capitalised(outcome)) && page.contains(verdict.label()));
    }
}
