//! A histogram of whole numbers, with mean and median.

use super::bins::Binning;
use crate::format::{count, counted, fixed, whole_range};
use crate::plot::axes::{self, most_vertical_ticks};
use crate::plot::figure::Chart;
use crate::plot::font::{self, Weight};
use crate::plot::frame::{self, Key, LABEL, MARGIN, Swatch, label};
use crate::plot::palette::{self, Color};
use crate::plot::scale::{Panel, Scale};
use crate::plot::scene::{Anchor, Scene};
use flipside_stats::histogram::{Histogram, HistogramSummary};

/// The description of a histogram.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// Stem of the file names.
    pub name: &'a str,
    /// Title of the chart.
    pub title: &'a str,
    /// Which games: game, rules, agents.
    pub context: &'a str,
    /// Title of the horizontal axis with its unit, such as `game length (turns)`.
    pub quantity: &'a str,
    /// The counted thing in the singular, such as `game`.
    pub thing: &'a str,
    /// The same in the plural.
    pub things: &'a str,
    /// How to read it, in a sentence.
    pub caption: &'a str,
    /// The meaning of the colours.
    pub coloring: Coloring,
}

/// Colours of the bars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coloring {
    /// All alike.
    Plain,
    /// By sign: above zero First's, below Second's, zero a draw's. For values from First's
    /// viewpoint.
    Winner,
}

/// Room above the bars for the labels of mean and median.
const HEADROOM: f64 = 38.0;

/// A histogram with mean and median marked.
#[must_use]
pub fn chart(about: &About<'_>, histogram: &Histogram) -> Chart {
    const HEIGHT: f64 = 290.0;
    let summary = histogram.summary();
    let binning = Binning::of(histogram, about.coloring == Coloring::Winner);
    let mut subtitles = vec![about.context.to_owned()];
    if let Some(s) = &summary {
        subtitles.push(figures(about, s, binning.map_or(1, |b| b.width())));
    }
    let (mut scene, top) = frame::begin(about.title, &subtitles, &keys(about, histogram));
    let mut panel = Panel {
        left: MARGIN,
        top: top + 28.0,
        right: frame::width() - MARGIN,
        bottom: top + 28.0 + HEIGHT,
    };
    let bins = binning.map(|b| b.count(histogram)).unwrap_or_default();
    let highest = bins.iter().map(|b| b.count).max().unwrap_or(0).max(1) as f64;
    let vertical = Scale::linear((0.0, highest), (panel.bottom, panel.top + HEADROOM));
    let ticks = vertical.ticks(most_vertical_ticks(&panel), true);
    panel.left += axes::vertical_axis_width(&ticks, "");
    let (from, to) = binning.map_or((0, 1), |b| b.range());
    let ends = (from as f64 - 0.5, to as f64 + 0.5);
    let horizontal = Scale::linear(ends, (panel.left, panel.right));
    axes::vertical_axis(&mut scene, &panel, &vertical, &ticks, "", about.things);
    for bin in bins.iter().filter(|b| b.count > 0) {
        let (left, right) = (
            horizontal.at(bin.from as f64 - 0.5),
            horizontal.at(bin.to as f64 + 0.5),
        );
        // Bars of a few values would otherwise be as wide as the page.
        let excess = ((right - left - 72.0) / 2.0).max(0.0);
        let gap = if right - left > 5.0 { 0.75 } else { 0.0 };
        scene.rectangle(
            (left + gap + excess, vertical.at(bin.count as f64)),
            (right - gap - excess, panel.bottom),
            color(about.coloring, bin.from),
            1.0,
        );
    }
    if let Some(s) = &summary {
        marks(&mut scene, &panel, &horizontal, s);
    }
    let bottom = axes::horizontal_axis(&mut scene, &panel, &horizontal, true, "", about.quantity);
    Chart {
        name: about.name.to_owned(),
        title: about.title.to_owned(),
        caption: about.caption.to_owned(),
        alt: alt(about, summary.as_ref()),
        scene: frame::finish(scene, bottom),
    }
}

