//! Random openings in a fixed order, and agents who judge them.

use std::collections::HashSet;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use flipside_ai::{Agent, NoChoice, Stop};
use flipside_rules::hash::mix;
use flipside_rules::{ExpectedScore, ForFirst, Game};

use super::OpeningsPlan;
use crate::OpeningError;
use crate::opening::draw;

/// Keeps these openings apart from those that tournaments draw with the same seed.
const CANDIDATES: u64 = 0x6361_6E64_6964_6174;

/// A candidate to be judged.
pub struct Candidate<G: Game> {
    pub number: u64,
    /// Candidates before this one that were left out.
    pub repeated: u64,
    pub turns: Vec<G::Turn>,
}

/// Gives the candidates in order, without those that lead to a position seen before.
pub struct Candidates<'a, G: Game> {
    plan: &'a OpeningsPlan<G>,
    start: G,
    pub next: u64,
    pub repeated: u64,
    /// Canonical positions, for looking up only.
    seen: HashSet<G::Position>,
}

impl<'a, G: Game> Candidates<'a, G> {
    pub fn new(plan: &'a OpeningsPlan<G>) -> Self {
        Self {
            plan,
            start: G::new(plan.rules.clone()),
            next: 0,
            repeated: 0,
            seen: HashSet::new(),
        }
    }

    /// The next candidates: `size` of them, or as many as there are.
    pub fn some(&mut self, size: usize, stop: &Stop) -> Result<Vec<Candidate<G>>, OpeningError> {
        let mut some = Vec::new();
        while some.len() < size && self.next < self.plan.most_candidates && !stop.is_requested() {
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

/// What an agent says about an opening.
pub enum Verdict {
    /// The score that it expects for First.
    Value(ForFirst<ExpectedScore>),
    /// There is nothing to choose.
    Forced,
    /// It does not say.
    NoValue,
    /// It gave no turn.
    Failed(NoChoice),
}

fn ask<G: Game>(
    agent: &mut dyn Agent<G>,
    plan: &OpeningsPlan<G>,
    turns: &[G::Turn],
    stop: &Stop,
) -> Verdict {
    let mut game = G::new(plan.rules.clone());
    agent.begin(plan.seed);
    for &turn in turns {
        agent.observe(&game, turn);
        game.play_unchecked(turn);
    }
    if game.count_turns() == 1 {
        return Verdict::Forced;
    }
    match agent.choose(&game, stop) {
        Ok(choice) => choice.value.map_or(Verdict::NoValue, |value| {
            Verdict::Value(value.for_first(game.to_move()))
        }),
        Err(why) => Verdict::Failed(why),
    }
}

/// Asks the agents, each on a thread of its own, about all candidates. The verdicts come in the
/// order of the candidates.
pub fn ask_all<G: Game>(
    agents: &mut [Box<dyn Agent<G>>],
    plan: &OpeningsPlan<G>,
    candidates: &[Candidate<G>],
    stop: &Stop,
) -> Vec<Verdict> {
    let next = &AtomicUsize::new(0);
    let mut verdicts: Vec<(usize, Verdict)> = thread::scope(|scope| {
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
    verdicts.sort_unstable_by_key(|&(i, _)| i);
    verdicts.into_iter().map(|(_, verdict)| verdict).collect()
}
