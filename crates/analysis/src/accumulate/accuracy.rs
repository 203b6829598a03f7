//! How well turns were chosen, by a table that knows the value of every position.

use flipside_rules::Seat;
use flipside_stats::histogram::Histogram;
use flipside_stats::ratio::Ratio;
use flipside_tablebase::Value;
use serde::Serialize;

/// Parts of a game of Hexflip, by the pieces on the board before a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Fewer than half of all pieces are on the board.
    Early,
    /// At least half of them are, but not all.
    Late,
    /// All are, so that both sides can only jump.
    Jumps,
}

impl Phase {
    /// All phases in their order.
    pub const ALL: [Self; 3] = [Self::Early, Self::Late, Self::Jumps];

    /// What it is, for people.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Early => "fewer than half of the pieces placed",
            Self::Late => "at least half of the pieces placed",
            Self::Jumps => "all pieces placed",
        }
    }
}

/// What a position is worth for the player to move, without the number of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worth {
    /// Lost.
    Loss,
    /// Neither side can force the end.
    Draw,
    /// Won.
    Win,
}

impl Worth {
    /// Of a value, its turns left out.
    #[must_use]
    pub const fn of(value: Value) -> Self {
        match value {
            Value::Win(_) => Self::Win,
            Value::Draw => Self::Draw,
            Value::Loss(_) => Self::Loss,
        }
    }
}

/// What a turn that lost value made of what there was, for the player who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Of a win a draw.
    WinToDraw,
    /// Of a win a loss.
    WinToLoss,
    /// Of a draw a loss.
    DrawToLoss,
}

impl Cost {
    /// From what the best legal turn was worth and what was made. `None` if no value was lost.
    #[must_use]
    pub const fn of(best: Worth, made: Worth) -> Option<Self> {
        match (best, made) {
            (Worth::Win, Worth::Draw) => Some(Self::WinToDraw),
            (Worth::Win, Worth::Loss) => Some(Self::WinToLoss),
            (Worth::Draw, Worth::Loss) => Some(Self::DrawToLoss),
            _ => None,
        }
    }

    /// What there was and what is left: `win`, `draw`.
    #[must_use]
    pub const fn ends(self) -> [&'static str; 2] {
        match self {
            Self::WinToDraw => ["win", "draw"],
            Self::WinToLoss => ["win", "loss"],
            Self::DrawToLoss => ["draw", "loss"],
        }
    }
}

/// A turn as the table sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgedTurn {
    /// When it was made.
    pub phase: Phase,
    /// What the best legal turn was worth.
    pub best: Worth,
    /// What this one was worth.
    pub made: Worth,
    /// Whether some legal turn was worth less than the best: value could be lost.
    pub is_critical: bool,
    /// If it kept a win: turns by which that win is longer than the shortest.
    pub longer: u32,
}

/// A game as the table sees it.
#[derive(Clone, Copy, Debug)]
pub struct JudgedGame<'a> {
    /// The turns after the opening.
    pub turns: &'a [JudgedTurn],
    /// Who made the first of them.
    pub first_mover: Seat,
    /// Turns of the opening.
    pub opening: u32,
    /// Which of the group's agents had First's and Second's seat: 0 for the first-named one.
    pub agents: [usize; 2],
    /// The number of the turn since which the winner has had a won position, without interruption;
    /// 0 if it was won from the start. `None` if there is no winner or his position was not won.
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

/// Number of buckets that clusters are sorted into. Two in one bucket leave the estimates valid, see
/// [`flipside_stats::clusters`].
const BUCKETS: usize = 1 << 14;

/// Turns of one agent in one phase.
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
    fn add(&mut self, cluster: u64, turn: &JudgedTurn) {
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
            wins_kept: (turn.made == Worth::Win).into(),
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

    /// Turns that lost value, among all.
    #[must_use]
    pub fn lost(&self) -> Ratio {
        Ratio::share(self.pairs(|sums| (sums.turns, sums.lost)))
    }

    /// Turns that lost value, among those where value could be lost.
    #[must_use]
    pub fn lost_of_critical(&self) -> Ratio {
        Ratio::share(self.pairs(|sums| (sums.critical, sums.lost)))
    }

    /// Turns by which wins were lengthened, for each turn that kept one.
    #[must_use]
    pub fn lengthening(&self) -> Ratio {
        Ratio::mean(self.pairs(|sums| (sums.wins_kept, sums.longer)))
    }
}

/// Totals over games.
#[derive(Clone, Debug, Default)]
pub struct AccuracyTotals {
    /// Games that were judged.
    pub games: u64,
    /// By agent (the first-named one first) and phase.
    pub turns: [[TurnTotals; Phase::ALL.len()]; 2],
    /// Numbers of the turns that decided games, where a turn after the opening did.
    pub decided: Histogram,
    /// Games that were decided when the opening ended.
    pub decided_by_opening: u64,
    /// Games with a winner whose position was not won: the opponent failed.
    pub won_undecided: u64,
}

impl AccuracyTotals {
    /// Adds a game of this cluster. `has_winner`: whether somebody has won it.
    pub fn add(&mut self, cluster: u64, has_winner: bool, game: &JudgedGame<'_>) {
        self.games += 1;
        let mut seat = game.first_mover;
        for turn in game.turns {
            let agent = game.agents[seat.index()].min(1);
            self.turns[agent][turn.phase as usize].add(cluster, turn);
            seat = seat.other();
        }
        match game.decided {
            None => self.won_undecided += u64::from(has_winner),
            Some(number) if number <= game.opening => self.decided_by_opening += 1,
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
