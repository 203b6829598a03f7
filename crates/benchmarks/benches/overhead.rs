//! What the runner costs beside agents that take a millisecond a turn: the same games played in a
//! bare loop, and into a file.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use flipside_ai::{Agent, AgentFactory, BuildError, Choice, ChooseError, Rng, Spec, Stop};
use flipside_arena::{Openings, Players, RunOptions, Tournament, play_game, run};
use flipside_records::{Format, ScheduleSpec};
use flipside_rules::{Game, Hexflip, hexflip};

const GAMES: u64 = 20;

/// Plays at random, and is busy for a millisecond at each turn.
struct Busy(Rng);

impl<G: Game> Agent<G> for Busy {
    fn begin(&mut self, seed: u64) {
        self.0 = Rng::new(seed);
    }

    fn choose(&mut self, game: &G, _: &Stop) -> Result<Choice<G::Turn>, ChooseError> {
        let end = Instant::now() + Duration::from_millis(1);
        let turn = game.pick_turn(|n| self.0.below(n));
        while Instant::now() < end {
            std::hint::spin_loop();
        }
        turn.map(Choice::new).ok_or(ChooseError::GameOver)
    }
}

struct AllBusy;

impl<G: Game> AgentFactory<G> for AllBusy {
    fn agent(&self, _: &Spec) -> Result<Box<dyn Agent<G>>, BuildError> {
        Ok(Box::new(Busy(Rng::new(0))))
    }
}

fn overhead(c: &mut Criterion) {
    let spec = "uct:nodes=1"
        .parse::<Spec>()
        .unwrap_or_else(|e| panic!("{e}"));
    let tournament = Tournament::<Hexflip> {
        rules: hexflip::Rules::default(),
        agents: vec![spec],
        seed: 1,
        games: GAMES,
        schedule: ScheduleSpec {
            annotated: true,
            ..ScheduleSpec::new(Format::SelfPlay, Openings::Random { turns: 2 })
        },
    };
    let stop = Stop::new();
    let mut group = c.benchmark_group("20 games of Hexflip at 1 ms a turn");
    group.sample_size(10);
    group.bench_function("bare loop", |b| {
        let mut players = Players::new(&tournament, &AllBusy).unwrap_or_else(|e| panic!("{e}"));
        b.iter(|| {
            for game in 0..GAMES {
                let entry = tournament.entry(game);
                let _ = black_box(play_game(&tournament, &entry, &mut players, &stop));
            }
        });
    });
    let dir = tempfile::tempdir().unwrap_or_else(|e| panic!("{e}"));
    let mut number = 0;
    group.bench_function("into a file, one thread", |b| {
        b.iter(|| {
            number += 1;
            let options = RunOptions {
                threads: Some(1),
                ..RunOptions::new(&AllBusy, &stop)
            };
            let path = dir.path().join(format!("{number}"));
            run(&tournament, &path, &options).unwrap_or_else(|e| panic!("{e}"))
        });
    });
    group.finish();
}

criterion_group!(benches, overhead);
criterion_main!(benches);
