//! Tournaments of several agents: ratings, crosstable and First's advantage over all games.

use crate::written::{DRAW, FIRST, Run, SECOND, UNFINISHED, VOID, report_of};
use flipside_analysis::report::model::{RatingZero, Report, Standing, TournamentReport};
use flipside_analysis::report::render::render;
use flipside_analysis::report::summary::{standings_sentence, tournament_sentence};
use flipside_analysis::report::warnings::{self, WarningKind};
use flipside_records::{End, Format, ScheduleSpec};
use flipside_rules::{GameResult, Seat};
use flipside_stats::advantage::UnitKind;
use flipside_stats::verdict::Verdict;
use flipside_testkit::dice::Dice;

const AGENTS: [&str; 4] = ["greedy", "uct:nodes=100", "random", "uct:nodes=400"];

const ROUND_ROBIN: Run<'_> = Run {
    agents: &AGENTS,
    schedule: "round-robin opening=random:2 max-turns=1000",
    seed: 3,
    games_per_block: 64,
};

const GAUNTLET: Run<'_> = Run {
    schedule: "gauntlet opening=random:2 max-turns=1000",
    ..ROUND_ROBIN
};

fn players(run: &Run<'_>, id: u64) -> [usize; 2] {
    let spec: ScheduleSpec = run.schedule.parse().unwrap();
    let place = spec.format.slot(run.agents.len() as u32, id);
    place.players.map(|player| player as usize)
}

/// Ends by the strengths of the agents, in natural units, with some of other kinds.
fn ends(run: &Run<'_>, games: u64, strengths: [f64; 4], others: f64) -> Vec<End> {
    let mut dice = Dice::new(run.seed);
    (0..games)
        .map(|id| {
            let [first, second] = players(run, id).map(|player| strengths[player]);
            let win = 1.0 / (1.0 + (second - first - 0.1).exp());
            let kind = dice.uniform();
            if kind < others {
                [VOID, UNFINISHED, DRAW][dice.below(3) as usize]
            } else if dice.uniform() < win {
                FIRST
            } else {
                SECOND
            }
        })
        .collect()
}

fn only(report: &Report) -> &TournamentReport {
    let [tournament] = report.tournaments.as_slice() else {
        panic!("{} tournaments", report.tournaments.len());
    };
    tournament
}

fn standing<'a>(tournament: &'a TournamentReport, agent: &str) -> &'a Standing {
    let mut standings = tournament.standings.iter();
    standings.find(|s| s.agent == agent).unwrap()
}

/// What an agent has won, lost and drawn against another one, from the ends alone.
fn naive(run: &Run<'_>, ends: &[End], agent: usize, other: usize) -> [u64; 3] {
    let mut counts = [0; 3];
    for (pair, two) in ends.chunks(2).enumerate() {
        if two.contains(&VOID) {
            continue;
        }
        for (half, end) in two.iter().enumerate() {
            let players = players(run, (2 * pair + half) as u64);
            let seat = match players {
                seats if seats == [agent, other] => Seat::First,
                seats if seats == [other, agent] => Seat::Second,
                _ => continue,
            };
            match end.result {
                GameResult::Win(winner) => counts[usize::from(winner != seat)] += 1,
                GameResult::Draw => counts[2] += 1,
                _ => {}
            }
        }
    }
    counts
}

#[test]
fn two_hundred_wins_and_a_hundred_losses() {
    // The published check value, with a third agent whose games are all unfinished: it has no rating
    // and changes nothing for the others.
    let run = Run {
        agents: &["a", "b", "c"],
        ..ROUND_ROBIN
    };
    let mut met = 0;
    let ends: Vec<End> = (0..900)
        .map(|id| {
            let players = players(&run, id);
            if players.contains(&2) {
                return UNFINISHED;
            }
            met += 1;
            let a_wins = met <= 200;
            if (players[0] == 0) == a_wins {
                FIRST
            } else {
                SECOND
            }
        })
        .collect();
    assert_eq!(naive(&run, &ends, 0, 1), [200, 100, 0]);
    let report = report_of(&run, &ends);
    let tournament = only(&report);
    assert_eq!(tournament.zero, RatingZero::VirtualPlayer);
    let elo = |agent| standing(tournament, agent).rating.unwrap().elo;
    assert!((elo("a") - 59.983).abs() < 5e-4, "{}", elo("a"));
    assert!((elo("b") + 59.983).abs() < 5e-4);
    // The two are 119.967 ± 41.607 Elo apart, each half as far from their mean.
    let margin = standing(tournament, "a").rating.unwrap().margin;
    assert!((margin - 41.607 / 2.0).abs() < 1e-3, "{margin}");
    let superiority = |agent| standing(tournament, agent).superiority_to_next;
    assert!(superiority("a").unwrap() > 0.9999);
    assert_eq!(standing(tournament, "c").rating, None);
    assert_eq!((superiority("b"), superiority("c")), (None, None));
    let order: Vec<&str> = tournament
        .standings
        .iter()
        .map(|s| s.agent.as_str())
        .collect();
    assert_eq!(order, ["a", "b", "c"]);
    assert_eq!(standing(tournament, "c").score, None);
    assert_eq!(standing(tournament, "c").unfinished, 600);
}

