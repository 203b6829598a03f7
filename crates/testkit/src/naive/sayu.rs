//! Sayū, as literally as in the rules page.
//!
//! A turn is legal if every sentence of the rules holds for it, step by step. To list the legal
//! turns, every tile is tried on every cell in every orientation, and chains are extended by the
//! same conditions.

mod board;
mod rules;
mod symmetry;
mod turn;

use super::Player;
use board::{Board, Cell, DIRECTIONS, HOME, Pattern, Tile, parse_pattern, pattern_text};
use rules::Rules;
use turn::Turn;

pub use symmetry::{SYMMETRIES, map_position, map_tile, map_turn, symmetries};

/// A game of Sayū.
#[derive(Clone, Debug)]
pub struct NaiveSayu {
    rules: Rules,
    /// The whole set, on the board or not.
    set: Vec<Pattern>,
    board: Board,
    to_move: Player,
    /// Whether the turn `swap` was made.
    swapped: bool,
}

/// Returns the standard set: all three-subsets of the eight arrows, less those of three neighbours.
pub fn standard_sayu_tiles() -> Vec<String> {
    let mut tiles = Vec::new();
    for a in 0..8 {
        for b in a + 1..8 {
            for c in b + 1..8 {
                let pattern = [a, b, c];
                let neighbours = (0..8).any(|first| {
                    [first, (first + 1) % 8, (first + 2) % 8]
                        .iter()
                        .all(|arrow| pattern.contains(arrow))
                });
                if !neighbours {
                    tiles.push(pattern_text(pattern));
                }
            }
        }
    }
    tiles
}

impl NaiveSayu {
    /// Creates a game under `standard` or `key=value,…` with the given tile set.
    pub fn new(rules: &str, tiles: &[&str]) -> Result<NaiveSayu, String> {
        let mut set = Vec::new();
        for tile in tiles {
            let pattern = parse_pattern(tile)?;
            if set.contains(&pattern) {
                return Err(format!("the set has tile {tile} twice"));
            }
            set.push(pattern);
        }
        let rules = Rules::parse(rules)?;
        Ok(NaiveSayu {
            rules,
            set,
            board: Board::empty(),
            to_move: Player::First,
            swapped: false,
        })
    }

    /// Creates a game that starts at a position text.
    pub fn from_position(rules: &str, tiles: &[&str], text: &str) -> Result<NaiveSayu, String> {
        let mut game = NaiveSayu::new(rules, tiles)?;
        let (rows, mover) = text
            .split_once(' ')
            .ok_or(format!("`{text}` has no player"))?;
        game.board = Board::parse(rows)?;
        game.to_move = match mover {
            "x" => Player::First,
            "o" => Player::Second,
            _ => return Err(format!("`{mover}` is not a player")),
        };
        let mut seen = Vec::new();
        for (cell, tile) in game.board.placed() {
            let name = pattern_text(tile.pattern);
            if !cell.within(game.rules.radius) {
                return Err(format!("{} is off the board", cell.text()));
            }
            if !game.set.contains(&tile.pattern) {
                return Err(format!("tile {name} is not in the set"));
            }
            if seen.contains(&tile.pattern) {
                return Err(format!("tile {name} is on the board twice"));
            }
            seen.push(tile.pattern);
        }
        let tiles = game.board.placed().len();
        let odd = tiles % 2 == 1;
        game.swapped = game.rules.swap && tiles >= 1 && odd == (game.to_move == Player::First);
        Ok(game)
    }

    /// Returns the name of the rule set: `standard`, or the keys that differ from it, sorted. The
    /// tile set is not part of it.
    pub fn rules_name(&self) -> String {
        self.rules.name()
    }

    /// Returns the position as text.
    pub fn position(&self) -> String {
        format!("{} {}", self.board.text(), self.to_move.letter())
    }

    /// Returns First's tiles minus Second's, without komi.
    pub fn margin(&self) -> i32 {
        let mut margin = 0;
        for (_, tile) in self.board.placed() {
            margin += if tile.owner == Player::First { 1 } else { -1 };
        }
        margin
    }

