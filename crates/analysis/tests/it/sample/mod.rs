//! Made-up games, simulated with a seeded generator, that look like real ones.

use flipside_analysis::accumulate::{GameFacts, GroupTotals, Named, OpeningFacts, UnitOrigin};
use flipside_analysis::report::build::{GroupInfo, group};
use flipside_analysis::report::model::{GroupReport, Players, Provenance, Report};
use flipside_rules::{GameResult, Seat};
use flipside_stats::advantage::UnitKind;
use flipside_stats::design::{Design, Question};
use flipside_stats::pairs::MatchSeat;
use flipside_stats::sample::{OpeningSampling, SampleUnit};
use flipside_stats::tally::first_half_points;
use flipside_testkit::dice::Dice;

/// What the made-up games of a group are like.
#[derive(Clone, Copy)]
pub struct Like {
    pub seed: u64,
    pub games: u64,
    pub openings: u64,
    pub turns: f64,
    /// First's share, apart from what the opening adds.
    pub share: f64,
    pub draws: f64,
    pub unfinished: f64,
    /// Whether there are margins and chains.
    pub points: bool,
    /// A's share in a match; `None` for self-play.
    pub of_a: Option<f64>,
    /// Number of different games there can be.
    pub variety: u64,
}

pub const HEXFLIP: Like = Like {
    seed: 1,
    games: 2000,
    openings: 300,
    turns: 21.0,
    share: 0.553,
    draws: 0.0,
    unfinished: 0.002,
    points: false,
    of_a: None,
    variety: u64::MAX,
};

pub const SAYU: Like = Like {
    seed: 2,
    games: 400,
    openings: u64::MAX,
    turns: 48.0,
    share: 0.48,
    draws: 0.06,
    unfinished: 0.0,
    points: true,
    ..HEXFLIP
};

/// Plays the games.
pub fn totals(like: Like) -> GroupTotals {
    let mut dice = Dice::new(like.seed);
    let bias: Vec<f64> = (0..like.openings.min(1000))
        .map(|_| dice.bell(0.0, 0.08))
        .collect();
    let mut totals = GroupTotals::default();
    let mut results = Vec::new();
    for number in 0..like.games {
        // Some openings are more frequent than others. The games of a pair share theirs.
        let opening = if like.of_a.is_some() {
            number / 2 % like.openings
        } else {
            dice.below(like.openings).min(dice.below(like.openings))
        };
        let seat_of_a = if number % 2 == 0 {
            Seat::First
        } else {
            Seat::Second
        };
        let share = match (like.of_a, seat_of_a) {
            (None, _) => like.share,
            (Some(of_a), Seat::First) => of_a,
            (Some(of_a), Seat::Second) => 1.0 - of_a,
        };
        let win = share + bias[opening as usize % bias.len()] - like.draws / 2.0;
        let chance = dice.uniform();
        let result = if dice.uniform() < like.unfinished {
            GameResult::Unfinished
        } else if chance < win {
            GameResult::Win(Seat::First)
        } else if chance < win + like.draws {
            GameResult::Draw
        } else {
            GameResult::Win(Seat::Second)
        };
        // First wins on odd turns and Second on even ones.
        let turns = dice.bell(like.turns, like.turns / 5.0).max(5.0) as u32;
        let turns = match result {
            GameResult::Win(Seat::First) => turns | 1,
            GameResult::Win(Seat::Second) => turns & !1,
            _ => turns + 6,
        };
        let legal_turns: Vec<u32> = (0..turns)
            .map(|turn| {
                let progress = f64::from(turn) / like.turns;
                let most = if like.points { 900.0 } else { 60.0 };
                let legal = 8.0
                    + 11.0 * (1.0 - progress).max(0.0)
                    + most * progress * (-2.2 * progress).exp();
                dice.bell(legal, 0.2 + legal / 8.0 * progress.min(1.0))
                    .max(1.0) as u32
            })
            .collect();
        let conversions = dice.bell(7.0, 2.5).max(0.0) as u32;
        let chains: Vec<u32> = (0..conversions)
            .map(|_| 1 + (dice.uniform().ln() / 0.55f64.ln()) as u32)
            .collect();
        let lead = dice.bell(9.0, 5.0).abs() as i32 + 1;
        let hash = dice.below(like.variety);
        totals.add(&GameFacts {
            number,
            // Whole pairs, as seats are swapped within one.
            seed: 7 + number / 2 % 2,
            result,
            reason: reason(result, like.points, dice.uniform()),
            failure: None,
            opening: Some(OpeningFacts {
                whole: Named {
                    hash: opening,
                    text: &|| opening_text(opening),
                    proven: None,
                },
                first_turn: Named {
                    hash: opening % 4,
                    text: &|| opening_text(opening % 4),
                    proven: None,
                },
            }),
            turns,
            swap: None,
            decided_by_opening: false,
            hash,
            symmetric_hash: hash - hash % 3,
            legal_turns: &legal_turns,
            margin: like
                .points
                .then(|| first_half_points(result).map(|h| (i32::from(h) - 1) * lead))
                .flatten(),
            chains: like.points.then_some(&chains[..]),
            pairing: like.of_a.map(|_| MatchSeat {
                pair: Some(number / 2),
                seat_of_a,
            }),
            partner_missing: false,
            values: None,
        });
        results.push(result);
        let together = if like.of_a.is_some() { 2 } else { 1 };
        if results.len() == together || number + 1 == like.games {
            let origin = UnitOrigin {
                first_game: number + 1 - results.len() as u64,
                seed: 7 + number / 2 % 2,
                opening: Some(opening),
            };
            let unit = SampleUnit::of(opening, &results);
            totals.add_unit(origin, &unit, OpeningSampling::Drawn);
            results.clear();
        }
    }
    totals
}

