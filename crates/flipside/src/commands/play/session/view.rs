//! Drawing the game.

use flipside_rules::Seat;

use super::{Console, Session, Shown, wrapped};
use crate::cli::Size;
use crate::commands::play::display::{TerminalSize, width};
use crate::commands::play::history::Last;
use crate::commands::play::paint::Paint;

impl<G: Shown, C: Console> Session<'_, G, C> {
    /// Draws the board, if it has changed.
    pub(super) fn draw(&mut self) -> anyhow::Result<()> {
        if !std::mem::take(&mut self.fresh) {
            return Ok(());
        }
        let room = self.console.room();
        let display = self.settings.display;
        let greeting = match std::mem::replace(&mut self.greeted, true) {
            true => String::new(),
            false => self.greeting(),
        };
        let left = room.map(|room| TerminalSize {
            rows: room.rows.saturating_sub(greeting.lines().count()),
            ..room
        });
        let text = display.fit(left, |size, paint| self.view(size, paint));
        self.console.show(&format!("{greeting}{text}"))?;
        let needed = width(&text);
        match room {
            Some(room) if room.columns < needed => self.say(&format!(
                "(this terminal has {} columns; {needed} are needed)",
                room.columns
            )),
            _ => Ok(()),
        }
    }

    /// Returns the text above the first board: the goal of the game, and the commands for help.
    fn greeting(&self) -> String {
        let mut text = wrapped(&self.history.now().goal());
        if self.has_people() {
            let more = "Type a turn, `list` to choose one from a list, `rules` for the rules, or \
                        `help` for all commands.";
            text += &format!("\n{}", wrapped(more));
        }
        text + "\n"
    }

    /// Returns the board with the lines below it. The last two turns are marked, since the board
    /// is drawn again after an agent's answer.
    fn view(&self, size: Size, paint: Paint) -> String {
        let game = self.history.now();
        let recent = self.history.recent(2);
        let recent: Vec<Last<'_, G>> = recent
            .iter()
            .map(|(before, turn)| Last {
                before,
                turn: *turn,
            })
            .collect();
        let gap = match size {
            Size::Large => "\n",
            Size::Small => "",
        };
        let mut text = format!("\n{}{gap}", game.board(&recent, size, paint));
        for seat in Seat::BOTH {
            let letter = paint.piece(seat, &format!(" {} ", seat.letter()));
            let player = shortened(&self.settings.players[seat.index()].to_string());
            text += &format!("{letter} {seat:<6}  {}  ({player})\n", game.holding(seat));
        }
        for remark in game.remarks(paint) {
            text += &format!("{remark}\n");
        }
        if let Some(end) = self.end() {
            text += &format!("{gap}{}\n", paint.strong(&wrapped(&end)));
        }
        text
    }

    /// Draws tiles.
    pub(super) fn draw_tiles(&mut self, names: &[String]) -> anyhow::Result<()> {
        let game = self.history.now();
        if let Err(error) = game.tiles(names, Size::Small, Paint::PLAIN) {
            return self.complain(&error);
        }
        let draw = |size, paint| game.tiles(names, size, paint).unwrap_or_default();
        let text = self.settings.display.fit(self.console.room(), draw);
        Ok(self.console.show(&text)?)
    }

    /// Returns how the game ended.
    fn end(&self) -> Option<String> {
        if let Some(seat) = self.history.resigned() {
            let (loser, winner) = (self.name(seat), self.name(seat.other()));
            return Some(format!("{loser} resigns: {winner} wins."));
        }
        let outcome = self.history.now().outcome()?;
        let meaning = self.history.now().meaning(outcome.reason);
        Some(match outcome.winner {
            Some(seat) => format!("{} wins: {meaning}.", self.name(seat)),
            None => format!("A draw: {meaning}."),
        })
    }
}

/// Shortens a name to fit beside the hand.
fn shortened(name: &str) -> String {
    const MOST: usize = 36;
    if name.chars().count() <= MOST {
        return name.to_string();
    }
    let beginning: String = name.chars().take(MOST - 1).collect();
    beginning + "…"
}
