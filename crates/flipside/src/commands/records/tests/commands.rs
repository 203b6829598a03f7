//! All commands but for values of turns.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flipside_records::{End, EndReason, GameRecord, Header};
use flipside_rules::{FullGame, GameResult, Hexflip, Sayu, Seat, hexflip, no_attachments};
use tempfile::TempDir;

use super::fixtures::fixture;
use super::games::{CRASHED, SEED, cut_short, file, header, random_game, whole, whole_game};
use crate::cli::{TurnSpan, WhichGame};
use crate::commands::records::import::import;
use crate::commands::records::info::info;
use crate::commands::records::{Shown, cat, show, verify};
use crate::output::is_closed_pipe;

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn write(folder: &TempDir, header: &Header, games: &[GameRecord]) -> PathBuf {
    let path = folder.path().join("games.flip");
    std::fs::write(&path, file(header, games)).unwrap();
    path
}

fn some<G: FullGame>() -> (Header, Vec<GameRecord>) {
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
    let error = import(&from, &folder.path().join("new.flip"), &no_attachments).unwrap_err();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    error.to_string()
}

#[test]
fn info_counts() {
    let folder = folder();
    let (header, games) = some::<Hexflip>();
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
    let (header, games) = some::<Sayu>();
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
    let (header, games) = some::<Hexflip>();
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
            |game| *game = cut_short::<Hexflip>(game, 3, game.end),
            "the rules say that the game is not over",
        ),
        (
            |game| game.turns.push::<Hexflip>(hexflip::Turn::SWAP),
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
    let (header, games) = some::<Hexflip>();
    for reason in [EndReason::Illegal, EndReason::Timeout] {
        for seat in Seat::BOTH {
            let result = GameResult::Win(seat);
            // After three turns it is Second's.
            let game = cut_short::<Hexflip>(&games[0], 3, End { result, reason });
            let path = write(&folder, &header, &[game]);
            assert_eq!(verify(&path).is_ok(), seat == Seat::First);
        }
    }
}

#[test]
fn a_torn_tail_is_an_error_after_all_lines() {
    let folder = folder();
    let (header, games) = some::<Hexflip>();
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
    let (header, games) = some::<Hexflip>();
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
    let (header, games) = some::<Sayu>();
    let path = write(&folder, &header, &games);
    let text = lines(&path);
    let first = text.lines().next().unwrap();
    let keys = [
        "id", "game", "rules", "first", "second", "seed", "run_seed", "name", "opening", "turns",
        "outcome", "reason", "margin",
    ];
    let places: Vec<_> = keys
        .iter()
        .map(|key| first.find(&format!("\"{key}\":")).unwrap())
        .collect();
    assert!(places.is_sorted());
    let object: serde_json::Value = serde_json::from_str(first).unwrap();
    assert_eq!(object.as_object().unwrap().len(), keys.len());
    // With these, the number of a game is one of its own among those of several files.
    assert_eq!(object["run_seed"], SEED);
    assert_eq!(object["name"], "games");
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
    let (header, games) = some::<Hexflip>();
    imports_as_it_was(&write(&folder, &header, &games));
    let (header, games) = some::<Sayu>();
    imports_as_it_was(&write(&folder, &header, &games));
    imports_as_it_was(&fixture("v1-hexflip", "flip"));
    imports_as_it_was(&fixture("v1-sayu", "flip"));
}

#[test]
fn import_of_an_imported_file_gives_the_same_bytes() {
    let folder = folder();
    let (header, games) = some::<Hexflip>();
    let path = write(&folder, &header, &games);
    let mut before = Vec::new();
    for name in ["one", "two"] {
        let from = folder.path().join(name).with_extension("jsonl");
        let to = folder.path().join(name).with_extension("flip");
        // Blank lines, spaces and the order of keys do not count.
        let text = lines(&path).replace("{\"id\":", "\n { \"id\" : ");
        std::fs::write(&from, text).unwrap();
        import(&from, &to, &no_attachments).unwrap();
        let bytes = std::fs::read(&to).unwrap();
        assert!(before.is_empty() || before == bytes);
        before = bytes;
    }
}

