//! Tables for the tests.

#![allow(dead_code, reason = "every test takes what it needs")]

use flipside_rules::hexflip::Rules;
use flipside_rules::{RuleSet, no_files};
use flipside_tablebase::{LoadedTable, Table, Variant, solve};

/// A rule set from its text.
pub fn rules(text: &str) -> Rules {
    Rules::parse(text, &no_files).unwrap()
}

/// A rule set's table.
pub fn table(text: &str) -> Table {
    let variant = Variant::new(&rules(text)).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
    solve(variant, &path, &mut |_| {}, &|| false).unwrap();
    Table::from_source(Box::new(std::fs::read(path).unwrap())).unwrap()
}

/// The same in memory.
pub fn loaded(text: &str) -> LoadedTable {
    LoadedTable::new(&table(text)).unwrap()
}
