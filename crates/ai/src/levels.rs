//! Levels of strength.

use flipside_rules::{hexflip, sayu};

use crate::Spec;

/// How many levels each game has.
pub const LEVELS: u32 = 8;

/// Games with levels: for each the spec of an agent, beginners first, the best last. Budgets are
/// nodes, so that a level plays equally well on every machine. `docs/strength.md` tells how well.
pub trait Leveled {
    /// The specs in a file with one on each line, as many as there are levels; lines that begin
    /// with `#` are for people. Empty for a game without levels.
    const LEVELS_FILE: &'static str = "";

    /// The spec of level 1, 2 and so on.
    fn levels() -> impl Iterator<Item = &'static str> {
        let lines = Self::LEVELS_FILE.lines();
        lines.filter(|line| !line.starts_with('#'))
    }
}

impl Leveled for hexflip::Game {
    const LEVELS_FILE: &'static str = include_str!("../../../data/levels/hexflip.txt");
}

impl Leveled for sayu::Game {
    const LEVELS_FILE: &'static str = include_str!("../../../data/levels/sayu.txt");
}

/// The spec of a level from 1. `None` if the game has no such level.
pub(crate) fn level<G: Leveled>(n: usize) -> Option<Spec> {
    G::levels().nth(n.checked_sub(1)?)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<G: Leveled>() {
        let specs: Vec<Spec> = (1..=LEVELS as usize)
            .map(|n| level::<G>(n).unwrap())
            .collect();
        assert_eq!(G::levels().count(), LEVELS as usize);
        assert_eq!(level::<G>(0), None);
        assert_eq!(level::<G>(LEVELS as usize + 1), None);
        for (i, spec) in specs.iter().enumerate() {
            assert!(spec.is_reproducible(), "{spec}");
            assert!(!["level", "engine"].contains(&spec.name()), "{spec}");
            assert!(!specs[..i].contains(spec), "{spec} twice");
            assert_eq!(G::levels().nth(i), Some(spec.to_string().as_str()));
        }
    }

    #[test]
    fn each_game_has_its_levels() {
        check::<hexflip::Game>();
        check::<sayu::Game>();
    }
}
