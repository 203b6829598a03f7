//! Where and when games were played, which program it was, and how to play them again.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{command, good, root, run, text, words};
use serde_json::Value;

fn arguments(out: &Path) -> Vec<&str> {
    let match_of = "match hexflip --a greedy --b random --seed 5 --progress never --out";
    let mut arguments: Vec<&str> = match_of.split(' ').collect();
    arguments.push(text(out));
    arguments
}

/// Plays a number of games on a day of January 2026.
fn play_on(day: u64, games: &str, more: &[&str], out: &Path) -> String {
    let mut all = arguments(out);
    all.extend(["--games", games]);
    all.extend(more);
    let seconds = 1_767_225_600 + (day - 1) * 86_400;
    let output = command(&all)
        .env("SOURCE_DATE_EPOCH", seconds.to_string())
        .output()
        .unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

fn beside(record: &Path) -> std::path::PathBuf {
    record.with_file_name("m.flip.provenance.json")
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// The report of a record and what stands on standard error.
fn report(record: &Path, folder: &Path) -> (Value, String, String) {
    let ran = run(&["report", text(record), "--out", text(folder)]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    (json(&folder.join("report.json")), page, ran.err)
}

#[test]
fn the_version_names_the_commit() {
    let version = good(&["--version"]);
    let expected = format!("flipside {}", env!("CARGO_PKG_VERSION"));
    assert!(version.starts_with(&expected), "{version}");
    let root = root("");
    let git = Command::new("git")
        .args(["log", "-1", "--format=%h %cs", "--abbrev=10"])
        .current_dir(&root)
        .output();
    // Sources outside of a repository say what they know.
    if let Some(line) = git
        .ok()
        .filter(|git| git.status.success() && root.join(".git").exists())
    {
        let line = String::from_utf8(line.stdout).unwrap();
        let (hash, date) = line.trim().split_once(' ').unwrap();
        assert!(version.contains(&format!("(commit {hash}")), "{version}");
        assert!(
            version.trim_end().ends_with(&format!(", {date})")),
            "{version}"
        );
    }
}

#[test]
fn the_citation_names_a_version_a_commit_and_a_date() {
    let path = root("CITATION.cff");
    let citation = fs::read_to_string(path).unwrap();
    let value = |key: &str| {
        let line = citation.lines().find_map(|line| line.strip_prefix(key));
        line.unwrap_or_else(|| panic!("no {key}"))
            .trim()
            .to_string()
    };
    assert_eq!(value("version:"), env!("CARGO_PKG_VERSION"));
    let commit = value("commit:");
    assert!(commit.len() == 40 && commit.bytes().all(|b| b.is_ascii_hexdigit()));
    let date = value("date-released:").trim_matches('"').to_string();
    let parts: Vec<&str> = date.split('-').collect();
    assert!(matches!(parts.as_slice(), [y, m, d] if y.len() == 4 && m.len() == 2 && d.len() == 2));
}

#[test]
fn sessions_stand_beside_the_record_and_in_the_report() {
    let dir = tempfile::tempdir().unwrap();
    let (record, out) = (dir.path().join("m.flip"), dir.path().join("report"));
    play_on(1, "20", &[], &record);
    let first = json(&beside(&record));
    let session = &first["sessions"][0];
    assert_eq!(session["began"], "2026-01-01T00:00:00Z");
    assert_eq!(session["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!([&session["games_before"], &session["games_after"]], [0, 20]);
    assert!(session["threads"].as_u64().unwrap() > 0);
    assert!(
        session["system"]
            .as_str()
            .unwrap()
            .contains(std::env::consts::ARCH)
    );
    let (one_day, page, _) = report(&record, &out);
    let played = &one_day["groups"][0]["provenance"]["played"];
    assert_eq!(played.as_array().unwrap().len(), 1);
    for key in [
        "program_version",
        "processor",
        "system",
        "first_day",
        "last_day",
    ] {
        let text = played[0][key].as_str();
        assert!(text.is_none_or(|text| page.contains(text)), "{key}");
    }
    assert!(page.contains("2026-01-01 by flipside"));

    // Gone on with on another day; and finished, when nothing is played.
    play_on(3, "40", &["--resume"], &record);
    play_on(9, "40", &["--resume"], &record);
    let sessions = json(&beside(&record));
    assert_eq!(sessions["sessions"].as_array().unwrap().len(), 2);
    assert_eq!(sessions["sessions"][0], *session);
    assert_eq!(sessions["sessions"][1]["games_before"], 20);
    let (two_days, page, _) = report(&record, &out);
    let played = &two_days["groups"][0]["provenance"]["played"];
    assert_eq!(played.as_array().unwrap().len(), 1);
    assert_eq!(played[0]["last_day"], "2026-01-03");
    assert!(page.contains("2026-01-01 to 2026-01-03 by flipside"));

    // The record is that of a run without any interruption, on whatever day.
    let whole = dir.path().join("whole.flip");
    play_on(4, "40", &[], &whole);
    assert!(fs::read(&record).unwrap() == fs::read(&whole).unwrap());
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 5);

    // Nothing need stand there.
    fs::remove_file(beside(&record)).unwrap();
    let (without, _, err) = report(&record, &out);
    assert_eq!(
        without["groups"][0]["provenance"]["played"]
            .as_array()
            .unwrap()
            .len(),
        0
    );
    assert!(!err.contains("note:"), "{err}");
}

#[test]
fn what_stands_beside_and_cannot_be_read_is_a_note() {
    let dir = tempfile::tempdir().unwrap();
    let (record, out) = (dir.path().join("m.flip"), dir.path().join("report"));
    play_on(1, "20", &[], &record);
    fs::write(beside(&record), "{\"sessions\": 7}").unwrap();
    let (read, page, err) = report(&record, &out);
    assert!(
        err.contains("note:") && err.contains("m.flip.provenance.json"),
        "{err}"
    );
    let unknown = &read["groups"][0]["provenance"]["played_unknown"];
    assert_eq!(unknown.as_array().unwrap().len(), 1);
    assert!(page.contains("m.flip.provenance.json"));
    // It is left as it is, and the games are played all the same.
    let err = play_on(2, "40", &["--resume"], &record);
    assert!(err.contains("note:"), "{err}");
    assert_eq!(
        fs::read_to_string(beside(&record)).unwrap(),
        "{\"sessions\": 7}"
    );
    // A new record beside what an earlier one has left begins anew.
    fs::remove_file(&record).unwrap();
    play_on(5, "20", &[], &record);
    assert_eq!(
        json(&beside(&record))["sessions"].as_array().unwrap().len(),
        1
    );
}

const ROUND_ROBIN: &str = r#"
name = "several"
seed = 8

[[tournament]]
name = "all"
game = "hexflip"
rules = "hand=8"
format = "round-robin"
agents = ["greedy", "random", "uct:nodes=20"]
games = 24
opening_turns = 3
annotate = true

[[tournament]]
name = "base"
game = "sayu"
rules = "radius=2"
format = "gauntlet"
agents = ["random", "greedy", "uct:nodes=2"]
games = 8
max_turns = 500
"#;

#[test]
fn round_robins_and_gauntlets_can_be_played_again() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("several.toml"), ROUND_ROBIN).unwrap();
    let file = dir.path().join("several.toml");
    let out = dir.path().join("out");
    good(&words(&format!(
        "run {} --out {} --progress never",
        file.display(),
        out.display()
    )));
    let report = json(&out.join("report.json"));
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    for (tournament, name) in report["tournaments"]
        .as_array()
        .unwrap()
        .iter()
        .zip(["all", "base"])
    {
        let commands = tournament["provenance"]["commands"].as_array().unwrap();
        assert_eq!(commands.len(), 1, "{commands:?}");
        let folder = dir.path().join(format!("again-{name}"));
        fs::create_dir(&folder).unwrap();
        let program = Path::new(env!("CARGO_BIN_EXE_flipside")).parent().unwrap();
        let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
        let again = Command::new("sh")
            .args(["-c", commands[0].as_str().unwrap()])
            .current_dir(&folder)
            .env("PATH", path)
            .output()
            .unwrap();
        assert!(
            again.status.success(),
            "{}",
            String::from_utf8_lossy(&again.stderr)
        );
        let first = fs::read(out.join(format!("records/{name}.flip"))).unwrap();
        let second = fs::read(folder.join("again/records/again.flip")).unwrap();
        assert!(first == second, "{name}: other games");
    }
    // Said once, with the tournament.
    assert_eq!(page.matches("flipside run again.toml").count(), 2);
}

#[test]
fn agents_in_the_table_of_stronger_ones_are_agents() {
    use flipside_ai::Spec;
    let root = root("");
    let table = fs::read_to_string(root.join("data/levels/stronger.tsv")).unwrap();
    let measured = fs::read_to_string(root.join("docs/strength.md")).unwrap();
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for row in rows {
        let columns: Vec<&str> = row.split('\t').collect();
        let [_, agent, stronger, won, lost, drawn] = columns.as_slice() else {
            panic!("{row}");
        };
        for spec in [agent, stronger] {
            assert_eq!(spec.parse::<Spec>().unwrap().to_string(), **spec);
        }
        let figures = format!("{won} / {lost} / {drawn}");
        assert!(
            measured.contains(&figures),
            "docs/strength.md has no {figures}"
        );
        let [won, lost, drawn] = [won, lost, drawn].map(|n| n.parse::<f64>().unwrap());
        let score = (won + drawn / 2.0) / (won + lost + drawn);
        assert!(score > 0.7, "{row}");
        count += 1;
    }
    assert!(count > 8);
}
