//! Files that appear only when they are complete, and never replace another file.

use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use flipside_records::replace_file;
use tempfile::NamedTempFile;

/// Checks that a new file can be created at a path, before the work begins whose result it will hold.
pub fn check(path: &Path) -> anyhow::Result<()> {
    let shown = path.display();
    if path.is_dir() {
        bail!("{shown} is a folder; name a file in it");
    }
    refuse_dangling(path)?;
    if path.symlink_metadata().is_ok() {
        bail!("{shown} already exists; name another file, or remove it first");
    }
    let folder = folder(path);
    if !folder.is_dir() {
        bail!(
            "{}: the folder does not exist; create it first",
            folder.display()
        );
    }
    Ok(())
}

/// An error if a path is a link to nothing.
pub fn refuse_dangling(path: &Path) -> anyhow::Result<()> {
    if path.is_symlink() && !path.exists() {
        let target = path.read_link().unwrap_or_default();
        bail!(
            "{} is a link to {}, which does not exist; remove the link, or name that path",
            path.display(),
            target.display()
        );
    }
    Ok(())
}

/// Creates a file with this content.
pub fn write(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    check(path)?;
    let name = || path.display().to_string();
    let mut file = temporary(path).with_context(name)?;
    file.write_all(content).with_context(name)?;
    keep(file, path)
}

/// Gives a temporary file of ours its name, which no file must have.
pub fn keep(file: NamedTempFile, path: &Path) -> anyhow::Result<()> {
    let name = || path.display().to_string();
    file.as_file().sync_all().with_context(name)?;
    let kept = file.persist_noclobber(path);
    kept.map_err(|error| error.error).with_context(name)?;
    Ok(())
}

/// Replaces a file atomically.
pub fn replace(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    replace_file(path, content).with_context(|| path.display().to_string())
}

/// Creates a temporary file beside the path, with the permissions of an ordinary new file.
pub fn temporary(path: &Path) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".flipside-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder(path))
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}
