//! `flipside match`

use std::fs;
use std::io::{Write as _, stderr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use flipside_ai::{BuildError, Playable, Roster};
use flipside_arena::{Book, Opening, RunOptions, Standing, Tournament, run as play};
use flipside_records::{Format, StopRule};
use flipside_rules::Game;
use serde_json::json;

use super::stop::Signals;
use crate::cli::{self, Match};
use crate::live::Live;
use crate::players::Players;
use crate::{output, settings};

pub fn run<G: Playable>(args: &Match) -> anyhow::Result<()> {
    let tournament = tournament::<G>(args)?;
    tournament.check()?;
    check_players(&tournament).map_err(|misfit| misfit.error)?;
    say_warnings(&tournament);
    let signals = Signals::handle_in_run()?;
    let live = Live::new(
        args.run.progress,
        format!("{} match", G::NAME),
        tournament.agents.iter().map(ToString::to_string).collect(),
    );
    let summary = signals.during(|stop| {
        let options = RunOptions {
            threads: args.run.threads.map(usize::from),
            resume: args.resume,
            progress: &live,
            max_failures: args.max_failures,
            ..RunOptions::new(&Players, stop)
        };
        play(&tournament, &args.out, &options)
    });
    let summary = summary.inspect_err(|_| live.end())?;
    if !summary.finished {
        bail!(
            "stopped after {} of {} games, which are safe in {}{}; the same command with --resume \
             goes on",
            summary.games,
            tournament.games,
            args.out.display(),
            journal_note(summary.in_journal)
        );
    }
    let standing = Standing::read::<G>(&args.out)?;
    let Some(encounter) = standing.encounters().first() else {
        bail!("{}: nobody has met anybody", args.out.display());
    };
    let (games, unfinished, void) = (encounter.games(), encounter.unfinished(), encounter.void());
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
    let mut out = output::out();
    writeln!(
        out,
        "A wins {} losses {} draws {} unfinished {unfinished} void {void}",
        games.wins, games.losses, games.draws
    )?;
    out.flush()?;
    Ok(())
}

/// What is said about games beside the file.
pub fn journal_note(games: u64) -> String {
    match games {
        0 => String::new(),
        games => format!(" ({games} more in the journal beside it)"),
    }
}

fn tournament<G: Game>(args: &Match) -> anyhow::Result<Tournament<G>> {
    let equal = args.a == args.b;
    let format = match (equal, args.fixed_seats) {
        (true, _) => Format::SelfPlay,
        (false, true) => Format::FixedSeats,
        (false, false) => Format::Pairs,
    };
    if equal && !args.fixed_seats {
        let _ = writeln!(
            stderr(),
            "note: A and B are equal, so seats are not swapped; A is First"
        );
    }
    let mut agents = vec![args.a.clone()];
    if !equal {
        agents.push(args.b.clone());
    }
    let rules = settings::rules::<G>(&args.game.rules)?;
    let opening = match &args.openings {
        None => Opening::Random {
            turns: args.opening_turns,
        },
        Some(path) => {
            let named = || format!("--openings {}", path.display());
            let text = fs::read_to_string(path).with_context(named)?;
            Opening::List(Arc::new(Book::parse(&rules, &text).with_context(named)?))
        }
    };
    let balance = args.until_balanced.map(|points| StopRule::Balance {
        margin: points / 100.0,
        games: args.games,
    });
    Ok(Tournament {
        rules,
        agents,
        format,
        opening,
        seed: args.seed,
        games: args.games,
        max_turns: args.max_turns,
        turn_limit: args.turn_ms.map(Duration::from_millis),
        stop: args.sprt.map(|rule| rule.0).or(balance),
        adjudication: args.adjudicate.clone(),
        annotate: args.annotate,
    })
}

/// What of a tournament does not go with its rules.
pub struct Misfit {
    /// The key that names it in an experiment file.
    pub key: &'static str,
    /// Which value of the key it is, from 0.
    pub number: usize,
    /// Why it does not.
    pub error: BuildError,
}

/// Makes sure that all agents can play under the rules of a tournament, and that there is the table
/// for adjudication.
pub fn check_players<G: Playable>(tournament: &Tournament<G>) -> Result<(), Misfit> {
    for (number, spec) in tournament.agents.iter().enumerate() {
        Roster::<G>::check(&Players, spec, &tournament.rules).map_err(|error| Misfit {
            key: "agents",
            number,
            error,
        })?;
    }
    if let Some(table) = &tournament.adjudication {
        Roster::<G>::adjudicator(&Players, table, &tournament.rules).map_err(|error| Misfit {
            key: "adjudicate",
            number: 0,
            error,
        })?;
    }
    Ok(())
}

/// Says what should be known before a tournament is played.
pub fn say_warnings<G: Game>(tournament: &Tournament<G>) {
    for warning in tournament.warnings() {
        let _ = writeln!(stderr(), "note: {warning}");
    }
}

/// Reads a list of openings that an experiment names, from the folder where the experiment is.
pub fn load_openings(experiment: &Path, name: &Path) -> Result<String, String> {
    let folder = experiment.parent().unwrap_or(Path::new(""));
    fs::read_to_string(folder.join(name)).map_err(|error| error.to_string())
}
