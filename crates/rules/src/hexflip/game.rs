//! A game of Hexflip: position, history and end.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::board::{BETWEEN, Jumps};
use super::turn::Kind;
use super::{BOARD, Point, Position, PositionError, Rules, SYMMETRIES, Turn};
use super::{transform_mask, transform_point};
use crate::{ForFirst, Outcome, Reason, Seat, Symmetry, TurnTextError};

pub(super) const OVERLINE_OWN: &str = "overline-own";
pub(super) const OVERLINE_OTHER: &str = "overline-other";
pub(super) const NO_LEGAL_TURN: &str = "no-legal-turn";
pub(super) const FOUR: &str = "four";

/// A game: rules, position, and the positions that a coming turn could repeat.
///
/// Its random player ([`crate::Game::pick_turn`]) is uniform over the legal turns.
#[derive(Debug)]
pub struct Hexflip {
    rules: Rules,
    position: Position,
    outcome: Option<Outcome>,
    /// Packed positions since the last turn that cannot be undone (placing, swap), oldest first,
    /// without the current one. Only these can occur again, because hands never grow.
    earlier: Vec<u64>,
    /// Those of the earlier positions and the current one that must not occur again, each once.
    /// Almost always empty, which makes the question cheap.
    forbidden: Vec<u64>,
}

impl Clone for Hexflip {
    fn clone(&self) -> Self {
        Self {
            earlier: self.earlier.clone(),
            forbidden: self.forbidden.clone(),
            ..*self
        }
    }

    /// Reuses the vectors: searches and playouts copy games by the million.
    fn clone_from(&mut self, source: &Self) {
        self.rules = source.rules;
        self.position = source.position;
        self.outcome = source.outcome;
        self.earlier.clone_from(&source.earlier);
        self.forbidden.clone_from(&source.forbidden);
    }
}

/// The legal turns of a position, ignoring repetition.
struct Candidates {
    empty: u32,
    /// Numbers of pieces that may be placed; empty if first > last.
    sizes: (u8, u8),
    jumps: Jumps,
    swap: bool,
}

/// C(n, size) for sizes 1 to 3.
const fn subsets(n: u32, size: u8) -> u32 {
    match size {
        1 => n,
        2 => n * n.saturating_sub(1) / 2,
        _ => n * n.saturating_sub(1) * n.saturating_sub(2) / 6,
    }
}

impl Candidates {
    fn new(rules: &Rules, position: &Position) -> Self {
        Self {
            empty: BOARD & !position.occupied(),
            sizes: position.placing_range(rules),
            jumps: Jumps::new(position.stones(position.mover()), position.occupied()),
            swap: rules.swap && position.is_second_turn(rules),
        }
    }

    fn placings(&self) -> u32 {
        let free = self.empty.count_ones();
        (self.sizes.0..=self.sizes.1)
            .map(|size| subsets(free, size))
            .sum()
    }

    fn count(&self) -> u32 {
        self.placings() + self.jumps.count() + u32::from(self.swap)
    }

    /// Turn number `n`: the swap, placings by size, jumps.
    fn nth(&self, mut n: u32) -> Option<Turn> {
        if self.swap {
            if n == 0 {
                return Some(Turn::SWAP);
            }
            n -= 1;
        }
        let free = self.empty.count_ones();
        for size in self.sizes.0..=self.sizes.1 {
            let count = subsets(free, size);
            if n < count {
                return Turn::nth_place(self.empty, size, n);
            }
            n -= count;
        }
        let (from, to) = self.jumps.nth(n)?;
        Turn::jump(from, to)
    }

    fn placings_into(&self, turns: &mut Vec<Turn>) {
        let free = self.empty.count_ones();
        for size in self.sizes.0..=self.sizes.1 {
            turns.extend(
                (0..subsets(free, size)).filter_map(|n| Turn::nth_place(self.empty, size, n)),
            );
        }
    }
}

impl Hexflip {
    /// Whether the next occurrence of a position is forbidden.
    #[must_use]
    pub const fn bars_positions(&self) -> bool {
        !self.forbidden.is_empty()
    }

