//! Explanations of terms.

use maud::{Markup, html};

use crate::format::fixed;
use crate::page::words;
use crate::report::model::{Report, Stopping};

/// Explanations of the terms on this page.
pub(super) fn methods(report: &Report) -> Markup {
    let margin = fixed(
        report.margin * 100.0,
        usize::from((report.margin * 100.0).fract() > 1e-9),
    );
    let has_matches = report.groups.iter().any(|group| group.strength.is_some());
    let of_groups = report.groups.iter().flat_map(|group| &group.stopping);
    let of_tournaments = report.tournaments.iter().flat_map(|t| &t.stopping);
    let mut rules = of_groups.chain(of_tournaments);
    let has_sprt = rules.clone().any(|rule| matches!(rule, Stopping::Sprt(_)));
    let has_balance = rules.any(|rule| matches!(rule, Stopping::Balance(_)));
    html! {
        section.group.methods id="methods" {
            h2 { "Terms" }
            dl {
                dt { "First and Second" }
                dd { "First makes the first turn of a game, Second the second one. First’s share is \
                      the number of games that First won plus half of the draws, divided by the \
                      number of finished games. At 50 % the seats are equally good for these agents." }
                dt { "Always-valid 95 % interval" }
                dd { "In 95 of 100 experiments it contains the true share at all times, however often \
                      the results are inspected and the run is continued. It applies to these agents \
                      only. It is wider than an ordinary interval: to show balance within ±2 points \
                      takes at least 5,700 games instead of 1,700." }
                dt { "95 % interval for a single look" }
                dd { "The ordinary interval: it contains the true share in 95 of 100 experiments whose \
                      size was fixed beforehand, and in fewer if more games are played after the \
                      results were inspected. No verdict depends on it." }
                dt { "Verdict" }
                dd { "Balanced: the always-valid 90 % interval lies within 50 % ± " (margin) " points, \
                      which is a test at the 5 % level that the share differs from one half by less \
                      than that. Favours a seat: the always-valid 95 % interval lies entirely on its \
                      side of 50 %. If both hold, the verdict is balanced, with a real but negligible \
                      advantage. Undecided: neither; the number of further games assumes that the share \
                      stays the same. A verdict holds for any results of the unfinished games. No \
                      verdict: fewer than 100 distinct games, or different agents with fixed seats. If \
                      a stopping rule ended the run, the verdict is that of the rule." }
                dt { "Effective independent games" }
                dd { "The number of unrelated games without draws that would give an equally narrow \
                      interval. The schedule determines the independent units: games, pairs of games \
                      with seats swapped, or all games of an opening number. Random openings leave \
                      games independent, even if an opening occurs several times; those of a list \
                      count as a sample of all possible lists." }
                @if has_matches {
                    dt { "Pairs that one seat won twice" }
                    dd { "If different agents swap seats, First’s share approaches 50 % the more unequal \
                          they are, whatever the advantage of a seat. So the verdict depends on the \
                          pairs of which one seat won both games. The advantage between equal agents \
                          depends on how much openings differ; the range spans both extremes." }
                }
                dt { "Distinct games" }
                dd { "Games that differ in at least one turn: exact up to a million, above that an \
                      estimate with its standard error. Up to symmetry, games that are mirror images \
                      or rotations of each other count once." }
                dt { "Control" }
                dd { "Runs of the same configuration with different seeds must agree up to chance. p is \
                      the probability of a difference at least as large as the observed one; if it is \
                      below 0.001, the page begins with a warning." }
                dt { "Unfinished and void games" }
                dd { "Games stopped at a limit, and games that are void because an agent failed. They \
                      are counted, but excluded from all estimates. In a pair, the partner of a void \
                      game is excluded as well, because otherwise its opening would count for one \
                      seat only." }
                dt { "Failures" }
                dd { "An agent that plays an illegal turn, exceeds the time limit or crashes loses the \
                      game or makes it void. A failure is never a draw. Lost games count like others." }
                @if report.table.is_some() {
                    dt { "By the table" }
                    dd { "The table has the value of every position of Hexflip: won, lost, or neither side \
                          can force the end. These values are proven, ignoring repetition. A turn loses \
                          value if it turns a win into a draw, or a win or a draw into a loss. Value \
                          could be lost if some legal turn does. For a turn that keeps a win, the turns \
                          to the end with best play are compared with those after the best turn. Games \
                          of one opening depend on each other, so intervals are taken over openings. \
                          Given turns of an opening belong to no agent. An opening has the value of the \
                          position it reaches." }
                }
                (words::elo())
                @if has_matches { (words::pairs()) }
                @if !report.tournaments.is_empty() {
                    dt { "Ratings" }
                    dd { "The strengths with the maximum likelihood for all results of a tournament (the \
                          model of Bradley and Terry), in Elo. As a prior, every agent has one win and \
                          one loss against a virtual player. This fixes the zero and keeps the ratings \
                          of agents that won or lost all games finite. “Stronger than the next” is the \
                          probability that an agent is stronger than the one below it." }
                }
                @if has_sprt { (words::sequential_test()) }
                @if has_balance {
                    dt { "Stop once it is decided" }
                    dd { "The run tests First’s share at fixed numbers of games (looks) and stops at the \
                          first look with a verdict. The looks use wider intervals, so their verdict is \
                          wrong no more often than that of a single look. Verdict and interval are \
                          those of the look at which the run stopped." }
                }
            }
        }
    }
}
