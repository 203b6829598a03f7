//! From record files to the totals of each group of games.
//!
//! Files are streamed block by block in constant memory; the blocks are replayed on all
//! processors. What comes out is the same on any number of threads and for any order of files.
//!
//! The files of one run are read together, in the order of game numbers: the two games of a pair
//! may stand in different files, and a sequential test sees pairs in their order.

mod error;
mod files;
mod games;
mod groups;
mod ids;
mod judged;
mod partners;
mod provenance;
mod replayed;
mod runs;
mod stopping;

use std::path::{Path, PathBuf};

pub use error::ReadError;
pub(crate) use files::Source;

use crate::judge::JudgingFile;
use crate::report::build::{self, Part};
use crate::report::model::Report;

/// What a report says about itself.
#[derive(Clone, Debug)]
pub struct ReportInfo {
    /// Heading of the page.
    pub title: String,
    /// What it is about, in a sentence; may be empty.
    pub description: String,
    /// Version of the program.
    pub program_version: String,
    /// The command that asked for the report.
    pub command: Option<String>,
    /// Distance from one half, as a share, within which the game counts as balanced.
    pub margin: f64,
}

/// Reads record files and computes everything that a report shows. Games are grouped by game,
/// rules, agents and the way they were scheduled.
///
/// # Errors
/// If a file cannot be read or is damaged, if a game contradicts the rules, if the same game is
/// there twice, or if two files claim to be of one experiment and differ.
pub fn report(files: &[PathBuf], info: ReportInfo) -> Result<Report, ReadError> {
    make(files, info, None)
}

/// The same, with all turns of Hexflip judged by the table at a path. Where there are many games, the
/// table is read into memory (two bytes for each entry, 0.9 GB for the standard rules); games of Sayū
/// have no part in it.
///
/// # Errors
/// As [`report`]; also if there are no games of Hexflip, or the table is missing, damaged, or for
/// other rules than the games.
pub fn judged_report(
    files: &[PathBuf],
    info: ReportInfo,
    table: &Path,
) -> Result<Report, ReadError> {
    make(files, info, Some(table))
}

fn make(files: &[PathBuf], info: ReportInfo, table: Option<&Path>) -> Result<Report, ReadError> {
    let sources = files::open_all(files)?;
    let table = table.map(|path| JudgingFile::open(path, &sources, u64::MAX));
    let table = table.transpose()?;
    let judging = table.as_ref().map(JudgingFile::describe).transpose()?;
    let groups::Grouped {
        groups,
        tournaments,
    } = groups::read(&sources, table.as_ref())?;
    let tournaments = tournaments
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
    Ok(Report {
        title: info.title,
        description: info.description,
        program_version: info.program_version,
        command: info.command,
        margin: info.margin,
        table: judging,
        tournaments,
        groups: groups
            .into_iter()
            .map(|(group, totals)| build::group(group, &totals, info.margin))
            .collect(),
    })
}
