//! `flipside tune`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use crate::common::{bad, command, good, words};

const CONFIG: &str = r#"
name = "small"
game = "hexflip"
seed = 5
agents = ["greedy"]
opening_turns = 3
tune = ["tempo_*", "hand_early"]
start = { hand_early = -100 }
check = { every = 4, pairs = 10 }
spsa = { steps = 12, pairs = 10 }

[confirmation]
agents = ["greedy"]
games = 60
"#;

fn written(folder: &Path, text: &str) -> String {
    let path = folder.join("tune.toml");
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_string()
}

#[test]
fn a_run_ends_with_weights_that_say_where_they_come_from() {
    let base = tempfile::tempdir().unwrap();
    let config = written(base.path(), CONFIG);
    let out = base.path().join("out");
    let out = out.to_str().unwrap();
    let said = good(&["tune", &config, "--out", out, "--progress", "never"]);
    assert!(
        said.contains("greedy: ") && said.contains("30 pairs"),
        "{said}"
    );
    let weights = format!("{out}/weights.toml");
    let text = fs::read_to_string(&weights).unwrap();
    for part in ["# Run small: spsa, seed 5", "pairs: LL", "confirmed"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    // What was written can be played with.
    let agent = format!("greedy:weights={weights}");
    let games = base.path().join("m.flip");
    let games = games.to_str().unwrap();
    let played = good(&words(&format!(
        "match hexflip --a {agent} --b random --games 4 --seed 1 --out {games} \
            --progress never"
    )));
    assert!(played.contains("A wins"), "{played}");
    let json: serde_json::Value =
        serde_json::from_slice(&fs::read(format!("{out}/tuning.json")).unwrap()).unwrap();
    assert_eq!(json["name"], "small");
    assert!(json["command"].is_null());
    let records = format!("{out}/confirmation-1-greedy.flip");
    good(&["records", "verify", &records]);

    // A second run does not take the place of the first; going on with a finished one changes nothing.
    let before = fs::read(format!("{out}/tuning.html")).unwrap();
    bad(&["tune", &config, "--out", out], 1, &["--resume"]);
    good(&words(&format!(
        "tune {config} --out {out} --resume --progress never --threads 1"
    )));
    assert_eq!(fs::read(format!("{out}/tuning.html")).unwrap(), before);
}

#[test]
fn bad_configurations_are_refused_before_anything_is_made() {
    let base = tempfile::tempdir().unwrap();
    let out = base.path().join("out");
    let refused = |from: &str, to: &str, parts: &[&str]| {
        assert!(CONFIG.contains(from), "{from}");
        let config = written(base.path(), &CONFIG.replace(from, to));
        bad(&["tune", &config, "--out", out.to_str().unwrap()], 1, parts);
        assert!(!out.exists());
    };
    refused(
        "tempo_*",
        "tempi_*",
        &["tune.toml", "line 7", "unknown parameter `tempi_*`"],
    );
    refused(
        "hand_early = -100",
        "hand_early = 1e9",
        &["invalid initial value 1000000000 of `hand_early`"],
    );
    refused("hand_early = -100", "hand_late = 1", &["not tuned"]);
    refused("hand_early = -100", "weights = \"nope\"", &["`nope`"]);
    refused(
        "[\"greedy\"]\nopening",
        "[\"random\"]\nopening",
        &["no weights to tune"],
    );
    refused(
        "[\"greedy\"]\nopening",
        "[\"mcts:ms=5\"]\nopening",
        &["budget in time"],
    );
    refused(
        "[\"greedy\"]\nopening",
        "[]\nopening",
        &["at least one agent"],
    );
    refused("spsa = {", "spsb = {", &["spsb"]);
    refused("steps = 12", "steps = 0", &["at least 1"]);
    refused(
        "\n[confirmation]",
        "cma-es = { generations = 3 }\n[confirmation]",
        &["line 11", "CMA-ES is not supported", "[spsa]"],
    );
    refused(
        "\n[confirmation]",
        "regression = { records = [\"a.flip\"] }\n[confirmation]",
        &["more than one method"],
    );
    refused("games = 60", "games = 60\nelo1 = -3", &["confirmation"]);
    refused(
        "games = 60",
        "games = 60000\nopening_turns = 2",
        &["opening_turns = 2"],
    );
    refused(
        "game = \"hexflip\"",
        "game = \"chess\"",
        &["line 3", "chess"],
    );
    let fit = |table: &str| {
        let text = CONFIG.replace("[\"greedy\"]\nopening", "[\"mcts\"]\nopening");
        text.replace("spsa = { steps = 12, pairs = 10 }", table)
    };
    for (table, parts) in [
        (
            "regression = { selfplay = { agent = \"greedy\", games = 50, opening_turns = 1 } }",
            &["50 games are too few", "100"][..],
        ),
        (
            "teacher = { judge = \"mcts\", batches = 3, games = 5 }",
            &["15 games are too few"],
        ),
        ("regression = {}", &["no games: expected"]),
        ("regression = { records = [\"none.flip\"] }", &["none.flip"]),
        (
            "regression = { records = [\"s.flip\"] }",
            &["games of sayu", "expected hexflip"],
        ),
        (
            "regression = { records = [\"v.flip\"] }",
            &["hand=6", "expected `standard`"],
        ),
        (
            "teacher = { judge = \"random\", batches = 0 }",
            &["batches"],
        ),
        (
            "teacher = { judge = \"mcts\", batches = 1, draws = 2.0 }",
            &["table"],
        ),
    ] {
        for (name, game, rules) in [("s.flip", "sayu", ""), ("v.flip", "hexflip", "hand=6")] {
            let path = base.path().join(name);
            if !path.exists() {
                good(&[
                    "match",
                    game,
                    "--rules",
                    rules,
                    "--a",
                    "random",
                    "--b",
                    "random",
                    "--games",
                    "2",
                    "--seed",
                    "1",
                    "--out",
                    path.to_str().unwrap(),
                    "--progress",
                    "never",
                ]);
            }
        }
        let config = written(base.path(), &fit(table));
        bad(&["tune", &config, "--out", out.to_str().unwrap()], 1, parts);
        assert!(!out.exists());
    }
    let setting = fit("teacher = { judge = \"mcts\", batches = 1 }").replace("tempo_*", "mcts.c");
    let config = written(base.path(), &setting);
    bad(
        &["tune", &config, "--out", out.to_str().unwrap()],
        1,
        &["`mcts.c`", "by games"],
    );

    let config = written(base.path(), CONFIG);
    good(&[
        "tune",
        &config,
        "--out",
        out.to_str().unwrap(),
        "--progress",
        "never",
    ]);
    let config = written(base.path(), &CONFIG.replace("seed = 5", "seed = 6"));
    bad(
        &["tune", &config, "--out", out.to_str().unwrap(), "--resume"],
        1,
        &["another configuration", "choose another folder"],
    );
}

/// All files of a folder and of those in it.
fn content(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(content(&path));
        } else {
            files.insert(path.file_name().unwrap().into(), fs::read(path).unwrap());
        }
    }
    files
}

