//! Lists of balanced openings: what is promised about them, checked from outside.

use std::sync::atomic::{AtomicU64, Ordering};

use flipside_ai::{
    Agent, AgentFactory, AgentFailure, AgentFailureKind, BuildError, BuiltInAgents, Choice,
    ChooseError, Playable, Spec, Stop,
};
use flipside_arena::{Book, OpeningsError, OpeningsPlan};
use flipside_rules::{
    ExpectedScore, ForFirst, FullGame, Game, Hexflip, RuleSet, Sayu, Seat, no_attachments,
};

fn plan<G: FullGame>(rules: &str, agent: &str, turns: u32, count: u64) -> OpeningsPlan<G> {
    OpeningsPlan {
        rules: G::Rules::parse(rules, &no_attachments).unwrap(),
        turns,
        count,
        agent: agent.parse().unwrap(),
        max_edge: 0.15,
        seed: 11,
        max_candidates: 1_000,
    }
}

/// Expected scores of openings that a search finds on one thread.
fn find<G: Playable>(plan: &OpeningsPlan<G>) -> Vec<(Vec<G::Turn>, f64)> {
    let found = plan.find(&BuiltInAgents, 1, &Stop::new(), &|_| ()).unwrap();
    let opening = |ForFirst(ExpectedScore(value)): ForFirst<_>, turns| (turns, value);
    found
        .openings
        .into_iter()
        .map(|one| opening(one.value, one.turns))
        .collect()
}

fn both_games(
    check: (
        impl Fn(&OpeningsPlan<Hexflip>),
        impl Fn(&OpeningsPlan<Sayu>),
    ),
) {
    check.0(&plan("place=1", "uct:nodes=400", 3, 30));
    check.0(&plan("hand=3,place=1", "uct:nodes=400", 5, 30));
    check.1(&plan("radius=1,tiles=mini", "uct:nodes=400", 2, 20));
}

#[test]
fn lists_are_the_same_on_any_number_of_threads_and_are_read_back() {
    fn check<G: Playable>(plan: &OpeningsPlan<G>) {
        let texts = [1, 2, 5].map(|threads| {
            let found = plan
                .find(&BuiltInAgents, threads, &Stop::new(), &|_| ())
                .unwrap();
            plan.text(&found, "a command")
        });
        assert_eq!(texts[0], texts[1]);
        assert_eq!(texts[0], texts[2]);
        assert!(texts[0].contains("# made by: a command\n"), "{}", texts[0]);
        let book = Book::<G>::parse(&plan.rules, &texts[0]).unwrap();
        assert_eq!(book.count(), plan.count);
        for (number, (turns, _)) in (0..).zip(find(plan)) {
            assert_eq!(turns.len(), plan.turns as usize);
            assert_eq!(book.opening(number), turns);
        }
        let other = OpeningsPlan {
            seed: plan.seed + 1,
            ..plan.clone()
        };
        assert_ne!(find(&other), find(plan));
    }
    both_games((check, check));
}

#[test]
fn no_two_openings_lead_to_one_position_under_any_symmetry() {
    fn check<G: Playable>(plan: &OpeningsPlan<G>) {
        let mut seen = std::collections::BTreeSet::new();
        for (turns, _) in find(plan) {
            // Played by the rules, turned and mirrored turn by turn.
            let images: std::collections::BTreeSet<String> = G::symmetries(&plan.rules)
                .into_iter()
                .map(|symmetry| {
                    let mut game = G::new(plan.rules.clone());
                    for &turn in &turns {
                        game.play(G::transform_turn(symmetry, turn)).unwrap();
                    }
                    game.position_text()
                })
                .collect();
            for image in images {
                assert!(seen.insert(image.clone()), "{image} came before");
            }
        }
    }
    both_games((check, check));
}

#[test]
fn an_agent_that_is_asked_again_says_the_same() {
    fn check<G: Playable>(plan: &OpeningsPlan<G>) {
        let mut agent = flipside_ai::build::<G>(&plan.agent).unwrap();
        for (turns, value) in find(plan) {
            let mut game = G::new(plan.rules.clone());
            for turn in turns {
                game.play(turn).unwrap();
            }
            agent.begin(plan.seed);
            let choice = agent.choose(&game, &Stop::new()).unwrap();
            let ForFirst(ExpectedScore(again)) = choice.value.unwrap().for_first(game.to_move());
            assert_eq!(again, value);
            assert!((0.35..=0.65).contains(&value), "{value}");
        }
    }
    both_games((check, check));
}

#[test]
fn whatever_is_balanced_is_kept() {
    // An edge of a half keeps everything that is new.
    let mut all = plan::<Hexflip>("place=1", "uct:nodes=400", 3, 150);
    all.max_edge = 0.5;
    let balanced: Vec<_> = find(&all)
        .into_iter()
        .filter(|(_, value)| (0.4..=0.6).contains(value))
        .collect();
    assert!((10..140).contains(&balanced.len()), "{}", balanced.len());
    let mut some = all.clone();
    (some.max_edge, some.count) = (0.1, balanced.len() as u64);
    assert_eq!(find(&some), balanced);
}

