//! The trait that every game implements: rules, positions, turns and endings.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::Debug;
use core::hash::Hash;

use crate::{ForFirst, Outcome, Reason, RulesError, Seat};

/// A key of a rule set, for help texts and errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleKey {
    /// The key.
    pub name: &'static str,
    /// A description of its values, with the standard one marked.
    pub values: &'static str,
    /// Its meaning, in a few words.
    pub meaning: &'static str,
}

/// Returns the text of a file (or other named source) that a rule set refers to, or the reason why
/// it cannot be read.
pub type LoadAttachment<'a> = dyn Fn(&str) -> Result<String, String> + 'a;

/// A loader for callers without files: every load fails.
///
/// # Errors
/// Always.
pub fn no_attachments(_: &str) -> Result<String, String> {
    Err("not built in, and no files are read here".to_string())
}

/// A rule set of a game: the standard rules or a variant.
pub trait RuleSet: Clone + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The keys of the game's rule sets, sorted by name.
    const KEYS: &'static [RuleKey];

    /// Parses `key=value,…`; the empty text and `standard` are the standard rules.
    ///
    /// `load` returns the texts of names that are not built in.
    ///
    /// # Errors
    /// If a key is unknown or duplicate, or a value is invalid.
    fn parse(text: &str, load: &LoadAttachment<'_>) -> Result<Self, RulesError>;

    /// The name: `standard`, or the keys with other values, sorted. [`RuleSet::parse`] parses it.
    fn name(&self) -> String;

    /// The number of first turns of a game that a special rule of this rule set concerns: 2 if
    /// Second may swap, 0 under the standard rules. Experiments that draw these turns at random do
    /// not measure the rule.
    fn special_turns(&self) -> u32 {
        0
    }

    /// The text that [`RuleSet::parse`] must `load` to parse [`RuleSet::name`]; `None` if
    /// everything is built in. Records store it, so that they can be read without the file.
    fn attachment(&self) -> Option<String> {
        None
    }
}

/// A game in progress: a rule set, a position, and the history that the rules need.
///
/// Agents and searches need only this trait. Further traits add [`Notation`](crate::Notation),
/// bytes of turns ([`TurnCodec`](crate::TurnCodec)) and board symmetries
/// ([`Symmetric`](crate::Symmetric)); [`FullGame`](crate::FullGame) requires all of them.
///
/// The conformance suite in `flipside-testkit` checks what implementations guarantee: the listed
/// turns are exactly those that [`Game::check`] allows, without duplicates; a finished game has no
/// turns; texts and bytes round-trip; symmetric positions have symmetric turns and equal outcomes.
pub trait Game: Clone + Debug + Send + Sync + Sized + 'static {
    /// Rule sets of the game.
    type Rules: RuleSet;
    /// Playable positions, without history.
    type Position: Clone + Eq + Ord + Hash + Debug + Send + Sync;
    /// Complete turns. Their order is arbitrary but fixed.
    type Turn: Copy + Eq + Ord + Hash + Debug + Send + Sync;
    /// The rule that a turn breaks.
    type IllegalTurn: Error + Clone + Send + Sync + 'static;

    /// The game's name on the command line and in records.
    const NAME: &'static str;
    /// Every reason for which the game can end. The order is part of the record format: append new
    /// reasons.
    const REASONS: &'static [Reason];
    /// Whether games have a margin besides the outcome (see [`Game::margin`]).
    const HAS_MARGIN: bool;

    /// A game at the starting position.
    fn new(rules: Self::Rules) -> Self;

    /// A game that starts at `position`, which counts as its first occurrence.
    fn from_position(rules: Self::Rules, position: Self::Position) -> Self;

    /// The rule set.
    fn rules(&self) -> &Self::Rules;

    /// The position on the board.
    fn position(&self) -> &Self::Position;

    /// The player to move; in a finished game, the player who would move next.
    fn to_move(&self) -> Seat;

    /// The outcome; `None` if the game is not over. Rules about history are included.
    fn outcome(&self) -> Option<Outcome>;

    /// First's current margin, in the unit of the game. `None` if the game has no margin.
    fn margin(&self) -> Option<ForFirst<i32>>;

    /// The number of pieces that the turn converts, in games with chains of conversions.
    fn conversions(turn: Self::Turn) -> Option<u32> {
        let _ = turn;
        None
    }

    /// Appends all legal turns to `turns`, each once; none if the game is over.
    fn turns_into(&self, turns: &mut Vec<Self::Turn>);

    /// All legal turns, each once; none if the game is over.
    fn turns(&self) -> Vec<Self::Turn> {
        let mut turns = Vec::new();
        self.turns_into(&mut turns);
        turns
    }

    /// The number of legal turns.
    fn count_turns(&self) -> u64 {
        self.turns().len() as u64
    }

    /// Picks a legal turn; `None` if the game is over. `choose` gets a number n ≥ 1 and returns a
    /// number below n. If these are uniform, the turn has the distribution that the game documents
    /// for its random player.
    ///
    /// The provided method is uniform over the turns.
    fn pick_turn(&self, mut choose: impl FnMut(u32) -> u32) -> Option<Self::Turn> {
        let turns = self.turns();
        match turns.len() {
            0 => None,
            count => turns.get(choose(count as u32) as usize).copied(),
        }
    }

    /// Whether `turn` is legal now.
    ///
    /// # Errors
    /// The rule that it breaks.
    fn check(&self, turn: Self::Turn) -> Result<(), Self::IllegalTurn>;

    /// Plays `turn` if it is legal.
    ///
    /// # Errors
    /// The rule that it breaks; the game is unchanged then.
    fn play(&mut self, turn: Self::Turn) -> Result<(), Self::IllegalTurn> {
        self.check(turn)?;
        self.play_unchecked(turn);
        Ok(())
    }

    /// Plays a turn that is known to be legal. With an illegal turn, this panics or leaves the game
    /// in an arbitrary state.
    fn play_unchecked(&mut self, turn: Self::Turn);

    /// A number n such that history cannot forbid any of the next n − 1 turns. For these turns,
    /// games at the same position are equivalent, so a search or [`crate::perft`] can share results
    /// between them.
    fn turns_before_history_matters(&self) -> u32 {
        u32::MAX
    }

    /// A 64-bit hash of the part of the history that can still forbid a turn; 0 if there is none.
    /// Games with equal positions and history hashes are equivalent. Unlike
    /// [`Game::position_hash`], it may change between versions.
    fn history_hash(&self) -> u64 {
        0
    }

    /// A stable 64-bit hash of the position (not of the history). It is the same in every later
    /// version and on every platform.
    fn position_hash(position: &Self::Position) -> u64;
}
