//! Files of every format version stay readable and say the same.
//!
//! Beside each file stand the lines that `cat` and the object that `info` must write. A file is
//! never replaced; a new version gets files of its own.

use std::path::{Path, PathBuf};

use flipside_records::commands::{cat, info, verify};
use flipside_records::{FORMAT_VERSION, Reader, Writer, recover};

const FILES: [&str; 2] = ["v1-hexflip", "v1-sayu"];

fn fixture(name: &str, extension: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    folder.join(name).with_extension(extension)
}

#[test]
fn every_version_has_files() {
    let prefix = format!("v{FORMAT_VERSION}-");
    assert!(FILES.iter().any(|name| name.starts_with(&prefix)));
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

#[test]
fn the_current_version_is_written_in_the_same_bytes() {
    for name in FILES {
        let path = fixture(name, "flip");
        let mut reader = Reader::open(&path).unwrap();
        if reader.version() != FORMAT_VERSION {
            continue;
        }
        let mut writer = Writer::new(Vec::new(), reader.header()).unwrap();
        while let Some(block) = reader.next_block().unwrap() {
            for game in block.decode(reader.header()).unwrap() {
                writer.push(game).unwrap();
            }
        }
        let written = if recover(&path).unwrap().unwrap().finished {
            writer.finish()
        } else {
            writer.flush_partial()
        };
        assert!(written.unwrap() == std::fs::read(&path).unwrap(), "{name}");
    }
}
