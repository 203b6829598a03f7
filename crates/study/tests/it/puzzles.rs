//! Puzzles of small solved rule sets.

use crate::common::{rules, table};
use flipside_ai::Stop;
use flipside_rules::hexflip::{Hexflip, Rules};
use flipside_rules::{Game as _, Symmetric as _};
use flipside_study::ask;
use flipside_study::puzzles::{
    AGENTS, FEWEST_NODES, Kind, Plan, Puzzle, PuzzleError, TurnRange, check_puzzle, make_puzzles,
};
use flipside_tablebase::{Table, TableError, Value};

const MAX_NODES: u64 = 256;

fn plan(kinds: &[Kind], each: usize, seed: u64) -> Plan {
    Plan {
        rules: rules("hand=3"),
        kinds: kinds.to_vec(),
        each,
        seed,
        max_nodes: MAX_NODES,
    }
}

fn make(table: &Table, plan: &Plan, threads: usize) -> Result<Vec<Puzzle>, PuzzleError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let pool = pool.build().unwrap();
    let made = pool.install(|| make_puzzles(table, plan, &mut |_| {}, &Stop::new()))?;
    let short: usize = made.short.iter().map(|kind| kind.wanted - kind.found).sum();
    assert_eq!(made.puzzles.len() + short, plan.each * plan.kinds.len());
    Ok(made.puzzles)
}

fn kinds() -> [Kind; 3] {
    ["draw", "win 3-6", "win 7+"].map(|kind| kind.parse().unwrap())
}

#[test]
fn puzzles_depend_on_the_seed_only() {
    let table = table("hand=3");
    let kinds = kinds();
    let puzzles = make(&table, &plan(&kinds, 4, 1), 1).unwrap();
    assert_eq!(puzzles.len(), 12);
    assert_eq!(puzzles, make(&table, &plan(&kinds, 4, 1), 3).unwrap());
    assert_ne!(puzzles, make(&table, &plan(&kinds, 4, 2), 1).unwrap());
    // A smaller plan, or one with fewer kinds, gives a part of the same puzzles.
    let draws = make(&table, &plan(&kinds[..1], 3, 1), 1).unwrap();
    assert_eq!(draws, puzzles[..3]);
}

#[test]
fn one_turn_is_right_and_the_needed_nodes_suffice() {
    let table = table("hand=3");
    let mut needed = 0;
    let mut classes = Vec::new();
    for puzzle in make(&table, &plan(&kinds(), 4, 1), 1).unwrap() {
        let Puzzle { kind, only, needs } = &puzzle;
        assert!(kind.contains(only.value));
        check_puzzle(&table, &puzzle).unwrap();
        // The same, turn by turn.
        let game = Hexflip::from_position(rules("hand=3"), only.position);
        assert_eq!(game.turns().len(), only.legal);
        for turn in game.turns() {
            let mut after = game.clone();
            after.play(turn).unwrap();
            let value = table.probe(after.position()).unwrap().before_turn();
            let keeps = match only.value {
                Value::Draw => value >= Value::Draw,
                _ => value > Value::Draw,
            };
            assert_eq!(keeps, turn == only.turn, "{puzzle}: {turn} is a {value}");
        }
        classes.push(Hexflip::canonical(game.rules(), &only.position).0);
        for (agent, need) in AGENTS.into_iter().zip(needs) {
            let finds = |nodes: u64| {
                let spec = format!("{agent}:nodes={nodes}").parse().unwrap();
                ask(&spec, game.rules(), &only.position, &Stop::new()).unwrap() == only.turn
            };
            let mut nodes = FEWEST_NODES;
            let mut expected = None;
            while nodes <= MAX_NODES {
                expected = finds(nodes).then(|| expected.unwrap_or(nodes));
                nodes *= 2;
            }
            assert_eq!(*need, expected, "{agent}: {puzzle}");
            needed += usize::from(need.is_some_and(|need| need > FEWEST_NODES));
        }
    }
    assert!(needed > 0, "no puzzle needs more than the smallest budget");
    let found = classes.len();
    classes.sort_unstable();
    classes.dedup();
    assert_eq!(classes.len(), found, "some are symmetric to each other");
}