    /// Returns `first`, `second` or `draw`, and the reason, if the game is over.
    pub fn outcome(&self) -> Option<(String, String)> {
        let free = self
            .cells()
            .into_iter()
            .filter(|cell| self.is_free(*cell))
            .count();
        let left = self
            .set
            .iter()
            .filter(|pattern| self.in_supply(**pattern))
            .count();
        if free > 0 && left > 0 {
            return None;
        }
        // Komi is a gift to the player who moves second: Second, or First after a swap.
        let (mut first, mut second) = (2 * self.margin(), 0);
        if self.swapped {
            first += self.rules.komi_halves;
        } else {
            second += self.rules.komi_halves;
        }
        let winner = if first > second {
            Player::First.name()
        } else if first < second {
            Player::Second.name()
        } else {
            "draw".to_string()
        };
        Some((winner, "tiles".to_string()))
    }

    /// Returns all legal turns, sorted by bytes; none if the game is over.
    pub fn turns(&self) -> Vec<String> {
        let mut texts: Vec<String> = self
            .legal_turns()
            .iter()
            .map(|(turn, _)| turn.text())
            .collect();
        texts.sort();
        texts
    }

    /// Returns every well-formed turn text whose chain has at most one step, to a neighbour: all
    /// tiles of the set, all 49 cells, all orientations; and `swap`. (There are too many longer
    /// chains to list.)
    pub fn all_short_candidate_turn_texts(&self) -> Vec<String> {
        let mut texts = vec![Turn::Swap.text()];
        for &pattern in &self.set {
            for cell in Cell::all() {
                for orientation in 0..8 {
                    let turn = |chain| Turn::Place {
                        pattern,
                        cell,
                        orientation,
                        chain,
                    };
                    texts.push(turn(Vec::new()).text());
                    for direction in 0..8 {
                        let step = cell.neighbour(direction);
                        if step.within(3) {
                            texts.push(turn(vec![step]).text());
                        }
                    }
                }
            }
        }
        texts
    }

    /// Returns whether a text is a legal turn.
    pub fn is_legal(&self, turn: &str) -> bool {
        Turn::parse(turn).is_ok_and(|turn| self.board_after(&turn).is_ok())
    }

    /// Makes a turn. The error is a message.
    pub fn play(&mut self, turn: &str) -> Result<(), String> {
        let turn = Turn::parse(turn)?;
        self.board = self.board_after(&turn)?;
        if matches!(turn, Turn::Swap) {
            self.swapped = true;
        }
        self.to_move = self.to_move.other();
        Ok(())
    }

