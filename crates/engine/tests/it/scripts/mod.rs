//! Shell scripts as engines.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use flipside_ai::{Agent as _, AgentFailure, ChooseError, Stop};
use flipside_engine::EngineAgent;
use flipside_rules::Game as _;
use flipside_rules::hexflip::{Hexflip, Rules};
use tempfile::TempDir;

/// A script. It writes its process id to the file `pid`, and what it receives to `received`.
pub struct Script {
    folder: TempDir,
}

/// Enough time for every script that starts and answers at all.
pub const AMPLE: Duration = Duration::from_secs(60);

impl Script {
    /// A script for `sh` that runs `on_handshake`, `on_go` and `on_quit` for the lines of that kind.
    pub fn new(on_handshake: &str, on_go: &str, on_quit: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let text = format!(
            "cd '{}'\n\
             echo $$ > pid\n\
             while IFS= read -r line; do\n\
             echo \"$line\" >> received\n\
             case $line in\n\
             flipside*) {on_handshake} ;;\n\
             go*) {on_go} ;;\n\
             quit) {on_quit} ;;\n\
             esac\n\
             done\n",
            folder.path().display()
        );
        fs::write(folder.path().join("engine.sh"), text).unwrap();
        Self { folder }
    }

    /// A script that completes the handshake and runs `on_go` for each `go`.
    pub fn playing(on_go: &str) -> Self {
        Self::new("echo name scripted", on_go, "exit 0")
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn agent(&self, turn_time: Duration) -> EngineAgent<Hexflip> {
        let script = self.path("engine.sh").to_str().unwrap().to_string();
        EngineAgent::new(vec!["sh".to_string(), script], turn_time).starting_within(AMPLE)
    }

    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Whether the process whose id is in a file exists, even as a zombie.
    pub fn is_there(&self, name: &str) -> bool {
        let ask = format!("kill -0 {} 2>/dev/null", self.text(name).trim());
        Command::new("sh")
            .args(["-c", &ask])
            .status()
            .unwrap()
            .success()
    }
}

pub fn start() -> Hexflip {
    Hexflip::new(Rules::default())
}

pub fn failure(agent: &mut EngineAgent<Hexflip>, game: &Hexflip) -> AgentFailure {
    match agent.choose(game, &Stop::new()) {
        Err(ChooseError::Failed(failure)) => failure,
        other => panic!("{other:?}"),
    }
}
