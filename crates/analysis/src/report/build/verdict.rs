//! The verdict about the seats.

use crate::report::model::{
    Basis, GroupReport, GroupVerdict, SeatsEvidence, Stopping, TournamentReport,
};
use flipside_stats::advantage::{Advantage, UnitKind, ordinary_interval};
use flipside_stats::balance::BalanceStop;
use flipside_stats::confidence_sequence::{ALPHA_90, ALPHA_95, TUNED_TO, half_width};
use flipside_stats::design::{Design, Question};
use flipside_stats::distinct::DistinctCount;
use flipside_stats::holm;
use flipside_stats::interval::Confidence;
use flipside_stats::sample::{OpeningSampling, Sample};
use flipside_stats::seats::{range, range_of};
use flipside_stats::units::{Sums, UnitSums};
use flipside_stats::verdict::{
    FEWEST_DISTINCT_GAMES, NoVerdict, Verdict, always_valid, decide, p_value, units_to_decide,
};

/// The data that a verdict depends on.
pub(super) struct Basics<'a> {
    pub design: Design,
    pub sample: &'a Sample,
    pub distinct_up_to_symmetry: DistinctCount,
    pub stopping: &'a [Stopping],
    /// The margin of the report, unless a rule has its own.
    pub margin: f64,
    /// The number of openings of the list, if there is one.
    pub list: Option<u64>,
}

/// Larger numbers of games are not suggested.
const MOST_GAMES: f64 = 1e15;

/// Returns First's share with its ordinary interval; `None` if all games are copies of one.
pub(super) fn advantage(basics: &Basics<'_>) -> Option<Advantage> {
    let sums = basics.share();
    let unit = match basics.are_clusters() {
        true => UnitKind::ListedOpening,
        false => basics.design.unit,
    };
    let advantage = Advantage::of(&sums, unit)?;
    let copies = advantage.games > 1 && basics.distinct_up_to_symmetry.count == 1;
    Some(if copies {
        advantage.of_copies()
    } else {
        advantage
    })
}

/// Returns the verdict about the seats.
pub(super) fn verdict(basics: &Basics<'_>) -> GroupVerdict {
    let share = basics.share();
    let is_copies = share.finished.games > 1 && basics.distinct_up_to_symmetry.count == 1;
    let seats = (basics.design.question == Question::SwappedSeats).then(|| basics.seats());
    let asked = match seats {
        Some(_) => basics.sample.decisive_pairs(basics.design.openings),
        None => share,
    };
    let rule = basics.rule();
    let margin = rule.map_or(basics.margin, |(margin, _)| margin);
    let stop = rule.and_then(|(_, stop)| stop);
    let undecided = Verdict::Undecided { more_games: None };
    let decision = |margin| decide(&asked, margin);
    let none = basics.no_verdict().map(|why| Verdict::None { why });
    let (mut verdict, [half, twice]) = match (none, rule, stop) {
        (Some(none), ..) => (none, [none; 2]),
        (None, Some(_), Some(stop)) => (stop.verdict, [stop.at_half_margin, stop.at_twice_margin]),
        // What the rule has not decided is not decided.
        (None, Some(_), None) => (undecided, [undecided; 2]),
        (None, None, _) => {
            let at = |margin| decision(margin).map_or(undecided, |decision| decision.verdict);
            (at(margin), [margin / 2.0, margin * 2.0].map(at))
        }
    };
    let but_for_unfinished = decision(margin)
        .and_then(|decision| decision.but_for_unfinished)
        .filter(|_| none.is_none() && rule.is_none());
    let mut more_openings = None;
    if verdict == undecided && but_for_unfinished.is_none() && rule.is_none() {
        let advice = basics.advice(&asked.finished, margin);
        more_openings = advice.openings;
        verdict = Verdict::Undecided {
            more_games: advice.games,
        };
    }
    let interval = |confidence| always_valid(&share.finished, confidence);
    let p_value = p_value(&asked, margin, verdict).filter(|_| none.is_none());
    GroupVerdict {
        verdict,
        margin,
        basis: match rule {
            Some(_) => Basis::StopRule,
            None => Basis::AlwaysValid,
        },
        interval: stop
            .map(|stop| stop.interval)
            .or_else(|| interval(Confidence::P95))
            .filter(|_| !is_copies),
        interval_90: stop
            .map(|stop| stop.interval_90)
            .or_else(|| interval(Confidence::P90))
            .filter(|_| !is_copies),
        at_half_margin: half,
        at_twice_margin: twice,
        but_for_unfinished,
        more_openings,
        p_value,
        adjusted_p_value: p_value,
        seats,
    }
}

