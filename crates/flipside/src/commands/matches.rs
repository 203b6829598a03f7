//! `flipside match`

use std::io::{Write as _, stderr};

use anyhow::bail;
use flipside_ai::Playable;
use flipside_arena::{Opening, RunOptions, Tournament, match_score, run as play};
use flipside_records::Format;
use serde_json::json;

use super::stop::Signals;
use crate::cli::{self, Match};
use crate::progress::Reporter;
use crate::{output, settings};

pub fn run<G: Playable>(args: &Match) -> anyhow::Result<()> {
    let tournament = tournament::<G>(args)?;
    note_time_budgets(&tournament);
    let signals = Signals::handle()?;
    let reporter = Reporter::new(args.run.progress, format!("{} match", G::NAME), "games");
    let summary = signals.during(|stop| {
        let options = RunOptions {
            threads: args.run.threads.map(usize::from),
            resume: args.resume,
            stop,
            progress: &reporter,
        };
        play(&tournament, &args.out, &options)
    });
    reporter.end();
    let summary = summary?;
    if !summary.finished {
        bail!(
            "stopped after {} of {} games, which are safe in {}; the same command with --resume \
             goes on",
            summary.games,
            tournament.games,
            args.out.display()
        );
    }
    let score = match_score(&args.out)?;
    if args.format.format == cli::Format::Json {
        return output::json(&json!({
            "a": args.a.to_string(),
            "b": args.b.to_string(),
            "wins": score.wins,
            "losses": score.losses,
            "draws": score.draws,
            "unfinished": score.unfinished,
            "void": score.void,
        }));
    }
    let mut out = output::out();
    writeln!(
        out,
        "A wins {} losses {} draws {} unfinished {} void {}",
        score.wins, score.losses, score.draws, score.unfinished, score.void
    )?;
    out.flush()?;
    Ok(())
}

fn tournament<G: Playable>(args: &Match) -> anyhow::Result<Tournament<G>> {
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
    Ok(Tournament {
        rules: settings::rules::<G>(&args.game.rules)?,
        agents,
        format,
        opening: Opening::Random {
            turns: args.opening_turns,
        },
        seed: args.seed,
        games: args.games,
        max_turns: args.max_turns,
        annotate: args.annotate,
    })
}

/// Says which agents' games cannot be played again.
pub fn note_time_budgets<G: Playable>(tournament: &Tournament<G>) {
    for spec in tournament
        .agents
        .iter()
        .filter(|spec| !spec.is_reproducible())
    {
        let _ = writeln!(
            stderr(),
            "note: {spec} has a budget in time, so these games cannot be reproduced"
        );
    }
}
