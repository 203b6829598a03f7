//! A game of Sayū.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::convert::Conversions;
use super::symmetry::Map;
use super::{Cell, Chain, Direction, Komi, Position, PositionError, Rules, Tile, Turn};
use crate::{ForFirst, Outcome, Reason, Seat, Symmetry, TurnTextError, nth_set_bit, set_bits};

const TILES: Reason = Reason("tiles");

/// A game: rules and position. No rule of Sayū asks for history.
///
/// Its random player ([`crate::Game::pick_turn`]) is uniform over the placements (tile, cell,
/// orientation; the swap counts as one more), then over the possible conversions at each step of
/// the chain (stopping, where it is allowed, counts as one more).
#[derive(Debug)]
pub struct Sayu {
    rules: Rules,
    position: Position,
}

impl Clone for Sayu {
    fn clone(&self) -> Self {
        Self {
            rules: self.rules.clone(),
            position: self.position,
        }
    }

    /// Copies the rules only if they differ: searches and playouts copy games by the million.
    fn clone_from(&mut self, source: &Self) {
        if self.rules != source.rules {
            self.rules = source.rules.clone();
        }
        self.position = source.position;
    }
}

impl Sayu {
    /// The number that First's margin must exceed for a win; equal is a draw. It is the komi of the
    /// rules, or its negative after a swap, because First then moves second.
    ///
    /// Follows from the position: under rules with a swap there was one if and only if there is at
    /// least one tile, and the number of tiles is odd exactly if First is to move.
    #[must_use]
    pub const fn komi(&self) -> Komi {
        let komi = self.rules.komi();
        if self.rules.swap() && self.position.is_after_swap() {
            komi.opposite()
        } else {
            komi
        }
    }

    fn conversions(&self, orientation: Direction) -> Conversions<'_> {
        Conversions {
            rules: &self.rules,
            position: &self.position,
            mover: self.position.mover(),
            orientation,
        }
    }

    fn opponents(&self) -> u64 {
        self.position.stones(self.position.mover().other())
    }

    /// The arrows of a tile that the mover would place.
    fn placed_arrows(&self, tile: Tile, orientation: Direction) -> u8 {
        let pattern = self.rules.side(tile.pattern(), self.position.mover());
        Tile::arrows(pattern, orientation)
    }

    fn may_swap(&self) -> bool {
        self.rules.swap() && self.position.is_second_turn()
    }

    fn is_over(&self) -> bool {
        self.position.is_full(&self.rules)
    }

    fn placements(&self) -> impl Iterator<Item = (Cell, Direction)> + use<> {
        let cells = if self.is_over() {
            0
        } else {
            self.position.placeable(&self.rules)
        };
        set_bits(cells).flat_map(|bit| {
            Direction::ALL
                .into_iter()
                .map(move |o| (Cell::from_bit(bit), o))
        })
    }

    fn check_placement(&self, tile: Tile, cell: Cell) -> Result<(), IllegalTurn> {
        if self.rules.tiles().mask() & tile.mask() == 0 {
            let set = self.rules.tiles().name().to_string();
            return Err(IllegalTurn::NotInSet { tile, set });
        }
        if self.position.supply() & tile.mask() == 0 {
            return Err(IllegalTurn::TilePlaced { tile });
        }
        if self.rules.cells() & cell.mask() == 0 {
            return Err(IllegalTurn::Outside {
                cell,
                radius: self.rules.radius(),
            });
        }
        if self.position.occupied() & cell.mask() != 0 {
            return Err(IllegalTurn::Occupied { cell });
        }
        if self.position.placeable(&self.rules) & cell.mask() == 0 {
            return Err(IllegalTurn::Detached { cell });
        }
        Ok(())
    }

    fn check_chain(
        &self,
        tile: Tile,
        cell: Cell,
        orientation: Direction,
        chain: Chain,
    ) -> Result<(), IllegalTurn> {
        let conversions = self.conversions(orientation);
        let mut opponents = self.opponents();
        let mut newest = cell;
        let mut arrows = self.placed_arrows(tile, orientation);
        for step in chain.steps() {
            let target = newest.step(step).ok_or(IllegalTurn::ChainLeavesBoard)?;
            if arrows & step.mask() == 0 {
                return Err(IllegalTurn::NoArrow {
                    from: newest,
                    to: target,
                });
            }
            if opponents & target.mask() == 0 {
                return Err(IllegalTurn::NotOpponent { cell: target });
            }
            if self.position.arrows(target) & step.opposite().mask() != 0 {
                return Err(IllegalTurn::PointsBack {
                    from: target,
                    to: newest,
                });
            }
            if self.position.orientation(target) == orientation {
                return Err(IllegalTurn::SameOrientation {
                    cell: target,
                    orientation,
                });
            }
            opponents &= !target.mask();
            arrows = conversions.converted_arrows(target);
            newest = target;
        }
        let exits = conversions.exits(newest, arrows, opponents);
        if exits != 0 && !self.rules.convert_is_optional() {
            let next = Conversions::behind(newest, Direction::new(exits.trailing_zeros() as u8));
            return Err(IllegalTurn::ChainUnfinished { newest, next });
        }
        Ok(())
    }
}

