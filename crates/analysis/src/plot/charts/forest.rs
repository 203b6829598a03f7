//! A point with its interval per row: the body of the charts of advantages, ratings and lost value.

use crate::format::{fixed, percent, percent_range, range, signed};
use crate::plot::axes;
use crate::plot::font::{self, Weight};
use crate::plot::frame::{self, Key, LABEL, MARGIN, Marker, SMALL, Swatch, label, marker};
use crate::plot::palette::{self, Color};
use crate::plot::scale::{Panel, Scale};
use crate::plot::scene::{Anchor, Scene, Text};
use flipside_stats::interval::Interval;

/// The data of a row.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub label: String,
    pub detail: String,
    pub value: Value,
    pub color: Color,
    pub hollow: bool,
}

/// In the unit of the axis: a share, or Elo.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    Estimate {
        value: f64,
        interval: Interval,
    },
    /// A known value, with a label.
    Known {
        value: f64,
        why: &'static str,
    },
    Absent,
}

impl Value {
    fn ends(&self) -> Option<(f64, f64)> {
        match self {
            Self::Estimate { interval, .. } => Some((interval.low, interval.high)),
            Self::Known { value, .. } => Some((*value, *value)),
            Self::Absent => None,
        }
    }
}

/// The quantity of the horizontal axis.
#[derive(Clone, Copy, Debug)]
pub(super) enum Axis {
    /// First's share of the points. Shares within `margin` of 50 % count as balanced.
    Share { margin: f64 },
    /// Elo.
    Elo { title: &'static str },
    /// A share from 0; lower is better.
    Rate { title: &'static str },
}

impl Axis {
    /// Where neither side is ahead.
    const fn even(self) -> f64 {
        match self {
            Self::Share { .. } => 0.5,
            Self::Elo { .. } | Self::Rate { .. } => 0.0,
        }
    }

    /// The zone that counts as balanced.
    fn zone(self) -> Option<(f64, f64)> {
        match self {
            Self::Share { margin } if margin > 0.0 => Some((0.5 - margin, 0.5 + margin)),
            _ => None,
        }
    }

    /// Converts a value to the number at the axis.
    const fn shown(self, value: f64) -> f64 {
        match self {
            Self::Share { .. } | Self::Rate { .. } => value * 100.0,
            Self::Elo { .. } => value,
        }
    }

    const fn suffix(self) -> &'static str {
        match self {
            Self::Share { .. } | Self::Rate { .. } => "\u{a0}%",
            Self::Elo { .. } => "",
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Share { .. } => "First’s share of the points",
            Self::Elo { title } | Self::Rate { title } => title,
        }
    }

    /// The ends of the axis: all intervals and the zone of balance, with some margin.
    fn range(self, rows: &[Row], reference: Option<f64>) -> (f64, f64) {
        let least = match self {
            Self::Share { margin } => margin.max(0.01),
            Self::Elo { .. } => 10.0,
            Self::Rate { .. } => 0.01,
        };
        let (mut low, mut high) = (self.even() - least, self.even() + least);
        let ends = rows.iter().filter_map(|row| row.value.ends());
        for (from, to) in ends.chain(reference.map(|value| (value, value))) {
            low = low.min(from);
            high = high.max(to);
        }
        let air = (high - low) * 0.06;
        let (low, high) = match self {
            Self::Share { .. } | Self::Rate { .. } => ((low - air).max(0.0), (high + air).min(1.0)),
            Self::Elo { .. } => (low - air, high + air),
        };
        (self.shown(low), self.shown(high))
    }

    /// The text after a row.
    fn texts(self, value: &Value) -> (String, String) {
        match (self, value) {
            (Self::Share { .. } | Self::Rate { .. }, Value::Estimate { value, interval }) => {
                (percent(*value), percent_range(interval.low, interval.high))
            }
            (Self::Share { .. } | Self::Rate { .. }, Value::Known { value, why }) => {
                (percent(*value), (*why).to_owned())
            }
            (Self::Elo { .. }, Value::Estimate { value, interval }) => {
                let (low, high) = (signed(interval.low, 0), signed(interval.high, 0));
                (signed(*value, 0), range(&low, &high))
            }
            (Self::Elo { .. }, Value::Known { value, why }) => {
                (signed(*value, 0), (*why).to_owned())
            }
            (_, Value::Absent) => ("no estimate".to_owned(), String::new()),
        }
    }
}

/// The chart without its texts.
pub(super) struct Forest<'a> {
    pub title: &'a str,
    pub subtitles: &'a [String],
    pub keys: Vec<Key>,
    pub rows: &'a [Row],
    pub axis: Axis,
    /// A value marked by a dashed line in all rows.
    pub reference: Option<f64>,
}

const ROW: f64 = 40.0;
/// Room for the label above a row in figures for phones.
const ABOVE: f64 = 36.0;

