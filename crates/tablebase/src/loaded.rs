//! A whole table in memory, for fast probing.

use std::collections::BTreeMap;

use crate::code::Value;
use crate::error::TableError;
use crate::layer::Layer;
use crate::table::Table;
use crate::variant::Variant;
use crate::view::View;

/// A table in memory: two bytes per entry, about 0.9 GB for the standard rules.
pub struct LoadedTable {
    variant: Variant,
    layers: BTreeMap<Layer, Vec<u16>>,
}

impl LoadedTable {
    /// Reads and checks a whole table.
    ///
    /// # Errors
    /// The first error.
    pub fn new(table: &Table) -> Result<Self, TableError> {
        let layers = table
            .all_codes()
            .map(|(index, codes)| Ok((index.layer, codes?)))
            .collect::<Result<_, TableError>>()?;
        Ok(Self {
            variant: *table.variant(),
            layers,
        })
    }

    /// Returns the rule set.
    #[must_use]
    pub const fn variant(&self) -> &Variant {
        &self.variant
    }

    /// Returns the layers, sorted by the hand of the player to move, then of the other player.
    pub fn layers(&self) -> impl Iterator<Item = Layer> + '_ {
        self.layers.keys().copied()
    }

    /// Returns the value of a view for the player to move; `None` if it is not one of the table's
    /// rules.
    #[must_use]
    pub fn value(&self, view: &View) -> Option<Value> {
        let codes = self.layers.get(&view.layer)?;
        let pieces = (view.own | view.other).count_ones() as usize;
        if view.own & view.other != 0 || pieces != view.layer.pieces(&self.variant) {
            return None;
        }
        codes.get(view.entry()).map(|&code| Value::from_code(code))
    }

    /// Returns the number of entries of a layer.
    pub(crate) fn entries(&self, layer: Layer) -> usize {
        self.layers.get(&layer).map_or(0, Vec::len)
    }

    /// Returns the position and value of an entry.
    pub(crate) fn entry(&self, layer: Layer, entry: usize) -> (View, Value) {
        let value = Value::from_code(self.layers[&layer][entry]);
        (View::of_entry(&self.variant, layer, entry), value)
    }

    /// Overwrites a value.
    #[cfg(test)]
    pub(crate) fn replace(&mut self, layer: Layer, entry: usize, value: Value) {
        if let Some(codes) = self.layers.get_mut(&layer) {
            codes[entry] = value.code();
        }
    }
}
