//! The first sentences of a group.

mod table;

pub use table::{accuracy_sentence, opening_values_sentence};

use super::model::{
    BalanceLooks, Basis, GroupReport, GroupVerdict, RatingZero, SeatsEvidence, SprtHistory,
    Standing, Stopping, Strength, Swaps, TournamentReport,
};
use crate::format::{count, counted, fixed, percent, percent_range, probability, range, signed};
use flipside_stats::advantage::Advantage;
use flipside_stats::seats::if_openings_are_alike;
use flipside_stats::sprt::EloScale;
use flipside_stats::sprt::SprtDecision;
use flipside_stats::stopping::StopRule;
use flipside_stats::tally::Tally;
use flipside_stats::verdict::{FEWEST_DISTINCT_GAMES, NoVerdict, Verdict};

/// Returns the results by seat, the interval and the verdict.
#[must_use]
pub fn sentence(group: &GroupReport) -> String {
    let players = group.players.description();
    let advantage = group.advantage.as_ref();
    let mend = if group.tally.finished() < FEWEST_DISTINCT_GAMES {
        "more games"
    } else if group.provenance.opening_list.is_some() {
        "a longer list of openings or a less predictable agent"
    } else {
        "more random opening turns or a less predictable agent"
    };
    let meaning = meaning(&group.verdict, group.distinct.up_to_symmetry.count, mend);
    by_seat(&players, &group.tally, advantage, &group.verdict, &meaning)
}

/// Returns how often Second could swap and did.
#[must_use]
pub fn swaps_sentence(swaps: &Swaps) -> String {
    let offered = counted(swaps.offered, "game", "games");
    match (swaps.share, swaps.interval) {
        (Some(share), Some(interval)) => format!(
            "Pie rule: Second could swap in {offered} and did in {} ({}; 95 % interval {}).",
            count(swaps.taken),
            percent(share),
            percent_range(interval.low, interval.high),
        ),
        _ => "Pie rule: no agent could swap, because the openings made that turn.".to_owned(),
    }
}

/// Returns the same for all games of a tournament.
#[must_use]
pub fn tournament_sentence(tournament: &TournamentReport) -> String {
    let what = format!("this {}", tournament.kind());
    let advantage = tournament.advantage.as_ref();
    let (verdict, tally) = (&tournament.verdict, &tournament.tally);
    let meaning = meaning(verdict, tally.finished(), "more games or more openings");
    by_seat(&what, tally, advantage, verdict, &meaning)
}

fn by_seat(
    players: &str,
    tally: &Tally,
    advantage: Option<&Advantage>,
    verdict: &GroupVerdict,
    meaning: &str,
) -> String {
    let played = counted(tally.games(), "game", "games");
    let Some(advantage) = advantage else {
        return if tally.games() == 0 {
            format!("No games of {players} are recorded.")
        } else {
            format!("None of the {played} of {players} was finished, so there is no estimate.")
        };
    };
    let Some(interval) = verdict.interval else {
        return format!(
            "The {} of {players} are the same game {} times: {meaning}",
            counted(advantage.games, "finished game", "finished games"),
            count(advantage.games),
        );
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
    let bounds = advantage.unfinished_bounds.map_or_else(String::new, |i| {
        let range = percent_range(i.low, i.high);
        format!(
            ", {range} if all {} were Second’s or all were First’s",
            counted(tally.unfinished, "unfinished game", "unfinished games"),
        )
    });
    format!(
        "Over {} of {players}, {result} (95\u{a0}% interval {}, {}{bounds}): {meaning}",
        counted(advantage.games, "finished game", "finished games"),
        percent_range(interval.low, interval.high),
        validity(verdict.basis, verdict.verdict),
    )
}

/// Returns the validity of an interval beside a verdict.
pub(super) fn validity(basis: Basis, verdict: Verdict) -> &'static str {
    match basis {
        Basis::StopRule if verdict.is_decided() => "valid at the stop",
        Basis::StopRule | Basis::AlwaysValid => "always-valid",
    }
}

fn points(margin: f64) -> String {
    let points = margin * 100.0;
    let decimals = (0..3).find(|&d| (points * 10f64.powi(d)).fract().abs() < 1e-6);
    let number = fixed(points, decimals.unwrap_or(3) as usize);
    format!("±{number}\u{a0}points")
}

