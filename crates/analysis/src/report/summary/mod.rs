//! The first sentences of a group, in plain words.

mod judged;

pub use judged::{accuracy_sentence, opening_values_sentence};

use super::model::{
    BalanceLooks, Group, RatingZero, SprtCourse, Standing, Stopping, Strength, Tournament,
};
use crate::format::{count, counted, fixed, percent, percent_range, signed};
use flipside_records::{EloScale, StopRule};
use flipside_stats::advantage::Advantage;
use flipside_stats::sprt::SprtDecision;
use flipside_stats::tally::Tally;
use flipside_stats::verdict::{NoVerdict, Verdict};

/// Who won how much, how certain that is, and what it means.
#[must_use]
pub fn sentence(group: &Group, margin: f64) -> String {
    let players = group.players.description();
    let advantage = group.advantage.as_ref();
    by_seat(
        &players,
        &group.tally,
        advantage,
        &meaning(group.verdict, margin),
    )
}

/// The same over all games of a tournament.
#[must_use]
pub fn tournament_sentence(tournament: &Tournament, margin: f64) -> String {
    let what = format!("this {}", tournament.kind());
    let meaning = match tournament.verdict {
        Verdict::None { .. } => format!(
            "no verdict about the seats, since in {} of {} the stronger agent wins from either.",
            count(tournament.unequal_encounters),
            counted(tournament.encounters, "encounter", "encounters"),
        ),
        verdict => meaning(verdict, margin),
    };
    let advantage = tournament.advantage.as_ref();
    by_seat(&what, &tournament.tally, advantage, &meaning)
}

fn by_seat(players: &str, tally: &Tally, advantage: Option<&Advantage>, meaning: &str) -> String {
    let played = counted(tally.games(), "game", "games");
    let Some(advantage) = advantage else {
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
        "Over {} of {players}, {result} (95\u{a0}% interval {interval}): {meaning}",
        counted(advantage.games, "finished game", "finished games"),
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

/// Who is the strongest, and how certain that is.
#[must_use]
pub fn standings_sentence(tournament: &Tournament) -> String {
    let kind = tournament.kind();
    let mut leaders = tournament.standings.iter();
    let (Some(first), Some(second)) = (leaders.next(), leaders.next()) else {
        return format!("Nobody has played in this {kind}.");
    };
    let played = |standing: &Standing| standing.score.is_some();
    let Some(rating) = first.rating.filter(|_| played(first)) else {
        return format!("This {kind} has no ratings yet.");
    };
    let elo = match &tournament.zero {
        RatingZero::Agent { agent } if *agent == first.agent => {
            "0\u{a0}Elo by definition".to_owned()
        }
        RatingZero::Agent { agent } => format!(
            "{} ± {}\u{a0}Elo relative to {agent}",
            signed(rating.elo, 0),
            fixed(rating.margin, 0),
        ),
        RatingZero::VirtualPlayer => format!(
            "{} ± {}\u{a0}Elo",
            signed(rating.elo, 0),
            fixed(rating.margin, 0),
        ),
    };
    let superiority = first.superiority_to_next.map(|p| {
        // Nothing is certain.
        let p = (p * 100.0).min(99.9);
        format!(
            ", and is stronger than the next one, {}, with a likelihood of {}\u{a0}%",
            second.agent,
            fixed(p, 1),
        )
    });
    format!(
        "In this {kind}, {} comes first with {elo}{}.",
        first.agent,
        superiority.unwrap_or_default(),
    )
}

/// What the rule of a run decided.
#[must_use]
pub fn stopping_sentence(rule: &Stopping) -> String {
    match rule {
        Stopping::Sprt(course) => sprt_sentence(course),
        Stopping::Balance(looks) => balance_sentence(looks),
    }
}

/// What a sequential test came to.
pub(crate) fn sprt_sentence(course: &SprtCourse) -> String {
    let SprtCourse { a, b, .. } = course;
    let [null, alternative] = hypotheses(course);
    let (low, high) = course.bounds;
    let bounds = format!("bounds {} and {}", signed(low, 2), signed(high, 2));
    match course.stopped {
        Some(stop) => {
            let (accepted, rather) = match stop.decision {
                SprtDecision::AcceptH0 => (null, alternative),
                SprtDecision::AcceptH1 => (alternative, null),
            };
            format!(
                "Sequential test of {a} (A) against {b} (B): A is {accepted} rather than {rather}. \
                 It stopped at pair {} with a log-likelihood ratio of {} ({bounds}).",
                count(stop.pairs),
                signed(stop.llr, 2),
            )
        }
        None => {
            let llr = course
                .llr
                .map_or_else(|| "–".to_owned(), |llr| signed(llr, 2));
            format!(
                "Sequential test of {a} (A) against {b} (B): after {} it is not decided whether \
                 A is {null} or {alternative}. Log-likelihood ratio {llr} ({bounds}).",
                counted(course.pairs.pairs(), "pair", "pairs"),
            )
        }
    }
}

fn balance_sentence(looks: &BalanceLooks) -> String {
    match looks.stopped {
        Some(stop) => format!(
            "The run stopped as soon as the verdict was in, “{}”: at look {} of {}, after {}. An \
             interval that takes the number of games for fixed is slightly optimistic then.",
            stop.verdict.label(),
            stop.look,
            looks.looks,
            counted(stop.games, "game", "games"),
        ),
        None => format!(
            "The run stops as soon as the verdict is in; after {} of at most {} it was not.",
            counted(looks.games, "game", "games"),
            count(looks.most_games),
        ),
    }
}

/// What A is by both hypotheses of a test: `as strong as B`, `10 normalised Elo stronger`.
pub(super) fn hypotheses(course: &SprtCourse) -> [String; 2] {
    let StopRule::Sprt {
        scale, elo0, elo1, ..
    } = course.rule
    else {
        return [String::new(), String::new()];
    };
    let unit = match scale {
        EloScale::Logistic => "Elo",
        EloScale::Normalised => "normalised Elo",
    };
    [elo0, elo1].map(|elo| {
        // As many decimals as the number has, up to two.
        let decimals = (0..2).find(|&d| (elo * 10f64.powi(d)).fract() == 0.0);
        let number = fixed(elo.abs(), decimals.unwrap_or(2) as usize);
        match elo {
            0.0 => "as strong as B".to_owned(),
            _ if elo < 0.0 => format!("{number}\u{a0}{unit} weaker"),
            _ => format!("{number}\u{a0}{unit} stronger"),
        }
    })
}

/// The hypothesis that a decision accepts.
pub(crate) fn accepted(decision: SprtDecision) -> &'static str {
    match decision {
        SprtDecision::AcceptH0 => "H0 accepted",
        SprtDecision::AcceptH1 => "H1 accepted",
    }
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
