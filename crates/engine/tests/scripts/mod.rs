//! Engines as scripts.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use flipside_ai::{Agent as _, AgentFailure, NoChoice, Stop};
use flipside_engine::EngineAgent;
use flipside_rules::Game as _;
use flipside_rules::hexflip::{Game, Rules};
use tempfile::TempDir;

/// An engine as a script. It notes its number in a file `pid`, and what it was told in `told`.
pub struct Script {
    folder: TempDir,
}

/// A time in which every script starts and answers if it means to.
pub const AMPLE: Duration = Duration::from_secs(60);

impl Script {
    /// A script for `sh` that does `on_hello`, `on_go` and `on_quit` when it is told so.
    pub fn new(on_hello: &str, on_go: &str, on_quit: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let text = format!(
            "cd '{}'\n\
             echo $$ > pid\n\
             while IFS= read -r line; do\n\
             echo \"$line\" >> told\n\
             case $line in\n\
             flipside*) {on_hello} ;;\n\
             go*) {on_go} ;;\n\
             quit) {on_quit} ;;\n\
             esac\n\
             done\n",
            folder.path().display()
        );
        fs::write(folder.path().join("engine.sh"), text).unwrap();
        Self { folder }
    }

    /// A script that comes to play and then does `on_go`.
    pub fn playing(on_go: &str) -> Self {
        Self::new("echo name scripted", on_go, "exit 0")
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn agent(&self, turn_time: Duration) -> EngineAgent<Game> {
        let script = self.path("engine.sh").to_str().unwrap().to_string();
        EngineAgent::new(vec!["sh".to_string(), script], turn_time).starting_within(AMPLE)
    }

    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Whether the process whose number is in a file is there, be it as one that nobody has reaped.
    pub fn is_there(&self, name: &str) -> bool {
        let ask = format!("kill -0 {} 2>/dev/null", self.text(name).trim());
        Command::new("sh")
            .args(["-c", &ask])
            .status()
            .unwrap()
            .success()
    }
}

pub fn start() -> Game {
    Game::new(Rules::default())
}

pub fn failure(agent: &mut EngineAgent<Game>, game: &Game) -> AgentFailure {
    match agent.choose(game, &Stop::new()) {
        Err(NoChoice::Failed(failure)) => failure,
        other => panic!("{other:?}"),
    }
}
