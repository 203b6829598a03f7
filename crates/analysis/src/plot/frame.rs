//! What all charts share: title, subtitle, legend, axes.

use super::font::{self, Weight};
use super::palette::{self, Color};
use super::scene::{Anchor, Point, Scene, Text};
use super::ticks::Ticks;

/// Width of every figure in logical pixels.
pub(super) const WIDTH: f64 = 760.0;
/// Free space along the edges.
pub(super) const MARGIN: f64 = 20.0;
/// Size of labels in the plot.
pub(super) const LABEL: f64 = 12.5;
/// Size of secondary labels.
pub(super) const SMALL: f64 = 11.5;

const TITLE: f64 = 17.0;
const SUBTITLE: f64 = 13.0;
const TICK: f64 = 12.0;

/// The area of the data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Panel {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

/// Maps data to pixels, linearly or by the logarithm. Data outside are held at the edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    min: f64,
    max: f64,
    from: f64,
    to: f64,
    logarithmic: bool,
}

impl Scale {
    pub fn linear((min, max): (f64, f64), (from, to): (f64, f64)) -> Self {
        Self {
            min,
            max,
            from,
            to,
            logarithmic: false,
        }
    }

    /// Both data ends must be above zero.
    pub fn logarithmic((min, max): (f64, f64), (from, to): (f64, f64)) -> Self {
        Self {
            min,
            max,
            from,
            to,
            logarithmic: true,
        }
    }

    pub fn at(&self, value: f64) -> f64 {
        let value = value.clamp(self.min, self.max);
        let share = if self.max <= self.min {
            0.5
        } else if self.logarithmic {
            (value / self.min).ln() / (self.max / self.min).ln()
        } else {
            (value - self.min) / (self.max - self.min)
        };
        self.from + (self.to - self.from) * share
    }

    pub fn ticks(&self, most: usize, whole: bool) -> Ticks {
        if self.logarithmic {
            Ticks::logarithmic(self.min, self.max, most)
        } else {
            Ticks::linear(self.min, self.max, most, whole)
        }
    }
}

/// How a legend shows its colour.
#[derive(Clone, Copy, Debug)]
pub(super) enum Swatch {
    Box,
    Line,
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
        width: WIDTH,
        ..Scene::default()
    };
    let available = WIDTH - 2.0 * MARGIN;
    let mut y = MARGIN;
    for line in font::wrap(title, available, TITLE, Weight::Bold) {
        y += TITLE;
        scene.text(Text {
            text: line,
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
                line,
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

/// Gives the scene its height and puts the paper under everything.
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
        let width = SWATCH + 6.0 + font::width(&key.label, LABEL, Weight::Regular);
        if x > MARGIN && x + width > WIDTH - MARGIN {
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
            Swatch::Dot => marker(scene, centre, Marker::Dot, key.color),
            Swatch::HollowDot => marker(scene, centre, Marker::HollowDot, key.color),
            Swatch::Diamond => marker(scene, centre, Marker::Diamond, key.color),
        }
        let at = (x + SWATCH + 6.0, y);
        scene.text(label(
            key.label.clone(),
            at,
            Anchor::Start,
            LABEL,
            palette::INK,
        ));
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

/// Most ticks of a vertical axis of this height.
pub(super) fn most_vertical_ticks(panel: &Panel) -> usize {
    ((panel.bottom - panel.top) / 40.0) as usize + 1
}

/// Room that the labels of a vertical axis take.
pub(super) fn vertical_axis_width(ticks: &Ticks, suffix: &str) -> f64 {
    let width = |v: &f64| {
        font::width(
            &format!("{}{suffix}", ticks.label(*v)),
            TICK,
            Weight::Regular,
        )
    };
    ticks.values.iter().map(width).fold(0.0, f64::max) + 10.0
}

/// Grid lines and labels of a vertical axis; its title stands above it, so that it reads
/// horizontally.
pub(super) fn vertical_axis(
    scene: &mut Scene,
    panel: &Panel,
    scale: &Scale,
    ticks: &Ticks,
    suffix: &str,
    title: &str,
) {
    for value in &ticks.values {
        let y = scale.at(*value);
        scene.line((panel.left, y), (panel.right, y), palette::GRID, 1.0);
        let at = (panel.left - 8.0, y + 0.36 * TICK);
        let text = format!("{}{suffix}", ticks.label(*value));
        scene.text(label(text, at, Anchor::End, TICK, palette::MUTED));
    }
    let at = (MARGIN, panel.top - 15.0);
    scene.text(label(title, at, Anchor::Start, LABEL, palette::MUTED));
}

/// The horizontal axis with its ticks and its title, below the panel. Returns the y below it.
pub(super) fn horizontal_axis(
    scene: &mut Scene,
    panel: &Panel,
    scale: &Scale,
    whole: bool,
    suffix: &str,
    title: &str,
) -> f64 {
    scene.line(
        (panel.left, panel.bottom),
        (panel.right, panel.bottom),
        palette::AXIS,
        1.0,
    );
    let ticks = horizontal_ticks(panel, scale, whole, suffix);
    for value in &ticks.values {
        let x = scale.at(*value);
        scene.line(
            (x, panel.bottom),
            (x, panel.bottom + 5.0),
            palette::AXIS,
            1.0,
        );
        let text = format!("{}{suffix}", ticks.label(*value));
        // A wide label at the very end is moved inwards rather than cut.
        let half = font::width(&text, TICK, Weight::Regular) / 2.0;
        let at = (x.min(WIDTH - 4.0 - half), panel.bottom + 9.0 + TICK);
        scene.text(label(text, at, Anchor::Middle, TICK, palette::MUTED));
    }
    let y = panel.bottom + 9.0 + TICK + 8.0 + LABEL;
    let middle = (panel.left + panel.right) / 2.0;
    scene.text(label(
        title,
        (middle, y),
        Anchor::Middle,
        LABEL,
        palette::MUTED,
    ));
    y
}

/// As many ticks as leave room between their labels.
pub(super) fn horizontal_ticks(panel: &Panel, scale: &Scale, whole: bool, suffix: &str) -> Ticks {
    const GAP: f64 = 22.0;
    let available = panel.right - panel.left;
    let mut ticks = scale.ticks(2, whole);
    for most in 3..=14 {
        let candidate = scale.ticks(most, whole);
        let widest = candidate
            .values
            .iter()
            .map(|v| {
                font::width(
                    &format!("{}{suffix}", candidate.label(*v)),
                    TICK,
                    Weight::Regular,
                )
            })
            .fold(0.0, f64::max);
        if (widest + GAP) * candidate.values.len() as f64 > available + GAP {
            break;
        }
        ticks = candidate;
    }
    ticks
}
