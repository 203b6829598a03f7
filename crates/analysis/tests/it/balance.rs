//! What a report says about a run that stops once First's advantage is decided.

use crate::written::{FIRST, Run, SECOND, VOID, numbers, read, report_of};
use flipside_analysis::report::model::{BalanceLooks, Report, Stopping};
use flipside_analysis::report::render::render;
use flipside_analysis::report::summary::stopping_sentence;
use flipside_records::{Canonical, End, ScheduleSpec, sampling_design};
use flipside_rules::{GameResult, Hexflip, Seat, hexflip};
use flipside_stats::balance::{BalanceRun, LOOKS};
use flipside_stats::sample::UnitGames;
use flipside_testkit::dice::Dice;

const SELF_PLAY: Run<'_> = Run {
    agents: &["uct:nodes=200"],
    schedule: "selfplay opening=random:2 max-turns=1000 stop=balance:0.02:1000",
    seed: 8,
    games_per_block: 64,
};

const MATCH: Run<'_> = Run {
    agents: &["uct:nodes=200", "greedy"],
    schedule: "pairs opening=random:2 max-turns=1000 stop=balance:0.02:1000",
    ..SELF_PLAY
};

const ROUND_ROBIN: Run<'_> = Run {
    agents: &["a", "b", "c"],
    schedule: "round-robin opening=random:2 max-turns=1000 stop=balance:0.02:1000",
    ..SELF_PLAY
};

fn ends(games: u64, share: f64) -> Vec<End> {
    let mut dice = Dice::new(4);
    let end = |chance: f64| if chance < share { FIRST } else { SECOND };
    (0..games)
        .map(|_| {
            if dice.below(20) == 0 {
                VOID
            } else {
                end(dice.uniform())
            }
        })
        .collect()
}

fn looks(report: &Report) -> &BalanceLooks {
    let of_tournaments = report.tournaments.iter().flat_map(|t| &t.stopping);
    let rules: Vec<_> = (report.groups.iter().flat_map(|group| &group.stopping))
        .chain(of_tournaments)
        .collect();
    let [Stopping::Balance(looks)] = rules.as_slice() else {
        panic!("{rules:?}");
    };
    looks
}

#[test]
fn the_looks_are_at_the_games_that_count_in_their_order() {
    for run in [SELF_PLAY, MATCH, ROUND_ROBIN] {
        for (share, decided) in [(0.7, true), (0.53, false)] {
            let ends = ends(600, share);
            let report = report_of(&run, &ends);
            let together = if run.agents.len() == 1 { 1 } else { 2 };
            let mut canonical = Canonical::<Hexflip>::new(&hexflip::Rules::default());
            let spec: ScheduleSpec = run.schedule.parse().unwrap();
            let agents = run.agents.len() as u32;
            let design = sampling_design(Some(&spec), agents);
            let mut expected = BalanceRun::new(0.02, 1000, design);
            for (unit, ends) in ends.chunks(together).enumerate() {
                if ends.iter().any(|end| end.result == GameResult::Void) {
                    continue;
                }
                let first = (unit * together) as u64;
                let (mut opening, mut hashes) = (0, Vec::new());
                for (id, end) in (first..).zip(ends) {
                    let game = run.game(id, *end);
                    canonical.begin();
                    for (number, turn) in (1..).zip(game.turns.iter::<Hexflip>()) {
                        canonical.push(turn.unwrap());
                        if number == 2 {
                            opening = canonical.hash();
                        }
                    }
                    hashes.push(canonical.hash());
                }
                let results: Vec<GameResult> = ends.iter().map(|end| end.result).collect();
                expected.add(&UnitGames {
                    unit: spec.format.slot(agents, first).unit_number(design.unit),
                    opening,
                    seat_of_a: Seat::First,
                    results: &results,
                    hashes: &hashes,
                });
            }
            let looks = looks(&report);
            assert_eq!(looks.stopped, expected.stopped());
            assert_eq!(looks.stopped.is_some(), decided);
            assert_eq!(looks.games, expected.tally().games());
            assert_eq!((looks.most_games, looks.looks), (1000, LOOKS));
            let text = stopping_sentence(&Stopping::Balance(looks.clone()));
            let text = text.replace('\u{a0}', " ");
            let expected = match looks.stopped {
                Some(stop) => format!("at look {} of 10, after {} games", stop.look, stop.games),
                None => format!("after {} games of at most 1,000", looks.games),
            };
            assert!(text.contains(&expected), "{text}");
            if !decided {
                continue;
            }
            let page = render(&report).unwrap().swap_remove(0).bytes;
            let page = String::from_utf8(page).unwrap();
            assert!(page.contains("Stop once First’s advantage is decided, seed 8"));
        }
    }
}

#[test]
fn the_order_of_files_changes_nothing() {
    // First wins at the beginning, Second at the end.
    let ends: Vec<End> = (0..800)
        .map(|id| if id < 200 { FIRST } else { SECOND })
        .collect();
    for run in [SELF_PLAY, MATCH] {
        let whole = report_of(&run, &ends);
        // The first look has fewer than a hundred distinct games, or none more.
        assert!(looks(&whole).stopped.unwrap().look <= 2);
        let games = run.games(&ends);
        let dir = tempfile::tempdir().unwrap();
        let file = |name: &str, of: &dyn Fn(u64) -> bool| {
            let games = games.iter().filter(|game| of(game.id)).cloned();
            run.write(&dir.path().join(name), games)
        };
        let files = [file("late", &|id| id >= 301), file("early", &|id| id < 301)];
        assert_eq!(numbers(&read(&files).unwrap()), numbers(&whole));
        let files = [
            file("odd", &|id| id % 2 == 1),
            file("even", &|id| id % 2 == 0),
        ];
        assert_eq!(numbers(&read(&files).unwrap()), numbers(&whole));
    }
}

#[test]
fn the_command_plays_the_run_again() {
    let command = |run: &Run<'_>| {
        let report = report_of(run, &[FIRST, FIRST, SECOND, FIRST]);
        report.groups[0].provenance.commands.concat()
    };
    let text = command(&SELF_PLAY);
    assert!(
        text.contains(" --games 1000 ") && text.contains(" --until-balanced 2 "),
        "{text}"
    );
    let sprt = Run {
        schedule: "pairs opening=random:2 max-turns=1000 turn-ms=500 stop=sprt:normalized:0:10:0.05:0.1",
        ..MATCH
    };
    let text = command(&sprt);
    assert!(text.contains(" --games 4 "), "{text}");
    assert!(
        text.contains(" --sprt normalized:0:10:0.05:0.1 --turn-ms 500 "),
        "{text}"
    );
    assert_eq!(command(&ROUND_ROBIN), "", "a match is of two agents");
}
