//! The values of many parameters over a run, a small panel for each.

use super::series::{band, thinned};
use crate::plot::axes;
use crate::plot::figure::Chart;
use crate::plot::font::{self, Weight};
use crate::plot::frame::{self, Key, LABEL, MARGIN, Marker, SMALL, Swatch, label};
use crate::plot::palette;
use crate::plot::scale::{Panel, Scale};
use crate::plot::scene::{Anchor, Scene, Text};

/// The description of the chart.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// The run: name, game and method.
    pub context: &'a str,
    /// Which parameters are shown, and why.
    pub selection: &'a str,
    /// The meaning of a spread, such as `standard error`. `None` without spreads.
    pub spread: Option<&'a str>,
    /// The unit of the horizontal axis, such as `steps`.
    pub steps: &'a str,
}

/// A parameter's values.
#[derive(Clone, Debug)]
pub struct Track {
    /// Its name.
    pub name: String,
    /// The change from its start, as text.
    pub detail: String,
    /// The value at the start.
    pub start: f64,
    /// A reasonable change; panels show at least two of them.
    pub step: f64,
    /// The smallest and largest value.
    pub bounds: [Option<f64>; 2],
    /// Its points, in the order of steps.
    pub points: Vec<TrackPoint>,
}

/// A parameter after a step.
#[derive(Clone, Copy, Debug)]
pub struct TrackPoint {
    /// The step.
    pub step: u64,
    /// Its value.
    pub value: f64,
    /// Its spread, if known.
    pub spread: Option<f64>,
}

const GAP: f64 = 22.0;
const HEAD: f64 = 36.0;
const PLOT: f64 = 84.0;
const BAND: f64 = 0.25;
/// More points are not visible in a panel.
const MOST_POINTS: usize = 240;

/// A panel for each track, in the given order.
#[must_use]
pub fn chart(about: &About<'_>, tracks: &[Track]) -> Chart {
    let title = "Parameters over the run";
    let subtitles = [about.context.to_owned(), about.selection.to_owned()];
    let (mut scene, top) = frame::begin(title, &subtitles, &keys(about, tracks));
    let columns = tracks
        .len()
        .clamp(1, if frame::is_narrow() { 2 } else { 3 });
    let width = (frame::width() - 2.0 * MARGIN - GAP * (columns as f64 - 1.0)) / columns as f64;
    let rows = tracks.len().div_ceil(columns);
    let points = || tracks.iter().flat_map(|track| &track.points);
    let first = points().map(|point| point.step).min().unwrap_or(0) as f64;
    let last = points().map(|point| point.step).max().unwrap_or(0) as f64;
    for column in 0..columns {
        let left = MARGIN + column as f64 * (width + GAP);
        let of_column = || tracks.iter().skip(column).step_by(columns).enumerate();
        let axis = of_column()
            .map(|(_, track)| axis_width(track))
            .fold(0.0, f64::max);
        for (row, track) in of_column() {
            let top = top + 6.0 + row as f64 * (HEAD + PLOT + GAP);
            let panel = Panel {
                left: left + axis.min(width / 2.0),
                top: top + HEAD,
                right: left + width,
                bottom: top + HEAD + PLOT,
            };
            head(&mut scene, track, left, top, width);
            let horizontal = Scale::linear((first, last), (panel.left, panel.right));
            draw(&mut scene, track, &panel, &horizontal);
            if row + 1 == of_column().count() {
                ends(&mut scene, &panel, first, last);
            }
        }
    }
    let bottom = top + 6.0 + rows as f64 * (HEAD + PLOT + GAP) + LABEL + 4.0;
    let at = (frame::width() / 2.0, bottom);
    scene.text(label(
        about.steps,
        at,
        Anchor::Middle,
        LABEL,
        palette::MUTED,
    ));
    Chart {
        name: "parameter-paths".to_owned(),
        title: title.to_owned(),
        caption: "Each panel has a scale of its own. If a value stays near its start, the data \
                  hardly affect it. If it still rises or falls at the end, it has not converged."
            .to_owned(),
        alt: alt(title, about, tracks),
        scene: frame::finish(scene, bottom),
    }
}

fn keys(about: &About<'_>, tracks: &[Track]) -> Vec<Key> {
    let mut keys = vec![
        Key::new(Swatch::Line, palette::ALL, "value"),
        Key::new(Swatch::Dashes, palette::MUTED, "start"),
    ];
    let has_band = |track: &Track| track.points.iter().any(|point| point.spread.is_some());
    if let Some(spread) = about.spread.filter(|_| tracks.iter().any(has_band)) {
        let text = format!("± one {spread}");
        keys.push(Key::new(
            Swatch::Band(BAND),
            palette::ALL,
            frame::fitting(&text),
        ));
    }
    if tracks.iter().any(|track| !visible_bounds(track).is_empty()) {
        keys.push(Key::new(Swatch::Line, palette::SECOND, "bound"));
    }
    keys
}