impl crate::Game for Sayu {
    type Rules = Rules;
    type Position = Position;
    type Turn = Turn;
    type IllegalTurn = IllegalTurn;

    const NAME: &'static str = "sayu";
    const REASONS: &'static [Reason] = &[TILES];
    const HAS_MARGIN: bool = true;

    fn new(rules: Rules) -> Self {
        let position = Position::start(&rules);
        Self { rules, position }
    }

    fn from_position(rules: Rules, position: Position) -> Self {
        Self { rules, position }
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
        if !self.is_over() {
            return None;
        }
        let ForFirst(margin) = self.position.margin();
        let winner = match (2 * margin).cmp(&self.komi().halves.into()) {
            core::cmp::Ordering::Greater => Some(Seat::First),
            core::cmp::Ordering::Equal => None,
            core::cmp::Ordering::Less => Some(Seat::Second),
        };
        Some(Outcome {
            winner,
            reason: TILES,
        })
    }

    fn margin(&self) -> Option<ForFirst<i32>> {
        Some(self.position.margin())
    }

    fn conversions(turn: Turn) -> Option<u32> {
        match turn {
            Turn::Place { chain, .. } => Some(chain.len() as u32),
            Turn::Swap => Some(0),
        }
    }

    fn turns_into(&self, turns: &mut Vec<Turn>) {
        if self.may_swap() && !self.is_over() {
            turns.push(Turn::Swap);
        }
        let opponents = self.opponents();
        let optional = self.rules.convert_is_optional();
        let mut chains: [Vec<Chain>; 8] = Default::default();
        for (cell, orientation) in self.placements() {
            let conversions = self.conversions(orientation);
            let exits = conversions.exits(cell, u8::MAX, opponents);
            for d in set_bits(exits.into()) {
                let found = &mut chains[d as usize];
                found.clear();
                conversions.chains_through(cell, Direction::new(d), opponents, Chain::NONE, found);
            }
            for tile in set_bits(self.position.supply()).map(Tile::from_bit) {
                let turn = |chain| Turn::Place {
                    tile,
                    cell,
                    orientation,
                    chain,
                };
                let own_exits = exits & self.placed_arrows(tile, orientation);
                if own_exits == 0 || optional {
                    turns.push(turn(Chain::NONE));
                }
                for d in set_bits(own_exits.into()) {
                    turns.extend(chains[d as usize].iter().copied().map(turn));
                }
            }
        }
    }

