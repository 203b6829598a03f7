//! Solves a rule set and writes its table.

use std::path::Path;

use crate::code::{MAX_TURNS, Value};
use crate::error::SolveError;
use crate::file::PartFile;
use crate::layer::{Layer, LayerCounts};
use crate::solver::Solver;
use crate::variant::Variant;

/// Progress of [`solve()`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Layers solved and written.
    pub layers_done: usize,
    /// Layers in total.
    pub layers: usize,
    /// Entries (colourings of sets of points, a few of them equivalent) in the solved layers. The
    /// remaining time is roughly proportional to the remaining entries.
    pub entries_done: u64,
    /// Entries in total.
    pub entries: u64,
    /// Entries read from the partial file, included in `entries_done`.
    pub entries_found: u64,
}

/// The result of [`solve()`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The layers in the order in which they were solved.
    pub layers: Vec<(Layer, LayerCounts)>,
    /// See [`crate::Table::checksum`].
    pub checksum: u32,
}

/// Solves a rule set and writes its table to `target`, on all threads of the current rayon pool.
///
/// Until it is complete, the table is written to `target` + `.part`. After a stop or a failure, the
/// same call continues after the last finished pair of layers. `progress` is called at the start
/// and after each pair; `stop` is polled frequently. The bytes of the table depend on the rule set
/// only.
///
/// # Errors
/// If `target` exists, the partial file belongs to another table, writing fails, or `stop` returns
/// `true`.
pub fn solve(
    variant: Variant,
    target: &Path,
    progress: &mut dyn FnMut(&Progress),
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Solved, SolveError> {
    let mut solver = Solver::new(variant);
    let layers: Vec<(Layer, usize)> = Layer::all(&variant)
        .into_iter()
        .map(|layer| (layer, solver.entries(layer)))
        .collect();
    let (mut part, resumed) = PartFile::open(target, variant, &layers)?;
    let known: Vec<Layer> = resumed.iter().map(|index| index.layer).collect();
    let resuming = solver.resume(&known, |number| resumed[number].codes(part.source()));
    resuming.map_err(|error| SolveError::OtherPart {
        path: part.path().to_path_buf(),
        asked: variant.name(),
        found: error.to_string(),
    })?;
    let mut done: Vec<(Layer, LayerCounts)> = resumed
        .iter()
        .map(|index| (index.layer, index.counts))
        .collect();
    let entries = |layers: &[(Layer, usize)]| layers.iter().map(|l| l.1 as u64).sum();
    let mut now = Progress {
        layers_done: done.len(),
        layers: layers.len(),
        entries_done: entries(&layers[..done.len()]),
        entries: entries(&layers),
        entries_found: entries(&layers[..done.len()]),
    };
    progress(&now);
    while done.len() < layers.len() {
        let Some(pair) = solver.advance(stop) else {
            return Err(SolveError::Stopped {
                layers: done.len(),
                total: layers.len(),
                path: part.path().to_path_buf(),
            });
        };
        for layer in pair {
            let counts = solver.counts(layer);
            if counts.longest >= MAX_TURNS {
                return Err(SolveError::TooLong);
            }
            part.append(layer, counts, solver.codes(layer))?;
            done.push((layer, counts));
        }
        now.layers_done = done.len();
        now.entries_done = entries(&layers[..done.len()]);
        progress(&now);
    }
    let checksum = part.finish()?;
    Ok(Solved {
        layers: done,
        checksum,
    })
}

/// Solves a rule set in memory and returns the value of its start for First; `None` if `stop`
/// returns `true`.
pub fn start_value(variant: Variant, stop: &(dyn Fn() -> bool + Sync)) -> Option<Value> {
    let mut solver = Solver::new(variant);
    let start = Layer::new(variant.hand(), variant.hand());
    loop {
        if solver.advance(stop)?.contains(&start) {
            return Some(Value::from_code(solver.codes(start)[0]));
        }
    }
}
