//! Tables for the tests.

use flipside_rules::hexflip::Rules;
use flipside_rules::{RuleSet, no_attachments};
use flipside_tablebase::{Table, Variant, solve};

/// Parses a rule set.
pub fn rules(text: &str) -> Rules {
    Rules::parse(text, &no_attachments).unwrap()
}

/// Solves a rule set.
pub fn table(text: &str) -> Table {
    let variant = Variant::new(&rules(text)).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
    solve(variant, &path, &mut |_| {}, &|| false).unwrap();
    Table::from_source(Box::new(std::fs::read(path).unwrap())).unwrap()
}
