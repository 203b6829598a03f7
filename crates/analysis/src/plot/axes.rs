//! Axes with their grid lines, labels and titles.

use super::font::{self, Weight};
use super::frame::{LABEL, MARGIN, label, width};
use super::palette;
use super::scale::{Panel, Scale};
use super::scene::{Anchor, Scene};
use super::ticks::Ticks;

/// Size of the labels of ticks.
pub(super) const TICK: f64 = 12.0;

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
    rules(scene, panel, scale, ticks, suffix);
    let at = (MARGIN, panel.top - 15.0);
    scene.text(label(title, at, Anchor::Start, LABEL, palette::MUTED));
}

/// Grid lines and labels of a vertical axis without its title.
pub(super) fn rules(scene: &mut Scene, panel: &Panel, scale: &Scale, ticks: &Ticks, suffix: &str) {
    for value in &ticks.values {
        let y = scale.at(*value);
        scene.line((panel.left, y), (panel.right, y), palette::GRID, 1.0);
        let at = (panel.left - 8.0, y + 0.36 * TICK);
        let text = format!("{}{suffix}", ticks.label(*value));
        scene.text(label(text, at, Anchor::End, TICK, palette::MUTED));
    }
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
        let at = (x.min(width() - 4.0 - half), panel.bottom + 9.0 + TICK);
        scene.text(label(text, at, Anchor::Middle, TICK, palette::MUTED));
    }
    let y = panel.bottom + 9.0 + TICK + 8.0 + LABEL;
    // Below the middle of the panel, as far as a long title leaves room for that.
    let title = font::fit(title, width() - 2.0 * MARGIN, LABEL, Weight::Regular);
    let half = font::width(&title, LABEL, Weight::Regular) / 2.0;
    let middle = ((panel.left + panel.right) / 2.0).min(width() - MARGIN - half);
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
