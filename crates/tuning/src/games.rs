//! Pairs of games between two candidates.

use flipside_ai::{
    Agent, AgentFactory, BuildError, Playable, Spec, Stop, Weights, build, build_with,
};
use flipside_arena::{Openings, Players, Tournament, play_game};
use flipside_records::{Format, ScheduleSpec};
use flipside_rules::GameResult;

use crate::{Candidate, TuneError};

/// A factory that resolves the names of weights that are not in files.
pub(crate) struct NamedWeights<'a, G> {
    pub(crate) weights: [(&'a str, &'a Weights<G>); 2],
}

impl<G: Playable> AgentFactory<G> for NamedWeights<'_, G> {
    fn agent(&self, spec: &Spec) -> Result<Box<dyn Agent<G>>, BuildError> {
        let wanted = spec.get("weights");
        let known = self.weights.iter().find(|(name, _)| wanted == Some(*name));
        match known {
            Some((_, weights)) => build_with(spec, weights),
            None => build(spec),
        }
    }
}

/// Plays pairs of games. The number of a pair determines its agent, opening and seeds.
pub(crate) struct PairPlayer<'a, G: Playable> {
    pub(crate) rules: G::Rules,
    /// The agents, used in turn; each plays against itself with other weights or settings.
    pub(crate) agents: &'a [Spec],
    pub(crate) opening: Openings<G>,
    pub(crate) seed: u64,
}

/// The names of the two weights within a pair.
const SIDES: [&str; 2] = ["tuning-a", "tuning-b"];

impl<G: Playable> PairPlayer<'_, G> {
    /// Plays a pair and returns the half-points of `a`, 0 to 4; `None` if stopped.
    pub(crate) fn play_pair(
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
            seed: self.seed,
            games: 2 * (number + 1),
            schedule: ScheduleSpec::new(Format::Pairs, self.opening.clone()),
        };
        let factory = NamedWeights {
            weights: [(SIDES[0], &a.weights), (SIDES[1], &b.weights)],
        };
        let mut players = Players::new(&tournament, &factory)?;
        let mut points = 0;
        for game in [2 * number, 2 * number + 1] {
            let entry = tournament.entry(game);
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
                GameResult::Win(seat) if entry.slot.players[seat.index()] == 0 => 2,
                GameResult::Win(_) => 0,
                GameResult::Draw | GameResult::Unfinished | GameResult::Void => 1,
            };
        }
        Ok(Some(points))
    }
}

#[cfg(test)]
mod tests {
    use flipside_ai::{STANDARD_WEIGHTS, load_weights};
    use flipside_rules::{Hexflip, hexflip};

    use super::*;
    use crate::openings::{Purpose, openings};
    use crate::{Selection, Space};

    #[test]
    fn pairs_depend_on_their_number_and_stronger_weights_win() {
        let agents: Vec<Spec> = vec!["greedy".parse().unwrap(), "mcts:nodes=20".parse().unwrap()];
        let selection = Selection {
            tune: vec!["*".to_string()],
            ..Selection::default()
        };
        let space: Space<Hexflip> =
            Space::new(load_weights(STANDARD_WEIGHTS).unwrap(), &agents, &selection).unwrap();
        let good = space.candidate(&space.start());
        // Every weight negated except the scale.
        let mut wrong: Vec<f64> = space.start().iter().map(|value| -value).collect();
        *wrong.last_mut().unwrap() *= -1.0;
        let bad = space.candidate(&wrong);
        let rules = hexflip::Rules::default();
        let player = PairPlayer {
            opening: openings(&rules, Purpose::Tuning, 3, 20, 1).unwrap(),
            rules,
            agents: &agents,
            seed: 5,
        };
        let stop = Stop::new();
        let play = |a, b, number| player.play_pair(a, b, number, &stop).unwrap().unwrap();
        let points: u8 = (0..10).map(|number| play(&good, &bad, number)).sum();
        assert!(points > 36, "{points} of 40");
        for number in 0..10 {
            assert_eq!(play(&good, &bad, number), play(&good, &bad, number));
            assert!(play(&good, &good, number) <= 4);
        }
        stop.request();
        assert_eq!(player.play_pair(&good, &bad, 0, &stop).unwrap(), None);
    }
}
