//! `flipside records`, as scripts use it.

use std::collections::BTreeSet;
use std::fs;

use crate::common::{bad, good, words};
use serde_json::Value;

fn lines(text: &str) -> Vec<Value> {
    let line = |line: &str| serde_json::from_str(line).unwrap();
    text.lines().map(line).collect()
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
