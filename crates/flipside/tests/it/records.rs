//! `flipside records`, as scripts use it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::{bad, good, text, words};
use serde_json::Value;

fn lines(lines: &str) -> Vec<Value> {
    let line = |line: &str| serde_json::from_str(line).unwrap();
    lines.lines().map(line).collect()
}

#[test]
fn games_of_several_files_are_told_apart_and_come_back_by_import() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let files = [path("one.flip"), path("two.flip")];
    for (file, seed) in files.iter().zip(["7", "8"]) {
        good(&words(&format!(
            "match hexflip --a greedy --b random --games 4 --seed {seed} --out {file} \
                --progress never"
        )));
    }
    let each = files.each_ref().map(|file| good(&["records", "cat", file]));
    let both = good(&["records", "cat", &files[0], &files[1]]);
    assert_eq!(both, each.concat());
    let games = lines(&both);
    let key = |game: &Value| {
        let [name, seed, id] = ["name", "run_seed", "id"].map(|key| game[key].to_string());
        (name, seed, id)
    };
    let keys: BTreeSet<_> = games.iter().map(key).collect();
    assert_eq!(keys.len(), 8);
    assert_eq!(
        (&games[0]["name"], &games[0]["run_seed"]),
        (&"one".into(), &7.into())
    );

    // Whatever the new file is called, its lines are those that it was made from.
    let [from, to] = [path("lines.jsonl"), path("imported.flip")];
    fs::write(&from, &each[1]).unwrap();
    good(&["records", "import", &from, "--out", &to]);
    assert_eq!(good(&["records", "cat", &to]), each[1]);
    // Imported games of two runs of the same agents are one group, as they have no schedule.
    let other = path("other.flip");
    fs::write(&from, &each[0]).unwrap();
    good(&["records", "import", &from, "--out", &other]);
    let out = path("report");
    good(&["report", &to, &other, "--out", &out]);
    let report: Value =
        serde_json::from_str(&fs::read_to_string(format!("{out}/report.json")).unwrap()).unwrap();
    assert_eq!(report["groups"].as_array().unwrap().len(), 1);
    // A file of both has each number twice.
    fs::write(&from, &both).unwrap();
    bad(
        &["records", "import", &from, "--out", &path("both.flip")],
        1,
        &[
            "line 5",
            "`run_seed` is 8, but 7 in the lines before",
            "separate file",
        ],
    );
}

#[test]
fn parts_of_games_and_games_of_a_kind_are_shown() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("games.flip");
    let file = file.to_str().unwrap();
    good(&words(&format!(
        "match sayu --a random --b random --games 6 --seed 1 --out {file} --progress \
            never"
    )));
    let show = |more: &[&str]| good(&[&["records", "show", file][..], more].concat());
    let part = show(&["--game", "2", "--turns", "10..20"]);
    assert!(part.contains("\n10. ") && part.contains("\n20. "), "{part}");
    assert!(
        !part.contains("\n9. ") && !part.contains("\n21. "),
        "{part}"
    );
    assert!(part.lines().count() < 160, "{part}");
    let large = show(&["--game", "2", "--board", "large"]);
    assert_eq!(large.lines().count(), 1769);
    assert!(show(&["--game", "typical"]).contains("\na typical game: "));
    assert!(show(&["--game", "shortest"]).contains("\nthe shortest game "));
    for (flag, value, says) in [
        ("--game", "longest", "`typical` or `shortest`"),
        ("--turns", "20..10", "`10..20`"),
        ("--turns", "0", "from 1"),
    ] {
        let mut words = vec!["records", "show", file, flag, value];
        if flag != "--game" {
            words.extend(["--game", "0"]);
        }
        bad(&words, 2, &[value, says]);
    }
    bad(
        &["records", "show", file, "--game", "0", "--turns", "60.."],
        1,
        &["game 0 has no turn 60", "from 1 to 48"],
    );
}

