//! Tables of small rule sets.

use std::path::PathBuf;

use flipside_ai::{Agent as _, Choice, Rng, Spec, Stop};
use flipside_perfect::Perfect;
use flipside_rules::hexflip::{Hexflip, Rules, Turn};
use flipside_rules::{Game as _, RuleSet as _, no_attachments};
use flipside_tablebase::{Table, Variant, solve};
use tempfile::TempDir;

/// A table in a temporary folder, which is removed on drop.
pub struct Solved {
    pub folder: TempDir,
    pub rules: Rules,
    pub table: Table,
}

impl Solved {
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("test.table")
    }

    /// The spec of the perfect agent, with further keys.
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
    let rules = Rules::parse(rules, &no_attachments).unwrap();
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
pub fn choose(agent: &mut Perfect, game: &Hexflip, seed: u64) -> Choice<Turn> {
    agent.begin(seed);
    agent.choose(game, &Stop::new()).unwrap()
}

/// Games that start at positions of random games.
pub fn without_history(rules: Rules, count: u64) -> Vec<Hexflip> {
    random_games(rules, count)
        .into_iter()
        .map(|game| Hexflip::from_position(rules, *game.position()))
        .filter(|game| game.outcome().is_none())
        .collect()
}

/// Unfinished games after some random turns.
pub fn random_games(rules: Rules, count: u64) -> Vec<Hexflip> {
    (0..count)
        .map(|seed| {
            let mut rng = Rng::new(seed);
            let mut game = Hexflip::new(rules);
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
