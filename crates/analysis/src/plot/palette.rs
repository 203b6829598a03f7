//! Colours, with one meaning each in all plots.
//!
//! Data colours are those of M. Okabe and K. Ito, *Color universal design* (2008), which people
//! with any common colour vision can tell apart.

use flipside_rules::Seat;

/// An opaque colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub u8, pub u8, pub u8);

impl Color {
    /// `#RRGGBB`, in the spelling of plotters' SVG output.
    #[must_use]
    pub fn hex(self) -> String {
        format!("#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }
}

/// First: blue.
pub const FIRST: Color = Color(0x00, 0x72, 0xB2);
/// Second: vermilion.
pub const SECOND: Color = Color(0xD5, 0x5E, 0x00);
/// Draws and balance: bluish green.
pub const DRAW: Color = Color(0x00, 0x9E, 0x73);
/// Games without an outcome, and groups without a verdict: grey.
pub const UNFINISHED: Color = Color(0x9A, 0x9A, 0x9A);
/// All games together, whoever won: slate.
pub const ALL: Color = Color(0x5B, 0x6B, 0x7F);

/// Lines of one plot, where no seat is meant: slate, orange, purple, sky blue, green.
pub const LINES: [Color; 5] = [
    ALL,
    Color(0xE6, 0x9F, 0x00),
    Color(0xCC, 0x79, 0xA7),
    Color(0x56, 0xB4, 0xE9),
    DRAW,
];

/// Titles and labels.
pub const INK: Color = Color(0x1B, 0x1F, 0x24);
/// Secondary text.
pub const MUTED: Color = Color(0x57, 0x60, 0x6A);
/// Axes.
pub const AXIS: Color = Color(0x8C, 0x95, 0x9F);
/// Grid lines.
pub const GRID: Color = Color(0xE4, 0xE7, 0xEB);
/// The zone that counts as balanced.
pub const ZONE: Color = Color(0xE3, 0xF1, 0xEA);
/// The background.
pub const PAPER: Color = Color(0xFF, 0xFF, 0xFF);

/// What the page replaces on a dark background. The other data colours are bright enough there.
pub const DARK: [(Color, Color); 8] = [
    (FIRST, Color(0x4A, 0xA3, 0xDF)),
    (ALL, Color(0x93, 0xA4, 0xBA)),
    (INK, Color(0xE6, 0xE9, 0xED)),
    (MUTED, Color(0xA9, 0xB2, 0xBC)),
    (AXIS, Color(0x76, 0x80, 0x8A)),
    (GRID, Color(0x33, 0x3A, 0x42)),
    (ZONE, Color(0x22, 0x3A, 0x30)),
    (PAPER, Color(0x1A, 0x1E, 0x23)),
];

/// The colour of a seat.
#[must_use]
pub fn seat(seat: Seat) -> Color {
    match seat {
        Seat::First => FIRST,
        Seat::Second => SECOND,
    }
}
