//! Making lists of balanced openings: random ones, judged by an agent.

mod candidates;
mod error;
mod text;

use flipside_ai::{NoChoice, Roster, Spec, Stop};
use flipside_rules::{ExpectedScore, ForFirst, Game};

use candidates::{Candidate, Candidates, Verdict, ask_all};
pub use error::{Effort, OpeningsError};

/// The largest distance from ½ at which an opening is kept, unless said otherwise.
pub const DEFAULT_MOST_EDGE: f64 = 0.1;

/// Candidates for each wanted opening, unless said otherwise.
pub const CANDIDATES_EACH: u64 = 100;

/// Candidates that a thread judges between two looks at what has been found. It changes nothing
/// but how often progress is told, and how much is judged in vain at the end.
const ROUND: usize = 4;

/// Which openings are wanted.
///
/// Candidates are numbered from 0. Each is a number of random turns, drawn as the game's random
/// player draws them, with a seed that follows from [`OpeningsPlan::seed`] and the number alone.
/// They are gone through in order. One that leads to a position seen before, up to the board's
/// symmetries and with the same player to move, is left out: for players it is the same opening,
/// however the position came about. (Where a rule looks at history, as Hexflip's rule about
/// repetition does, the first way to the position stands for all.)
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningsPlan<G: Game> {
    /// The rules.
    pub rules: G::Rules,
    /// Random turns in each opening, at least one.
    pub turns: u32,
    /// How many openings, at least one.
    pub count: u64,
    /// Whose value decides.
    pub agent: Spec,
    /// An opening is kept if the score that the agent expects for First differs from ½ by no more
    /// than this; from 0 to ½.
    pub most_edge: f64,
    /// All candidates follow from it, and it is the agent's seed at each of them.
    pub seed: u64,
    /// How many candidates are gone through at most.
    pub most_candidates: u64,
}

/// An opening, and what the agent says about it.
#[derive(Clone, PartialEq, Debug)]
pub struct BalancedOpening<T> {
    /// The candidate's number.
    pub candidate: u64,
    /// The turns, from the start of the game.
    pub turns: Vec<T>,
    /// The score that the agent expects for First.
    pub value: ForFirst<ExpectedScore>,
}

/// What has become of the candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CandidateTally {
    /// Candidates gone through.
    pub candidates: u64,
    /// Those that led to a position seen before.
    pub repeated: u64,
    /// Those with a single legal turn: agents do not think there, and give no value.
    pub forced: u64,
    /// Those that the agent judged too one-sided.
    pub one_sided: u64,
}

/// Balanced openings, in the order of candidates.
#[derive(Clone, PartialEq, Debug)]
pub struct BalancedOpenings<T> {
    /// The openings.
    pub openings: Vec<BalancedOpening<T>>,
    /// How they were found.
    pub tally: CandidateTally,
}

impl<G: Game> OpeningsPlan<G> {
    /// Looks for the openings, with so many threads (at least one). The result depends on the plan
    /// alone. `progress` is told now and then how far it is.
    ///
    /// # Errors
    /// If the plan makes no sense, the agent cannot be had, fails or gives no value, games do not
    /// last as long as the openings, or the candidates are used up; and on a request to stop.
    pub fn find(
        &self,
        roster: &dyn Roster<G>,
        threads: usize,
        stop: &Stop,
        progress: &dyn Fn(&Effort),
    ) -> Result<BalancedOpenings<G::Turn>, OpeningsError> {
        if self.count == 0 || self.turns == 0 {
            return Err(OpeningsError::NothingWanted);
        }
        if !(0.0..=0.5).contains(&self.most_edge) {
            return Err(OpeningsError::Edge(self.most_edge));
        }
        let mut agents = (0..threads.max(1))
            .map(|_| roster.agent(&self.agent))
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
            let verdicts = ask_all(&mut agents, self, &some, stop);
            for (candidate, verdict) in some.into_iter().zip(verdicts) {
                self.take(candidate, verdict, &mut found)?;
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
        verdict: Verdict,
        found: &mut BalancedOpenings<G::Turn>,
    ) -> Result<(), OpeningsError> {
        let agent = || self.agent.to_string();
        let value = match verdict {
            Verdict::Value(value) => Some(value),
            Verdict::Forced => None,
            Verdict::NoValue => return Err(OpeningsError::NoValue { agent: agent() }),
            Verdict::Failed(NoChoice::Stopped) => {
                return Err(OpeningsError::Stopped(self.effort(found)));
            }
            Verdict::Failed(why) => {
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
            Some(ForFirst(ExpectedScore(value))) if (value - 0.5).abs() > self.most_edge => {
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
