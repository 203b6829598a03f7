//! solve and probe, as scripts use them.

use std::fs;

use crate::common::{bad, good, run, text, words};
use serde_json::Value;

#[test]
fn a_table_is_made_summarised_verified_and_asked() {
    let dir = tempfile::tempdir().unwrap();
    let table = dir.path().join("hand2.table");
    let file = text(&table);
    let line = format!("solve hexflip --rules hand=2 --progress never --out {file}");
    let solve = words(&line);
    let made = good(&solve);
    assert!(
        made.contains("positions") && made.contains("checksum"),
        "{made}"
    );

    let summary = good(&["solve", "hexflip", "--summary", file]);
    let lines: Vec<&str> = summary.lines().collect();
    assert_eq!(
        lines[0],
        "hand\tother\tpieces\tpositions\twon\tlost\tdrawn\tlongest"
    );
    assert_eq!(lines.len(), 1 + 9, "{summary}");
    assert_eq!(*lines.last().unwrap(), "2\t2\t0\t1\t0\t1\t0\t6");
    for line in &lines[1..] {
        let numbers: Vec<u64> = line.split('\t').map(|n| n.parse().unwrap()).collect();
        assert_eq!(numbers[3], numbers[4] + numbers[5] + numbers[6], "{line}");
        assert_eq!(numbers[2], 4 - numbers[0] - numbers[1], "{line}");
    }
    assert!(good(&["solve", "hexflip", "--verify", file]).contains("9 layers"));

    let probe = |more: &[&str]| {
        let mut arguments = vec!["probe", "hexflip", "--rules", "hand=2", "--table", file];
        arguments.extend(more);
        good(&arguments)
    };
    let start = probe(&[]);
    let lines: Vec<&str> = start.lines().collect();
    assert_eq!(lines[0], "loss 6");
    assert_eq!(lines.len(), 1 + 19);
    assert!(lines[1..].is_sorted() && lines[1].starts_with("a1\tloss "));
    let position = probe(&["--position", "3/4/2x2/4/3 o 1 2"]);
    assert!(position.starts_with("win "), "{position}");
    assert_eq!(probe(&["--turns", "c3"]), position);
    let json: Value = serde_json::from_str(&probe(&["--format", "json"])).unwrap();
    assert_eq!(json["value"]["value"], "loss");
    assert_eq!(json["value"]["turns"], 6);

    bad(&solve, 1, &["already exists"]);
    bad(
        &["probe", "hexflip", "--table", file],
        1,
        &["for the rules `hand=2`", "`standard`"],
    );
    bad(
        &[
            "probe",
            "hexflip",
            "--rules",
            "hand=2",
            "--table",
            file,
            "--position",
            "3/4/5/4/3 x 8 8",
        ],
        1,
        &["x has 8 pieces in hand"],
    );
    // Damage, wherever it is, is found when everything is checked.
    let mut bytes = fs::read(&table).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&table, &bytes).unwrap();
    bad(
        &["solve", "hexflip", "--verify", file],
        1,
        &["hand2.table", "damaged"],
    );
    fs::write(&table, &bytes[..middle]).unwrap();
    bad(
        &["solve", "hexflip", "--summary", file],
        1,
        &["hand2.table"],
    );
    fs::write(&table, "nothing").unwrap();
    bad(
        &["solve", "hexflip", "--verify", file],
        1,
        &["not a Hexflip table"],
    );
}