    /// The positions whose next occurrence is forbidden, each once; without those that cannot occur
    /// again because a piece has been placed since.
    pub fn forbidden_positions(&self) -> impl Iterator<Item = Position> + '_ {
        self.forbidden
            .iter()
            .map(|&packed| Position::unpack(packed))
    }

    /// The positions before the current one that can occur again, oldest first, each as often as it
    /// has occurred: those since the last placing turn.
    pub fn earlier_positions(&self) -> impl Iterator<Item = Position> + '_ {
        self.earlier.iter().map(|&packed| Position::unpack(packed))
    }

    /// Whether a jump leads to a position that is forbidden for the player to move.
    fn is_forbidden(&self, from: Point, to: Point) -> bool {
        if self.forbidden.is_empty() || !self.rules.must_deviate(self.position.mover()) {
            return false;
        }
        let run = BETWEEN[from.index()][to.index()];
        self.forbidden
            .contains(&self.position.jumped(from, to, run).pack())
    }

    /// The number of occurrences of the current position, including this one.
    fn occurrences(&self) -> u32 {
        let now = self.position.pack();
        1 + self.earlier.iter().filter(|&&key| key == now).count() as u32
    }

    /// Adds the current position to the forbidden ones if its next occurrence is forbidden.
    fn note_occurrence(&mut self) {
        if self.rules.repetition() == Some(self.occurrences() + 1) {
            self.forbidden.push(self.position.pack());
        }
    }

    fn judge(&self) -> Option<Outcome> {
        self.position.judge(&self.rules, || {
            // A point is always free, so a piece in hand is a legal turn.
            if self.position.hand(self.position.mover()) > 0 {
                return true;
            }
            let candidates = Candidates::new(&self.rules, &self.position);
            if self.forbidden.is_empty() {
                candidates.jumps.any()
            } else {
                candidates
                    .jumps
                    .iter()
                    .any(|(from, to)| !self.is_forbidden(from, to))
            }
        })
    }

    fn check_placing(&self, mask: u32) -> Result<(), IllegalTurn> {
        let seat = self.position.mover();
        let pieces = mask.count_ones() as u8;
        let in_hand = self.position.hand(seat);
        if pieces > in_hand {
            return Err(IllegalTurn::HandTooSmall {
                seat,
                pieces,
                in_hand,
            });
        }
        if let Some(exactly) = self.position.first_placing(&self.rules) {
            if pieces != exactly {
                return Err(IllegalTurn::FirstPlacing {
                    seat,
                    pieces,
                    exactly,
                });
            }
        } else if pieces > self.rules.place() {
            return Err(IllegalTurn::TooManyPieces {
                pieces,
                most: self.rules.place(),
            });
        }
        match crate::set_bits((mask & self.position.occupied()).into()).next() {
            Some(bit) => Err(IllegalTurn::Occupied {
                point: Point::from_bit(bit),
            }),
            None => Ok(()),
        }
    }

    fn check_jump(&self, from: Point, to: Point) -> Result<(), IllegalTurn> {
        let seat = self.position.mover();
        let occupied = self.position.occupied();
        if occupied & from.mask() == 0 {
            return Err(IllegalTurn::NoPiece { point: from });
        }
        if self.position.stones(seat) & from.mask() == 0 {
            return Err(IllegalTurn::NotYours { point: from, seat });
        }
        let run = BETWEEN[from.index()][to.index()];
        if run == 0 || run & !occupied != 0 {
            return Err(IllegalTurn::GapInRun { from, to });
        }
        if occupied & to.mask() != 0 {
            return Err(IllegalTurn::LandingOccupied { point: to });
        }
        if self.is_forbidden(from, to) {
            let occurrence = self.rules.repetition().unwrap_or_default();
            return Err(IllegalTurn::Repetition { occurrence });
        }
        Ok(())
    }
}

impl crate::Game for Hexflip {
    type Rules = Rules;
    type Position = Position;
    type Turn = Turn;
    type IllegalTurn = IllegalTurn;

