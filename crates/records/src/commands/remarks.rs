//! What somebody has to say of recorded turns who knows what they were worth.

use std::error::Error;

/// A turn, looked at afterwards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnRemark {
    /// What it was worth for whoever made it: `win 12`, `loss 3`, `draw`.
    pub value: String,
    /// What there was and what it left, in a word each, if it lost something: `win`, `draw`.
    pub cost: Option<[&'static str; 2]>,
    /// Turns by which the win that it keeps is longer than the shortest.
    pub longer: u16,
}

/// A game, looked at afterwards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRemarks {
    /// One for each turn.
    pub turns: Vec<TurnRemark>,
    /// The number of the turn since which the winner has had a won position, without interruption;
    /// 0 if it was won from the start. `None` if there is no winner or his position was not won.
    pub decided: Option<u32>,
}

/// Why there are no remarks on a game.
pub type RemarksError = Box<dyn Error + Send + Sync>;

/// Whoever has remarks on the games of a file.
pub trait Remarks: Sync {
    /// What the remarks are based on, for people.
    fn source(&self) -> String;

    /// Remarks on a game, of which every turn has been checked.
    ///
    /// # Errors
    /// If they cannot be made.
    fn of(&self, record: &crate::GameRecord) -> Result<GameRemarks, RemarksError>;
}
