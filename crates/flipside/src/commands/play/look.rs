//! How things are drawn: in colours or not, large or small.

use clap::ValueEnum;

use super::paint::{Paint, plain};

/// How large boards and tiles are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Size {
    /// Pictures, for terminals with many lines.
    Large,
    /// A line for a row.
    Small,
}

/// The lines and columns of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    pub rows: usize,
    pub columns: usize,
}

/// How a person wants to see things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    pub paint: Paint,
    /// `None`: as large as there is room for.
    pub size: Option<Size>,
}

/// Lines that stay free for what comes before a drawing, and for the prompt.
const BESIDES: usize = 2;

impl Look {
    /// A drawing in the size that is wanted, or else in the one that there is room for. Where
    /// nobody knows how much there is, as in a pipe, there is enough.
    pub fn fit(self, room: Option<Room>, draw: impl Fn(Size, Paint) -> String) -> String {
        let fits = |room: Room| {
            let text = draw(Size::Large, Paint::PLAIN);
            text.lines().count() + BESIDES <= room.rows && width(&text) <= room.columns
        };
        let size = self.size.unwrap_or(match room.is_none_or(fits) {
            true => Size::Large,
            false => Size::Small,
        });
        draw(size, self.paint)
    }
}

/// The columns that a text takes.
pub fn width(text: &str) -> usize {
    let lines = plain(text);
    let widths = lines.lines().map(|line| line.trim_end().chars().count());
    widths.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_is_drawn_small() {
        let draw = |size, _| match size {
            Size::Large => "12345\n\n\n".to_string(),
            Size::Small => "1\n".to_string(),
        };
        let drawn = |size, room: Option<(usize, usize)>| {
            let room = room.map(|(rows, columns)| Room { rows, columns });
            let paint = Paint::PLAIN;
            let text = Look { paint, size }.fit(room, draw);
            if text == "1\n" {
                Size::Small
            } else {
                Size::Large
            }
        };
        assert_eq!(drawn(None, None), Size::Large);
        assert_eq!(drawn(None, Some((5, 5))), Size::Large);
        assert_eq!(drawn(None, Some((4, 5))), Size::Small);
        assert_eq!(drawn(None, Some((5, 4))), Size::Small);
        assert_eq!(drawn(Some(Size::Large), Some((4, 4))), Size::Large);
        assert_eq!(drawn(Some(Size::Small), None), Size::Small);
    }

    #[test]
    fn colours_take_no_columns() {
        let text = format!("{}\n12   \n", Paint::new(true).strong("123"));
        assert_eq!(width(&text), 3);
    }
}
