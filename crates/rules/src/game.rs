//! The trait that every game implements and that agents, records and the runner stand on.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::Debug;
use core::hash::Hash;

use crate::{ForFirst, Outcome, Reason, ReplayError, RulesError, Seat, TurnTextError};

/// A key of a rule set, for help texts and errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleKey {
    /// The key.
    pub name: &'static str,
    /// The values it takes, with the standard one marked, for people.
    pub values: &'static str,
    /// What it changes, in a few words.
    pub meaning: &'static str,
}

/// Gives the text of a file (or other named source) that a rule set refers to; the error is the
/// reason why it cannot be had.
pub type LoadTiles<'a> = dyn Fn(&str) -> Result<String, String> + 'a;

/// For callers that have no files: every load fails with a reason that says so.
///
/// # Errors
/// Always.
pub fn no_files(_: &str) -> Result<String, String> {
    Err("not built in, and no files are read here".to_string())
}

/// A rule set of a game: the standard rules or a variant.
pub trait RuleSet: Clone + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The keys of the game's rule sets, sorted by name.
    const KEYS: &'static [RuleKey];

    /// Reads `key=value,…`; nothing and `standard` are the standard rules.
    ///
    /// `load` gives the text behind names that are not built in.
    ///
    /// # Errors
    /// If a key is unknown or double, or a value is none of its key.
    fn parse(text: &str, load: &LoadTiles<'_>) -> Result<Self, RulesError>;

    /// `standard`, or the keys that differ from it, sorted: a text that [`RuleSet::parse`] reads.
    fn name(&self) -> String;

    /// What [`RuleSet::parse`] would have to `load` to read [`RuleSet::name`] again; `None` where
    /// everything is built in. Records keep it, so that they can be read without the file.
    fn attachment(&self) -> Option<String> {
        None
    }
}

/// One of a game's board symmetries, by number; 0 is the identity.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symmetry(pub u8);

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Self = Self(0);
}

