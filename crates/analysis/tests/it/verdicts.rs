//! What a report says about the seats, and when it says nothing.

use crate::written::{FIRST, Run, SECOND, UNFINISHED, read, report_of};
use flipside_analysis::report::model::{Basis, GroupReport, Report};
use flipside_analysis::report::render::render;
use flipside_analysis::report::summary::{evidence_sentences, sentence};
use flipside_records::End;
use flipside_stats::advantage::{Method, UnitKind};
use flipside_stats::confidence_sequence::{self, ALPHA_95};
use flipside_stats::units::Sums;
use flipside_stats::verdict::{NoVerdict, Verdict};
use flipside_testkit::dice::Dice;

const SELF_PLAY: Run<'_> = Run {
    agents: &["greedy"],
    schedule: "selfplay opening=random:2 max-turns=1000",
    seed: 5,
    games_per_block: 64,
};

const MATCH: Run<'_> = Run {
    agents: &["greedy", "uct:nodes=30"],
    schedule: "pairs opening=random:2 max-turns=1000",
    ..SELF_PLAY
};

fn random_ends(games: u64, share: f64, seed: u64) -> Vec<End> {
    let mut dice = Dice::new(seed);
    (0..games)
        .map(|_| {
            if dice.uniform() < share {
                FIRST
            } else {
                SECOND
            }
        })
        .collect()
}

fn only(report: &Report) -> &GroupReport {
    let [group] = report.groups.as_slice() else {
        panic!("{} groups", report.groups.len());
    };
    group
}

fn text(group: &GroupReport) -> String {
    let sentences = evidence_sentences(&group.verdict);
    let all = std::iter::once(sentence(group)).chain(sentences);
    all.collect::<Vec<_>>().join(" ").replace('\u{a0}', " ")
}

/// Ends of pairs: First wins both, each wins one, Second wins both; unfinished ones at the end.
fn pairs(first: usize, split: usize, second: usize) -> Vec<End> {
    let mut ends = Vec::new();
    // The stronger agent, A, has First's seat in the first game of a pair.
    for (count, pair) in [
        (first, [FIRST, FIRST]),
        (split, [FIRST, SECOND]),
        (second, [SECOND, SECOND]),
    ] {
        (0..count).for_each(|_| ends.extend(pair));
    }
    ends
}

#[test]
fn the_interval_shrinks_where_drawn_openings_repeat() {
    // The openings decide who wins, and each comes up again and again.
    let ends: Vec<End> = (0..3_000)
        .map(|id| if id % 20 < 11 { FIRST } else { SECOND })
        .collect();
    let report = report_of(&SELF_PLAY, &ends);
    let group = only(&report);
    let advantage = group.advantage.unwrap();
    assert_eq!((advantage.unit, advantage.units), (UnitKind::Game, 3_000));
    assert_eq!(advantage.method, Method::Wilson);
    assert_eq!(advantage.effective_games, None);
    let error = (0.55_f64 * 0.45 / 3_000.0).sqrt();
    assert!((advantage.standard_error.unwrap() - error).abs() < 1e-12);
    assert_eq!(group.verdict.verdict, Verdict::FavoursFirst);
    let sums = Sums::of_games(1_650, 1_350, 0);
    let expected = confidence_sequence::interval(&sums, ALPHA_95);
    assert_eq!(group.verdict.interval, expected);
    let last = group.cumulative.last().unwrap();
    assert_eq!(Some(last.low), expected.map(|interval| interval.low));
    // How much openings differ is shown in any case.
    assert!(group.between_openings.is_some());
    assert_eq!(group.interval_of_list, None);
}

#[test]
fn listed_openings_are_clusters_and_limit_what_can_be_known() {
    // Ten openings, each always won by the same seat.
    let run = Run {
        schedule: "selfplay opening=list:00000000000000ab:10 max-turns=1000",
        ..SELF_PLAY
    };
    let games = (0..2_000).map(|id| {
        // The list goes round.
        let end = if id % 10 < 6 { FIRST } else { SECOND };
        let mut game = run.game(id, end);
        game.turns = run.game(id % 10, end).turns;
        for turn in further(&run, id) {
            game.turns.push::<flipside_rules::Hexflip>(turn);
        }
        game
    });
    let dir = tempfile::tempdir().unwrap();
    let file = run.write(&dir.path().join("a.flip"), games);
    let report = read(&[file]).unwrap();
    let group = only(&report);
    let advantage = group.advantage.unwrap();
    assert_eq!(advantage.unit, UnitKind::ListedOpening);
    // Two of the ten are the same up to symmetry.
    assert_eq!(advantage.units, 9);
    assert!(advantage.interval.unwrap().half_width() > 0.2);
    let of_list = group.interval_of_list.unwrap();
    // Within openings there is little chance.
    assert!(of_list.high - of_list.low < 0.02, "{of_list:?}");
    let between = group.between_openings.unwrap();
    assert!((between.deviation - 0.464).abs() < 0.01, "{between:?}");
    // More games cannot tell more: more openings can.
    assert_eq!(
        group.verdict.verdict,
        Verdict::Undecided { more_games: None }
    );
    assert!(group.verdict.more_openings.unwrap() > 100);
    assert!(
        text(group).contains("openings more in the list"),
        "{}",
        text(group)
    );
}