#[test]
fn invalid_puzzles_are_rejected() {
    let table = table("hand=3");
    let puzzles = make(&table, &plan(&kinds(), 1, 1), 1).unwrap();
    let right = &puzzles[0];
    let refused = |puzzle: &Puzzle| check_puzzle(&table, puzzle).unwrap_err().to_string();
    let game = Hexflip::from_position(rules("hand=3"), right.only.position);
    let mut wrong = right.clone();
    wrong.only.turn = game
        .turns()
        .into_iter()
        .find(|t| *t != wrong.only.turn)
        .unwrap();
    assert!(refused(&wrong).contains(&right.only.turn.to_string()));
    let mut wrong = right.clone();
    wrong.kind = puzzles[1].kind;
    assert!(refused(&wrong).contains("not of the kind `win 3-6`"));
    let mut wrong = right.clone();
    wrong.only.position = *Hexflip::new(rules("hand=3")).position();
    assert!(refused(&wrong).contains("more than one turn"));
}

#[test]
fn shortfalls_are_reported_and_other_rules_are_rejected() {
    // No win of `hand=3` takes 49 turns.
    let some = plan(&[Kind::ALL[1], Kind::ALL[5]], 1, 1);
    let made = make_puzzles(&table("hand=3"), &some, &mut |_| {}, &Stop::new()).unwrap();
    assert_eq!(made.puzzles.len(), 1);
    assert_eq!(
        made.short[0].to_string(),
        "found only 0 of 1 puzzles of the kind `win 49+` in 2048 games"
    );
    let mut few = plan(&Kind::ALL, 1, 1);
    few.rules = rules("hand=1");
    let error = make(&table("hand=1"), &few, 1).unwrap_err();
    assert!(
        error.to_string().contains("rules with more pieces"),
        "{error}"
    );
    let stop = Stop::new();
    stop.request();
    let stopped = make_puzzles(&table("hand=1"), &few, &mut |_| {}, &stop);
    assert!(matches!(stopped, Err(PuzzleError::Stopped)));
    let other = make(&table("hand=2"), &few, 1);
    assert!(matches!(
        other,
        Err(PuzzleError::Table(TableError::OtherRules { .. }))
    ));
}

#[test]
fn invalid_lines_of_a_list_are_reported() {
    let good = "draw\t2o/4/o3x/o2x/xx1 x 4 5\ta3+d5\tdraw\t80\t4\t8192\t-";
    let rules = Rules::default();
    let read = |line: &str| Puzzle::parse_list(&rules, &format!("# nothing\n{line}\n"));
    assert_eq!(read(good).unwrap()[0].to_string(), good);
    for (from, to, words) in [
        ("\t", " ", "columns kind\tposition"),
        ("draw\t2", "win 0-6\t2", "`0-6`"),
        ("draw\t2", "loss\t2", "`loss`"),
        ("draw\t2", "win 3-6\t2", "not of the kind `win 3-6`"),
        ("\tdraw", "\tloss 3", "`loss 3`"),
        ("x 4 5", "x 4", "board, player to move"),
        ("a3+d5", "a3+", "a3+"),
        ("a3+d5", "a3+a1", "a1"),
        ("\t80\t", "\t81\t", "legal turns 81: expected 80"),
        ("\t4\t8192", "\t3\t8192", "wrong grade 3: expected 4"),
        ("\t8192", "\t-8", "`-8`"),
        ("\t8192", "", "nodes of alphabeta and mcts"),
    ] {
        let line = good.replacen(from, to, if from == "\t" { 9 } else { 1 });
        let error = read(&line).unwrap_err();
        assert_eq!(error.line, 2);
        assert!(error.what.contains(words), "{line}: {error}");
    }
}

#[test]
fn kinds_and_ranges_round_trip() {
    for kind in Kind::ALL {
        assert_eq!(kind.to_string().parse(), Ok(kind));
    }
    for text in [
        "", "7", "-", "7-", "12-7", "0-3", "7-12+", "+", "7-99999", "a-b",
    ] {
        let error = text.parse::<TurnRange>().unwrap_err();
        assert!(error.to_string().contains(&format!("`{text}`")), "{error}");
    }
    let range: TurnRange = "7-12".parse().unwrap();
    let inside = [6, 7, 12, 13].map(|turns| Kind::Win(range).contains(Value::Win(turns)));
    assert_eq!(inside, [false, true, true, false]);
    assert!(!Kind::Win(range).contains(Value::Loss(8)) && !Kind::Draw.contains(Value::Win(8)));
}
