//! From record files to the totals of each group of games.
//!
//! Files are streamed block by block in constant memory; the blocks are replayed on all
//! processors. The result does not depend on the number of threads or the order of files.
//!
//! The files of one run are read together, in the order of game numbers: the two games of a pair
//! may be in different files, and a sequential test needs the pairs in order.

mod annotations;
mod distinctions;
mod error;
mod files;
mod games;
mod groups;
mod ids;
mod pairs;
mod played;
mod provenance;
mod replayed;
mod runs;
mod stopping;
mod table;
mod valued;

use std::path::{Path, PathBuf};

pub use annotations::{AnnotationError, GameAnnotations, TableAnnotator, TurnAnnotation};
pub use error::ReadError;

use crate::report::build::{self, Part};
use crate::report::model::{Commit, GroupReport, Report, TournamentReport};
use table::TableFile;

/// The description of a report.
#[derive(Clone, Debug)]
pub struct ReportInfo {
    /// The heading of the page.
    pub title: String,
    /// A description in a sentence; may be empty.
    pub description: String,
    /// The version of the program.
    pub program_version: String,
    /// The commit of the program, if known.
    pub program_commit: Option<Commit>,
    /// The command that makes the report.
    pub command: Option<String>,
    /// Shares within this distance of one half count as balanced.
    pub margin: f64,
}

/// Reads record files and computes everything that a report shows. Games are grouped by game,
/// rules, agents and the way they were scheduled.
///
/// # Errors
/// If a file cannot be read or is damaged, if a game contradicts the rules or occurs twice, or if
/// two files of one experiment contradict each other.
pub fn report(files: &[PathBuf], info: ReportInfo) -> Result<Report, ReadError> {
    make(files, info, None)
}

/// Like [`report`], with the values of all turns of Hexflip from the table at a path. If there are
/// many games, the table is read into memory (two bytes for each entry, 0.9 GB for the standard
/// rules). Games of Sayū have no values.
///
/// # Errors
/// As [`report`]; also if there are no games of Hexflip, or the table is missing, damaged, or for
/// other rules than the games.
pub fn report_with_table(
    files: &[PathBuf],
    info: ReportInfo,
    table: &Path,
) -> Result<Report, ReadError> {
    make(files, info, Some(table))
}

fn make(files: &[PathBuf], info: ReportInfo, table: Option<&Path>) -> Result<Report, ReadError> {
    let sources = files::open_all(files)?;
    let table = table.map(|path| TableFile::open(path, &sources, u64::MAX));
    let table = table.transpose()?;
    let table_info = table.as_ref().map(TableFile::describe).transpose()?;
    let groups::Grouped {
        groups,
        tournaments,
    } = groups::read(&sources, table.as_ref())?;
    let mut tournaments: Vec<TournamentReport> = tournaments
        .into_iter()
        .map(|tournament| {
            let parts: Vec<Part<'_>> = tournament
                .groups
                .iter()
                .map(|&(group, players)| Part {
                    id: &groups[group].0.id,
                    players: players.map(|player| player as usize),
                    totals: &groups[group].1,
                })
                .collect();
            build::tournament(tournament.clone(), &parts, info.margin)
        })
        .collect();
    let mut groups: Vec<GroupReport> = groups
        .into_iter()
        .map(|(group, totals)| build::group(group, &totals, info.margin))
        .collect();
    build::correct_for_number(&mut tournaments, &mut groups);
    Ok(Report {
        title: info.title,
        description: info.description,
        program_version: info.program_version,
        program_commit: info.program_commit,
        command: info.command,
        margin: info.margin,
        table: table_info,
        tournaments,
        groups,
    })
}
