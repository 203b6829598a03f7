//! A conformance suite for implementations of [`Game`].
//!
//! A [`Suite`] plays seeded random games and checks at their positions that
//!
//! * the listed turns are exactly the candidates that `check` allows, each once, and
//!   `count_turns` is their number;
//! * `pick_turn` has the documented distribution, by exact enumeration of its decisions;
//! * turns and positions round-trip through their texts, and turns through their bytes;
//! * `play` equals `play_unchecked` for legal turns, and rejects others without any change;
//! * symmetric games have symmetric turns and the same outcome, and canonical positions are
//!   canonical;
//! * equal positions have equal hashes, different ones different hashes;
//! * a finished game lists no turn and rejects all, an unfinished game has a turn;
//! * a game that starts at a position equals one that reached it, for
//!   `turns_before_history_matters` turns;
//! * `clone_from` equals `clone`;
//! * the rule set round-trips through its name.
//!
//! The caller provides the candidates, and the distribution unless it is uniform.

mod history;
mod picking;
mod playing;
mod position;
mod rule_set;
mod symmetric;
mod turns;
mod violation;
mod visit;

use std::collections::BTreeMap;

use flipside_rules::{FullGame, Game, Reason};

use crate::random::Lcg;
pub use violation::Violation;
use visit::Visit;

/// Lists turns to try at a game's position, legal and illegal ones.
type Candidates<G> = dyn Fn(&G) -> Vec<<G as Game>::Turn>;

/// The documented probability of each listed turn in `pick_turn`.
type Chances<G> = dyn Fn(&G, &[<G as Game>::Turn]) -> Vec<f64>;

/// A conformance suite for one rule set of a game.
pub struct Suite<G: FullGame> {
    rules: G::Rules,
    candidates: Box<Candidates<G>>,
    chances: Box<Chances<G>>,
    prefers: Box<dyn Fn(G::Turn) -> bool>,
    games: u32,
    max_turns: u32,
    stride: usize,
    seed: u64,
}

/// What a [`Suite`] has covered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Fully checked positions.
    pub positions: u64,
    /// Finished games by reason.
    pub ends: BTreeMap<Reason, u32>,
    /// Games abandoned after the maximum number of turns.
    pub unfinished: u32,
}

impl<G: FullGame> Suite<G> {
    /// Creates a suite for a rule set. `candidates` lists turns to try at a position: all legal
    /// ones, and as many illegal ones as possible.
    pub fn new(rules: G::Rules, candidates: impl Fn(&G) -> Vec<G::Turn> + 'static) -> Self {
        Self {
            rules,
            candidates: Box::new(candidates),
            chances: Box::new(|_, turns| vec![1.0 / turns.len() as f64; turns.len()]),
            prefers: Box::new(|_| false),
            games: 20,
            max_turns: 200,
            stride: 1,
            seed: 1,
        }
    }

    /// Sets the documented distribution of `pick_turn`: the probability of each listed turn. The
    /// default is uniform.
    #[must_use]
    pub fn with_chances(mut self, chances: impl Fn(&G, &[G::Turn]) -> Vec<f64> + 'static) -> Self {
        self.chances = Box::new(chances);
        self
    }

    /// Sets turns that random games prefer: if available, one of them is played half of the time.
    #[must_use]
    pub fn preferring(mut self, prefers: impl Fn(G::Turn) -> bool + 'static) -> Self {
        self.prefers = Box::new(prefers);
        self
    }

    /// Sets the number of random games. The default is 20.
    #[must_use]
    pub fn games(mut self, games: u32) -> Self {
        self.games = games;
        self
    }

    /// Sets the maximum number of turns of a game. The default is 200.
    #[must_use]
    pub fn max_turns(mut self, turns: u32) -> Self {
        self.max_turns = turns;
        self
    }

    /// Checks on average only one in `stride` positions, and all finished games: for games with
    /// thousands of turns.
    #[must_use]
    pub fn one_position_in(mut self, stride: usize) -> Self {
        self.stride = stride.max(1);
        self
    }

    /// Sets the seed of the random games.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Runs the suite.
    ///
    /// # Errors
    /// The first violated requirement, with the game in which it occurred.
    pub fn run(&self) -> Result<Coverage, Violation> {
        rule_set::check::<G>(&self.rules)?;
        let mut random = Lcg::new(self.seed);
        let mut coverage = Coverage::default();
        let mut hashes = position::Hashes::default();
        for _ in 0..self.games {
            self.run_game(&mut random, &mut hashes, &mut coverage)?;
        }
        Ok(coverage)
    }

    fn run_game(
        &self,
        random: &mut Lcg,
        hashes: &mut position::Hashes<G>,
        coverage: &mut Coverage,
    ) -> Result<(), Violation> {
        let mut visit = Visit::<G>::start(&self.rules);
        let mut twins = history::Twins::default();
        let mut images = symmetric::Images::new(&visit);
        // At another position, which `clone_from` must overwrite.
        let mut other = visit.game.clone();
        for _ in 0..self.max_turns {
            let over = visit.game.outcome();
            let turns = visit.game.turns();
            twins.maybe_start(&visit, random);
            if over.is_some() || random.below(self.stride) == 0 {
                coverage.positions += 1;
                self.check(&visit, &turns, random, hashes)?;
                images.check(&visit, &turns)?;
                twins.check(&visit, &turns)?;
                playing::check_clone_from(&visit, &mut other)?;
            }
            if let Some(outcome) = over {
                visit.check_replay()?;
                *coverage.ends.entry(outcome.reason).or_default() += 1;
                return Ok(());
            }
            let Some(turn) = self.choose(&turns, random) else {
                return Err(visit.fault("an unfinished game has a turn", "no turns"));
            };
            images.play(&visit, turn)?;
            visit.play(turn);
            twins.play(turn);
        }
        visit.check_replay()?;
        coverage.unfinished += 1;
        Ok(())
    }

    fn check(
        &self,
        visit: &Visit<G>,
        turns: &[G::Turn],
        random: &mut Lcg,
        hashes: &mut position::Hashes<G>,
    ) -> Result<(), Violation> {
        let illegal = turns::check(visit, turns, (self.candidates)(&visit.game))?;
        turns::check_round_trips(visit, turns)?;
        picking::check(visit, turns, &self.chances)?;
        playing::check_legal(visit, turns, random)?;
        playing::check_illegal(visit, &illegal, random)?;
        position::check(visit)?;
        hashes.check(visit)
    }

    fn choose(&self, turns: &[G::Turn], random: &mut Lcg) -> Option<G::Turn> {
        if random.below(2) == 0 {
            let preferred: Vec<G::Turn> = turns
                .iter()
                .copied()
                .filter(|&turn| (self.prefers)(turn))
                .collect();
            if let Some(turn) = random.pick(&preferred) {
                return Some(*turn);
            }
        }
        random.pick(turns).copied()
    }
}
