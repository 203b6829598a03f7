//! Random games and searches per second, on one core.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use flipside_ai::{Agent as _, Rng, Stop, Uct, UctConfig};
use flipside_rules::{Game, Hexflip, Sayu};
use flipside_testkit::naive;

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

/// The same with the naive rules of the testkit, for the ratio.
fn naive_games(c: &mut Criterion) {
    let mut rng = Rng::new(1);
    let mut group = c.benchmark_group("hexflip");
    group.throughput(Throughput::Elements(1));
    group.sample_size(20);
    group.bench_function("random games, naive rules", |b| {
        b.iter(|| {
            let mut game = naive::NaiveHexflip::new("standard").unwrap();
            loop {
                let turns = game.turns();
                if turns.is_empty() {
                    break game.position();
                }
                game.play(&turns[rng.below(turns.len() as u32) as usize])
                    .unwrap();
            }
        });
    });
    group.finish();

    let tiles = naive::standard_sayu_tiles();
    let tiles: Vec<&str> = tiles.iter().map(String::as_str).collect();
    let mut group = c.benchmark_group("sayu");
    group.throughput(Throughput::Elements(1));
    group.sample_size(10);
    group.bench_function("random games, naive rules", |b| {
        b.iter(|| {
            let mut game = naive::NaiveSayu::new("standard", &tiles).unwrap();
            loop {
                let turns = game.turns();
                if turns.is_empty() {
                    break game.position();
                }
                game.play(&turns[rng.below(turns.len() as u32) as usize])
                    .unwrap();
            }
        });
    });
    group.finish();
}

fn search<G: Game>(c: &mut Criterion) {
    let mut group = c.benchmark_group(G::NAME);
    group.throughput(Throughput::Elements(1_000));
    group.bench_function("uct, 1,000 nodes from the start", |b| {
        let game = G::new(G::Rules::default());
        let mut agent = Uct::new(UctConfig::default());
        b.iter(|| black_box(agent.choose(&game, &Stop::new())));
    });
    group.finish();
}

criterion_group!(
    benches,
    random_games::<Hexflip>,
    random_games::<Sayu>,
    naive_games,
    search::<Hexflip>,
    search::<Sayu>
);
criterion_main!(benches);