    fn count_turns(&self) -> u64 {
        let supply = self.position.supply();
        let opponents = self.opponents();
        let mut count = u64::from(self.may_swap() && !self.is_over());
        for (cell, orientation) in self.placements() {
            let conversions = self.conversions(orientation);
            let exits = conversions.exits(cell, u8::MAX, opponents);
            if exits == 0 {
                count += u64::from(supply.count_ones());
                continue;
            }
            let mut through = [0; 8];
            for d in set_bits(exits.into()) {
                through[d as usize] = conversions.count_through(cell, Direction::new(d), opponents);
            }
            for tile in set_bits(supply).map(Tile::from_bit) {
                let own_exits = exits & self.placed_arrows(tile, orientation);
                let chains: u64 = set_bits(own_exits.into())
                    .map(|d| through[d as usize])
                    .sum();
                let stop = own_exits == 0 || self.rules.convert_is_optional();
                count += chains + u64::from(stop);
            }
        }
        count
    }

    fn pick_turn(&self, mut choose: impl FnMut(u32) -> u32) -> Option<Turn> {
        if self.is_over() {
            return None;
        }
        let supply = self.position.supply();
        let cells = self.position.placeable(&self.rules);
        let placements = supply.count_ones() * cells.count_ones() * 8;
        let mut pick = choose(placements + u32::from(self.may_swap()));
        if pick == placements {
            return Some(Turn::Swap);
        }
        let orientation = Direction::new((pick % 8) as u8);
        pick /= 8;
        let tile = Tile::from_bit(nth_set_bit(supply, pick % supply.count_ones()));
        let cell = Cell::from_bit(nth_set_bit(cells, pick / supply.count_ones()));

        let conversions = self.conversions(orientation);
        let mut opponents = self.opponents();
        let mut chain = Chain::NONE;
        let mut newest = cell;
        let mut arrows = self.placed_arrows(tile, orientation);
        loop {
            let exits = conversions.exits(newest, arrows, opponents);
            if exits == 0 {
                break;
            }
            let ways = exits.count_ones() + u32::from(self.rules.convert_is_optional());
            let pick = if ways == 1 { 0 } else { choose(ways) };
            if pick == exits.count_ones() {
                break;
            }
            let direction = Direction::new(nth_set_bit(exits.into(), pick));
            newest = Conversions::behind(newest, direction);
            opponents &= !newest.mask();
            arrows = conversions.converted_arrows(newest);
            chain = chain.extended(direction);
        }
        Some(Turn::Place {
            tile,
            cell,
            orientation,
            chain,
        })
    }

    fn check(&self, turn: Turn) -> Result<(), IllegalTurn> {
        if self.is_over() {
            return Err(IllegalTurn::GameOver);
        }
        match turn {
            Turn::Swap if !self.rules.swap() => Err(IllegalTurn::NoSwap),
            Turn::Swap if !self.position.is_second_turn() => Err(IllegalTurn::LateSwap),
            Turn::Swap => Ok(()),
            Turn::Place {
                tile,
                cell,
                orientation,
                chain,
            } => {
                self.check_placement(tile, cell)?;
                self.check_chain(tile, cell, orientation, chain)
            }
        }
    }

    fn play_unchecked(&mut self, turn: Turn) {
        let mover = self.position.mover();
        match turn {
            Turn::Swap => {
                for cell in set_bits(self.position.occupied()).map(Cell::from_bit) {
                    let orientation = self.position.orientation(cell);
                    self.position.show(&self.rules, mover, cell, orientation);
                }
            }
            Turn::Place {
                tile,
                cell,
                orientation,
                chain,
            } => {
                self.position
                    .put(&self.rules, mover, tile, cell, orientation);
                let mut newest = cell;
                for step in chain.steps() {
                    newest = Conversions::behind(newest, step);
                    self.position.show(&self.rules, mover, newest, orientation);
                }
            }
        }
        self.position.pass_on();
    }

    fn position_hash(position: &Position) -> u64 {
        position.hash()
    }
}

