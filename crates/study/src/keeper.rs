//! A player who never gives away what the table says he has.

use flipside_ai::Rng;
use flipside_rules::Game as _;
use flipside_rules::hexflip::{Game, Turn};
use flipside_tablebase::{LoadedTable, Value, View};

/// Wins as fast as the table allows, loses as slowly, and keeps draws: at random among the turns
/// that keep them, but for those that a look ahead shows to win or lose by barred turns.
pub struct Keeper<'a> {
    table: &'a LoadedTable,
    look: u32,
}

/// Who can bar the other from all turns that keep the draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Prospect {
    /// The opponent of the player to move.
    Bad,
    /// Nobody within the look ahead.
    Open,
    /// The player to move.
    Good,
}

impl Prospect {
    const fn before_turn(self) -> Self {
        match self {
            Self::Bad => Self::Good,
            Self::Open => Self::Open,
            Self::Good => Self::Bad,
        }
    }
}

impl<'a> Keeper<'a> {
    /// A player who asks of every position up to `look` turns ahead whether the player to move there
    /// has a turn left that keeps the draw; 0 is not to look ahead.
    #[must_use]
    pub const fn new(table: &'a LoadedTable, look: u32) -> Self {
        Self { table, look }
    }

    /// A turn; `None` if the game is over, or is none of the table's rules.
    pub fn choose(&self, game: &Game, rng: &mut Rng) -> Option<Turn> {
        let turns = self.turns(game);
        let best = turns.iter().map(|(_, value)| *value).max()?;
        let mut good: Vec<Turn> = turns
            .into_iter()
            .filter(|(_, value)| *value == best)
            .map(|(turn, _)| turn)
            .collect();
        // Nothing can be barred so soon that the look ahead would see it.
        let sees = game.turns_before_history_matters() <= self.look + 1;
        if best == Value::Draw && self.look > 0 && sees {
            let prospects: Vec<Prospect> = good
                .iter()
                .map(|&turn| self.after(game, turn, self.look).before_turn())
                .collect();
            let most = prospects.iter().max();
            let mut each = prospects.iter();
            good.retain(|_| each.next() == most);
        }
        // A fixed order, whatever the rules list first.
        good.sort_unstable();
        good.get(rng.below(good.len() as u32) as usize).copied()
    }

    /// The legal turns with their values in the table for the player to move.
    fn turns(&self, game: &Game) -> Vec<(Turn, Value)> {
        let mut after = game.clone();
        let value = |turn: Turn| {
            after.clone_from(game);
            after.play_unchecked(turn);
            Some((
                turn,
                self.table.value(&View::of(after.position()))?.before_turn(),
            ))
        };
        game.turns().into_iter().filter_map(value).collect()
    }

    /// The prospect of the player to move after a turn that keeps the draw, which is the first of
    /// `look` turns.
    fn after(&self, game: &Game, turn: Turn, look: u32) -> Prospect {
        let mut after = game.clone();
        after.play_unchecked(turn);
        let mut best = Prospect::Bad;
        for (turn, value) in self.turns(&after) {
            if value != Value::Draw {
                continue;
            }
            if look <= 1 {
                return Prospect::Open;
            }
            best = best.max(self.after(&after, turn, look - 1).before_turn());
            if best == Prospect::Good {
                break;
            }
        }
        best
    }
}
