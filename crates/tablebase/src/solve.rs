//! Makes a table.

use std::path::Path;

use crate::code::{MAX_TURNS, Value};
use crate::error::SolveError;
use crate::file::PartFile;
use crate::layer::{Layer, LayerCounts};
use crate::solver::Solver;
use crate::variant::Variant;

/// How far the work has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Layers that are solved and written.
    pub layers_done: usize,
    /// Layers of the table.
    pub layers: usize,
    /// Entries (colourings of sets of points, a few of them equivalent) in the solved layers. The
    /// time that is left goes roughly with the entries that are left.
    pub entries_done: u64,
    /// Entries of the table.
    pub entries: u64,
    /// Entries that were found solved when the work began, part of `entries_done`.
    pub entries_found: u64,
}

/// A table that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The layers in the order in which they were solved.
    pub layers: Vec<(Layer, LayerCounts)>,
    /// See [`crate::Table::checksum`].
    pub checksum: u32,
}

/// Solves a rule set and writes its table to `target`, on all threads of the current rayon pool.
///
/// Until it is complete the table has the temporary name `target` + `.part`. If the work is
/// stopped or fails, the same call goes on after the last pair of layers that was finished.
/// `progress` is called at the start and after each pair; `stop` is asked often. The bytes of the
/// table depend on the rule set alone.
///
/// # Errors
/// If `target` exists, something else has the temporary name, writing fails, or `stop` says so.
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
    let (mut part, found) = PartFile::open(target, variant, &layers)?;
    let known: Vec<Layer> = found.iter().map(|index| index.layer).collect();
    let taken = solver.take_over(&known, |number| found[number].codes(part.source()));
    taken.map_err(|error| SolveError::OtherPart {
        path: part.path().to_path_buf(),
        asked: variant.name(),
        found: error.to_string(),
    })?;
    let mut done: Vec<(Layer, LayerCounts)> = found
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

/// Solves a rule set in memory and gives the value of its start for First; nothing if `stop` says
/// so.
pub fn start_value(variant: Variant, stop: &(dyn Fn() -> bool + Sync)) -> Option<Value> {
    let mut solver = Solver::new(variant);
    let start = Layer::new(variant.hand(), variant.hand());
    loop {
        if solver.advance(stop)?.contains(&start) {
            return Some(Value::from_code(solver.codes(start)[0]));
        }
    }
}
