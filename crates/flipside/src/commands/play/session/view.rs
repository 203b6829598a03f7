//! What a session shows of the game.

use flipside_rules::Seat;

use super::{Console, Session, Shown, wrapped};
use crate::commands::play::course::Last;
use crate::commands::play::look::{Size, width};
use crate::commands::play::paint::Paint;

impl<G: Shown, C: Console> Session<'_, G, C> {
    /// Shows the board, if it is not shown as it is.
    pub(super) fn draw(&mut self) -> anyhow::Result<()> {
        if !std::mem::take(&mut self.fresh) {
            return Ok(());
        }
        let room = self.console.room();
        let look = self.settings.look;
        let text = look.fit(room, |size, paint| self.view(size, paint));
        self.console.show(&text)?;
        let needed = width(&text);
        match room {
            Some(room) if room.columns < needed => self.say(&format!(
                "(this terminal has {} columns; {needed} are needed)",
                room.columns
            )),
            _ => Ok(()),
        }
    }

    /// The board and what stands below it.
    fn view(&self, size: Size, paint: Paint) -> String {
        let game = self.course.now();
        let last = self.course.last();
        let last = last.as_ref().map(|(before, turn)| Last {
            before,
            turn: *turn,
        });
        let gap = match size {
            Size::Large => "\n",
            Size::Small => "",
        };
        let mut text = format!("\n{}{gap}", game.board(last.as_ref(), size, paint));
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
        let game = self.course.now();
        if let Err(error) = game.tiles(names, Size::Small, Paint::PLAIN) {
            return self.complain(&error);
        }
        let draw = |size, paint| game.tiles(names, size, paint).unwrap_or_default();
        let text = self.settings.look.fit(self.console.room(), draw);
        Ok(self.console.show(&text)?)
    }

    /// How the game ended.
    fn end(&self) -> Option<String> {
        if let Some(seat) = self.course.resigned() {
            let (loser, winner) = (self.name(seat), self.name(seat.other()));
            return Some(format!("{loser} gives up: {winner} wins."));
        }
        let outcome = self.course.now().outcome()?;
        let meaning = self.course.now().meaning(outcome.reason);
        Some(match outcome.winner {
            Some(seat) => format!("{} wins: {meaning}.", self.name(seat)),
            None => format!("A draw: {meaning}."),
        })
    }
}

/// A name that leaves room beside it.
fn shortened(name: &str) -> String {
    const MOST: usize = 36;
    if name.chars().count() <= MOST {
        return name.to_string();
    }
    let beginning: String = name.chars().take(MOST - 1).collect();
    beginning + "…"
}