#[test]
fn the_crosstable_is_that_of_a_naive_count() {
    for run in [ROUND_ROBIN, GAUNTLET] {
        let ends = ends(&run, 600, [0.0, 0.8, -1.0, 1.2], 0.15);
        let report = report_of(&run, &ends);
        let tournament = only(&report);
        let place = |agent: &str| AGENTS.iter().position(|a| *a == agent).unwrap();
        for (row, s) in tournament.standings.iter().enumerate() {
            let agent = place(&s.agent);
            let mut all = [0; 3];
            for (column, other) in tournament.standings.iter().enumerate() {
                let expected = naive(&run, &ends, agent, place(&other.agent));
                let meeting = tournament.crosstable[row][column].as_ref();
                let games = meeting.map(|m| [m.games.wins, m.games.losses, m.games.draws]);
                assert_eq!(games.unwrap_or_default(), expected);
                assert_eq!(games.is_some(), expected != [0; 3]);
                for (sum, n) in all.iter_mut().zip(expected) {
                    *sum += n;
                }
                if let Some(meeting) = meeting {
                    let group = report
                        .groups
                        .iter()
                        .find(|g| g.id == meeting.group)
                        .unwrap();
                    assert_eq!(group.tournament.as_ref(), Some(&tournament.id));
                    let counts = group.strength.as_ref().unwrap().pairs;
                    assert_eq!(meeting.pairs, counts.pairs());
                }
            }
            assert_eq!([s.games.wins, s.games.losses, s.games.draws], all);
            let points = all[0] as f64 + all[2] as f64 / 2.0;
            let score = points / all.iter().sum::<u64>() as f64;
            assert!((s.score.unwrap() - score).abs() < 1e-12);
        }
        let order: Vec<&str> = tournament
            .standings
            .iter()
            .map(|s| s.agent.as_str())
            .collect();
        assert_eq!(
            order,
            ["uct:nodes=400", "uct:nodes=100", "greedy", "random"]
        );
    }
}

#[test]
fn ratings_find_the_strengths() {
    let strengths = [0.0, 0.8, -1.0, 1.2];
    let ends = ends(&ROUND_ROBIN, 6_000, strengths, 0.0);
    let report = report_of(&ROUND_ROBIN, &ends);
    let tournament = only(&report);
    let per_elo = std::f64::consts::LN_10 / 400.0;
    let mean = strengths.iter().sum::<f64>() / 4.0;
    let ratings = || AGENTS.map(|agent| standing(tournament, agent).rating.unwrap());
    let mean_elo = ratings().iter().map(|r| r.elo).sum::<f64>() / 4.0;
    for (rating, strength) in ratings().iter().zip(strengths) {
        let error = rating.elo - mean_elo - (strength - mean) / per_elo;
        assert!(error.abs() < 1.5 * rating.margin, "{error} {rating:?}");
        assert!((5.0..20.0).contains(&rating.margin));
    }
    let elos: Vec<f64> = (tournament.standings.iter())
        .map(|s| s.rating.unwrap().elo)
        .collect();
    assert!(elos.is_sorted_by(|a, b| a >= b));
    for (place, s) in tournament.standings.iter().enumerate() {
        match s.superiority_to_next {
            Some(p) => assert!(p > 0.99, "{p}"),
            None => assert_eq!(place, 3),
        }
    }
}

#[test]
fn a_gauntlet_is_relative_to_its_base() {
    let ends = ends(&GAUNTLET, 1_200, [0.0, 0.8, -1.0, 1.2], 0.0);
    let report = report_of(&GAUNTLET, &ends);
    let tournament = only(&report);
    assert_eq!(
        tournament.zero,
        RatingZero::Agent {
            agent: "greedy".to_owned()
        }
    );
    let base = standing(tournament, "greedy").rating.unwrap();
    assert_eq!((base.elo, base.margin), (0.0, 0.0));
    let met: usize = (tournament.crosstable.iter().flatten()).flatten().count();
    assert_eq!((report.groups.len(), met), (3, 6));
    // Against the base alone the rating is little else than the score in Elo.
    for agent in ["uct:nodes=100", "random", "uct:nodes=400"] {
        let s = standing(tournament, agent);
        let score = s.score.unwrap();
        let elo = 400.0 * (score / (1.0 - score)).log10();
        assert!((s.rating.unwrap().elo - elo).abs() < 6.0, "{agent}");
    }
}

