//! Sentences about the table's values of a group.

use crate::format::{count, counted, fixed, percent};
use crate::report::model::{Accuracy, AgentAccuracy, OpeningValues, TableInfo};

/// Returns how often agents lost value by a table, and the value of the start.
#[must_use]
pub fn accuracy_sentence(accuracy: &Accuracy, table: &TableInfo) -> String {
    let mut text = format!(
        "By the table (checksum {}) it is proven that from the start {}, ignoring repetition.",
        table.checksum,
        table.start.description()
    );
    for AgentAccuracy { agent, all, .. } in &accuracy.agents {
        let lost = &all.lost_of_critical;
        match lost.value {
            None => text.push_str(&format!(" {agent} could not lose value in any turn.")),
            Some(value) => text.push_str(&format!(
                " {agent} lost value in {} of the {} where it could.",
                percent(value),
                counted(lost.of, "turn", "turns")
            )),
        }
    }
    let decided = accuracy.decided.summary.as_ref();
    if let Some(decided) = decided {
        let games = counted(decided.count, "game was", "games were");
        text.push_str(&format!(
            " {games} decided by a turn of an agent (median: turn {}).",
            fixed(decided.median, usize::from(decided.median.fract() != 0.0))
        ));
    }
    if accuracy.decided_by_opening > 0 {
        let games = counted(accuracy.decided_by_opening, "game was", "games were");
        text.push_str(&format!(
            " {games} decided by the start or by a given turn of the opening."
        ));
    }
    if accuracy.won_undecided > 0 {
        let games = counted(accuracy.won_undecided, "game was", "games were");
        text.push_str(&format!(
            " {games} won from a position that was not won, because the opponent failed."
        ));
    }
    text
}

/// Returns the numbers of openings and games by the openings' values in the table.
#[must_use]
pub fn opening_values_sentence(values: &OpeningValues) -> String {
    let of = [&values.first, &values.second, &values.neither];
    let games = of.map(|value| value.tally.finished());
    let all_games = counted(games.iter().sum(), "finished game", "finished games");
    let openings = of.map(|value| value.openings);
    let mut text = match openings {
        [Some(first), Some(second), Some(neither)] => format!(
            "Of {} up to symmetry, {} won for First by the table, {} won for Second, and in {} neither \
             side can force the end ({}, {} and {} of {all_games}).",
            counted(first + second + neither, "opening", "openings"),
            counted(first, "is", "are"),
            counted(second, "is", "are"),
            count(neither),
            count(games[0]),
            count(games[1]),
            count(games[2]),
        ),
        _ => format!(
            "Of {all_games}, {} began with an opening that is won for First by the table, {} with one \
             that is won for Second, and {} with one in which neither side can force the end.",
            count(games[0]),
            count(games[1]),
            count(games[2]),
        ),
    };
    text.push_str(&format!(
        " If each game had ended by the value of its opening, with half a point where neither side \
         can force the end, First’s share would have been {}.",
        percent(values.share_by_value)
    ));
    text
}
