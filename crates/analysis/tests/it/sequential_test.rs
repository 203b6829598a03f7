//! What a report says about a run that stops by a sequential test.

use crate::written::{DRAW, FIRST, Run, SECOND, UNFINISHED, VOID, numbers, read, report_of};
use flipside_analysis::report::model::{Report, SprtHistory, Stopping};
use flipside_analysis::report::render::render;
use flipside_analysis::report::summary::stopping_sentence;
use flipside_records::End;
use flipside_rules::GameResult;
use flipside_stats::elo::PairCounts;
use flipside_stats::sprt::EloScale;
use flipside_stats::sprt::{Sprt, SprtDecision};
use flipside_testkit::dice::Dice;

const MATCH: Run<'_> = Run {
    agents: &["uct:nodes=200", "greedy"],
    schedule: "pairs opening=random:2 max-turns=1000 stop=sprt:logistic:0:30:0.05:0.1",
    seed: 8,
    games_per_block: 64,
};

fn sprt() -> Sprt {
    Sprt::new(0.0, 30.0, EloScale::Logistic, 0.05, 0.1).unwrap()
}

/// Games in which A wins with a probability from either seat; some are drawn, void or unfinished.
fn ends(games: u64, a_wins: f64, seed: u64) -> Vec<End> {
    let mut dice = Dice::new(seed);
    (0..games)
        .map(|id| {
            let kind = dice.uniform();
            if kind < 0.06 {
                return [VOID, UNFINISHED][usize::from(kind < 0.03)];
            }
            if kind < 0.2 {
                return DRAW;
            }
            let a_is_first = id % 2 == 0;
            let a_wins = dice.uniform() < a_wins;
            if a_is_first == a_wins { FIRST } else { SECOND }
        })
        .collect()
}

/// A's half-points in every pair, from the ends alone; pairs without outcome are left out.
fn pairs(ends: &[End]) -> Vec<u8> {
    let points = |end: &End, a_is_first: bool| match end.result {
        GameResult::Draw => Some(1),
        GameResult::Win(_) => Some(if (*end == FIRST) == a_is_first { 2 } else { 0 }),
        _ => None,
    };
    ends.chunks_exact(2)
        .filter_map(|two| Some(points(&two[0], true)? + points(&two[1], false)?))
        .collect()
}

fn history(report: &Report) -> &SprtHistory {
    let [Stopping::Sprt(history)] = report.groups[0].stopping.as_slice() else {
        panic!("{:?}", report.groups[0].stopping);
    };
    history
}

#[test]
fn the_test_is_that_of_the_pairs_in_their_order() {
    for (a_wins, decision) in [
        (0.60, Some(SprtDecision::AcceptH1)),
        (0.44, Some(SprtDecision::AcceptH0)),
        (0.52, None),
    ] {
        let games = if decision.is_some() { 3_000 } else { 200 };
        let ends = ends(games, a_wins, 1);
        let report = report_of(&MATCH, &ends);
        let history = history(&report);
        let mut counts = PairCounts::default();
        let mut stop = None;
        for (n, half_points) in (1..).zip(pairs(&ends)) {
            counts.add(half_points);
            let llr = sprt().llr_of_pairs(&counts);
            if stop.is_none() {
                stop = sprt().decide(llr).map(|decision| (n, llr, decision));
            }
        }
        let stopped = history.stopped.map(|s| (s.pairs, s.llr, s.decision));
        assert_eq!(stopped, stop);
        assert_eq!(stop.map(|stop| stop.2), decision);
        assert_eq!(history.pairs, counts);
        assert_eq!(history.llr, sprt().llr_of_pairs(&counts));
        assert_eq!(history.bounds, sprt().bounds());
        let last = history.history.last().unwrap();
        assert_eq!((last.pairs, last.llr), (counts.pairs(), history.llr));
        assert!(history.history.len() <= 514);
        assert_eq!(
            history.pairs,
            report.groups[0].strength.as_ref().unwrap().pairs
        );
    }
}

