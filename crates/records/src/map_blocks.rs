//! Working on all blocks of a file in parallel.

use std::io::Read;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::{Error, Header, RawBlock, Reader};

/// Blocks in memory at once, per thread: enough to keep all threads busy.
const BLOCKS_PER_THREAD: usize = 4;

impl<R: Read + Send> Reader<R> {
    /// Does `work` on all blocks that are left, in parallel, and gives its results to `take` in the
    /// order of the file. A few blocks per thread are in memory at any time.
    ///
    /// A torn tail is not an error here; see [`Reader::check_ending`].
    ///
    /// # Errors
    /// The first error in the order of the file, be it from `take` or from reading: `take` has then
    /// been given everything before it.
    pub fn map_blocks<T: Send, E: From<Error>>(
        &mut self,
        work: impl Fn(&Header, &RawBlock) -> T + Sync,
        mut take: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let header = self.header().clone();
        let mut batch = self.next_batch();
        loop {
            let (blocks, error) = batch;
            if blocks.is_empty() {
                return error.map_or(Ok(()), |error| Err(error.into()));
            }
            let work_on = || -> Vec<T> { blocks.par_iter().map(|b| work(&header, b)).collect() };
            // After an error there is nothing more to read.
            let (results, next) = match error {
                Some(error) => (work_on(), (Vec::new(), Some(error))),
                None => rayon::join(work_on, || self.next_batch()),
            };
            results.into_iter().try_for_each(&mut take)?;
            batch = next;
        }
    }

    /// The next blocks, and the error that follows upon them.
    fn next_batch(&mut self) -> (Vec<RawBlock>, Option<Error>) {
        let mut blocks = Vec::new();
        while blocks.len() < BLOCKS_PER_THREAD * rayon::current_num_threads() {
            match self.next_block() {
                Ok(Some(block)) => blocks.push(block),
                Ok(None) => break,
                Err(error) => return (blocks, Some(error)),
            }
        }
        (blocks, None)
    }
}
