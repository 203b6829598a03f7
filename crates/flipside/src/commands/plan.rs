//! `flipside plan`

use std::io::Write as _;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, bail};
use flipside_ai::Playable;
use flipside_arena::{Openings, Tournament, Trial, trial};
use flipside_records::Format;
use flipside_rules::with_game;
use flipside_stats::confidence_sequence::FEWEST_UNITS;
use flipside_stats::plan::{POWER, Plan};
use flipside_stats::sample::Sample;
use flipside_stats::stopping::StopRule;
use flipside_stats::verdict::DEFAULT_MARGIN;
use serde_json::{Value, json};

use super::experiment::read;
use super::matches::load_openings;
use crate::cli;
use crate::players::PLAYERS;
use crate::{output, settings};

/// Multiple of the trial's length after which a game is abandoned.
const PATIENCE: f64 = 3.0;

/// The needs of a tournament.
struct Row {
    name: String,
    /// Number of games in the experiment file.
    planned: u64,
    /// `None` if no verdict is possible.
    needs: Option<RowNeeds>,
    /// `None` without a trial.
    trial: Option<Trial>,
    notes: Vec<String>,
}

struct RowNeeds {
    margin: f64,
    detect: Option<u64>,
    balance: Option<u64>,
    least_balance: Option<u64>,
    /// The advantage that the planned games detect.
    detectable: Option<f64>,
}

pub fn run(args: &cli::Plan) -> anyhow::Result<()> {
    if !(0.0..=3_600.0).contains(&args.trial) {
        bail!(
            "invalid value `{}` for --trial: expected seconds from 0 to 3600",
            args.trial
        );
    }
    let threads = args.threads.count();
    let (experiment, _) = read(&args.experiment)?;
    let openings = |name: &Path| load_openings(&args.experiment, name);
    let mut rows = Vec::new();
    for entry in &experiment.entries {
        rows.push(with_game!(entry.game, G => {
            let tournaments =
                experiment.tournaments::<G>(entry, &settings::load_attachment, &openings)?;
            let tournaments: Vec<_> = tournaments.into_iter().map(|(_, t)| t).collect();
            row::<G>(&entry.name, &tournaments, threads, args)
                .with_context(|| format!("tournament `{}`", entry.name))?
        }));
    }
    match args.format.format {
        cli::Format::Json => print_json(&experiment.name, &rows, threads, args),
        cli::Format::Text => print_text(&experiment.name, &rows, threads, args),
    }
}

