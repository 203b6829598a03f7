//! A game between people and agents.

mod actions;
mod ask;
mod keep;
mod view;

use std::path::PathBuf;

use anyhow::bail;
use flipside_ai::{Agent, NoChoice, Roster, Spec};
use flipside_rules::Seat;

use self::keep::Kept;
use super::board::Shown;
use super::console::Console;
use super::course::Course;
use super::knowledge::known;
use super::look::Look;
use super::paint::wrapped;
use crate::player::Player;

/// What a session needs to know.
pub struct Settings<'a, G: Shown> {
    pub players: [Player; 2],
    /// Who is asked for hints and evaluations.
    pub adviser: Spec,
    pub roster: &'a dyn Roster<G>,
    /// The agents' seed.
    pub seed: u64,
    pub look: Look,
    /// The record in which the game is kept.
    pub out: Option<PathBuf>,
}

/// A game being played.
pub struct Session<'a, G: Shown, C: Console> {
    settings: Settings<'a, G>,
    console: &'a mut C,
    course: Course<G>,
    agents: [Option<Box<dyn Agent<G>>>; 2],
    /// Whether the board has changed since it was drawn.
    fresh: bool,
    /// How the record of the game is kept.
    kept: Kept,
    /// Whether an agent was interrupted, and waits for leave to go on.
    paused: bool,
}

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    On,
    Leave,
}

impl<'a, G: Shown, C: Console> Session<'a, G, C> {
    /// A session that goes on with a game.
    pub fn new(
        settings: Settings<'a, G>,
        course: Course<G>,
        console: &'a mut C,
    ) -> anyhow::Result<Self> {
        let mut session = Self {
            settings,
            console,
            course,
            agents: [None, None],
            fresh: true,
            kept: Kept::default(),
            paused: false,
        };
        for seat in Seat::BOTH {
            session.seat_agent(seat)?;
        }
        Ok(session)
    }

    /// Makes the agent of a seat, if it has one, and tells it of the game.
    fn seat_agent(&mut self, seat: Seat) -> anyhow::Result<()> {
        if let Player::Agent(spec) = &self.settings.players[seat.index()] {
            self.agents[seat.index()] = Some(self.settings.roster.agent(spec)?);
            self.tell(seat);
        }
        Ok(())
    }

    /// Plays until somebody leaves, or the game is over and there is nobody to ask.
    pub fn run(mut self) -> anyhow::Result<()> {
        loop {
            self.draw()?;
            self.keep()?;
            if self.course.is_over() && !self.has_people() {
                return self.leave();
            }
            let seat = self.course.now().to_move();
            let agent = self.agents[seat.index()].is_some();
            let next = if agent && !self.paused && !self.course.is_over() {
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
        let text = self.settings.look.paint.wrong(&wrapped(text));
        Ok(self.console.show(&format!("{text}\n"))?)
    }

    fn has_people(&self) -> bool {
        self.agents.iter().any(Option::is_none)
    }

    /// Tells the agent of a seat, if it has one, of the game from its beginning.
    fn tell(&mut self, seat: Seat) {
        if let Some(agent) = &mut self.agents[seat.index()] {
            let seed = self.settings.seed.wrapping_add(seat.index() as u64);
            self.course.tell(agent.as_mut(), seed);
        }
    }

    fn name(&self, seat: Seat) -> String {
        format!("{} {seat}", seat.letter())
    }

    /// Lets an agent make its turn.
    fn let_play(&mut self, seat: Seat) -> anyhow::Result<()> {
        let Some(agent) = &mut self.agents[seat.index()] else {
            return Ok(());
        };
        let game = self.course.now();
        let doing = format!("{} is thinking", seat.letter());
        let choice = match self.console.during(&doing, |stop| agent.choose(game, stop)) {
            Ok(choice) => choice,
            Err(NoChoice::Stopped) => {
                self.paused = true;
                return self.say(match self.has_people() {
                    true => "interrupted; `go` lets it think again, `undo` takes your turn back",
                    false => "interrupted; `go` lets it think again",
                });
            }
            Err(error) => return self.fail(seat, &error.to_string()),
        };
        let text = game.turn_text(choice.turn);
        let known = match known(game, &choice).as_str() {
            "" => String::new(),
            known => format!("  ({known})"),
        };
        if let Err(rule) = game.check(choice.turn) {
            return self.fail(
                seat,
                &format!("it plays `{text}`, which is not legal: {rule}"),
            );
        }
        self.note(choice.turn);
        // It has just been checked.
        self.course.play_choice(&choice)?;
        self.change();
        self.say(&format!("{} plays {text}{known}", seat.letter()))
    }

    /// An agent has failed: people may still save the game, or let it try again.
    fn fail(&mut self, seat: Seat, why: &str) -> anyhow::Result<()> {
        let why = format!("the agent of {seat} has failed: {why}");
        if !self.has_people() {
            bail!(why);
        }
        self.paused = true;
        self.complain(&format!("{why}; `go` lets it try again"))
    }

    /// Tells the agents of a turn that is going to be made.
    fn note(&mut self, turn: G::Turn) {
        for agent in self.agents.iter_mut().flatten() {
            agent.observe(self.course.now(), turn);
        }
    }

    /// Makes a legal turn of a person.
    fn play(&mut self, turn: G::Turn) -> anyhow::Result<()> {
        self.note(turn);
        self.course.play(turn)?;
        self.change();
        Ok(())
    }

    /// The game is another than before.
    fn change(&mut self) {
        self.fresh = true;
        self.kept.is_up_to_date = false;
    }
}

#[cfg(test)]
mod tests;
