//! Tells the program which commit it is built from. Works without git, and in an archive or a
//! package, as far as there is something to know.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let commit = of_git(&here)
        .or_else(|| of_archive(&here))
        .or_else(|| of_package(&here));
    let (hash, date) = commit.unwrap_or_default();
    println!("cargo::rustc-env=FLIPSIDE_COMMIT={hash}");
    println!("cargo::rustc-env=FLIPSIDE_COMMIT_DATE={date}");
    // Without git there is nothing else that could change.
    watch(&here.join("build.rs"));
    watch(&here.join("commit.txt"));
}

/// Rebuilds when a path changes. What is missing would look changed every time.
fn watch(path: &Path) {
    if path.exists() {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

/// The commit that is checked out, if the sources are the root of a repository.
fn of_git(here: &Path) -> Option<(String, String)> {
    let root = here.parent()?.parent()?;
    // A repository further up is another project's that holds ours.
    if !root.join(".git").exists() {
        return None;
    }
    let git = |arguments: &[&str]| -> Option<String> {
        let output = Command::new("git")
            .arg("--no-optional-locks")
            .args(arguments)
            .current_dir(root)
            .output()
            .ok()
            .filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_string())
    };
    let line = git(&["log", "-1", "--format=%H %cs"])?;
    let (hash, date) = line.split_once(' ')?;
    // Commits and checkouts are noted here; what is built changes with the sources only.
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", file]) {
            watch(&root.join(path));
        }
    }
    // What the program is made from: a change there builds it anew in any case.
    let mut sources = ["data", "Cargo.toml", "Cargo.lock"]
        .map(PathBuf::from)
        .to_vec();
    for entry in fs::read_dir(root.join("crates"))
        .into_iter()
        .flatten()
        .flatten()
    {
        let part = Path::new("crates").join(entry.file_name());
        sources.extend(["src", "assets", "data", "Cargo.toml"].map(|name| part.join(name)));
    }
    sources.retain(|path| root.join(path).exists());
    sources.iter().for_each(|path| watch(&root.join(path)));
    let mut status = vec!["status", "--porcelain", "--untracked-files=no", "--"];
    status.extend(sources.iter().filter_map(|path| path.to_str()));
    let changed = git(&status).is_some_and(|changes| !changes.is_empty());
    let mark = if changed { "+changes" } else { "" };
    Some((format!("{hash}{mark}"), date.to_string()))
}

/// What `git archive` wrote into a file of the sources.
fn of_archive(here: &Path) -> Option<(String, String)> {
    let text = fs::read_to_string(here.join("commit.txt")).ok()?;
    let (hash, date) = text.trim().split_once(' ')?;
    let is_hash = hash.len() >= 40 && hash.bytes().all(|b| b.is_ascii_hexdigit());
    is_hash.then(|| (hash.to_string(), date.to_string()))
}

/// What `cargo package` wrote into the package: the commit without its date.
fn of_package(here: &Path) -> Option<(String, String)> {
    let text = fs::read_to_string(here.join(".cargo_vcs_info.json")).ok()?;
    let (_, rest) = text.split_once("\"sha1\"")?;
    let hash = rest.split('"').nth(1)?;
    let is_hash = hash.len() >= 40 && hash.bytes().all(|b| b.is_ascii_hexdigit());
    is_hash.then(|| (hash.to_string(), String::new()))
}