/// All values and spreads, the start, and at least two steps.
fn range(track: &Track) -> (f64, f64) {
    let (mut low, mut high) = (track.start, track.start);
    for point in &track.points {
        let spread = point.spread.unwrap_or(0.0).abs();
        low = low.min(point.value - spread);
        high = high.max(point.value + spread);
    }
    let lacking = (2.0 * track.step - (high - low)).max(0.0) / 2.0;
    let air = (high - low) * 0.06 + lacking;
    (low - air, high + air)
}

/// Bounds that lie within the panel.
fn visible_bounds(track: &Track) -> Vec<f64> {
    let (low, high) = range(track);
    let within = |bound: &f64| (low..=high).contains(bound);
    track
        .bounds
        .iter()
        .flatten()
        .copied()
        .filter(within)
        .collect()
}

fn vertical(track: &Track, (bottom, top): (f64, f64)) -> Scale {
    Scale::linear(range(track), (bottom, top))
}

fn axis_width(track: &Track) -> f64 {
    let ticks = vertical(track, (0.0, PLOT)).ticks(3, false);
    axes::vertical_axis_width(&ticks, "")
}

/// The name, and below it where the parameter is.
fn head(scene: &mut Scene, track: &Track, left: f64, top: f64, width: f64) {
    scene.text(Text {
        weight: Weight::Bold,
        ..label(
            font::fit(&track.name, width, LABEL, Weight::Bold),
            (left, top + 10.0),
            Anchor::Start,
            LABEL,
            palette::INK,
        )
    });
    let detail = font::fit(&track.detail, width, SMALL, Weight::Regular);
    let at = (left, top + 25.0);
    scene.text(label(detail, at, Anchor::Start, SMALL, palette::MUTED));
}

fn draw(scene: &mut Scene, track: &Track, panel: &Panel, horizontal: &Scale) {
    let vertical = vertical(track, (panel.bottom, panel.top));
    axes::rules(scene, panel, &vertical, &vertical.ticks(3, false), "");
    let across = |scene: &mut Scene, y: f64, color, width| {
        scene.line((panel.left, y), (panel.right, y), color, width);
    };
    across(scene, panel.bottom, palette::AXIS, 1.0);
    for bound in visible_bounds(track) {
        across(scene, vertical.at(bound), palette::SECOND, 1.5);
    }
    let points = thinned(&track.points, MOST_POINTS);
    let at =
        |point: &TrackPoint, value: f64| (horizontal.at(point.step as f64), vertical.at(value));
    let ends: Vec<_> = points
        .iter()
        .map(|point| {
            let spread = point.spread?;
            Some((
                at(point, point.value - spread),
                at(point, point.value + spread),
            ))
        })
        .collect();
    band(scene, &ends, palette::ALL, BAND);
    let y = vertical.at(track.start);
    scene.dashed((panel.left, y), (panel.right, y), palette::MUTED, 1.0);
    if points.len() > 1 {
        let line = points.iter().map(|point| at(point, point.value)).collect();
        scene.path(line, palette::ALL, 1.8);
    } else if let [only] = &points[..] {
        frame::marker(scene, at(only, only.value), Marker::Dot, palette::ALL);
    }
}

/// The first and the last step, below the lowest panel of a column.
fn ends(scene: &mut Scene, panel: &Panel, first: f64, last: f64) {
    let y = panel.bottom + 16.0;
    let text = |step: f64| crate::format::fixed(step, 0);
    let (from, to) = (text(first), text(last));
    let size = axes::TICK;
    let widths = [&from, &to].map(|t| font::width(t, size, Weight::Regular));
    if first < last && widths[0] + widths[1] + 8.0 < panel.right - panel.left {
        scene.text(label(
            from,
            (panel.left, y),
            Anchor::Start,
            size,
            palette::MUTED,
        ));
    }
    scene.text(label(
        to,
        (panel.right, y),
        Anchor::End,
        size,
        palette::MUTED,
    ));
}

fn alt(title: &str, about: &About<'_>, tracks: &[Track]) -> String {
    let mut text = format!("{title}, {}. {}.", about.context, about.selection);
    for track in tracks {
        text.push_str(&format!(" {}: {}.", track.name, track.detail));
    }
    text
}
