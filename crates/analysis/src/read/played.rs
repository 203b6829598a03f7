//! Where and when games were played, from the files beside the records.

use std::path::Path;

use flipside_records::{Session, Sessions};

use crate::report::model::{Commit, Played, Provenance};

/// Adds the sessions from the file beside a record, if there is one. Errors become notes.
pub(super) fn add(provenance: &mut Provenance, record: &Path) {
    match Sessions::read(record) {
        Ok(None) => {}
        Ok(Some(sessions)) => {
            for session in &sessions.sessions {
                add_session(&mut provenance.played, session);
            }
        }
        Err(error) => {
            // Without folders, as the page names files.
            let path = Sessions::path(record);
            let name = path.file_name().unwrap_or(path.as_os_str());
            let text = error.to_string();
            let text = text.replace(&path.display().to_string(), &name.to_string_lossy());
            provenance.played_unknown.push(text);
        }
    }
}

/// Sessions that differ only in their days are one entry, so that interruptions of a run do not change
/// the report.
fn add_session(played: &mut Vec<Played>, session: &Session) {
    let day = |time: &str| time.split('T').next().unwrap_or_default().to_owned();
    let first_day = day(&session.began);
    let last_day = session.ended.as_deref().map_or(first_day.clone(), day);
    let new = Played {
        program_version: session.version.clone(),
        program_commit: session.commit.clone().map(|hash| Commit {
            hash,
            date: session.commit_date.clone(),
        }),
        processor: session.processor.clone(),
        system: session.system.clone(),
        first_day,
        last_day,
    };
    let same = |known: &&mut Played| {
        known.program_version == new.program_version
            && known.program_commit == new.program_commit
            && known.processor == new.processor
            && known.system == new.system
    };
    match played.iter_mut().find(same) {
        Some(known) => {
            // Days of this form sort in chronological order.
            known.first_day = new.first_day.min(known.first_day.clone());
            known.last_day = new.last_day.max(known.last_day.clone());
        }
        None => {
            played.push(new);
            played.sort_by(|a, b| a.first_day.cmp(&b.first_day));
        }
    }
}
