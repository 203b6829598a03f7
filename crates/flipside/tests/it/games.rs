//! Matches, experiments, records and reports, as scripts use them.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::Stdio;

use crate::common::{bad, command, good, json, report, run, text, words};
use serde_json::Value;

/// The command of a small match, its progress not shown.
fn small_match(out: &Path) -> Vec<&str> {
    let mut arguments: Vec<&str> =
        "match hexflip --a uct:nodes=30 --b greedy --games 60 --seed 7 --progress never --out"
            .split(' ')
            .collect();
    arguments.push(text(out));
    arguments
}

/// A small match, recorded.
fn play(out: &Path, more: &[&str]) -> String {
    let mut arguments = small_match(out);
    arguments.extend(more);
    good(&arguments)
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let dir = tempfile::tempdir().unwrap();
    let [one, two] = ["one.flip", "two.flip"].map(|name| dir.path().join(name));
    let line = play(&one, &["--threads", "1"]);
    assert_eq!(play(&two, &["--threads", "2", "--annotate"]), line);
    let words: Vec<&str> = line
        .trim_end()
        .rsplit('\n')
        .next()
        .unwrap()
        .split(' ')
        .collect();
    assert_eq!(
        [words[0], words[1], words[3], words[5], words[7], words[9]],
        ["A", "wins", "losses", "draws", "unfinished", "void"]
    );
    let games: u64 = [2, 4, 6, 8, 10]
        .iter()
        .map(|&i| words[i].parse::<u64>().unwrap())
        .sum();
    assert_eq!(games, 60);
    fs::remove_file(&two).unwrap();
    play(&two, &["--threads", "2"]);
    assert!(fs::read(&one).unwrap() == fs::read(&two).unwrap());

    let info: Value = json(&good(&["records", "info", text(&one)]));
    assert_eq!(info["game"], "hexflip");
    assert_eq!(info["rules"], "standard");
    assert_eq!(info["games"], 60);
    assert_eq!(info["unfinished"], 0);
    assert_eq!(info["void"], 0);
    assert_eq!(info["complete"], true);
    assert_eq!(info["format_version"], 1);
    assert_eq!(info["bytes"], fs::metadata(&one).unwrap().len());

    let json = play(&dir.path().join("three.flip"), &["--format", "json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["wins"], words[2].parse::<u64>().unwrap());
}

#[test]
fn records_are_converted_there_and_back() {
    let dir = tempfile::tempdir().unwrap();
    let [played, imported, lines] =
        ["played.flip", "imported.flip", "lines.jsonl"].map(|name| dir.path().join(name));
    play(&played, &["--annotate"]);
    let cat = good(&["records", "cat", text(&played)]);
    assert_eq!(cat.lines().count(), 60);
    let first: Value = serde_json::from_str(cat.lines().next().unwrap()).unwrap();
    for key in [
        "id", "game", "rules", "first", "second", "seed", "opening", "turns", "outcome", "reason",
        "value", "nodes", "depth",
    ] {
        assert!(!first[key].is_null(), "no {key} in {first}");
    }
    assert_eq!(first["opening"], 2);
    fs::write(&lines, &cat).unwrap();
    good(&["records", "import", text(&lines), "--out", text(&imported)]);
    assert_eq!(good(&["records", "cat", text(&imported)]), cat);
    good(&["records", "verify", text(&played), text(&imported)]);
    let shown = good(&["records", "show", text(&played), "--game", "3"]);
    assert!(shown.contains("in hand"), "{shown}");

    bad(
        &["records", "import", text(&lines), "--out", text(&imported)],
        1,
        &["already exists"],
    );
    bad(
        &["records", "show", text(&played), "--game", "60"],
        1,
        &["no game 60"],
    );
    fs::write(&lines, cat.replacen("\"turns\":[\"", "\"turns\":[\"a9+", 1)).unwrap();
    let other = dir.path().join("other.flip");
    bad(
        &["records", "import", text(&lines), "--out", text(&other)],
        1,
        &["line 1", "turn 1"],
    );
    assert!(!other.exists());
}

#[test]
fn broken_records_are_refused_by_every_command() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("broken.flip");
    play(&path, &[]);
    let good_bytes = fs::read(&path).unwrap();
    let report = dir.path().join("report");
    let all = |parts: &[&str]| {
        let file = text(&path);
        bad(&["records", "info", file], 1, parts);
        bad(&["records", "verify", file], 1, parts);
        bad(&["report", file, "--out", text(&report)], 1, parts);
        assert!(!report.join("report.html").exists());
    };
    fs::write(&path, "").unwrap();
    all(&["broken.flip", "header"]);
    fs::write(&path, "{\"some\": \"json\"}").unwrap();
    all(&["not a record file"]);
    let mut flipped = good_bytes.clone();
    flipped[good_bytes.len() / 2] ^= 16;
    fs::write(&path, &flipped).unwrap();
    all(&["damaged at byte"]);
    fs::remove_file(&path).unwrap();
    all(&["broken.flip", "No such file"]);

    // A run that ended at the end of a block is whole as far as it goes.
    let ends = (1..good_bytes.len()).rev().find(|&cut| {
        fs::write(&path, &good_bytes[..cut]).unwrap();
        let info: Value = json(&good(&["records", "info", text(&path)]));
        info["complete"] == true
    });
    assert!(ends.is_some());
    let verified = good(&["records", "verify", text(&path)]);
    assert!(verified.contains("is not complete"), "{verified}");
    good(&["report", text(&path), "--out", text(&report)]);
    let page = fs::read_to_string(report.join("report.html")).unwrap();
    assert!(page.contains("of an unfinished run"));

    // A torn tail is told by info, and an error where games would be missing unseen.
    fs::write(&path, &good_bytes[..good_bytes.len() - 40]).unwrap();
    let info: Value = json(&good(&["records", "info", text(&path)]));
    assert_eq!(info["complete"], false);
    bad(
        &["records", "verify", text(&path)],
        1,
        &["torn tail", "--resume"],
    );
    play(&path, &["--resume"]);
    assert!(fs::read(&path).unwrap() == good_bytes);
}

#[test]
fn what_exists_is_not_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("match.flip");
    play(&path, &[]);
    bad(&small_match(&path), 1, &["already exists", "--resume"]);
    let nowhere = dir.path().join("no/such/folder/match.flip");
    let arguments = [
        "match",
        "sayu",
        "--a",
        "random",
        "--b",
        "greedy",
        "--games",
        "2",
        "--seed",
        "1",
        "--out",
        text(&nowhere),
    ];
    bad(&arguments, 1, &["no/such/folder", "create it first"]);
    let occupied = dir.path().join("match.flip/report");
    bad(
        &["report", text(&path), "--out", text(&occupied)],
        1,
        &["match.flip/report"],
    );
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("many.flip");
    let line = format!(
        "match hexflip --a random --b random --games 20000 --seed 1 --progress never \
            --out {}",
        path.display()
    );
    let arguments = words(&line);
    good(&arguments);
    let mut child = command(&["records", "cat", text(&path)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut some = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut some).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

const EXPERIMENT: &str = r#"
name = "small"
seed = 4

[[tournament]]
name = "hexflip-selfplay"
game = "hexflip"
format = "selfplay"
agents = ["uct:nodes=20"]
games = 60
control = true

[[tournament]]
name = "sayu-match"
game = "sayu"
rules = "radius=2"
format = "match"
agents = ["uct:nodes=10", "greedy"]
games = 10
"#;

#[test]
fn an_experiment_goes_on_where_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("small.toml");
    fs::write(&file, EXPERIMENT).unwrap();
    let out = dir.path().join("out");
    let line = format!(
        "run {} --out {} --progress never",
        file.display(),
        out.display()
    );
    let arguments = words(&line);
    assert!(good(&arguments).contains("report.html"));
    let names = [
        "report.html",
        "report.json",
        "records/hexflip-selfplay.flip",
        "records/hexflip-selfplay-control.flip",
        "records/sayu-match.flip",
    ];
    let before = names.map(|name| fs::read(out.join(name)).unwrap());

    // As if it had been killed during its second tournament.
    let cut = &before[3][..before[3].len() / 2];
    fs::write(out.join(names[3]), cut).unwrap();
    for name in [names[0], names[1], names[4]] {
        fs::remove_file(out.join(name)).unwrap();
    }
    good(&arguments);
    for (name, before) in names.iter().zip(&before) {
        assert!(
            fs::read(out.join(name)).unwrap() == *before,
            "{name} differs"
        );
    }

    let report: Value = serde_json::from_slice(&before[1]).unwrap();
    let groups = report["groups"].as_array().unwrap();
    assert_eq!(groups.len(), 2);
    let tally = |key: &str| groups[0]["tally"][key].as_u64().unwrap();
    assert_eq!(tally("first_wins") + tally("second_wins"), 60);
    assert!(!groups[0]["control"].is_null());
    let page = String::from_utf8(before[0].clone()).unwrap();
    assert!(page.contains("Hexflip") && page.contains("Sayū") && page.contains("radius=2"));
    for loads in ["src=\"http", "href=\"http", "url(http", "@import"] {
        assert!(
            !page.contains(loads),
            "the page loads something from elsewhere"
        );
    }

    let taken = EXPERIMENT.replace("sayu-match", "hexflip-selfplay-control");
    fs::write(&file, taken).unwrap();
    bad(&arguments, 1, &["line 14", "`hexflip-selfplay-control`"]);
    fs::write(&file, "name = \"empty\"\nseed = 1\n").unwrap();
    bad(&arguments, 1, &["`tournament`", "no tournament"]);
    fs::write(&file, EXPERIMENT.replace("seed = 4", "seed = 5")).unwrap();
    bad(&arguments, 1, &["another experiment", "another folder"]);
    fs::write(&file, EXPERIMENT.replace("\"greedy\"", "\"gready\"")).unwrap();
    bad(&arguments, 1, &["line 18", "`agents`", "gready"]);
}

#[test]
fn the_same_game_twice_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let [one, copy, other] =
        ["one.flip", "copy.flip", "other.flip"].map(|name| dir.path().join(name));
    play(&one, &[]);
    fs::copy(&one, &copy).unwrap();
    let report = dir.path().join("report");
    bad(
        &["report", text(&one), text(&copy), "--out", text(&report)],
        1,
        &["game 0", "one.flip", "copy.flip"],
    );
    // The same schedule and seed, as another program version would have played it.
    let mut reader = flipside_records::Reader::open(&one).unwrap();
    let mut header = reader.header().clone();
    header.behaviour += 1;
    let mut writer = flipside_records::Writer::new(Vec::new(), &header).unwrap();
    while let Some(block) = reader.next_block().unwrap() {
        for game in block.decode(&header).unwrap() {
            writer.push(game).unwrap();
        }
    }
    fs::write(&other, writer.finish().unwrap()).unwrap();
    bad(
        &["report", text(&one), text(&other), "--out", text(&report)],
        1,
        &["fingerprints", "behaviour version"],
    );
    assert!(!report.join("report.html").exists());
    let ran = run(&["report", text(&one), "--out", text(&report)]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for name in ["report.html", "report.json", "plots"] {
        assert!(report.join(name).exists());
    }
}

#[test]
fn a_share_that_says_nothing_about_the_seats_has_no_verdict() {
    let dir = tempfile::tempdir().unwrap();
    let [swapped, fixed] = ["swapped.flip", "fixed.flip"].map(|name| dir.path().join(name));
    for (path, more) in [(&swapped, None), (&fixed, Some("--fixed-seats"))] {
        let line = format!(
            "match hexflip --a greedy --b random --games 300 --seed 1 --progress \
                never --out {}",
            path.display()
        );
        let mut arguments = words(&line);
        arguments.extend(more);
        good(&arguments);
    }
    let verdict = |records: &Path| report(&[records])["groups"][0]["verdict"].clone();
    // Unequal agents with swapped seats score about one half from both, which is no balance.
    let swapped = verdict(&swapped);
    assert_ne!(swapped["verdict"], "balanced", "{swapped}");
    assert!(swapped["seats"]["range"].is_object(), "{swapped}");
    assert_eq!(verdict(&fixed)["why"], "fixed_seats");
}

#[test]
fn the_margin_of_a_report_can_be_chosen() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("random.flip");
    let arguments = "match hexflip --a random --b random --games 1000 --seed 1 --out";
    let mut arguments: Vec<&str> = arguments.split(' ').collect();
    arguments.push(text(&file));
    good(&arguments);
    let folder = dir.path().join("report");
    let report = ["report", text(&file), "--out", text(&folder)];
    let verdict = |margin: &[&str]| -> Value {
        good(&[&report[..], margin].concat());
        let json = fs::read(folder.join("report.json")).unwrap();
        let json: Value = serde_json::from_slice(&json).unwrap();
        json["groups"][0]["verdict"].clone()
    };
    let wide = verdict(&["--margin", "20"]);
    assert_eq!(
        (&wide["verdict"], &wide["margin"]),
        (&"balanced".into(), &0.2.into())
    );
    let usual = verdict(&[]);
    assert_ne!(usual["verdict"], "balanced");
    assert_eq!(usual["margin"], 0.02);
    let wrong = [&report[..], &["--margin", "50"]].concat();
    bad(&wrong, 2, &["'50'", "--margin", "below 50"]);

    let experiment = dir.path().join("wrong.toml");
    fs::write(&experiment, "name = \"x\"\nseed = 1\nmargin = 0\n").unwrap();
    let out = dir.path().join("out");
    let arguments = ["run", text(&experiment), "--out", text(&out)];
    bad(&arguments, 1, &["line 3", "`margin`", "above 0"]);
}

#[test]
fn what_is_finished_is_not_touched_again() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("match.flip");
    let line = play(&path, &[]);
    let modified = fs::metadata(&path).unwrap().modified().unwrap();
    assert_eq!(play(&path, &["--resume"]), line);
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), modified);
}
