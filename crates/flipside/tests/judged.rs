//! Games judged by a table: report, records show, records cat.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{bad, good};
use serde_json::Value;

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

fn solve(rules: &str, out: &Path) {
    let solve = ["solve", "hexflip", "--progress", "never", "--rules"];
    good(&[&solve[..], &[rules, "--out", text(out)]].concat());
}

/// Plays a few games.
fn play(game: &str, rules: &str, agents: [&str; 2], out: &Path) {
    let play = ["match", game, "--games", "20", "--seed", "1", "--rules"];
    let agents = ["--a", agents[0], "--b", agents[1], "--out", text(out)];
    good(&[&play[..], &[rules], &agents].concat());
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// What `probe` says of the position after some turns.
fn probe(table: &Path, turns: &str) -> Vec<String> {
    let probe = ["probe", "hexflip", "--rules", "hand=3", "--table"];
    let out = good(&[&probe[..], &[text(table), "--turns", turns]].concat());
    out.lines().map(str::to_owned).collect()
}

#[test]
fn a_report_says_what_turns_and_openings_were_worth() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let (table, records, out) = (path("hand3.table"), path("a.flip"), path("report"));
    solve("hand=3", &table);
    let perfect = format!("perfect:table={}", text(&table));
    play("hexflip", "hand=3", [&perfect, "random"], &records);

    let report = ["report", text(&records), "--out", text(&out), "--table"];
    good(&[&report[..], &[text(&table)]].concat());
    let json = json(&fs::read_to_string(out.join("report.json")).unwrap());
    let group = &json["groups"][0];
    let agents = group["accuracy"]["agents"].as_array().unwrap();
    // Who plays by the table loses nothing by it; who plays at random does.
    assert_eq!(agents[0]["all"]["lost"]["total"], 0);
    assert_eq!(agents[0]["all"]["lengthening"]["total"], 0);
    assert!(agents[0]["all"]["lost_of_critical"]["of"].as_u64() > Some(10));
    assert!(agents[1]["all"]["lost"]["total"].as_u64() > Some(10));

    // Openings are worth what `probe` says of the positions after them.
    let mut openings = 0;
    for opening in group["openings"]["most_frequent"].as_array().unwrap() {
        let turns = opening["opening"].as_str().unwrap();
        // Two turns: First is to move.
        let value = probe(&table, turns)[0].clone();
        let (winner, length) = match value.split_once(' ') {
            Some(("win", turns)) => ("first".into(), turns.parse::<u64>().unwrap().into()),
            Some((_, turns)) => ("second".into(), turns.parse::<u64>().unwrap().into()),
            None => (Value::Null, Value::Null),
        };
        assert_eq!(opening["proven"]["winner"], winner, "{turns}: {value}");
        assert_eq!(opening["proven"]["turns"], length, "{turns}: {value}");
        openings += 1;
    }
    let values = &group["opening_values"];
    let number = |value: &Value| value.as_u64().unwrap();
    let (mut listed, mut games) = (0, 0);
    for value in ["first", "second", "neither"].map(|value| &values[value]) {
        listed += number(&value["openings"]);
        for result in ["first_wins", "second_wins", "draws"] {
            games += number(&value["tally"][result]);
        }
    }
    assert_eq!((listed, games), (openings, 20));
}

#[test]
fn each_turn_is_marked_with_what_probe_says() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let (table, records) = (path("hand3.table"), path("a.flip"));
    solve("hand=3", &table);
    play("hexflip", "hand=3", ["greedy", "random"], &records);
    let cat = ["records", "cat", text(&records)];
    let by = ["--table", text(&table)];
    let marked = good(&[&cat[..], &by].concat());
    let line = json(marked.lines().nth(3).unwrap());
    let list = |key: &str| line[key].as_array().unwrap().clone();
    let turns = list("turns");
    let turns: Vec<&str> = turns.iter().map(|turn| turn.as_str().unwrap()).collect();
    for (i, turn) in turns.iter().enumerate() {
        let values = probe(&table, &turns[..i].join(" "));
        let told = values[1..]
            .iter()
            .find_map(|line| line.strip_prefix(&format!("{turn}\t")));
        assert_eq!(list("table")[i], told.unwrap());
        let [best, made] = [&values[0], told.unwrap()].map(|v| v.split(' ').next().unwrap());
        let cost = match best == made {
            true => Value::Null,
            false => format!("{best}-{made}").into(),
        };
        assert_eq!(list("cost")[i], cost);
    }
    let show = ["records", "show", text(&records), "--game", "3"];
    let shown = good(&[&show[..], &by].concat());
    let marks = shown.matches("; by the table ").count();
    assert_eq!(marks, turns.len(), "{shown}");
    assert!(shown.contains("\ndecided: "), "{shown}");
    let bare = good(&show);
    assert!(!bare.contains("table") && !bare.contains("decided"));

    // Marked lines are imported as if they were not.
    let lines = path("a.jsonl");
    fs::write(&lines, &marked).unwrap();
    let again = path("b.flip");
    good(&["records", "import", text(&lines), "--out", text(&again)]);
    assert_eq!(good(&["records", "cat", text(&again)]), good(&cat));
}