fn opening_text(opening: u64) -> String {
    let cell = |n: u64| {
        format!(
            "{}{}",
            ["a", "b", "c", "d", "e"][n as usize % 5],
            n / 5 % 5 + 1
        )
    };
    format!(
        "{} {}x{}",
        cell(opening),
        cell(opening / 25 + 7),
        cell(opening / 3 + 12)
    )
}

fn reason(result: GameResult, points: bool, chance: f64) -> &'static str {
    match (result, points) {
        (GameResult::Unfinished | GameResult::Void, _) => "stopped at the turn limit",
        (_, true) if chance < 0.9 => "all tiles placed",
        (_, true) => "no placement left",
        _ if chance < 0.8 => "four in a row",
        _ if chance < 0.93 => "overline by the opponent’s flips",
        _ if chance < 0.98 => "no legal turn",
        _ => "turn barred by repetition",
    }
}

pub fn self_play(agent: &str) -> Players {
    Players::SelfPlay {
        agent: agent.to_owned(),
    }
}

/// A group of made-up games.
pub fn made_up(id: &str, game: &str, players: Players, like: Like) -> GroupReport {
    let totals = totals(like);
    let (question, unit) = match players {
        Players::Match { .. } => (Question::SwappedSeats, UnitKind::Pair),
        _ => (Question::Share, UnitKind::Game),
    };
    let info = GroupInfo {
        id: id.to_owned(),
        game: game.to_owned(),
        rules: "standard".to_owned(),
        tournament: None,
        players,
        design: Design {
            question,
            openings: OpeningSampling::Drawn,
            unit,
        },
        distinction: None,
        stopping: Vec::new(),
        provenance: Provenance {
            files: vec![format!("{id}.flip")],
            seeds: totals.seeds.keys().copied().collect(),
            games_recorded: totals.tally.games(),
            opening_turns: Some(2),
            agents_open: 0,
            special_turns_given: 0,
            opening_list: None,
            adjudication_tables: Vec::new(),
            unfinished_files: 0,
            fingerprints: vec![format!(
                "{:016x}",
                0x9e37_79b9_7f4a_7c15_u64.rotate_left(like.seed as u32)
            )],
            behaviour_version: 1,
            commands: vec![
                "flipside run data/experiments/quickstart.toml --out out/quickstart".to_owned(),
            ],
            played: Vec::new(),
            played_unknown: Vec::new(),
        },
    };
    group(info, &totals, 0.02)
}

/// A report like that of the quick start, on made-up games.
pub fn report() -> Report {
    let mcts = "mcts:nodes=1000";
    let against = |b: &str| Players::Match {
        a: mcts.to_owned(),
        b: b.to_owned(),
    };
    let many = Like {
        seed: 3,
        games: 20_000,
        share: 0.50,
        openings: 900,
        variety: 4000,
        ..HEXFLIP
    };
    let crushing = Like {
        seed: 4,
        games: 120,
        of_a: Some(0.93),
        ..HEXFLIP
    };
    let closer = Like {
        seed: 5,
        games: 60,
        openings: 30,
        of_a: Some(0.8),
        unfinished: 0.03,
        ..SAYU
    };
    Report {
        title: "Quick start".to_owned(),
        description: "Made-up games, to look at the page.".to_owned(),
        program_version: "0.1.0".to_owned(),
        program_commit: None,
        command: Some("flipside report out/quickstart --out out/quickstart".to_owned()),
        margin: 0.02,
        table: None,
        tournaments: Vec::new(),
        groups: vec![
            made_up("hexflip-self-play", "hexflip", self_play(mcts), HEXFLIP),
            made_up("hexflip-random", "hexflip", self_play("random"), many),
            made_up("hexflip-match", "hexflip", against("greedy"), crushing),
            made_up("sayu-self-play", "sayu", self_play(mcts), SAYU),
            made_up("sayu-match", "sayu", against("greedy"), closer),
        ],
    }
}
