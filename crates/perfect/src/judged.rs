//! The turns of a game with their values.

use flipside_ai::{NoChoice, Stop};
use flipside_rules::Game as _;
use flipside_rules::hexflip::{Game, Turn};
use flipside_tablebase::{Probe as _, Table, TableError, Value};

/// The legal turns of a game and what each is worth for the player who makes it: by the game where
/// the turn ends it, else by the table.
///
/// Turns that the repetition rule bars are not legal, so they are not here; what the rule will bar
/// later is left out of account, as in the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// Turns and values, in the order in which the game lists its turns.
    pub turns: Vec<(Turn, Value)>,
}

/// What a turn is worth for the player who makes it.
pub(crate) fn value_of(table: &Table, game: &Game, turn: Turn) -> Result<Value, TableError> {
    let mut after = game.clone();
    after.play_unchecked(turn);
    Ok(table.probe_game(&after)?.before_turn())
}

/// Why turns were not judged.
pub(crate) enum Unjudged {
    /// Asked to stop.
    Stopped,
    /// The table failed.
    Table(TableError),
}

impl From<TableError> for Unjudged {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

impl From<Unjudged> for NoChoice {
    fn from(unjudged: Unjudged) -> Self {
        match unjudged {
            Unjudged::Stopped => Self::Stopped,
            Unjudged::Table(error) => crate::agent::failed(&error),
        }
    }
}

impl Judged {
    /// Judges all turns of a game, which must be under the table's rules.
    ///
    /// # Errors
    /// If the table is damaged, or for other rules.
    pub fn new(table: &Table, game: &Game) -> Result<Self, TableError> {
        let mut after = game.clone();
        let turns = game
            .turns()
            .into_iter()
            .map(|turn| {
                after.clone_from(game);
                after.play_unchecked(turn);
                Ok((turn, table.probe_game(&after)?.before_turn()))
            })
            .collect::<Result<_, TableError>>()?;
        Ok(Self { turns })
    }

    /// The value of the best turn; `None` if the game is over.
    #[must_use]
    pub fn best(&self) -> Option<Value> {
        self.turns.iter().map(|&(_, value)| value).max()
    }

    /// The turns with the value of the best.
    #[must_use]
    pub fn best_turns(&self) -> Vec<Turn> {
        let best = self.best();
        let equal = |&(turn, value): &(Turn, Value)| (Some(value) == best).then_some(turn);
        self.turns.iter().filter_map(equal).collect()
    }
}

/// Of turns that keep a draw, those after which the opponent has the fewest turns that keep it, and
/// the number of positions looked at.
pub(crate) fn hardest(
    table: &Table,
    game: &Game,
    keeping: &[Turn],
    stop: &Stop,
) -> Result<(Vec<Turn>, u64), Unjudged> {
    let mut looked_at = 0;
    let mut fewest = usize::MAX;
    let mut hardest = Vec::new();
    let mut after = game.clone();
    let mut last = game.clone();
    let mut replies = Vec::new();
    for &turn in keeping {
        if stop.is_requested() {
            return Err(Unjudged::Stopped);
        }
        after.clone_from(game);
        after.play_unchecked(turn);
        replies.clear();
        after.turns_into(&mut replies);
        let mut keep = 0;
        for &reply in &replies {
            last.clone_from(&after);
            last.play_unchecked(reply);
            looked_at += 1;
            let value = table.probe_game(&last)?.before_turn();
            keep += usize::from(!matches!(value, Value::Loss(_)));
            if keep > fewest {
                break;
            }
        }
        if keep < fewest {
            fewest = keep;
            hardest.clear();
        }
        if keep == fewest {
            hardest.push(turn);
        }
    }
    Ok((hardest, looked_at))
}
