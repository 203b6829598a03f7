//! First-player advantage by group and by opening.

use super::forest::{self, Axis, Forest, Row, Value};
use crate::accumulate::Proven;
use crate::format::{count, counted, percent, percent_range};
use crate::plot::figure::Chart;
use crate::plot::frame::{Key, Swatch};
use crate::plot::palette;
use flipside_rules::Seat;
use flipside_stats::advantage::Advantage;
use flipside_stats::interval::Interval;
use flipside_stats::verdict::Verdict;

/// A group of games: one game, rule set and pair of agents.
#[derive(Clone, Debug)]
pub struct GroupRow {
    /// Its name, such as `Hexflip · standard`.
    pub label: String,
    /// Who played, such as `mcts:nodes=1000 against itself`.
    pub detail: String,
    /// What is known about First's share.
    pub value: GroupValue,
}

/// Where a group's value comes from; the two kinds look different.
#[derive(Clone, Copy, Debug)]
pub enum GroupValue {
    /// Estimated from games. `None` if none was finished.
    Estimate(Option<Advantage>, Verdict),
    /// Known from a complete solution.
    Proven {
        /// The seat that wins with best play; `None` if neither can force the end.
        winner: Option<Seat>,
    },
}

/// First's share by group, each with the interval that its advantage holds: in a report the
/// always-valid 95 % interval.
#[must_use]
pub fn by_group(groups: &[GroupRow], margin: f64) -> Chart {
    let rows: Vec<Row> = groups.iter().map(group_row).collect();
    let games: u64 = groups
        .iter()
        .filter_map(|group| match group.value {
            GroupValue::Estimate(advantage, _) => advantage.map(|a| a.games),
            GroupValue::Proven { .. } => None,
        })
        .sum();
    let mut keys = Vec::new();
    let has = |f: &dyn Fn(&GroupValue) -> bool| groups.iter().any(|group| f(&group.value));
    let verdict = |wanted: &'static str| move |value: &GroupValue| matches!(value, GroupValue::Estimate(_, verdict) if verdict.label() == wanted);
    for (label, swatch, color) in [
        ("favours First", Swatch::Dot, palette::FIRST),
        ("favours Second", Swatch::Dot, palette::SECOND),
        ("balanced", Swatch::Dot, palette::DRAW),
        ("undecided", Swatch::HollowDot, palette::ALL),
        ("no verdict", Swatch::HollowDot, palette::UNFINISHED),
    ] {
        if has(&verdict(label)) {
            keys.push(Key::new(swatch, color, label));
        }
    }
    if has(&|value| matches!(value, GroupValue::Proven { .. })) {
        keys.push(Key::new(
            Swatch::Diamond,
            palette::INK,
            "proven, not estimated",
        ));
    }
    let subtitle = format!(
        "{} in {} · points: share of First, draws count half · bars: always-valid 95\u{a0}% intervals",
        counted(games, "finished game", "finished games"),
        counted(groups.len() as u64, "group", "groups"),
    );
    let title = "First-player advantage by group";
    let alt = alt(title, &rows);
    let scene = forest::draw(Forest {
        title,
        subtitles: &[subtitle],
        keys,
        rows: &rows,
        axis: Axis::Share { margin },
        reference: None,
    });
    Chart {
        name: "advantage-by-group".to_owned(),
        title: title.to_owned(),
        caption:
            "Right of the 50 % line First scores more than Second. A group is balanced if its \
                  90 % interval lies inside the green zone, and favours a side if its 95 % \
                  interval lies entirely on that side. If different agents swap seats, the pairs \
                  in which one seat won both games decide instead."
                .to_owned(),
        alt,
        scene,
    }
}

/// Games from one opening.
#[derive(Clone, Debug)]
pub struct OpeningRow {
    /// The opening turns as text.
    pub label: String,
    /// What is known about First's share. `None` if no game was finished.
    pub advantage: Option<Advantage>,
    /// The winner by a table, if there is one.
    pub proven: Option<Proven>,
}

