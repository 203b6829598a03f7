//! The levels of strength.

use flipside_rules::{Hexflip, Sayu};

/// The number of levels of each game.
pub const LEVELS: u32 = 8;

/// A game's levels of strength: one agent spec each, from beginner to strongest. Budgets are in
/// nodes, so that a level is equally strong on every machine. `docs/strength.md` has the ratings.
pub trait StrengthLevels {
    /// The levels file: one spec per line; lines that start with `#` are comments. Empty for a game
    /// without levels.
    const LEVELS_FILE: &'static str = "";

    /// Returns the specs of all levels, from level 1.
    fn levels() -> impl Iterator<Item = &'static str> {
        let lines = Self::LEVELS_FILE.lines();
        lines.filter(|line| !line.starts_with('#'))
    }

    /// Returns the spec of a level; `None` if the game has no such level.
    fn level(n: usize) -> Option<&'static str> {
        Self::levels().nth(n.checked_sub(1)?)
    }
}

impl StrengthLevels for Hexflip {
    const LEVELS_FILE: &'static str = include_str!("../data/levels/hexflip.txt");
}

impl StrengthLevels for Sayu {
    const LEVELS_FILE: &'static str = include_str!("../data/levels/sayu.txt");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Spec;

    fn check<G: StrengthLevels>() {
        let specs: Vec<Spec> = (1..=LEVELS as usize)
            .map(|n| G::level(n).unwrap().parse().unwrap())
            .collect();
        assert_eq!(G::levels().count(), LEVELS as usize);
        assert_eq!(G::level(0), None);
        assert_eq!(G::level(LEVELS as usize + 1), None);
        for (i, spec) in specs.iter().enumerate() {
            assert!(spec.is_reproducible(), "{spec}");
            assert!(!["level", "engine"].contains(&spec.name()), "{spec}");
            assert!(!specs[..i].contains(spec), "{spec} twice");
            assert_eq!(G::levels().nth(i), Some(spec.to_string().as_str()));
        }
    }

    #[test]
    fn each_game_has_its_levels() {
        check::<Hexflip>();
        check::<Sayu>();
    }
}