/// Returns the verdict as text, with a full stop. `distinct`: number of distinct games up to
/// symmetry; `mend`: advice on getting more of them.
fn meaning(verdict: &GroupVerdict, distinct: u64, mend: &str) -> String {
    let margin = points(verdict.margin);
    match verdict.verdict {
        Verdict::Balanced { edge: None } => format!("balanced within {margin}."),
        Verdict::Balanced { edge: Some(seat) } => {
            format!("balanced within {margin}, with a small but real edge for {seat}.")
        }
        Verdict::FavoursFirst => "favours First.".to_owned(),
        Verdict::FavoursSecond => "favours Second.".to_owned(),
        Verdict::Undecided { more_games } => {
            let by_rule = verdict.basis == Basis::StopRule;
            match (
                verdict.but_for_unfinished,
                more_games,
                verdict.more_openings,
            ) {
                _ if by_rule => format!("undecided by the rule of the run (margin {margin})."),
                (Some(finished), ..) => format!(
                    "undecided, because unfinished games could change the verdict. The finished \
                     ones alone give “{}”. A higher turn limit would finish more games.",
                    finished.label()
                ),
                (None, Some(more), _) => format!(
                    "undecided; about {} more would probably decide it.",
                    counted(rounded(more), "game", "games")
                ),
                (None, None, Some(more)) => format!(
                    "undecided; about {} more in the list would probably decide it, more games \
                     from the same ones would not.",
                    counted(rounded(more), "opening", "openings")
                ),
                (None, None, None) => "undecided.".to_owned(),
            }
        }
        Verdict::None {
            why: NoVerdict::FixedSeats,
        } => {
            "no verdict about the seats, because different agents played in fixed seats.".to_owned()
        }
        Verdict::None {
            why: NoVerdict::UnpairedGames,
        } => "no verdict about the seats, because the agents differ and the pairs of games are \
              unknown."
            .to_owned(),
        Verdict::None {
            why: NoVerdict::FewDistinctGames,
        } => format!(
            "no verdict, because there {} only {} up to symmetry, and {FEWEST_DISTINCT_GAMES} are \
             needed. To get more, use {mend}.",
            if distinct == 1 { "is" } else { "are" },
            counted(distinct, "distinct game", "distinct games"),
        ),
    }
}

/// Returns which stronger built-in agents are known; `None` if there are none.
#[must_use]
pub fn stronger_sentence(group: &GroupReport) -> Option<String> {
    let known: Vec<String> = group
        .stronger
        .iter()
        .map(|known| {
            let games = known.won + known.lost + known.drawn;
            let score = (known.won as f64 + known.drawn as f64 / 2.0) / games.max(1) as f64;
            let with_more = match known.agent == known.measured_against {
                true => String::new(),
                false => format!(", which is no weaker than {}", known.agent),
            };
            format!(
                "{} scored {} in {} against {}{with_more}",
                known.stronger,
                percent(score),
                counted(games, "game", "games"),
                known.measured_against,
            )
        })
        .collect();
    let agents = match known.len() {
        0 => return None,
        1 => "A stronger built-in agent is known",
        _ => "Stronger built-in agents are known",
    };
    Some(format!(
        "{agents}: {}. The result may differ for stronger play.",
        known.join("; ")
    ))
}

/// Returns the evidence beyond First's share: pairs with swapped seats, and other margins.
#[must_use]
pub fn evidence_sentences(verdict: &GroupVerdict) -> Vec<String> {
    let mut sentences = Vec::new();
    if let Some(seats) = &verdict.seats {
        sentences.push(seats_sentence(seats));
    }
    if !matches!(verdict.verdict, Verdict::None { .. }) {
        sentences.push(format!(
            "With half of the margin ({}) the verdict would be “{}”, with twice the margin ({}) “{}”.",
            points(verdict.margin / 2.0),
            verdict.at_half_margin.label(),
            points(verdict.margin * 2.0),
            verdict.at_twice_margin.label(),
        ));
    }
    sentences
}