/// Turns that make a game of its own of a game's first turns.
fn further(run: &Run<'_>, id: u64) -> Vec<flipside_rules::hexflip::Turn> {
    use flipside_rules::Game as _;
    use flipside_rules::hexflip::{Hexflip, Rules};
    let mut game = Hexflip::new(Rules::default());
    for turn in run.game(id % 10, FIRST).turns.iter::<Hexflip>() {
        game.play(turn.unwrap()).unwrap();
    }
    let mut random = flipside_testkit::random::Lcg::new(id * 7 + 1);
    let mut turns = Vec::new();
    for _ in 0..4 {
        if game.outcome().is_some() {
            break;
        }
        let turn = game.pick_turn(|n| random.below(n as usize) as u32).unwrap();
        let before = game.clone();
        game.play(turn).unwrap();
        if game.outcome().is_some() {
            game = before;
            continue;
        }
        turns.push(turn);
    }
    turns
}

#[test]
fn unequal_agents_are_never_balanced_for_being_unequal() {
    // The pairs of `greedy` against `uct:nodes=30` that were once "balanced within ±2".
    let report = report_of(&MATCH, &pairs(344, 1_377, 279));
    let group = only(&report);
    let share = group.advantage.unwrap();
    assert_eq!((share.unit, share.units), (UnitKind::Pair, 2_000));
    assert!((share.share - 0.51625).abs() < 1e-3);
    assert!(!matches!(group.verdict.verdict, Verdict::Balanced { .. }));
    let seats = group.verdict.seats.unwrap();
    let rounded = |x: f64| (x * 1_000.0).round() / 10.0;
    let range = seats.range.unwrap();
    assert_eq!((rounded(range.low), rounded(range.high)), (52.6, 55.2));
    let text = text(group);
    assert!(
        text.contains("First won both games in 344 pairs, Second won both in 279"),
        "{text}"
    );
    assert!(text.contains("in the range 52.6 to 55.2 %"), "{text}");
    // Ten times as many decide the direction.
    let many = report_of(&MATCH, &pairs(1_100, 2_000, 800));
    assert_eq!(only(&many).verdict.verdict, Verdict::FavoursFirst);
    // Pairs that are all split tell nothing.
    let split = report_of(&MATCH, &pairs(0, 500, 0));
    let split = only(&split);
    assert_eq!(
        split.verdict.verdict,
        Verdict::Undecided { more_games: None }
    );
    assert_eq!(split.verdict.seats.unwrap().range, None);
}

#[test]
fn fixed_seats_and_few_distinct_games_have_no_verdict() {
    let fixed = Run {
        schedule: "fixed-seats opening=random:2 max-turns=1000",
        ..MATCH
    };
    let report = report_of(&fixed, &[FIRST; 400]);
    let verdict = &only(&report).verdict;
    let why = NoVerdict::FixedSeats;
    assert_eq!(verdict.verdict, Verdict::None { why });
    assert_eq!((verdict.p_value, verdict.seats.is_some()), (None, false));

    let few = report_of(&SELF_PLAY, &[FIRST; 60]);
    let why = NoVerdict::FewDistinctGames;
    assert_eq!(only(&few).verdict.verdict, Verdict::None { why });
    assert!(
        text(only(&few)).contains("To get more, use more games"),
        "{}",
        text(only(&few))
    );
}

#[test]
fn one_game_again_and_again_has_no_interval() {
    let dir = tempfile::tempdir().unwrap();
    let games = (0..300).map(|id| {
        let mut game = SELF_PLAY.game(id, FIRST);
        game.turns = SELF_PLAY.game(0, FIRST).turns;
        game
    });
    let file = SELF_PLAY.write(&dir.path().join("a.flip"), games);
    let report = read(&[file]).unwrap();
    let group = only(&report);
    let advantage = group.advantage.unwrap();
    assert_eq!(
        (advantage.interval, advantage.method),
        (None, Method::Copies)
    );
    assert_eq!(
        (group.verdict.interval, group.verdict.interval_90),
        (None, None)
    );
    let text = text(group);
    assert!(text.contains("the same game 300 times"), "{text}");
    assert!(text.contains("more random opening turns"), "{text}");
    let files = render(&report).unwrap();
    let json = files
        .iter()
        .find(|f| f.path.ends_with("report.json"))
        .unwrap();
    let json: serde_json::Value = serde_json::from_slice(&json.bytes).unwrap();
    assert!(json["groups"][0]["advantage"]["interval"].is_null());
}

