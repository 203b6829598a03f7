//! Who knows what positions are worth.

use flipside_ai::{Evaluate, Evaluator as _, Playable, Roster, STANDARD, Spec, Stop, load};
use flipside_rules::{ExpectedScore, ForFirst, ForMover, Game};

use super::TeachError;

/// What a position is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Verdict {
    /// The score that First can expect.
    pub target: ForFirst<ExpectedScore>,
    /// How much that counts.
    pub weight: f64,
}

/// Knows what positions are worth.
pub trait Judge<G: Game>: Sync {
    /// Makes sure that it can judge games under these rules.
    ///
    /// # Errors
    /// If it cannot.
    fn check(&self, rules: &G::Rules) -> Result<(), TeachError>;

    /// Judges positions that go on. Whatever it draws by lot follows from `seed`.
    ///
    /// # Errors
    /// If it was asked to stop, or cannot judge one of them.
    fn judge(&self, positions: &[G], seed: u64, stop: &Stop) -> Result<Vec<Verdict>, TeachError>;
}

/// Takes the value that a search comes to. Each position is searched as if it were the only one.
///
/// Where a search proves the margin at the end, the target is the score that the evaluation would
/// expect of that margin (evaluations of games with a margin are in hundredths of it): so there is
/// still a difference between a narrow win and a clear one.
pub struct SearchJudge<'a, G: Evaluate> {
    spec: Spec,
    roster: &'a dyn Roster<G>,
    evaluator: G::Evaluator,
}

impl<'a, G: Playable> SearchJudge<'a, G> {
    /// A judge that searches as the agent of a spec does.
    ///
    /// # Errors
    /// If the agent or its weights cannot be had, or its turns depend on the clock.
    pub fn new(spec: &Spec, roster: &'a dyn Roster<G>) -> Result<Self, TeachError> {
        if !spec.is_reproducible() {
            return Err(TeachError::Clock(spec.to_string()));
        }
        roster.agent(spec)?;
        let weights = load::<G>(spec.get("weights").unwrap_or(STANDARD))?;
        Ok(Self {
            spec: spec.clone(),
            roster,
            evaluator: G::Evaluator::new(&weights),
        })
    }
}

impl<G: Playable> Judge<G> for SearchJudge<'_, G> {
    fn check(&self, _: &G::Rules) -> Result<(), TeachError> {
        Ok(())
    }

    fn judge(&self, positions: &[G], seed: u64, stop: &Stop) -> Result<Vec<Verdict>, TeachError> {
        let mut agent = self.roster.agent(&self.spec)?;
        let mut verdicts = Vec::with_capacity(positions.len());
        for game in positions {
            agent.begin(seed);
            let choice = agent.choose(game, stop);
            let choice = choice.map_err(|why| super::failed(&self.spec, game, &why))?;
            let mover = game.to_move();
            let target = match choice.proven.and_then(|proof| proof.margin) {
                Some(ForMover(margin)) => {
                    let value = ForMover(margin.saturating_mul(100));
                    self.evaluator.expected(game, value)
                }
                None => choice
                    .value
                    .ok_or_else(|| TeachError::Mute(self.spec.to_string()))?,
            };
            verdicts.push(Verdict {
                target: target.for_first(mover),
                weight: 1.0,
            });
        }
        Ok(verdicts)
    }
}
