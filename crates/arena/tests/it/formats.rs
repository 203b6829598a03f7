//! Round robins, gauntlets and lists of openings: who plays what.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use crate::common::{play, tournament};
use flipside_arena::{Book, Openings, Standing, Tournament};
use flipside_records::{Format, GameRecord, Reader};
use flipside_rules::{Hexflip, hexflip};

fn games(tournament: &Tournament<Hexflip>) -> (Vec<GameRecord>, Standing) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games");
    play(tournament, &path, 2, false, u64::MAX).unwrap();
    let mut reader = Reader::open(&path).unwrap();
    let header = reader.header().clone();
    let mut games = Vec::new();
    while let Some(block) = reader.next_block().unwrap() {
        games.extend(block.decode(&header).unwrap());
    }
    // The same on one thread, stopped half-way.
    let again = dir.path().join("again");
    play(tournament, &again, 1, false, tournament.games / 2).unwrap();
    play(tournament, &again, 1, true, u64::MAX).unwrap();
    assert!(fs::read(&path).unwrap() == fs::read(&again).unwrap());
    (games, Standing::read::<Hexflip>(&path).unwrap())
}

fn opening(game: &GameRecord) -> Vec<hexflip::Turn> {
    let turns = game.turns.iter::<Hexflip>().flatten();
    turns.take(game.opening as usize).collect()
}

#[test]
fn everyone_meets_everyone_with_the_same_openings() {
    let agents = ["random", "greedy", "uct:nodes=3", "uct:nodes=6"];
    for format in [Format::RoundRobin, Format::Gauntlet] {
        let pairings = format.pairings(4);
        let tournament = tournament::<Hexflip>(&agents, format, 2 * pairings * 20);
        let (games, standing) = games(&tournament);
        let mut openings: BTreeMap<[u32; 2], Vec<Vec<hexflip::Turn>>> = BTreeMap::new();
        for game in &games {
            openings
                .entry(game.players)
                .or_default()
                .push(opening(game));
        }
        assert_eq!(openings.len() as u64, 2 * pairings);
        let (first, rest) = {
            let mut all = openings.into_values();
            (all.next().unwrap(), all)
        };
        assert_eq!(first.len(), 20);
        for other in rest {
            assert_eq!(other, first);
        }
        for pairing in standing.pairings() {
            let counts = pairing.games();
            assert_eq!(counts.wins + counts.losses + counts.draws, 40);
            assert_eq!(pairing.pairs().pairs(), 20);
            if format == Format::Gauntlet {
                assert_eq!(pairing.players[1], 0);
            }
        }
    }
}

#[test]
fn lists_of_openings_are_played_in_order_and_begin_again() {
    let rules = hexflip::Rules::default();
    let book = Book::parse(&rules, "c3 b2+d4\na1\n# a remark\nb2 c3 d4\n").unwrap();
    let openings: Vec<Vec<hexflip::Turn>> = (0..3).map(|i| book.opening(i).to_vec()).collect();
    let mut tournament = tournament::<Hexflip>(&["random", "greedy"], Format::Pairs, 6);
    tournament.schedule.opening = Openings::List(Arc::new(book));
    assert!(tournament.warnings().is_empty());
    tournament.games = 10;
    let warnings = tournament.warnings();
    assert!(
        warnings[0].contains("3 openings and 5 are needed"),
        "{warnings:?}"
    );
    let (games, _) = games(&tournament);
    for game in &games {
        assert_eq!(opening(game), openings[(game.id / 2 % 3) as usize]);
    }
}
