//! Controls, simulated: five points between two runs are found, equal runs raise no alarm.

use flipside_stats::sample::OpeningSampling;
use flipside_stats::two_sample::{ALARM_LEVEL, RunResults, compare};
use flipside_testkit::dice::Dice;

/// How the games of a run are made.
#[derive(Clone, Copy, Debug)]
struct Like {
    openings: u64,
    /// Standard deviation of First's share over openings.
    spread: f64,
    share: f64,
    source: OpeningSampling,
    /// Share of the points that A takes from First's or Second's seat beyond one half, in pairs
    /// with swapped seats; `None` for single games.
    lead: Option<f64>,
}

const ALIKE: Like = Like {
    openings: 1,
    spread: 0.0,
    share: 0.5,
    source: OpeningSampling::Drawn,
    lead: None,
};

/// What openings are worth: the same in both runs.
fn worth(like: Like, dice: &mut Dice) -> Vec<f64> {
    let worth = |_| dice.bell(0.0, like.spread).clamp(-0.45, 0.45);
    (0..like.openings).map(worth).collect()
}

fn run(like: Like, worth: &[f64], games: u64, fault: f64, dice: &mut Dice) -> RunResults {
    let mut run = RunResults::default();
    let together = if like.lead.is_some() { 2 } else { 1 };
    for unit in 0..games / together {
        let opening = match like.source {
            OpeningSampling::Drawn => dice.below(like.openings),
            OpeningSampling::Listed => unit % like.openings,
        };
        let share = like.share + worth[opening as usize] + fault;
        let shares = match like.lead {
            None => [Some(share), None],
            Some(lead) => [Some(share + lead), Some(share - lead)],
        };
        let mut points = 0;
        for share in shares.into_iter().flatten() {
            points += if dice.uniform() < share { 2 } else { 0 };
        }
        run.add(opening, together, points);
    }
    run
}

/// How often p is below a level.
fn found<const N: usize>(
    like: Like,
    games: u64,
    fault: f64,
    rounds: u64,
    levels: [f64; N],
) -> [f64; N] {
    let mut dice = Dice::new(like.openings ^ games);
    let mut below = [0; N];
    for _ in 0..rounds {
        let worth = worth(like, &mut dice);
        let one = run(like, &worth, games, fault / 2.0, &mut dice);
        let other = run(like, &worth, games, -fault / 2.0, &mut dice);
        let comparison = compare(&one, &other, like.source).unwrap();
        for (below, level) in below.iter_mut().zip(levels) {
            *below += u64::from(comparison.p_value < level);
        }
    }
    below.map(|n| n as f64 / rounds as f64)
}

#[test]
fn five_points_are_found_in_five_thousand_games_a_side() {
    let listed = Like {
        source: OpeningSampling::Listed,
        ..ALIKE
    };
    let likes = [
        ALIKE,
        // About two games of each opening, which makes no difference: nothing must be lost by
        // taking it out.
        Like {
            openings: 5_000,
            ..ALIKE
        },
        Like {
            // As good as an opening of its own for each game.
            openings: 400_000,
            ..ALIKE
        },
        Like {
            openings: 12,
            spread: 0.2,
            ..ALIKE
        },
        Like {
            openings: 300,
            spread: 0.15,
            ..ALIKE
        },
        Like {
            openings: 5_000,
            spread: 0.25,
            ..ALIKE
        },
        Like {
            openings: 10,
            spread: 0.3,
            ..listed
        },
        Like {
            openings: 2_500,
            spread: 0.1,
            ..listed
        },
        Like {
            openings: 300,
            spread: 0.1,
            lead: Some(0.3),
            ..ALIKE
        },
    ];
    let check = |like: Like| {
        // The plain comparison of two means at one half has a power of 95.7 %.
        let [power] = found(like, 5_000, 0.05, 1_000, [ALARM_LEVEL]);
        assert!(power >= 0.95, "{like:?}: {power}");
    };
    std::thread::scope(|threads| {
        for half in likes.chunks(likes.len().div_ceil(2)) {
            threads.spawn(move || half.iter().copied().for_each(check));
        }
    });
}

#[test]
fn equal_runs_raise_no_more_alarms_than_the_level_says() {
    for (like, games) in [
        (ALIKE, 400),
        (
            Like {
                share: 0.93,
                ..ALIKE
            },
            400,
        ),
        (
            Like {
                openings: 20,
                spread: 0.2,
                ..ALIKE
            },
            400,
        ),
        (
            Like {
                openings: 400,
                spread: 0.2,
                ..ALIKE
            },
            400,
        ),
        (
            Like {
                openings: 200,
                spread: 0.1,
                lead: Some(0.3),
                ..ALIKE
            },
            400,
        ),
        (
            Like {
                openings: 100,
                spread: 0.2,
                source: OpeningSampling::Listed,
                ..ALIKE
            },
            400,
        ),
    ] {
        let [five, tenth] = found(like, games, 0.0, 8_000, [0.05, ALARM_LEVEL]);
        assert!((0.042..0.058).contains(&five), "{like:?}: {five} at 5 %");
        assert!(tenth < 0.003, "{like:?}: {tenth} at 0.1 %");
    }
}