fn figures(about: &About<'_>, s: &HistogramSummary, bin_width: i64) -> String {
    let mut text = format!(
        "N\u{a0}=\u{a0}{} · 80\u{a0}% from {} · range {}",
        counted(s.count, about.thing, about.things),
        whole_range(s.p10, s.p90),
        whole_range(s.min, s.max),
    );
    if bin_width > 1 {
        text.push_str(&format!(
            " · bars of {} values",
            count(bin_width.unsigned_abs())
        ));
    }
    text
}

fn keys(about: &About<'_>, histogram: &Histogram) -> Vec<Key> {
    if about.coloring == Coloring::Plain {
        return Vec::new();
    }
    let has = |f: fn(i32) -> bool| histogram.iter().any(|(value, _)| f(value));
    let mut keys = Vec::new();
    for (shown, color, text) in [
        (has(|v| v > 0), palette::FIRST, "First ahead"),
        (has(|v| v < 0), palette::SECOND, "Second ahead"),
        (has(|v| v == 0), palette::DRAW, "even"),
    ] {
        if shown {
            keys.push(Key::new(Swatch::Box, color, text));
        }
    }
    keys
}

fn color(coloring: Coloring, value: i64) -> Color {
    match (coloring, value.signum()) {
        (Coloring::Plain, _) => palette::ALL,
        (Coloring::Winner, 1) => palette::FIRST,
        (Coloring::Winner, 0) => palette::DRAW,
        (Coloring::Winner, _) => palette::SECOND,
    }
}

/// A solid line at the mean, a dashed one at the median; the labels on the outer sides, so that
/// they keep clear of both lines.
fn marks(scene: &mut Scene, panel: &Panel, scale: &Scale, s: &HistogramSummary) {
    let (mean, median) = (scale.at(s.mean), scale.at(s.median));
    let mean_label = format!("mean {}", fixed(s.mean, 1));
    let median_label = format!("median {}", median_text(s.median));
    let top = panel.top + 4.0;
    scene.line((mean, top), (mean, panel.bottom), palette::INK, 1.5);
    scene.dashed((median, top), (median, panel.bottom), palette::INK, 1.5);

    const GAP: f64 = 6.0;
    let y = top + LABEL;
    let width = |text: &str| font::width(text, LABEL, Weight::Regular);
    let (left, right) = (mean.min(median) - GAP, mean.max(median) + GAP);
    let (left_label, right_label) = if mean < median {
        (mean_label.clone(), median_label.clone())
    } else {
        (median_label.clone(), mean_label.clone())
    };
    let fits_left = left - width(&left_label) >= panel.left;
    let fits_right = right + width(&right_label) <= panel.right;
    let mut place = |text: String, x: f64, y: f64, anchor: Anchor| {
        scene.text(label(text, (x, y), anchor, LABEL, palette::INK));
    };
    if fits_left && fits_right {
        place(left_label, left, y, Anchor::End);
        place(right_label, right, y, Anchor::Start);
    } else {
        // Both on one side, where position no longer says which line is meant.
        let (x, anchor) = if fits_left {
            (left, Anchor::End)
        } else {
            (right, Anchor::Start)
        };
        place(mean_label, x, y, anchor);
        place(
            format!("{median_label} (dashed)"),
            x,
            y + LABEL + 4.0,
            anchor,
        );
    }
}

fn median_text(median: f64) -> String {
    fixed(median, usize::from(median.fract() != 0.0))
}

fn alt(about: &About<'_>, summary: Option<&HistogramSummary>) -> String {
    summary.map_or_else(
        || format!("{}: nothing to show.", about.title),
        |s| {
            format!(
                "Histogram of the {}, {}: {}, mean {}, median {}, from {}.",
                about.quantity,
                about.context,
                counted(s.count, about.thing, about.things),
                fixed(s.mean, 1),
                median_text(s.median),
                whole_range(s.min, s.max),
            )
        },
    )
}
