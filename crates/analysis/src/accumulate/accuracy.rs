//! Turn accuracy by a table with the value of every position.

use flipside_rules::Seat;
use flipside_stats::histogram::Histogram;
use flipside_stats::ratio::Ratio;
use flipside_tablebase::Value;
use serde::Serialize;

/// Phases of a game of Hexflip, by the pieces on the board before a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Fewer than half of all pieces are on the board.
    Early,
    /// At least half of them are, but not all.
    Late,
    /// All pieces are on the board, so both sides can only jump.
    Jumps,
}

impl Phase {
    /// All phases in their order.
    pub const ALL: [Self; 3] = [Self::Early, Self::Late, Self::Jumps];

    /// Returns a description.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Early => "fewer than half of the pieces placed",
            Self::Late => "at least half of the pieces placed",
            Self::Jumps => "all pieces placed",
        }
    }
}

/// The value of a position for the player to move, without the number of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ValueClass {
    /// Lost.
    Loss,
    /// Neither side can force the end.
    Draw,
    /// Won.
    Win,
}

impl ValueClass {
    /// Returns the class of a value.
    #[must_use]
    pub const fn of(value: Value) -> Self {
        match value {
            Value::Win(_) => Self::Win,
            Value::Draw => Self::Draw,
            Value::Loss(_) => Self::Loss,
        }
    }
}

/// The loss of value by a turn, for the player who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// From a win to a draw.
    WinToDraw,
    /// From a win to a loss.
    WinToLoss,
    /// From a draw to a loss.
    DrawToLoss,
}

impl Cost {
    /// Returns the loss from the value of the best legal turn to that of the turn made; `None` if no
    /// value was lost.
    #[must_use]
    pub const fn of(best: ValueClass, made: ValueClass) -> Option<Self> {
        match (best, made) {
            (ValueClass::Win, ValueClass::Draw) => Some(Self::WinToDraw),
            (ValueClass::Win, ValueClass::Loss) => Some(Self::WinToLoss),
            (ValueClass::Draw, ValueClass::Loss) => Some(Self::DrawToLoss),
            _ => None,
        }
    }

    /// Returns the values before and after: `win`, `draw`.
    #[must_use]
    pub const fn ends(self) -> [&'static str; 2] {
        match self {
            Self::WinToDraw => ["win", "draw"],
            Self::WinToLoss => ["win", "loss"],
            Self::DrawToLoss => ["draw", "loss"],
        }
    }
}

/// A turn with its value in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValuedTurn {
    /// The player who made it.
    pub mover: Seat,
    /// The phase.
    pub phase: Phase,
    /// The value of the best legal turn.
    pub best: ValueClass,
    /// The value of this turn.
    pub made: ValueClass,
    /// Whether some legal turn has a lower value than the best: value could be lost.
    pub is_critical: bool,
    /// If it keeps a win: by how many turns the win is longer than the shortest.
    pub longer: u32,
}

/// A game with the values of its turns in the table.
#[derive(Clone, Copy, Debug)]
pub struct ValuedGame<'a> {
    /// The agents' turns, without given turns of the opening.
    pub turns: &'a [ValuedTurn],
    /// The numbers (from 1) of the given turns of the opening.
    pub given: (u32, u32),
    /// The group's agents in First's and Second's seat: 0 is the first-named one.
    pub agents: [usize; 2],
    /// The number of the turn since which the winner has had a won position, without interruption;
    /// 0 if it was won from the start. `None` without a winner, or if the winner's position was not
    /// won.
    pub decided: Option<u32>,
}

/// Sums over turns that may depend on each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    turns: u64,
    critical: u64,
    lost: u64,
    wins_kept: u64,
    longer: u64,
}

impl Sums {
    const fn add(&mut self, other: &Self) {
        self.turns += other.turns;
        self.critical += other.critical;
        self.lost += other.lost;
        self.wins_kept += other.wins_kept;
        self.longer += other.longer;
    }
}

/// The number of buckets for clusters. Estimates stay valid if clusters share a bucket; see
/// [`flipside_stats::clusters`].
const BUCKETS: usize = 1 << 14;

