//! `flipside report`

use std::path::{Path, PathBuf};

pub fn run(_records: &[PathBuf], _out: &Path) -> anyhow::Result<()> {
    anyhow::bail!("not yet")
}
