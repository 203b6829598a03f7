//! The bundled font: registered with plotters once, and embedded in pages and SVG files.
//!
//! See `assets/fonts/README.md` for its origin and licence.

use std::sync::LazyLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use plotters::style::{FontDesc, FontFamily, FontStyle, register_font};

/// Name of the font family.
pub const FAMILY: &str = "Inter";

/// Line height of the font, ascender less descender, in units of its nominal size. Sizes given to
/// plotters' rasteriser are line heights.
pub(crate) const LINE_HEIGHT: f64 = (2728.0 + 680.0) / 2816.0;

const REGULAR: &[u8] = include_bytes!("../../assets/fonts/Inter-Regular.subset.ttf");
const BOLD: &[u8] = include_bytes!("../../assets/fonts/Inter-Bold.subset.ttf");
const REGULAR_WOFF2: &[u8] = include_bytes!("../../assets/fonts/Inter-Regular.subset.woff2");
const BOLD_WOFF2: &[u8] = include_bytes!("../../assets/fonts/Inter-Bold.subset.woff2");

static REGISTERED: LazyLock<bool> = LazyLock::new(|| {
    // There is no slanted cut; whoever asks for one gets the upright.
    [
        (FontStyle::Normal, REGULAR),
        (FontStyle::Italic, REGULAR),
        (FontStyle::Oblique, REGULAR),
        (FontStyle::Bold, BOLD),
    ]
    .into_iter()
    .all(|(style, bytes)| register_font(FAMILY, style, bytes).is_ok())
});

static FONT_FACES: LazyLock<String> = LazyLock::new(|| {
    let face = |weight: u16, bytes: &[u8]| {
        format!(
            "@font-face{{font-family:{FAMILY};font-weight:{weight};font-style:normal;\
             src:url(data:font/woff2;base64,{}) format(\"woff2\")}}",
            STANDARD.encode(bytes)
        )
    };
    face(400, REGULAR_WOFF2) + &face(700, BOLD_WOFF2)
});

/// The CSS `@font-face` rules with the font in them, for a page or an SVG file.
#[must_use]
pub fn css_font_faces() -> &'static str {
    &FONT_FACES
}

/// Weight of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Running text.
    Regular,
    /// Titles.
    Bold,
}

/// The font in plotters' terms; `size` as its back ends understand it.
pub(crate) fn font(size: f64, weight: Weight) -> FontDesc<'static> {
    LazyLock::force(&REGISTERED);
    let style = match weight {
        Weight::Regular => FontStyle::Normal,
        Weight::Bold => FontStyle::Bold,
    };
    FontDesc::new(FontFamily::Name(FAMILY), size, style)
}

/// Width of a text of `size` logical pixels per em.
pub(crate) fn width(text: &str, size: f64, weight: Weight) -> f64 {
    // Measured large, as plotters rounds to whole pixels.
    const EM: f64 = 1000.0;
    let measured = font(EM * LINE_HEIGHT, weight).layout_box(text);
    measured.map_or(0.0, |(_, (right, _))| f64::from(right) / EM * size)
}

/// Breaks a text at its spaces into lines no wider than `available`; a longer word has a line of
/// its own.
pub(crate) fn wrap(text: &str, available: f64, size: f64, weight: Weight) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line} {word}");
            if width(&longer, size, weight) <= available {
                *line = longer;
                continue;
            }
        }
        lines.push(word.to_owned());
    }
    lines
}

/// The text, or as much of it as fits into `available` with an ellipsis.
pub(crate) fn fit(text: &str, available: f64, size: f64, weight: Weight) -> String {
    if width(text, size, weight) <= available {
        return text.to_owned();
    }
    let mut short = text.to_owned();
    while short.pop().is_some() {
        let candidate = format!("{}…", short.trim_end());
        if width(&candidate, size, weight) <= available {
            return candidate;
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn font_is_registered_and_measures() {
        assert!(*REGISTERED);
        let text = "First-player advantage";
        assert!(width(text, 12.0, Weight::Regular) > 100.0);
        assert!(width(text, 12.0, Weight::Bold) > width(text, 12.0, Weight::Regular));
    }

    #[test]
    fn every_sign_that_plots_use_has_a_glyph() {
        let missing = width("\u{fffd}", 1000.0, Weight::Regular);
        for sign in "ūŪ±×½¼¾–—−≥≤≈σμχ…·•→←↑↓‰%“”‘’".chars()
        {
            let text = sign.to_string();
            for weight in [Weight::Regular, Weight::Bold] {
                let width = width(&text, 1000.0, weight);
                assert!(width > 0.0 && width != missing, "{sign}");
            }
        }
    }

    #[test]
    fn long_texts_are_wrapped_or_cut() {
        let lines = wrap("one two three four five six", 60.0, 12.0, Weight::Regular);
        assert!(lines.len() > 1);
        assert!(
            lines
                .iter()
                .all(|l| width(l, 12.0, Weight::Regular) <= 60.0)
        );
        let cut = fit("a rather long label", 60.0, 12.0, Weight::Regular);
        assert!(cut.ends_with('…') && width(&cut, 12.0, Weight::Regular) <= 60.0);
    }
}