/// Everything that judges must refuse, with one message that has all parts.
fn refused(records: &Path, table: &Path, out: &Path, parts: &[&str]) {
    let by = ["--table", text(table)];
    for command in [
        &["report", text(records), "--out", text(out)][..],
        &["records", "show", text(records), "--game", "0"],
        &["records", "cat", text(records)],
    ] {
        bad(&[command, &by].concat(), 1, parts);
    }
}

#[test]
fn what_cannot_be_judged_is_explained_with_the_way_out() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let (table, records, out) = (path("hand3.table"), path("a.flip"), path("report"));
    solve("hand=3", &table);
    play("hexflip", "hand=3", ["greedy", "random"], &records);
    let refused = |records: &Path, table: &Path, parts: &[&str]| {
        refused(records, table, &out, parts);
    };

    // The command makes the table for these games, not for any.
    let none = path("none.table");
    let command = format!(
        "`flipside solve hexflip --rules hand=3 --out {}`",
        text(&none)
    );
    refused(&records, &none, &["there is no table at", &command]);

    let another = "`flipside solve hexflip --rules hand=3 --out FILE` makes one";
    refused(
        &records,
        &records,
        &["a.flip: this file is no Hexflip table", another],
    );
    let empty = path("empty.table");
    fs::write(&empty, "").unwrap();
    refused(
        &records,
        &empty,
        &["empty.table: this file is no Hexflip table", another],
    );
    refused(&records, dir.path(), &["the table cannot be read", another]);

    let whole = fs::read(&table).unwrap();
    let broken = |name: &str, change: &dyn Fn(&mut Vec<u8>)| -> PathBuf {
        let mut bytes = whole.clone();
        change(&mut bytes);
        let file = path(name);
        fs::write(&file, bytes).unwrap();
        file
    };
    for (name, file) in [
        (
            "cut.table",
            broken("cut.table", &|bytes| bytes.truncate(9_000)),
        ),
        (
            "end.table",
            broken("end.table", &|bytes| {
                let last = bytes.len() - 5;
                bytes[last] ^= 1;
            }),
        ),
        // The last layer is that of the start, which is always asked about.
        (
            "block.table",
            broken("block.table", &|bytes| {
                let last = bytes.len() - 13;
                bytes[last] ^= 1;
            }),
        ),
    ] {
        let again = format!(
            "remove the file, then `flipside solve hexflip --rules hand=3 --out {}`",
            text(&file)
        );
        refused(
            &records,
            &file,
            &[&format!("{name}: the table is "), &again],
        );
    }

    let other = path("hand2.table");
    solve("hand=2", &other);
    let parts = [
        "a.flip has games under the rules `hand=3`, but the table is for `hand=2`",
        "flipside solve hexflip --rules hand=3 --out FILE",
    ];
    refused(&records, &other, &parts);
    let swap = path("swap.flip");
    play("hexflip", "hand=3,swap=on", ["greedy", "random"], &swap);
    refused(
        &swap,
        &table,
        &["swap.flip cannot be judged", "leave out the table"],
    );
    let sayu = path("sayu.flip");
    play("sayu", "radius=1,tiles=mini", ["greedy", "random"], &sayu);
    let parts = ["sayu.flip: no games of hexflip", "leave the table out"];
    refused(&sayu, &table, &parts);

    // Beside games that can be judged, those of Sayū are left as they are.
    let report = ["report", text(&sayu), text(&records), "--out", text(&out)];
    good(&[&report[..], &["--table", text(&table)]].concat());
}
