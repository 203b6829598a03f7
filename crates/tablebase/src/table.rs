//! A table file, read block by block.

use std::env::var_os;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use flipside_rules::Game as _;
use flipside_rules::hexflip::{Hexflip, Position, Turn};

use crate::cache::BlockCache;
use crate::code::Value;
use crate::error::TableError;
use crate::file::{BLOCK, End, Header, LayerIndex, ReadAt, table_checksum};
use crate::geometry::Geometry;
use crate::layer::{Layer, LayerCounts};
use crate::probe::probe;
use crate::sets::SETS;
use crate::turn_values::TurnValues;
use crate::variant::Variant;
use crate::view::View;

/// A complete table. Threads may probe it concurrently.
///
/// Block offsets, decoding tables and recently read blocks are kept in memory; see
/// [`Table::memory`].
pub struct Table {
    source: Box<dyn ReadAt>,
    variant: Variant,
    /// In the order of [`Layer::all`].
    layers: Vec<LayerIndex>,
    /// The index of each layer in `layers`, by both hands.
    numbers: Vec<Vec<usize>>,
    checksum: u32,
    cache: BlockCache,
}

impl Table {
    /// Opens a table, which must be for this rule set.
    ///
    /// # Errors
    /// If the file is missing or unreadable, is not a table, is damaged, or is for other rules.
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

    /// Opens a table of any rule set.
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

    /// Opens a table from any source of bytes. Reads and checks the headers of all layers. Blocks
    /// are read and checked when needed, or by [`Table::verify`].
    ///
    /// # Errors
    /// If the bytes cannot be read, or are not a table.
    pub fn from_source(source: Box<dyn ReadAt>) -> Result<Self, TableError> {
        let size = source.size()?;
        let mut header = [0; Header::LENGTH];
        if size < header.len() as u64 {
            return Err(TableError::NotATable);
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

    /// Returns the rule set.
    #[must_use]
    pub const fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Returns the checksum of all values (see `docs/tablebase.md`), which does not depend on their
    /// encoding.
    #[must_use]
    pub const fn checksum(&self) -> u32 {
        self.checksum
    }

    /// Returns the layers in the order in which they were solved, with their counts.
    pub fn layers(&self) -> impl Iterator<Item = (Layer, LayerCounts)> + '_ {
        self.layers.iter().map(|layer| (layer.layer, layer.counts))
    }

    /// Returns the maximum memory use of this table in bytes, without the board's shared tables of
    /// about 4 MB.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.layers.iter().map(LayerIndex::memory).sum::<usize>() + BlockCache::MEMORY
    }

    /// Returns the value of a position for the player to move.
    ///
    /// # Errors
    /// If the block cannot be read or is damaged, or the position is not one of the table's rules.
    pub fn probe(&self, position: &Position) -> Result<Value, TableError> {
        probe(&self.variant, position, |view| self.value(view))
    }

    /// Returns all legal turns, sorted by text, with their values for the player who makes them.
    ///
    /// # Errors
    /// As [`Table::probe`].
    pub fn turns(&self, position: &Position) -> Result<Vec<(Turn, Value)>, TableError> {
        let game = Hexflip::from_position(*self.variant.rules(), *position);
        let mut turns = TurnValues::new(self, &game)?.turns;
        turns.sort_by_cached_key(|(turn, _)| turn.to_string());
        Ok(turns)
    }

    /// Returns the value of a view, whose hands and pieces must match the rules.
    pub(crate) fn value(&self, view: &View) -> Result<Value, TableError> {
        let number = self.numbers[usize::from(view.layer.hand)][usize::from(view.layer.other)];
        let entry = view.entry();
        let block = entry / BLOCK;
        let read = || self.layers[number].block(&*self.source, block);
        let code = self.cache.get((number, block), entry % BLOCK, read)?;
        Ok(Value::from_code(code))
    }

    /// Reads and checks the whole table: every block, the checksums of all values, and the counts.
    ///
    /// `progress` is called after each layer.
    ///
    /// # Errors
    /// The first error.
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

    /// Returns a position with a longest win or loss.
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

    /// Returns the codes of all layers.
    pub(crate) fn all_codes(
        &self,
    ) -> impl Iterator<Item = (&LayerIndex, Result<Vec<u16>, TableError>)> {
        self.layers
            .iter()
            .map(|layer| (layer, layer.codes(&*self.source)))
    }
}

/// Returns the default path of a rule set's table: `flipside/hexflip-NAME.table` in the user's data
/// directory, which is `$XDG_DATA_HOME` or `~/.local/share`, on macOS `~/Library/Application
/// Support`, on Windows `%LOCALAPPDATA%`. `None` if the environment does not define it.
#[must_use]
pub fn default_path(variant: &Variant) -> Option<PathBuf> {
    let absolute = |name| var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let data = if cfg!(windows) {
        absolute("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        absolute("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        absolute("XDG_DATA_HOME").or_else(|| Some(absolute("HOME")?.join(".local/share")))
    };
    let name = variant.name().replace('=', "");
    Some(data?.join("flipside").join(format!("hexflip-{name}.table")))
}
