//! Files of every format version give the same lines and the same information.

use std::path::{Path, PathBuf};

use crate::commands::records::{cat::cat, info::info, verify::verify};

const FILES: [&str; 2] = ["v1-hexflip", "v1-sayu"];

pub(super) fn fixture(name: &str, extension: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../records/tests/fixtures");
    folder.join(name).with_extension(extension)
}

#[test]
fn the_lines_are_the_expected_ones() {
    for name in FILES {
        let mut lines = Vec::new();
        cat(&fixture(name, "flip"), None, &mut lines).unwrap();
        let expected = std::fs::read(fixture(name, "jsonl")).unwrap();
        assert!(lines == expected, "{name}");
    }
}

#[test]
fn the_information_is_the_expected_one() {
    for name in FILES {
        let mut json = Vec::new();
        info(&fixture(name, "flip"), &mut json).unwrap();
        let expected = std::fs::read_to_string(fixture(name, "json")).unwrap();
        assert_eq!(String::from_utf8(json).unwrap(), expected, "{name}");
    }
}

#[test]
fn all_games_follow_the_rules() {
    let games = FILES.map(|name| verify(&fixture(name, "flip")).unwrap().games);
    assert_eq!(games, [21, 12]);
}
