//! Games of draw keepers, on small solved rule sets.

use flipside_research::{DrawKeeperGame, Setup, play_draw_keepers};
use flipside_rules::hexflip::{Rules, Turn};
use flipside_rules::{RuleSet, Seat, no_attachments};
use flipside_tablebase::{LoadedTable, Table, Variant, solve};

fn rules(text: &str) -> Rules {
    Rules::parse(text, &no_attachments).unwrap()
}

/// Solves a rule set and loads the table into memory.
fn loaded(text: &str) -> LoadedTable {
    let variant = Variant::new(&rules(text)).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
    solve(variant, &path, &mut |_| {}, &|| false).unwrap();
    LoadedTable::new(&Table::open(&path, &variant).unwrap()).unwrap()
}

fn setup(of: &str, opening: &str, lookahead: [u32; 2]) -> Setup {
    Setup {
        rules: rules(of),
        opening: opening
            .split_whitespace()
            .map(|turn| Turn::parse(turn).unwrap())
            .collect(),
        lookahead,
        max_turns: 10_000,
    }
}

fn wins(games: &[DrawKeeperGame], seat: Seat) -> usize {
    let won = |game: &&DrawKeeperGame| game.outcome.is_some_and(|o| o.winner == Some(seat));
    games.iter().filter(won).count()
}

#[test]
fn the_draw_is_given_up_only_when_forced_and_then_lost() {
    let table = loaded("hand=4");
    for lookahead in [[0, 0], [3, 3], [0, 3]] {
        let games = play_draw_keepers(&table, &setup("hand=4", "", lookahead), 60, 1);
        for game in &games {
            let (seat, turns) = game.forced.expect("the start is drawn");
            let outcome = game.outcome.expect("a game has an end");
            assert_eq!(outcome.winner, Some(seat.other()));
            assert!(turns <= game.turns);
        }
        let again = play_draw_keepers(&table, &setup("hand=4", "", lookahead), 60, 1);
        assert_eq!(again, games);
        let others = play_draw_keepers(&table, &setup("hand=4", "", lookahead), 60, 2);
        assert_ne!(others, games);
    }
}

#[test]
fn lookahead_wins_more() {
    let table = loaded("hand=4");
    for (lookahead, seat) in [([4, 0], Seat::First), ([0, 4], Seat::Second)] {
        let games = play_draw_keepers(&table, &setup("hand=4", "", lookahead), 100, 1);
        assert!(
            wins(&games, seat) > 65,
            "{lookahead:?}: {}",
            wins(&games, seat)
        );
    }
}

/// Repetition forbids turns of First only, so Second keeps the draw until First cannot.
#[test]
fn second_wins_every_draw_where_first_must_deviate() {
    let table = loaded("hand=4");
    for lookahead in [[0, 0], [4, 0]] {
        let games = play_draw_keepers(&table, &setup("hand=4,deviate=first", "", lookahead), 60, 1);
        assert_eq!(wins(&games, Seat::Second), games.len());
    }
}

#[test]
fn decided_starts_are_won_in_the_number_of_turns_in_the_table() {
    let table = loaded("hand=3");
    for game in play_draw_keepers(&table, &setup("hand=3", "", [2, 2]), 30, 1) {
        assert_eq!(game.outcome.and_then(|o| o.winner), Some(Seat::Second));
        assert_eq!((game.turns, game.forced), (14, None));
    }
}
