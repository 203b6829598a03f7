//! The file: damage, interruption, resumption, and the same bytes at any number of threads.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use flipside_rules::hash::mix;
use flipside_rules::hexflip::Position;
use flipside_tablebase::{SolveError, Table, TableError, Value, solve};

use crate::common::{solve_into, table_bytes, variant};

/// The error of opening or verifying a table from these bytes.
fn fault(bytes: Vec<u8>) -> Option<TableError> {
    match Table::from_source(Box::new(bytes)) {
        Ok(table) => table.verify(|_| {}).err(),
        Err(error) => Some(error),
    }
}

#[test]
fn every_damaged_byte_is_found() {
    let bytes = table_bytes("hand=2");
    assert!(fault(bytes.clone()).is_none());
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(fault(damaged).is_some(), "byte {at}");
    }
}

#[test]
fn every_truncation_and_extension_is_found() {
    let bytes = table_bytes("hand=1");
    for length in 0..bytes.len() {
        assert!(fault(bytes[..length].to_vec()).is_some(), "{length} bytes");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(matches!(fault(longer), Some(TableError::Length)));
}

#[test]
fn random_damage_does_not_panic() {
    let bytes = table_bytes("hand=3");
    for round in 0..300 {
        let mut damaged = bytes.clone();
        for n in 0..1 + mix(round) % 20 {
            let at = mix(round * 100 + n) as usize % damaged.len();
            damaged[at] = mix(at as u64 + round) as u8;
        }
        if damaged != bytes {
            assert!(fault(damaged).is_some(), "round {round}");
        }
    }
}

#[test]
fn other_files_and_other_versions_are_distinguished() {
    let bytes = table_bytes("hand=1");
    assert!(matches!(fault(Vec::new()), Some(TableError::NotATable)));
    assert!(matches!(
        fault(b"GIF89a...............".to_vec()),
        Some(TableError::NotATable)
    ));
    let mut later = bytes.clone();
    later[8] = 2;
    assert!(matches!(
        fault(later),
        Some(TableError::Version { found: 2 })
    ));
}

#[test]
fn a_missing_table_names_the_command_that_makes_it() {
    let path = Path::new("/nonexistent/t.table");
    let error = |rules| match Table::open(path, &variant(rules)) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("there is no such file"),
    };
    let standard = error("standard");
    assert!(
        standard.contains("`flipside solve hexflip --out /nonexistent/t.table`"),
        "{standard}"
    );
    assert!(error("place=1,hand=3").contains("--rules hand=3,place=1 "));
}

#[test]
fn a_table_of_another_rule_set_is_rejected() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
    solve_into("hand=2", &path);
    assert!(Table::open(&path, &variant("hand=2,repetition=off")).is_ok());
    let error = Table::open(&path, &variant("hand=2,place=1"))
        .err()
        .unwrap();
    let text = error.to_string();
    assert!(
        text.contains("`hand=2`") && text.contains("`hand=2,place=1`"),
        "{text}"
    );
    assert_eq!(Table::open_any(&path).unwrap().variant().name(), "hand=2");
}

fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

#[test]
fn the_bytes_do_not_depend_on_threads_or_interruptions() {
    let expected = table_bytes("hand=3");
    for threads in 1..=3 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let bytes = pool.build().unwrap().install(|| table_bytes("hand=3"));
        assert!(bytes == expected, "{threads} threads");
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
    let mut stops = 0;
    loop {
        let asked = AtomicU32::new(0);
        // Later each time, or the first pair would never be finished.
        let stop = || asked.fetch_add(1, Relaxed) >= 25 * (stops + 1);
        match solve(variant("hand=3"), &path, &mut |_| {}, &stop) {
            Ok(_) => break,
            Err(SolveError::Stopped { path: part, .. }) => {
                assert_eq!(part, part_of(&path));
                assert!(!path.exists());
                stops += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(stops > 1, "{stops}");
    assert!(!part_of(&path).exists());
    assert!(fs::read(&path).unwrap() == expected);
}

#[test]
fn a_truncated_part_is_continued_and_an_unrelated_one_kept() {
    let expected = table_bytes("hand=2");
    let directory = tempfile::tempdir().unwrap();
    for length in (0..expected.len()).step_by(41) {
        let path = directory.path().join(format!("torn-{length}"));
        fs::write(part_of(&path), &expected[..length]).unwrap();
        solve_into("hand=2", &path);
        assert!(fs::read(&path).unwrap() == expected, "{length} bytes");
    }
    // A damaged layer and all after it are solved again.
    let path = directory.path().join("damaged");
    let mut damaged = expected.clone();
    damaged[expected.len() / 2] ^= 4;
    fs::write(part_of(&path), &damaged).unwrap();
    solve_into("hand=2", &path);
    assert!(fs::read(&path).unwrap() == expected);
    // A file that is not a part of this table is not changed.
    let path = directory.path().join("unrelated");
    for unrelated in [b"my notes".to_vec(), table_bytes("hand=1")] {
        fs::write(part_of(&path), &unrelated).unwrap();
        let error = solve(variant("hand=2"), &path, &mut |_| {}, &|| false);
        assert!(matches!(error, Err(SolveError::OtherPart { .. })));
        assert!(fs::read(part_of(&path)).unwrap() == unrelated);
    }
}

#[test]
fn an_existing_file_is_not_overwritten() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
    fs::write(&path, "mine").unwrap();
    let error = solve(variant("hand=1"), &path, &mut |_| {}, &|| false).unwrap_err();
    assert!(matches!(error, SolveError::Exists { .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"mine");
    let nowhere = directory.path().join("no/such/directory/table");
    let error = solve(variant("hand=1"), &nowhere, &mut |_| {}, &|| false).unwrap_err();
    assert!(error.to_string().contains("no/such/directory"), "{error}");
}

/// Every write to this device fails for lack of space.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("table");
    std::os::unix::fs::symlink("/dev/full", part_of(&path)).unwrap();
    let error = solve(variant("hand=1"), &path, &mut |_| {}, &|| false).unwrap_err();
    assert!(matches!(error, SolveError::Write { .. }), "{error}");
    assert!(!path.exists());
}

#[test]
fn damage_is_found_by_a_probe_of_its_block_only() {
    let bytes = table_bytes("hand=2");
    // The last layer's only block is the last byte before the end marker.
    let mut damaged = bytes.clone();
    let at = bytes.len() - 13;
    damaged[at] ^= 1;
    let table = Table::from_source(Box::new(damaged)).unwrap();
    let start = Position::start(table.variant().rules());
    assert!(matches!(
        table.probe(&start),
        Err(TableError::Damaged { .. })
    ));
    let other = Position::parse(table.variant().rules(), "3/4/2x2/4/3 o 1 2").unwrap();
    assert_eq!(table.probe(&other).unwrap(), Value::Win(5));
}
