//! First's share over the games.

use crate::format::{count, percent, percent_range};
use crate::plot::axes::{self, most_vertical_ticks};
use crate::plot::figure::Chart;
use crate::plot::font::{self, Weight};
use crate::plot::frame::{self, Key, LABEL, MARGIN, Swatch, label};
use crate::plot::palette;
use crate::plot::scale::{Panel, Scale};
use crate::plot::scene::{Anchor, Text};
use flipside_stats::cumulative::CumulativePoint;

/// First's share over the games so far, with its always-valid 95 % band. The points must be in order of games.
#[must_use]
pub fn chart(context: &str, points: &[CumulativePoint], margin: f64) -> Chart {
    const HEIGHT: f64 = 270.0;
    let title = "First-player advantage over the games so far";
    let mut subtitles = vec![context.to_owned()];
    let last = points.last();
    if let Some(end) = last {
        subtitles.push(format!(
            "After N\u{a0}=\u{a0}{} finished games: {}, always-valid 95\u{a0}% interval {}",
            count(end.games),
            percent(end.share),
            percent_range(end.low, end.high),
        ));
    }
    let mut keys = vec![
        Key::new(Swatch::Line, palette::FIRST, "First’s share"),
        Key::new(
            Swatch::Band(0.2),
            palette::FIRST,
            "always-valid 95\u{a0}% interval",
        ),
    ];
    if margin > 0.0 {
        keys.push(Key::new(
            Swatch::Band(1.0),
            palette::ZONE,
            "counts as balanced",
        ));
    }
    let (mut scene, top) = frame::begin(title, &subtitles, &keys);

    let end_label = last.map(|end| percent(end.share)).unwrap_or_default();
    let mut panel = Panel {
        left: MARGIN,
        top: top + 28.0,
        right: frame::width() - MARGIN - font::width(&end_label, LABEL, Weight::Bold) - 10.0,
        bottom: top + 28.0 + HEIGHT,
    };
    let vertical = Scale::linear(range(points, margin), (panel.bottom, panel.top));
    let ticks = vertical.ticks(most_vertical_ticks(&panel), false);
    panel.left += axes::vertical_axis_width(&ticks, "\u{a0}%");
    let games = last.map_or(1, |end| end.games) as f64;
    let horizontal = Scale::linear((0.0, games), (panel.left, panel.right));
    let y = |share: f64| vertical.at(share * 100.0);

    if margin > 0.0 {
        let corners = (
            (panel.left, y(0.5 + margin)),
            (panel.right, y(0.5 - margin)),
        );
        scene.rectangle(corners.0, corners.1, palette::ZONE, 1.0);
    }
    let axis = "share of the points, First’s viewpoint";
    axes::vertical_axis(&mut scene, &panel, &vertical, &ticks, "\u{a0}%", axis);
    scene.line(
        (panel.left, y(0.5)),
        (panel.right, y(0.5)),
        palette::MUTED,
        1.5,
    );

    let at = |p: &CumulativePoint, share: f64| (horizontal.at(p.games as f64), y(share));
    if points.len() > 1 {
        let upper = points.iter().map(|p| at(p, p.high));
        let lower = points.iter().rev().map(|p| at(p, p.low));
        scene.polygon(upper.chain(lower).collect(), palette::FIRST, 0.2);
        scene.path(
            points.iter().map(|p| at(p, p.share)).collect(),
            palette::FIRST,
            2.0,
        );
    }
    if let Some(end) = last {
        let (x, y) = at(end, end.share);
        frame::marker(&mut scene, (x, y), frame::Marker::Dot, palette::FIRST);
        scene.text(Text {
            weight: Weight::Bold,
            ..label(
                end_label,
                (x + 10.0, y + 0.36 * LABEL),
                Anchor::Start,
                LABEL,
                palette::FIRST,
            )
        });
    }
    let bottom = axes::horizontal_axis(&mut scene, &panel, &horizontal, true, "", "finished games");
    let alt = last.map_or_else(
        || format!("{title}: no finished games."),
        |end| {
            format!(
                "{title}, {context}. It ends at {} with the interval {} after {} games.",
                percent(end.share),
                percent_range(end.low, end.high),
                count(end.games),
            )
        },
    );
    Chart {
        name: "advantage-cumulative".to_owned(),
        title: title.to_owned(),
        caption: "First’s share over the games up to each point, with its interval. The band is \
                  valid at all points simultaneously: in 95 of 100 runs it always contains the \
                  true share. If the line keeps drifting in one direction, early and late games \
                  differ."
            .to_owned(),
        alt,
        scene: frame::finish(scene, bottom),
    }
}

/// In percent. The first games are so uncertain that they would squeeze all others; where they
/// leave the range they are drawn at its edge.
fn range(points: &[CumulativePoint], margin: f64) -> (f64, f64) {
    let settled = points.last().map_or(0, |end| end.games / 20);
    let mut low: f64 = 0.5 - margin.max(0.01);
    let mut high: f64 = 0.5 + margin.max(0.01);
    for point in points.iter().filter(|p| p.games >= settled) {
        low = low.min(point.low);
        high = high.max(point.high);
    }
    let air = (high - low) * 0.05;
    ((low - air).max(0.0) * 100.0, (high + air).min(1.0) * 100.0)
}
