//! Time of a probe: of one position again and again, and of the positions of random games. The full
//! table is taken from the path in `FLIPSIDE_TABLE`; without it a table of four pieces each is made.

use std::path::PathBuf;

use criterion::{Criterion, criterion_group, criterion_main};
use flipside_rules::hexflip::{Hexflip, Position, Rules};
use flipside_rules::{Game as _, RuleSet as _, hash, no_attachments};
use flipside_tablebase::{Table, Variant, solve};

/// Positions of random games.
fn positions(rules: Rules, count: usize) -> Vec<Position> {
    let mut positions = Vec::with_capacity(count);
    let mut state = 1;
    while positions.len() < count {
        let mut game = Hexflip::new(rules);
        loop {
            positions.push(*game.position());
            let turn = game.pick_turn(|n| {
                state = hash::mix(state);
                (state % u64::from(n)) as u32
            });
            match turn {
                Some(turn) => game.play_unchecked(turn),
                None => break,
            }
        }
    }
    positions.truncate(count);
    positions
}

fn probes(c: &mut Criterion) {
    let dir = tempfile::tempdir().unwrap();
    let table = match std::env::var_os("FLIPSIDE_TABLE") {
        Some(path) => Table::open_any(&PathBuf::from(path)).unwrap(),
        None => {
            let rules = Rules::parse("hand=4", &no_attachments).unwrap();
            let path = dir.path().join("hand4.table");
            let variant = Variant::new(&rules).unwrap();
            solve(variant, &path, &mut |_| {}, &|| false).unwrap();
            Table::open(&path, &variant).unwrap()
        }
    };
    let positions = positions(*table.variant().rules(), 200_000);
    let mut group = c.benchmark_group("probe");
    group.bench_function("one position", |b| {
        b.iter(|| table.probe(&positions[9]).unwrap())
    });
    group.bench_function("positions of random games", |b| {
        let mut next = 0;
        b.iter(|| {
            next = (next + 1) % positions.len();
            table.probe(&positions[next]).unwrap()
        });
    });
    group.finish();
}

criterion_group!(benches, probes);
criterion_main!(benches);
