//! Reads the files of one experiment together.

use std::fs::File;
use std::io::BufReader;

use flipside_records::{Error, Header, RawBlock, Reader, ScheduleSpec};

use super::files::Source;

/// The files whose headers are equal: one experiment, whole or in parts.
pub(super) struct Run<'a> {
    /// At least one file, sorted by first game. Files without games are excluded.
    pub sources: Vec<&'a Source>,
    pub header: &'a Header,
    /// How the games were scheduled, if a tournament runner played them.
    pub spec: Option<ScheduleSpec>,
}

impl<'a> Run<'a> {
    /// All runs, in the order of their first files.
    pub fn all(sources: &'a [Source]) -> Vec<Self> {
        let mut runs: Vec<Self> = Vec::new();
        for source in sources.iter().filter(|source| !source.ids.is_empty()) {
            match runs.iter_mut().find(|run| *run.header == source.header) {
                Some(run) => run.sources.push(source),
                None => runs.push(Self {
                    sources: vec![source],
                    header: &source.header,
                    spec: source.header.schedule.parse().ok(),
                }),
            }
        }
        for run in &mut runs {
            run.sources.sort_by_key(|source| first(source));
        }
        runs
    }

    /// The number of the last game.
    pub fn last(&self) -> Option<u64> {
        self.sources.iter().filter_map(|s| s.ids.last()).max()
    }

    /// The blocks of all files by the number of their first game.
    pub fn blocks(&self) -> Blocks<'a> {
        Blocks {
            unopened: self.sources.iter().rev().copied().collect(),
            open: Vec::new(),
        }
    }
}

/// The number of a file's first game.
fn first(source: &Source) -> u64 {
    source.ids.runs().first().map_or(u64::MAX, |run| run.first)
}

/// Merges the blocks of several files, which share no game, but whose numbers may overlap.
///
/// One block of each overlapping file is in memory; the other files are not open.
pub(super) struct Blocks<'a> {
    /// The file with the first games is the last.
    unopened: Vec<&'a Source>,
    open: Vec<(RawBlock, Reader<BufReader<File>>)>,
}

impl Blocks<'_> {
    /// The next block.
    pub fn next(&mut self) -> Result<Option<RawBlock>, Error> {
        while let Some(source) = self.unopened.last() {
            let is_due = self
                .open
                .iter()
                .all(|(block, _)| first(source) < block.first_id());
            if !is_due {
                break;
            }
            let mut reader = Reader::open(&source.path)?;
            self.unopened.pop();
            if let Some(block) = reader.next_block()? {
                self.open.push((block, reader));
            }
        }
        let earliest = (0..self.open.len()).min_by_key(|&i| self.open[i].0.first_id());
        let Some(earliest) = earliest else {
            return Ok(None);
        };
        let (block, mut reader) = self.open.swap_remove(earliest);
        if let Some(following) = reader.next_block()? {
            self.open.push((following, reader));
        }
        Ok(Some(block))
    }
}
