//! Endings by reason.

use crate::format::{count, percent};
use crate::plot::axes;
use crate::plot::figure::Chart;
use crate::plot::font::{self, Weight};
use crate::plot::frame::{self, Key, LABEL, MARGIN, SMALL, Swatch, label};
use crate::plot::palette::{self, Color};
use crate::plot::scale::{Panel, Scale};
use crate::plot::scene::Anchor;
use flipside_stats::tally::Tally;

/// Numbers of games that ended for one reason, by outcome.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The reason in words.
    pub reason: String,
    /// The games with this ending.
    pub tally: Tally,
}

/// Bars of games by reason, split by winner, in the given order.
#[must_use]
pub fn chart(context: &str, endings: &[Ending]) -> Chart {
    const ROW: f64 = 34.0;
    const BAR: f64 = 20.0;
    let title = "Endings by reason";
    let games: u64 = endings.iter().map(|e| e.tally.games()).sum();
    type Part = (&'static str, Color, fn(&Tally) -> u64);
    let parts: Vec<Part> = [
        (
            "First won",
            palette::FIRST,
            (|t| t.first_wins) as fn(&Tally) -> u64,
        ),
        ("Second won", palette::SECOND, |t| t.second_wins),
        ("drawn", palette::DRAW, |t| t.draws),
        ("no outcome", palette::UNFINISHED, |t| t.unfinished + t.void),
    ]
    .into_iter()
    .filter(|(_, _, of)| endings.iter().any(|e| of(&e.tally) > 0))
    .collect();
    let keys: Vec<Key> = parts
        .iter()
        .map(|(name, color, _)| Key::new(Swatch::Box, *color, *name))
        .collect();
    let subtitles = [
        context.to_owned(),
        format!("N\u{a0}=\u{a0}{} games", count(games)),
    ];
    let (mut scene, top) = frame::begin(title, &subtitles, &keys);

    let total_text = |tally: &Tally| {
        let share = tally.games() as f64 / games.max(1) as f64;
        format!("{} ({})", count(tally.games()), percent(share))
    };
    let widest = |of: &dyn Fn(&Ending) -> f64| endings.iter().map(of).fold(0.0, f64::max);
    let label_width = widest(&|e| font::width(&e.reason, LABEL, Weight::Regular))
        .clamp(60.0, if frame::is_narrow() { 110.0 } else { 250.0 });
    let total_width = widest(&|e| font::width(&total_text(&e.tally), SMALL, Weight::Regular));
    let panel = Panel {
        left: MARGIN + label_width + 12.0,
        top: top + 6.0,
        right: frame::width() - MARGIN - total_width - 8.0,
        bottom: top + 6.0 + ROW * endings.len().max(1) as f64,
    };
    let most = endings
        .iter()
        .map(|e| e.tally.games())
        .max()
        .unwrap_or(0)
        .max(1);
    let scale = Scale::linear((0.0, most as f64), (panel.left, panel.right));
    scene.line(
        (panel.left, panel.top),
        (panel.left, panel.bottom),
        palette::AXIS,
        1.0,
    );
    for (index, ending) in endings.iter().enumerate() {
        let middle = panel.top + ROW * (index as f64 + 0.5);
        let baseline = middle + 0.36 * LABEL;
        let reason = font::fit(&ending.reason, label_width, LABEL, Weight::Regular);
        let at = (panel.left - 12.0, baseline);
        scene.text(label(reason, at, Anchor::End, LABEL, palette::INK));
        let mut so_far = 0;
        for (_, color, of) in &parts {
            let from = scale.at(so_far as f64);
            so_far += of(&ending.tally);
            let to = scale.at(so_far as f64);
            if of(&ending.tally) > 0 {
                // Even a single game among millions must be visible.
                let to = to.max(from + 1.0);
                let (upper, lower) = (middle - BAR / 2.0, middle + BAR / 2.0);
                scene.rectangle((from, upper), (to, lower), *color, 1.0);
            }
        }
        let at = (scale.at(so_far as f64) + 8.0, middle + 0.36 * SMALL);
        scene.text(label(
            total_text(&ending.tally),
            at,
            Anchor::Start,
            SMALL,
            palette::MUTED,
        ));
    }
    let bottom = axes::horizontal_axis(&mut scene, &panel, &scale, true, "", "games");
    scene.line(
        (panel.left, panel.top),
        (panel.left, panel.bottom),
        palette::AXIS,
        1.0,
    );
    let mut alt = format!("{title}, {context}.");
    for ending in endings {
        alt.push_str(&format!(
            " {}: {}.",
            ending.reason,
            total_text(&ending.tally)
        ));
    }
    Chart {
        name: "endings".to_owned(),
        title: title.to_owned(),
        caption: "Games by reason of the ending and by winner.".to_owned(),
        alt,
        scene: frame::finish(scene, bottom),
    }
}
