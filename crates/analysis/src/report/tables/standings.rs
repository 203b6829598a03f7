//! Ratings and scores of a tournament.

use maud::{Markup, html};

use super::NOTHING;
use super::strength::{plus_minus, superiority};
use crate::format::{count, fixed, percent};
use crate::report::model::{Meeting, RatingZero, Standing, TournamentFormat, TournamentReport};
use flipside_stats::elo::GameCounts;

/// The agents by rating.
pub(in crate::report) fn standings(tournament: &TournamentReport) -> Markup {
    let without = |s: &Standing| s.unfinished + s.void;
    let some_without = tournament.standings.iter().any(|s| without(s) > 0);
    html! {
        div.table { table {
            caption { "Ratings" div.viewpoint { (zero(&tournament.zero)) } }
            thead { tr {
                th.n.rank { "#" } th { "Agent" } th.n { "Elo, 95 % margin" } th.n { "Stronger than the next" }
                th.n { "Score" } th.n { "Games" } th.n { "Pairs" }
                @if some_without { th.n { "No outcome" } }
            } }
            tbody {
                @for (place, s) in (1..).zip(&tournament.standings) {
                    tr {
                        td.n.rank { (place) }
                        th { (s.agent) }
                        td.n { (rating(s, &tournament.zero)) }
                        td.n { (superiority(s.superiority_to_next)) }
                        td.n { (s.score.map_or_else(|| NOTHING.to_owned(), percent)) }
                        td.n { (count(games(&s.games))) }
                        td.n { (count(s.pairs)) }
                        @if some_without { td.n { (count(without(s))) } }
                    }
                }
            }
        } }
    }
}

/// The zero of the ratings and their margins.
fn zero(zero: &RatingZero) -> String {
    match zero {
        RatingZero::VirtualPlayer => "0 Elo is the virtual player of the prior, which has one win \
             and one loss against every agent; margins are those of the distance from the mean of \
             all rated agents"
            .to_owned(),
        RatingZero::Agent { agent } => {
            format!("0 Elo is {agent}; margins are those of the distance from it")
        }
    }
}

fn rating(standing: &Standing, zero: &RatingZero) -> String {
    match (standing.rating, zero) {
        (None, _) => NOTHING.to_owned(),
        (Some(_), RatingZero::Agent { agent }) if *agent == standing.agent => {
            "0 by definition".to_owned()
        }
        (Some(rating), _) => plus_minus(Some(rating.elo), Some(rating.margin)),
    }
}

/// Scores of the agents of the rows against those of the columns. In a gauntlet there is one
/// column.
pub(in crate::report) fn crosstable(tournament: &TournamentReport) -> Markup {
    let is_column = |agent: &str| match (&tournament.zero, tournament.format) {
        (RatingZero::Agent { agent: base }, Some(TournamentFormat::Gauntlet)) => agent == base,
        _ => true,
    };
    let columns: Vec<usize> = (0..tournament.standings.len())
        .filter(|&column| is_column(&tournament.standings[column].agent))
        .collect();
    html! {
        div.table { table {
            caption {
                "Scores"
                div.viewpoint {
                    "Share of the points of the agent of the row against that of the column, with \
                     points and games; a draw is half a point"
                }
            }
            thead { tr {
                th.n.rank { "#" } th { "Agent" }
                @for &column in &columns {
                    th.n {
                        @if let [_] = columns.as_slice() { "against " (tournament.standings[column].agent) }
                        @else { (column + 1) }
                    }
                }
            } }
            tbody {
                @for (row, meetings) in tournament.crosstable.iter().enumerate() {
                    @if columns.as_slice() != [row] {
                        tr {
                            td.n.rank { (row + 1) }
                            th { (tournament.standings[row].agent) }
                            @for &column in &columns { td.n { (meeting(meetings[column].as_ref())) } }
                        }
                    }
                }
            }
        } }
    }
}

fn meeting(meeting: Option<&Meeting>) -> Markup {
    let Some(meeting) = meeting else {
        return html! { span.muted { (NOTHING) } };
    };
    let Some(score) = meeting.score else {
        return html! { a href={ "#" (meeting.group) } { "no games" } };
    };
    let points = meeting.games.wins as f64 + meeting.games.draws as f64 / 2.0;
    let decimals = usize::from(!meeting.games.draws.is_multiple_of(2));
    html! {
        a href={ "#" (meeting.group) } { (percent(score)) }
        div.muted { (fixed(points, decimals)) " / " (count(games(&meeting.games))) }
    }
}

fn games(counts: &GameCounts) -> u64 {
    counts.outcomes().iter().sum()
}