#[test]
fn a_search_that_finds_too_few_says_what_would_help() {
    let error = |plan: &OpeningsPlan<Hexflip>| {
        let find = |threads| {
            plan.find(&BuiltInAgents, threads, &Stop::new(), &|_| ())
                .unwrap_err()
        };
        assert_eq!(find(1), find(3));
        find(1)
    };
    // The first turn has 19 places, of which four are different.
    let mut few = plan("", "uct:nodes=50", 1, 5);
    (few.max_edge, few.max_candidates) = (0.5, 200);
    let text = error(&few).to_string();
    assert!(text.contains("only 4 of 5"), "{text}");
    assert!(text.contains("200 candidates, of which 196 led"), "{text}");
    assert!(text.contains("larger --opening-turns"), "{text}");

    let mut level = plan("", "uct:nodes=51", 3, 5);
    (level.max_edge, level.max_candidates) = (0.0, 20);
    let text = error(&level).to_string();
    assert!(text.contains("only 0 of 5"), "{text}");
    assert!(text.contains("smaller --opening-turns"), "{text}");
    assert!(text.contains("larger --max-edge"), "{text}");
}

#[test]
fn plans_that_make_no_sense_are_refused() {
    let good = plan::<Sayu>("radius=1,tiles=mini", "uct:nodes=20", 2, 3);
    let error = |plan: OpeningsPlan<Sayu>| {
        let error = plan
            .find(&BuiltInAgents, 2, &Stop::new(), &|_| ())
            .unwrap_err();
        error.to_string()
    };
    let with = |change: &dyn Fn(&mut OpeningsPlan<Sayu>)| {
        let mut plan = good.clone();
        change(&mut plan);
        error(plan)
    };
    assert!(with(&|plan| plan.count = 0).contains("at least one opening"));
    assert!(with(&|plan| plan.turns = 0).contains("at least one turn"));
    for edge in [f64::NAN, -0.1, 0.51, f64::INFINITY] {
        assert!(with(&|plan| plan.max_edge = edge).contains("expected 0"));
    }
    assert!(with(&|plan| plan.turns = 4).contains("fewer opening turns"));
    let random = with(&|plan| plan.agent = "random".parse().unwrap());
    assert!(random.contains("`random` gives no value"), "{random}");
    let engine = with(&|plan| plan.agent = "engine:cmd=none".parse().unwrap());
    assert!(engine.contains("not available here"), "{engine}");
}

/// Says what a function says, about the game and how often it has been asked.
struct Scripted<F>(F, AtomicU64);

struct Saying<'a, F>(&'a Scripted<F>);

impl<G: FullGame, F> Agent<G> for Saying<'_, F>
where
    F: Fn(&G, u64, &Stop) -> Result<f64, ChooseError> + Sync,
{
    fn begin(&mut self, _: u64) {}

    fn choose(&mut self, game: &G, stop: &Stop) -> Result<Choice<G::Turn>, ChooseError> {
        let asked = self.0.1.fetch_add(1, Ordering::Relaxed);
        let value = ForFirst(ExpectedScore((self.0.0)(game, asked, stop)?));
        Ok(Choice {
            value: Some(value.for_mover(game.to_move())),
            ..Choice::new(game.turns()[0])
        })
    }
}

impl<F> AgentFactory<Hexflip> for &'static Scripted<F>
where
    F: Fn(&Hexflip, u64, &Stop) -> Result<f64, ChooseError> + Send + Sync,
{
    fn agent(&self, _: &Spec) -> Result<Box<dyn Agent<Hexflip>>, BuildError> {
        Ok(Box::new(Saying(self)))
    }
}

fn scripted<F>(says: F) -> &'static Scripted<F> {
    Box::leak(Box::new(Scripted(says, AtomicU64::new(0))))
}

#[test]
fn values_are_firsts_whoever_moves() {
    let factory = scripted(|_: &Hexflip, _, _: &Stop| Ok(0.4375));
    for (turns, mover) in [(1, Seat::Second), (2, Seat::First)] {
        let plan = plan::<Hexflip>("", "random", turns, 3);
        let found = plan.find(&factory, 1, &Stop::new(), &|_| ()).unwrap();
        for opening in &found.openings {
            let mut game = Hexflip::new(plan.rules);
            for &turn in &opening.turns {
                game.play(turn).unwrap();
            }
            assert_eq!(game.to_move(), mover);
            assert_eq!(opening.value, ForFirst(ExpectedScore(0.4375)));
        }
        assert!(plan.text(&found, "").contains("# 0.4375\n"));
    }
}

#[test]
fn an_agent_that_fails_is_named_with_the_opening() {
    let factory = scripted(|_: &Hexflip, asked, _: &Stop| match asked {
        0..4 => Ok(0.5),
        _ => Err(ChooseError::Failed(AgentFailure {
            kind: AgentFailureKind::Crash,
            message: "gone".to_string(),
        })),
    });
    let plan = plan::<Hexflip>("", "random", 2, 10);
    let error = plan.find(&factory, 1, &Stop::new(), &|_| ()).unwrap_err();
    let text = error.to_string();
    assert!(matches!(error, OpeningsError::Failed { .. }), "{text}");
    assert!(text.contains("gone") && text.contains('+'), "{text}");
}

#[test]
fn a_request_to_stop_ends_the_search() {
    let factory = scripted(|_: &Hexflip, asked, stop: &Stop| {
        if asked == 5 {
            stop.request();
        }
        match stop.is_requested() {
            true => Err(ChooseError::Stopped),
            false => Ok(0.5),
        }
    });
    let plan = plan::<Hexflip>("", "random", 2, 10);
    match plan.find(&factory, 1, &Stop::new(), &|_| ()) {
        Err(OpeningsError::Stopped(effort)) => assert_eq!(effort.found, 5),
        other => panic!("{other:?}"),
    }
}