#[test]
fn a_verdict_holds_whatever_unfinished_games_would_have_become() {
    let mut ends = random_ends(860, 0.6, 1);
    ends.extend([UNFINISHED; 1_140]);
    let report = report_of(&SELF_PLAY, &ends);
    let group = only(&report);
    assert_eq!(
        group.verdict.verdict,
        Verdict::Undecided { more_games: None }
    );
    assert_eq!(
        group.verdict.but_for_unfinished,
        Some(Verdict::FavoursFirst)
    );
    let bounds = group.advantage.unwrap().unfinished_bounds.unwrap();
    assert!(bounds.low < 0.3 && bounds.high > 0.8, "{bounds:?}");
    let text = text(group);
    assert!(
        text.contains("if all 1,140 unfinished games were"),
        "{text}"
    );
    assert!(
        text.contains("unfinished games could change the verdict"),
        "{text}"
    );
}

#[test]
fn a_run_with_a_rule_has_the_verdict_of_its_rule() {
    let schedule = "selfplay opening=random:2 max-turns=1000 stop=balance:0.05:4000";
    let run = Run {
        schedule,
        ..SELF_PLAY
    };
    // Balanced within the five points of the rule, which are not those of the report.
    let ends: Vec<End> = (0..4_000).map(|id| [FIRST, SECOND][id % 2]).collect();
    let report = report_of(&run, &ends);
    let group = only(&report);
    assert_eq!(
        (group.verdict.margin, group.verdict.basis),
        (0.05, Basis::StopRule)
    );
    assert_eq!(group.verdict.verdict, Verdict::Balanced { edge: None });
    assert!(matches!(
        group.verdict.at_half_margin,
        Verdict::Undecided { .. }
    ));
    assert!(
        text(group).contains("valid at the stop): balanced within ±5 points"),
        "{}",
        text(group)
    );
    // What it has not decided is undecided, whatever the interval of a single look says.
    let run = Run {
        schedule: "selfplay opening=random:2 max-turns=1000 stop=balance:0.02:1000",
        ..SELF_PLAY
    };
    let ends: Vec<End> = (0..1_000)
        .map(|id| if id % 100 < 46 { FIRST } else { SECOND })
        .collect();
    let report = report_of(&run, &ends);
    let group = only(&report);
    assert!(group.advantage.unwrap().interval.unwrap().high < 0.5);
    assert_eq!(
        group.verdict.verdict,
        Verdict::Undecided { more_games: None }
    );
}

#[test]
fn several_groups_are_corrected_for_their_number() {
    let dir = tempfile::tempdir().unwrap();
    let agents = ["a", "b", "c", "d", "e"];
    let files: Vec<_> = agents
        .iter()
        .zip([0.5, 0.5, 0.5, 0.55, 0.7])
        .map(|(agent, share)| {
            let run = Run {
                agents: &[agent],
                ..SELF_PLAY
            };
            let games = run.games(
                &(0..1_000)
                    .map(|id| {
                        if (id % 100) as f64 / 100.0 < share {
                            FIRST
                        } else {
                            SECOND
                        }
                    })
                    .collect::<Vec<End>>(),
            );
            run.write(&dir.path().join(format!("{agent}.flip")), games)
        })
        .collect();
    let report = read(&files).unwrap();
    let of = |agent: usize| &report.groups[agent].verdict;
    let p_values: Vec<f64> = (0..5).map(|agent| of(agent).p_value.unwrap()).collect();
    let adjusted = flipside_stats::holm::adjusted(&p_values);
    for (agent, adjusted) in adjusted.iter().enumerate() {
        assert_eq!(of(agent).adjusted_p_value, Some(*adjusted));
    }
    // Two favour First, one of them also among five tests.
    assert_eq!(of(3).verdict, Verdict::FavoursFirst);
    assert_eq!(of(4).verdict, Verdict::FavoursFirst);
    assert!(of(3).p_value.unwrap() > 0.01 && !of(3).holds_among_all());
    assert!(of(4).holds_among_all());
    let files = render(&report).unwrap();
    let page = String::from_utf8_lossy(&files[0].bytes);
    assert_eq!(page.matches("</span> ✱").count(), 1);
    assert!(page.contains("over all 5 tests"));
}
