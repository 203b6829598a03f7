//! Changes and sensitivities of parameters.

use super::rows::{self, Mark, Row, Rows};
use crate::format::{fixed, signed, significant};
use crate::plot::figure::Chart;
use crate::plot::frame::{Key, Swatch, fitting};
use crate::plot::palette;

/// The description of a chart.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// The run: name, game and method.
    pub context: &'a str,
    /// Which parameters are shown, and why.
    pub selection: &'a str,
    /// The meaning of the spread or sensitivity, with its unit.
    pub quantity: &'a str,
    /// How it is computed and how to read it, in sentences.
    pub explanation: &'a str,
}

/// A parameter's distance from its start, in steps.
#[derive(Clone, Debug)]
pub struct Change {
    /// The parameter's name.
    pub name: String,
    /// The distance.
    pub steps: f64,
    /// The spread of its value.
    pub spread: Option<f64>,
}

/// The change of each parameter, in the given order.
#[must_use]
pub fn changes(about: &About<'_>, changes: &[Change]) -> Chart {
    let title = "Change from the start";
    let rows: Vec<Row> = changes
        .iter()
        .map(|change| Row {
            label: change.name.clone(),
            value: change.steps,
            around: change.spread.map(|s| (change.steps - s, change.steps + s)),
            text: change_text(change),
        })
        .collect();
    let has_spread = changes.iter().any(|change| change.spread.is_some());
    let key = if has_spread {
        format!("change, ± one {}", about.quantity)
    } else {
        "change, spread unknown".to_owned()
    };
    let scene = rows::draw(Rows {
        title,
        subtitles: &[about.context.to_owned(), about.selection.to_owned()],
        keys: vec![Key::new(Swatch::Dot, palette::ALL, fitting(&key))],
        rows: &rows,
        axis: "change from the start, in steps",
        mark: Mark::Dot,
    });
    Chart {
        name: "changes".to_owned(),
        title: title.to_owned(),
        caption: if has_spread {
            let text = "Change of each parameter from its start. If its bar crosses zero, the \
                        change may be chance.";
            format!("{text} {}", about.explanation)
        } else {
            "Change of each parameter from its start.".to_owned()
        },
        alt: alt(title, about, &rows),
        scene,
    }
}

/// The sensitivity of each parameter, by name, in the given order.
#[must_use]
pub fn sensitivities(about: &About<'_>, sensitivities: &[(String, f64)]) -> Chart {
    let title = "Sensitivity of the objective to each parameter";
    let rows: Vec<Row> = sensitivities
        .iter()
        .map(|(name, value)| Row {
            label: name.clone(),
            value: *value,
            around: None,
            text: significant(*value, 3),
        })
        .collect();
    let scene = rows::draw(Rows {
        title,
        subtitles: &[about.context.to_owned(), about.selection.to_owned()],
        keys: Vec::new(),
        rows: &rows,
        axis: &fitting(about.quantity),
        mark: Mark::Bar,
    });
    Chart {
        name: "sensitivity".to_owned(),
        title: title.to_owned(),
        caption: about.explanation.to_owned(),
        alt: alt(title, about, &rows),
        scene,
    }
}

fn change_text(change: &Change) -> String {
    match change.spread {
        Some(spread) => format!("{} ± {}", signed(change.steps, 1), fixed(spread, 1)),
        None => signed(change.steps, 1),
    }
}

fn alt(title: &str, about: &About<'_>, rows: &[Row]) -> String {
    let mut text = format!("{title}, {}. {}.", about.context, about.selection);
    for row in rows {
        text.push_str(&format!(" {}: {}.", row.label, row.text));
    }
    text
}
