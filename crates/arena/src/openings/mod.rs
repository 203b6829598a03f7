//! Lists of balanced openings: random openings, evaluated by an agent.

mod candidates;
mod error;
mod text;

use flipside_ai::{AgentFactory, ChooseError, Spec, Stop};
use flipside_rules::{ExpectedScore, ForFirst, FullGame};

use candidates::{Candidate, Candidates, Evaluation, ask_all};
pub use error::{Effort, OpeningsError};

/// The default maximum distance from ½ at which an opening is kept.
pub const DEFAULT_MAX_EDGE: f64 = 0.1;

/// The default number of candidates per requested opening.
pub const CANDIDATES_EACH: u64 = 100;

/// Candidates per thread and round. It affects only how often progress is reported, and how many
/// candidates are evaluated in vain at the end.
const ROUND: usize = 4;

/// The requested openings.
///
/// Candidates are numbered from 0. Each is a number of random turns, drawn as the game's random
/// player draws them, with a seed that follows from [`OpeningsPlan::seed`] and the number alone.
/// They are evaluated in order. A candidate that leads to a position seen before, up to the board's
/// symmetries and with the same player to move, is skipped. (If a rule depends on history, like
/// Hexflip's repetition rule, the first sequence to a position counts for all.)
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningsPlan<G: FullGame> {
    /// The rules.
    pub rules: G::Rules,
    /// Random turns in each opening, at least one.
    pub turns: u32,
    /// Number of openings, at least one.
    pub count: u64,
    /// The agent that evaluates.
    pub agent: Spec,
    /// An opening is kept if the score that the agent expects for First differs from ½ by no more
    /// than this; from 0 to ½.
    pub max_edge: f64,
    /// All candidates follow from it, and it is the agent's seed at each of them.
    pub seed: u64,
    /// Maximum number of candidates.
    pub max_candidates: u64,
}

/// An opening and its evaluation by the agent.
#[derive(Clone, PartialEq, Debug)]
pub struct BalancedOpening<T> {
    /// The candidate's number.
    pub candidate: u64,
    /// The turns, from the start of the game.
    pub turns: Vec<T>,
    /// The score that the agent expects for First.
    pub value: ForFirst<ExpectedScore>,
}

/// Counts of candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CandidateTally {
    /// All candidates.
    pub candidates: u64,
    /// Candidates that led to a position seen before.
    pub repeated: u64,
    /// Candidates with a single legal turn, which agents play without an evaluation.
    pub forced: u64,
    /// Candidates that are too one-sided.
    pub one_sided: u64,
}

/// Balanced openings, in the order of candidates.
#[derive(Clone, PartialEq, Debug)]
pub struct BalancedOpenings<T> {
    /// The openings.
    pub openings: Vec<BalancedOpening<T>>,
    /// Counts of candidates.
    pub tally: CandidateTally,
}

impl<G: FullGame> OpeningsPlan<G> {
    /// Searches for the openings with this many threads (at least one). The result depends on the
    /// plan alone. Calls `progress` now and then.
    ///
    /// # Errors
    /// If the plan is invalid, the agent cannot be built, fails or gives no value, games are shorter
    /// than the openings, or too few candidates are balanced; and on a stop request.
    pub fn find(
        &self,
        factory: &dyn AgentFactory<G>,
        threads: usize,
        stop: &Stop,
        progress: &dyn Fn(&Effort),
    ) -> Result<BalancedOpenings<G::Turn>, OpeningsError> {
        if self.count == 0 || self.turns == 0 {
            return Err(OpeningsError::NothingWanted);
        }
        if !(0.0..=0.5).contains(&self.max_edge) {
            return Err(OpeningsError::Edge(self.max_edge));
        }
        let mut agents = (0..threads.max(1))
            .map(|_| factory.agent(&self.agent))
            .collect::<Result<Vec<_>, _>>()?;
        let mut candidates = Candidates::new(self);
        let mut found = BalancedOpenings {
            openings: Vec::new(),
            tally: CandidateTally::default(),
        };
        loop {
            progress(&self.effort(&found));
            let some = candidates.some(ROUND * agents.len(), stop)?;
            if stop.is_requested() {
                return Err(OpeningsError::Stopped(self.effort(&found)));
            }
            if some.is_empty() {
                found.tally.candidates = candidates.next;
                found.tally.repeated = candidates.repeated;
                return Err(OpeningsError::TooFew(self.effort(&found)));
            }
            let evaluations = ask_all(&mut agents, self, &some, stop);
            for (candidate, evaluation) in some.into_iter().zip(evaluations) {
                self.take(candidate, evaluation, &mut found)?;
                if found.openings.len() as u64 == self.count {
                    progress(&self.effort(&found));
                    return Ok(found);
                }
            }
        }
    }

    /// Keeps the opening if it is balanced.
    fn take(
        &self,
        candidate: Candidate<G>,
        evaluation: Evaluation,
        found: &mut BalancedOpenings<G::Turn>,
    ) -> Result<(), OpeningsError> {
        let agent = || self.agent.to_string();
        let value = match evaluation {
            Evaluation::Value(value) => Some(value),
            Evaluation::Forced => None,
            Evaluation::NoValue => return Err(OpeningsError::NoValue { agent: agent() }),
            Evaluation::Failed(ChooseError::Stopped) => {
                return Err(OpeningsError::Stopped(self.effort(found)));
            }
            Evaluation::Failed(why) => {
                return Err(OpeningsError::Failed {
                    agent: agent(),
                    opening: self.line(&candidate.turns),
                    why,
                });
            }
        };
        found.tally.candidates = candidate.number + 1;
        found.tally.repeated = candidate.repeated;
        match value {
            None => found.tally.forced += 1,
            Some(ForFirst(ExpectedScore(value))) if (value - 0.5).abs() > self.max_edge => {
                found.tally.one_sided += 1;
            }
            Some(value) => found.openings.push(BalancedOpening {
                candidate: candidate.number,
                turns: candidate.turns,
                value,
            }),
        }
        Ok(())
    }

    fn effort(&self, found: &BalancedOpenings<G::Turn>) -> Effort {
        Effort {
            found: found.openings.len() as u64,
            wanted: self.count,
            tally: found.tally,
        }
    }
}
