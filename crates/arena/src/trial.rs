//! Trial games that measure the duration of the games of a tournament.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use flipside_ai::{AgentFactory, Stop};
use flipside_records::Slot;
use flipside_rules::{FullGame, GameResult};
use flipside_stats::sample::{OpeningSampling, Sample, SampleUnit};

use crate::{Players, RunError, Tournament, play_game};

/// The result of trial games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Trial {
    /// Finished games.
    pub games: u64,
    /// Seconds played by all threads together, including abandoned games.
    pub seconds: f64,
    /// Results by opening number, for openings whose games are all finished.
    pub sample: Sample,
}

impl Trial {
    /// Seconds per game and thread. `None` if no game was finished; a game then takes at least
    /// [`Trial::seconds`] divided by the number of threads.
    #[must_use]
    pub fn seconds_per_game(&self) -> Option<f64> {
        (self.games > 0).then(|| self.seconds / self.games as f64)
    }
}

/// Plays games of a tournament without recording them. New games start during the time `begin`;
/// unfinished ones are abandoned after the time `end`.
///
/// # Errors
/// If an agent cannot be built, no opening can be drawn, or the table for adjudication fails.
pub fn trial<G: FullGame>(
    tournament: &Tournament<G>,
    factory: &dyn AgentFactory<G>,
    threads: usize,
    begin: Duration,
    end: Duration,
) -> Result<Trial, RunError> {
    let next = AtomicU64::new(0);
    let stop = Stop::new();
    let work = || -> Result<(Vec<(Slot, GameResult)>, f64), RunError> {
        let mut players = Players::new(tournament, factory)?;
        let started = Instant::now();
        let stop = stop.with_deadline(started + end);
        let mut games = Vec::new();
        while started.elapsed() < begin {
            let entry = tournament.entry(next.fetch_add(1, Ordering::Relaxed));
            match play_game(tournament, &entry, &mut players, &stop)? {
                // After a stop request agents may have played the rest too fast.
                Some(played) if started.elapsed() < end => {
                    games.push((entry.slot, played.record.end.result));
                }
                _ => break,
            }
        }
        Ok((games, started.elapsed().as_secs_f64()))
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()?;
    let mut trial = Trial::default();
    let mut openings: BTreeMap<u64, BTreeMap<u64, Vec<GameResult>>> = BTreeMap::new();
    for part in pool.broadcast(|_| work()) {
        let (games, seconds) = part?;
        trial.games += games.len() as u64;
        trial.seconds += seconds;
        for (slot, result) in games {
            let pairs = openings.entry(slot.opening).or_default();
            pairs.entry(slot.pair).or_default().push(result);
        }
    }
    let per_opening = tournament.games_per_opening();
    for (&opening, pairs) in &openings {
        if pairs.values().map(|games| games.len() as u64).sum::<u64>() == per_opening {
            let mut unit = SampleUnit {
                opening,
                ..SampleUnit::default()
            };
            for games in pairs.values() {
                unit.join(&SampleUnit::of(opening, games));
            }
            trial.sample.add(&unit, OpeningSampling::Drawn);
        }
    }
    Ok(trial)
}
