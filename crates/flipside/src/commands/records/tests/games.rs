//! Games and files for tests.

use flipside_ai::Rng;
use flipside_records::{End, EndReason, GameRecord, Header, Writer, game_seed};
use flipside_rules::{FullGame, GameResult};

use crate::cli::WhichGame;
use crate::commands::records::Shown;

/// The seed of the experiments in tests.
pub(super) const SEED: u64 = 0x5EED;

/// A header with two agents and few games per block.
pub(super) fn header<G: FullGame>(games_per_block: u32) -> Header {
    let mut header = Header::new::<G>(&G::Rules::default());
    header.agents = vec!["random".to_string(), "greedy:\"ū\"".to_string()];
    header.seed = Some(SEED);
    header.behaviour = 1;
    header.schedule = "pairs openings=random:2".to_string();
    header.games_per_block = games_per_block;
    header
}

/// A whole game, with small boards.
pub(crate) fn whole_game(game: WhichGame) -> Shown {
    Shown {
        game,
        turns: "1..".parse().unwrap(),
        is_large: false,
    }
}

/// The whole game of this number, with small boards.
pub(super) fn whole(id: u64) -> Shown {
    whole_game(WhichGame::Number(id))
}

/// A random game to its end by the rules, with two turns of opening.
pub(super) fn random_game<G: FullGame>(id: u64) -> GameRecord {
    let seed = game_seed(SEED, id);
    let mut record = GameRecord::new(id, [(id % 2) as u32, (1 - id % 2) as u32], seed);
    let mut random = Rng::new(seed);
    let mut game = G::new(G::Rules::default());
    while let Some(turn) = game.pick_turn(|n| random.below(n)) {
        record.turns.push::<G>(turn);
        game.play_unchecked(turn);
    }
    record.opening = 2;
    record.end = End::by_rules::<G>(game.outcome().unwrap()).unwrap();
    record
}

/// The first turns of a game, as one that was stopped.
pub(super) fn cut_short<G: FullGame>(record: &GameRecord, turns: usize, end: End) -> GameRecord {
    let mut short = GameRecord {
        turns: Default::default(),
        end,
        ..record.clone()
    };
    for turn in record.turns.iter::<G>().take(turns) {
        short.turns.push::<G>(turn.unwrap());
    }
    short.opening = short.opening.min(short.turns.len() as u32);
    short
}

/// The end of a game that failed and counts nowhere.
pub(super) const CRASHED: End = End {
    result: GameResult::Void,
    reason: EndReason::Crash,
};

/// A finished file.
pub(super) fn file(header: &Header, games: &[GameRecord]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), header).unwrap();
    for game in games {
        writer.push(game.clone()).unwrap();
    }
    writer.finish().unwrap()
}
