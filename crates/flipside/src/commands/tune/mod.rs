//! `flipside tune`

mod judge;
mod page;
mod weights;

use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use flipside_ai::{Playable, Stop};
use flipside_rules::with_game;
use flipside_tuning::{Config, ConfirmationMatch, History, Resources, Run};
use serde_json::{Map, json};

use super::stop::Signals;
use crate::cli::{self, Format};
use crate::live::Live;
use crate::players::PLAYERS;
use crate::progress::{Detail, Reporter};
use crate::{new_file, output, settings};
use page::Stage;

/// Interval at which the page is written during a run.
const PAGE_EVERY: Duration = Duration::from_secs(20);

pub fn run(args: &cli::Tune) -> anyhow::Result<()> {
    let name = args.config.display();
    let text = settings::read_text(&args.config).with_context(|| format!("{name}"))?;
    let folder = args.config.parent().unwrap_or(Path::new(""));
    let config = Config::parse(&text).with_context(|| format!("{name}"))?;
    let config = config.in_folder(folder);
    with_game!(config.game, G => tune::<G>(args, config))
}

fn tune<G: Playable>(args: &cli::Tune, config: Config) -> anyhow::Result<()> {
    let at_config = || format!("{}", args.config.display());
    let rules = config
        .rules::<G>(&settings::load_attachment)
        .with_context(at_config)?;
    let weights = config.weights::<G>().with_context(at_config)?;
    let space = config.space(weights).with_context(at_config)?;
    new_file::refuse_dangling(&args.out)?;
    let mut run = Run::open(config, rules, space, &args.out, args.resume)?;
    let signals = Signals::handle_in_run()?;
    signals.during(|stop| {
        work(&mut run, args, stop)?;
        confirm(&run, args, stop)
    })?;
    weights::write(&run)?;
    page::write(&run, Stage::Finished)?;
    report(&run, args)
}

/// Runs the tuner to its end.
fn work<G: Playable>(run: &mut Run<G>, args: &cli::Tune, stop: &Stop) -> anyhow::Result<()> {
    let oracle = match run.is_tuned() {
        true => None,
        false => judge::oracle(run, args.table.table.as_deref())?,
    };
    let title = run.config().name.clone();
    let reporter = Reporter::new(args.run.progress, title.clone(), "steps");
    let at = run.progress();
    if at.done < at.steps {
        reporter.begin(at.steps, at.done);
    }
    // Errors in writing the page are reported after the run, so that no games are lost.
    let mut shown = Instant::now();
    let games = Live::new(args.run.progress, format!("{title}: games"), Vec::new());
    let resources = Resources {
        threads: args.run.threads.count(),
        stop,
        oracle: oracle.as_deref(),
        factory: &PLAYERS,
        progress: &games,
    };
    let tuned = run.tune(&resources, &mut |run| {
        reporter.advance(run.progress().done, || detail(run));
        if shown.elapsed() >= PAGE_EVERY {
            let _ = page::write(run, Stage::Running);
            shown = Instant::now();
        }
    });
    reporter.end((at.done < at.steps).then(|| detail(run)));
    let is_done = tuned?;
    page::write(run, Stage::of(is_done))?;
    if !is_done {
        let at = run.progress();
        bail!(
            "stopped after {} of {} steps, which are safe in {}; run the same command with \
             --resume to continue",
            at.done,
            at.steps,
            args.out.display()
        );
    }
    Ok(())
}

/// Returns the state of a run: games, the last evaluation, and the parameters that moved most.
fn detail<G: Playable>(run: &Run<G>) -> Detail {
    let note = match run.history() {
        History::Games(_) => {
            let look = page::last_look(run).map_or(String::new(), |look| {
                format!("; {:.1} % against the start", 100.0 * look.score)
            });
            format!("{} pairs{look}", run.progress().pairs)
        }
        History::Fit(path, _) => path.last().map_or(String::new(), |point| {
            format!("iteration {}: test loss {:.5}", path.len() - 1, point.test)
        }),
    };
    let json = Map::from_iter([
        ("pairs".to_string(), json!(run.progress().pairs)),
        (
            "score".to_string(),
            json!(page::last_look(run).map(|look| look.score)),
        ),
    ]);
    Detail {
        note,
        table: moved(run),
        json,
    }
}

/// Returns lines about the parameters that moved farthest from their start.
fn moved<G: Playable>(run: &Run<G>) -> Vec<String> {
    const MOST_LINES: usize = 6;
    let parameters = run.space().parameters().iter();
    let mut moved: Vec<_> = parameters.zip(run.best()).collect();
    let steps = |(p, value): &(&flipside_tuning::Parameter, f64)| (value - p.start) / p.step;
    moved.sort_by(|a, b| steps(b).abs().total_cmp(&steps(a).abs()));
    let moved = moved.iter().filter(|one| steps(one) != 0.0);
    moved
        .take(MOST_LINES)
        .map(|one| {
            let (parameter, value) = one;
            format!(
                "{:<28} {:>9} → {:<9} {:+.1} steps",
                parameter.name,
                parameter.text(parameter.start),
                parameter.text(*value),
                steps(one)
            )
        })
        .collect()
}

/// Plays the confirmation matches of new against old weights.
fn confirm<G: Playable>(run: &Run<G>, args: &cli::Tune, stop: &Stop) -> anyhow::Result<()> {
    for contest in run.confirmation_matches()? {
        let title = format!("confirmation: {}", contest.agent);
        let names = vec!["new".to_string(), "old".to_string()];
        let live = Live::new(args.run.progress, title, names);
        let confirmed =
            flipside_tuning::confirm(run, &contest, args.run.threads.count(), stop, &live);
        let summary = confirmed.inspect_err(|_| live.end())?;
        page::write(run, Stage::of(summary.finished))?;
        if !summary.finished {
            bail!(
                "stopped in the confirmation after {} games, which are safe in {}; run the same \
                 command with --resume to continue",
                summary.games(),
                args.out.display()
            );
        }
    }
    Ok(())
}

fn report<G: Playable>(run: &Run<G>, args: &cli::Tune) -> anyhow::Result<()> {
    let model = page::model(run, Stage::Finished)?;
    let conclusion = model.conclusion();
    let page = args.out.join("tuning.html");
    let weights = args.out.join(weights::FILE);
    if args.format.format == Format::Json {
        let tests: Vec<_> = model
            .confirmations
            .iter()
            .map(|one| {
                json!({
                    "agent": one.agent,
                    "pairs": one.test.pairs,
                    "estimate": one.test.pairs.estimate(),
                    "llr": one.test.llr,
                    "stopped": one.test.stopped,
                })
            })
            .collect();
        return output::json(&json!({
            "weights": weights,
            "page": page,
            "verdict": conclusion.verdict,
            "confirmations": tests,
        }));
    }
    let mut out = output::out();
    for line in weights::tests(&model) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{}", conclusion.words)?;
    writeln!(out, "page: {}", page.display())?;
    writeln!(out, "weights: {}", weights.display())?;
    Ok(out.flush()?)
}

/// Whether a confirmation match has begun.
fn has_begun(contest: &ConfirmationMatch) -> bool {
    contest.path.exists()
}
