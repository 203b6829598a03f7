//! Notes where and when games are played, in a file beside their records.

use std::cell::RefCell;
use std::env::{self, consts};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use flipside_ai::AgentFailure;
use flipside_arena::{Progress, Status};
use flipside_records::{Session, Sessions};

use crate::{output, version};

/// Records a session once games are played in it. If that fails, it prints a note, and the games
/// are played nevertheless.
pub struct Recorder<'a> {
    record: &'a Path,
    threads: u64,
    shown: &'a dyn Progress,
    /// Earlier sessions and this one; `None` before it begins, and if sessions cannot be recorded.
    sessions: RefCell<Option<Sessions>>,
    /// Whether the record file existed before, so that the earlier sessions belong to it.
    is_resumed: bool,
}

impl<'a> Recorder<'a> {
    /// Creates the recorder of a run. Progress events are passed on to `shown`.
    pub fn new(record: &'a Path, threads: usize, shown: &'a dyn Progress) -> Self {
        Self {
            record,
            threads: threads as u64,
            shown,
            sessions: RefCell::new(None),
            is_resumed: record.exists(),
        }
    }

    fn open(&self, done: u64) {
        let earlier = match self.is_resumed {
            true => Sessions::read(self.record),
            false => Ok(None),
        };
        let mut sessions = match earlier {
            Ok(sessions) => sessions.unwrap_or_default(),
            Err(error) => {
                output::note(format!(
                    "where and when games are played is not recorded, because the earlier sessions \
                     cannot be read: {error}"
                ));
                return;
            }
        };
        let commit = version::commit();
        sessions.sessions.push(Session {
            version: version::SHORT.to_string(),
            commit: commit.as_ref().map(|commit| commit.hash.clone()),
            commit_date: commit.and_then(|commit| commit.date),
            began: now(),
            ended: None,
            games_before: done,
            games_after: None,
            processor: processor(),
            system: format!("{} {}", consts::OS, consts::ARCH),
            threads: self.threads,
        });
        if self.write(&sessions) {
            *self.sessions.borrow_mut() = Some(sessions);
        }
    }

    fn close(&self, done: u64) {
        let Some(mut sessions) = self.sessions.borrow_mut().take() else {
            return;
        };
        if let Some(session) = sessions.sessions.last_mut() {
            session.ended = Some(now());
            session.games_after = Some(done);
        }
        self.write(&sessions);
    }

    fn write(&self, sessions: &Sessions) -> bool {
        let written = sessions.write(self.record);
        if let Err(error) = &written {
            let path = Sessions::path(self.record);
            output::note(format!(
                "cannot record where and when games are played: {}: {error}",
                path.display()
            ));
        }
        written.is_ok()
    }
}

impl Progress for Recorder<'_> {
    fn begin(&self, status: &Status<'_>) {
        // A complete run plays no games.
        if status.done < status.games && !status.standing.is_decided() {
            self.open(status.done);
        }
        self.shown.begin(status);
    }

    fn advance(&self, status: &Status<'_>) {
        self.shown.advance(status);
    }

    fn finish(&self, status: &Status<'_>) {
        self.close(status.done);
        self.shown.finish(status);
    }

    fn note(&self, agent: &str, text: &str) {
        self.shown.note(agent, text);
    }

    fn failure(&self, game: u64, agent: &str, cause: &AgentFailure) {
        self.shown.failure(game, agent, cause);
    }
}

/// Returns the processor's name, if the system provides it.
fn processor() -> Option<String> {
    let name = match consts::OS {
        "linux" => {
            let text = fs::read_to_string("/proc/cpuinfo").ok()?;
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            line.split_once(':')?.1.trim().to_string()
        }
        "macos" => {
            let mut command = Command::new("sysctl");
            let output = command.args(["-n", "machdep.cpu.brand_string"]).output();
            String::from_utf8(output.ok()?.stdout)
                .ok()?
                .trim()
                .to_string()
        }
        _ => env::var("PROCESSOR_IDENTIFIER").ok()?,
    };
    Some(name).filter(|name| !name.is_empty())
}

/// The time, UTC: `2026-01-31T12:00:00Z`. `SOURCE_DATE_EPOCH` (seconds since 1970) replaces it, for
/// reproducible output.
fn now() -> String {
    let given = env::var("SOURCE_DATE_EPOCH").ok();
    let given = given.and_then(|text| text.trim().parse().ok());
    let clock = || SystemTime::now().duration_since(UNIX_EPOCH);
    time(given.unwrap_or_else(|| clock().map_or(0, |since| since.as_secs())))
}

/// Formats seconds since 1970.
fn time(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Days are counted from 1 March of year 0, so that leap days end years (the algorithm of
    // H. Hinnant, *chrono-compatible low-level date algorithms*).
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    let year = era * 400 + year + next;
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_the_calendar() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_767_225_599, "2025-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(time(seconds), text);
        }
    }
}