    const NAME: &'static str = "hexflip";
    const REASONS: &'static [Reason] = &[
        Reason(OVERLINE_OWN),
        Reason(OVERLINE_OTHER),
        Reason(NO_LEGAL_TURN),
        Reason(FOUR),
    ];
    const HAS_MARGIN: bool = false;

    fn new(rules: Rules) -> Self {
        Self::from_position(rules, Position::start(&rules))
    }

    fn from_position(rules: Rules, position: Position) -> Self {
        let mut game = Self {
            rules,
            position,
            outcome: None,
            earlier: Vec::new(),
            forbidden: Vec::new(),
        };
        game.note_occurrence();
        game.outcome = game.judge();
        game
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn position(&self) -> &Position {
        &self.position
    }

    fn to_move(&self) -> Seat {
        self.position.mover()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn margin(&self) -> Option<ForFirst<i32>> {
        None
    }

    fn turns_into(&self, turns: &mut Vec<Turn>) {
        if self.outcome.is_some() {
            return;
        }
        let candidates = Candidates::new(&self.rules, &self.position);
        turns.extend(candidates.swap.then_some(Turn::SWAP));
        candidates.placings_into(turns);
        turns.extend(
            candidates
                .jumps
                .iter()
                .filter(|&(from, to)| !self.is_forbidden(from, to))
                .filter_map(|(from, to)| Turn::jump(from, to)),
        );
    }

    fn count_turns(&self) -> u64 {
        if self.outcome.is_some() {
            return 0;
        }
        let candidates = Candidates::new(&self.rules, &self.position);
        let forbidden = if self.forbidden.is_empty() {
            0
        } else {
            candidates
                .jumps
                .iter()
                .filter(|&(from, to)| self.is_forbidden(from, to))
                .count() as u32
        };
        u64::from(candidates.count() - forbidden)
    }

    fn pick_turn(&self, mut choose: impl FnMut(u32) -> u32) -> Option<Turn> {
        if self.outcome.is_some() {
            return None;
        }
        let candidates = Candidates::new(&self.rules, &self.position);
        if self.forbidden.is_empty() {
            return candidates.nth(choose(candidates.count()));
        }
        let turns = crate::Game::turns(self);
        turns.get(choose(turns.len() as u32) as usize).copied()
    }

    fn check(&self, turn: Turn) -> Result<(), IllegalTurn> {
        if let Some(Outcome { reason, .. }) = self.outcome {
            return Err(IllegalTurn::GameOver { reason });
        }
        match turn.kind() {
            Kind::Place(mask) => self.check_placing(mask),
            Kind::Jump(from, to) => self.check_jump(from, to),
            Kind::Swap if !self.rules.swap() => Err(IllegalTurn::NoSwap),
            Kind::Swap if !self.position.is_second_turn(&self.rules) => Err(IllegalTurn::LateSwap),
            Kind::Swap => Ok(()),
        }
    }

    fn play_unchecked(&mut self, turn: Turn) {
        let before = self.position;
        match turn.kind() {
            Kind::Place(mask) => {
                self.position = before.placed(mask);
                self.earlier.clear();
                self.forbidden.clear();
            }
            Kind::Jump(from, to) => {
                self.position = before.jumped(from, to, BETWEEN[from.index()][to.index()]);
                self.earlier.push(before.pack());
            }
            Kind::Swap => {
                self.position = before.swapped();
                self.earlier.clear();
                self.forbidden.clear();
            }
        }
        self.note_occurrence();
        self.outcome = self.judge();
    }

    fn turns_before_history_matters(&self) -> u32 {
        // A position occurs again after four turns at the earliest: a jump leaves a point empty and
        // puts a piece of the mover on an empty one, and the opponent's next turn can only flip
        // that piece, not move it. So its nth occurrence lies at least 4(n − 1) turns after its
        // first.
        match self.rules.repetition() {
            None => u32::MAX,
            // While none is forbidden, each must occur two more times.
            Some(limit) => (limit - 1)
                .saturating_mul(4)
                .saturating_sub(self.earlier.len() as u32)
                .max(if self.forbidden.is_empty() { 5 } else { 0 }),
        }
    }

    fn history_hash(&self) -> u64 {
        if self.rules.repetition().is_none() {
            return 0;
        }
        // The number of occurrences of each position counts, not their order.
        self.earlier
            .iter()
            .fold(0, |all, &key| all.wrapping_add(crate::hash::mix(!key)))
    }

    fn position_hash(position: &Position) -> u64 {
        position.hash()
    }
}

impl crate::Notation for Hexflip {
    type PositionError = PositionError;

    fn parse_position(rules: &Rules, text: &str) -> Result<Position, PositionError> {
        Position::parse(rules, text)
    }

    fn position_text(&self) -> String {
        self.position.to_string()
    }

    fn parse_turn(&self, text: &str) -> Result<Turn, TurnTextError> {
        Turn::parse(text)
    }

    fn turn_text(&self, turn: Turn) -> String {
        turn.to_string()
    }

    fn drawing(&self) -> String {
        super::position::drawing(&self.position)
    }
}

impl crate::TurnCodec for Hexflip {
    fn encode_turn(turn: Turn, bytes: &mut Vec<u8>) {
        turn.encode(bytes);
    }

    fn decode_turn(bytes: &mut &[u8]) -> Option<Turn> {
        Turn::decode(bytes)
    }
}

impl crate::Symmetric for Hexflip {
    fn symmetries(_: &Rules) -> Vec<Symmetry> {
        (0..SYMMETRIES as u8).map(Symmetry).collect()
    }

    fn transform_position(Symmetry(symmetry): Symmetry, position: &Position) -> Position {
        position.map_stones(|mask| transform_mask(symmetry.into(), mask))
    }

    fn transform_turn(Symmetry(symmetry): Symmetry, turn: Turn) -> Turn {
        let symmetry = symmetry.into();
        match turn.kind() {
            Kind::Place(mask) => Turn::place(transform_mask(symmetry, mask)),
            Kind::Jump(from, to) => Turn::jump(
                transform_point(symmetry, from),
                transform_point(symmetry, to),
            ),
            Kind::Swap => None,
        }
        .unwrap_or(turn)
    }
}

/// The rule that a turn breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalTurn {
    /// The game has ended.
    #[error("the game is over ({reason})")]
    GameOver {
        /// How it ended.
        reason: Reason,
    },
    /// A piece is placed on a point that is not empty.
    #[error("{point} is occupied; pieces are placed on empty points")]
    Occupied {
        /// The point.
        point: Point,
    },
    /// More pieces are placed than are in hand.
    #[error("{seat} places {pieces} pieces but has only {in_hand} in hand")]
    HandTooSmall {
        /// Who moves.
        seat: Seat,
        /// The pieces that the turn places.
        pieces: u8,
        /// The pieces in hand.
        in_hand: u8,
    },
    /// More pieces are placed than a turn may place.
    #[error("the turn places {pieces} pieces; at most {most} may be placed at a time")]
    TooManyPieces {
        /// The pieces that the turn places.
        pieces: u8,
        /// The most that it may place.
        most: u8,
    },
    /// The first placing turn places another number of pieces than the rules fix for it.
    #[error("the turn places {pieces}; {seat}'s first placing turn places exactly {exactly}")]
    FirstPlacing {
        /// Who moves.
        seat: Seat,
        /// The pieces that the turn places.
        pieces: u8,
        /// The pieces that it must place.
        exactly: u8,
    },
    /// A jump from an empty point.
    #[error("there is no piece on {point} to jump with")]
    NoPiece {
        /// The point.
        point: Point,
    },
    /// A jump with a piece of the opponent.
    #[error("the piece on {point} does not show {seat}'s colour")]
    NotYours {
        /// The point.
        point: Point,
        /// Who moves.
        seat: Seat,
    },
    /// A jump over an empty point.
    #[error(
        "a jump passes over an unbroken run of pieces, but there is an empty point between \
             {from} and {to}"
    )]
    GapInRun {
        /// The start.
        from: Point,
        /// The landing.
        to: Point,
    },
    /// A jump onto a piece.
    #[error("{point} is occupied; a jump lands on the first empty point behind the run")]
    LandingOccupied {
        /// The landing.
        point: Point,
    },
    /// A turn that brings a position about too often.
    #[error("the turn would repeat a position: occurrence {occurrence} is forbidden")]
    Repetition {
        /// The occurrence that it would be.
        occurrence: u32,
    },
    /// A swap under rules without it.
    #[error("these rules have no swap (it needs the rule swap=on)")]
    NoSwap,
    /// A swap later than on the second turn.
    #[error("swap is legal only as the game's second turn")]
    LateSwap,
}