#[test]
fn lines_that_name_no_run_stay_without() {
    let folder = folder();
    let (header, games) = some::<Hexflip>();
    let text = lines(&write(&folder, &header, &games));
    for (from, to) in [
        ("\"run_seed\":24301,\"name\":\"games\",", ""),
        ("\"run_seed\":24301,", ""),
        ("\"name\":\"games\",", ""),
        ("\"name\":\"games\"", "\"name\":\"my games, run_seed=3\""),
    ] {
        let given = text.replace(from, to);
        assert_ne!(given, text);
        let from = folder.path().join("given.jsonl");
        let to = folder.path().join("other.flip");
        std::fs::write(&from, &given).unwrap();
        import(&from, &to, &no_attachments).unwrap();
        assert_eq!(lines(&to), given);
        std::fs::remove_file(&to).unwrap();
    }
}

#[test]
fn import_checks_every_line() {
    let (header, games) = some::<Hexflip>();
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
        (
            "\"name\":\"games\"",
            "\"name\":\"others\"",
            "`name` is `others`, but `games` in the lines before: the games come from several runs",
        ),
        (
            "\"name\":\"games\",",
            "",
            "`name` is missing, but `games` in",
        ),
        (
            "\"run_seed\":24301,",
            "\"run_seed\":7,",
            "`run_seed` is 7, but 24301 in the lines before",
        ),
        (
            "\"name\":\"",
            "\"name\":\"\\n",
            "`name` has control characters",
        ),
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
        ("\"reason\":\"", "\"reason\":\"no", "invalid `reason` `no"),
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
fn opening_turns_that_agents_chose_are_counted() {
    let folder = folder();
    let (mut header, mut games) = some::<Hexflip>();
    header.schedule = "pairs opening=agents:1:random:1 max-turns=99".to_string();
    // A game that failed before any agent chose a turn.
    games[3] = cut_short::<Hexflip>(&games[3], 0, CRASHED);
    let path = write(&folder, &header, &games);
    let text = lines(&path);
    for (line, game) in text.lines().zip(&games) {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let chosen = line.get("agents_open").map(|n| n.as_u64().unwrap());
        assert_eq!(line["opening"], game.opening);
        assert_eq!(chosen, (game.opening > 0).then_some(1), "{line}");
    }
    imports_as_it_was(&path);
    let drawn = drawn(&path, &whole(0));
    assert_eq!(drawn.matches(" (opening)").count(), 1, "{drawn}");

    let second = text.lines().nth(1).unwrap();
    let other = second.replace("\"agents_open\":1", "\"agents_open\":2");
    let error = import_error(&text.replace(second, &other));
    let says = "line 1: `agents_open` is 1, but 2 in the other lines";
    assert!(error.contains(says), "{error}");
}

#[test]
fn values_have_at_most_four_places() {
    let game = cut_short::<Hexflip>(&random_game::<Hexflip>(0), 1, End::PLY_LIMIT);
    let text = lines(&write(&folder(), &header::<Hexflip>(8), &[game]));
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
        import(&from, &to, &no_attachments).unwrap();
        assert!(lines(&to).contains(&format!(",\"value\":[{right}]}}")));
    }
}

#[test]
fn import_takes_no_wrong_files() {
    assert!(import_error("").contains("has no games"));
    assert!(import_error("\n\n").contains("has no games"));
    assert!(import_error("{}").contains("line 1: missing field `id`"));
    assert!(import_error("\u{89}PNG").contains("line 1: expected value"));
    let (header, games) = some::<Hexflip>();
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
    let error = import(&from, &to, &no_attachments).unwrap_err();
    assert!(error.to_string().contains("already exists"), "{error}");
    assert_eq!(std::fs::read(&to).unwrap(), b"mine");
    let nowhere = folder.path().join("missing/new.flip");
    assert!(import(&from, &nowhere, &no_attachments).is_err());
    assert!(import(&nowhere, &folder.path().join("new2.flip"), &no_attachments).is_err());
    assert!(
        import(
            folder.path(),
            &folder.path().join("new2.flip"),
            &no_attachments
        )
        .is_err()
    );
}

#[test]
fn show_draws_turn_by_turn() {
    let folder = folder();
    let (header, games) = some::<Sayu>();
    let path = write(&folder, &header, &games);
    let mut out = Vec::new();
    show(&path, &whole(9), None, &mut out).unwrap();
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
    let error = show(&path, &whole(20), None, &mut Vec::new()).unwrap_err();
    let range = "no game 20; its games are numbered from 0 to 19";
    assert!(error.to_string().ends_with(range), "{error}");

    let with_gap: Vec<GameRecord> = games.into_iter().filter(|game| game.id != 5).collect();
    for (games, id, says) in [
        (
            &with_gap[..],
            5,
            "its games are numbered from 0 to 19, with gaps",
        ),
        (&with_gap[5..6], 5, "its only game has the number 6"),
        (&[], 0, "the file has no games"),
    ] {
        let path = write(&folder, &header, games);
        let error = show(&path, &whole(id), None, &mut Vec::new()).unwrap_err();
        assert!(error.to_string().ends_with(says), "{error}");
    }
}

