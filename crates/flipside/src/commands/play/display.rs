//! How boards are drawn: in colours or not, large or small.

use super::paint::{Paint, plain};
use crate::cli::Size;

/// The size of a terminal, in lines and columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TerminalSize {
    pub rows: usize,
    pub columns: usize,
}

/// How boards and messages are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DisplayOptions {
    pub paint: Paint,
    /// `None`: large if the terminal has room.
    pub size: Option<Size>,
}

/// Lines kept free above a drawing and for the prompt.
const BESIDES: usize = 2;

impl DisplayOptions {
    /// Returns a drawing in the requested size, or else in the largest one that fits. In a
    /// pipe, everything fits.
    pub fn fit(self, room: Option<TerminalSize>, draw: impl Fn(Size, Paint) -> String) -> String {
        let fits = |room: TerminalSize| {
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

/// Returns the width of a text in columns.
pub fn width(text: &str) -> usize {
    let lines = plain(text);
    let widths = lines.lines().map(|line| line.trim_end().chars().count());
    widths.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_drawings_that_do_not_fit_are_drawn_small() {
        let draw = |size, _| match size {
            Size::Large => "12345\n\n\n".to_string(),
            Size::Small => "1\n".to_string(),
        };
        let drawn = |size, room: Option<(usize, usize)>| {
            let room = room.map(|(rows, columns)| TerminalSize { rows, columns });
            let paint = Paint::PLAIN;
            let text = DisplayOptions { paint, size }.fit(room, draw);
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
