//! What the words of the page mean.

use maud::{Markup, html};

use crate::format::fixed;
use crate::page::words;
use crate::report::model::{Report, Stopping};

/// Explanations, of what is on the page only.
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
            h2 { "What the words mean" }
            dl {
                dt { "First and Second" }
                dd { "First makes the first turn of a game, Second answers. First’s share is the \
                      number of games that First won plus half of the drawn ones, divided by the \
                      finished games. At 50 % the seats are equally good for these agents." }
                dt { "95 % interval" }
                dd { "If the whole experiment were repeated many times with other seeds, about 95 of \
                      100 such intervals would hold the true share. It says nothing about stronger \
                      or weaker agents." }
                dt { "Verdict" }
                dd { "Balanced: the 90 % interval lies within 50 % ± " (margin) " points, which is a \
                      test at the 5 % level that the share differs from one half by less than that. \
                      Favours a side: the 95 % interval lies wholly on its side of 50 %. Where both \
                      hold, the edge is real but negligible, and the verdict is balanced. Undecided: \
                      neither; the number of further games supposes that the share stays as it is." }
                dt { "Independent games" }
                dd { "Games from one opening resemble each other, so they count for less than as \
                      many unrelated games. “Worth so many independent ones” is the number of \
                      unrelated games without draws that would give an equally narrow interval." }
                dt { "Distinct games" }
                dd { "Games that differ in at least one turn. Exact up to a million, an estimate with \
                      its standard error beyond. Up to symmetry, games that are mirror images or \
                      rotations of each other count once." }
                dt { "Control" }
                dd { "Runs of the same configuration that differ in their seed alone must agree up to \
                      chance. p is the probability of a difference at least as large as the one seen; \
                      below 0.001 it is announced at the top of the page." }
                dt { "Unfinished and void games" }
                dd { "Games stopped at a limit, and games that are void because an agent failed. They \
                      are counted, and are in no estimate. Where games come in pairs, the partner of a \
                      void game is left out with it: otherwise the opening would be in the estimates \
                      from one seat only." }
                dt { "Failures" }
                dd { "An agent that gives an illegal turn, is too late or breaks down loses the game or \
                      makes it void. No failure is ever a draw. A lost game counts like any other." }
                @if report.table.is_some() {
                    dt { "By the table" }
                    dd { "A table of all positions of Hexflip says whether a position is won, lost, or \
                          neither side can force the end. These values are proven, with repetition left \
                          out of account. A turn loses value if it makes a draw of a win, or a loss of \
                          either. Value could be lost where some legal turn does. A turn that keeps a win \
                          is longer than the shortest by the turns until the end with best play after it. \
                          Turns of one opening are alike, so intervals are taken over openings. Turns of \
                          the opening are nobody’s. An opening is worth what the position is worth that \
                          it leads to." }
                }
                (words::elo())
                @if has_matches { (words::pairs()) }
                @if !report.tournaments.is_empty() {
                    dt { "Ratings" }
                    dd { "The strengths that make all results of a tournament together as likely as \
                          possible (the model of Bradley and Terry), in Elo. As a prior, every agent has \
                          one win and one loss against a virtual player: that fixes the zero, and keeps \
                          ratings finite where somebody has won or lost everything. “Stronger than the \
                          next” is the probability that an agent is stronger than the one below it." }
                }
                @if has_sprt { (words::sequential_test()) }
                @if has_balance {
                    dt { "Stop once it is decided" }
                    dd { "The run looks at First’s share at fixed times and stops at the first look with \
                          a verdict. The looks use wider intervals, so that their verdict errs no more \
                          often than that of a single look. The interval on this page is that of a \
                          number of games fixed beforehand; after a stop it is slightly too narrow." }
                }
            }
        }
    }
}
