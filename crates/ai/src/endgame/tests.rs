//! Solutions compared with brute force over the rules alone.

use flipside_rules::{Game as _, Notation as _, RuleSet as _, Sayu, no_attachments, sayu};

use crate::{Rng, Searchable as _, Stop};

/// The margin for the mover if both go for the best, by trying everything.
fn brute_force(game: &Sayu) -> i32 {
    if game.outcome().is_some() {
        return game.margin().unwrap().for_mover(game.to_move()).0;
    }
    let values = game.turns().into_iter().map(|turn| {
        let mut next = game.clone();
        next.play_unchecked(turn);
        -brute_force(&next)
    });
    values.max().unwrap()
}

fn turns_left(game: &Sayu) -> u32 {
    let position = game.position();
    let free = position.free(game.rules()).count_ones();
    position.supply().count_ones().min(free)
}

/// A game played at random until this number of turns is left. Every other seed swaps, where that is
/// allowed.
fn random(rules: &sayu::Rules, left: u32, seed: u64) -> Sayu {
    let mut rng = Rng::new(seed);
    let mut game = Sayu::new(rules.clone());
    while turns_left(&game) > left {
        let random = game.pick_turn(|n| rng.below(n)).unwrap();
        let may_swap = game.check(sayu::Turn::Swap).is_ok();
        let turn = match may_swap && seed % 2 == 1 {
            true => sayu::Turn::Swap,
            false => random,
        };
        game.play_unchecked(turn);
    }
    game
}

fn check(rules: &str, left: u32, games: u64) {
    let rules = sayu::Rules::parse(rules, &no_attachments).unwrap();
    for seed in 0..games {
        let game = random(&rules, left, seed);
        let right = brute_force(&game);
        let what = format!("{} {}", rules.name(), game.position_text());
        let endgame = game.solve_endgame(u64::MAX, &Stop::new()).unwrap();
        let solution = endgame.solution.unwrap();
        assert_eq!(solution.margin.0, right, "{what}");
        // The line is played out, and leads to the margin and the value.
        let mut end = game.clone();
        for &turn in &solution.line {
            end.play(turn).unwrap();
        }
        let winner = end.outcome().unwrap().winner;
        let margin = end.margin().unwrap().for_mover(game.to_move()).0;
        let value = winner.map_or(0.5, |seat| if seat == game.to_move() { 1.0 } else { 0.0 });
        assert_eq!((margin, solution.value.0.0), (right, value), "{what}");
    }
}

#[test]
fn the_last_two_turns_on_the_full_board() {
    check("standard", 1, 200);
    check("standard", 2, 400);
    check("back=mirrored,komi=-2.5", 2, 100);
    check("convert=optional", 2, 100);
}

#[test]
fn the_last_three_turns_on_the_full_board() {
    check("standard", 3, 4);
    check("convert=optional,back=mirrored", 3, 2);
}

#[test]
fn small_boards() {
    check("radius=1,tiles=mini", 3, 12);
    check("radius=1,tiles=mini", 2, 400);
    check("radius=1,tiles=mini,komi=-1,swap=on", 2, 200);
    check("radius=1,tiles=mini,komi=2,swap=on", 2, 200);
    check(
        "radius=1,tiles=mini,convert=optional,back=mirrored,komi=1,swap=on",
        2,
        200,
    );
    // Many tiles for few cells.
    check("radius=1,tiles=without-024", 1, 200);
    check("radius=1", 2, 8);
}

#[test]
fn a_swap_that_may_come_is_not_overlooked() {
    let rules = sayu::Rules::parse("radius=1,tiles=mini,swap=on", &no_attachments).unwrap();
    let solve = |left| random(&rules, left, 1).solve_endgame(u64::MAX, &Stop::new());
    assert_eq!(solve(4), None);
    // The first tile lies there, and the swap is a turn of its own.
    assert_eq!(solve(3), None);
    let rules = sayu::Rules::parse("radius=1,tiles=mini", &no_attachments).unwrap();
    let without = random(&rules, 3, 1).solve_endgame(u64::MAX, &Stop::new());
    assert!(without.unwrap().solution.is_some());
}

#[test]
fn the_work_is_limited() {
    let rules = sayu::Rules::default();
    let game = random(&rules, 5, 3);
    assert_eq!(
        game.solve_endgame(1_000, &Stop::new()),
        None,
        "not worth a try"
    );
    let enough = game.solve_endgame(u64::MAX, &Stop::new()).unwrap();
    assert!(enough.solution.is_some());
    let stop = Stop::new();
    stop.request();
    let stopped = game.solve_endgame(u64::MAX, &stop).unwrap();
    assert_eq!(stopped.solution, None);
    assert!(stopped.work < 100_000, "{stopped:?}");
}
