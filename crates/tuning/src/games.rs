//! Pairs of games between two points of the space.

use std::sync::Arc;

use flipside_ai::{Agent, BuildError, Playable, Roster, Spec, Stop, Weights, build, build_with};
use flipside_arena::{Book, DEFAULT_MAX_TURNS, Opening, Players, Tournament, play_game};
use flipside_records::{Format, GameResult};

use crate::{Candidate, TuneError};

/// Names of weights that are in no file, and what they stand for.
pub(crate) struct Named<'a, G> {
    pub(crate) weights: [(&'a str, &'a Weights<G>); 2],
}

impl<G: Playable> Roster<G> for Named<'_, G> {
    fn agent(&self, spec: &Spec) -> Result<Box<dyn Agent<G>>, BuildError> {
        let wanted = spec.get("weights");
        let known = self.weights.iter().find(|(name, _)| wanted == Some(*name));
        match known {
            Some((_, weights)) => build_with(spec, weights),
            None => build(spec),
        }
    }
}

/// Plays pairs of games: which agents play, from which opening and with which seeds follows from the
/// number of a pair.
pub(crate) struct Referee<'a, G: Playable> {
    pub(crate) rules: G::Rules,
    /// Who plays; pair after pair the next of them, against itself with other weights or settings.
    pub(crate) agents: &'a [Spec],
    pub(crate) openings: Arc<Book<G>>,
    pub(crate) seed: u64,
}

/// Names of the two sides within a pair.
const SIDES: [&str; 2] = ["tuning-a", "tuning-b"];

impl<G: Playable> Referee<'_, G> {
    /// Half-points of `a` in a pair, 0 to 4. `None` if asked to stop.
    pub(crate) fn pair(
        &self,
        a: &Candidate<G>,
        b: &Candidate<G>,
        number: u64,
        stop: &Stop,
    ) -> Result<Option<u8>, TuneError> {
        let base = &self.agents[(number % self.agents.len() as u64) as usize];
        let spec = |candidate: &Candidate<G>, name| candidate.spec(base).with("weights", name);
        let tournament: Tournament<G> = Tournament {
            rules: self.rules.clone(),
            agents: vec![spec(a, SIDES[0])?, spec(b, SIDES[1])?],
            format: Format::Pairs,
            opening: Opening::List(Arc::clone(&self.openings)),
            seed: self.seed,
            games: 2 * (number + 1),
            max_turns: DEFAULT_MAX_TURNS,
            turn_limit: None,
            stop: None,
            adjudication: None,
            annotate: false,
        };
        let roster = Named {
            weights: [(SIDES[0], &a.weights), (SIDES[1], &b.weights)],
        };
        let mut players = Players::new(&tournament, &roster)?;
        let mut points = 0;
        for game in [2 * number, 2 * number + 1] {
            let entry = tournament.schedule().entry(game);
            let Some(played) = play_game(&tournament, &entry, &mut players, stop)? else {
                return Ok(None);
            };
            if let Some((_, failure)) = played.failure {
                return Err(TuneError::Failure {
                    agent: base.to_string(),
                    why: failure.to_string(),
                });
            }
            points += match played.record.end.result {
                GameResult::Win(seat) if entry.place.players[seat.index()] == 0 => 2,
                GameResult::Win(_) => 0,
                GameResult::Draw | GameResult::Unfinished | GameResult::Void => 1,
            };
        }
        Ok(Some(points))
    }
}

#[cfg(test)]
mod tests {
    use flipside_ai::{STANDARD, load};
    use flipside_rules::hexflip;

    use super::*;
    use crate::openings::{Side, list};
    use crate::{Space, Wishes};

    #[test]
    fn pairs_follow_from_their_number_and_stronger_weights_win() {
        let agents: Vec<Spec> = vec!["greedy".parse().unwrap(), "mcts:nodes=20".parse().unwrap()];
        let wishes = Wishes {
            tune: vec!["*".to_string()],
            ..Wishes::default()
        };
        let space: Space<hexflip::Game> =
            Space::new(load(STANDARD).unwrap(), &agents, &wishes).unwrap();
        let good = space.candidate(&space.start());
        // Everything the wrong way round, except for the scale.
        let mut wrong: Vec<f64> = space.start().iter().map(|value| -value).collect();
        *wrong.last_mut().unwrap() *= -1.0;
        let bad = space.candidate(&wrong);
        let rules = hexflip::Rules::default();
        let referee = Referee {
            openings: Arc::new(list(&rules, Side::Tuning, 3, 20, 1).unwrap()),
            rules,
            agents: &agents,
            seed: 5,
        };
        let stop = Stop::new();
        let play = |a, b, number| referee.pair(a, b, number, &stop).unwrap().unwrap();
        let points: u8 = (0..10).map(|number| play(&good, &bad, number)).sum();
        assert!(points > 36, "{points} of 40");
        for number in 0..10 {
            assert_eq!(play(&good, &bad, number), play(&good, &bad, number));
            assert!(play(&good, &good, number) <= 4);
        }
        stop.request();
        assert_eq!(referee.pair(&good, &bad, 0, &stop).unwrap(), None);
    }
}
