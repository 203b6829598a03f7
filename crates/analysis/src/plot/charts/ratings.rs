//! Ratings of several agents with their intervals.

use super::forest::{self, Axis, Forest, Row, Value};
use crate::format::{fixed, percent, signed};
use crate::plot::figure::Chart;
use crate::plot::frame::{Key, Swatch};
use crate::plot::palette;
use flipside_stats::bradley_terry::Rating;
use flipside_stats::interval::Interval;

/// An agent with its rating.
#[derive(Clone, Debug)]
pub struct Rated {
    /// The agent.
    pub agent: String,
    /// Its rating. `None` without one.
    pub rating: Option<Rating>,
    /// Games behind it, in words.
    pub games: String,
    /// Its share of the points. `None` without games.
    pub score: Option<f64>,
    /// Whether all ratings are relative to it.
    pub is_zero: bool,
}

/// Ratings in the given order. `zero` describes their zero.
#[must_use]
pub fn chart(context: &str, zero: &str, rated: &[Rated]) -> Chart {
    let title = "Ratings";
    let rows: Vec<Row> = rated.iter().map(row).collect();
    let mut keys = vec![Key::new(
        Swatch::Dot,
        palette::ALL,
        "rating, with its 95\u{a0}% interval",
    )];
    if rated.iter().any(|rated| rated.is_zero) {
        keys.push(Key::new(Swatch::Diamond, palette::INK, "0 by definition"));
    }
    let subtitles = [context.to_owned(), format!("0 Elo is {zero}")];
    let scene = forest::draw(Forest {
        title,
        subtitles: &subtitles,
        keys,
        rows: &rows,
        axis: Axis::Elo { title: "Elo" },
        reference: None,
    });
    Chart {
        name: "ratings".to_owned(),
        title: title.to_owned(),
        caption:
            "The ratings that best explain all results. Agents with overlapping intervals may \
                  still differ clearly; the table gives the probability that each is stronger than \
                  the next."
                .to_owned(),
        alt: alt(title, context, rated),
        scene,
    }
}

fn row(rated: &Rated) -> Row {
    let score = rated.score.map(|score| format!(" · {}", percent(score)));
    Row {
        label: rated.agent.clone(),
        detail: format!("{}{}", rated.games, score.unwrap_or_default()),
        value: match rated.rating {
            Some(Rating { elo, .. }) if rated.is_zero => Value::Known {
                value: elo,
                why: "by definition",
            },
            Some(Rating { elo, margin }) => Value::Estimate {
                value: elo,
                interval: Interval {
                    low: elo - margin,
                    high: elo + margin,
                },
            },
            None => Value::Absent,
        },
        color: if rated.is_zero {
            palette::INK
        } else {
            palette::ALL
        },
        hollow: false,
    }
}

fn alt(title: &str, context: &str, rated: &[Rated]) -> String {
    let mut text = format!("{title}, {context}.");
    for Rated { agent, rating, .. } in rated {
        let rating = rating.map_or_else(
            || "no rating".to_owned(),
            |r| format!("{} ± {} Elo", signed(r.elo, 0), fixed(r.margin, 0)),
        );
        text.push_str(&format!(" {agent}: {rating}."));
    }
    text
}
