//! Optimisers that see nothing but scores of games: [`Spsa`] and [`CmaEs`].
//!
//! Both work in *steps*: a parameter's value less where it started, divided by its step. They are
//! asked for trials and told how these went; in between, their whole state can be saved. Random
//! draws are made by a generator that is seeded for each step from the run's seed and the step's
//! number, so that number is the whole state of the generator.

mod cma_es;
mod spsa;

pub use cma_es::{CmaEs, CmaEsOptions};
pub use spsa::{Spsa, SpsaOptions};

use crate::parameter::Parameter;

/// Two points that are to be compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// A point whose values are ones that the parameters can have.
    pub point: Vec<f64>,
    /// Another one of that kind.
    pub against: Vec<f64>,
}

/// What a run knows of a parameter after some steps.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// How far it is known: a standard deviation, in the parameter's unit.
    pub spread: Option<f64>,
    /// How much the score depends on it; what that is in numbers depends on the method.
    pub sensitivity: Option<f64>,
}

/// An optimiser in the midst of its work.
pub trait Optimiser {
    /// Steps in all.
    fn steps(&self) -> u32;

    /// Steps done.
    fn done(&self) -> u32;

    /// Pairs of games for each trial.
    fn pairs(&self) -> u32;

    /// Whether all trials of a step are played with the same openings.
    fn shares_openings(&self) -> bool;

    /// The trials of the next step: the same each time it is asked.
    fn ask(&self, parameters: &[Parameter]) -> Vec<Trial>;

    /// The step has been played: of each trial the share of points of its `point`.
    fn tell(&mut self, parameters: &[Parameter], scores: &[f64]);

    /// What is known now.
    fn estimates(&self, parameters: &[Parameter]) -> Vec<Estimate>;

    /// Where the search stands now, which need not be its best estimate.
    fn centre(&self, parameters: &[Parameter]) -> Vec<f64>;
}