/// Returns the needs of the tournaments of an entry: one, or two that differ in their seed and
/// are reported together.
fn row<G: Playable>(
    name: &str,
    tournaments: &[Tournament<G>],
    threads: usize,
    args: &cli::Plan,
) -> anyhow::Result<Row> {
    let Some(tournament) = tournaments.first() else {
        bail!("the tournament has no games");
    };
    let planned = tournaments.iter().map(|t| t.games).sum();
    let games_per_opening = tournament.games_per_opening();
    let trial = (args.trial > 0.0).then(|| {
        let [begin, end] = [1.0, PATIENCE].map(|times| Duration::from_secs_f64(args.trial * times));
        trial(tournament, &PLAYERS, threads, begin, end)
    });
    let trial = trial.transpose()?;
    let mut notes = Vec::new();
    let mut plan = Plan::SELF_PLAY;
    if tournament.schedule.format.is_paired() {
        let sample = trial.as_ref().map(|trial| &trial.sample);
        plan = Plan::swapped_seats(games_per_opening / 2);
        let measured = sample.and_then(|sample| plan.measured(sample));
        notes.push(evidence(sample.filter(|_| measured.is_some())));
        plan = measured.unwrap_or(plan);
    }
    if let Openings::List(book) = &tournament.schedule.opening {
        plan = plan.with_list(book.count());
        notes.push(format!(
            "the {} openings of the list count, not their games: these are lower bounds, which \
             suffice if all openings are worth the same{}",
            book.count(),
            match book.count() {
                ..FEWEST_UNITS => format!("; a verdict takes a list of at least {FEWEST_UNITS}"),
                _ => String::new(),
            }
        ));
    }
    let needs = (tournament.schedule.format != Format::FixedSeats).then(|| {
        let margin = match (args.margin.margin, tournament.schedule.stop) {
            (Some(points), _) => points.share(),
            (None, Some(StopRule::Balance { margin, .. })) => margin,
            (None, _) => DEFAULT_MARGIN,
        };
        // All tournaments of the entry get the same number of games.
        let round = games_per_opening * tournaments.len() as u64;
        let whole = |games: Option<u64>| games.map(|games| games.next_multiple_of(round));
        RowNeeds {
            margin,
            detect: whole(plan.games_to_detect(args.detect.share())),
            balance: whole(plan.games_to_balance(margin)),
            least_balance: whole(plan.least_games_to_balance(margin)),
            detectable: plan.detectable(planned),
        }
    });
    match tournament.schedule.format {
        Format::FixedSeats => notes.push("no verdict: the agents keep their seats".to_string()),
        Format::RoundRobin | Format::Gauntlet => notes.push(format!(
            "for the verdict over all {} encounters together",
            games_per_opening / 2
        )),
        Format::SelfPlay | Format::Pairs => {}
    }
    if needs
        .as_ref()
        .is_some_and(|needs| args.detect.share() <= needs.margin)
    {
        notes.push(
            "an advantage within the margin counts as balanced once balance is shown; the report \
             then calls it an edge"
                .to_string(),
        );
    }
    if tournament.schedule.stop.is_some() {
        notes.push(
            "the run's own rule may stop it earlier; then the verdict of that rule counts"
                .to_string(),
        );
    }
    Ok(Row {
        name: name.to_string(),
        planned,
        needs,
        trial,
        notes,
    })
}

/// Which pairs of a match count for the verdict, by the trial if it had enough.
fn evidence(sample: Option<&Sample>) -> String {
    match sample.map(|sample| sample.seats) {
        Some(seats) => format!(
            "only pairs that one seat won twice count: {:.0} % of {} in the trial; the more unequal \
             the agents are, the fewer",
            100.0 * seats.decisive() as f64 / (seats.decisive() + seats.split).max(1) as f64,
            thousands(seats.decisive() + seats.split),
        ),
        None => format!(
            "only pairs that one seat won twice count: half of them are assumed, for lack of \
             {FEWEST_UNITS} openings in the trial; detection takes up to twice as many games if \
             openings decide the games, and more if the agents are unequal"
        ),
    }
}

impl Row {
    /// Estimated minutes for a number of games. `None` without a game in the trial.
    fn minutes(&self, games: Option<u64>, threads: usize) -> Option<f64> {
        let seconds = self.trial.as_ref()?.seconds_per_game()?;
        Some(games? as f64 * seconds / threads as f64 / 60.0)
    }

    /// Lower bound of the minutes for a number of games, if no game of the trial was over.
    fn least_minutes(&self, games: Option<u64>, threads: usize) -> Option<f64> {
        let trial = self.trial.as_ref().filter(|trial| trial.games == 0)?;
        let seconds = trial.seconds / threads as f64;
        Some(games? as f64 * seconds / threads as f64 / 60.0)
    }
}

