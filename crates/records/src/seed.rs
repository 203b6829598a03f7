//! Seeds of games from the seed of their experiment.

use flipside_rules::hash::mix;

/// The seed of a game: a pure function of the experiment's seed and the game's number.
///
/// `mix(mix(experiment_seed) ^ game)`, where mix is the bijection of [`flipside_rules::hash`]: the
/// games of one experiment all have different seeds. The function is part of the record format,
/// which leaves out seeds that follow from it.
#[must_use]
pub const fn game_seed(experiment_seed: u64, game: u64) -> u64 {
    mix(mix(experiment_seed) ^ game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_function_is_fixed_for_good() {
        assert_eq!(game_seed(0, 0), mix(0xE220_A839_7B1D_CDAF));
        assert_ne!(game_seed(1, 0), game_seed(0, 1));
    }
}
