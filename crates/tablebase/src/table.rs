//! A table, read block by block.

use std::fs::File;
use std::io;
use std::path::Path;

use flipside_rules::Game as _;
use flipside_rules::hexflip::{Game, Position, Turn};

use crate::cache::BlockCache;
use crate::code::Value;
use crate::error::TableError;
use crate::file::{BLOCK, End, Header, LayerIndex, ReadAt, table_checksum};
use crate::geometry::Geometry;
use crate::layer::{Layer, LayerCounts};
use crate::probe::probe;
use crate::sets::SETS;
use crate::variant::Variant;
use crate::view::View;

/// A complete table. Any number of threads may ask it at the same time.
///
/// In memory it keeps the positions of all blocks, tables to decode them, and the blocks read last;
/// see [`Table::memory`].
pub struct Table {
    source: Box<dyn ReadAt>,
    variant: Variant,
    /// In the order of [`Layer::all`].
    layers: Vec<LayerIndex>,
    /// The number of each layer in `layers`, by both hands.
    numbers: Vec<Vec<usize>>,
    checksum: u32,
    cache: BlockCache,
}

impl Table {
    /// Opens a table, which must be for this rule set.
    ///
    /// # Errors
    /// If there is none, or it cannot be read, or is none, damaged, or for other rules.
    pub fn open(path: &Path, variant: &Variant) -> Result<Self, TableError> {
        let table = Self::open_file(path, variant)?;
        if table.variant != *variant {
            return Err(TableError::OtherRules {
                table: table.variant.name(),
                asked: variant.name(),
            });
        }
        Ok(table)
    }

    /// Opens a table for whatever rule set it is.
    ///
    /// # Errors
    /// As [`Table::open`].
    pub fn open_any(path: &Path) -> Result<Self, TableError> {
        let standard = Variant::new(&flipside_rules::hexflip::Rules::default())?;
        Self::open_file(path, &standard)
    }

    fn open_file(path: &Path, wanted: &Variant) -> Result<Self, TableError> {
        match File::open(path) {
            Ok(file) => Self::from_source(Box::new(file)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(TableError::missing(path, wanted))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// A table from bytes that come from anywhere. The headers of all layers are read and checked;
    /// a block is read and checked when it is needed, or by [`Table::verify`].
    ///
    /// # Errors
    /// If the bytes cannot be read, or are no table.
    pub fn from_source(source: Box<dyn ReadAt>) -> Result<Self, TableError> {
        let size = source.size()?;
        let mut header = [0; Header::LENGTH];
        if size < header.len() as u64 {
            return Err(TableError::Foreign);
        }
        source.read_exact_at(&mut header, 0)?;
        let Header { variant } = Header::decode(&header)?;
        let mut layers = Vec::new();
        let mut start = Header::LENGTH as u64;
        let hands = variant.rules().hand() as usize + 1;
        let mut numbers = vec![vec![0; hands]; hands];
        for (number, layer) in Layer::all(&variant).into_iter().enumerate() {
            let pieces = layer.pieces(&variant);
            let entries = SETS.of_size(pieces).len() << pieces;
            let index = LayerIndex::read(&*source, start, layer, entries)?;
            start = index.end();
            numbers[usize::from(layer.hand)][usize::from(layer.other)] = number;
            layers.push(index);
        }
        if start + End::LENGTH as u64 != size {
            return Err(TableError::Length);
        }
        let mut end = [0; End::LENGTH];
        source.read_exact_at(&mut end, start)?;
        let checksum = table_checksum(layers.iter().map(|layer| layer.values_checksum));
        if End::decode(&end) != Some(End { checksum }) {
            return Err(TableError::damaged("end"));
        }
        Ok(Self {
            source,
            variant,
            layers,
            numbers,
            checksum,
            cache: BlockCache::new(),
        })
    }

    /// The rule set.
    #[must_use]
    pub const fn variant(&self) -> &Variant {
        &self.variant
    }

    /// A checksum over all values (see `docs/tablebase.md`), which does not depend on how they are
    /// packed.
    #[must_use]
    pub const fn checksum(&self) -> u32 {
        self.checksum
    }

    /// The layers in the order in which they were solved, and what they hold.
    pub fn layers(&self) -> impl Iterator<Item = (Layer, LayerCounts)> + '_ {
        self.layers.iter().map(|layer| (layer.layer, layer.counts))
    }

    /// The most bytes of memory that this table takes, apart from the board's fixed tables of some
    /// 4 MB.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.layers.iter().map(LayerIndex::memory).sum::<usize>() + BlockCache::MEMORY
    }

    /// The value of a position for the player to move.
    ///
    /// # Errors
    /// If the block cannot be read or is damaged, or the position is none of the table's rules.
    pub fn probe(&self, position: &Position) -> Result<Value, TableError> {
        probe(&self.variant, position, |view| self.value(view))
    }

    /// All legal turns, sorted by their texts, with their values for the player who makes them.
    ///
    /// # Errors
    /// As [`Table::probe`].
    pub fn turns(&self, position: &Position) -> Result<Vec<(Turn, Value)>, TableError> {
        let game = Game::from_position(*self.variant.rules(), *position);
        let mut after = game.clone();
        let mut turns = game.turns();
        turns.sort_by_cached_key(Turn::to_string);
        turns
            .into_iter()
            .map(|turn| {
                after.clone_from(&game);
                after.play_unchecked(turn);
                Ok((turn, self.probe(after.position())?.before_turn()))
            })
            .collect()
    }

    /// The value of a view, whose hands and pieces must be those of the rules.
    pub(crate) fn value(&self, view: &View) -> Result<Value, TableError> {
        let number = self.numbers[usize::from(view.layer.hand)][usize::from(view.layer.other)];
        let entry = view.entry();
        let block = entry / BLOCK;
        let read = || self.layers[number].block(&*self.source, block);
        let code = self.cache.get((number, block), entry % BLOCK, read)?;
        Ok(Value::from_code(code))
    }

    /// Reads and checks everything: every block, the checksums of all values, and the counts.
    ///
    /// `progress` is told of each layer that is checked.
    ///
    /// # Errors
    /// The first fault.
    pub fn verify(&self, mut progress: impl FnMut(Layer)) -> Result<(), TableError> {
        for (layer, codes) in self.all_codes() {
            let geometry = Geometry::new(layer.layer.pieces(&self.variant));
            if LayerCounts::of(&geometry, &codes?) != layer.counts {
                return Err(TableError::damaged_layer(layer.layer));
            }
            progress(layer.layer);
        }
        Ok(())
    }

    /// A position with a longest win or loss.
    pub(crate) fn longest(&self) -> Result<Position, TableError> {
        let longest = self.layers.iter().map(|layer| layer.counts.longest).max();
        let layer = self
            .layers
            .iter()
            .find(|layer| Some(layer.counts.longest) == longest);
        let layer = layer.ok_or(TableError::Length)?;
        let codes = layer.codes(&*self.source)?;
        let entry = codes
            .iter()
            .position(|&code| Value::from_code(code).turns() == longest)
            .ok_or_else(|| TableError::damaged_layer(layer.layer))?;
        let view = View::of_entry(&self.variant, layer.layer, entry);
        Ok(view.position(&self.variant)?)
    }

    /// The codes of all layers, one after the other.
    pub(crate) fn all_codes(
        &self,
    ) -> impl Iterator<Item = (&LayerIndex, Result<Vec<u16>, TableError>)> {
        self.layers
            .iter()
            .map(|layer| (layer, layer.codes(&*self.source)))
    }
}
