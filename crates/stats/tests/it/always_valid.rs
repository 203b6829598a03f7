//! Who looks after every unit and stops as soon as a verdict is there is wrong in at most 5 % of
//! runs.

use flipside_stats::confidence_sequence::{ALPHA_90, ALPHA_95, p_value};
use flipside_stats::units::Sums;
use flipside_stats::verdict::{DEFAULT_MARGIN, FEWEST_DISTINCT_GAMES};
use flipside_testkit::dice::Dice;

/// How units score, in half-points: chances of 2 and 1 for single games, of 4 … 1 for pairs.
#[derive(Clone, Copy)]
enum Process {
    Games {
        win: f64,
        draw: f64,
    },
    /// Both games of a pair are independent, First winning with these chances.
    Pairs([f64; 2]),
}

impl Process {
    fn share(self) -> f64 {
        match self {
            Self::Games { win, draw } => win + draw / 2.0,
            Self::Pairs([a, b]) => f64::midpoint(a, b),
        }
    }

    fn add(self, dice: &mut Dice, sums: &mut Sums) {
        match self {
            Self::Games { win, draw } => {
                let chance = dice.uniform();
                let half_points = u64::from(chance < win) + u64::from(chance < win + draw);
                sums.add(1, half_points);
            }
            Self::Pairs(shares) => {
                let won = shares.map(|share| 2 * u64::from(dice.uniform() < share));
                sums.add(2, won[0] + won[1]);
            }
        }
    }
}

/// Rates of runs that go wrong at some look.
#[derive(Debug, Default)]
struct Wrong {
    /// A verdict is wrong: *favours* a side that the truth does not favour, or *balanced* where the
    /// truth is not within the margin.
    verdict: f64,
    /// The 95 % interval does not hold the true share.
    interval: f64,
}

/// Whether the verdict is there and wrong.
fn is_wrong(sums: &Sums, truth: f64) -> bool {
    let share = sums.share().unwrap();
    let excludes = |share, alpha| p_value(sums, share, alpha).unwrap() <= alpha;
    let margin = DEFAULT_MARGIN;
    // The outer end first: it is the one that rarely is.
    let is_outside = (truth - 0.5).abs() >= margin;
    if is_outside
        && (share - 0.5).abs() < margin
        && excludes(0.5 + margin, ALPHA_90)
        && excludes(0.5 - margin, ALPHA_90)
    {
        return true;
    }
    let is_other_side = (share - 0.5) * (truth - 0.5) <= 0.0;
    is_other_side && excludes(0.5, ALPHA_95)
}

/// Looks after every unit, from the smallest number of games that may have a verdict.
fn simulate(process: Process, runs: u32, units: u64, seed: u64) -> Wrong {
    let mut dice = Dice::new(seed);
    let mut wrong = [0; 2];
    let truth = process.share();
    for _ in 0..runs {
        let mut sums = Sums::default();
        let mut erred = [false; 2];
        for _ in 0..units {
            process.add(&mut dice, &mut sums);
            if sums.games < FEWEST_DISTINCT_GAMES {
                continue;
            }
            erred[0] = erred[0] || is_wrong(&sums, truth);
            erred[1] = erred[1] || p_value(&sums, truth, ALPHA_95).unwrap() <= ALPHA_95;
        }
        for (count, erred) in wrong.iter_mut().zip(erred) {
            *count += u32::from(erred);
        }
    }
    let [verdict, interval] = wrong.map(|count| f64::from(count) / f64::from(runs));
    Wrong { verdict, interval }
}

const PROCESSES: [(&str, Process); 10] = [
    (
        "p = .52, the end of the margin",
        Process::Games {
            win: 0.52,
            draw: 0.0,
        },
    ),
    (
        "ties 60 %, the end of the margin",
        Process::Games {
            win: 0.22,
            draw: 0.6,
        },
    ),
    ("pairs, the end of the margin", Process::Pairs([0.78, 0.26])),
    (
        "p = .5",
        Process::Games {
            win: 0.5,
            draw: 0.0,
        },
    ),
    (
        "p = .9",
        Process::Games {
            win: 0.9,
            draw: 0.0,
        },
    ),
    (
        "p = .97",
        Process::Games {
            win: 0.97,
            draw: 0.0,
        },
    ),
    (
        "ties 30 %",
        Process::Games {
            win: 0.35,
            draw: 0.3,
        },
    ),
    (
        "ties 95 %",
        Process::Games {
            win: 0.025,
            draw: 0.95,
        },
    ),
    ("pairs, equal agents", Process::Pairs([0.55, 0.55])),
    ("pairs, unequal agents", Process::Pairs([0.97, 0.05])),
];

/// Figures in docs/methods.md: `FLIPSIDE_LONG=1 cargo test --release -p flipside-stats --test it --
/// --nocapture looking_after`, in some minutes.
#[test]
#[expect(
    clippy::print_stdout,
    reason = "the long run prints what the docs publish"
)]
fn looking_after_every_unit_errs_seldom() {
    // The tolerances are three standard errors, and two.
    let (runs, units, tolerance) = match std::env::var_os("FLIPSIDE_LONG") {
        None => (400, 3_000, 0.033),
        Some(_) => (2_000, 100_000, 0.01),
    };
    for (seed, (what, process)) in (1..).zip(PROCESSES) {
        let wrong = simulate(process, runs, units, seed);
        println!("{what}: {wrong:?}");
        for rate in [wrong.verdict, wrong.interval] {
            assert!(rate <= 0.05 + tolerance, "{what}: {wrong:?}");
        }
    }
}
