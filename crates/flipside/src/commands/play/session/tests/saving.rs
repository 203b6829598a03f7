//! What is left of games.

use std::fs;
use std::path::Path;

use super::*;
use crate::cli::WhichGame;
use crate::commands::play::console::Reply;
use crate::commands::records;
use crate::commands::records::tests::games::whole_game;

/// The only game of a record, as JSON.
fn recorded(file: &Path) -> serde_json::Value {
    records::verify(file).unwrap();
    let mut line = Vec::new();
    records::cat(file, None, &mut line).unwrap();
    serde_json::from_slice(&line).unwrap()
}

#[test]
fn games_are_saved_as_records() {
    let dir = tempfile::tempdir().unwrap();
    let files = ["over", "resigned", "unfinished"].map(|name| dir.path().join(name));
    let names = files.clone().map(|file| file.to_str().unwrap().to_string());
    let turns = FOUR.replace(' ', "\n");
    people::<Hexflip>(&format!("{turns}\nsave {}\nquit", names[0]));
    let shown = people::<Hexflip>(&format!("c3\nresign\nsave {0}\nsave {0}", names[1]));
    assert!(shown.contains("The game is saved."), "{shown}");
    assert!(
        shown.contains("not saved: ") && shown.contains("already exists"),
        "{shown}"
    );
    let mut script = Script::new(&format!("025@d5:n\nsave {}\nquit", names[2]));
    run::<Sayu>("human", "uct:nodes=10", "radius=1", &mut script).unwrap();

    let lines: Vec<_> = files.iter().map(|file| recorded(file)).collect();
    assert_eq!(lines[0]["outcome"], "first");
    assert_eq!(lines[0]["reason"], "four");
    assert_eq!(lines[0]["turns"].as_array().unwrap().len(), 6);
    assert_eq!(
        (&lines[0]["first"], &lines[0]["second"]),
        (&"human".into(), &"human".into())
    );
    assert_eq!(lines[1]["outcome"], "first");
    assert_eq!(lines[1]["reason"], "adjudicated");
    assert_eq!(lines[2]["outcome"], "unfinished");
    assert_eq!(lines[2]["rules"], "radius=1");
    assert_eq!(lines[2]["second"], "uct:nodes=10");
    assert_eq!(lines[2]["nodes"], serde_json::json!([null, 10]));
    let shown = whole_game(WhichGame::Number(0));
    let mut drawn = Vec::new();
    records::show(&files[2], &shown, None, &mut drawn).unwrap();
    assert!(fs::read(&files[0]).unwrap() != fs::read(&files[1]).unwrap());
}

/// Looks at a record at each prompt.
struct Watcher<'a> {
    file: &'a Path,
    script: Script,
    /// How many turns the record had, at each prompt; `None` before it was there.
    lengths: Vec<Option<usize>>,
}

impl Console for Watcher<'_> {
    fn show(&mut self, text: &str) -> std::io::Result<()> {
        self.script.show(text)
    }

    fn ask(&mut self, prompt: &str, words: &[String]) -> std::io::Result<Reply> {
        let turns = |game: serde_json::Value| game["turns"].as_array().unwrap().len();
        let there = self.file.exists();
        self.lengths.push(there.then(|| turns(recorded(self.file))));
        self.script.ask(prompt, words)
    }

    fn during<T>(&mut self, doing: &str, work: impl FnOnce(&Stop) -> T) -> T {
        self.script.during(doing, work)
    }

    fn room(&self) -> Option<TerminalSize> {
        None
    }

    fn set_exit_message(&mut self, text: &str) {
        self.script.set_exit_message(text);
    }
}

fn settings<'a>(players: [&str; 2], out: &Path) -> Settings<'a, Hexflip> {
    Settings {
        players: players.map(player),
        adviser: "greedy".parse().unwrap(),
        factory: &BuiltInAgents,
        seed: 5,
        display: DISPLAY,
        out: Some(out.to_path_buf()),
    }
}

fn fresh() -> GameHistory<Hexflip> {
    GameHistory::new(Hexflip::new(hexflip::Rules::default()), &[])
}

#[test]
fn a_game_is_kept_from_turn_to_turn() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("my game.flip");
    let mut console = Watcher {
        file: &file,
        script: Script::new("eval\nc3\nb2+d4\nundo\nundo\nc4\nquit"),
        lengths: Vec::new(),
    };
    let settings = settings(["human", "human"], &file);
    Session::new(settings, fresh(), &mut console)
        .unwrap()
        .run()
        .unwrap();
    let lengths = [None, None, Some(1), Some(2), Some(1), Some(0), Some(1)];
    assert_eq!(console.lengths, lengths);
    assert_eq!(recorded(&file)["turns"][0], "c4");
    let Script {
        shown,
        exit_message,
        ..
    } = console.script;
    let shows = format!("records show '{}' --game 0", file.display());
    assert!(shown.contains(&shows), "{shown}");
    // What is said should the program be ended from outside.
    assert!(exit_message.ends_with("--turns c4"), "{exit_message}");
}

#[test]
fn agents_keep_their_game() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game.flip");
    let mut script = Script::new("quit");
    let settings = settings(["greedy", "random"], &file);
    Session::new(settings, fresh(), &mut script)
        .unwrap()
        .run()
        .unwrap();
    let game = recorded(&file);
    assert_eq!(
        (&game["first"], &game["second"]),
        (&"greedy".into(), &"random".into())
    );
    assert_ne!(game["outcome"], "unfinished");
}

#[test]
fn what_cannot_be_kept_is_told_and_the_game_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("none").join("game.flip");
    let play = |players, script: &mut Script| {
        Session::new(settings(players, &file), fresh(), script)
            .unwrap()
            .run()
    };
    let mut script = Script::new("c3\neval\nb2+d4\nquit");
    play(["human", "human"], &mut script).unwrap();
    // Once for each turn, not once for each command.
    let told = script.shown.matches("not saved: ").count();
    assert_eq!(told, 2, "{}", script.shown);
    assert!(!script.shown.contains("is saved"), "{}", script.shown);
    let error = play(["greedy", "random"], &mut Script::new("")).unwrap_err();
    assert!(error.to_string().contains("does not exist"), "{error}");
}
