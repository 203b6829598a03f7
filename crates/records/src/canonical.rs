//! Sequences of turns up to the board's symmetries.

use flipside_rules::hash::mix;
use flipside_rules::{Game, Symmetry};

/// Follows a game and the symmetries under which its image is smallest so far.
///
/// The image of a sequence is compared turn by turn, by the order of turns; the smallest is the
/// representative. After a few turns a single symmetry is left, so that following on is cheap.
#[derive(Clone, Debug)]
pub struct Canonical<G: Game> {
    all: Vec<Symmetry>,
    left: Vec<Symmetry>,
    hash: u64,
    plain_hash: u64,
    bytes: Vec<u8>,
    game: std::marker::PhantomData<G>,
}

impl<G: Game> Canonical<G> {
    /// For the symmetries of a rule set.
    #[must_use]
    pub fn new(rules: &G::Rules) -> Self {
        let all = G::symmetries(rules);
        Self {
            left: all.clone(),
            all,
            hash: 0,
            plain_hash: 0,
            bytes: Vec::new(),
            game: std::marker::PhantomData,
        }
    }

    /// Begins another game.
    pub fn begin(&mut self) {
        self.left.clone_from(&self.all);
        self.hash = 0;
        self.plain_hash = 0;
    }

    /// Adds a turn and gives its image in the representative so far.
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

    /// Hash of the sequence as it was played.
    #[must_use]
    pub fn plain_hash(&self) -> u64 {
        self.plain_hash
    }
}

#[cfg(test)]
mod tests {
    use flipside_rules::{RuleSet as _, hexflip, no_files, sayu};

    use super::*;

    /// The hashes of a game's first turns under a symmetry, random by a fixed pattern.
    fn hashes<G: Game>(symmetry: Symmetry, salt: u64) -> (u64, u64) {
        let rules = G::Rules::parse("", &no_files).unwrap();
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

    fn check<G: Game>() {
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
        check::<hexflip::Game>();
        check::<sayu::Game>();
    }
}
