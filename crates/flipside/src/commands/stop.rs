//! Ctrl-C and termination: a request to stop, then an end.

use std::process::exit;
use std::sync::Arc;

use anyhow::Context as _;
use flipside_ai::Stop;

/// A request that SIGINT and SIGTERM make. The second signal ends the program at once.
pub fn on_signal() -> anyhow::Result<Arc<Stop>> {
    let stop = Arc::new(Stop::new());
    let heard = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if heard.is_requested() {
            exit(1);
        }
        heard.request();
    })
    .context("signals cannot be handled")?;
    Ok(stop)
}
