//! Why there is no fit.

/// Why weights cannot be fitted.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum FitError {
    /// Not enough games for two parts.
    #[error(
        "{games} games are too few: with a test share of {share}, training and test need {needed} \
         games to get {each} each; give more games, or a share nearer to 0.5"
    )]
    TooFewGames {
        /// The games that there are.
        games: usize,
        /// How many there must be.
        needed: usize,
        /// How many each part must have.
        each: usize,
        /// The share of the test part.
        share: f64,
    },
    /// Every position of one part occurs in the other.
    #[error("no position is left to test with: all of them occur in the training part as well")]
    NothingToTest,
    /// A share that leaves one part empty.
    #[error("a test share of {0} leaves nothing for one of the parts; give one between 0 and 1")]
    Share(f64),
    /// Columns of different lengths, features that do not exist, numbers that are none.
    #[error("the samples are not those of {game}, or damaged: {what}")]
    Samples {
        /// The game.
        game: &'static str,
        /// What is wrong with them.
        what: String,
    },
    /// Nothing is tuned.
    #[error("no parameter is tuned; name at least one")]
    NothingTuned,
    /// A parameter that the game does not have.
    #[error("{game} has no parameter number {number}, only {parameters}")]
    NoParameter {
        /// The game.
        game: &'static str,
        /// The number.
        number: usize,
        /// How many there are.
        parameters: usize,
    },
    /// A parameter named twice.
    #[error("the parameter `{0}` is tuned twice; keep one")]
    Twice(&'static str),
    /// Bounds that are none, or wider than the game's.
    #[error(
        "`{name}` cannot be tuned between {min} and {max} with a step of {step}: bounds must be in \
         order and within {game_min} to {game_max}, the step at least 1"
    )]
    Bounds {
        /// The parameter.
        name: &'static str,
        /// The lower bound.
        min: i32,
        /// The upper bound.
        max: i32,
        /// The step.
        step: i32,
        /// The game's lower bound.
        game_min: i32,
        /// The game's upper bound.
        game_max: i32,
    },
    /// A start beyond the bounds.
    #[error("`{name}` starts at {start}, which its bounds exclude: {min} to {max}")]
    Start {
        /// The parameter.
        name: &'static str,
        /// Its value at the start.
        start: i32,
        /// The lower bound.
        min: i32,
        /// The upper bound.
        max: i32,
    },
    /// A pull that is none.
    #[error("the pull towards the start weights cannot be {0}; give a number from 0 on")]
    Pull(f64),
    /// A state of another fit.
    #[error(
        "the state belongs to another fit: it has {found} parameters, where there are {wanted}, or \
         values that these do not take"
    )]
    State {
        /// Its parameters.
        found: usize,
        /// The parameters of this fit.
        wanted: usize,
    },
}
