//! Agents that play the games of `flipside-rules`.
//!
//! An [`Agent`] chooses a turn and returns it in a [`Choice`]. [`build`] creates agents from a
//! [`Spec`] such as `mcts:nodes=2000`; [`AGENTS`] lists all agents with their keys. The play of an
//! agent depends only on its spec, the seed of the game and the position, except with time budgets
//! and external engines ([`Spec::is_reproducible`]).

mod agent;
mod alphabeta;
mod budget;
mod candidates;
mod endgame;
mod evaluation;
mod factory;
mod greedy;
mod key;
mod levels;
mod mcts;
mod random;
mod registry;
mod rng;
mod searchable;
mod spec;
mod table_path;
mod try_endgame;
mod uct;

pub use agent::{Agent, AgentFailure, AgentFailureKind, Choice, ChooseError, Proof, Stop};
pub use alphabeta::{AlphaBeta, AlphaBetaConfig, Beam, SearchFeatures};
pub use budget::Budget;
pub use candidates::Candidates;
pub use evaluation::{
    EVALUATION_LIMIT, Evaluate, Evaluator, HexflipEvaluator, Linear, ParameterInfo,
    STANDARD_WEIGHTS, SayuEvaluator, Weights, WeightsError, WeightsSourceError, load_weights,
};
pub use factory::{Adjudicator, AgentFactory, BuildError, BuiltInAgents, build, build_with};
pub use greedy::Greedy;
pub use key::{KeyInfo, TuningRange};
pub use levels::{LEVELS, StrengthLevels};
pub use mcts::{Mcts, MctsConfig};
pub use random::Random;
pub use registry::{AGENTS, AgentInfo, BEHAVIOUR_VERSION, agent_info};
pub use rng::Rng;
pub use searchable::{Endgame, Playable, Searchable, Solution};
pub use spec::{Spec, SpecError};
pub use table_path::{PinnedTable, TablePathError};
pub use uct::{Uct, UctConfig};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
