//! Version and commit of the program.

use std::sync::LazyLock;

use flipside_analysis::format::program;
use flipside_analysis::report::model::Commit;

/// The version.
pub const SHORT: &str = env!("CARGO_PKG_VERSION");

/// Version, commit and its date: `0.1.0 (commit 45472d42d0, 2026-11-30)`; only the version if the
/// commit is unknown.
pub fn long() -> &'static str {
    static LONG: LazyLock<String> = LazyLock::new(|| program(SHORT, commit().as_ref()));
    &LONG
}

/// Returns the commit that the program was built from, with `+changes` at its end if the sources
/// had been changed; `None` if it is unknown.
pub fn commit() -> Option<Commit> {
    let known = |text: &str| (!text.is_empty()).then(|| text.to_string());
    Some(Commit {
        hash: known(env!("FLIPSIDE_COMMIT"))?,
        date: known(env!("FLIPSIDE_COMMIT_DATE")),
    })
}
