//! Errors of fits.

/// Why weights cannot be fitted.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum FitError {
    /// Not enough games for training and test sets.
    #[error(
        "{games} games are too few: with a test share of {share}, at least {needed} are needed for \
         {each} games each in the training and test sets; use more games, or a share nearer to 0.5"
    )]
    TooFewGames {
        /// The number of games.
        games: usize,
        /// The required number of games.
        needed: usize,
        /// The required number of games in each set.
        each: usize,
        /// The share of the test set.
        share: f64,
    },
    /// Every position of the test set occurs in the training set.
    #[error("the test set is empty: all of its positions occur in the training set")]
    NothingToTest,
    /// An invalid test share.
    #[error("invalid test share {0}: expected a number between 0 and 1")]
    Share(f64),
    /// Samples of another game, or damaged samples.
    #[error("the samples are not of {game}, or damaged: {what}")]
    Samples {
        /// The game.
        game: &'static str,
        /// What is wrong.
        what: String,
    },
    /// Nothing is tuned.
    #[error("no parameter is tuned: expected at least one")]
    NothingTuned,
    /// An unknown parameter.
    #[error("invalid parameter index {number}: {game} has {parameters} parameters")]
    NoParameter {
        /// The game.
        game: &'static str,
        /// The index.
        number: usize,
        /// The number of parameters.
        parameters: usize,
    },
    /// A duplicate parameter.
    #[error("duplicate parameter `{0}`")]
    Twice(&'static str),
    /// Bounds out of order or beyond the game's, or an invalid step.
    #[error(
        "invalid bounds {min} to {max} with step {step} of `{name}`: expected ascending bounds \
         within {game_min} to {game_max}, and a step of at least 1"
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
    /// An initial value out of bounds.
    #[error("invalid initial value {start} of `{name}`: expected {min} to {max}")]
    Start {
        /// The parameter.
        name: &'static str,
        /// The initial value.
        start: i32,
        /// The lower bound.
        min: i32,
        /// The upper bound.
        max: i32,
    },
    /// An invalid pull.
    #[error("invalid pull {0}: expected a number of at least 0")]
    Pull(f64),
    /// The state of another fit.
    #[error(
        "the state belongs to another fit: it has {found} parameters instead of {wanted}, or values \
         out of bounds"
    )]
    State {
        /// The state's number of parameters.
        found: usize,
        /// The fit's number of parameters.
        wanted: usize,
    },
}
