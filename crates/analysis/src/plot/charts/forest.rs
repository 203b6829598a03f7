//! A point with its interval per row: the body of the advantage charts.

use crate::format::{fixed, percent, percent_range};
use crate::plot::font::{self, Weight};
use crate::plot::frame::{
    self, Key, LABEL, MARGIN, Marker, Panel, SMALL, Scale, Swatch, WIDTH, label, marker,
};
use crate::plot::palette::{self, Color};
use crate::plot::scene::{Anchor, Scene, Text};
use flipside_stats::interval::Interval;

/// What a row shows.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub label: String,
    pub detail: String,
    pub value: Value,
    pub color: Color,
    pub hollow: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    Estimate { share: f64, interval: Interval },
    Proven { share: f64 },
    Absent,
}

impl Value {
    fn ends(&self) -> Option<(f64, f64)> {
        match self {
            Self::Estimate { interval, .. } => Some((interval.low, interval.high)),
            Self::Proven { share } => Some((*share, *share)),
            Self::Absent => None,
        }
    }
}

/// The whole chart but its words.
pub(super) struct Forest<'a> {
    pub title: &'a str,
    pub subtitles: &'a [String],
    pub keys: Vec<Key>,
    pub rows: &'a [Row],
    /// Shares within this distance of 50 % count as balanced.
    pub margin: f64,
    /// A share marked by a dashed line in all rows.
    pub reference: Option<f64>,
}

const ROW: f64 = 40.0;

pub(super) fn draw(forest: Forest<'_>) -> Scene {
    let mut keys = forest.keys;
    if forest.margin > 0.0 {
        let points = fixed(
            forest.margin * 100.0,
            if forest.margin * 100.0 % 1.0 == 0.0 {
                0
            } else {
                1
            },
        );
        let text = format!("counts as balanced (50\u{a0}%\u{a0}±\u{a0}{points} points)");
        keys.push(Key::new(Swatch::Band(1.0), palette::ZONE, text));
    }
    let (mut scene, top) = frame::begin(forest.title, forest.subtitles, &keys);

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
    let value_width = widest(LABEL, Weight::Regular, &|row| value_texts(&row.value).0).max(widest(
        SMALL,
        Weight::Regular,
        &|row| value_texts(&row.value).1,
    ));
    let panel = Panel {
        left: MARGIN + label_width + 18.0,
        top: top + 6.0,
        right: WIDTH - MARGIN - value_width - 18.0,
        bottom: top + 6.0 + ROW * forest.rows.len().max(1) as f64,
    };
    let range = range(forest.rows, forest.margin, forest.reference);
    let scale = Scale::linear(range, (panel.left, panel.right));
    let at = |share: f64| scale.at(share * 100.0);

    if forest.margin > 0.0 {
        let (low, high) = (at(0.5 - forest.margin), at(0.5 + forest.margin));
        scene.rectangle((low, panel.top), (high, panel.bottom), palette::ZONE, 1.0);
    }
    for value in frame::horizontal_ticks(&panel, &scale, false, "\u{a0}%").values {
        let x = scale.at(value);
        scene.line((x, panel.top), (x, panel.bottom), palette::GRID, 1.0);
    }
    scene.line(
        (at(0.5), panel.top),
        (at(0.5), panel.bottom),
        palette::MUTED,
        1.5,
    );
    if let Some(share) = forest.reference {
        scene.dashed(
            (at(share), panel.top),
            (at(share), panel.bottom),
            palette::INK,
            1.0,
        );
    }
    for (index, row) in forest.rows.iter().enumerate() {
        let y = panel.top + ROW * (index as f64 + 0.5);
        draw_row(&mut scene, row, y, &panel, label_width, &at);
    }
    let title = "First’s share of the points";
    let y = frame::horizontal_axis(&mut scene, &panel, &scale, false, "\u{a0}%", title);
    directions(&mut scene, &panel, at(0.5), y);
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
    at: &dyn Fn(f64) -> f64,
) {
    let (upper, lower) = (y - 3.0, y + 12.0);
    scene.text(Text {
        text: font::fit(&row.label, label_width, LABEL, Weight::Bold),
        at: (MARGIN, upper),
        anchor: Anchor::Start,
        size: LABEL,
        weight: Weight::Bold,
        color: palette::INK,
    });
    let detail = font::fit(&row.detail, label_width, SMALL, Weight::Regular);
    scene.text(label(
        detail,
        (MARGIN, lower),
        Anchor::Start,
        SMALL,
        palette::MUTED,
    ));

    match row.value {
        Value::Estimate { share, interval } => {
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
            marker(scene, (at(share), y), kind, row.color);
        }
        Value::Proven { share } => marker(scene, (at(share), y), Marker::Diamond, row.color),
        Value::Absent => {}
    }
    let (value, interval) = value_texts(&row.value);
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

fn value_texts(value: &Value) -> (String, String) {
    match value {
        Value::Estimate { share, interval } => {
            (percent(*share), percent_range(interval.low, interval.high))
        }
        Value::Proven { share } => (percent(*share), "proven".to_owned()),
        Value::Absent => ("no estimate".to_owned(), String::new()),
    }
}

/// In percent: all intervals and the zone of balance, with some air.
fn range(rows: &[Row], margin: f64, reference: Option<f64>) -> (f64, f64) {
    let mut low: f64 = 0.5 - margin.max(0.01);
    let mut high: f64 = 0.5 + margin.max(0.01);
    let ends = rows.iter().filter_map(|row| row.value.ends());
    for (from, to) in ends.chain(reference.map(|share| (share, share))) {
        low = low.min(from);
        high = high.max(to);
    }
    let air = (high - low) * 0.06;
    ((low - air).max(0.0) * 100.0, (high + air).min(1.0) * 100.0)
}
