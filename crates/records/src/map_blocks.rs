//! Parallel work on blocks.

use std::io::Read;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::{Error, Header, RawBlock, Reader};

/// Blocks in memory per thread, enough to keep all threads busy.
const BLOCKS_PER_THREAD: usize = 4;

/// Calls `work` in parallel on all blocks that `next` returns until `None`, and `take` on the results
/// in the same order. A few blocks per thread are in memory at any time.
///
/// # Errors
/// The first error of `take` or `next` in that order. `take` has then received everything before it.
pub fn map_blocks<T: Send, E: From<Error>>(
    mut next: impl FnMut() -> Result<Option<RawBlock>, Error> + Send,
    work: impl Fn(&RawBlock) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let mut batch = next_batch(&mut next);
    loop {
        let (blocks, error) = batch;
        if blocks.is_empty() {
            return error.map_or(Ok(()), |error| Err(error.into()));
        }
        let work_on = || -> Vec<T> { blocks.par_iter().map(&work).collect() };
        // Reading ends with an error.
        let (results, following) = match error {
            Some(error) => (work_on(), (Vec::new(), Some(error))),
            None => rayon::join(work_on, || next_batch(&mut next)),
        };
        results.into_iter().try_for_each(&mut take)?;
        batch = following;
    }
}

/// The next blocks, and the error after them.
fn next_batch(
    next: &mut impl FnMut() -> Result<Option<RawBlock>, Error>,
) -> (Vec<RawBlock>, Option<Error>) {
    let mut blocks = Vec::new();
    while blocks.len() < BLOCKS_PER_THREAD * rayon::current_num_threads() {
        match next() {
            Ok(Some(block)) => blocks.push(block),
            Ok(None) => break,
            Err(error) => return (blocks, Some(error)),
        }
    }
    (blocks, None)
}

impl<R: Read + Send> Reader<R> {
    /// Applies [`map_blocks`] to all remaining blocks of the file.
    ///
    /// A torn tail is not an error here; see [`Reader::check_ending`].
    ///
    /// # Errors
    /// The first error of `take` or of reading, in the order of the file. `take` has then received
    /// everything before it.
    pub fn map_blocks<T: Send, E: From<Error>>(
        &mut self,
        work: impl Fn(&Header, &RawBlock) -> T + Sync,
        take: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let header = self.header().clone();
        map_blocks(|| self.next_block(), |block| work(&header, block), take)
    }
}
