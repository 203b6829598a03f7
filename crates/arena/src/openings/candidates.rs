//! Random openings in a fixed order, and their evaluation by agents.

use std::collections::HashSet;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use flipside_ai::{Agent, ChooseError, Stop};
use flipside_rules::hash::mix;
use flipside_rules::{ExpectedScore, ForFirst, FullGame};

use super::OpeningsPlan;
use crate::OpeningError;
use crate::opening::draw;

/// Separates these openings from those that tournaments draw with the same seed.
const CANDIDATES: u64 = 0x6361_6E64_6964_6174;

/// A candidate to be evaluated.
pub struct Candidate<G: FullGame> {
    pub number: u64,
    /// Number of skipped candidates before this one.
    pub repeated: u64,
    pub turns: Vec<G::Turn>,
}

/// The candidates in order, without those that lead to a position seen before.
pub struct Candidates<'a, G: FullGame> {
    plan: &'a OpeningsPlan<G>,
    start: G,
    pub next: u64,
    pub repeated: u64,
    /// Canonical positions.
    seen: HashSet<G::Position>,
}

impl<'a, G: FullGame> Candidates<'a, G> {
    pub fn new(plan: &'a OpeningsPlan<G>) -> Self {
        Self {
            plan,
            start: G::new(plan.rules.clone()),
            next: 0,
            repeated: 0,
            seen: HashSet::new(),
        }
    }

    /// The next `size` candidates, or as many as remain.
    pub fn some(&mut self, size: usize, stop: &Stop) -> Result<Vec<Candidate<G>>, OpeningError> {
        let mut some = Vec::new();
        while some.len() < size && self.next < self.plan.max_candidates && !stop.is_requested() {
            let number = self.next;
            self.next += 1;
            let seed = mix(mix(self.plan.seed ^ CANDIDATES) ^ number);
            let turns = draw(&self.start, self.plan.turns, seed)?;
            let mut game = self.start.clone();
            for &turn in &turns {
                game.play_unchecked(turn);
            }
            let (position, _) = G::canonical(&self.plan.rules, game.position());
            if self.seen.insert(position) {
                some.push(Candidate {
                    number,
                    repeated: self.repeated,
                    turns,
                });
            } else {
                self.repeated += 1;
            }
        }
        Ok(some)
    }
}

/// The evaluation of an opening by an agent.
pub enum Evaluation {
    /// The expected score of First.
    Value(ForFirst<ExpectedScore>),
    /// There is only one legal turn.
    Forced,
    /// The agent gave no value.
    NoValue,
    /// The agent gave no turn.
    Failed(ChooseError),
}

fn ask<G: FullGame>(
    agent: &mut dyn Agent<G>,
    plan: &OpeningsPlan<G>,
    turns: &[G::Turn],
    stop: &Stop,
) -> Evaluation {
    let mut game = G::new(plan.rules.clone());
    agent.begin(plan.seed);
    for &turn in turns {
        agent.observe(&game, turn);
        game.play_unchecked(turn);
    }
    if game.count_turns() == 1 {
        return Evaluation::Forced;
    }
    match agent.choose(&game, stop) {
        Ok(choice) => choice.value.map_or(Evaluation::NoValue, |value| {
            Evaluation::Value(value.for_first(game.to_move()))
        }),
        Err(why) => Evaluation::Failed(why),
    }
}

/// Evaluates all candidates, each agent on its own thread. Returns the evaluations in the order of the
/// candidates.
pub fn ask_all<G: FullGame>(
    agents: &mut [Box<dyn Agent<G>>],
    plan: &OpeningsPlan<G>,
    candidates: &[Candidate<G>],
    stop: &Stop,
) -> Vec<Evaluation> {
    let next = &AtomicUsize::new(0);
    let mut evaluations: Vec<(usize, Evaluation)> = thread::scope(|scope| {
        let workers: Vec<_> = agents
            .iter_mut()
            .map(|agent| {
                scope.spawn(move || {
                    let claim = || next.fetch_add(1, Ordering::Relaxed);
                    std::iter::repeat_with(claim)
                        .map_while(|i| Some((i, candidates.get(i)?)))
                        .map(|(i, one)| (i, ask(agent.as_mut(), plan, &one.turns, stop)))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    evaluations.sort_unstable_by_key(|&(i, _)| i);
    evaluations
        .into_iter()
        .map(|(_, evaluation)| evaluation)
        .collect()
}
