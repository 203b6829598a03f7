//! Failures of agents, and lists of openings.

use crate::written::{FIRST, Run, SECOND, read, report_of};
use flipside_analysis::accumulate::Failures;
use flipside_analysis::report::model::{OpeningList, Report};
use flipside_analysis::report::render::render;
use flipside_analysis::report::warnings::{self, WarningKind};
use flipside_records::{End, EndReason, GameRecord};
use flipside_rules::{Game as _, GameResult, Hexflip, Seat, hexflip};

const MATCH: Run<'_> = Run {
    agents: &["uct:nodes=200", "greedy"],
    schedule: "pairs opening=random:2 max-turns=1000",
    seed: 5,
    games_per_block: 16,
};

/// Whose turn it is after the last one.
fn to_move(game: &GameRecord) -> Seat {
    let mut position = Hexflip::new(hexflip::Rules::default());
    for turn in game.turns.iter::<Hexflip>() {
        position.play(turn.unwrap()).unwrap();
    }
    position.to_move()
}

/// Lets the player to move fail.
fn fail(run: &Run<'_>, id: u64, reason: EndReason, void: bool) -> GameRecord {
    let mut game = run.game(id, FIRST);
    let result = if void {
        GameResult::Void
    } else {
        GameResult::Win(to_move(&game).other())
    };
    game.end = End { result, reason };
    game.void_by = void.then(|| to_move(&game));
    game
}

/// The place in the roster of who fails then.
fn who(game: &GameRecord) -> usize {
    game.players[to_move(game).index()] as usize
}

fn kinds(report: &Report) -> Vec<WarningKind> {
    warnings::of(report).iter().map(|w| w.kind).collect()
}

#[test]
fn failures_are_counted_by_agent_and_never_draws() {
    let round_robin = Run {
        agents: &["a", "b", "c"],
        schedule: "round-robin opening=random:2 max-turns=1000",
        ..MATCH
    };
    for run in [MATCH, round_robin] {
        let mut expected = vec![Failures::default(); run.agents.len()];
        let games: Vec<GameRecord> = (0..120)
            .map(|id| {
                let (reason, void) = match id % 10 {
                    0 => (EndReason::Illegal, false),
                    3 => (EndReason::Timeout, false),
                    4 => (EndReason::Crash, false),
                    7 => (EndReason::Crash, true),
                    9 => (EndReason::Timeout, true),
                    _ => return run.game(id, SECOND),
                };
                let game = fail(&run, id, reason, void);
                let failed = &mut expected[who(&game)];
                match reason {
                    EndReason::Illegal => failed.illegal += 1,
                    EndReason::Timeout => failed.timeout += 1,
                    _ => failed.crash += 1,
                }
                failed.lost += u64::from(!void);
                failed.void += u64::from(void);
                game
            })
            .collect();
        let dir = tempfile::tempdir().unwrap();
        let file = run.write(&dir.path().join("x.flip"), games);
        let report = read(&[file]).unwrap();
        let mut found = vec![Failures::default(); run.agents.len()];
        for failed in report.groups.iter().flat_map(|group| &group.failures) {
            let place = run.agents.iter().position(|a| *a == failed.agent);
            found[place.unwrap()].merge(&failed.failures);
        }
        assert_eq!(found, expected);
        assert!(expected.iter().all(|f| f.illegal > 0 && f.void > 0));
        assert!(report.groups.iter().all(|group| group.tally.draws == 0));
        for tournament in &report.tournaments {
            for s in &tournament.standings {
                let place = run.agents.iter().position(|a| *a == s.agent).unwrap();
                assert_eq!(s.failures.failures, expected[place]);
            }
        }
        // Once for the whole run, however many groups it has.
        let of_failures = kinds(&report)
            .into_iter()
            .filter(|k| *k == WarningKind::Failures);
        assert_eq!(of_failures.count(), 1);
        let page = render(&report).unwrap().swap_remove(0).bytes;
        let page = String::from_utf8(page).unwrap();
        assert!(page.contains("Agents failed") && page.contains("<caption>Failures</caption>"));
    }
}

#[test]
fn nobody_is_charged_with_what_a_record_does_not_say() {
    let absent = |void_by| {
        let mut game = MATCH.game(0, crate::written::VOID);
        game.void_by = void_by;
        game
    };
    for (void_by, of_each) in [
        (None, [0, 0]),
        (Some(Seat::First), [1, 0]),
        (Some(Seat::Second), [0, 1]),
    ] {
        let dir = tempfile::tempdir().unwrap();
        let games = [absent(void_by), MATCH.game(1, SECOND)];
        let file = MATCH.write(&dir.path().join("x.flip"), games);
        let report = read(&[file]).unwrap();
        let group = &report.groups[0];
        let found: Vec<u64> = group.failures.iter().map(|f| f.failures.void).collect();
        assert_eq!(found, of_each);
        assert_eq!(group.tally.void, 2);
    }
}

#[test]
fn without_failures_there_is_no_word_of_them() {
    let report = report_of(&MATCH, &[FIRST; 40]);
    assert!(!kinds(&report).contains(&WarningKind::Failures));
    let page = render(&report).unwrap().swap_remove(0).bytes;
    assert!(
        !String::from_utf8(page)
            .unwrap()
            .contains("<caption>Failures</caption>")
    );
}

#[test]
fn a_list_of_openings_is_named_and_its_repetition_announced() {
    let run = Run {
        schedule: "pairs opening=list:00000000000000ab:20 max-turns=1000",
        ..MATCH
    };
    for (games, asked) in [(40, 20), (41, 21), (42, 21), (10, 5)] {
        let report = report_of(&run, &vec![FIRST; games]);
        let list = OpeningList {
            hash: "00000000000000ab".to_owned(),
            count: 20,
            asked,
        };
        let provenance = &report.groups[0].provenance;
        assert_eq!(provenance.opening_list, Some(list));
        assert_eq!(provenance.opening_turns, None);
        let repeated = kinds(&report).contains(&WarningKind::ListRepeated);
        assert_eq!(repeated, asked > 20);
        let page = render(&report).unwrap().swap_remove(0).bytes;
        let page = String::from_utf8(page).unwrap();
        assert!(page.contains("from a list of 20 (hash 00000000000000ab)"));
    }
    // Six games an opening.
    let tournament = Run {
        agents: &["a", "b", "c"],
        schedule: "round-robin opening=list:00000000000000ab:3 max-turns=1000",
        ..MATCH
    };
    let report = report_of(&tournament, &[FIRST; 18]);
    assert!(!kinds(&report).contains(&WarningKind::ListRepeated));
    let report = report_of(&tournament, &[FIRST; 19]);
    let repeated = warnings::of(&report);
    let repeated: Vec<_> = (repeated.iter())
        .filter(|w| w.kind == WarningKind::ListRepeated)
        .map(|w| w.group.clone())
        .collect();
    assert_eq!(repeated, [report.tournaments[0].id.clone()]);
}
