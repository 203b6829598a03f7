//! Agents: who plays the games of `flipside-rules`.
//!
//! An [`Agent`] is asked for a turn and answers with a [`Choice`]. Agents are built from a
//! [`Spec`] such as `mcts:nodes=2000`; [`KINDS`] lists what there is. Everything an agent does
//! follows from its spec, the seed it is given for a game, and the game; only budgets in time
//! break that, and [`Spec::is_reproducible`] says so.

mod adjudicator;
mod agent;
mod alphabeta;
mod candidates;
mod endgame;
mod evaluation;
mod greedy;
mod kinds;
mod levels;
mod mcts;
mod play_out;
mod random;
mod rng;
mod roster;
mod searchable;
mod spec;
mod table_path;
mod uct;

pub use adjudicator::Adjudicator;
pub use agent::{Agent, AgentFailure, Choice, FailureKind, NoChoice, Proof, Stop};
pub use alphabeta::{AlphaBeta, AlphaBetaConfig, Beam, Techniques};
pub use candidates::{Candidates, Playable};
pub use evaluation::{
    EVALUATION_LIMIT, Evaluate, Evaluator, HexflipEvaluator, Linear, Odds, ParameterInfo, STANDARD,
    SayuEvaluator, Weights, WeightsError, WeightsSourceError, load,
};
pub use greedy::Greedy;
pub use kinds::{
    BEHAVIOUR_VERSION, BuildError, KINDS, KeyInfo, Kind, TuningRange, build, build_with,
};
pub use levels::{LEVELS, Leveled};
pub use mcts::{Mcts, MctsConfig};
pub use random::Random;
pub use rng::Rng;
pub use roster::{BuiltIn, Roster};
pub use searchable::{Endgame, Searchable, Solution};
pub use spec::{Spec, SpecError};
pub use table_path::{PinnedTable, TablePathError};
pub use uct::{Budget, Uct, UctConfig};