/// The lines of `records cat`.
fn cat(file: &Path) -> Vec<String> {
    let lines = good(&["records", "cat", text(file)]);
    lines.lines().map(ToString::to_string).collect()
}

#[test]
fn intact_blocks_of_a_damaged_file_are_saved() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let whole = path("whole.flip");
    for game in ["hexflip", "sayu"] {
        let _ = fs::remove_file(&whole);
        good(&words(&format!(
            "match {game} --a random --b random --games 1100 --seed 1 --progress never --out {}",
            text(&whole)
        )));
        let bytes = fs::read(&whole).unwrap();
        // Lines name their run by the name of the file, which differs.
        let name = |lines: Vec<String>, from: &str| -> Vec<String> {
            let name = format!("\"name\":\"{from}\"");
            lines
                .into_iter()
                .map(|line| line.replace(&name, ""))
                .collect()
        };
        let all = name(cat(&whole), "whole");
        let middle = bytes.len() / 2;
        let cases: [(&str, Vec<u8>); 5] = [
            ("flipped", {
                let mut bytes = bytes.clone();
                bytes[middle] ^= 4;
                bytes
            }),
            (
                "cut out",
                [&bytes[..middle], &bytes[middle + 700..]].concat(),
            ),
            (
                "inserted",
                [&bytes[..middle], &[b'B', 0, 0, 0, 7], &bytes[middle..]].concat(),
            ),
            ("zeroed", {
                let mut bytes = bytes.clone();
                bytes[middle..middle + 500].fill(0);
                bytes
            }),
            ("torn", bytes[..bytes.len() - 100].to_vec()),
        ];
        for (what, damaged) in cases {
            let (file, saved) = (path("damaged.flip"), path("saved.flip"));
            fs::write(&file, damaged).unwrap();
            let _ = fs::remove_file(&saved);
            let told = good(&[
                "records",
                "salvage",
                text(&file),
                "--out",
                text(&saved),
                "--format",
                "json",
            ]);
            let told: Value = serde_json::from_str(&told).unwrap();
            let lines = name(cat(&saved), "saved");
            assert_eq!(told["games"], lines.len(), "{what}");
            assert!(
                lines.len() >= 256 * 3 && lines.len() < 1100,
                "{what}: {told}"
            );
            assert!(told["lost_bytes"].as_u64() > Some(0), "{what}: {told}");
            assert!(lines.iter().all(|line| all.contains(line)), "{what}");
            if what != "torn" {
                assert_eq!(told["missing"], 1100 - lines.len(), "{what}: {told}");
            }
            good(&["records", "verify", text(&saved)]);
            let info: Value =
                serde_json::from_str(&good(&["records", "info", text(&saved)])).unwrap();
            let schedule = info["schedule"].as_str().unwrap();
            assert!(schedule.starts_with("salvaged selfplay "), "{schedule}");
            let out = path("report");
            let _ = fs::remove_dir_all(&out);
            good(&["report", text(&saved), text(&whole), "--out", text(&out)]);
            let report = fs::read_to_string(out.join("report.json")).unwrap();
            let report: Value = serde_json::from_str(&report).unwrap();
            assert_eq!(report["groups"].as_array().unwrap().len(), 2, "{what}");
        }
        // Of a whole file everything is saved.
        let saved = path("all.flip");
        let _ = fs::remove_file(&saved);
        good(&["records", "salvage", text(&whole), "--out", text(&saved)]);
        assert_eq!(name(cat(&saved), "all"), all);
        // Without the header nothing can be read.
        let mut headless = bytes.clone();
        headless[40] ^= 1;
        fs::write(path("headless.flip"), headless).unwrap();
        let (file, never) = (path("headless.flip"), path("never.flip"));
        bad(
            &["records", "salvage", text(&file), "--out", text(&never)],
            1,
            &["without an intact header", "headless.flip"],
        );
        assert!(!never.exists());
    }
}
