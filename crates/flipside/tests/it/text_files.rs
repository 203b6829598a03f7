//! Text files as editors of other systems write them, and paths that are links to nothing.

use std::fs;
use std::path::Path;

use crate::common::{bad, good, run, text, words};

/// The text with a byte order mark and CR LF.
fn as_elsewhere(text: &str) -> Vec<u8> {
    let lines = text.replace('\n', "\r\n");
    [b"\xef\xbb\xbf", lines.as_bytes()].concat()
}

/// Every kind of text input, and a command that reads it as `FILE` and may write `OUT`.
fn inputs() -> Vec<(&'static str, String, &'static str)> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let weights = repository.join("crates/ai/data/weights/sayu/fitted.toml");
    let games = tempfile::tempdir().unwrap();
    let games = games.path().join("games.flip");
    good(&words(&format!(
        "match hexflip --a random --b random --games 2 --seed 1 --progress never --out {}",
        games.display()
    )));
    vec![
        (
            "tile set",
            "name: mine\n025 135 # a remark\n136 246 027 357 037 147\n".to_string(),
            "turns sayu --rules radius=1,tiles=FILE",
        ),
        (
            "openings",
            "# a remark\nc3 b2+d4\na1\n".to_string(),
            "match hexflip --a greedy --b random --openings FILE --games 4 --seed 1 --progress never \
             --out OUT",
        ),
        (
            "experiment",
            "name = \"x\"\nseed = 4\n[[tournament]]\nname = \"all\"\ngame = \"hexflip\"\n\
             format = \"match\"\nagents = [\"greedy\", \"random\"]\ngames = 4\n"
                .to_string(),
            "run FILE --progress never --out OUT",
        ),
        (
            "faulty experiment",
            "name = \"x\"\nseed = 4\n[[tournament]]\nnames = \"all\"\n".to_string(),
            "run FILE --out OUT",
        ),
        (
            "faulty tuning configuration",
            "name = \"x\"\nseed = 4\ngame = \"go\"\n".to_string(),
            "tune FILE --out OUT",
        ),
        (
            "rule sets",
            "rule-sets = [\n  \"hand=1\", # a remark\n]\n".to_string(),
            "solve hexflip --rule-sets FILE --progress never",
        ),
        (
            "weights",
            fs::read_to_string(weights).unwrap(),
            "best sayu --agent greedy:weights=FILE",
        ),
        (
            "games",
            good(&["records", "cat", text(&games)]),
            "records import FILE --out OUT",
        ),
    ]
}

#[test]
fn byte_order_marks_and_cr_lf_change_nothing() {
    for (kind, content, command) in inputs() {
        let ran = [content.clone().into_bytes(), as_elsewhere(&content)].map(|bytes| {
            let dir = tempfile::tempdir().unwrap();
            // The same path in both runs, relative to the folder.
            let file = dir.path().join("input.txt");
            fs::write(&file, bytes).unwrap();
            let line = command
                .replace("FILE", text(&file))
                .replace("OUT", text(&dir.path().join("out")));
            let ran = run(&words(&line));
            let record = fs::read(dir.path().join("out")).ok();
            // A path to weights names the content of the file.
            let clean = |text: String| text.replace(dir.path().to_str().unwrap(), "DIR");
            (ran.code, clean(ran.out), clean(ran.err), record)
        });
        let [here, elsewhere] = ran;
        assert_eq!(
            here.0 != 0,
            kind.starts_with("faulty"),
            "{kind}: {}",
            here.2
        );
        assert_eq!(here, elsewhere, "{kind}");
    }
}

#[test]
fn other_encodings_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("input.txt");
    let utf_16: Vec<u8> = "\u{feff}name"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for (bytes, part) in [
        (utf_16, "UTF-16; save it as UTF-8"),
        (b"name = \"\xe4\"".to_vec(), "not UTF-8 (byte 8)"),
    ] {
        fs::write(&file, bytes).unwrap();
        bad(
            &["run", text(&file), "--out", "out"],
            1,
            &["input.txt", part],
        );
    }
}

#[cfg(unix)]
#[test]
fn links_to_nothing_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let link = dir.path().join("link");
    std::os::unix::fs::symlink(dir.path().join("nothing"), &link).unwrap();
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let experiment = repository.join("data/experiments/quickstart.toml");
    let tuning = repository.join("data/experiments/tune-sayu.toml");
    for command in [
        "match hexflip --a random --b random --games 2 --seed 1 --out LINK",
        "openings hexflip --agent uct:nodes=50 --count 2 --seed 1 --out LINK",
        "run EXPERIMENT --out LINK",
        "tune TUNING --out LINK",
        "report x.flip --out LINK",
    ] {
        let line = command
            .replace("LINK", text(&link))
            .replace("EXPERIMENT", text(&experiment))
            .replace("TUNING", text(&tuning));
        bad(
            &words(&line),
            1,
            &["is a link to", "nothing, which does not exist"],
        );
        assert!(link.is_symlink() && !link.exists());
    }
}

#[test]
fn counts_beyond_the_arithmetic_are_refused() {
    for line in [
        "elo --wld 9007199254740993,1,1",
        "elo --pairs 9007199254740992,1,1,1,1",
        "elo --wld 18446744073709551615,18446744073709551615,1",
        "sprt --model logistic --elo0 0 --elo1 5 --wld 9007199254740992,1,0",
    ] {
        bad(&words(line), 1, &["more than 2^53"]);
    }
    good(&words("elo --wld 9007199254740990,1,1"));
}
