//! The number of legal turns over the game.

use serde::Serialize;

use crate::format::{count, fixed};
use crate::plot::axes::{self, most_vertical_ticks};
use crate::plot::figure::Chart;
use crate::plot::frame::{self, Key, MARGIN, Swatch};
use crate::plot::palette;
use crate::plot::scale::{Panel, Scale};

/// Legal turns before a turn of the game, over all games of that length.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BranchingPoint {
    /// Number of the turn, from 1.
    pub turn: u32,
    /// Games of at least that length.
    pub games: u64,
    /// Mean number of legal turns.
    pub mean: f64,
    /// The 10 % quantile.
    pub p10: i32,
    /// The 90 % quantile.
    pub p90: i32,
    /// The minimum.
    pub min: i32,
    /// The maximum.
    pub max: i32,
}

/// From this ratio of largest to smallest value on, the axis is logarithmic.
const LOGARITHMIC_FROM: f64 = 30.0;

/// Mean number of legal turns by turn, with the range of the middle 80 % and the whole range.
#[must_use]
pub fn chart(context: &str, points: &[BranchingPoint]) -> Chart {
    const HEIGHT: f64 = 270.0;
    let title = "Legal turns by turn of the game";
    let games = points.first().map_or(0, |p| p.games);
    let largest = points.iter().map(|p| p.max).max().unwrap_or(1).max(1);
    // Zero has no logarithm; a position with a single legal turn is the least of interest there.
    let smallest = points.iter().map(|p| p.min).min().unwrap_or(0).max(1);
    let logarithmic = f64::from(largest) > LOGARITHMIC_FROM * f64::from(smallest);
    let mut figures = format!(
        "N\u{a0}=\u{a0}{} games at turn {}",
        count(games),
        first_turn(points)
    );
    if let Some(last) = points.last().filter(|last| last.turn > 1) {
        figures.push_str(&format!(", {} at turn {}", count(last.games), last.turn));
    }
    if logarithmic {
        figures.push_str(" · logarithmic scale");
    }
    let keys = [
        Key::new(Swatch::Line, palette::ALL, "mean"),
        Key::new(Swatch::Band(0.38), palette::ALL, "80\u{a0}% of games"),
        Key::new(Swatch::Band(0.15), palette::ALL, "all games"),
    ];
    let (mut scene, top) = frame::begin(title, &[context.to_owned(), figures], &keys);
    let mut panel = Panel {
        left: MARGIN,
        top: top + 28.0,
        right: frame::width() - MARGIN,
        bottom: top + 28.0 + HEIGHT,
    };
    let heights = (panel.bottom, panel.top);
    let vertical = if logarithmic {
        Scale::logarithmic((f64::from(smallest), f64::from(largest) * 1.1), heights)
    } else {
        Scale::linear((0.0, f64::from(largest) * 1.05), heights)
    };
    let ticks = vertical.ticks(most_vertical_ticks(&panel), true);
    panel.left += axes::vertical_axis_width(&ticks, "");
    let turns = (
        f64::from(first_turn(points)),
        f64::from(
            points
                .last()
                .map_or(1, |p| p.turn)
                .max(first_turn(points) + 1),
        ),
    );
    let horizontal = Scale::linear(turns, (panel.left, panel.right));
    axes::vertical_axis(&mut scene, &panel, &vertical, &ticks, "", "legal turns");
    let at =
        |p: &BranchingPoint, value: f64| (horizontal.at(f64::from(p.turn)), vertical.at(value));
    type Ends = fn(&BranchingPoint) -> (i32, i32);
    let bands: [(Ends, f64); 2] = [(|p| (p.min, p.max), 0.15), (|p| (p.p10, p.p90), 0.28)];
    for (ends, opacity) in bands {
        let upper = points.iter().map(|p| at(p, f64::from(ends(p).1)));
        let lower = points.iter().rev().map(|p| at(p, f64::from(ends(p).0)));
        if points.len() > 1 {
            scene.polygon(upper.chain(lower).collect(), palette::ALL, opacity);
        }
    }
    if points.len() > 1 {
        scene.path(
            points.iter().map(|p| at(p, p.mean)).collect(),
            palette::ALL,
            2.5,
        );
    } else if let Some(only) = points.first() {
        frame::marker(
            &mut scene,
            at(only, only.mean),
            frame::Marker::Dot,
            palette::ALL,
        );
    }
    let bottom = axes::horizontal_axis(
        &mut scene,
        &panel,
        &horizontal,
        true,
        "",
        "turn of the game",
    );
    let peak = points.iter().max_by(|a, b| a.mean.total_cmp(&b.mean));
    let alt = peak.map_or_else(
        || format!("{title}: no turns."),
        |peak| {
            format!(
                "{title}, {context}. The mean is largest at turn {} with {} legal turns; the range \
                 over all turns is {smallest} to {largest}.",
                peak.turn,
                fixed(peak.mean, 1),
            )
        },
    );
    Chart {
        name: "branching".to_owned(),
        title: title.to_owned(),
        caption: "Number of legal turns of the player to move. Few games have late turns, so the \
                  line is less certain there."
            .to_owned(),
        alt,
        scene: frame::finish(scene, bottom),
    }
}

fn first_turn(points: &[BranchingPoint]) -> u32 {
    points.first().map_or(1, |p| p.turn)
}
