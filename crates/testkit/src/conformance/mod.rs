//! One suite that every game must pass: what implementations of [`Game`] promise.
//!
//! A [`Suite`] plays seeded random games and checks, at their positions, that
//!
//! * the listed turns are exactly the candidates that `check` allows, each once, and as many as
//!   `count_turns` says;
//! * `pick_turn` has the documented distribution: all of its decisions are enumerated, so that
//!   this is exact;
//! * turns and positions read back from their texts, turns from their bytes;
//! * `play` does what `play_unchecked` does with a legal turn, and nothing with another;
//! * symmetric games have symmetric turns and the same end, and canonical positions are canonical;
//! * equal positions have equal hashes, different ones different hashes;
//! * a finished game lists no turn and refuses all, a game that goes on has a turn;
//! * a game that begins at a position is like one that came there, as long as
//!   `turns_before_history_matters` says so;
//! * `clone_from` is `clone`;
//! * the rule set reads back from its name.
//!
//! The candidates come from the caller, as does the distribution if it is not uniform: these two
//! are what the suite cannot know.

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

use flipside_rules::{Game, Reason};

use crate::random::Lcg;
pub use violation::Violation;
use visit::Visit;

/// Lists turns to be tried at a game's position, legal and illegal ones.
type Candidates<G> = dyn Fn(&G) -> Vec<<G as Game>::Turn>;

/// The documented probability with which `pick_turn` gives each of the listed turns.
type Chances<G> = dyn Fn(&G, &[<G as Game>::Turn]) -> Vec<f64>;

/// The suite for one rule set of a game.
pub struct Suite<G: Game> {
    rules: G::Rules,
    candidates: Box<Candidates<G>>,
    chances: Box<Chances<G>>,
    prefers: Box<dyn Fn(G::Turn) -> bool>,
    games: u32,
    max_turns: u32,
    stride: usize,
    seed: u64,
}

/// What a [`Suite`] has seen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Positions at which everything was checked.
    pub positions: u64,
    /// Games that ended, by reason.
    pub ends: BTreeMap<Reason, u32>,
    /// Games that were still going on after the greatest number of turns.
    pub unfinished: u32,
}

impl<G: Game> Suite<G> {
    /// The suite for a rule set. `candidates` lists turns to be tried at a position: all that are
    /// legal there must be among them, and as many others as can be written down.
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

    /// The documented probability of each of the listed turns to be picked, if they are not all
    /// equally likely.
    #[must_use]
    pub fn with_chances(mut self, chances: impl Fn(&G, &[G::Turn]) -> Vec<f64> + 'static) -> Self {
        self.chances = Box::new(chances);
        self
    }

    /// Turns that the random games should contain often; they are played in half of all cases.
    #[must_use]
    pub fn preferring(mut self, prefers: impl Fn(G::Turn) -> bool + 'static) -> Self {
        self.prefers = Box::new(prefers);
        self
    }

    /// The number of random games, 20 if nothing is said.
    #[must_use]
    pub fn games(mut self, games: u32) -> Self {
        self.games = games;
        self
    }

    /// The turns after which a game is broken off, 200 if nothing is said.
    #[must_use]
    pub fn max_turns(mut self, turns: u32) -> Self {
        self.max_turns = turns;
        self
    }

    /// Checks only one in so many positions on average, and finished games always: for games with
    /// thousands of turns.
    #[must_use]
    pub fn one_position_in(mut self, stride: usize) -> Self {
        self.stride = stride.max(1);
        self
    }

    /// The seed of the random games.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Runs the suite.
    ///
    /// # Errors
    /// The first promise found broken, with the game in which it was.
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
        // Has been elsewhere: what `clone_from` must make forgotten.
        let mut other = visit.game.clone();
        for _ in 0..self.max_turns {
            let over = visit.game.outcome();
            let turns = visit.game.turns();
            twins.perhaps_begin(&visit, random);
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
                return Err(visit.fault("a game that goes on has a turn", "it has none"));
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
