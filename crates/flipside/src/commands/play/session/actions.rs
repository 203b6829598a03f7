//! What people ask for besides turns.

use flipside_ai::NoChoice;
use flipside_rules::Seat;

use super::{Console, Session, Shown, known};
use crate::commands::play::command::COMMANDS;

impl<G: Shown, C: Console> Session<'_, G, C> {
    /// Asks the adviser for a turn, or what the score will be.
    pub(super) fn advise(&mut self, turn: bool) -> anyhow::Result<()> {
        if self.course.is_over() {
            return self.complain("the game is over");
        }
        let mut adviser = match self.settings.roster.agent(&self.settings.adviser) {
            Ok(adviser) => adviser,
            Err(error) => return self.complain(&error.to_string()),
        };
        self.course.tell(adviser.as_mut(), self.settings.seed);
        let game = self.course.now();
        let spec = &self.settings.adviser;
        let doing = format!("{spec} is thinking");
        let choice = self
            .console
            .during(&doing, |stop| adviser.choose(game, stop));
        let text = match choice {
            Ok(choice) => {
                let known = known(game, &choice);
                let text = game.turn_text(choice.turn);
                match (turn, known.as_str()) {
                    (true, "") => format!("{spec} would play {text}"),
                    (true, known) => format!("{spec} would play {text}  ({known})"),
                    (false, "") => format!("{spec} has no opinion; `--hint` names another agent"),
                    (false, known) => format!("{spec}: {known}"),
                }
            }
            Err(NoChoice::Stopped) => "interrupted".to_string(),
            Err(error) => format!("{spec}: {error}"),
        };
        self.say(&text)
    }

    pub(super) fn undo(&mut self) -> anyhow::Result<()> {
        let people: Vec<Seat> = Seat::BOTH
            .into_iter()
            .filter(|seat| self.agents[seat.index()].is_none())
            .collect();
        match self.course.take_back(&people) {
            None => self.complain("there is no turn of yours to take back"),
            Some(_) => {
                Seat::BOTH.into_iter().for_each(|seat| self.tell(seat));
                self.change();
                self.paused = false;
                Ok(())
            }
        }
    }

    pub(super) fn help(&mut self) -> anyhow::Result<()> {
        let mut text = "Type a turn:\n".to_string();
        for line in G::TURNS.lines() {
            text += &format!("  {line}\n");
        }
        text += "or one of these (the Tab key completes both):\n";
        for (name, more, what) in COMMANDS {
            text += &format!("  {:<15} {what}\n", format!("{name} {more}"));
        }
        text += "Agents expect a score: 0 is lost, 1 is won.\n";
        self.console.show(&text)?;
        Ok(())
    }
}
