//! The proofs about repetition, compared with a forward search by the full rules.

use crate::common;
use std::collections::{HashMap, HashSet};

use flipside_rules::hexflip::{Hexflip, Position, Rules, windows_filled};
use flipside_rules::{Game as _, Notation as _};
use flipside_rules::{RuleSet, Seat, no_attachments};
use flipside_tablebase::check::plain_rules::{PlainRules, Status};
use flipside_tablebase::repetition::{Effort, Fate, Limits, Settled, could_stall, settle};
use flipside_tablebase::{Layer, View};
use flipside_testkit::random::Lcg;
use rayon::prelude::*;

use crate::common::loaded;

fn settled(rules: &str, largest: usize) -> Settled {
    let effort = Effort {
        largest,
        states: 100_000,
        one_in: 1,
        limits: Limits {
            states: 0,
            turns: 0,
        },
        seed: 1,
    };
    settle(&loaded(rules), &effort, |_, _, _| {})
}

/// Fates by position, history and remaining turns.
type Seen = HashMap<(u64, u64, u32), Fate>;

/// Who wins within `turns` turns by all rules, including repetition.
fn search(game: &Hexflip, turns: u32, seen: &mut Seen) -> Fate {
    if let Some(outcome) = game.outcome() {
        return match outcome.winner == Some(game.to_move()) {
            true => Fate::Wins,
            false => Fate::Loses,
        };
    }
    if turns == 0 {
        return Fate::Open;
    }
    let key = (game.position().pack(), game.history_hash(), turns);
    if let Some(&fate) = seen.get(&key) {
        return fate;
    }
    let mut best = Fate::Loses;
    for turn in game.turns() {
        let mut after = game.clone();
        after.play_unchecked(turn);
        let fate = match search(&after, turns - 1, seen) {
            Fate::Loses => Fate::Wins,
            Fate::Open => Fate::Open,
            Fate::Wins => Fate::Loses,
        };
        best = best.max(fate);
        if best == Fate::Wins {
            break;
        }
    }
    seen.insert(key, best);
    best
}

/// Compares the proofs with a search; returns the number of positions that both decide.
fn compare(rules: &str, settled: &Settled, turns: u32, every: usize) -> usize {
    let rules = Rules::parse(rules, &no_attachments).unwrap();
    let variant = common::variant(&rules.name());
    let check = |(view, fate): (View, Fate)| {
        let game = Hexflip::from_position(rules, view.position(&variant).unwrap());
        let found = search(&game, turns, &mut Seen::new());
        let agree = found == Fate::Open || fate == Fate::Open || found == fate;
        assert!(agree, "{}: {fate:?}, but {found:?}", game.position_text());
        found == fate && fate != Fate::Open
    };
    let sample = settled.positions().step_by(every);
    let sample: Vec<(View, Fate)> = sample.collect();
    sample.into_par_iter().filter(|&one| check(one)).count()
}

#[test]
fn all_positions_of_two_pieces_each_are_settled_correctly() {
    for (rules, least) in [("hand=2", 400), ("hand=2,overline=mover,place=1", 400)] {
        let settled = settled(rules, 30);
        assert!(settled.positions().all(|(_, fate)| fate != Fate::Open));
        assert!(compare(rules, &settled, 12, 1) > least, "{rules}");
    }
}

#[test]
fn small_components_of_three_pieces_each_are_settled_correctly() {
    let settled = settled("hand=3", 20);
    let both = compare("hand=3", &settled, 9, 60);
    assert!(both > 20, "{both}");
}

#[test]
fn the_sample_consists_of_open_positions() {
    let settled = settled("hand=3", 20);
    let open = settled.positions().filter(|(_, fate)| *fate == Fate::Open);
    assert_eq!(settled.sample().positions, open.count() as u64);
    // With a depth of 0 nothing is proven.
    assert_eq!(settled.sample().wins + settled.sample().loses, 0);
}

/// For every board of six pieces with empty hands and a standing line of the player to move: the
/// other player's views after each jump.
fn jumps_beside_a_line(plain: &PlainRules) -> Vec<Vec<View>> {
    let boards = (0_u32..1 << 19).filter(|occupied| occupied.count_ones() == 6);
    let views = boards.flat_map(|occupied| {
        let smaller = move |own: &u32| own.checked_sub(1).map(|own| own & occupied);
        std::iter::successors(Some(occupied), smaller).map(move |own| View {
            own,
            other: occupied & !own,
            layer: Layer { hand: 0, other: 0 },
        })
    });
    views
        .filter(|view| windows_filled(view.own) > 0 && plain.status(view) == Status::Won)
        .map(|view| plain.turns(&view))
        .collect()
}

/// Whether these positions, as Second's views, could stall First. They cannot stall Second, who
/// would have had to jump.
fn stalls(rules: &Rules, forbidden: &HashSet<View>) -> bool {
    let position = |view: &View| {
        let stones = [view.other, view.own];
        Position::new(rules, stones, [0, 0], Seat::Second).unwrap()
    };
    let positions: Vec<Position> = forbidden.iter().map(position).collect();
    assert!(!could_stall(rules, &positions, Seat::Second));
    could_stall(rules, &positions, Seat::First)
}

#[test]
fn stalled_lines_are_found() {
    for rules in ["hand=3", "hand=3,overline=mover"] {
        let rules = Rules::parse(rules, &no_attachments).unwrap();
        let all = jumps_beside_a_line(&PlainRules::new(&rules));
        assert!(all.len() > 3_000, "{}", all.len());
        let mut random = Lcg::new(1);
        let (mut stalled, mut not) = (0, 0);
        for _ in 0..2_000 {
            let mut forbidden: HashSet<View> = HashSet::new();
            for _ in 0..1 + random.below(3) {
                forbidden.extend(&all[random.below(all.len())]);
            }
            // Half of the time, remove one of them.
            if random.below(2) == 0 {
                let one = *forbidden
                    .iter()
                    .min_by_key(|view| (view.own, view.other))
                    .unwrap();
                forbidden.remove(&one);
            }
            let expected = all
                .iter()
                .any(|jumps| jumps.iter().all(|view| forbidden.contains(view)));
            assert_eq!(stalls(&rules, &forbidden), expected, "{forbidden:?}");
            *(if expected { &mut stalled } else { &mut not }) += 1;
        }
        assert!(stalled > 100 && not > 100, "{stalled} {not}");
    }
}
