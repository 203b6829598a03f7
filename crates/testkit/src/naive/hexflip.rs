//! Hexflip, as literally as in the rules page.
//!
//! A turn is legal if all conditions hold for it. The list of legal turns is the list of all
//! well-formed turns, filtered by these conditions, without a turn generator.

mod board;
mod rules;
mod symmetry;
mod turn;

use super::{Player, plain_number};
use board::{Board, Point};
use rules::Rules;
use turn::Turn;

pub use symmetry::{SYMMETRIES, map_position, map_turn, symmetries};

/// A game of Hexflip: the position, and all positions since the start for the repetition rule.
#[derive(Clone, Debug)]
pub struct NaiveHexflip {
    rules: Rules,
    board: Board,
    to_move: Player,
    hands: [u32; 2],
    /// Every position that has occurred, including the current one. Hands follow from the board.
    history: Vec<(Board, Player)>,
}

impl NaiveHexflip {
    /// Creates a game under `standard` or `key=value,…`.
    pub fn new(rules: &str) -> Result<NaiveHexflip, String> {
        let rules = Rules::parse(rules)?;
        let hands = [rules.hand, rules.hand];
        Ok(NaiveHexflip::at(
            rules,
            Board::empty(),
            Player::First,
            hands,
        ))
    }

    /// Creates a game that starts at a position text, which counts as its first occurrence.
    pub fn from_position(rules: &str, text: &str) -> Result<NaiveHexflip, String> {
        let rules = Rules::parse(rules)?;
        let fields: Vec<&str> = text.split(' ').collect();
        let [rows, mover, first, second] = fields[..] else {
            return Err(format!("invalid position `{text}`: expected four fields"));
        };
        let board = Board::parse(rows)?;
        let to_move = match mover {
            "x" => Player::First,
            "o" => Player::Second,
            _ => return Err(format!("`{mover}` is not a player")),
        };
        let mut hands = [0, 0];
        for (hand, field) in hands.iter_mut().zip([first, second]) {
            *hand = plain_number(field).ok_or(format!("`{field}` is not a hand"))?;
            if *hand > rules.hand {
                return Err(format!(
                    "invalid hand {field}: expected at most {}",
                    rules.hand
                ));
            }
        }
        if board.pieces() + hands[0] + hands[1] != 2 * rules.hand {
            return Err(format!(
                "invalid position `{text}`: expected {} pieces in total",
                2 * rules.hand
            ));
        }
        Ok(NaiveHexflip::at(rules, board, to_move, hands))
    }

    fn at(rules: Rules, board: Board, to_move: Player, hands: [u32; 2]) -> NaiveHexflip {
        NaiveHexflip {
            rules,
            board,
            to_move,
            hands,
            history: vec![(board, to_move)],
        }
    }

    /// Returns the name of the rule set: `standard`, or the keys that differ from it, sorted.
    pub fn rules_name(&self) -> String {
        self.rules.name()
    }

    /// Returns the position as text.
    pub fn position(&self) -> String {
        let mover = self.to_move.letter();
        format!(
            "{} {mover} {} {}",
            self.board.text(),
            self.hands[0],
            self.hands[1]
        )
    }

    /// Returns the winner (`first` or `second`) and the reason if the game is over.
    pub fn outcome(&self) -> Option<(String, String)> {
        self.outcome_among(Turn::all())
    }

    /// Returns all legal turns, sorted by bytes; none if the game is over.
    pub fn turns(&self) -> Vec<String> {
        let all = Turn::all();
        if self.outcome_among(all).is_some() {
            return Vec::new();
        }
        let mut texts: Vec<String> = all
            .iter()
            .filter(|turn| self.check(turn).is_ok())
            .map(|turn| turn.text())
            .collect();
        texts.sort();
        texts
    }

    /// Returns every well-formed turn text: all placings of one to three pieces, all pairs of
    /// points on a line, and `swap`.
    pub fn all_candidate_turn_texts(&self) -> Vec<String> {
        Turn::all().iter().map(|turn| turn.text()).collect()
    }

    /// Returns whether a text is a legal turn.
    pub fn is_legal(&self, turn: &str) -> bool {
        Turn::parse(turn).is_ok_and(|turn| self.check(&turn).is_ok()) && self.outcome().is_none()
    }

    /// Makes a turn. The error is a message.
    pub fn play(&mut self, turn: &str) -> Result<(), String> {
        if self.outcome().is_some() {
            return Err("the game is over".to_string());
        }
        let turn = Turn::parse(turn)?;
        self.check(&turn).map_err(str::to_string)?;
        self.make(&turn);
        Ok(())
    }

    /// Returns the number of turn sequences of this length; the last turn is counted, not made.
    pub fn perft(&self, depth: u32) -> u64 {
        self.sequences(depth, Turn::all())
    }

