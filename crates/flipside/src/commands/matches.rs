//! `flipside match`

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use flipside_ai::{AgentFactory, BuildError, Playable};
use flipside_arena::{Book, Openings, RunOptions, Tournament, run as play};
use flipside_records::{Format, ScheduleSpec};
use flipside_rules::{FullGame, RuleSet as _};
use flipside_stats::stopping::StopRule;
use serde_json::json;

use super::stop::Signals;
use crate::cli::{self, Match};
use crate::live::Live;
use crate::players::{PLAYERS, Players};
use crate::session::Recorder;
use crate::{new_file, output, settings};

pub fn run<G: Playable>(args: &Match) -> anyhow::Result<()> {
    new_file::refuse_dangling(&args.out)?;
    let tournament = tournament::<G>(args)?;
    tournament.check()?;
    check_players(&tournament).map_err(|wrong| wrong.error)?;
    print_warnings(&tournament);
    let players = Players::logged(args.engine.engine_log.as_deref())?;
    let signals = Signals::handle_in_run()?;
    let live = Live::new(
        args.run.progress,
        format!("{} match", G::NAME),
        tournament.agents.iter().map(ToString::to_string).collect(),
    );
    let threads = args.run.threads.count();
    let recorder = Recorder::new(&args.out, threads, &live);
    let summary = signals.during(|stop| {
        let options = RunOptions {
            threads: Some(threads),
            resume: args.resume,
            progress: &recorder,
            max_failures: args.max_failures,
            ..RunOptions::new(&players, stop)
        };
        play(&tournament, &args.out, &options)
    });
    let summary = summary.inspect_err(|_| live.end())?;
    if !summary.finished {
        bail!(
            "stopped after {} of {} games, which are safe in {}{}; run the same command with \
             --resume to continue",
            summary.games(),
            tournament.games,
            args.out.display(),
            journal_note(summary.in_journal)
        );
    }
    let Some(pairing) = summary.standing.pairings().first() else {
        bail!("{}: no games were played", args.out.display());
    };
    let (games, unfinished, void) = (pairing.games(), pairing.unfinished(), pairing.void());
    if args.format.format == cli::Format::Json {
        return output::json(&json!({
            "a": args.a.to_string(),
            "b": args.b.to_string(),
            "wins": games.wins,
            "losses": games.losses,
            "draws": games.draws,
            "unfinished": unfinished,
            "void": void,
        }));
    }
    output::line(&format!(
        "A wins {} losses {} draws {} unfinished {unfinished} void {void}",
        games.wins, games.losses, games.draws
    ))
}

/// Returns a note about games that are only in the journal.
pub fn journal_note(games: u64) -> String {
    match games {
        0 => String::new(),
        games => format!(" ({games} more in its journal)"),
    }
}

fn tournament<G: FullGame>(args: &Match) -> anyhow::Result<Tournament<G>> {
    let equal = args.a == args.b;
    let format = match (equal, args.fixed_seats) {
        (true, _) => Format::SelfPlay,
        (false, true) => Format::FixedSeats,
        (false, false) => Format::Pairs,
    };
    if equal && !args.fixed_seats {
        output::note("A and B are equal, so seats are not swapped; A is First");
    }
    let agents = match equal {
        true => vec![args.a.clone()],
        false => vec![args.a.clone(), args.b.clone()],
    };
    let rules = settings::rules::<G>(&args.game.rules)?;
    let opening = match &args.openings {
        None => Openings::after_agents(
            args.agents_open.unwrap_or(rules.special_turns()),
            args.opening_turns,
        ),
        Some(path) => {
            let named = || format!("--openings {}", path.display());
            let text = settings::read_text(path).with_context(named)?;
            Openings::List(Arc::new(Book::parse(&rules, &text).with_context(named)?))
        }
    };
    let balance = args.until_balanced.map(|points| StopRule::Balance {
        margin: points.share(),
        games: args.games,
    });
    Ok(Tournament {
        rules,
        agents,
        seed: args.seed,
        games: args.games,
        schedule: ScheduleSpec {
            max_turns: args.max_turns,
            turn_ms: args.turn_ms,
            stop: args.sprt.map(|rule| rule.0).or(balance),
            adjudication: args.adjudicate.clone(),
            annotated: args.annotate,
            ..ScheduleSpec::new(format, opening)
        },
    })
}

/// A setting of a tournament that does not fit its rules.
pub struct SettingError {
    /// The key of the setting in an experiment file.
    pub key: &'static str,
    /// The number of the value, from 0.
    pub number: usize,
    /// The reason.
    pub error: BuildError,
}

/// Checks that all agents can play under the rules of a tournament, and that the tablebase for
/// adjudication exists.
pub fn check_players<G: Playable>(tournament: &Tournament<G>) -> Result<(), SettingError> {
    for (number, spec) in tournament.agents.iter().enumerate() {
        AgentFactory::<G>::check(&PLAYERS, spec, &tournament.rules).map_err(|error| {
            SettingError {
                key: "agents",
                number,
                error,
            }
        })?;
    }
    if let Some(table) = &tournament.schedule.adjudication {
        AgentFactory::<G>::adjudicator(&PLAYERS, table, &tournament.rules).map_err(|error| {
            SettingError {
                key: "adjudicate",
                number: 0,
                error,
            }
        })?;
    }
    Ok(())
}

/// Prints the warnings about a tournament.
pub fn print_warnings<G: FullGame>(tournament: &Tournament<G>) {
    tournament.warnings().iter().for_each(output::note);
}

/// Reads a list of openings that an experiment file names, relative to that file.
pub fn load_openings(experiment: &Path, name: &Path) -> Result<String, String> {
    let folder = experiment.parent().unwrap_or(Path::new(""));
    settings::read_text(&folder.join(name)).map_err(|error| error.to_string())
}