#[test]
fn first_s_advantage_is_by_the_opening_numbers_that_all_share() {
    // Second wins all games of every third opening, First all others: whoever plays.
    let run = ROUND_ROBIN;
    let opening_of = |id| Format::RoundRobin.slot(4, id).opening;
    let ends: Vec<End> = (0..60 * 12)
        .map(|id| {
            if opening_of(id) % 3 == 0 {
                SECOND
            } else {
                FIRST
            }
        })
        .collect();
    let report = report_of(&run, &ends);
    let tournament = only(&report);
    // By hand: 60 opening numbers of 12 games each, shares 0 and 1. That some of them have drawn the
    // same opening does not matter.
    let squares: f64 = 20.0 * (2.0_f64 / 3.0).powi(2) + 40.0 * (1.0_f64 / 3.0).powi(2);
    let error = (60.0 / 59.0 * squares).sqrt() / 60.0;

    let advantage = tournament.advantage.unwrap();
    assert_eq!((advantage.games, advantage.units), (720, 60));
    assert_eq!(advantage.unit, UnitKind::OpeningNumber);
    assert!((advantage.share - 2.0 / 3.0).abs() < 1e-12);
    assert!((advantage.standard_error.unwrap() - error).abs() < 1e-12);
    assert_eq!(advantage.degrees, Some(59));
    // Further pairings of the same openings add nothing here.
    for group in &report.groups {
        let of_group = group.advantage.unwrap();
        assert_eq!((of_group.games, of_group.unit), (120, UnitKind::Pair));
        assert!((of_group.standard_error.unwrap() - error).abs() < 1e-12);
    }
}

#[test]
fn unequal_agents_are_judged_by_pairs_that_one_seat_won_twice() {
    let run = Run {
        agents: &["a", "b", "c"],
        ..ROUND_ROBIN
    };
    // First wins all games between equal agents, of whom the first ones are; otherwise the stronger
    // one wins from either seat.
    for equal_agents in [0, 2, 3] {
        let ends: Vec<End> = (0..1_200)
            .map(|id| {
                let [first, second] = players(&run, id);
                let equal = first.max(second) < equal_agents;
                if equal || first < second {
                    FIRST
                } else {
                    SECOND
                }
            })
            .collect();
        let report = report_of(&run, &ends);
        let tournament = only(&report);
        assert_eq!(tournament.encounters, 3);
        let seats = tournament.verdict.seats.unwrap();
        let first_both = match equal_agents {
            0 => 0,
            2 => 200,
            _ => 600,
        };
        assert_eq!(seats.counts.first_both, first_both);
        assert_eq!(seats.counts.split, 600 - first_both);
        let text = tournament_sentence(tournament).replace('\u{a0}', " ");
        if equal_agents == 0 {
            // The share is one half exactly, which says nothing about the seats.
            assert_eq!(tournament.advantage.unwrap().share, 0.5);
            let expected = Verdict::Undecided { more_games: None };
            assert_eq!(tournament.verdict.verdict, expected);
            assert_eq!(seats.range, None);
        } else {
            assert_eq!(tournament.verdict.verdict, Verdict::FavoursFirst);
            assert!(text.ends_with("favours First."), "{text}");
        }
    }
}

#[test]
fn what_many_encounters_have_in_common_is_said_once() {
    // A list of two openings, so that every encounter has few openings.
    let listed = Run {
        schedule: "round-robin opening=list:00000000000000ab:2 max-turns=1000",
        ..ROUND_ROBIN
    };
    let few = report_of(&listed, &[FIRST; 48]);
    let kind = WarningKind::FewOpenings;
    let warnings = |report: &Report| -> Vec<_> {
        let all = warnings::of(report).into_iter();
        all.filter(|warning| warning.kind == kind).collect()
    };
    let found = warnings(&few);
    let [warning] = found.as_slice() else {
        panic!("{found:?}");
    };
    assert_eq!(warning.group, only(&few).id);
    assert!(
        warning
            .text
            .starts_with("In 6 of 6 encounters, such as greedy against")
    );

    // One of them alone is named.
    let only_one: Vec<End> = (0..48)
        .map(|id| match players(&ROUND_ROBIN, id) {
            [0, 2] | [2, 0] => FIRST,
            _ => UNFINISHED,
        })
        .collect();
    let found = warnings(&report_of(&listed, &only_one));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].group, "hexflip-greedy-against-random");
}

#[test]
fn the_page_and_the_json_have_it_all() {
    for run in [ROUND_ROBIN, GAUNTLET] {
        let report = report_of(&run, &ends(&run, 240, [0.0, 0.8, -1.0, 1.2], 0.1));
        let tournament = only(&report);
        let files = render(&report).unwrap();
        let find = |path: &str| {
            let file = files.iter().find(|file| file.path.to_str() == Some(path));
            String::from_utf8_lossy(&file.unwrap_or_else(|| panic!("{path}")).bytes).into_owned()
        };
        let page = find("report.html");
        assert!(page.contains(&format!(
            "<section class=\"group\" id=\"{}\"",
            tournament.id
        )));
        for agent in AGENTS {
            assert!(page.contains(&format!("<th>{agent}</th>")), "{agent}");
        }
        let json: serde_json::Value = serde_json::from_str(&find("report.json")).unwrap();
        let written = &json["tournaments"][0];
        assert_eq!(written["summary"], standings_sentence(tournament));
        assert_eq!(written["standings"][0]["agent"], "uct:nodes=400");
        assert!(written["standings"][0]["rating"]["margin"].is_number());
        assert!(written["crosstable"][0][0].is_null());
        assert!(find(&format!("plots/{}/ratings.svg", tournament.id)).contains("uct:nodes=400"));
    }
}