#[test]
fn a_run_that_is_killed_again_and_again_ends_in_the_same_bytes() {
    let base = tempfile::tempdir().unwrap();
    let longer = CONFIG
        .replace("steps = 12", "steps = 200")
        .replace("games = 60", "games = 400");
    let config = written(base.path(), &longer);
    let out = |name: &str| base.path().join(name).to_str().unwrap().to_string();
    let whole = out("whole");
    good(&["tune", &config, "--out", &whole, "--progress", "never"]);
    let killed = out("killed");
    let line = format!("tune {config} --out {killed} --progress never --resume");
    let arguments = words(&line);
    let mut kills = 0;
    for milliseconds in [30, 60, 120, 240] {
        let mut child = command(&arguments)
            .stderr(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        kills += u32::from(child.try_wait().unwrap().is_none());
        let _ = child.kill();
        child.wait().unwrap();
    }
    assert!(kills > 0, "it was never at work when it was to be killed");
    good(&arguments);
    let (whole, killed) = (content(Path::new(&whole)), content(Path::new(&killed)));
    assert!(
        whole.keys().eq(killed.keys()),
        "{:?} {:?}",
        whole.keys(),
        killed.keys()
    );
    for (name, bytes) in &whole {
        assert!(*bytes == killed[name], "{} differs", name.display());
    }
}

#[test]
fn where_nothing_has_changed_there_is_nothing_to_confirm() {
    let base = tempfile::tempdir().unwrap();
    // Nothing can move far with such a gain.
    let idle = CONFIG.replace("pairs = 10 }\n\n", "pairs = 10, a = 1e-9 }\n\n");
    assert_ne!(idle, CONFIG);
    let config = written(base.path(), &idle);
    let out = base.path().join("out");
    let out = out.to_str().unwrap();
    good(&["tune", &config, "--out", out, "--progress", "never"]);
    let page = fs::read_to_string(format!("{out}/tuning.html")).unwrap();
    assert!(page.contains("there is nothing to confirm"), "{page}");
}