#[test]
fn the_last_line_of_progress_says_that_all_layers_are_done() {
    let dir = tempfile::tempdir().unwrap();
    let table = dir.path().join("hand2.table");
    let solve = ["solve", "hexflip", "--rules", "hand=2", "--out"];
    let plain = ["--progress", "plain"];
    let ran = run(&[&solve[..], &[text(&table)], &plain].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let last = ran.err.lines().last().unwrap();
    assert!(last.ends_with("layer 9 of 9"), "{last}");
}

#[test]
fn what_cannot_be_solved_is_explained() {
    let dir = tempfile::tempdir().unwrap();
    let table = dir.path().join("no.table");
    bad(
        &["probe", "hexflip", "--table", text(&table)],
        1,
        &["no table at", "flipside solve hexflip --out"],
    );
    bad(
        &["solve", "sayu", "--out", text(&table)],
        1,
        &["only hexflip"],
    );
    for rules in ["swap=on", "hand=9", "deviate=first", "repetition=2"] {
        let arguments = ["solve", "hexflip", "--rules", rules, "--out", text(&table)];
        bad(&arguments, 1, &[rules.split('=').next().unwrap()]);
    }
    bad(
        &["solve", "hexflip", "--summary", "a", "--verify", "b"],
        2,
        &["cannot be used with"],
    );
    bad(
        &words("solve hexflip --rules hand=1 --out /no/such/folder/t"),
        1,
        &["error: /no/such/folder: the folder does not exist"],
    );
    assert!(!table.exists());
    // Where it was looked for is said once, and once more in the command that makes one.
    for task in ["--verify", "--summary"] {
        let missing = ["solve", "hexflip", task, text(&table)];
        bad(&missing, 1, &["error: there is no table at", "--out"]);
    }
}

#[test]
fn a_list_of_rule_sets_is_tabulated() {
    let dir = tempfile::tempdir().unwrap();
    let list = dir.path().join("list.toml");
    fs::write(
        &list,
        "rule-sets = [\"hand=1\", \"hand=3\", \"hand=2,place=1\"]\n",
    )
    .unwrap();
    let table = good(&["solve", "hexflip", "--rule-sets", text(&list)]);
    assert_eq!(
        table,
        "rules\twinner\tturns\nhand=1\tsecond\t2\nhand=3\tsecond\t14\nhand=2,place=1\tsecond\t6\n"
    );
    fs::write(&list, "rule-sets = [\"hand=0\"]\n").unwrap();
    bad(
        &["solve", "hexflip", "--rule-sets", text(&list)],
        1,
        &["list.toml", "hand=0"],
    );
}

#[test]
fn perfect_play_is_an_agent_of_all_commands() {
    let dir = tempfile::tempdir().unwrap();
    let table = dir.path().join("hand3.table");
    let rules = ["--rules", "hand=3"];
    let solve = words("solve hexflip --rules hand=3 --progress never");
    good(&[&solve[..], &["--out", text(&table)]].concat());
    let spec = format!("perfect:table={}", text(&table));

    // What it says is what the table says.
    let position = ["--position", "3/4/2x2/4/3 o 2 3"];
    let probe = ["probe", "hexflip", "--table", text(&table)];
    let probed = good(&[&probe[..], &rules, &position].concat());
    let best = ["best", "hexflip", "--agent", &spec];
    let told = good(&[&best[..], &rules, &position].concat());
    let value = probed.lines().next().unwrap();
    let turn = told.lines().next().unwrap();
    assert!(
        probed
            .lines()
            .any(|line| line == format!("{turn}\t{value}")),
        "{told}"
    );
    let told_value = match value.split_once(' ') {
        Some((_, turns)) => format!("proven, in {turns} turns"),
        None => "proven, neither side can force the end".to_string(),
    };
    assert!(told.contains(&told_value), "{value}: {told}");

    // Records name the table by its checksum and hold what is known.
    let records = dir.path().join("a.flip");
    let noisy = format!("{spec},noise=0.5");
    let play = words("match hexflip --games 4 --seed 1 --annotate");
    let agents = ["--a", &spec, "--b", &noisy, "--out", text(&records)];
    good(&[&play[..], &rules, &agents].concat());
    let lines = good(&["records", "cat", text(&records)]);
    for line in lines.lines() {
        let game: Value = serde_json::from_str(line).unwrap();
        for seat in ["first", "second"] {
            let (_, checksum) = game[seat].as_str().unwrap().rsplit_once('#').unwrap();
            assert_eq!(checksum.len(), 8);
        }
        let values = game["value"].as_array().unwrap();
        assert!(
            values[2..]
                .iter()
                .all(|value| [0.0, 0.5, 1.0].contains(&value.as_f64().unwrap())),
            "{line}"
        );
    }
    // A table that has changed is not the one that the games were begun with.
    let line = format!(
        "--a {spec} --b {noisy} --out {} --resume",
        records.display()
    );
    let more = words(&line);
    std::fs::remove_file(&table).unwrap();
    good(&words(&format!(
        "solve hexflip --rules hand=2 --progress never --out {}",
        table.display()
    )));
    bad(
        &[&play[..], &rules, &more].concat(),
        1,
        &["is for the rules `hand=2`, not for `hand=3`"],
    );
    let line = format!("match hexflip --games 4 --seed 1 --a random --b {spec}");
    let standard = words(&line);
    let other = dir.path().join("b.flip");
    bad(
        &[&standard[..], &["--out", text(&other)]].concat(),
        1,
        &[
            "is for the rules `hand=2`, not for `standard`",
            "flipside solve hexflip --rules standard",
        ],
    );
    assert!(!other.exists());
    bad(
        &["best", "sayu", "--agent", &spec],
        1,
        &["sayu is not solved"],
    );
}
