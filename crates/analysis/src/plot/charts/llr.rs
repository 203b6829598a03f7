//! The log-likelihood ratio of a sequential test over the pairs.

use crate::format::{count, signed};
use crate::plot::axes::{self, most_vertical_ticks};
use crate::plot::figure::Chart;
use crate::plot::font::{self, Weight};
use crate::plot::frame::{self, Key, LABEL, MARGIN, SMALL, Swatch, label};
use crate::plot::palette;
use crate::plot::scale::{Panel, Scale};
use crate::plot::scene::{Anchor, Text};
use flipside_stats::llr_curve::LlrPoint;
use flipside_stats::sprt::SprtStop;

/// The description of the chart.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// Stem of the file names.
    pub name: &'a str,
    /// Which games: game, rules, agents.
    pub context: &'a str,
    /// The agents A and B.
    pub viewpoint: &'a str,
    /// The hypothesis accepted at the lower bound.
    pub null: &'a str,
    /// The hypothesis accepted at the upper bound.
    pub alternative: &'a str,
    /// The bounds.
    pub bounds: (f64, f64),
    /// Where the test decided.
    pub stopped: Option<SprtStop>,
}

/// The ratio over the pairs so far. The points must be in order of pairs.
#[must_use]
pub fn chart(about: &About<'_>, points: &[LlrPoint]) -> Chart {
    const HEIGHT: f64 = 250.0;
    let title = "Sequential test over the pairs so far";
    let (low, high) = about.bounds;
    let mut subtitles = vec![about.context.to_owned(), about.viewpoint.to_owned()];
    if let Some(stop) = about.stopped {
        subtitles.push(format!(
            "Stopped at pair {} with a log-likelihood ratio of {}",
            count(stop.pairs),
            signed(stop.llr, 2),
        ));
    }
    let mut keys = vec![Key::new(Swatch::Line, palette::ALL, "log-likelihood ratio")];
    if about.stopped.is_some() {
        keys.push(Key::new(Swatch::Dot, palette::INK, "decision"));
    }
    let (mut scene, top) = frame::begin(title, &subtitles, &keys);
    let last = points.last().copied();
    let end_label = last.map(|end| signed(end.llr, 2)).unwrap_or_default();
    let mut panel = Panel {
        left: MARGIN,
        top: top + 28.0,
        right: frame::width() - MARGIN - font::width(&end_label, LABEL, Weight::Bold) - 10.0,
        bottom: top + 28.0 + HEIGHT,
    };
    let vertical = Scale::linear(range(about, points), (panel.bottom, panel.top));
    let ticks = vertical.ticks(most_vertical_ticks(&panel), false);
    panel.left += axes::vertical_axis_width(&ticks, "");
    let pairs = last.map_or(1, |end| end.pairs.max(1)) as f64;
    let horizontal = Scale::linear((0.0, pairs), (panel.left, panel.right));
    let at = |pairs: u64, llr: f64| (horizontal.at(pairs as f64), vertical.at(llr));

    let axis = "log-likelihood ratio, positive favours A";
    axes::vertical_axis(&mut scene, &panel, &vertical, &ticks, "", axis);
    let zero = vertical.at(0.0);
    scene.line((panel.left, zero), (panel.right, zero), palette::MUTED, 1.0);
    for (bound, text, shift) in [
        (high, about.alternative, -6.0),
        (low, about.null, SMALL + 4.0),
    ] {
        let y = vertical.at(bound);
        scene.dashed((panel.left, y), (panel.right, y), palette::INK, 1.5);
        let text = format!("{}: {text}", signed(bound, 2));
        let text = font::fit(
            &text,
            panel.right - panel.left - 16.0,
            SMALL,
            Weight::Regular,
        );
        let at = (panel.left + 8.0, y + shift);
        scene.text(label(text, at, Anchor::Start, SMALL, palette::INK));
    }
    if points.len() > 1 {
        let line = points.iter().map(|p| at(p.pairs, p.llr)).collect();
        scene.path(line, palette::ALL, 2.0);
    }
    if let Some(stop) = about.stopped {
        let place = at(stop.pairs, stop.llr);
        frame::marker(&mut scene, place, frame::Marker::Dot, palette::INK);
    }
    if let Some(end) = last {
        let (x, y) = at(end.pairs, end.llr);
        scene.text(Text {
            weight: Weight::Bold,
            ..label(
                end_label,
                (x + 10.0, y + 0.36 * LABEL),
                Anchor::Start,
                LABEL,
                palette::ALL,
            )
        });
    }
    let axis = "complete pairs";
    let bottom = axes::horizontal_axis(&mut scene, &panel, &horizontal, true, "", axis);
    Chart {
        name: about.name.to_owned(),
        title: title.to_owned(),
        caption:
            "The test decides where the line first reaches a dashed bound. Later pairs do not \
                  change the decision."
                .to_owned(),
        alt: alt(title, about, last),
        scene: frame::finish(scene, bottom),
    }
}

/// All points and both bounds, with room for the labels of bounds.
fn range(about: &About<'_>, points: &[LlrPoint]) -> (f64, f64) {
    let (low, high) = about.bounds;
    let (mut least, mut most) = (low, high);
    let stop = about.stopped.map(|stop| stop.llr);
    for llr in points.iter().map(|point| point.llr).chain(stop) {
        least = least.min(llr);
        most = most.max(llr);
    }
    let air = (most - least) * 0.04;
    let label = (most - least) * 0.12;
    (
        (least - air).min(low - label),
        (most + air).max(high + label),
    )
}

fn alt(title: &str, about: &About<'_>, last: Option<LlrPoint>) -> String {
    let (low, high) = about.bounds;
    let mut text = format!(
        "{title}, {}. Bounds {} and {}.",
        about.context,
        signed(low, 2),
        signed(high, 2),
    );
    if let Some(stop) = about.stopped {
        text.push_str(&format!(
            " Stopped at pair {} with {}.",
            count(stop.pairs),
            signed(stop.llr, 2)
        ));
    }
    if let Some(end) = last {
        text.push_str(&format!(
            " {} after all {} pairs.",
            signed(end.llr, 2),
            count(end.pairs)
        ));
    }
    text
}
