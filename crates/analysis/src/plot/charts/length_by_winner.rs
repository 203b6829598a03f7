//! Game lengths by winner.

use super::bins::Binning;
use crate::format::{count, fixed};
use crate::plot::axes::{self, most_vertical_ticks};
use crate::plot::figure::Chart;
use crate::plot::frame::{self, Key, MARGIN, Swatch};
use crate::plot::palette::{self, Color};
use crate::plot::scale::{Panel, Scale};
use crate::plot::scene::Point;
use flipside_stats::histogram::Histogram;

/// Game lengths, by how the game ended.
#[derive(Clone, Copy, Debug)]
pub struct Lengths<'a> {
    /// Of games that First won.
    pub first: &'a Histogram,
    /// Of games that Second won.
    pub second: &'a Histogram,
    /// Of drawn games.
    pub drawn: &'a Histogram,
}

/// Outcomes with fewer games have no outline, unless none has more.
const FEWEST: u64 = 10;

/// The distribution of game lengths for each winner, as shares of that winner's games, so that
/// shapes can be compared whatever the number of games. `unit` in the plural, such as `turns`.
#[must_use]
pub fn chart(context: &str, unit: &str, lengths: Lengths<'_>) -> Chart {
    const HEIGHT: f64 = 270.0;
    let title = "Game length by winner";
    let kinds: Vec<(&str, Color, &Histogram)> = [
        ("First won", palette::FIRST, lengths.first),
        ("Second won", palette::SECOND, lengths.second),
        ("drawn", palette::DRAW, lengths.drawn),
    ]
    .into_iter()
    .filter(|(_, _, histogram)| !histogram.is_empty())
    .collect();

    let mut all = Histogram::default();
    kinds
        .iter()
        .for_each(|(_, _, histogram)| all.merge(histogram));
    let mean_text = |h: &Histogram| h.mean().map(|mean| fixed(mean, 1)).unwrap_or_default();
    // The outline of a handful of games is all spikes, which would squeeze those of many.
    let most = kinds.iter().map(|(_, _, h)| h.count()).max().unwrap_or(0);
    let is_drawn = |h: &Histogram| h.count() >= FEWEST.min(most);
    let keys: Vec<Key> = kinds
        .iter()
        .map(|(name, color, h)| {
            let mut text = format!(
                "{name}: N\u{a0}=\u{a0}{}, mean {}",
                count(h.count()),
                mean_text(h)
            );
            if !is_drawn(h) {
                text.push_str(" (too few to draw)");
            }
            Key::new(Swatch::Line, *color, text)
        })
        .collect();
    let binning = Binning::of(&all, false);
    let mut figures = format!("N\u{a0}=\u{a0}{} finished games", count(all.count()));
    if let Some(width) = binning.map(|b| b.width()).filter(|width| *width > 1) {
        figures.push_str(&format!(" · steps of {width} {unit}"));
    }
    let (mut scene, top) = frame::begin(title, &[context.to_owned(), figures], &keys);
    let mut panel = Panel {
        left: MARGIN,
        top: top + 28.0,
        right: frame::width() - MARGIN,
        bottom: top + 28.0 + HEIGHT,
    };
    // Percent of the games of the same winner, per bin.
    let shares: Vec<(Color, Vec<Step>)> = kinds
        .iter()
        .filter(|(_, _, h)| is_drawn(h))
        .map(|(_, color, h)| {
            let total = h.count() as f64;
            let bins = binning.map(|b| b.count(h)).unwrap_or_default();
            let share = |count: u64| count as f64 / total * 100.0;
            (
                *color,
                bins.iter()
                    .map(|b| (b.from, b.to, share(b.count)))
                    .collect(),
            )
        })
        .collect();
    let highest = shares
        .iter()
        .flat_map(|(_, bins)| bins)
        .map(|bin| bin.2)
        .fold(0.0, f64::max)
        .max(1.0);
    let vertical = Scale::linear((0.0, highest * 1.05), (panel.bottom, panel.top));
    let ticks = vertical.ticks(most_vertical_ticks(&panel), false);
    panel.left += axes::vertical_axis_width(&ticks, "\u{a0}%");
    let (from, to) = binning.map_or((0, 1), |b| b.range());
    let ends = (from as f64 - 0.5, to as f64 + 0.5);
    let horizontal = Scale::linear(ends, (panel.left, panel.right));
    let axis = "share of the games with the same winner";
    axes::vertical_axis(&mut scene, &panel, &vertical, &ticks, "\u{a0}%", axis);
    for (color, bins) in &shares {
        scene.polygon(steps(bins, &horizontal, &vertical), *color, 0.10);
    }
    for (color, bins) in &shares {
        scene.path(steps(bins, &horizontal, &vertical), *color, 2.0);
    }
    let quantity = format!("game length ({unit})");
    let bottom = axes::horizontal_axis(&mut scene, &panel, &horizontal, true, "", &quantity);
    let mut alt = format!("{title}, {context}.");
    for (name, _, h) in &kinds {
        alt.push_str(&format!(
            " {name}: {} games, mean {}.",
            count(h.count()),
            mean_text(h)
        ));
    }
    Chart {
        name: "game-length-by-winner".to_owned(),
        title: title.to_owned(),
        caption:
            "Each outline adds up to 100 %: it shows how long the games are that a side wins, \
                  not how many it wins."
                .to_owned(),
        alt,
        scene: frame::finish(scene, bottom),
    }
}

/// Least and largest value of a bar, and the percentage of games in it.
type Step = (i64, i64, f64);

/// The outline of the bars, from the base line back to it.
fn steps(bins: &[Step], horizontal: &Scale, vertical: &Scale) -> Vec<Point> {
    let mut points = Vec::with_capacity(2 * bins.len() + 2);
    if let Some((from, _, _)) = bins.first() {
        points.push((horizontal.at(*from as f64 - 0.5), vertical.at(0.0)));
    }
    for (from, to, share) in bins {
        points.push((horizontal.at(*from as f64 - 0.5), vertical.at(*share)));
        points.push((horizontal.at(*to as f64 + 0.5), vertical.at(*share)));
    }
    if let Some((_, to, _)) = bins.last() {
        points.push((horizontal.at(*to as f64 + 0.5), vertical.at(0.0)));
    }
    points
}
