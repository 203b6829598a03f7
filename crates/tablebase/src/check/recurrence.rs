//! Checks every position against its turns.

use core::fmt;

use flipside_rules::hash;
use rayon::prelude::*;

use super::forward::search;
use super::plain_rules::{PlainRules, Status};
use crate::code::Value;
use crate::layer::Layer;
use crate::loaded::LoadedTable;
use crate::view::View;

/// A position whose value in the table is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The position.
    pub view: View,
    /// Its value in the table.
    pub table: Value,
    /// Its value by the check; `None` if a turn leads to a position outside the table.
    pub check: Option<Value>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let View { own, other, layer } = self.view;
        write!(
            f,
            "own pieces {own:#07x}, other pieces {other:#07x}, hands {} and {}: {} in the table, ",
            layer.hand, layer.other, self.table
        )?;
        match self.check {
            Some(value) => write!(f, "{value} in the check"),
            None => f.write_str("but a turn leads to a position outside the table"),
        }
    }
}

impl std::error::Error for Fault {}

/// Checks every position of a layer, including equivalent colourings, against its turns by the
/// plain rules. Returns the number of entries checked.
///
/// # Errors
/// A position that violates its recurrence.
pub fn check_layer(table: &LoadedTable, layer: Layer) -> Result<u64, Fault> {
    let rules = PlainRules::new(table.variant().rules());
    let entries = table.entries(layer);
    (0..entries)
        .into_par_iter()
        .try_for_each(|entry| by_turns(table, &rules, layer, entry))?;
    Ok(entries as u64)
}

/// Checks `count` positions, drawn uniformly with replacement from the entries of `layers`, against
/// their turns by the plain rules.
///
/// # Errors
/// A position that violates its recurrence.
pub fn check_sample(
    table: &LoadedTable,
    layers: &[Layer],
    count: u64,
    seed: u64,
) -> Result<(), Fault> {
    let rules = PlainRules::new(table.variant().rules());
    (0..count).into_par_iter().try_for_each(|i| {
        match draw(table, layers, hash::mix(seed.wrapping_add(hash::mix(i)))) {
            Some((layer, entry)) => by_turns(table, &rules, layer, entry),
            None => Ok(()),
        }
    })
}

/// Searches `count` positions, drawn as in [`check_sample`], to a depth of `turns`, without the
/// table. The search must find exactly the wins and losses within `turns` turns that the table has.
/// Returns their number.
///
/// # Errors
/// A position with a different value.
pub fn check_search(
    table: &LoadedTable,
    layers: &[Layer],
    count: u64,
    seed: u64,
    turns: u16,
) -> Result<u64, Fault> {
    let rules = PlainRules::new(table.variant().rules());
    let one = |i| {
        let drawn = draw(table, layers, hash::mix(seed.wrapping_add(hash::mix(i))));
        let Some((layer, entry)) = drawn else {
            return Ok(0);
        };
        let (view, value) = table.entry(layer, entry);
        let found = search(&rules, &view, turns);
        let expected = match value.turns() {
            Some(n) if n <= turns => value,
            _ => Value::Draw,
        };
        if found == expected {
            Ok(u64::from(found != Value::Draw))
        } else {
            Err(Fault {
                view,
                table: value,
                check: Some(found),
            })
        }
    };
    (0..count)
        .into_par_iter()
        .map(one)
        .try_reduce(|| 0, |a, b| Ok(a + b))
}

/// Draws an entry of the layers by a random number.
fn draw(table: &LoadedTable, layers: &[Layer], random: u64) -> Option<(Layer, usize)> {
    let total: usize = layers.iter().map(|&layer| table.entries(layer)).sum();
    let mut n = ((u128::from(random) * total as u128) >> 64) as usize;
    for &layer in layers {
        let entries = table.entries(layer);
        if n < entries {
            return Some((layer, n));
        }
        n -= entries;
    }
    None
}

fn by_turns(
    table: &LoadedTable,
    rules: &PlainRules,
    layer: Layer,
    entry: usize,
) -> Result<(), Fault> {
    let (view, value) = table.entry(layer, entry);
    let check = match rules.status(&view) {
        Status::Won => Some(Value::Win(0)),
        Status::Lost => Some(Value::Loss(0)),
        Status::Turns(after) => after
            .iter()
            .map(|after| table.value(after).map(Value::before_turn))
            .try_fold(Value::Loss(0), |best, value| Some(best.max(value?))),
    };
    if check == Some(value) {
        Ok(())
    } else {
        Err(Fault {
            view,
            table: value,
            check,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Table, Variant, solve};
    use flipside_rules::hexflip::Rules;
    use flipside_rules::{RuleSet, no_attachments};

    #[test]
    fn a_wrong_value_is_found() {
        let variant = Variant::new(&Rules::parse("hand=2", &no_attachments).unwrap()).unwrap();
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("table");
        solve(variant, &path, &mut |_| {}, &|| false).unwrap();
        let mut table = LoadedTable::new(&Table::open(&path, &variant).unwrap()).unwrap();
        let layer = Layer { hand: 1, other: 1 };
        assert!(check_layer(&table, layer).is_ok());
        assert!(check_sample(&table, &[layer], 500, 1).is_ok());
        let (_, value) = table.entry(layer, 50);
        table.replace(layer, 50, value.before_turn());
        assert!(check_layer(&table, layer).is_err());
        assert!(check_sample(&table, &[layer], 500, 1).is_err());
    }
}
