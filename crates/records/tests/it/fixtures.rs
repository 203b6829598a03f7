//! Files of every format version stay readable and say the same.
//!
//! Beside each file stand the lines that `flipside records cat` and the object that `flipside records
//! info` must write; the tests of these commands compare them. A file is never replaced; a new version
//! gets files of its own.

use std::path::{Path, PathBuf};

use flipside_records::{FORMAT_VERSION, Reader, Writer, recover};

const FILES: [&str; 2] = ["v1-hexflip", "v1-sayu"];

fn fixture(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    folder.join(name).with_extension("flip")
}

#[test]
fn every_version_has_files() {
    let prefix = format!("v{FORMAT_VERSION}-");
    assert!(FILES.iter().any(|name| name.starts_with(&prefix)));
}

#[test]
fn the_current_version_is_written_in_the_same_bytes() {
    for name in FILES {
        let path = fixture(name);
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
