//! Rules to stop: the run ends with the game that decides, however it is run.

use std::fs;

use crate::common::{play, tournament};
use flipside_arena::{Standing, Tournament};
use flipside_records::{Format, Reader};
use flipside_rules::{Hexflip, Seat};
use flipside_stats::pairs::{MatchSeat, Pairs};
use flipside_stats::sprt::EloScale;
use flipside_stats::sprt::{Sprt, SprtRun};
use flipside_stats::stopping::StopRule;

fn sprt(elo0: f64, elo1: f64) -> StopRule {
    StopRule::Sprt {
        scale: EloScale::Normalised,
        elo0,
        elo1,
        alpha: 0.05,
        beta: 0.05,
    }
}

/// Runs on any number of threads, interrupted and in one piece, and gives the bytes, all the same.
fn bytes(tournament: &Tournament<Hexflip>) -> (Vec<u8>, Standing) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("one");
    let summary = play(tournament, &path, 1, false, u64::MAX).unwrap();
    assert!(summary.finished);
    let expected = fs::read(&path).unwrap();
    for threads in [2, 3] {
        let path = dir.path().join(format!("{threads}"));
        let half = summary.games() / 2 + 1;
        play(tournament, &path, threads, false, half).unwrap();
        play(tournament, &path, threads, true, u64::MAX).unwrap();
        assert!(fs::read(&path).unwrap() == expected, "{threads} threads");
        // Decided is decided.
        let again = play(tournament, &path, threads, true, u64::MAX).unwrap();
        assert!(again.finished && again.games() == summary.games());
        assert!(fs::read(&path).unwrap() == expected);
    }
    let standing = Standing::read::<Hexflip>(&path).unwrap();
    assert_eq!(standing.games(), summary.games());
    (expected, standing)
}

#[test]
fn a_sequential_test_stops_with_the_pair_that_decides() {
    for (agents, rule) in [
        // Instant agents, whose games come in whole blocks.
        (["greedy", "random"], sprt(0.0, 100.0)),
        (["random", "greedy"], sprt(0.0, 100.0)),
        (["uct:nodes=30", "random"], sprt(0.0, 50.0)),
    ] {
        let mut tournament = tournament(&agents, Format::Pairs, 4_000);
        tournament.schedule.stop = Some(rule);
        let (bytes, standing) = bytes(&tournament);
        let games = standing.games();
        assert!(
            games < 4_000 && games.is_multiple_of(2),
            "{agents:?}: {games}"
        );
        let stopped = standing.sprt().unwrap().stopped.unwrap();
        // The same from the records, pair by pair, without the arena.
        let mut reader = Reader::new(bytes.as_slice(), "memory").unwrap();
        let header = reader.header().clone();
        let StopRule::Sprt { elo0, elo1, .. } = rule else {
            panic!("another rule");
        };
        let test = Sprt::new(elo0, elo1, EloScale::Normalised, 0.05, 0.05).unwrap();
        let (mut run, mut pairs) = (SprtRun::new(test), Pairs::default());
        while let Some(block) = reader.next_block().unwrap() {
            for game in block.decode(&header).unwrap() {
                let seat = MatchSeat {
                    pair: Some(game.id / 2),
                    seat_of_a: Seat::BOTH[usize::from(game.players[0] == 1)],
                };
                assert!(run.stopped().is_none(), "games after the decision");
                if let Some(half_points) = pairs.add(seat, game.end.result) {
                    run.add(half_points);
                }
            }
        }
        assert_eq!(run.stopped(), Some(stopped));
        assert_eq!(stopped.pairs * 2, games);
    }
}

#[test]
fn a_run_stops_at_the_look_that_finds_the_verdict() {
    for (agents, format) in [
        (vec!["random"], Format::SelfPlay),
        (vec!["uct:nodes=10", "uct:nodes=12"], Format::Pairs),
    ] {
        let most = 2_000;
        let mut tournament = tournament(&agents, format, most);
        tournament.schedule.stop = Some(StopRule::Balance {
            margin: 0.1,
            games: most,
        });
        let (_, standing) = bytes(&tournament);
        let stop = standing.balance().unwrap().stopped().unwrap();
        assert_eq!(stop.games, standing.games());
        assert_eq!(stop.games, most * stop.look / 10);
        assert!(stop.look < 10, "{stop:?}");
    }
}

#[test]
fn a_balance_run_without_a_verdict_plays_all_its_games() {
    let rule = StopRule::Balance {
        margin: 0.001,
        games: 400,
    };
    let mut tournament = tournament(&["random"], Format::SelfPlay, 400);
    tournament.schedule.stop = Some(rule);
    let (_, standing) = bytes(&tournament);
    assert_eq!(standing.games(), 400);
    let balance = standing.balance().unwrap();
    assert_eq!(balance.most_games(), 400);
    assert_eq!(balance.stopped(), None);
}
