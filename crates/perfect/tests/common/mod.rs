//! Tables of small rule sets.

// Each file of tests is a crate of its own, and not all of them use everything here.
#![allow(dead_code)]

use std::path::PathBuf;

use flipside_ai::{Agent as _, Choice, Rng, Spec, Stop};
use flipside_perfect::Perfect;
use flipside_rules::hexflip::{Game, Rules, Turn};
use flipside_rules::{Game as _, RuleSet as _, no_files};
use flipside_tablebase::{Table, Variant, solve};
use tempfile::TempDir;

/// A table in a folder of its own, which goes when this does.
pub struct Solved {
    pub folder: TempDir,
    pub rules: Rules,
    pub table: Table,
}

impl Solved {
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("test.table")
    }

    /// The spec of perfect play, with further keys.
    pub fn spec(&self, more: &str) -> Spec {
        let path = self.path();
        format!("perfect:table=\"{}\"{more}", path.display())
            .parse()
            .unwrap()
    }

    pub fn agent(&self, more: &str) -> Perfect {
        Perfect::from_spec(&self.spec(more)).unwrap()
    }
}

/// Solves a rule set.
pub fn solved(rules: &str) -> Solved {
    let rules = Rules::parse(rules, &no_files).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let variant = Variant::new(&rules).unwrap();
    let path = folder.path().join("test.table");
    solve(variant, &path, &mut |_| (), &|| false).unwrap();
    let table = Table::open(&path, &variant).unwrap();
    Solved {
        folder,
        rules,
        table,
    }
}

/// What an agent chooses in a game.
pub fn choose(agent: &mut Perfect, game: &Game, seed: u64) -> Choice<Turn> {
    agent.begin(seed);
    agent.choose(game, &Stop::new()).unwrap()
}

/// Positions that random games come to, as the beginning of games of their own.
pub fn without_history(rules: Rules, count: u64) -> Vec<Game> {
    random_games(rules, count)
        .into_iter()
        .map(|game| Game::from_position(rules, *game.position()))
        .filter(|game| game.outcome().is_none())
        .collect()
}

/// Games as they stand after some random turns, none of them over.
pub fn random_games(rules: Rules, count: u64) -> Vec<Game> {
    (0..count)
        .map(|seed| {
            let mut rng = Rng::new(seed);
            let mut game = Game::new(rules);
            for _ in 0..rng.below(14) {
                let mut next = game.clone();
                next.play_unchecked(game.pick_turn(|n| rng.below(n)).unwrap());
                if next.outcome().is_some() {
                    break;
                }
                game = next;
            }
            game
        })
        .collect()
}
