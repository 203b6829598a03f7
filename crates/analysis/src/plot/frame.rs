//! What all charts share: width, title, subtitle, legend, markers.

use std::cell::Cell;

use super::font::{self, Weight};
use super::palette::{self, Color};
use super::scene::{Anchor, Point, Scene, Text};

/// Width of figures in logical pixels.
const WIDE: f64 = 760.0;
/// Width of figures for phones.
const NARROW: f64 = 360.0;

thread_local! {
    static WIDTH: Cell<f64> = const { Cell::new(WIDE) };
}

/// Width of the figure that is drawn, in logical pixels.
pub(super) fn width() -> f64 {
    WIDTH.get()
}

/// Whether the figure is for phones: labels stand on separate lines.
pub(super) fn is_narrow() -> bool {
    width() < WIDE
}

/// Runs `draw` with the width of a phone and the usual size of letters.
pub fn narrow<T>(draw: impl FnOnce() -> T) -> T {
    /// Restores the width, also after a panic.
    struct Wide;
    impl Drop for Wide {
        fn drop(&mut self) {
            WIDTH.set(WIDE);
        }
    }
    let _wide = Wide;
    WIDTH.set(NARROW);
    draw()
}
/// Free space along the edges.
pub(super) const MARGIN: f64 = 20.0;
/// Size of labels in the plot.
pub(super) const LABEL: f64 = 12.5;
/// Size of secondary labels.
pub(super) const SMALL: f64 = 11.5;

const TITLE: f64 = 17.0;
const SUBTITLE: f64 = 13.0;

/// How a legend shows its colour.
#[derive(Clone, Copy, Debug)]
pub(super) enum Swatch {
    Box,
    Line,
    Dashes,
    Dot,
    HollowDot,
    Diamond,
    Band(f64),
}

/// An entry of a legend.
#[derive(Clone, Debug)]
pub(super) struct Key {
    pub swatch: Swatch,
    pub color: Color,
    pub label: String,
}

impl Key {
    pub fn new(swatch: Swatch, color: Color, label: impl Into<String>) -> Self {
        Self {
            swatch,
            color,
            label: label.into(),
        }
    }
}

/// The text, cut to fit into a legend or beside an axis.
pub(super) fn fitting(text: &str) -> String {
    font::fit(text, width() - 2.0 * MARGIN - 24.0, LABEL, Weight::Regular)
}

pub(super) fn label(
    text: impl Into<String>,
    at: Point,
    anchor: Anchor,
    size: f64,
    color: Color,
) -> Text {
    Text {
        text: text.into(),
        at,
        anchor,
        size,
        weight: Weight::Regular,
        color,
    }
}

/// Starts a scene: paper, title, subtitle lines and legend. Returns it with the y below them.
pub(super) fn begin(title: &str, subtitles: &[String], keys: &[Key]) -> (Scene, f64) {
    let mut scene = Scene {
        width: width(),
        ..Scene::default()
    };
    let available = width() - 2.0 * MARGIN;
    let mut y = MARGIN;
    for line in font::wrap(title, available, TITLE, Weight::Bold) {
        y += TITLE;
        scene.text(Text {
            text: font::fit(&line, available, TITLE, Weight::Bold),
            at: (MARGIN, y - 2.0),
            anchor: Anchor::Start,
            size: TITLE,
            weight: Weight::Bold,
            color: palette::INK,
        });
        y += 5.0;
    }
    for subtitle in subtitles {
        for line in font::wrap(subtitle, available, SUBTITLE, Weight::Regular) {
            y += SUBTITLE + 1.0;
            scene.text(label(
                font::fit(&line, available, SUBTITLE, Weight::Regular),
                (MARGIN, y),
                Anchor::Start,
                SUBTITLE,
                palette::MUTED,
            ));
            y += 4.0;
        }
    }
    y += 8.0;
    y = legend(&mut scene, keys, y);
    (scene, y)
}

/// Sets the height of the scene and adds the background.
pub(super) fn finish(mut scene: Scene, bottom: f64) -> Scene {
    scene.height = (bottom + MARGIN).ceil();
    let paper = super::scene::Shape::Rectangle {
        from: (0.0, 0.0),
        to: (scene.width, scene.height),
        color: palette::PAPER,
        opacity: 1.0,
    };
    scene.shapes.insert(0, paper);
    scene
}

fn legend(scene: &mut Scene, keys: &[Key], mut y: f64) -> f64 {
    const SWATCH: f64 = 18.0;
    const GAP: f64 = 20.0;
    if keys.is_empty() {
        return y;
    }
    y += LABEL;
    let mut x = MARGIN;
    for key in keys {
        let text = fitting(&key.label);
        let width = SWATCH + 6.0 + font::width(&text, LABEL, Weight::Regular);
        if x > MARGIN && x + width > self::width() - MARGIN {
            x = MARGIN;
            y += LABEL + 7.0;
        }
        let middle = y - 0.36 * LABEL;
        let centre = (x + SWATCH / 2.0, middle);
        match key.swatch {
            Swatch::Box => {
                let (a, b) = ((x + 3.0, middle - 6.0), (x + 15.0, middle + 6.0));
                scene.rectangle(a, b, key.color, 1.0);
            }
            Swatch::Band(opacity) => {
                let (a, b) = ((x, middle - 6.0), (x + SWATCH, middle + 6.0));
                scene.rectangle(a, b, key.color, opacity);
            }
            Swatch::Line => scene.line((x, middle), (x + SWATCH, middle), key.color, 2.5),
            Swatch::Dashes => scene.dashed((x, middle), (x + SWATCH, middle), key.color, 1.5),
            Swatch::Dot => marker(scene, centre, Marker::Dot, key.color),
            Swatch::HollowDot => marker(scene, centre, Marker::HollowDot, key.color),
            Swatch::Diamond => marker(scene, centre, Marker::Diamond, key.color),
        }
        let at = (x + SWATCH + 6.0, y);
        scene.text(label(text, at, Anchor::Start, LABEL, palette::INK));
        x += width + GAP;
    }
    y + 12.0
}

/// A point of the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    Dot,
    HollowDot,
    Diamond,
}

pub(super) fn marker(scene: &mut Scene, (x, y): Point, marker: Marker, color: Color) {
    const RADIUS: f64 = 5.0;
    match marker {
        Marker::Dot => scene.circle((x, y), RADIUS, color),
        Marker::HollowDot => {
            scene.circle((x, y), RADIUS, color);
            scene.circle((x, y), RADIUS - 2.0, palette::PAPER);
        }
        Marker::Diamond => {
            let r = RADIUS + 2.0;
            scene.polygon(
                vec![(x - r, y), (x, y - r), (x + r, y), (x, y + r)],
                color,
                1.0,
            );
        }
    }
}
