//! A player who never gives up the value that the table proves.

use flipside_ai::Rng;
use flipside_rules::Game as _;
use flipside_rules::hexflip::{Hexflip, Turn};
use flipside_tablebase::{LoadedTable, Value, View};

/// Plays the fastest win and the slowest loss by the table, and keeps draws: it chooses at random
/// among the turns that keep the draw, after a search for turns that win or lose by repetition.
pub struct DrawKeeper<'a> {
    table: &'a LoadedTable,
    lookahead: u32,
}

/// Which player can force the other to run out of turns that keep the draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Prospect {
    /// The opponent of the player to move.
    Bad,
    /// Neither, within the lookahead.
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

impl<'a> DrawKeeper<'a> {
    /// Creates a player that searches `lookahead` turns ahead for positions in which the player to
    /// move has no turn left that keeps the draw; 0 disables the search.
    #[must_use]
    pub const fn new(table: &'a LoadedTable, lookahead: u32) -> Self {
        Self { table, lookahead }
    }

    /// Returns a turn; `None` if the game is over or not under the table's rules.
    pub fn choose(&self, game: &Hexflip, rng: &mut Rng) -> Option<Turn> {
        let turns = self.turns(game);
        let best = turns.iter().map(|(_, value)| *value).max()?;
        let mut good: Vec<Turn> = turns
            .into_iter()
            .filter(|(_, value)| *value == best)
            .map(|(turn, _)| turn)
            .collect();
        // Skip the search if repetition cannot forbid a turn within the lookahead.
        let can_matter = game.turns_before_history_matters() <= self.lookahead + 1;
        if best == Value::Draw && self.lookahead > 0 && can_matter {
            let prospects: Vec<Prospect> = good
                .iter()
                .map(|&turn| self.after(game, turn, self.lookahead).before_turn())
                .collect();
            let most = prospects.iter().max();
            let mut each = prospects.iter();
            good.retain(|_| each.next() == most);
        }
        // Sorted, so that the choice does not depend on the order of `turns`.
        good.sort_unstable();
        good.get(rng.below(good.len() as u32) as usize).copied()
    }

    /// Returns the legal turns with their values in the table for the player to move.
    fn turns(&self, game: &Hexflip) -> Vec<(Turn, Value)> {
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

    /// Returns the prospect of the player to move after a turn that keeps the draw, the first of
    /// `lookahead` turns.
    fn after(&self, game: &Hexflip, turn: Turn, lookahead: u32) -> Prospect {
        let mut after = game.clone();
        after.play_unchecked(turn);
        let mut best = Prospect::Bad;
        for (turn, value) in self.turns(&after) {
            if value != Value::Draw {
                continue;
            }
            if lookahead <= 1 {
                return Prospect::Open;
            }
            best = best.max(self.after(&after, turn, lookahead - 1).before_turn());
            if best == Prospect::Good {
                break;
            }
        }
        best
    }
}
