//! Tables for the tests.

#![allow(dead_code, reason = "every test takes what it needs")]

use std::path::Path;

use flipside_rules::hexflip::Rules;
use flipside_rules::{RuleSet, no_files};
use flipside_tablebase::{LoadedTable, Solved, Table, Variant, solve};

/// The variant of a rule set's text.
pub fn variant(rules: &str) -> Variant {
    Variant::new(&Rules::parse(rules, &no_files).unwrap()).unwrap()
}

/// Solves a rule set into a file.
pub fn solve_into(rules: &str, path: &Path) -> Solved {
    solve(variant(rules), path, &mut |_| {}, &|| false).unwrap()
}

/// The bytes of a rule set's table.
pub fn table_bytes(rules: &str) -> Vec<u8> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
    solve_into(rules, &path);
    std::fs::read(path).unwrap()
}

/// A rule set's table, read from memory.
pub fn table(rules: &str) -> Table {
    Table::from_source(Box::new(table_bytes(rules))).unwrap()
}

/// A rule set's table in memory.
pub fn loaded(rules: &str) -> LoadedTable {
    LoadedTable::new(&table(rules)).unwrap()
}
