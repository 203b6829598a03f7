//! Games and files for tests.

use flipside_records::{End, GameRecord, Header, Writer, game_seed};
use flipside_rules::FullGame;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The seed of the experiments in tests.
pub const SEED: u64 = 0x5EED;

/// A header with two agents and few games per block.
pub fn header<G: FullGame>(games_per_block: u32) -> Header {
    let mut header = Header::new::<G>(&G::Rules::default());
    header.agents = vec!["random".to_string(), "greedy:\"ū\"".to_string()];
    header.seed = Some(SEED);
    header.behaviour = 1;
    header.schedule = "pairs openings=random:2".to_string();
    header.games_per_block = games_per_block;
    header
}

/// A random game to its end by the rules, with two turns of opening.
pub fn random_game<G: FullGame>(id: u64) -> GameRecord {
    let seed = game_seed(SEED, id);
    let mut record = GameRecord::new(id, [(id % 2) as u32, (1 - id % 2) as u32], seed);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = G::new(G::Rules::default());
    while let Some(turn) = game.pick_turn(|n| (random.next_u64() % u64::from(n)) as u32) {
        record.turns.push::<G>(turn);
        game.play_unchecked(turn);
    }
    record.opening = 2;
    record.end = End::by_rules::<G>(game.outcome().unwrap()).unwrap();
    record
}

/// A finished file.
pub fn file(header: &Header, games: &[GameRecord]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), header).unwrap();
    for game in games {
        writer.push(game.clone()).unwrap();
    }
    writer.finish().unwrap()
}