/// A game in progress: a rule set, a position, and as much history as the rules need.
///
/// Implementations promise what the conformance suite in `flipside-testkit` checks: the turns
/// listed are exactly those that [`Game::check`] allows, without duplicates; texts and bytes read
/// back as what they were written from; symmetric positions have symmetric turns and equal
/// outcomes; a finished game has no turns.
pub trait Game: Clone + Debug + Send + Sync + Sized + 'static {
    /// Rule sets of the game.
    type Rules: RuleSet;
    /// Playable positions, without history.
    type Position: Clone + Eq + Ord + Hash + Debug + Send + Sync;
    /// Complete turns. Their order is arbitrary but fixed.
    type Turn: Copy + Eq + Ord + Hash + Debug + Send + Sync;
    /// Why a text is no playable position.
    type PositionError: Error + Clone + Send + Sync + 'static;
    /// The rule that a turn breaks.
    type IllegalTurn: Error + Clone + Send + Sync + 'static;

    /// The game's name on the command line and in records.
    const NAME: &'static str;
    /// Every reason for which the game can end. The order is part of the record format: new
    /// reasons are only ever appended.
    const REASONS: &'static [Reason];
    /// Whether one side has a margin besides the outcome (see [`Game::margin`]).
    const HAS_MARGIN: bool;

    /// A game at the starting position.
    fn new(rules: Self::Rules) -> Self;

    /// A game that begins at `position`, which counts as its own first occurrence.
    fn from_position(rules: Self::Rules, position: Self::Position) -> Self;

    /// The rule set.
    fn rules(&self) -> &Self::Rules;

    /// The position on the board.
    fn position(&self) -> &Self::Position;

    /// The player to move; in a finished game the one who would move next.
    fn to_move(&self) -> Seat;

    /// How the game ended; `None` while it goes on. All rules count, those about history too.
    fn outcome(&self) -> Option<Outcome>;

    /// The margin by which First leads now, in the game's own unit, where the game has one.
    fn margin(&self) -> Option<ForFirst<i32>>;

    /// How many pieces of the opponent the turn converts, in games where turns are chains of
    /// conversions.
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

    /// One legal turn, picked by `choose`, which is given a number n ≥ 1 and answers with one below
    /// n; `None` if the game is over. With uniform answers the turn has the distribution that the
    /// game documents for its random player.
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

    /// Plays a turn that is known to be legal. With any other turn the game is in some arbitrary
    /// state afterwards, or this panics.
    fn play_unchecked(&mut self, turn: Self::Turn);

    /// A number n such that history cannot bar any of the next n − 1 turns, whatever they are. Up to
    /// there two games at the same position are alike, which lets a search or [`crate::perft`]
    /// share results between them.
    fn turns_before_history_matters(&self) -> u32 {
        u32::MAX
    }

    /// A 64-bit hash of the history, as far as it can ever bar a turn; 0 if it cannot. Two games at the
    /// same position with the same history are alike for good. Unlike [`Game::position_hash`], it
    /// may change from version to version.
    fn history_hash(&self) -> u64 {
        0
    }

    /// A stable 64-bit hash of the position (not of the history): part of the public contract, the
    /// same in every later version and on every platform.
    fn position_hash(position: &Self::Position) -> u64;

    /// Reads a position.
    ///
    /// # Errors
    /// What is wrong, and where.
    fn parse_position(
        rules: &Self::Rules,
        text: &str,
    ) -> Result<Self::Position, Self::PositionError>;

    /// The position as text.
    fn position_text(&self) -> String;

    /// Reads a turn. It need not be legal here (that is [`Game::check`]'s word).
    ///
    /// # Errors
    /// If the text is no turn of this game.
    fn parse_turn(&self, text: &str) -> Result<Self::Turn, TurnTextError>;

    /// The turn as text.
    fn turn_text(&self, turn: Self::Turn) -> String;

    /// Appends the turn's bytes, as the record format describes them.
    fn encode_turn(turn: Self::Turn, bytes: &mut Vec<u8>);

    /// Reads a turn from the front of `bytes` and moves past it; `None` if none stands there. The
    /// turn need not be legal anywhere.
    fn decode_turn(bytes: &mut &[u8]) -> Option<Self::Turn>;

    /// The symmetries that the rule set respects, the identity first.
    fn symmetries(rules: &Self::Rules) -> Vec<Symmetry>;

    /// The image of a position.
    fn transform_position(symmetry: Symmetry, position: &Self::Position) -> Self::Position;

    /// The image of a turn.
    fn transform_turn(symmetry: Symmetry, turn: Self::Turn) -> Self::Turn;

    /// The representative of the position's class under the rule set's symmetries, with a symmetry
    /// that leads to it. Equal for symmetric positions.
    fn canonical(rules: &Self::Rules, position: &Self::Position) -> (Self::Position, Symmetry) {
        let mut best = (position.clone(), Symmetry::IDENTITY);
        for symmetry in Self::symmetries(rules).into_iter().skip(1) {
            let image = Self::transform_position(symmetry, position);
            if image < best.0 {
                best = (image, symmetry);
            }
        }
        best
    }

    /// The board drawn for people, several lines without colours.
    fn drawing(&self) -> String;

    /// Plays turns given as texts.
    ///
    /// # Errors
    /// The number and text of the first turn that is not legal, and the rule that it breaks; the
    /// game then stands before that turn.
    fn play_texts<'a>(
        &mut self,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), ReplayError<Self::IllegalTurn>> {
        for (i, text) in texts.into_iter().enumerate() {
            let number = i + 1;
            let turn = self
                .parse_turn(text)
                .map_err(|error| ReplayError::Text { number, error })?;
            self.play(turn).map_err(|error| ReplayError::Illegal {
                number,
                text: text.to_string(),
                error,
            })?;
        }
        Ok(())
    }
}
