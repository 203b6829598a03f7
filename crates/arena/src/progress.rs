//! Progress events of a run.

use flipside_ai::AgentFailure;

use crate::Standing;

/// The state of a run.
#[derive(Clone, Copy, Debug)]
pub struct Status<'a> {
    /// Number of games; fewer are played if a stop rule decides earlier.
    pub games: u64,
    /// Finished games, including those that wait for slower games before them. At the end, exactly
    /// the games of the standing, which are those of the file.
    pub done: u64,
    /// The standing after all games before the first missing one.
    pub standing: &'a Standing,
}

/// Receives progress events of a run, on the thread that writes.
pub trait Progress {
    /// The run starts, or resumes after existing games.
    fn begin(&self, status: &Status<'_>) {
        let _ = status;
    }

    /// Games were finished.
    fn advance(&self, status: &Status<'_>) {
        let _ = status;
    }

    /// The run ends, or stops for now.
    fn finish(&self, status: &Status<'_>) {
        let _ = status;
    }

    /// An agent, given by its spec, has a remark for the user that changes no game.
    fn note(&self, agent: &str, text: &str) {
        let _ = (agent, text);
    }

    /// An agent, given by its spec, failed in a game.
    fn failure(&self, game: u64, agent: &str, cause: &AgentFailure) {
        let _ = (game, agent, cause);
    }
}

/// Ignores all progress events.
impl Progress for () {}