/// Corrects the p-values of all groups and tournaments for their number.
pub(crate) fn correct_for_number(tournaments: &mut [TournamentReport], groups: &mut [GroupReport]) {
    let of_tournaments = tournaments.iter_mut().map(|one| &mut one.verdict);
    let of_groups = groups.iter_mut().map(|one| &mut one.verdict);
    let mut tested: Vec<&mut GroupVerdict> = of_tournaments
        .chain(of_groups)
        .filter(|verdict| verdict.p_value.is_some())
        .collect();
    let p_values: Vec<f64> = tested.iter().filter_map(|v| v.p_value).collect();
    for (verdict, adjusted) in tested.iter_mut().zip(holm::adjusted(&p_values)) {
        verdict.adjusted_p_value = Some(adjusted);
    }
}

/// The number of further games or openings that would probably decide.
#[derive(Default)]
struct Advice {
    games: Option<u64>,
    openings: Option<u64>,
}

impl Basics<'_> {
    fn share(&self) -> UnitSums {
        self.sample.share(self.design.openings)
    }

    /// Whether openings are the units of the estimate.
    pub(super) fn are_clusters(&self) -> bool {
        self.design.openings == OpeningSampling::Listed
            && self.sample.by_opening.clusters().finished.units >= 2
    }

    /// The rule that stops the run, if there is exactly one run with one: its margin, and where it
    /// stopped. Several runs have a common verdict, which always-valid intervals allow.
    fn rule(&self) -> Option<(f64, Option<BalanceStop>)> {
        let mut rules = self.stopping.iter().filter_map(|rule| match rule {
            Stopping::Balance(looks) => Some((looks.margin, looks.stopped)),
            Stopping::Sprt(_) => None,
        });
        let first = rules.next()?;
        rules.next().is_none().then_some(first)
    }

    fn no_verdict(&self) -> Option<NoVerdict> {
        match (self.design.question, self.design.unit) {
            (Question::FixedSeats, _) => Some(NoVerdict::FixedSeats),
            (Question::SwappedSeats, UnitKind::Game) => Some(NoVerdict::UnpairedGames),
            _ if self.distinct_up_to_symmetry.count < FEWEST_DISTINCT_GAMES => {
                Some(NoVerdict::FewDistinctGames)
            }
            _ => None,
        }
    }

    fn seats(&self) -> SeatsEvidence {
        let decisive = self.sample.decisive_pairs(self.design.openings).finished;
        let ordinary = ordinary_interval(&decisive, Confidence::P95, 1.0);
        SeatsEvidence {
            counts: self.sample.seats,
            first_of_decisive: decisive.share(),
            interval_of_decisive: always_valid(&decisive, Confidence::P95),
            range: decisive.share().map(range),
            range_interval: ordinary.map(range_of),
        }
    }

    /// Returns the further games or openings needed for a decision by `asked`, the sums that the
    /// verdict depends on.
    fn advice(&self, asked: &Sums, margin: f64) -> Advice {
        let games = self.sample.units().finished.games as f64;
        let Some(needed) = units_to_decide(asked, margin).filter(|_| asked.units > 0) else {
            return Advice::default();
        };
        let have = asked.units as f64;
        let rounded = |number: f64| {
            (number.is_finite() && number <= MOST_GAMES).then(|| (number.ceil() as u64).max(1))
        };
        if !self.are_clusters() {
            return Advice {
                games: rounded((needed as f64 - have) * games / have),
                openings: None,
            };
        }
        let openings = self.sample.by_opening.openings();
        let in_list = self.list.unwrap_or(0).max(openings.unwrap_or(asked.units));
        if needed <= in_list && self.list.is_some() {
            return Advice {
                games: rounded((needed as f64 - have) * games / have),
                openings: None,
            };
        }
        // The whole list has been played: further games only take away what is chance within
        // openings.
        let between = self.sample.by_opening.between();
        let repeated = between.and_then(|between| {
            let deviation = asked.deviation()?;
            let distance = (asked.share()? - 0.5).abs();
            let widths = [(margin - distance, ALPHA_90), (distance, ALPHA_95)];
            let parts = widths.map(|(room, alpha)| {
                let allowed = room / half_width(have, 1.0, alpha, TUNED_TO);
                let chance = deviation.powi(2) - between.deviation.powi(2);
                let left = allowed.powi(2) - between.deviation.powi(2);
                (room > 0.0 && left > 0.0 && chance > 0.0).then(|| chance / left)
            });
            let times = parts.into_iter().flatten().fold(f64::INFINITY, f64::min);
            rounded((times - 1.0) * games).filter(|_| times > 1.0 && times < 1_000.0)
        });
        if self.list.is_some() && repeated.is_some() {
            return Advice {
                games: repeated,
                openings: None,
            };
        }
        Advice {
            games: None,
            openings: rounded(needed as f64 - in_list as f64),
        }
    }
}
