//! What `flipside records` does with good and with bad files.

mod support;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flipside_records::commands::{CommandError, cat, import, info, show, verify};
use flipside_records::{End, EndReason, GameRecord, GameResult, Header};
use flipside_rules::{Game, RuleSet, Seat, hexflip, no_files, sayu};
use support::{CRASHED, cut_short, file, header, random_game};
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn write(folder: &TempDir, header: &Header, games: &[GameRecord]) -> PathBuf {
    let path = folder.path().join("games.flip");
    std::fs::write(&path, file(header, games)).unwrap();
    path
}

fn some<G: Game>() -> (Header, Vec<GameRecord>) {
    let mut games: Vec<_> = (0..20).map(random_game::<G>).collect();
    games[3] = cut_short::<G>(&games[3], 3, CRASHED);
    games[6] = cut_short::<G>(&games[6], 5, End::PLY_LIMIT);
    (header::<G>(8), games)
}

fn lines(path: &Path) -> String {
    let mut out = Vec::new();
    cat(path, None, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn verify_error(path: &Path) -> String {
    verify(path).unwrap_err().to_string()
}

/// The error of importing these lines, which must leave nothing behind.
fn import_error(lines: &str) -> String {
    let folder = folder();
    let from = folder.path().join("lines.jsonl");
    std::fs::write(&from, lines).unwrap();
    let error = import(&from, &folder.path().join("new.flip"), &no_files).unwrap_err();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    error.to_string()
}

#[test]
fn info_counts() {
    let folder = folder();
    let (header, games) = some::<hexflip::Game>();
    let path = write(&folder, &header, &games);
    let read = |path: &Path| -> serde_json::Value {
        let mut out = Vec::new();
        info(path, &mut out).unwrap();
        serde_json::from_slice(&out).unwrap()
    };
    let object = read(&path);
    for (key, value) in [
        ("games", 20),
        ("unfinished", 1),
        ("void", 1),
        ("format_version", 1),
        ("first_id", 0),
        ("last_id", 19),
        ("bytes", path.metadata().unwrap().len()),
        ("turns", games.iter().map(|g| g.turns.len() as u64).sum()),
    ] {
        assert_eq!(object[key], value, "{key}");
    }
    assert_eq!(object["game"], "hexflip");
    assert_eq!(object["rules"], "standard");
    assert_eq!(object["complete"], true);
    assert_eq!(object["finished"], true);

    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    let object = read(&path);
    assert_eq!(object["complete"], false);
    assert_eq!(object["finished"], false);
    assert_eq!(object["games"], 20);
    assert_eq!(object["bytes"], bytes.len() - 1);
}

#[test]
fn verify_replays_everything() {
    let folder = folder();
    let (header, games) = some::<sayu::Game>();
    let path = write(&folder, &header, &games);
    let verified = verify(&path).unwrap();
    let turns: usize = games.iter().map(|game| game.turns.len()).sum();
    assert_eq!((verified.games, verified.turns), (20, turns as u64));
    assert!(verified.finished);
}

type Change = fn(&mut GameRecord);

#[test]
fn verify_names_the_first_fault() {
    let folder = folder();
    let (header, games) = some::<hexflip::Game>();
    let with = |change: Change| {
        let mut games = games.clone();
        change(&mut games[17]);
        change(&mut games[9]);
        verify_error(&write(&folder, &header, &games))
    };
    let second_block = {
        let bytes = file(&header, &games);
        let after = |at: usize| {
            at + 36 + u32::from_le_bytes(bytes[at + 4..at + 8].try_into().unwrap()) as usize
        };
        format!("game 9, in the block at byte {}: ", after(after(16)))
    };
    let cases: [(Change, &str); 6] = [
        (
            |game| {
                let End { result, .. } = &mut game.end;
                *result = match *result {
                    GameResult::Win(seat) => GameResult::Win(seat.other()),
                    other => other,
                };
            },
            "the rules say",
        ),
        (
            |game| {
                game.end.reason = EndReason::Rule(u8::from(game.end.reason == EndReason::Rule(0)))
            },
            "the rules say",
        ),
        (
            |game| game.end = End::PLY_LIMIT,
            "the record says unfinished (ply-limit)",
        ),
        (
            |game| *game = cut_short::<hexflip::Game>(game, 3, game.end),
            "the rules say that the game is not over",
        ),
        (
            |game| game.turns.push::<hexflip::Game>(hexflip::Turn::SWAP),
            "`swap`, is not legal: the game is over",
        ),
        (
            |game| game.start = Some("3/4/5/4/3".to_string()),
            "the starting position",
        ),
    ];
    for (change, expected) in cases {
        let error = with(change);
        assert!(error.contains(&second_block), "{error}");
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_player_cannot_win_by_its_own_failure() {
    let folder = folder();
    let (header, games) = some::<hexflip::Game>();
    for reason in [EndReason::Illegal, EndReason::Timeout] {
        for seat in Seat::BOTH {
            let result = GameResult::Win(seat);
            // After three turns it is Second's.
            let game = cut_short::<hexflip::Game>(&games[0], 3, End { result, reason });
            let path = write(&folder, &header, &[game]);
            assert_eq!(verify(&path).is_ok(), seat == Seat::First);
        }
    }
}

#[test]
fn a_torn_tail_is_an_error_after_all_lines() {
    let folder = folder();
    let (header, games) = some::<hexflip::Game>();
    let path = write(&folder, &header, &games);
    let all = lines(&path);
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    let mut out = Vec::new();
    let error = cat(&path, None, &mut out).unwrap_err().to_string();
    assert!(error.contains("torn tail"), "{error}");
    assert!(error.starts_with(&path.display().to_string()), "{error}");
    assert_eq!(out, all.as_bytes());
    assert!(verify_error(&path).contains("torn tail"));
}

#[test]
fn damage_in_the_middle_comes_after_the_lines_before_it() {
    let folder = folder();
    let (header, games) = some::<hexflip::Game>();
    let path = write(&folder, &header, &games);
    let all = lines(&path);
    let mut bytes = std::fs::read(&path).unwrap();
    let last = bytes.len() - 60;
    bytes[last] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let mut out = Vec::new();
    let error = cat(&path, None, &mut out).unwrap_err().to_string();
    assert!(error.contains("is damaged at byte"), "{error}");
    let expected: String = all.split_inclusive('\n').take(16).collect();
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

#[test]
fn lines_have_their_keys_in_order() {
    let folder = folder();
    let (header, games) = some::<sayu::Game>();
    let path = write(&folder, &header, &games);
    let text = lines(&path);
    let first = text.lines().next().unwrap();
    let keys = [
        "id", "game", "rules", "first", "second", "seed", "opening", "turns", "outcome", "reason",
        "margin",
    ];
    let places: Vec<_> = keys
        .iter()
        .map(|key| first.find(&format!("\"{key}\":")).unwrap())
        .collect();
    assert!(places.is_sorted());
    let object: serde_json::Value = serde_json::from_str(first).unwrap();
    assert_eq!(object.as_object().unwrap().len(), keys.len());
    assert!(
        text.lines()
            .nth(3)
            .is_some_and(|line| !line.contains("margin"))
    );
}

fn imports_as_it_was(path: &Path) {
    let folder = folder();
    let text = lines(path);
    let from = folder.path().join("lines.jsonl");
    let to = folder.path().join("new.flip");
    std::fs::write(&from, &text).unwrap();
    let attachment = flipside_records::Reader::open(path)
        .unwrap()
        .header()
        .rules_attachment
        .clone();
    let load = |_: &str| attachment.clone().ok_or_else(|| "no file".to_string());
    let imported = import(&from, &to, &load).unwrap();
    assert_eq!(imported.games, text.lines().count() as u64);
    assert_eq!(lines(&to), text);
    assert!(verify(&to).unwrap().finished);
    // The folder holds just the two: nothing temporary stays.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn import_is_the_inverse_of_cat() {
    let folder = folder();
    let (header, games) = some::<hexflip::Game>();
    imports_as_it_was(&write(&folder, &header, &games));
    let (header, games) = some::<sayu::Game>();
    imports_as_it_was(&write(&folder, &header, &games));
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    imports_as_it_was(&fixtures.join("v1-hexflip.flip"));
    imports_as_it_was(&fixtures.join("v1-sayu.flip"));
}

#[test]
fn import_of_an_imported_file_gives_the_same_bytes() {
    let folder = folder();
    let (header, games) = some::<hexflip::Game>();
    let path = write(&folder, &header, &games);
    let mut before = Vec::new();
    for name in ["one", "two"] {
        let from = folder.path().join(name).with_extension("jsonl");
        let to = folder.path().join(name).with_extension("flip");
        // Blank lines, spaces and the order of keys do not count.
        let text = lines(&path).replace("{\"id\":", "\n { \"id\" : ");
        std::fs::write(&from, text).unwrap();
        import(&from, &to, &no_files).unwrap();
        let bytes = std::fs::read(&to).unwrap();
        assert!(before.is_empty() || before == bytes);
        before = bytes;
    }
}

#[test]
fn import_checks_every_line() {
    let (header, games) = some::<hexflip::Game>();
    let text = lines(&write(&folder(), &header, &games));
    let second = text.lines().nth(1).unwrap().to_string();
    let changed = |from: &str, to: &str| {
        assert!(second.contains(from), "{second}");
        import_error(&text.replacen(&second, &second.replacen(from, to, 1), 1))
    };
    let turns = second.split("\"turns\":[\"").nth(1).unwrap();
    let first_turn = turns.split('"').next().unwrap();
    let quoted = format!("\"{first_turn}\"");
    for (from, to, expected) in [
        ("\"id\":1,", "\"id\":0,", "game 0 comes after game 0"),
        ("\"id\":1,", "\"id\":1,\"id\":1,", "duplicate field `id`"),
        (
            "\"id\":1,",
            "\"id\":1,\"extra\":1,",
            "unknown field `extra`",
        ),
        ("\"id\":1,", "", "missing field `id`"),
        ("\"id\":1,", "\"id\":-1,", "invalid value"),
        ("\"opening\":2", "\"opening\":2000", "the opening is longer"),
        (
            "hexflip",
            "sayu",
            "`game` is `sayu`, but `hexflip` in the lines before",
        ),
        (
            "standard",
            "hand=7",
            "`rules` is `hand=7`, but `standard` in the lines before",
        ),
        ("\"outcome\":\"", "\"outcome\":\"no", "`outcome` is `no"),
        ("\"reason\":\"", "\"reason\":\"no", "`reason` is `no"),
        (
            "\"turns\":",
            "\"margin\":3,\"turns\":",
            "`margin` is 3, but must be none",
        ),
        (
            "\"turns\":",
            "\"value\":[0.5],\"turns\":",
            "`value` has 1 items, but there are",
        ),
        (
            "\"turns\":",
            "\"depth\":[],\"turns\":",
            "`depth` has 0 items, but there are",
        ),
        (
            "\"turns\":",
            "\"start\":\"3/4\",\"turns\":",
            "the starting position `3/4`",
        ),
        (
            "\"turns\":",
            "\"start\":\"3/4/5/4/3 x 8 8\",\"turns\":",
            "is the game's own starting position",
        ),
        (quoted.as_str(), "\"z9\"", "turn 1: `z9` is not a turn"),
        (
            quoted.as_str(),
            "\"a1-a3\"",
            "turn 1, `a1-a3`, is not legal",
        ),
        ("}", "", "EOF while parsing an object"),
    ] {
        let error = changed(from, to);
        assert!(error.contains("lines.jsonl, line 2: "), "{error}");
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn values_have_at_most_four_places() {
    let game = cut_short::<hexflip::Game>(&random_game::<hexflip::Game>(0), 1, End::PLY_LIMIT);
    let text = lines(&write(&folder(), &header::<hexflip::Game>(8), &[game]));
    let with =
        |value: &str| text.replace("\"outcome\"", &format!("\"value\":[{value}],\"outcome\""));
    for wrong in ["0.12345", "1.1", "-0.1", "2", "1e300"] {
        let error = import_error(&with(wrong));
        assert!(error.contains("at most four decimal places"), "{error}");
    }
    let folder = folder();
    for (i, right) in ["0", "1", "0.5", "0.0001", "0.9999"]
        .into_iter()
        .enumerate()
    {
        let from = folder.path().join("lines.jsonl");
        let to = folder.path().join(format!("{i}.flip"));
        std::fs::write(&from, with(right)).unwrap();
        import(&from, &to, &no_files).unwrap();
        assert!(lines(&to).contains(&format!(",\"value\":[{right}]}}")));
    }
}

#[test]
fn import_takes_no_wrong_files() {
    assert!(import_error("").contains("has no games"));
    assert!(import_error("\n\n").contains("has no games"));
    assert!(import_error("{}").contains("line 1: missing field `game`"));
    assert!(import_error("\u{89}PNG").contains("line 1: expected value"));
    let (header, games) = some::<hexflip::Game>();
    let text = lines(&write(&folder(), &header, &games));
    let error = import_error(&text.replace("\"rules\":\"standard\"", "\"rules\":\"hand=8\""));
    assert!(
        error.contains("line 1: `rules` must be written `standard`"),
        "{error}"
    );
    let error = import_error(&text.replace("\"game\":\"hexflip\"", "\"game\":\"chess\""));
    assert!(error.contains("line 1: unknown game `chess`"), "{error}");

    let folder = folder();
    let from = folder.path().join("lines.jsonl");
    std::fs::write(&from, &text).unwrap();
    let to = folder.path().join("new.flip");
    std::fs::write(&to, "mine").unwrap();
    let error = import(&from, &to, &no_files).unwrap_err();
    assert!(matches!(error, CommandError::Exists { .. }), "{error}");
    assert_eq!(std::fs::read(&to).unwrap(), b"mine");
    let nowhere = folder.path().join("missing/new.flip");
    assert!(import(&from, &nowhere, &no_files).is_err());
    assert!(import(&nowhere, &folder.path().join("new2.flip"), &no_files).is_err());
    assert!(import(folder.path(), &folder.path().join("new2.flip"), &no_files).is_err());
}

#[test]
fn show_draws_turn_by_turn() {
    let folder = folder();
    let (header, games) = some::<sayu::Game>();
    let path = write(&folder, &header, &games);
    let mut out = Vec::new();
    show(&path, 9, None, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(
        text.starts_with("game 9 of sayu, rules standard\n"),
        "{text}"
    );
    for part in [
        "(opening)\n",
        "\n48. Second: ",
        "\nposition: ",
        "\noutcome: ",
        "\nmargin: ",
    ] {
        assert!(text.contains(part), "{part}");
    }
    let error = show(&path, 20, None, &mut Vec::new()).unwrap_err();
    let range = "has no game 20; the numbers there go from 0 to 19";
    assert!(error.to_string().ends_with(range), "{error}");

    let with_gap: Vec<GameRecord> = games.into_iter().filter(|game| game.id != 5).collect();
    for (games, id, says) in [
        (
            &with_gap[..],
            5,
            "the numbers there go from 0 to 19 with gaps",
        ),
        (&with_gap[5..6], 5, "the only number there is 6"),
        (&[], 0, "the file has none at all"),
    ] {
        let path = write(&folder, &header, games);
        let error = show(&path, id, None, &mut Vec::new()).unwrap_err();
        assert!(error.to_string().ends_with(says), "{error}");
    }
}

#[test]
fn a_rule_set_brings_its_tiles_along() {
    let tiles = "name: few\n013 014 015 023 024 025 026 034\n";
    let load = |_: &str| Ok(tiles.to_string());
    let rules = sayu::Rules::parse("radius=1,tiles=few.tiles", &load).unwrap();
    let header = Header::new::<sayu::Game>(&rules);
    assert_eq!(header.rules_of::<sayu::Game>().unwrap(), rules);
    let mut without = header.clone();
    without.rules_attachment = None;
    let error = without.rules_of::<sayu::Game>().unwrap_err();
    assert!(error.to_string().contains("does not hold it"), "{error}");
}

type Command = fn(&Path, &mut dyn Write) -> Result<(), CommandError>;

/// Accepts nothing.
struct Closed(io::ErrorKind);

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_is_told_apart() {
    let folder = folder();
    let (header, games) = some::<hexflip::Game>();
    let path = write(&folder, &header, &games);
    let commands: [Command; 3] = [
        |path, out| cat(path, None, out),
        info,
        |path, out| show(path, 1, None, out),
    ];
    for command in commands {
        let error = command(&path, &mut Closed(io::ErrorKind::BrokenPipe)).unwrap_err();
        assert!(error.is_broken_pipe(), "{error}");
        let error = command(&path, &mut Closed(io::ErrorKind::StorageFull)).unwrap_err();
        assert!(!error.is_broken_pipe(), "{error}");
    }
}

#[test]
fn files_that_cannot_be_read_say_why() {
    let folder = folder();
    let missing = folder.path().join("missing.flip");
    for error in [
        verify(&missing).unwrap_err(),
        cat(&missing, None, &mut io::sink()).unwrap_err(),
        info(&missing, &mut io::sink()).unwrap_err(),
        show(&missing, 0, None, &mut io::sink()).unwrap_err(),
    ] {
        let text = error.to_string();
        assert!(text.starts_with(&missing.display().to_string()), "{text}");
        assert!(!error.is_broken_pipe());
    }
    let mut header = header::<hexflip::Game>(4);
    header.game = "chess".to_string();
    let path = write(&folder, &header, &[]);
    assert!(verify_error(&path).contains("unknown game `chess`"));
    // What it holds can be told all the same.
    assert!(info(&path, &mut io::sink()).is_ok());
}