#[test]
fn the_order_of_files_is_not_that_of_pairs() {
    // A wins everything first and loses everything then: the other way round the decision is the
    // other one.
    let ends: Vec<End> = (0..800)
        .map(|id| {
            if (id < 400) == (id % 2 == 0) {
                FIRST
            } else {
                SECOND
            }
        })
        .collect();
    let whole = report_of(&MATCH, &ends);
    assert_eq!(
        history(&whole).stopped.unwrap().decision,
        SprtDecision::AcceptH1
    );
    let games = MATCH.games(&ends);
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str, of: &dyn Fn(u64) -> bool| {
        let games = games.iter().filter(|game| of(game.id)).cloned();
        MATCH.write(&dir.path().join(name), games)
    };
    let late = file("late", &|id| id >= 401);
    let early = file("early", &|id| id < 401);
    let odd = file("odd", &|id| id % 2 == 1);
    let even = file("even", &|id| id % 2 == 0);
    for files in [
        [&late, &early],
        [&early, &late],
        [&odd, &even],
        [&even, &odd],
    ] {
        let report = read(&files.map(Clone::clone)).unwrap();
        assert_eq!(numbers(&report), numbers(&whole));
    }
}

#[test]
fn every_seed_is_a_test_of_its_own() {
    let other = Run { seed: 9, ..MATCH };
    let dir = tempfile::tempdir().unwrap();
    let files = [(MATCH, 0.7, "a"), (other, 0.3, "b")].map(|(run, a_wins, name)| {
        let ends = ends(1_000, a_wins, run.seed);
        run.write(&dir.path().join(name), run.games(&ends))
    });
    let report = read(&files).unwrap();
    let found: Vec<_> = (report.groups[0].stopping.iter())
        .map(|rule| match rule {
            Stopping::Sprt(history) => (history.seed.unwrap(), history.stopped.unwrap().decision),
            Stopping::Balance(_) => panic!("{rule:?}"),
        })
        .collect();
    assert_eq!(
        found,
        [(8, SprtDecision::AcceptH1), (9, SprtDecision::AcceptH0)]
    );
    let paths: Vec<_> = render(&report)
        .unwrap()
        .into_iter()
        .map(|f| f.path)
        .collect();
    let expected = ["sequential-test.svg", "sequential-test-2.svg"];
    assert!(
        expected
            .iter()
            .all(|name| paths.iter().any(|path| path.ends_with(name)))
    );
}

#[test]
fn the_sentence_says_what_was_decided_and_where() {
    let plain =
        |report: &Report| stopping_sentence(&report.groups[0].stopping[0]).replace('\u{a0}', " ");
    let report = report_of(&MATCH, &ends(3_000, 0.6, 1));
    let stop = history(&report).stopped.unwrap();
    let text = plain(&report);
    let expected = "(B): A is 30 Elo stronger rather than as strong as B.";
    assert!(text.contains(expected), "{text}");
    assert!(
        text.contains(&format!("stopped at pair {}", stop.pairs)),
        "{text}"
    );
    let text = plain(&report_of(&MATCH, &ends(100, 0.5, 1)));
    assert!(text.contains("it is not decided"), "{text}");
    let text = plain(&report_of(
        &MATCH,
        &[].into_iter().chain([FIRST]).collect::<Vec<_>>(),
    ));
    assert!(text.contains("after 0 pairs"), "{text}");
}

#[test]
fn a_rule_that_is_no_test_is_an_error() {
    let run = Run {
        schedule: "pairs opening=random:2 max-turns=1000 stop=sprt:logistic:30:0:0.05:0.1",
        ..MATCH
    };
    let dir = tempfile::tempdir().unwrap();
    let file = run.write(&dir.path().join("x.flip"), run.games(&[FIRST, FIRST]));
    let error = read(&[file]).unwrap_err().to_string();
    assert!(
        error.contains("x.flip") && error.contains("elo0"),
        "{error}"
    );
}