    /// Returns the number of turn sequences of this length; the last turn is counted, not made.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let turns = self.legal_turns();
        if depth == 1 {
            return turns.len() as u64;
        }
        let mut sequences = 0;
        for (turn, board) in turns {
            let mut next = self.clone();
            next.swapped |= matches!(turn, Turn::Swap);
            next.board = board;
            next.to_move = self.to_move.other();
            sequences += next.perft(depth - 1);
        }
        sequences
    }

    /// Returns the cells of this board, including home.
    fn cells(&self) -> Vec<Cell> {
        Cell::all()
            .into_iter()
            .filter(|cell| cell.within(self.rules.radius))
            .collect()
    }

    fn is_free(&self, cell: Cell) -> bool {
        cell.within(self.rules.radius) && cell != HOME && self.board.get(cell).is_none()
    }

    fn in_supply(&self, pattern: Pattern) -> bool {
        self.set.contains(&pattern)
            && !self
                .board
                .placed()
                .iter()
                .any(|(_, tile)| tile.pattern == pattern)
    }

    /// Returns whether a cell is empty and next to a placed tile or the home tile (n, e, s or w of
    /// it).
    fn may_place_on(&self, cell: Cell) -> bool {
        self.is_free(cell)
            && [0, 2, 4, 6].iter().any(|direction| {
                let neighbour = cell.neighbour(*direction);
                neighbour == HOME
                    || neighbour.within(self.rules.radius) && self.board.get(neighbour).is_some()
            })
    }

    fn may_swap(&self) -> bool {
        let placed = self.board.placed();
        self.rules.swap
            && self.to_move == Player::Second
            && placed.len() == 1
            && placed[0].1.owner == Player::First
    }

    fn has_arrow(&self, tile: Tile, direction: usize) -> bool {
        tile.pattern.iter().any(|arrow| {
            let mirrored = self.rules.mirrored_back && tile.owner == Player::Second;
            let shown = if mirrored { (8 - arrow) % 8 } else { *arrow };
            (tile.orientation + shown) % 8 == direction
        })
    }

    /// Returns whether the newest tile, on `cell`, can convert its neighbour in this direction.
    fn can_convert(&self, board: &Board, cell: Cell, direction: usize) -> bool {
        let target = cell.neighbour(direction);
        if !target.within(self.rules.radius) {
            return false;
        }
        let (Some(newest), Some(other)) = (board.get(cell), board.get(target)) else {
            return false;
        };
        self.has_arrow(newest, direction)
            && other.owner != newest.owner
            && !self.has_arrow(other, (direction + 4) % 8)
            && newest.orientation != other.orientation
    }

    /// Returns the cells that the newest tile can convert.
    fn convertible(&self, board: &Board, cell: Cell) -> Vec<Cell> {
        (0..8)
            .filter(|direction| self.can_convert(board, cell, *direction))
            .map(|direction| cell.neighbour(direction))
            .collect()
    }

    /// Converts the tile on `cell`: flips it to the newest tile's colour and rotates it to its
    /// orientation.
    fn convert(board: &mut Board, newest: Cell, cell: Cell) {
        if let (Some(newest), Some(mut tile)) = (board.get(newest), board.get(cell)) {
            tile.owner = newest.owner;
            tile.orientation = newest.orientation;
            board.set(cell, tile);
        }
    }

    fn after_swap(&self) -> Board {
        let mut board = self.board;
        for (cell, mut tile) in self.board.placed() {
            tile.owner = Player::Second;
            board.set(cell, tile);
        }
        board
    }

    /// Checks a turn by the rules and returns the board after it.
    fn board_after(&self, turn: &Turn) -> Result<Board, String> {
        if self.outcome().is_some() {
            return Err("the game is over".to_string());
        }
        let (pattern, cell, orientation, chain) = match turn {
            Turn::Swap if self.may_swap() => return Ok(self.after_swap()),
            Turn::Swap => return Err("`swap` is not allowed here".to_string()),
            Turn::Place {
                pattern,
                cell,
                orientation,
                chain,
            } => (*pattern, *cell, *orientation, chain),
        };
        if !self.in_supply(pattern) {
            return Err(format!(
                "tile {} is not in the supply",
                pattern_text(pattern)
            ));
        }
        if !self.may_place_on(cell) {
            return Err(format!("no tile can be placed on {}", cell.text()));
        }
        let mut board = self.board;
        board.set(
            cell,
            Tile {
                owner: self.to_move,
                pattern,
                orientation,
            },
        );
        let mut newest = cell;
        for step in chain {
            if !self.convertible(&board, newest).contains(step) {
                return Err(format!("{} cannot convert {}", newest.text(), step.text()));
            }
            NaiveSayu::convert(&mut board, newest, *step);
            newest = *step;
        }
        if !self.rules.optional && !self.convertible(&board, newest).is_empty() {
            return Err(format!("{} must convert a tile", newest.text()));
        }
        Ok(board)
    }

    /// Returns all legal turns with the boards after them.
    fn legal_turns(&self) -> Vec<(Turn, Board)> {
        let mut turns = Vec::new();
        if self.outcome().is_some() {
            return turns;
        }
        if self.may_swap() {
            turns.push((Turn::Swap, self.after_swap()));
        }
        for &pattern in &self.set {
            if !self.in_supply(pattern) {
                continue;
            }
            for cell in self.cells() {
                if !self.may_place_on(cell) {
                    continue;
                }
                for orientation in 0..DIRECTIONS.len() {
                    let mut board = self.board;
                    board.set(
                        cell,
                        Tile {
                            owner: self.to_move,
                            pattern,
                            orientation,
                        },
                    );
                    let mut chains = Vec::new();
                    self.grow(board, cell, Vec::new(), &mut chains);
                    for (chain, board) in chains {
                        turns.push((
                            Turn::Place {
                                pattern,
                                cell,
                                orientation,
                                chain,
                            },
                            board,
                        ));
                    }
                }
            }
        }
        turns
    }

    /// Collects every continuation of a chain.
    fn grow(
        &self,
        board: Board,
        newest: Cell,
        chain: Vec<Cell>,
        chains: &mut Vec<(Vec<Cell>, Board)>,
    ) {
        let steps = self.convertible(&board, newest);
        if steps.is_empty() || self.rules.optional {
            chains.push((chain.clone(), board));
        }
        for step in steps {
            let mut next = board;
            NaiveSayu::convert(&mut next, newest, step);
            let mut longer = chain.clone();
            longer.push(step);
            self.grow(next, step, longer, chains);
        }
    }
}
