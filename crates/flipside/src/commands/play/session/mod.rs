//! A game between people and agents.

mod actions;
mod ask;
mod save;
mod view;

use std::path::PathBuf;

use anyhow::bail;
use flipside_ai::{Agent, AgentFactory, ChooseError, Spec};
use flipside_rules::Seat;

use self::save::Saved;
use super::board::Shown;
use super::console::Console;
use super::display::DisplayOptions;
use super::evaluation::evaluation;
use super::history::GameHistory;
use super::paint::wrapped;
use crate::cli::Player;

/// The settings of a session.
pub struct Settings<'a, G: Shown> {
    pub players: [Player; 2],
    /// The agent for hints and evaluations.
    pub adviser: Spec,
    pub factory: &'a dyn AgentFactory<G>,
    /// The agents' seed.
    pub seed: u64,
    pub display: DisplayOptions,
    /// The record file in which the game is saved.
    pub out: Option<PathBuf>,
}

/// A game being played.
pub struct Session<'a, G: Shown, C: Console> {
    settings: Settings<'a, G>,
    console: &'a mut C,
    history: GameHistory<G>,
    agents: [Option<Box<dyn Agent<G>>>; 2],
    /// Whether the goal of the game has been printed.
    greeted: bool,
    /// Whether the board has changed since it was drawn.
    fresh: bool,
    /// The state of the record file.
    saved: Saved,
    /// Whether an agent was interrupted and waits for `go`.
    paused: bool,
}

/// What follows a command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    On,
    Leave,
}

impl<'a, G: Shown, C: Console> Session<'a, G, C> {
    /// Creates a session that continues a game.
    pub fn new(
        settings: Settings<'a, G>,
        history: GameHistory<G>,
        console: &'a mut C,
    ) -> anyhow::Result<Self> {
        let mut session = Self {
            settings,
            console,
            history,
            agents: [None, None],
            greeted: false,
            fresh: true,
            saved: Saved::default(),
            paused: false,
        };
        for seat in Seat::BOTH {
            session.seat_agent(seat)?;
        }
        Ok(session)
    }

    /// Creates the agent of a seat, if it has one, and replays the game to it.
    fn seat_agent(&mut self, seat: Seat) -> anyhow::Result<()> {
        if let Player::Agent(spec) = &self.settings.players[seat.index()] {
            self.agents[seat.index()] = Some(self.settings.factory.agent(spec)?);
            self.tell(seat);
        }
        Ok(())
    }

    /// Plays until a person quits, or until the game between agents is over.
    pub fn run(mut self) -> anyhow::Result<()> {
        loop {
            self.draw()?;
            self.save_changes()?;
            if self.history.is_over() && !self.has_people() {
                return self.leave();
            }
            let seat = self.history.now().to_move();
            let agent = self.agents[seat.index()].is_some();
            let next = if agent && !self.paused && !self.history.is_over() {
                self.let_play(seat)?;
                Next::On
            } else {
                self.ask()?
            };
            if next == Next::Leave {
                return self.leave();
            }
        }
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        Ok(self.console.show(&format!("{}\n", wrapped(text)))?)
    }

    fn complain(&mut self, text: &str) -> anyhow::Result<()> {
        let text = self.settings.display.paint.wrong(&wrapped(text));
        Ok(self.console.show(&format!("{text}\n"))?)
    }

    fn has_people(&self) -> bool {
        self.agents.iter().any(Option::is_none)
    }

    /// Replays the game to the agent of a seat, if it has one.
    fn tell(&mut self, seat: Seat) {
        if let Some(agent) = &mut self.agents[seat.index()] {
            let seed = self.settings.seed.wrapping_add(seat.index() as u64);
            self.history.tell(agent.as_mut(), seed);
        }
    }

    fn name(&self, seat: Seat) -> String {
        format!("{} {seat}", seat.letter())
    }

    /// Plays an agent's turn.
    fn let_play(&mut self, seat: Seat) -> anyhow::Result<()> {
        let Some(agent) = &mut self.agents[seat.index()] else {
            return Ok(());
        };
        let game = self.history.now();
        let doing = format!("{} is thinking", seat.letter());
        let choice = match self.console.during(&doing, |stop| agent.choose(game, stop)) {
            Ok(choice) => choice,
            Err(ChooseError::Stopped) => {
                self.paused = true;
                return self.say(match self.has_people() {
                    true => "interrupted; `go` lets it think again, `undo` takes back your turn",
                    false => "interrupted; `go` lets it think again",
                });
            }
            Err(error) => return self.fail(seat, &error.to_string()),
        };
        let text = game.turn_text(choice.turn);
        let told = match evaluation(game, &choice).as_str() {
            "" => String::new(),
            told => format!("  ({told})"),
        };
        if let Err(rule) = game.check(choice.turn) {
            return self.fail(
                seat,
                &format!("it plays `{text}`, which is not legal: {rule}"),
            );
        }
        self.note(choice.turn);
        // It has just been checked.
        self.history.play_choice(&choice)?;
        self.change();
        self.say(&format!("{} plays {text}{told}", seat.letter()))
    }

    /// Reports that an agent failed. A person may still save the game, or let the agent try again.
    fn fail(&mut self, seat: Seat, why: &str) -> anyhow::Result<()> {
        let why = format!("the agent of {seat} has failed: {why}");
        if !self.has_people() {
            bail!(why);
        }
        self.paused = true;
        self.complain(&format!("{why}; `go` lets it try again"))
    }

    /// Passes a turn to the agents, before it is played.
    fn note(&mut self, turn: G::Turn) {
        for agent in self.agents.iter_mut().flatten() {
            agent.observe(self.history.now(), turn);
        }
    }

    /// Plays a legal turn of a person.
    fn play(&mut self, turn: G::Turn) -> anyhow::Result<()> {
        self.note(turn);
        self.history.play(turn)?;
        self.change();
        Ok(())
    }

    /// Marks the game as changed.
    fn change(&mut self) {
        self.fresh = true;
        self.saved.is_up_to_date = false;
    }
}

#[cfg(test)]
mod tests;
