//! Prompting a person, and running the command.

use flipside_rules::TurnTextError;

use super::{Console, Next, Session, Shown};
use crate::commands::play::choose::{choose, narrow};
use crate::commands::play::command::{COMMANDS, Command};
use crate::commands::play::console::Reply;

impl<G: Shown, C: Console> Session<'_, G, C> {
    /// Prompts a person for a command, and runs it.
    pub(super) fn ask(&mut self) -> anyhow::Result<Next> {
        let mut interrupted = false;
        loop {
            let (prompt, words) = self.prompt();
            match self.console.ask(&prompt, &words)? {
                Reply::End => return Ok(Next::Leave),
                Reply::Interrupt if interrupted => return Ok(Next::Leave),
                Reply::Interrupt => {
                    interrupted = true;
                    self.say("Ctrl-C again to quit; `help` lists the commands")?;
                }
                Reply::Line(line) => match Command::parse(&line) {
                    Ok(Command::Nothing) => interrupted = false,
                    Ok(command) => return self.obey(command),
                    Err(error) => {
                        self.complain(&error)?;
                        return Ok(Next::On);
                    }
                },
            }
        }
    }

    /// Returns the prompt and the completions.
    fn prompt(&self) -> (String, Vec<String>) {
        let mut words: Vec<String> = COMMANDS.iter().map(|(name, ..)| name.to_string()).collect();
        let game = self.history.now();
        let seat = game.to_move();
        if self.history.is_over() {
            return (
                "the game is over (undo, save FILE, quit)> ".to_string(),
                words,
            );
        }
        if self.agents[seat.index()].is_some() {
            return (
                format!("{} is stopped (go, undo, quit)> ", self.name(seat)),
                words,
            );
        }
        words.extend(game.turns().iter().flat_map(|&turn| game.spellings(turn)));
        let number = self.history.len() + 1;
        (format!("{}, turn {number}> ", self.name(seat)), words)
    }

    /// Whether a person may play a turn now.
    fn may_play(&mut self) -> anyhow::Result<bool> {
        let seat = self.history.now().to_move();
        if self.history.is_over() {
            self.complain("the game is over; `undo` takes back a turn, `quit` ends the program")?;
            return Ok(false);
        }
        if self.agents[seat.index()].is_some() {
            self.complain("it is not your turn; `go` lets the agent think again")?;
            return Ok(false);
        }
        Ok(true)
    }

    fn obey(&mut self, command: Command) -> anyhow::Result<Next> {
        match command {
            Command::Nothing => {}
            Command::Turn(text) => self.type_turn(&text)?,
            Command::List(words) => {
                if self.may_play()? {
                    let game = self.history.now();
                    match narrow(game, game.turns(), &words) {
                        Ok(turns) => self.choose(turns, &words)?,
                        Err(error) => self.complain(&error)?,
                    }
                }
            }
            Command::Hint => self.advise(true)?,
            Command::Eval => self.advise(false)?,
            Command::Board => self.fresh = true,
            Command::Tiles(names) => self.draw_tiles(&names)?,
            Command::Undo => self.undo()?,
            Command::Go => {
                let seat = self.history.now().to_move();
                if self.paused && self.agents[seat.index()].is_some() {
                    match self.seat_agent(seat) {
                        Ok(()) => self.paused = false,
                        Err(error) => self.complain(&format!("{error:#}"))?,
                    }
                } else {
                    self.complain("no agent is interrupted")?;
                }
            }
            Command::Save(file) => self.save(&file)?,
            Command::Position => {
                let text = self.history.now().position_text();
                let text = format!("{text}\n{}\n", self.command());
                self.console.show(&text)?;
            }
            Command::Resign => {
                if self.may_play()? {
                    self.history.resign();
                    self.change();
                }
            }
            Command::Quit => return Ok(Next::Leave),
            Command::Rules => self.rules()?,
            Command::Help => self.help()?,
        }
        Ok(Next::On)
    }

    fn type_turn(&mut self, text: &str) -> anyhow::Result<()> {
        if !self.may_play()? {
            return Ok(());
        }
        let game = self.history.now();
        let mut right = None;
        let turn = match game.parse_turn(text) {
            // The order of pieces makes no difference to a person.
            Err(TurnTextError::WrongOrder { right: text, .. }) => {
                let turn = game.parse_turn(&text);
                right = Some(text);
                turn
            }
            turn => turn,
        };
        let turn = match turn {
            Ok(turn) => turn,
            Err(error) => return self.complain(&format!("{error}; `help` explains")),
        };
        let Err(rule) = game.check(turn) else {
            if let Some(right) = right {
                self.say(&format!("write `{text}` as `{right}`"))?;
            }
            return self.play(turn);
        };
        // The beginning of turns that differ in their chain.
        let begun = format!("{text}>");
        let mut longer = game.turns();
        longer.retain(|&turn| game.turn_text(turn).starts_with(&begun));
        if longer.is_empty() {
            return self.complain(&format!("`{text}` is not legal: {rule}"));
        }
        self.choose(longer, &[])
    }

    fn choose(&mut self, turns: Vec<G::Turn>, words: &[String]) -> anyhow::Result<()> {
        let game = self.history.now();
        let Some(turn) = choose(self.console, game, self.settings.display, &turns, words)? else {
            return Ok(());
        };
        let text = game.turn_text(turn);
        self.say(&text)?;
        self.play(turn)
    }
}
