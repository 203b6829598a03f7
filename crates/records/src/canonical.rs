//! Canonical forms of games under the board's symmetries.

use flipside_rules::hash::mix;
use flipside_rules::{FullGame, Symmetry};

/// The canonical form of a game so far, with the symmetries that lead to it.
///
/// The images of a sequence are compared turn by turn; the smallest is the representative. After a few
/// turns only one symmetry is left, so further turns are cheap.
#[derive(Clone, Debug)]
pub struct Canonical<G: FullGame> {
    rules: G::Rules,
    all: Vec<Symmetry>,
    left: Vec<Symmetry>,
    hash: u64,
    plain_hash: u64,
    bytes: Vec<u8>,
}

impl<G: FullGame> Canonical<G> {
    /// Under the symmetries of a rule set.
    #[must_use]
    pub fn new(rules: &G::Rules) -> Self {
        let all = G::symmetries(rules);
        Self {
            rules: rules.clone(),
            left: all.clone(),
            all,
            hash: 0,
            plain_hash: 0,
            bytes: Vec::new(),
        }
    }

    /// Begins another game.
    pub fn begin(&mut self) {
        self.left.clone_from(&self.all);
        self.hash = 0;
        self.plain_hash = 0;
    }

    /// Begins a game from a given position, which becomes part of the hashes. Returns the starting
    /// position of the representative.
    pub fn begin_at(&mut self, start: &G::Position) -> G::Position {
        let (smallest, _) = G::canonical(&self.rules, start);
        self.left.clone_from(&self.all);
        self.left
            .retain(|&symmetry| G::transform_position(symmetry, start) == smallest);
        self.hash = mix(G::position_hash(&smallest));
        self.plain_hash = mix(G::position_hash(start));
        smallest
    }

    /// Adds a turn and returns its image in the representative so far.
    pub fn push(&mut self, turn: G::Turn) -> G::Turn {
        let image = match *self.left.as_slice() {
            [only] => G::transform_turn(only, turn),
            _ => self.narrow(turn),
        };
        self.hash = self.extend(self.hash, image);
        self.plain_hash = self.extend(self.plain_hash, turn);
        image
    }

    fn narrow(&mut self, turn: G::Turn) -> G::Turn {
        let mut smallest = G::transform_turn(self.left[0], turn);
        let mut kept = 0;
        for i in 0..self.left.len() {
            let image = G::transform_turn(self.left[i], turn);
            if image < smallest {
                smallest = image;
                kept = 0;
            }
            if image == smallest {
                self.left[kept] = self.left[i];
                kept += 1;
            }
        }
        self.left.truncate(kept);
        smallest
    }

    fn extend(&mut self, hash: u64, turn: G::Turn) -> u64 {
        self.bytes.clear();
        G::encode_turn(turn, &mut self.bytes);
        self.bytes
            .iter()
            .fold(mix(hash), |hash, &byte| mix(hash ^ u64::from(byte)))
    }

    /// Hash of the sequence up to symmetry.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Hash of the sequence as played.
    #[must_use]
    pub fn plain_hash(&self) -> u64 {
        self.plain_hash
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use flipside_rules::{Hexflip, RuleSet as _, Sayu, no_attachments};

    use super::*;

    /// The hashes of a game's first turns under a symmetry, random by a fixed pattern.
    fn hashes<G: FullGame>(symmetry: Symmetry, salt: u64) -> (u64, u64) {
        let rules = G::Rules::parse("", &no_attachments).unwrap();
        let mut game = G::new(rules.clone());
        let mut canonical = Canonical::<G>::new(&rules);
        canonical.begin();
        let mut state = salt;
        for _ in 0..12 {
            let turn = game.pick_turn(|n| {
                state = mix(state);
                (state % u64::from(n)) as u32
            });
            let Some(turn) = turn else { break };
            game.play_unchecked(turn);
            canonical.push(G::transform_turn(symmetry, turn));
        }
        (canonical.hash(), canonical.plain_hash())
    }

    /// The hashes of two turns from where others have led to, all under a symmetry.
    fn from_position<G: FullGame>(symmetry: Symmetry, salt: u64) -> (u64, u64) {
        let rules = G::Rules::default();
        let mut game = G::new(rules.clone());
        let mut canonical = Canonical::<G>::new(&rules);
        let mut state = salt;
        let mut pick = |n| {
            state = mix(state);
            (state % u64::from(n)) as u32
        };
        for _ in 0..2 {
            game.play_unchecked(game.pick_turn(&mut pick).unwrap());
        }
        let image = G::transform_position(symmetry, game.position());
        let start = canonical.begin_at(&image);
        assert_eq!(start, G::canonical(&rules, game.position()).0);
        for _ in 0..2 {
            let turn = game.pick_turn(&mut pick).unwrap();
            game.play_unchecked(turn);
            canonical.push(G::transform_turn(symmetry, turn));
        }
        (canonical.hash(), canonical.plain_hash())
    }

    #[test]
    fn the_start_is_a_part_of_a_game() {
        fn check<G: FullGame>() {
            let rules = G::Rules::default();
            let mut seen = BTreeSet::new();
            for salt in 0..50 {
                let (hash, plain) = from_position::<G>(Symmetry::IDENTITY, salt);
                assert!(seen.insert(hash));
                for symmetry in G::symmetries(&rules) {
                    let (image, plain_image) = from_position::<G>(symmetry, salt);
                    assert_eq!(image, hash);
                    assert_eq!(plain_image == plain, symmetry == Symmetry::IDENTITY);
                }
            }
            // The same turn from two starts.
            let mut game = G::new(rules.clone());
            let turn = game.turns()[0];
            let mut canonical = Canonical::<G>::new(&rules);
            let mut hash_from = |start: Option<&G>| {
                match start {
                    None => canonical.begin(),
                    Some(game) => drop(canonical.begin_at(game.position())),
                }
                canonical.push(turn);
                [canonical.hash(), canonical.plain_hash()]
            };
            let usual = hash_from(None);
            game.play_unchecked(game.turns()[1]);
            let other = hash_from(Some(&game));
            assert!(usual.iter().all(|hash| !other.contains(hash)));
        }
        check::<Hexflip>();
        check::<Sayu>();
    }

    fn check<G: FullGame>() {
        let rules = G::Rules::default();
        for salt in 0..50 {
            let (hash, plain) = hashes::<G>(Symmetry::IDENTITY, salt);
            for symmetry in G::symmetries(&rules) {
                let (image, plain_image) = hashes::<G>(symmetry, salt);
                assert_eq!(image, hash);
                assert_eq!(plain_image == plain, symmetry == Symmetry::IDENTITY);
            }
            assert_ne!(hashes::<G>(Symmetry::IDENTITY, salt + 1_000).0, hash);
        }
    }

    #[test]
    fn symmetric_games_have_one_hash() {
        check::<Hexflip>();
        check::<Sayu>();
    }
}