pub(super) fn draw(forest: Forest<'_>) -> Scene {
    let mut keys = forest.keys;
    let axis = forest.axis;
    if let (Some(_), Axis::Share { margin }) = (axis.zone(), axis) {
        let points = fixed(
            margin * 100.0,
            if margin * 100.0 % 1.0 == 0.0 { 0 } else { 1 },
        );
        let text = format!("counts as balanced (50\u{a0}%\u{a0}±\u{a0}{points} points)");
        keys.push(Key::new(Swatch::Band(1.0), palette::ZONE, text));
    }
    let (mut scene, top) = frame::begin(forest.title, forest.subtitles, &keys);
    let is_narrow = frame::is_narrow();
    let above = if is_narrow { ABOVE } else { 0.0 };
    let row_height = ROW + above;

    let widest = |size: f64, weight, of: &dyn Fn(&Row) -> String| {
        forest
            .rows
            .iter()
            .map(|row| font::width(&of(row), size, weight))
            .fold(0.0, f64::max)
    };
    let label_width = widest(LABEL, Weight::Bold, &|row| row.label.clone())
        .max(widest(SMALL, Weight::Regular, &|row| row.detail.clone()))
        .clamp(80.0, 270.0);
    let (label_width, left) = match is_narrow {
        true => (frame::width() - 2.0 * MARGIN, MARGIN),
        false => (label_width, MARGIN + label_width + 18.0),
    };
    let value_width = widest(LABEL, Weight::Regular, &|row| axis.texts(&row.value).0).max(widest(
        SMALL,
        Weight::Regular,
        &|row| axis.texts(&row.value).1,
    ));
    let panel = Panel {
        left,
        top: top + 6.0,
        right: frame::width() - MARGIN - value_width - 18.0,
        bottom: top + 6.0 + row_height * forest.rows.len().max(1) as f64,
    };
    let range = axis.range(forest.rows, forest.reference);
    let scale = Scale::linear(range, (panel.left, panel.right));
    let at = |value: f64| scale.at(axis.shown(value));

    if let Some((low, high)) = axis.zone() {
        let (low, high) = (at(low), at(high));
        scene.rectangle((low, panel.top), (high, panel.bottom), palette::ZONE, 1.0);
    }
    for value in axes::horizontal_ticks(&panel, &scale, false, axis.suffix()).values {
        let x = scale.at(value);
        scene.line((x, panel.top), (x, panel.bottom), palette::GRID, 1.0);
    }
    let even = at(axis.even());
    scene.line((even, panel.top), (even, panel.bottom), palette::MUTED, 1.5);
    if let Some(value) = forest.reference {
        scene.dashed(
            (at(value), panel.top),
            (at(value), panel.bottom),
            palette::INK,
            1.0,
        );
    }
    for (index, row) in forest.rows.iter().enumerate() {
        let top = panel.top + row_height * index as f64;
        let y = top + above + ROW / 2.0;
        if is_narrow {
            // Labels stand on paper, not on grid lines.
            let corner = (frame::width() - MARGIN, top + above);
            scene.rectangle((panel.left, top), corner, palette::PAPER, 1.0);
        }
        draw_row(&mut scene, row, y, &panel, label_width, axis, &at);
    }
    let (suffix, title) = (axis.suffix(), axis.title());
    let y = axes::horizontal_axis(&mut scene, &panel, &scale, false, suffix, title);
    if matches!(axis, Axis::Share { .. }) {
        directions(&mut scene, &panel, even, y);
    }
    frame::finish(scene, y)
}

/// "favours …" at both ends of the axis, where there is room beside its title.
fn directions(scene: &mut Scene, panel: &Panel, even: f64, y: f64) {
    let room = (panel.right - panel.left) / 2.0 - 95.0;
    for (text, x, anchor, color, shown) in [
        (
            "← Second",
            panel.left,
            Anchor::Start,
            palette::SECOND,
            even > panel.left,
        ),
        (
            "First →",
            panel.right,
            Anchor::End,
            palette::FIRST,
            even < panel.right,
        ),
    ] {
        if shown && font::width(text, LABEL, Weight::Regular) < room {
            scene.text(label(text, (x, y), anchor, LABEL, color));
        }
    }
}

fn draw_row(
    scene: &mut Scene,
    row: &Row,
    y: f64,
    panel: &Panel,
    label_width: f64,
    axis: Axis,
    at: &dyn Fn(f64) -> f64,
) {
    let (upper, lower) = (y - 3.0, y + 12.0);
    // Beside the row, or above it.
    let raised = match frame::is_narrow() {
        true => ROW / 2.0 + 15.0,
        false => 0.0,
    };
    scene.text(Text {
        text: font::fit(&row.label, label_width, LABEL, Weight::Bold),
        at: (MARGIN, upper - raised),
        anchor: Anchor::Start,
        size: LABEL,
        weight: Weight::Bold,
        color: palette::INK,
    });
    let detail = font::fit(&row.detail, label_width, SMALL, Weight::Regular);
    scene.text(label(
        detail,
        (MARGIN, lower - raised),
        Anchor::Start,
        SMALL,
        palette::MUTED,
    ));

    match row.value {
        Value::Estimate { value, interval } => {
            let (low, high) = (at(interval.low), at(interval.high));
            scene.line((low, y), (high, y), row.color, 2.5);
            for end in [low, high] {
                scene.line((end, y - 4.5), (end, y + 4.5), row.color, 1.5);
            }
            let kind = if row.hollow {
                Marker::HollowDot
            } else {
                Marker::Dot
            };
            marker(scene, (at(value), y), kind, row.color);
        }
        Value::Known { value, .. } => marker(scene, (at(value), y), Marker::Diamond, row.color),
        Value::Absent => {}
    }
    let (value, interval) = axis.texts(&row.value);
    let x = panel.right + 18.0;
    scene.text(label(value, (x, upper), Anchor::Start, LABEL, palette::INK));
    scene.text(label(
        interval,
        (x, lower),
        Anchor::Start,
        SMALL,
        palette::MUTED,
    ));
}
