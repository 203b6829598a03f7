//! A value for each of many names, one low row each: changes and sensitivities of parameters.

use crate::plot::axes;
use crate::plot::font::{self, Weight};
use crate::plot::frame::{self, Key, LABEL, MARGIN, Marker, SMALL, label};
use crate::plot::palette::{self, Color};
use crate::plot::scale::{Panel, Scale};
use crate::plot::scene::{Anchor, Scene};

/// The data of a row, in the unit of the axis.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub label: String,
    pub value: f64,
    /// Both ends of the interval around the value.
    pub around: Option<(f64, f64)>,
    /// The text after the row.
    pub text: String,
}

/// The chart without its texts.
pub(super) struct Rows<'a> {
    pub title: &'a str,
    pub subtitles: &'a [String],
    pub keys: Vec<Key>,
    pub rows: &'a [Row],
    pub axis: &'a str,
    pub mark: Mark,
}

/// How a value is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A bar from zero.
    Bar,
    /// A dot.
    Dot,
}

const ROW: f64 = 21.0;
const COLOR: Color = palette::ALL;

pub(super) fn draw(chart: Rows<'_>) -> Scene {
    let (mut scene, top) = frame::begin(chart.title, chart.subtitles, &chart.keys);
    let most = match frame::is_narrow() {
        true => [110.0, 80.0],
        false => [250.0, 180.0],
    };
    let widest = |of: &dyn Fn(&Row) -> f64| chart.rows.iter().map(of).fold(0.0, f64::max);
    let width = |text: &str| font::width(text, SMALL, Weight::Regular);
    let names = widest(&|row| font::width(&row.label, LABEL, Weight::Regular)).clamp(60.0, most[0]);
    let texts = widest(&|row| width(&row.text)).clamp(0.0, most[1]);
    let panel = Panel {
        left: MARGIN + names + 14.0,
        top: top + 6.0,
        right: frame::width() - MARGIN - texts - 14.0,
        bottom: top + 6.0 + ROW * chart.rows.len().max(1) as f64,
    };
    let scale = Scale::linear(range(chart.rows), (panel.left, panel.right));
    for value in axes::horizontal_ticks(&panel, &scale, false, "").values {
        let x = scale.at(value);
        scene.line((x, panel.top), (x, panel.bottom), palette::GRID, 1.0);
    }
    let zero = scale.at(0.0);
    scene.line((zero, panel.top), (zero, panel.bottom), palette::MUTED, 1.5);
    for (index, row) in chart.rows.iter().enumerate() {
        let y = panel.top + ROW * (index as f64 + 0.5);
        let name = font::fit(&row.label, names, LABEL, Weight::Regular);
        let baseline = y + 0.36 * LABEL;
        scene.text(label(
            name,
            (MARGIN, baseline),
            Anchor::Start,
            LABEL,
            palette::INK,
        ));
        body(&mut scene, row, y, &scale, chart.mark);
        let text = font::fit(&row.text, texts, SMALL, Weight::Regular);
        let at = (panel.right + 14.0, baseline);
        scene.text(label(text, at, Anchor::Start, SMALL, palette::MUTED));
    }
    let bottom = axes::horizontal_axis(&mut scene, &panel, &scale, false, "", chart.axis);
    frame::finish(scene, bottom)
}

fn body(scene: &mut Scene, row: &Row, y: f64, scale: &Scale, mark: Mark) {
    let x = scale.at(row.value);
    match mark {
        Mark::Bar => {
            let zero = scale.at(0.0);
            let (from, to) = (zero.min(x), zero.max(x));
            scene.rectangle((from, y - 6.0), (to, y + 6.0), COLOR, 1.0);
        }
        Mark::Dot => {
            if let Some((low, high)) = row.around {
                scene.line((scale.at(low), y), (scale.at(high), y), COLOR, 2.0);
            }
            frame::marker(scene, (x, y), Marker::Dot, COLOR);
        }
    }
}

/// Zero and all values with their intervals, with some margin.
fn range(rows: &[Row]) -> (f64, f64) {
    let (mut low, mut high) = (0.0f64, 0.0f64);
    for row in rows {
        let (from, to) = row.around.unwrap_or((row.value, row.value));
        low = low.min(from).min(row.value);
        high = high.max(to).max(row.value);
    }
    if low == high {
        return (-1.0, 1.0);
    }
    let air = (high - low) * 0.04;
    (
        if low < 0.0 { low - air } else { low },
        if high > 0.0 { high + air } else { high },
    )
}