    fn sequences(&self, depth: u32, all: &[Turn]) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.outcome_among(all).is_some() {
            return 0;
        }
        let legal = all.iter().filter(|turn| self.check(turn).is_ok());
        if depth == 1 {
            return legal.count() as u64;
        }
        legal
            .map(|turn| self.after(turn).sequences(depth - 1, all))
            .sum()
    }

    /// Applies rules 1 to 4, with M the player who moved and N the player to move next.
    fn outcome_among(&self, all: &[Turn]) -> Option<(String, String)> {
        let (m, n) = (self.to_move.other(), self.to_move);
        let (lines_m, lines_n) = (self.board.full_windows(m), self.board.full_windows(n));
        let won_by = |winner: Player, reason: &str| Some((winner.name(), reason.to_string()));
        if lines_m >= 2 {
            return won_by(n, "overline-own");
        }
        if lines_n >= 2 && !self.rules.overline_mover {
            return won_by(m, "overline-other");
        }
        if !all.iter().any(|turn| self.check(turn).is_ok()) {
            return won_by(m, "no-legal-turn");
        }
        // Two or more are possible only under `overline=mover`, where they win like one.
        if lines_n >= 1 {
            return won_by(n, "four");
        }
        None
    }

    /// Checks whether the player to move may make this turn, except that the game must not be over.
    /// The messages are constants, because most candidates fail and formatting messages would
    /// dominate the run time.
    fn check(&self, turn: &Turn) -> Result<(), &'static str> {
        match turn {
            Turn::Place(points) => self.check_place(points)?,
            Turn::Jump(from, to) => self.check_jump(*from, *to)?,
            Turn::Swap => self.check_swap()?,
        }
        self.check_repetition(turn)
    }

    fn check_place(&self, points: &[Point]) -> Result<(), &'static str> {
        let pieces = points.len() as u32;
        let full = self.rules.hand;
        let hand = self.hands[self.to_move.index()];
        let first_turn_of_first = self.to_move == Player::First && self.hands == [full, full];
        let first_turn_of_second = self.to_move == Player::Second && hand == full;
        let exactly = if first_turn_of_first {
            Some(self.rules.first_place)
        } else if first_turn_of_second {
            self.rules.second_place
        } else {
            None
        };
        match exactly {
            Some(limit) => {
                if pieces != limit.min(hand) {
                    return Err("wrong number of pieces in this first turn");
                }
            }
            None => {
                if pieces > self.rules.place {
                    return Err("too many pieces in a turn");
                }
                if pieces > hand {
                    return Err("not enough pieces in hand");
                }
            }
        }
        for point in points {
            if self.board.get(*point).is_some() {
                return Err("a piece must be placed on an empty point");
            }
        }
        Ok(())
    }

    fn check_jump(&self, from: Point, to: Point) -> Result<(), &'static str> {
        if self.board.get(from) != Some(self.to_move) {
            return Err("a jump must start with an own piece");
        }
        if self.board.get(to).is_some() {
            return Err("a jump must end on an empty point");
        }
        let (direction, steps) = from
            .line_to(to)
            .ok_or("the points do not lie on one line")?;
        if steps < 2 {
            return Err("a jump must go over at least one piece");
        }
        for step in 1..steps {
            let between = from.step(direction, step);
            if self.board.get(between).is_none() {
                return Err("a jump must go over an unbroken run");
            }
        }
        Ok(())
    }

    fn check_swap(&self) -> Result<(), &'static str> {
        let full = self.rules.hand;
        if !self.rules.swap {
            return Err("`swap` is not allowed under these rules");
        }
        if self.to_move != Player::Second || self.hands[1] != full || self.hands[0] == full {
            return Err("`swap` is allowed in the second turn only");
        }
        Ok(())
    }

    fn check_repetition(&self, turn: &Turn) -> Result<(), &'static str> {
        let Some(barred) = self.rules.repetition else {
            return Ok(());
        };
        if self.rules.only_first_deviates && self.to_move == Player::Second {
            return Ok(());
        }
        let (board, _) = self.board_and_hands_after(turn);
        let next = (board, self.to_move.other());
        let occurrences = self
            .history
            .iter()
            .filter(|earlier| **earlier == next)
            .count() as u32;
        if occurrences + 1 >= barred {
            return Err("the position is forbidden by repetition");
        }
        Ok(())
    }

    fn board_and_hands_after(&self, turn: &Turn) -> (Board, [u32; 2]) {
        let (mut board, mut hands) = (self.board, self.hands);
        match turn {
            Turn::Place(points) => {
                for point in points {
                    board.set(*point, Some(self.to_move));
                    hands[self.to_move.index()] -= 1;
                }
            }
            Turn::Jump(from, to) => {
                let (direction, steps) = from.line_to(*to).expect("a checked jump is on a line");
                for step in 1..steps {
                    let jumped = from.step(direction, step);
                    board.set(jumped, board.get(jumped).map(Player::other));
                }
                board.set(*from, None);
                board.set(*to, Some(self.to_move));
            }
            Turn::Swap => {
                for point in Point::all() {
                    if board.get(point).is_some() {
                        board.set(point, Some(Player::Second));
                    }
                }
                hands.swap(0, 1);
            }
        }
        (board, hands)
    }

    fn make(&mut self, turn: &Turn) {
        (self.board, self.hands) = self.board_and_hands_after(turn);
        self.to_move = self.to_move.other();
        self.history.push((self.board, self.to_move));
    }

    fn after(&self, turn: &Turn) -> NaiveHexflip {
        let mut game = self.clone();
        game.make(turn);
        game
    }
}