/// Totals of an agent's turns in a phase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnTotals {
    // Empty until there is a turn.
    clusters: Vec<Sums>,
    /// Turns that turned a win into a draw.
    pub win_to_draw: u64,
    /// Turns that turned a win into a loss.
    pub win_to_loss: u64,
    /// Turns that turned a draw into a loss.
    pub draw_to_loss: u64,
}

impl TurnTotals {
    fn add(&mut self, cluster: u64, turn: &ValuedTurn) {
        let cost = Cost::of(turn.best, turn.made);
        match cost {
            Some(Cost::WinToDraw) => self.win_to_draw += 1,
            Some(Cost::WinToLoss) => self.win_to_loss += 1,
            Some(Cost::DrawToLoss) => self.draw_to_loss += 1,
            None => {}
        }
        if self.clusters.is_empty() {
            self.clusters = vec![Sums::default(); BUCKETS];
        }
        // The top bits of a multiplicative hash depend on all bits of the input.
        let bucket = cluster.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BUCKETS.ilog2());
        self.clusters[bucket as usize].add(&Sums {
            turns: 1,
            critical: turn.is_critical.into(),
            lost: cost.is_some().into(),
            wins_kept: (turn.made == ValueClass::Win).into(),
            longer: turn.longer.into(),
        });
    }

    /// Adds the turns of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.win_to_draw += other.win_to_draw;
        self.win_to_loss += other.win_to_loss;
        self.draw_to_loss += other.draw_to_loss;
        if self.clusters.is_empty() {
            self.clusters.clone_from(&other.clusters);
            return;
        }
        for (mine, theirs) in self.clusters.iter_mut().zip(&other.clusters) {
            mine.add(theirs);
        }
    }

    fn pairs(
        &self,
        pair: impl Fn(&Sums) -> (u64, u64),
    ) -> impl Iterator<Item = (u64, u64)> + Clone {
        let pairs: Vec<(u64, u64)> = self.clusters.iter().map(pair).collect();
        pairs.into_iter()
    }

    /// Returns the share of turns that lost value among all.
    #[must_use]
    pub fn lost(&self) -> Ratio {
        Ratio::share(self.pairs(|sums| (sums.turns, sums.lost)))
    }

    /// Returns the share of turns that lost value among those in which value could be lost.
    #[must_use]
    pub fn lost_of_critical(&self) -> Ratio {
        Ratio::share(self.pairs(|sums| (sums.critical, sums.lost)))
    }

    /// Returns the mean number of turns by which a turn that kept a win lengthened it.
    #[must_use]
    pub fn lengthening(&self) -> Ratio {
        Ratio::mean(self.pairs(|sums| (sums.wins_kept, sums.longer)))
    }
}

/// Totals over games.
#[derive(Clone, Debug, Default)]
pub struct AccuracyTotals {
    /// Games with values.
    pub games: u64,
    /// By agent (the first-named one first) and phase.
    pub turns: [[TurnTotals; Phase::ALL.len()]; 2],
    /// Numbers of the turns that decided games, where an agent's turn did.
    pub decided: Histogram,
    /// Games that were decided by the start or by a given turn of the opening.
    pub decided_by_opening: u64,
    /// Games with a winner whose position was not won: the opponent failed.
    pub won_undecided: u64,
}

impl AccuracyTotals {
    /// Adds a game of this cluster. `has_winner`: whether the game was won.
    pub fn add(&mut self, cluster: u64, has_winner: bool, game: &ValuedGame<'_>) {
        self.games += 1;
        for turn in game.turns {
            let agent = game.agents[turn.mover.index()].min(1);
            self.turns[agent][turn.phase as usize].add(cluster, turn);
        }
        let (first, last) = game.given;
        match game.decided {
            None => self.won_undecided += u64::from(has_winner),
            Some(number) if number == 0 || (first..=last).contains(&number) => {
                self.decided_by_opening += 1;
            }
            Some(number) => self.decided.add(i32::try_from(number).unwrap_or(i32::MAX)),
        }
    }

    /// Adds the games of `other`.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        let theirs = other.turns.iter().flatten();
        for (mine, theirs) in self.turns.iter_mut().flatten().zip(theirs) {
            mine.merge(theirs);
        }
        self.decided.merge(&other.decided);
        self.decided_by_opening += other.decided_by_opening;
        self.won_undecided += other.won_undecided;
    }
}
