//! The pie rule from outside: who makes the turns that it is about, and what the report says of them.

use std::fs;
use std::path::Path;

use crate::common::{bad, good, report, run, text, words};
use serde_json::Value;

/// Plays a match of 60 games with more arguments; what was said, and the group of its report.
fn group(dir: &Path, more: &str) -> (String, Value) {
    let file = dir.join("pie.flip");
    let _ = fs::remove_file(&file);
    let mut arguments = words("match --games 60 --seed 4 --progress never");
    arguments.extend(words(more));
    arguments.extend(["--out", text(&file)]);
    let ran = run(&arguments);
    assert_eq!(ran.code, 0, "{}", ran.err);
    (ran.err, report(&[&file])["groups"][0].clone())
}

/// The turn by which Second could swap, as `records cat` says it.
fn second_turns(dir: &Path) -> Vec<String> {
    let cat = good(&["records", "cat", text(&dir.join("pie.flip"))]);
    let lines = cat.lines().map(|line| {
        let game: Value = serde_json::from_str(line).unwrap();
        game["turns"][1].as_str().unwrap().to_string()
    });
    lines.collect()
}

/// Whether turns that a rule concerns were drawn at random, of which the report warns.
fn is_drawn(group: &Value) -> bool {
    group["provenance"]["special_turns_given"] != 0
}

#[test]
fn agents_decide_about_the_swap_unless_told_otherwise() {
    let games = [
        "hexflip --rules hand=5,swap=on --a greedy --b greedy",
        "hexflip --rules hand=5,swap=on --a greedy --b random",
        "sayu --rules radius=1,tiles=mini,komi=1.5,swap=on --a greedy --b random --fixed-seats",
    ];
    for game in games {
        let dir = tempfile::tempdir().unwrap();
        let (said, group) = self::group(dir.path(), game);
        assert!(!said.contains("--agents-open"), "{said}");
        assert!(!is_drawn(&group));
        assert_eq!(group["provenance"]["agents_open"], 2);
        assert_eq!(group["provenance"]["opening_turns"], 2);
        let taken = second_turns(dir.path())
            .iter()
            .filter(|t| *t == "swap")
            .count();
        let swaps = &group["swaps"];
        assert_eq!(swaps["offered"], 60);
        assert_eq!(swaps["taken"], taken);
        assert_eq!(swaps["given"], 0);
        assert_eq!(swaps["share"], taken as f64 / 60.0);

        // Lines of JSON say who chose the turns, so that imported games count alike.
        let [lines, imported] = ["a.jsonl", "imported.flip"].map(|name| dir.path().join(name));
        let cat = good(&["records", "cat", text(&dir.path().join("pie.flip"))]);
        assert_eq!(cat.matches(",\"agents_open\":2,").count(), 60);
        fs::write(&lines, &cat).unwrap();
        good(&["records", "import", text(&lines), "--out", text(&imported)]);
        assert_eq!(report(&[&imported])["groups"][0]["swaps"], *swaps);

        // Played again by the command of the report it is the same.
        let command = group["provenance"]["commands"][0].as_str().unwrap();
        assert!(!command.contains("--agents-open"), "{command}");
        let again = dir.path().join("again.flip");
        let command = command.replace("again.flip", text(&again));
        good(&command.split(' ').skip(1).collect::<Vec<_>>());
        assert!(fs::read(again).unwrap() == fs::read(dir.path().join("pie.flip")).unwrap());

        // Drawn at random, and said to be so.
        let (said, group) = self::group(dir.path(), &format!("{game} --agents-open 0"));
        assert!(
            said.contains("first 2 turns, of which 2 are drawn at random"),
            "{said}"
        );
        assert!(is_drawn(&group));
        assert_eq!(group["swaps"]["offered"], 0);
        assert_eq!(group["swaps"]["given"], 60);
        assert_eq!(group["swaps"]["share"], Value::Null);
        let command = group["provenance"]["commands"][0].as_str().unwrap();
        assert!(command.contains(" --agents-open 0 "), "{command}");

        if !game.starts_with("hexflip") || !game.ends_with("--b random") {
            continue;
        }
        // A random offer about which an agent decides.
        for (more, drawn) in [
            ("--agents-open 0 --opening-turns 1", true),
            ("--opening-turns 0", false),
        ] {
            let (_, group) = self::group(dir.path(), &format!("{game} {more}"));
            assert_eq!(is_drawn(&group), drawn);
            assert_eq!(group["swaps"]["offered"], 60);
        }
    }
}

#[test]
fn other_rules_are_as_before_and_know_no_swaps() {
    let dir = tempfile::tempdir().unwrap();
    let (_, group) = group(dir.path(), "hexflip --a greedy --b random");
    assert_eq!(group["swaps"], Value::Null);
    assert_eq!(group["provenance"]["agents_open"], 0);
    let info = good(&["records", "info", text(&dir.path().join("pie.flip"))]);
    assert!(info.contains("opening=random:2"), "{info}");
    let more = "hexflip --rules first_place=2 --a greedy --b random";
    let (_, group) = self::group(dir.path(), more);
    assert_eq!(group["provenance"]["agents_open"], 1);
    assert_eq!(group["swaps"], Value::Null);
}

#[test]
fn experiments_have_a_key_for_it() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("pie.toml");
    let tournament = |name: &str, more: &str| {
        format!(
            "[[tournament]]\nname = \"{name}\"\ngame = \"hexflip\"\nrules = \"hand=4,swap=on\"\n\
             format = \"selfplay\"\nagents = [\"greedy\"]\ngames = 20\n{more}\n"
        )
    };
    let head = "name = \"pie\"\nseed = 1\n";
    let all = [
        head.to_string(),
        tournament("usual", ""),
        tournament("drawn", "agents_open = 0"),
        tournament("offered", "agents_open = 1\nopening_turns = 3"),
    ];
    fs::write(&file, all.concat()).unwrap();
    let out = dir.path().join("out");
    good(&words(&format!(
        "run {} --out {} --progress never",
        file.display(),
        out.display()
    )));
    let json = fs::read(out.join("report.json")).unwrap();
    let json: Value = serde_json::from_slice(&json).unwrap();
    let groups = json["groups"].as_array().unwrap();
    let of = |key: &str| -> Vec<u64> {
        groups
            .iter()
            .map(|g| g["provenance"][key].as_u64().unwrap())
            .collect()
    };
    assert_eq!(of("agents_open"), [2, 0, 1]);
    assert_eq!(of("opening_turns"), [2, 2, 3]);
    assert_eq!(of("special_turns_given"), [0, 2, 1]);
    assert_eq!(
        groups[0]["distinction"],
        "2 random opening turns after 2 chosen by the agents"
    );

    let list = tournament("list", "openings = \"x.txt\"\nagents_open = 1");
    fs::write(&file, head.to_string() + &list).unwrap();
    let other = dir.path().join("other");
    bad(
        &["run", text(&file), "--out", text(&other)],
        1,
        &["`openings`", "agents_open"],
    );
}
