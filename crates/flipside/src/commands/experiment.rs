//! `flipside run`

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use flipside_ai::Playable;
use flipside_analysis::report::write;
use flipside_arena::{
    Entry, Experiment, ExperimentError, RunOptions, Tournament, check_run, run as play,
};
use flipside_records::{Header, replace_file};
use flipside_rules::with_game;

use super::matches::{check_players, journal_note, load_openings, print_warnings};
use super::report;
use super::stop::Signals;
use crate::cli::Run;
use crate::live::Live;
use crate::players::{PLAYERS, Players};
use crate::session::Recorder;
use crate::{new_file, settings};

/// The copy of the experiment file beside the records.
const COPY: &str = "experiment.toml";

pub fn run(args: &Run, typed: &str) -> anyhow::Result<()> {
    // Everything is checked before any game is played, including that the report can be made.
    let (experiment, text) = read(&args.experiment)?;
    let openings = |name: &Path| load_openings(&args.experiment, name);
    let records = args.out.join("records");
    new_file::refuse_dangling(&args.out)?;
    claim_folder(&args.out, &records, &text)?;
    write::prepare(&args.out)?;
    for entry in &experiment.entries {
        with_game!(entry.game, G => {
            for (name, tournament) in
                experiment.tournaments::<G>(entry, &settings::load_attachment, &openings)?
            {
                let path = record_file(&records, &name);
                check_run(&tournament, &path, &PLAYERS)
                    .with_context(|| format!("tournament `{}`", entry.name))?;
            }
        });
    }

    let players = Players::logged(args.engine.engine_log.as_deref())?;
    let signals = Signals::handle_in_run()?;
    let mut files = Vec::new();
    for entry in &experiment.entries {
        files.extend(with_game!(entry.game, G => {
            let tournaments = experiment.tournaments::<G>(entry, &settings::load_attachment, &openings)?;
            play_all::<G>(entry, &tournaments, &records, args, &players, &signals)?
        }));
    }
    let settings = report::Settings {
        title: &experiment.name,
        description: &experiment.description,
        table: None,
        margin: experiment.margin,
    };
    report::make(&files, &args.out, &settings, args.format.format, typed)
}

/// Reads and checks an experiment file; also returns its text.
pub fn read(path: &Path) -> anyhow::Result<(Experiment, String)> {
    let name = path.display();
    let text = settings::read_text(path).with_context(|| format!("{name}"))?;
    let experiment = Experiment::parse(&text).with_context(|| format!("{name}"))?;
    let openings = |name: &Path| load_openings(path, name);
    let mut headers = Vec::new();
    for entry in &experiment.entries {
        with_game!(entry.game, G => {
            experiment.tournaments::<G>(entry, &settings::load_attachment, &openings)
                .and_then(|tournaments| {
                    check_all(&experiment, entry, &tournaments)?;
                    check_apart(&experiment, entry, &tournaments, &mut headers)
                })
        })
        .with_context(|| format!("{name}"))?;
    }
    Ok((experiment, text))
}

fn check_all<G: Playable>(
    experiment: &Experiment,
    entry: &Entry,
    tournaments: &[(String, Tournament<G>)],
) -> Result<(), ExperimentError> {
    tournaments.iter().try_for_each(|(_, tournament)| {
        check_players(tournament)
            .map_err(|wrong| experiment.fault(entry, wrong.key, wrong.number, wrong.error))
    })
}

/// Checks that no tournament repeats the games of an earlier one, and adds the headers of its files to
/// `headers`.
fn check_apart<G: Playable>(
    experiment: &Experiment,
    entry: &Entry,
    tournaments: &[(String, Tournament<G>)],
    headers: &mut Vec<(String, Header)>,
) -> Result<(), ExperimentError> {
    for (_, tournament) in tournaments {
        let header = tournament.header();
        if let Some((other, _)) = headers.iter().find(|(_, other)| *other == header) {
            let why = format!(
                "it repeats the games of tournament `{other}`: game, rules, agents and schedule are \
                 the same; remove one of them, or join them into one with more games"
            );
            return Err(experiment.fault(entry, "name", 0, why));
        }
        headers.push((entry.name.clone(), header));
    }
    Ok(())
}

/// Returns the record file of a tournament.
fn record_file(records: &Path, name: &str) -> PathBuf {
    records.join(format!("{name}.flip"))
}

/// Creates the folder, or checks that it belongs to this experiment.
fn claim_folder(folder: &Path, records: &Path, text: &str) -> anyhow::Result<()> {
    let copy = folder.join(COPY);
    match fs::read_to_string(&copy) {
        Ok(other) if other != text => bail!(
            "{} belongs to another experiment, or the experiment file has changed since \
             the run began ({COPY} in the folder differs); choose another folder",
            folder.display()
        ),
        Ok(_) => fs::create_dir_all(records).with_context(|| format!("{}", records.display()))?,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            fs::create_dir_all(records).with_context(|| format!("{}", records.display()))?;
            // Replaced as a whole: a partial copy would look like another experiment.
            replace_file(&copy, text.as_bytes()).with_context(|| format!("{}", copy.display()))?;
        }
        Err(error) => return Err(error).with_context(|| format!("{}", copy.display())),
    }
    Ok(())
}

fn play_all<G: Playable>(
    entry: &Entry,
    tournaments: &[(String, Tournament<G>)],
    records: &Path,
    args: &Run,
    players: &Players,
    signals: &Signals,
) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for (name, tournament) in tournaments {
        let path = record_file(records, name);
        print_warnings(tournament);
        let agents = tournament.agents.iter().map(ToString::to_string).collect();
        let live = Live::new(args.run.progress, name.clone(), agents);
        let threads = args.run.threads.count();
        let recorder = Recorder::new(&path, threads, &live);
        let summary = signals.during(|stop| {
            let options = RunOptions {
                threads: Some(threads),
                resume: true,
                progress: &recorder,
                max_failures: args.max_failures.unwrap_or(entry.max_failures),
                ..RunOptions::new(players, stop)
            };
            play(tournament, &path, &options)
        });
        let summary = summary
            .inspect_err(|_| live.end())
            .with_context(|| format!("tournament `{}`", entry.name))?;
        if !summary.finished {
            bail!(
                "stopped in tournament `{name}` after {} of {} games, which are safe{}; run the \
                 same command to continue",
                summary.games(),
                tournament.games,
                journal_note(summary.in_journal)
            );
        }
        files.push(path);
    }
    Ok(files)
}
