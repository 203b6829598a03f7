//! What is left of a session: records, and the command that goes on with the game.

use std::path::Path;

use flipside_analysis::format::shell_word;
use flipside_rules::{RuleSet as _, Seat};

use super::{Console, Session, Shown};
use crate::new_file;

/// How the record of the game is kept.
#[derive(Clone, Copy, Default)]
pub(super) struct Kept {
    /// Whether the file has been made.
    is_made: bool,
    /// Whether the game as it stands has been brought there, or this has been tried.
    pub is_up_to_date: bool,
}

impl<G: Shown, C: Console> Session<'_, G, C> {
    /// Brings the game to where it is kept, if it has changed.
    pub(super) fn keep(&mut self) -> anyhow::Result<()> {
        if std::mem::replace(&mut self.kept.is_up_to_date, true) {
            return Ok(());
        }
        let parting = match self.course.len() {
            0 => "stopped".to_string(),
            _ => format!("stopped; to go on from here:\n{}", self.command()),
        };
        self.console.set_parting(&parting);
        let Some(file) = self.settings.out.clone() else {
            return Ok(());
        };
        // A game that never begins leaves no file.
        if self.course.len() == 0 && !self.kept.is_made {
            return Ok(());
        }
        match self.write(&file, self.kept.is_made) {
            Ok(()) => {
                self.kept.is_made = true;
                Ok(())
            }
            // The next turn tries it again, and somebody can still save it elsewhere.
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
        let record = self.course.record(&names, self.settings.seed)?;
        match is_ours {
            true => new_file::replace(file, &record),
            false => new_file::write(file, &record),
        }
    }

    /// The command that goes on with this game.
    pub(super) fn command(&self) -> String {
        let mut command = format!("flipside play {}", G::NAME);
        let mut add = |flag: &str, value: String| {
            command += &format!(" {flag} {}", shell_word(&value));
        };
        let rules = self.course.now().rules().name();
        if rules != G::Rules::default().name() {
            add("--rules", rules);
        }
        add("--x", self.settings.players[0].to_string());
        add("--o", self.settings.players[1].to_string());
        if self.settings.adviser.to_string() != G::OPPONENT {
            add("--hint", self.settings.adviser.to_string());
        }
        if let Some(start) = self.course.start_text() {
            add("--position", start);
        }
        let turns = self.course.texts();
        if !turns.is_empty() {
            add("--turns", turns);
        }
        command
    }

    /// Says what is left, and ends the session.
    pub(super) fn leave(self) -> anyhow::Result<()> {
        if let Some(file) = self.settings.out.clone().filter(|_| self.kept.is_made) {
            self.console.show(&saved(&file))?;
        }
        if self.course.is_over() || self.course.len() == 0 {
            return Ok(());
        }
        let text = format!("To go on from here:\n{}\n", self.command());
        Ok(self.console.show(&text)?)
    }
}

/// That a record is there, and the command that shows it, on a line of its own.
fn saved(file: &Path) -> String {
    let file = shell_word(&file.display().to_string());
    format!("The game is saved. To see it:\nflipside records show {file} --game 0\n")
}