/// What is shown of a game.
fn drawn(path: &Path, shown: &Shown) -> String {
    let mut out = Vec::new();
    show(path, shown, None, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn a_range_of_turns_is_drawn_with_small_boards() {
    let folder = folder();
    let (header, games) = some::<Sayu>();
    let path = write(&folder, &header, &games);
    let all = drawn(&path, &whole(9));
    let large = Shown {
        is_large: true,
        ..whole(9)
    };
    let large = drawn(&path, &large);
    assert!(large.lines().count() > 1700 && all.lines().count() < 640);
    // The same turns in both, in order.
    let turns = |text: &str| -> Vec<String> {
        let is_turn = |line: &&str| line.contains(". First: ") || line.contains(". Second: ");
        text.lines().filter(is_turn).map(str::to_string).collect()
    };
    assert_eq!(turns(&all), turns(&large));
    assert_eq!(turns(&all).len(), 48);
    assert_eq!(all.matches("to move: ").count(), 49);
    for (span, first, last, boards, left_out) in [
        ("10..12", 10, 12, 4, "\n(turns 1 to 9 are left out)\n"),
        ("10..12", 10, 12, 4, "\n(turns 13 to 48 are left out)\n"),
        ("..47", 1, 47, 48, "\n(turn 48 is left out)\n"),
        ("2..", 2, 48, 48, "\n(turn 1 is left out)\n"),
        ("48", 48, 48, 2, "\n(turns 1 to 47 are left out)\n"),
        ("47..99", 47, 48, 3, "\n(turns 1 to 46 are left out)\n"),
    ] {
        let shown = Shown {
            turns: span.parse().unwrap(),
            ..whole(9)
        };
        let text = drawn(&path, &shown);
        assert_eq!(turns(&text), turns(&all)[first - 1..last], "{span}");
        assert_eq!(text.matches("to move: ").count(), boards, "{span}: {text}");
        assert!(text.contains(left_out), "{span}: {text}");
        // The ending is always told.
        let ending = |text: &str| text.split("\nposition: ").nth(1).map(str::to_string);
        assert_eq!(ending(&text), ending(&all), "{span}");
    }
    let beyond = Shown {
        turns: TurnSpan {
            first: 49,
            last: None,
        },
        ..whole(9)
    };
    let error = show(&path, &beyond, None, &mut Vec::new()).unwrap_err();
    let says = "game 9 has no turn 49; its turns are numbered from 1 to 48";
    assert!(error.to_string().ends_with(says), "{error}");
}

#[test]
fn typical_and_shortest_games_are_found() {
    fn check<G: FullGame>() {
        let folder = folder();
        let (header, games) = some::<G>();
        let path = write(&folder, &header, &games);
        let text = |which| drawn(&path, &whole_game(which));
        // By hand from the lines of `cat`.
        let lines: Vec<serde_json::Value> = lines(&path)
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .filter(|game: &serde_json::Value| {
                game["outcome"] != "unfinished" && game["reason"] != "crash"
            })
            .collect();
        assert_eq!(lines.len(), 18);
        let length = |game: &serde_json::Value| game["turns"].as_array().unwrap().len();
        let shortest = lines.iter().min_by_key(|game| length(game)).unwrap();
        let shown = text(WhichGame::Shortest);
        assert!(
            shown.starts_with(&format!("game {} of ", shortest["id"])),
            "{shown}"
        );
        assert!(
            shown.contains(&format!("{} turns\n", length(shortest))),
            "{shown}"
        );
        let ending = |game: &serde_json::Value| format!("{}, {}", game["outcome"], game["reason"]);
        let alike = |game: &serde_json::Value| {
            lines
                .iter()
                .filter(|other| ending(other) == ending(game))
                .count()
        };
        let most = lines.iter().map(alike).max().unwrap();
        let shown = text(WhichGame::Typical);
        let says = format!("a typical game: {most} of 18 games end like this (");
        assert!(shown.contains(&says), "{shown}");
        let id: u64 = shown.split(' ').nth(1).unwrap().parse().unwrap();
        let typical = lines.iter().find(|game| game["id"] == id).unwrap();
        assert_eq!(alike(typical), most);
        // As many of these games are longer as are shorter, or have a larger and a smaller margin.
        let mut of_ending: Vec<_> = lines
            .iter()
            .filter(|game| ending(game) == ending(typical))
            .map(|game| (length(game), game["margin"].as_i64()))
            .collect();
        of_ending.sort_unstable();
        assert_eq!(of_ending[(most - 1) / 2].0, length(typical));
        if G::HAS_MARGIN {
            assert_eq!(of_ending[(most - 1) / 2].1, typical["margin"].as_i64());
        }
    }
    check::<Hexflip>();
    check::<Sayu>();

    let folder = folder();
    let (header, games) = some::<Hexflip>();
    let path = write(&folder, &header, &games[3..4]);
    for which in [WhichGame::Typical, WhichGame::Shortest] {
        let error = show(&path, &whole_game(which), None, &mut Vec::new()).unwrap_err();
        let says = format!("no game ended by the rules, so none is {which}; ");
        assert!(error.to_string().contains(&says), "{error}");
    }
}

type Command = fn(&Path, &mut dyn Write) -> anyhow::Result<()>;

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
    let (header, games) = some::<Hexflip>();
    let path = write(&folder, &header, &games);
    let commands: [Command; 3] = [
        |path, out| cat(path, None, out),
        info,
        |path, out| show(path, &whole(1), None, out),
    ];
    for command in commands {
        let error = command(&path, &mut Closed(io::ErrorKind::BrokenPipe)).unwrap_err();
        assert!(is_closed_pipe(&error), "{error}");
        let error = command(&path, &mut Closed(io::ErrorKind::StorageFull)).unwrap_err();
        assert!(!is_closed_pipe(&error), "{error}");
    }
}

#[test]
fn files_that_cannot_be_read_say_why() {
    let folder = folder();
    let missing = folder.path().join("missing.flip");
    for error in [
        verify(&missing).unwrap_err().into(),
        cat(&missing, None, &mut io::sink()).unwrap_err(),
        info(&missing, &mut io::sink()).unwrap_err(),
        show(&missing, &whole(0), None, &mut io::sink()).unwrap_err(),
    ] {
        let text = error.to_string();
        assert!(text.starts_with(&missing.display().to_string()), "{text}");
        assert!(!is_closed_pipe(&error));
    }
    let mut header = header::<Hexflip>(4);
    header.game = "chess".to_string();
    let path = write(&folder, &header, &[]);
    assert!(verify_error(&path).contains("unknown game `chess`"));
    // What it holds can be told all the same.
    assert!(info(&path, &mut io::sink()).is_ok());
}

#[test]
fn void_games_say_who_failed_and_lines_read_back() {
    let folder = folder();
    let (header, games) = some::<Hexflip>();
    let said = [None, Some("first"), Some("second")];
    let seats = [None, Some(Seat::First), Some(Seat::Second)];
    for (void_by, said) in seats.into_iter().zip(said) {
        let mut game = cut_short::<Hexflip>(&games[0], 2, CRASHED);
        (game.end.result, game.void_by) = (GameResult::Void, void_by);
        let path = write(&folder, &header, std::slice::from_ref(&game));
        verify(&path).unwrap();
        let line = lines(&path);
        let line: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(line["outcome"], "void");
        assert_eq!(line["failed"].as_str(), said);
        imports_as_it_was(&path);
        let mut shown = Vec::new();
        show(
            &path,
            &whole_game(WhichGame::Number(game.id)),
            None,
            &mut shown,
        )
        .unwrap();
        let shown = String::from_utf8(shown).unwrap();
        let last = said.map_or(String::new(), |seat| format!("failed: {seat}\n"));
        assert!(
            shown.ends_with(&format!("reason: crash\n{last}")),
            "{shown}"
        );
        // Only void games have it.
        if let Some(said) = said {
            let of_another = lines(&write(&folder, &header, &games[..1]));
            let failed = format!(",\"failed\":\"{said}\"}}");
            let wrong = of_another.trim_end().trim_end_matches('}').to_string() + &failed;
            assert!(import_error(&wrong).contains("void games only"));
        }
    }
}
