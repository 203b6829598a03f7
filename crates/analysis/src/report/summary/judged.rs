//! What a table says of a group, in plain words.

use crate::format::{count, counted, fixed, percent};
use crate::report::model::{Accuracy, AgentAccuracy, JudgingTable, OpeningValues};

/// How often agents lost value by a table, and what the table says of the start.
#[must_use]
pub fn accuracy_sentence(accuracy: &Accuracy, table: &JudgingTable) -> String {
    let mut text = format!(
        "By the table (checksum {}) it is proven that from the start {}, repetition left out of account.",
        table.checksum,
        table.start.description()
    );
    for AgentAccuracy { agent, all, .. } in &accuracy.agents {
        let lost = &all.lost_of_critical;
        match lost.value {
            None => text.push_str(&format!(" {agent} could lose value nowhere.")),
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
            " {games} decided after the opening (median: turn {}).",
            fixed(decided.median, usize::from(decided.median.fract() != 0.0))
        ));
    }
    if accuracy.decided_by_opening > 0 {
        let games = counted(accuracy.decided_by_opening, "game was", "games were");
        text.push_str(&format!(" {games} won when the opening ended."));
    }
    if accuracy.won_undecided > 0 {
        let games = counted(accuracy.won_undecided, "game was", "games were");
        text.push_str(&format!(
            " {games} won from a position that was not, since the opponent failed."
        ));
    }
    text
}

/// Of how many openings, and of how many games, the table says who wins: whether openings were fair.
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
        " Had each game ended as its opening is worth, with half a point where neither side can force \
         the end, First’s share would have been {}.",
        percent(values.share_by_value)
    ));
    text
}
