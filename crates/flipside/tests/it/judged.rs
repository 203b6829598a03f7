//! Games judged by a table: report, records show, records cat.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{bad, good, json, text};
use serde_json::Value;

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

/// What `records show` says of a turn by its value, cost and lengthening in a line of `records cat`.
fn remark(value: &Value, cost: &Value, longer: &Value) -> String {
    let cost = cost.as_str().map_or_else(String::new, |cost| {
        format!(" ({})", cost.replace('-', " → "))
    });
    let longer = match longer.as_u64() {
        None => String::new(),
        Some(1) => " (1 turn longer than the shortest)".to_string(),
        Some(n) => format!(" ({n} turns longer than the shortest)"),
    };
    value.as_str().unwrap().to_string() + &cost + &longer
}

#[test]
fn drawn_games_say_what_their_lines_say() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let (table, records) = (path("hand3.table"), path("a.flip"));
    solve("hand=3", &table);
    play("hexflip", "hand=3", ["random", "random"], &records);
    let by = ["--table", text(&table)];
    let lines = good(&[&["records", "cat", text(&records)], &by[..]].concat());
    let mut endings = Vec::new();
    for line in lines.lines().map(json) {
        let (id, opening) = (line["id"].to_string(), line["opening"].as_u64().unwrap());
        let show = ["records", "show", text(&records), "--game", &id];
        let drawn = good(&[&show[..], &by].concat());
        let shown: Vec<&str> = drawn
            .lines()
            .filter_map(|line| line.split_once("; by the table "))
            .map(|(_, words)| words)
            .collect();
        let list = |key: &str| line[key].as_array().unwrap().clone();
        let (values, costs, longer) = (list("table"), list("cost"), list("longer"));
        let expected: Vec<String> = (0..values.len())
            .map(|i| remark(&values[i], &costs[i], &longer[i]))
            .collect();
        assert_eq!(shown, expected);
        let ending = drawn.trim_end().rsplit_once("\ndecided: ").unwrap().1;
        let has_winner = line["outcome"] == "first" || line["outcome"] == "second";
        let expected = match line["decided"].as_u64() {
            Some(0) => "from the start".to_owned(),
            Some(n) if n <= opening => format!("by turn {n}, of the opening"),
            Some(n) => format!("by turn {n}"),
            None if has_winner => "by no turn, as the winner's position was not won".to_owned(),
            None => "by no turn, because nobody won".to_owned(),
        };
        assert_eq!(ending, expected);
        endings.push(ending.split(' ').take(2).collect::<Vec<_>>().join(" "));
    }
    endings.sort_unstable();
    endings.dedup();
    assert!(endings.contains(&"by turn".to_string()), "{endings:?}");
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
        &["a.flip: not a Hexflip table", another],
    );
    let empty = path("empty.table");
    fs::write(&empty, "").unwrap();
    refused(
        &records,
        &empty,
        &["empty.table: not a Hexflip table", another],
    );
    refused(&records, dir.path(), &["cannot read the table", another]);

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
        &["no table has the rules of", "remove --table"],
    );
    let sayu = path("sayu.flip");
    play("sayu", "radius=1,tiles=mini", ["greedy", "random"], &sayu);
    let parts = ["sayu.flip: no games of hexflip", "remove --table"];
    refused(&sayu, &table, &parts);

    // Beside games that can be judged, those of Sayū are left as they are.
    let report = ["report", text(&sayu), text(&records), "--out", text(&out)];
    good(&[&report[..], &["--table", text(&table)]].concat());
}
