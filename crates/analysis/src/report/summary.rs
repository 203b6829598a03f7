//! The first sentences of a group, in plain words.

use super::model::{Group, Strength};
use crate::format::{counted, fixed, percent, percent_range, signed};
use flipside_stats::verdict::{NoVerdict, Verdict};

/// Who won how much, how certain that is, and what it means.
#[must_use]
pub fn sentence(group: &Group, margin: f64) -> String {
    let tally = &group.tally;
    let played = counted(tally.games(), "game", "games");
    let players = group.players.description();
    let Some(advantage) = &group.advantage else {
        return if tally.games() == 0 {
            format!("No games of {players} are recorded.")
        } else {
            format!("None of the {played} of {players} was finished, so nothing can be estimated.")
        };
    };
    let result = if tally.draws == 0 {
        format!("First won {}", percent(advantage.share))
    } else {
        format!(
            "First scored {} of the points with {}, {} and {}",
            percent(advantage.share),
            counted(tally.first_wins, "win", "wins"),
            counted(tally.second_wins, "loss", "losses"),
            counted(tally.draws, "draw", "draws"),
        )
    };
    let interval = percent_range(advantage.interval.low, advantage.interval.high);
    format!(
        "Over {} of {players}, {result} (95\u{a0}% interval {interval}): {}",
        counted(advantage.games, "finished game", "finished games"),
        meaning(group.verdict, margin),
    )
}

/// The verdict in words, with a full stop.
fn meaning(verdict: Verdict, margin: f64) -> String {
    let points = fixed(margin * 100.0, usize::from((margin * 100.0).fract() > 1e-9));
    match verdict {
        Verdict::Balanced { edge: None } => {
            format!("balanced within ±{points}\u{a0}points.")
        }
        Verdict::Balanced { edge: Some(seat) } => {
            format!(
                "balanced within ±{points}\u{a0}points, with a small but real edge for {}.",
                seat
            )
        }
        Verdict::FavoursFirst => "favours First.".to_owned(),
        Verdict::FavoursSecond => "favours Second.".to_owned(),
        Verdict::Undecided {
            more_games: Some(more),
        } => {
            format!(
                "undecided; about {} more would probably decide.",
                counted(rounded(more), "game", "games")
            )
        }
        Verdict::Undecided { more_games: None } => "undecided.".to_owned(),
        Verdict::None {
            why: NoVerdict::FixedSeats,
        } => "no verdict about the seats, since the agents differ and kept theirs.".to_owned(),
        Verdict::None {
            why: NoVerdict::UnequalAgents,
        } => "no verdict about the seats, since the stronger agent wins from either.".to_owned(),
    }
}

/// How much stronger one agent is, in plain words, from A's viewpoint.
#[must_use]
pub fn strength_sentence(strength: &Strength) -> String {
    let Strength { a, b, .. } = strength;
    let Some(e) = &strength.estimate else {
        return format!("No complete pair of games of {a} against {b} is recorded.");
    };
    let pairs = counted(strength.pairs.pairs(), "pair", "pairs");
    let mut text = format!(
        "In {pairs} of games {a} scored {} against {b}",
        percent(e.score)
    );
    match (e.elo, e.elo_low, e.elo_high) {
        (Some(elo), Some(low), Some(high)) => text.push_str(&format!(
            ": {}\u{a0}Elo from {a}’s viewpoint (95\u{a0}% interval {} to {}).",
            signed(elo, 0),
            signed(low, 0),
            signed(high, 0),
        )),
        (_, Some(low), None) => text.push_str(&format!(
            ": at least {}\u{a0}Elo from {a}’s viewpoint (95\u{a0}% interval, without upper end).",
            signed(low, 0)
        )),
        (_, None, Some(high)) => text.push_str(&format!(
            ": at most {}\u{a0}Elo from {a}’s viewpoint (95\u{a0}% interval, without lower end).",
            signed(high, 0)
        )),
        _ => text.push('.'),
    }
    text
}

/// Two leading digits; the estimate is no better than that.
fn rounded(n: u64) -> u64 {
    let mut unit = 1;
    while n / unit >= 100 {
        unit *= 10;
    }
    n.div_ceil(unit) * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_are_rounded_up_to_two_digits() {
        assert_eq!(rounded(7), 7);
        assert_eq!(rounded(99), 99);
        assert_eq!(rounded(1234), 1300);
        assert_eq!(rounded(100_001), 110_000);
    }
}
