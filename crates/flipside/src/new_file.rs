//! Files that appear only when they are whole, and never take another's place.

use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use tempfile::NamedTempFile;

/// Refuses a name at which no new file can be made, before work begins whose result it is for.
pub fn check(path: &Path) -> anyhow::Result<()> {
    let shown = path.display();
    if path.is_dir() {
        bail!("{shown} is a folder; name a file in it");
    }
    // A link that leads nowhere is something, too.
    if path.symlink_metadata().is_ok() {
        bail!("{shown} exists already; name another file, or remove it first");
    }
    let folder = folder(path);
    if !folder.is_dir() {
        bail!(
            "{}: the folder does not exist; make it first",
            folder.display()
        );
    }
    Ok(())
}

/// Makes a file with this content.
pub fn write(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    check(path)?;
    let file = prepared(path, content)?;
    file.persist_noclobber(path)
        .map_err(|error| error.error)
        .with_context(|| path.display().to_string())?;
    Ok(())
}

/// Gives a file of ours another content, all at once.
pub fn replace(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let file = prepared(path, content)?;
    file.persist(path)
        .map_err(|error| error.error)
        .with_context(|| path.display().to_string())?;
    Ok(())
}

/// The content in a file beside the place where it is going to be.
fn prepared(path: &Path, content: &[u8]) -> anyhow::Result<NamedTempFile> {
    let in_vain = || path.display().to_string();
    let mut builder = tempfile::Builder::new();
    builder.prefix(".flipside-");
    // The permissions of an ordinary new file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder(path)).with_context(in_vain)?;
    file.write_all(content).with_context(in_vain)?;
    file.as_file().sync_all().with_context(in_vain)?;
    Ok(file)
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}
