//! Tables for the tests.

use std::path::Path;

use flipside_rules::hexflip::Rules;
use flipside_rules::{RuleSet, no_attachments};
use flipside_tablebase::{LoadedTable, Solved, Table, Variant, solve};

/// Parses a variant.
pub fn variant(rules: &str) -> Variant {
    Variant::new(&Rules::parse(rules, &no_attachments).unwrap()).unwrap()
}

/// Solves a rule set into a file.
pub fn solve_into(rules: &str, path: &Path) -> Solved {
    solve(variant(rules), path, &mut |_| {}, &|| false).unwrap()
}

/// Solves a rule set and returns the bytes of its table.
pub fn table_bytes(rules: &str) -> Vec<u8> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
    solve_into(rules, &path);
    std::fs::read(path).unwrap()
}

/// Solves a rule set and opens its table from bytes in memory.
pub fn table(rules: &str) -> Table {
    Table::from_source(Box::new(table_bytes(rules))).unwrap()
}

/// Solves a rule set and loads its table into memory.
pub fn loaded(rules: &str) -> LoadedTable {
    LoadedTable::new(&table(rules)).unwrap()
}
