//! Where tables are by default.

use std::env::var_os;
use std::path::PathBuf;

use crate::variant::Variant;

/// The place of a rule set's table in the user's data directory: `flipside/hexflip-NAME.table` in
/// `$XDG_DATA_HOME` or `~/.local/share`, on macOS in `~/Library/Application Support`, on Windows in
/// `%LOCALAPPDATA%`. `None` if the environment does not say where that is.
#[must_use]
pub fn default_path(variant: &Variant) -> Option<PathBuf> {
    let absolute = |name| var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let data = if cfg!(windows) {
        absolute("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        absolute("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        absolute("XDG_DATA_HOME").or_else(|| Some(absolute("HOME")?.join(".local/share")))
    };
    let name = variant.name().replace('=', "");
    Some(data?.join("flipside").join(format!("hexflip-{name}.table")))
}