/// First's share by opening: the given openings in their order, then all others together. `what`
/// they are: `opening` or `first turn`.
///
/// `overall` is the share over all games, drawn as a dashed line.
#[must_use]
pub fn by_opening(
    what: &str,
    context: &str,
    openings: &[OpeningRow],
    others: Option<&OpeningRow>,
    overall: Option<&Advantage>,
    margin: f64,
) -> Chart {
    let rows: Vec<Row> = openings.iter().chain(others).map(opening_row).collect();
    let mut keys = vec![
        Key::new(Swatch::Dot, palette::FIRST, "First ahead"),
        Key::new(Swatch::Dot, palette::SECOND, "Second ahead"),
        Key::new(Swatch::HollowDot, palette::ALL, "interval holds 50\u{a0}%"),
    ];
    // The legend names what is there.
    keys.retain(|key| {
        rows.iter()
            .any(|r| r.color == key.color && !matches!(r.value, Value::Absent))
    });
    let mut subtitles = vec![context.to_owned()];
    if let Some(a) = overall {
        subtitles.push(format!(
            "All games (dashed): {}, {}, N\u{a0}=\u{a0}{}",
            percent(a.share),
            a.interval.map_or_else(
                || "no interval".to_owned(),
                |i| format!("95\u{a0}% interval {}", percent_range(i.low, i.high)),
            ),
            count(a.games),
        ));
    }
    let title = format!("First-player advantage by {what}");
    let has_values = openings.iter().any(|opening| opening.proven.is_some());
    let alt = alt(&title, &rows);
    let scene = forest::draw(Forest {
        title: &title,
        subtitles: &subtitles,
        keys,
        rows: &rows,
        axis: Axis::Share { margin },
        reference: overall.map(|a| a.share),
    });
    Chart {
        name: "advantage-by-opening".to_owned(),
        title,
        caption: format!(
            "The most frequent {what}s, up to the board’s symmetries, with the 95 % interval of \
             First’s share in each. About one interval in twenty does not contain the true share.{}",
            match has_values {
                true => " Beside the number of games N is the winner by the tablebase.",
                false => "",
            }
        ),
        alt,
        scene,
    }
}

fn group_row(group: &GroupRow) -> Row {
    let (value, color, hollow) = match group.value {
        GroupValue::Estimate(advantage, verdict) => {
            let (color, hollow) = match verdict {
                Verdict::FavoursFirst => (palette::FIRST, false),
                Verdict::FavoursSecond => (palette::SECOND, false),
                Verdict::Balanced { .. } => (palette::DRAW, false),
                Verdict::Undecided { .. } => (palette::ALL, true),
                Verdict::None { .. } => (palette::UNFINISHED, true),
            };
            (estimate(advantage.as_ref()), color, hollow)
        }
        GroupValue::Proven { winner } => {
            let share = match winner {
                Some(Seat::First) => 1.0,
                Some(Seat::Second) => 0.0,
                None => 0.5,
            };
            (
                Value::Known {
                    value: share,
                    why: "proven",
                },
                winner.map_or(palette::INK, palette::seat),
                false,
            )
        }
    };
    let detail = match group.value {
        GroupValue::Estimate(Some(a), _) => format!("{} · N = {}", group.detail, count(a.games)),
        _ => group.detail.clone(),
    };
    Row {
        label: group.label.clone(),
        detail,
        value,
        color,
        hollow,
    }
}

fn opening_row(opening: &OpeningRow) -> Row {
    let (color, hollow) = match opening.advantage.and_then(|a| a.interval) {
        Some(interval) if interval.low > 0.5 => (palette::FIRST, false),
        Some(interval) if interval.high < 0.5 => (palette::SECOND, false),
        _ => (palette::ALL, true),
    };
    let games = count(opening.advantage.map_or(0, |a| a.games));
    Row {
        label: opening.label.clone(),
        detail: match opening.proven {
            Some(proven) => format!("N = {games} · {}", proven.description()),
            None => format!("N = {games}"),
        },
        value: estimate(opening.advantage.as_ref()),
        color,
        hollow,
    }
}

fn estimate(advantage: Option<&Advantage>) -> Value {
    advantage.map_or(Value::Absent, |a| Value::Estimate {
        value: a.share,
        // Copies of one game have no interval: a point without bars.
        interval: a.interval.unwrap_or(Interval {
            low: a.share,
            high: a.share,
        }),
    })
}

fn alt(title: &str, rows: &[Row]) -> String {
    const SPELLED_OUT: usize = 8;
    let mut text = format!("{title}.");
    for row in rows.iter().take(SPELLED_OUT) {
        let value = match row.value {
            Value::Estimate { value, interval } => {
                format!(
                    "{} ({})",
                    percent(value),
                    percent_range(interval.low, interval.high)
                )
            }
            Value::Known { value, why } => format!("{}, {why}", percent(value)),
            Value::Absent => "no estimate".to_owned(),
        };
        text.push_str(&format!(" {}: {value}.", row.label));
    }
    if rows.len() > SPELLED_OUT {
        text.push_str(&format!(" And {} more.", rows.len() - SPELLED_OUT));
    }
    text
}
