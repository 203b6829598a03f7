//! Commands other than turns.

use flipside_ai::ChooseError;
use flipside_rules::Seat;

use super::{Console, Session, Shown, evaluation};
use crate::commands::play::command::COMMANDS;

impl<G: Shown, C: Console> Session<'_, G, C> {
    /// Prints the adviser's turn, or its evaluation.
    pub(super) fn advise(&mut self, turn: bool) -> anyhow::Result<()> {
        if self.history.is_over() {
            return self.complain("the game is over");
        }
        let mut adviser = match self.settings.factory.agent(&self.settings.adviser) {
            Ok(adviser) => adviser,
            Err(error) => return self.complain(&error.to_string()),
        };
        self.history.tell(adviser.as_mut(), self.settings.seed);
        let game = self.history.now();
        let spec = &self.settings.adviser;
        let doing = format!("{spec} is thinking");
        let choice = self
            .console
            .during(&doing, |stop| adviser.choose(game, stop));
        let text = match choice {
            Ok(choice) => {
                let told = evaluation(game, &choice);
                let text = game.turn_text(choice.turn);
                match (turn, told.as_str()) {
                    (true, "") => format!("{spec} would play {text}"),
                    (true, told) => format!("{spec} would play {text}  ({told})"),
                    (false, "") => {
                        format!("{spec} gives no evaluation; choose another agent with `--hint`")
                    }
                    (false, told) => format!("{spec}: {told}"),
                }
            }
            Err(ChooseError::Stopped) => "interrupted".to_string(),
            Err(error) => format!("{spec}: {error}"),
        };
        self.say(&text)
    }

    pub(super) fn undo(&mut self) -> anyhow::Result<()> {
        let people: Vec<Seat> = Seat::BOTH
            .into_iter()
            .filter(|seat| self.agents[seat.index()].is_none())
            .collect();
        match self.history.take_back(&people) {
            None => self.complain("there is no turn of yours to take back"),
            Some(_) => {
                Seat::BOTH.into_iter().for_each(|seat| self.tell(seat));
                self.change();
                self.paused = false;
                Ok(())
            }
        }
    }

    pub(super) fn rules(&mut self) -> anyhow::Result<()> {
        let text = self.history.now().rules_text();
        Ok(self.console.show(&text)?)
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
        text += "Evaluations are expected scores, from 0 (loss) to 1 (win).\n";
        self.console.show(&text)?;
        Ok(())
    }
}
