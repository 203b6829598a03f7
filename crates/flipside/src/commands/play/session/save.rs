//! Saving games, and the command that continues one.

use std::path::Path;

use flipside_analysis::format::shell_word;
use flipside_rules::{RuleSet as _, Seat};

use super::{Console, Session, Shown};
use crate::new_file;

/// The state of the record file.
#[derive(Clone, Copy, Default)]
pub(super) struct Saved {
    /// Whether the file has been created.
    is_made: bool,
    /// Whether the current state of the game has been saved, or saving it was tried.
    pub is_up_to_date: bool,
}

impl<G: Shown, C: Console> Session<'_, G, C> {
    /// Saves the game, if it has changed.
    pub(super) fn save_changes(&mut self) -> anyhow::Result<()> {
        if std::mem::replace(&mut self.saved.is_up_to_date, true) {
            return Ok(());
        }
        let exit_message = match self.history.len() {
            0 => "stopped".to_string(),
            _ => format!("stopped; to continue from here:\n{}", self.command()),
        };
        self.console.set_exit_message(&exit_message);
        let Some(file) = self.settings.out.clone() else {
            return Ok(());
        };
        // A game without turns leaves no file.
        if self.history.len() == 0 && !self.saved.is_made {
            return Ok(());
        }
        match self.write(&file, self.saved.is_made) {
            Ok(()) => {
                self.saved.is_made = true;
                Ok(())
            }
            // The next turn tries again, and a person can save the game elsewhere.
            Err(error) if self.has_people() => self.complain(&format!("not saved: {error:#}")),
            Err(error) => Err(error),
        }
    }

    pub(super) fn save(&mut self, file: &str) -> anyhow::Result<()> {
        match self.write(file.as_ref(), false) {
            Ok(()) => Ok(self.console.show(&saved(file.as_ref()))?),
            Err(error) => self.complain(&format!("not saved: {error:#}")),
        }
    }

    fn write(&self, file: &Path, is_ours: bool) -> anyhow::Result<()> {
        let names = Seat::BOTH.map(|seat| self.settings.players[seat.index()].to_string());
        let record = self.history.record(&names, self.settings.seed)?;
        match is_ours {
            true => new_file::replace(file, &record),
            false => new_file::write(file, &record),
        }
    }

    /// Returns the command that continues this game.
    pub(super) fn command(&self) -> String {
        let mut command = format!("flipside play {}", G::NAME);
        let mut add = |flag: &str, value: String| {
            command += &format!(" {flag} {}", shell_word(&value));
        };
        let rules = self.history.now().rules().name();
        if rules != G::Rules::default().name() {
            add("--rules", rules);
        }
        add("--x", self.settings.players[0].to_string());
        add("--o", self.settings.players[1].to_string());
        if self.settings.adviser.to_string() != G::OPPONENT {
            add("--hint", self.settings.adviser.to_string());
        }
        if let Some(start) = self.history.start_text() {
            add("--position", start);
        }
        let turns = self.history.texts();
        if !turns.is_empty() {
            add("--turns", turns);
        }
        command
    }

    /// Prints how to continue, and ends the session.
    pub(super) fn leave(self) -> anyhow::Result<()> {
        if let Some(file) = self.settings.out.clone().filter(|_| self.saved.is_made) {
            self.console.show(&saved(&file))?;
        }
        if self.history.is_over() || self.history.len() == 0 {
            return Ok(());
        }
        let text = format!("To continue from here:\n{}\n", self.command());
        Ok(self.console.show(&text)?)
    }
}

/// Returns a message with the command that shows the record.
fn saved(file: &Path) -> String {
    let file = shell_word(&file.display().to_string());
    format!("The game is saved. To show it:\nflipside records show {file} --game 0\n")
}
