//! `flipside run`

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use flipside_ai::Playable;
use flipside_arena::{Entry, Experiment, ExperimentError, RunOptions, Tournament, run as play};
use flipside_rules::with_game;

use super::matches::{check_players, journal_note, load_openings, say_warnings};
use super::report;
use super::stop::Signals;
use crate::cli::Run;
use crate::live::Live;
use crate::players::Players;
use crate::settings;

/// The experiment's file, kept beside its records.
const COPY: &str = "experiment.toml";

pub fn run(args: &Run, typed: &str) -> anyhow::Result<()> {
    let name = args.experiment.display();
    let text = fs::read_to_string(&args.experiment).with_context(|| format!("{name}"))?;
    let experiment = Experiment::parse(&text).with_context(|| format!("{name}"))?;
    let openings = |name: &Path| load_openings(&args.experiment, name);
    // Everything is checked before anything is played.
    for entry in &experiment.entries {
        with_game!(entry.game, G => {
            experiment.tournaments::<G>(entry, &settings::load_tiles, &openings)
                .and_then(|tournaments| check_all(&experiment, entry, &tournaments))
        })
        .with_context(|| format!("{name}"))?;
    }
    let records = args.out.join("records");
    claim_folder(&args.out, &records, &text)?;

    let signals = Signals::handle_in_run()?;
    let mut files = Vec::new();
    for entry in &experiment.entries {
        files.extend(with_game!(entry.game, G => {
            let tournaments = experiment.tournaments::<G>(entry, &settings::load_tiles, &openings)?;
            play_all::<G>(entry, &tournaments, &records, args, &signals)?
        }));
    }
    report::run(
        &files,
        None,
        &args.out,
        &experiment.name,
        &experiment.description,
        args.format.format,
        typed,
    )
}

fn check_all<G: Playable>(
    experiment: &Experiment,
    entry: &Entry,
    tournaments: &[(String, Tournament<G>)],
) -> Result<(), ExperimentError> {
    tournaments.iter().try_for_each(|(_, tournament)| {
        check_players(tournament)
            .map_err(|misfit| experiment.fault(entry, misfit.key, misfit.number, misfit.error))
    })
}

/// Makes the folder, or makes sure that it is this experiment's.
fn claim_folder(folder: &Path, records: &Path, text: &str) -> anyhow::Result<()> {
    let copy = folder.join(COPY);
    match fs::read_to_string(&copy) {
        Ok(other) if other != text => bail!(
            "{} belongs to another experiment, or the file has been changed since it began \
             ({COPY} there differs); choose another folder",
            folder.display()
        ),
        Ok(_) => fs::create_dir_all(records).with_context(|| format!("{}", records.display()))?,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            fs::create_dir_all(records).with_context(|| format!("{}", records.display()))?;
            // In one step: half a copy would look like another experiment.
            let half = folder.join(format!("{COPY}.tmp"));
            fs::write(&half, text)
                .and_then(|()| fs::rename(&half, &copy))
                .with_context(|| format!("{}", copy.display()))?;
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
    signals: &Signals,
) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for (name, tournament) in tournaments {
        let path = records.join(format!("{name}.flip"));
        say_warnings(tournament);
        let agents = tournament.agents.iter().map(ToString::to_string).collect();
        let live = Live::new(args.run.progress, name.clone(), agents);
        let summary = signals.during(|stop| {
            let options = RunOptions {
                threads: args.run.threads.map(usize::from),
                resume: true,
                progress: &live,
                max_failures: args.max_failures.unwrap_or(entry.max_failures),
                ..RunOptions::new(&Players, stop)
            };
            play(tournament, &path, &options)
        });
        let summary = summary
            .inspect_err(|_| live.end())
            .with_context(|| format!("tournament `{}`", entry.name))?;
        if !summary.finished {
            bail!(
                "stopped in tournament `{name}` after {} of {} games, which are safe{}; the same \
                 command goes on",
                summary.games,
                tournament.games,
                journal_note(summary.in_journal)
            );
        }
        files.push(path);
    }
    Ok(files)
}
