//! Random games and searches per second, on one core.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use flipside_ai::{Agent as _, Mcts, MctsConfig, Rng, Stop};
use flipside_rules::{Game, hexflip, sayu};

/// Games per measured iteration.
const GAMES: u64 = 1_000;

fn random_game<G: Game>(game: &mut G, start: &G, rng: &mut Rng) -> u32 {
    game.clone_from(start);
    let mut turns = 0;
    while let Some(turn) = game.pick_turn(|n| rng.below(n)) {
        game.play_unchecked(turn);
        turns += 1;
    }
    turns
}

fn random_games<G: Game>(c: &mut Criterion) {
    let mut group = c.benchmark_group(G::NAME);
    group.throughput(Throughput::Elements(GAMES));
    group.bench_function("random games", |b| {
        let start = G::new(G::Rules::default());
        let mut game = start.clone();
        let mut rng = Rng::new(1);
        b.iter(|| {
            (0..GAMES)
                .map(|_| u64::from(random_game(&mut game, &start, &mut rng)))
                .sum::<u64>()
        });
    });
    group.finish();
}

fn search<G: Game>(c: &mut Criterion) {
    let mut group = c.benchmark_group(G::NAME);
    group.throughput(Throughput::Elements(1_000));
    group.bench_function("mcts, 1,000 nodes from the start", |b| {
        let game = G::new(G::Rules::default());
        let mut agent = Mcts::new(MctsConfig::default());
        b.iter(|| black_box(agent.choose(&game, &Stop::new())));
    });
    group.finish();
}

criterion_group!(
    benches,
    random_games::<hexflip::Game>,
    random_games::<sayu::Game>,
    search::<hexflip::Game>,
    search::<sayu::Game>
);
criterion_main!(benches);
