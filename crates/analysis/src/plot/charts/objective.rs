//! The optimised quantity over the steps of a run, with intervals, one line per series.

use super::series::{band, thinned};
use crate::format::{decimals_of, number, plain};
use crate::plot::axes::{self, most_vertical_ticks};
use crate::plot::figure::Chart;
use crate::plot::frame::{self, Key, MARGIN, Marker, Swatch};
use crate::plot::palette::{self, Color};
use crate::plot::scale::{Panel, Scale};
use crate::plot::scene::Scene;

/// What the chart is about.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// Stem of the file names.
    pub name: &'a str,
    /// Title of the chart.
    pub title: &'a str,
    /// Which run: its name, game and method.
    pub context: &'a str,
    /// The quantity with its viewpoint and unit, and which direction is better.
    pub quantity: &'a str,
    /// What stands behind the numbers of the axis.
    pub suffix: &'a str,
    /// What the intervals are. `None` if there are none.
    pub interval: Option<&'a str>,
    /// A value to compare with, and what it means.
    pub reference: Option<(f64, &'a str)>,
    /// What the horizontal axis counts, such as `steps`.
    pub steps: &'a str,
}

/// A line of the chart, in the unit of the axis.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name.
    pub label: String,
    /// Its points, in the order of steps.
    pub points: Vec<Point>,
}

/// A measurement after some step.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// The step.
    pub step: u64,
    /// What was measured.
    pub value: f64,
    /// Both ends of its interval.
    pub interval: Option<(f64, f64)>,
}

const HEIGHT: f64 = 260.0;
const BAND: f64 = 0.2;
const MOST_POINTS: usize = 500;
/// Up to this number of points, each has a mark and a whisker; more are drawn as a line and a band.
const MOST_MARKS: usize = 48;

/// All lines over the steps.
#[must_use]
pub fn chart(about: &About<'_>, lines: &[Line]) -> Chart {
    let subtitles = [about.context.to_owned()];
    let range = range(about, lines);
    let keys = keys(about, lines, range);
    let (mut scene, top) = frame::begin(about.title, &subtitles, &keys);
    let mut panel = Panel {
        left: MARGIN,
        top: top + 28.0,
        right: frame::width() - MARGIN - 10.0,
        bottom: top + 28.0 + HEIGHT,
    };
    let vertical = Scale::linear(range, (panel.bottom, panel.top));
    let ticks = vertical.ticks(most_vertical_ticks(&panel), false);
    panel.left += axes::vertical_axis_width(&ticks, about.suffix);
    let steps = || {
        lines
            .iter()
            .flat_map(|line| &line.points)
            .map(|point| point.step)
    };
    let first = steps().min().unwrap_or(0) as f64;
    let last = steps().max().unwrap_or(0) as f64;
    let horizontal = Scale::linear((first, last.max(first + 1.0)), (panel.left, panel.right));

    let quantity = frame::fitting(about.quantity);
    axes::vertical_axis(
        &mut scene,
        &panel,
        &vertical,
        &ticks,
        about.suffix,
        &quantity,
    );
    if let Some((value, _)) = about.reference {
        let y = vertical.at(value);
        scene.dashed((panel.left, y), (panel.right, y), palette::INK, 1.2);
    }
    for (line, color) in colored(lines) {
        draw(&mut scene, line, color, &horizontal, &vertical);
    }
    let bottom = axes::horizontal_axis(&mut scene, &panel, &horizontal, true, "", about.steps);
    Chart {
        name: about.name.to_owned(),
        title: about.title.to_owned(),
        caption: caption(about),
        alt: alt(about, lines, range),
        scene: frame::finish(scene, bottom),
    }
}

fn caption(about: &About<'_>) -> String {
    let mut text = format!("{}.", crate::format::capitalised(about.quantity));
    if let Some(interval) = about.interval {
        text.push_str(&format!(" Each point with its {interval}."));
    }
    text
}

fn colored(lines: &[Line]) -> impl Iterator<Item = (&Line, Color)> {
    lines.iter().zip(palette::LINES.into_iter().cycle())
}

fn keys(about: &About<'_>, lines: &[Line], (low, high): (f64, f64)) -> Vec<Key> {
    let decimals = decimals_of(high - low, 3);
    let reference = about.reference.map(|(value, meaning)| {
        let value = plain(value);
        let text = format!("{value}{}: {meaning}", about.suffix);
        Key::new(Swatch::Dashes, palette::INK, frame::fitting(&text))
    });
    colored(lines)
        .map(|(line, color)| {
            let now = line.points.last().map(|point| {
                let value = number(point.value, decimals);
                format!("{value}{} at the last point", about.suffix)
            });
            let parts = [Some(line.label.clone()).filter(|l| !l.is_empty()), now];
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            let text = frame::fitting(&parts.join(": "));
            Key::new(Swatch::Line, color, text)
        })
        .chain(reference)
        .collect()
}

/// All points with their intervals, and the reference.
fn range(about: &About<'_>, lines: &[Line]) -> (f64, f64) {
    let points = lines.iter().flat_map(|line| &line.points);
    let of_points = points.flat_map(|point| {
        let (low, high) = point.interval.unwrap_or((point.value, point.value));
        [low, point.value, high]
    });
    let all = of_points.chain(about.reference.map(|(value, _)| value));
    let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if low > high {
        return (0.0, 1.0);
    }
    // A single value gets some room around it.
    let span = if high > low {
        high - low
    } else {
        high.abs().max(1.0) * 0.1
    };
    (low - span * 0.05, high + span * 0.05)
}

fn draw(scene: &mut Scene, line: &Line, color: Color, horizontal: &Scale, vertical: &Scale) {
    let points = thinned(&line.points, MOST_POINTS);
    let at = |point: &Point, value: f64| (horizontal.at(point.step as f64), vertical.at(value));
    let marked = points.len() <= MOST_MARKS;
    if marked {
        for point in &points {
            if let Some((low, high)) = point.interval {
                scene.line(at(point, low), at(point, high), color, 1.2);
            }
        }
    } else {
        let ends: Vec<_> = points
            .iter()
            .map(|point| {
                let (low, high) = point.interval?;
                Some((at(point, low), at(point, high)))
            })
            .collect();
        band(scene, &ends, color, BAND);
    }
    if points.len() > 1 {
        let path = points.iter().map(|point| at(point, point.value)).collect();
        scene.path(path, color, 2.0);
    }
    if marked {
        for point in &points {
            let centre = at(point, point.value);
            if points.len() == 1 {
                frame::marker(scene, centre, Marker::Dot, color);
            } else {
                scene.circle(centre, 2.8, color);
            }
        }
    }
}

fn alt(about: &About<'_>, lines: &[Line], (low, high): (f64, f64)) -> String {
    let decimals = decimals_of(high - low, 3);
    let mut text = format!("{}, {}. {}.", about.title, about.context, about.quantity);
    for line in lines {
        if let [first, .., last] = &line.points[..] {
            text.push_str(&format!(
                " {}: from {}{suffix} to {}{suffix}.",
                line.label,
                number(first.value, decimals),
                number(last.value, decimals),
                suffix = about.suffix,
            ));
        }
    }
    text
}
