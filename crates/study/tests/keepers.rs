//! Games of players who keep what they have, on small solved rule sets.

mod common;

use common::{loaded, rules};
use flipside_rules::Seat;
use flipside_rules::hexflip::Turn;
use flipside_study::{KeepersGame, Line, play_keepers};

fn line(of: &str, opening: &str, looks: [u32; 2]) -> Line {
    Line {
        rules: rules(of),
        opening: opening
            .split_whitespace()
            .map(|turn| Turn::parse(turn).unwrap())
            .collect(),
        looks,
        most_turns: 10_000,
    }
}

fn wins(games: &[KeepersGame], seat: Seat) -> usize {
    let won = |game: &&KeepersGame| game.outcome.is_some_and(|o| o.winner == Some(seat));
    games.iter().filter(won).count()
}

#[test]
fn a_drawn_start_is_given_up_only_when_barred_and_then_lost() {
    let table = loaded("hand=4");
    for looks in [[0, 0], [3, 3], [0, 3]] {
        let games = play_keepers(&table, &line("hand=4", "", looks), 60, 1);
        for game in &games {
            let (seat, turns) = game.forced.expect("the start is drawn");
            let outcome = game.outcome.expect("a game has an end");
            assert_eq!(outcome.winner, Some(seat.other()));
            assert!(turns <= game.turns);
        }
        let again = play_keepers(&table, &line("hand=4", "", looks), 60, 1);
        assert_eq!(again, games);
        let others = play_keepers(&table, &line("hand=4", "", looks), 60, 2);
        assert_ne!(others, games);
    }
}

#[test]
fn who_looks_ahead_wins_more() {
    let table = loaded("hand=4");
    for (looks, seat) in [([4, 0], Seat::First), ([0, 4], Seat::Second)] {
        let games = play_keepers(&table, &line("hand=4", "", looks), 100, 1);
        assert!(wins(&games, seat) > 65, "{looks:?}: {}", wins(&games, seat));
    }
}

/// Only First is ever barred, so Second can keep a draw until First runs out of turns that do.
#[test]
fn second_wins_every_draw_where_first_must_deviate() {
    let table = loaded("hand=4");
    for looks in [[0, 0], [4, 0]] {
        let games = play_keepers(&table, &line("hand=4,deviate=first", "", looks), 60, 1);
        assert_eq!(wins(&games, Seat::Second), games.len());
    }
}

#[test]
fn decided_starts_are_won_in_as_many_turns_as_the_table_says() {
    let table = loaded("hand=3");
    for game in play_keepers(&table, &line("hand=3", "", [2, 2]), 30, 1) {
        assert_eq!(game.outcome.and_then(|o| o.winner), Some(Seat::Second));
        assert_eq!((game.turns, game.forced), (14, None));
    }
}
