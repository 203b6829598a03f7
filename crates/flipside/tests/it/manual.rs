//! The manual pages.
#![cfg(unix)]

use std::fs;

use crate::common::{bad, good};
use crate::examples::all_commands;

#[test]
fn every_command_has_a_manual_page() {
    let dir = tempfile::tempdir().unwrap();
    let folder = dir.path().join("new/man");
    let said = good(&["man", "--out", folder.to_str().unwrap()]);
    assert!(said.starts_with("manual pages: "), "{said}");
    let mut expected: Vec<String> = all_commands()
        .into_iter()
        .map(|words| {
            let name: String = words.iter().map(|word| format!("-{word}")).collect();
            format!("flipside{name}.1")
        })
        .collect();
    assert!(expected.contains(&"flipside-records-cat.1".to_string()));
    expected.sort();
    let mut found: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    found.sort();
    assert_eq!(found, expected);
    for name in &found {
        let page = fs::read_to_string(folder.join(name)).unwrap();
        assert!(
            page.contains(".SH NAME\n") && page.contains(".SH SYNOPSIS\n"),
            "{name}"
        );
    }
    // Options, examples and subcommands are on the pages.
    let page = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert!(page("flipside-match.1").contains("opening\\-turns"));
    assert!(page("flipside-match.1").contains("flipside match sayu"));
    assert!(page("flipside-records.1").contains("flipside\\-records\\-cat(1)"));
    // Written again, they are the same.
    let before = page("flipside.1");
    good(&["man", "--out", folder.to_str().unwrap()]);
    assert_eq!(page("flipside.1"), before);
    bad(&["man"], 2, &["--out"]);
    let file = folder.join("flipside.1").join("pages");
    bad(
        &["man", "--out", file.to_str().unwrap()],
        1,
        &["flipside.1/pages"],
    );
}