impl crate::Notation for Sayu {
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
        super::text::drawing(&self.position, &self.rules)
    }

    fn small_drawing(&self) -> String {
        super::text::small_drawing(&self.position, &self.rules)
    }
}

impl crate::TurnCodec for Sayu {
    fn encode_turn(turn: Turn, bytes: &mut Vec<u8>) {
        turn.encode(bytes);
    }

    fn decode_turn(bytes: &mut &[u8]) -> Option<Turn> {
        Turn::decode(bytes)
    }
}

impl crate::Symmetric for Sayu {
    fn symmetries(rules: &Rules) -> Vec<Symmetry> {
        let count = if rules.tiles().is_mirror_symmetric() {
            8
        } else {
            4
        };
        (0..count).map(Symmetry).collect()
    }

    fn transform_position(Symmetry(symmetry): Symmetry, position: &Position) -> Position {
        position.map(&Map::new(symmetry))
    }

    fn transform_turn(Symmetry(symmetry): Symmetry, turn: Turn) -> Turn {
        let map = Map::new(symmetry);
        match turn {
            Turn::Swap => Turn::Swap,
            Turn::Place {
                tile,
                cell,
                orientation,
                chain,
            } => Turn::Place {
                tile: map.tile(tile),
                cell: map.cell(cell),
                orientation: map.direction(orientation),
                chain: chain.steps().fold(Chain::NONE, |image, step| {
                    image.extended(map.direction(step))
                }),
            },
        }
    }
}

/// The rule that a turn breaks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalTurn {
    /// The game has ended.
    #[error("the game is over (tiles)")]
    GameOver,
    /// A tile that the set does not have.
    #[error("tile {tile} is not in the set `{set}`")]
    NotInSet {
        /// The tile.
        tile: Tile,
        /// The set's name.
        set: String,
    },
    /// A tile that lies on the board.
    #[error("tile {tile} is on the board already")]
    TilePlaced {
        /// The tile.
        tile: Tile,
    },
    /// A cell beyond the board.
    #[error("{cell} lies outside the board of radius {radius}")]
    Outside {
        /// The cell.
        cell: Cell,
        /// The board's radius.
        radius: u8,
    },
    /// A cell with a tile.
    #[error("{cell} is occupied")]
    Occupied {
        /// The cell.
        cell: Cell,
    },
    /// A cell without a neighbour.
    #[error("{cell} is not next to (north, east, south or west of) a tile")]
    Detached {
        /// The cell.
        cell: Cell,
    },
    /// A conversion without an arrow.
    #[error("the tile on {from} has no arrow towards {to}")]
    NoArrow {
        /// The newest tile.
        from: Cell,
        /// The cell to be converted.
        to: Cell,
    },
    /// A conversion of something else than an opponent's tile.
    #[error("there is no tile of the opponent on {cell} to convert")]
    NotOpponent {
        /// The cell.
        cell: Cell,
    },
    /// A conversion of a tile that points back.
    #[error("the tile on {from} has an arrow back at {to}")]
    PointsBack {
        /// The cell to be converted.
        from: Cell,
        /// The newest tile.
        to: Cell,
    },
    /// A conversion of a tile of the same orientation.
    #[error("the tile on {cell} has the same orientation ({orientation}) already")]
    SameOrientation {
        /// The cell to be converted.
        cell: Cell,
        /// The orientation of both tiles.
        orientation: Direction,
    },
    /// A chain that ends too early.
    #[error("the chain ends too early: the tile on {newest} must convert {next}")]
    ChainUnfinished {
        /// The newest tile.
        newest: Cell,
        /// A tile that it can convert.
        next: Cell,
    },
    /// A chain over the edge.
    #[error("the chain leaves the board")]
    ChainLeavesBoard,
    /// A swap under rules without it.
    #[error("these rules have no swap (it needs the rule swap=on)")]
    NoSwap,
    /// A swap later than on the second turn.
    #[error("swap is legal only as the game's second turn")]
    LateSwap,
}