fn print_json(name: &str, rows: &[Row], threads: usize, args: &cli::Plan) -> anyhow::Result<()> {
    let tournaments: Vec<Value> = rows
        .iter()
        .map(|row| {
            let needs = row.needs.as_ref();
            let games = |games: fn(&RowNeeds) -> Option<u64>| needs.and_then(games);
            let (detect, balance) = (games(|n| n.detect), games(|n| n.balance));
            json!({
                "name": row.name,
                "planned": {
                    "games": row.planned,
                    "minutes": row.minutes(Some(row.planned), threads),
                    "detectable": needs.and_then(|n| n.detectable),
                },
                "detect": {
                    "games": detect,
                    "minutes": row.minutes(detect, threads),
                    "least_minutes": row.least_minutes(detect, threads),
                },
                "balance": {
                    "margin": needs.map(|n| n.margin),
                    "games": balance,
                    "least_games": games(|n| n.least_balance),
                    "minutes": row.minutes(balance, threads),
                    "least_minutes": row.least_minutes(balance, threads),
                },
                "trial": row.trial.as_ref().map(|trial| json!({
                    "games": trial.games,
                    "seconds": trial.seconds,
                    "seconds_per_game": trial.seconds_per_game(),
                    "openings": trial.sample.units().finished.units,
                    "pairs": trial.sample.seats,
                })),
                "notes": row.notes,
            })
        })
        .collect();
    output::json(&json!({
        "experiment": name,
        "detect": args.detect.share(),
        "power": POWER,
        "threads": threads,
        "tournaments": tournaments,
    }))
}

fn print_text(name: &str, rows: &[Row], threads: usize, args: &cli::Plan) -> anyhow::Result<()> {
    let mut out = output::out();
    writeln!(
        out,
        "{name}: games after which the always-valid verdict is reached with a probability of {} \
         %, and their estimated time on this machine with {}",
        100.0 * POWER,
        match threads {
            1 => "1 thread".to_string(),
            threads => format!("{threads} threads"),
        },
    )?;
    for row in rows {
        let long = |games| {
            let known = row.minutes(games, threads);
            let least = row
                .least_minutes(games, threads)
                .filter(|least| *least >= 1.0);
            known
                .map(|minutes| format!(", about {}", time(minutes)))
                .or_else(|| least.map(|minutes| format!(", more than {}", time(minutes))))
                .unwrap_or_default()
        };
        let line = |games: Option<u64>| {
            games.map_or("no number of games".to_string(), |n| {
                format!("{} games{}", thousands(n), long(games))
            })
        };
        writeln!(out, "\n{}", row.name)?;
        if let Some(needs) = &row.needs {
            let margin = points(needs.margin);
            let least = needs.least_balance.map_or(String::new(), |least| {
                format!(" (at least {}, if the share is 50.0 %)", thousands(least))
            });
            writeln!(
                out,
                "  to detect an advantage of {} points: {}",
                args.detect.points(),
                line(needs.detect)
            )?;
            writeln!(
                out,
                "  to show balance within ±{margin} points: {}{least}",
                line(needs.balance)
            )?;
        }
        let found = row
            .needs
            .as_ref()
            .map_or(String::new(), |needs| match needs.detectable {
                Some(share) => format!(
                    "; they detect {} points",
                    points((share * 1e3).ceil() / 1e3)
                ),
                None => "; they are too few to detect anything".to_string(),
            });
        writeln!(out, "  planned: {}{found}", line(Some(row.planned)))?;
        if let Some(trial) = row.trial.as_ref().filter(|trial| trial.games == 0) {
            writeln!(
                out,
                "  a game takes more than {:.0} seconds: no game of the trial ended; allow more time \
                 with --trial",
                trial.seconds / threads as f64
            )?;
        }
        for note in &row.notes {
            writeln!(out, "  note: {note}")?;
        }
    }
    Ok(out.flush()?)
}

/// Returns a share in percentage points, rounded, since it is a binary fraction.
fn points(share: f64) -> f64 {
    (share * 1e8).round() / 1e6
}

/// Formats minutes for people.
fn time(minutes: f64) -> String {
    match minutes {
        m if m < 1.0 => "1 min".to_string(),
        m if m < 100.0 => format!("{m:.0} min"),
        m if m < 6_000.0 => format!("{:.1} h", m / 60.0),
        m => format!("{:.1} days", m / 1_440.0),
    }
}

/// Formats a number with commas between thousands.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