/// Returns the results of pairs of different agents by seat.
fn seats_sentence(seats: &SeatsEvidence) -> String {
    let counts = &seats.counts;
    let mut text = format!(
        "First won both games in {}, Second won both in {}, and {} were split",
        counted(counts.first_both, "pair", "pairs"),
        count(counts.second_both),
        count(counts.split),
    );
    for (number, what) in [
        (counts.tied, "had a tie"),
        (counts.unfinished, "are unfinished"),
    ] {
        if number > 0 {
            text.push_str(&format!(", {} {what}", count(number)));
        }
    }
    text.push('.');
    if let (Some(range), Some(interval)) = (seats.range, seats.range_interval) {
        text.push_str(&format!(
            " Between equal agents First’s share would lie in the range {} (equal openings: {}, \
             decisive openings: {}; 95\u{a0}% interval {}). First’s share itself approaches \
             50\u{a0}% the more unequal the agents are. To measure the advantage, let each agent \
             play itself.",
            percent_range(range.low, range.high),
            percent(seats.first_of_decisive.map_or(0.5, if_openings_are_alike)),
            percent(seats.first_of_decisive.unwrap_or(0.5)),
            percent_range(interval.low, interval.high),
        ));
    }
    text
}

/// Returns the strength of A relative to B.
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
            ": {}\u{a0}Elo from {a}’s viewpoint (95\u{a0}% interval {}).",
            signed(elo, 0),
            range(&signed(low, 0), &signed(high, 0)),
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

/// Returns the leader of a tournament and the likelihood that it is the strongest.
#[must_use]
pub fn standings_sentence(tournament: &TournamentReport) -> String {
    let kind = tournament.kind();
    let mut leaders = tournament.standings.iter();
    let (Some(first), Some(second)) = (leaders.next(), leaders.next()) else {
        return format!("No games were played in this {kind}.");
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
        format!(
            ", and is stronger than the next one, {}, with a likelihood of {}",
            second.agent,
            probability(p),
        )
    });
    format!(
        "In this {kind}, {} comes first with {elo}{}.",
        first.agent,
        superiority.unwrap_or_default(),
    )
}

/// Returns the decision of a stopping rule.
#[must_use]
pub fn stopping_sentence(rule: &Stopping) -> String {
    match rule {
        Stopping::Sprt(history) => sprt_sentence(history),
        Stopping::Balance(looks) => balance_sentence(looks),
    }
}

/// Returns the result of a sequential test.
pub(crate) fn sprt_sentence(history: &SprtHistory) -> String {
    let SprtHistory { a, b, .. } = history;
    let [null, alternative] = hypotheses(history);
    let (low, high) = history.bounds;
    let bounds = format!("bounds {} and {}", signed(low, 2), signed(high, 2));
    match history.stopped {
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
        None => format!(
            "Sequential test of {a} (A) against {b} (B): after {} it is not decided whether A is \
             {null} or {alternative}. Log-likelihood ratio {} ({bounds}).",
            counted(history.pairs.pairs(), "pair", "pairs"),
            signed(history.llr, 2),
        ),
    }
}

fn balance_sentence(looks: &BalanceLooks) -> String {
    match looks.stopped {
        Some(stop) => format!(
            "The run stopped with the verdict “{}” at look {} of {}, after {}. First’s share was {} \
             then, with a 95\u{a0}% interval of {} that is valid at this stop.",
            stop.verdict.label(),
            stop.look,
            looks.looks,
            counted(stop.games, "game", "games"),
            percent(stop.share),
            percent_range(stop.interval.low, stop.interval.high),
        ),
        None => format!(
            "The run stops as soon as there is a verdict; after {} of at most {} there was none.",
            counted(looks.games, "game", "games"),
            count(looks.most_games),
        ),
    }
}

/// Returns A's strength by both hypotheses of a test: `as strong as B`, `10 normalised Elo stronger`.
pub(super) fn hypotheses(history: &SprtHistory) -> [String; 2] {
    let StopRule::Sprt {
        scale, elo0, elo1, ..
    } = history.rule
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

/// Returns the hypothesis that a decision accepts.
pub(crate) fn accepted(decision: SprtDecision) -> &'static str {
    match decision {
        SprtDecision::AcceptH0 => "H0 accepted",
        SprtDecision::AcceptH1 => "H1 accepted",
    }
}

/// Rounds up to two digits, because the estimate is not more precise.
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
