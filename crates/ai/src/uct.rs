//! Plain UCT, the baseline for other searches.

use std::time::Instant;

use flipside_rules::{ExpectedScore, ForMover, Game, Seat};

use crate::{Agent, Budget, Choice, ChooseError, Rng, Spec, Stop};

/// The settings of [`Uct`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UctConfig {
    /// Playouts, or time, per turn.
    pub budget: Budget,
    /// The weight of exploration: the constant in front of √(ln N / n).
    pub exploration: f64,
}

impl Default for UctConfig {
    fn default() -> Self {
        Self {
            budget: Budget::Nodes(1_000),
            exploration: 0.7,
        }
    }
}

impl UctConfig {
    /// The settings of a spec of `uct`.
    pub(crate) fn of(spec: &Spec) -> Self {
        let standard = Self::default();
        Self {
            budget: Budget::of(spec).unwrap_or(standard.budget),
            exploration: spec.number("c").unwrap_or(standard.exploration),
        }
    }
}

/// The maximum length of a playout in turns; longer ones count as draws. Only rule sets without a
/// repetition rule come near it.
const PLAYOUT_LIMIT: u32 = 1_000;

/// The visit at which a leaf is expanded. With thousands of turns per position, most leaves are
/// visited only once.
const EXPANSION_VISITS: u32 = 2;

/// The maximum number of nodes, some hundred megabytes. When it is reached, playouts continue from the
/// existing leaves.
const MAX_NODES: usize = 10_000_000;

/// Plain UCT: Kocsis, Szepesvári, *Bandit based Monte-Carlo planning*, ECML 2006. Unvisited
/// children are tried first, in random order. The turn with most visits is played.
#[derive(Clone, Debug)]
pub struct Uct<T> {
    config: UctConfig,
    rng: Rng,
    nodes: Vec<Node<T>>,
    inverse_roots: Vec<f64>,
}

#[derive(Clone, Debug)]
struct Node<T> {
    /// The turn that leads here.
    turn: T,
    visits: u32,
    /// Twice the sum of the scores of the player who made `turn`: integers, so that sums are exact.
    half_points: u64,
    first_child: u32,
    children: u32,
    /// The number of visited children; they come first.
    tried: u32,
}

impl<T> Node<T> {
    const fn new(turn: T) -> Self {
        Self {
            turn,
            visits: 0,
            half_points: 0,
            first_child: 0,
            children: 0,
            tried: 0,
        }
    }

    /// The mean score of the player who made the turn.
    fn mean(&self) -> f64 {
        // Both numbers are far below 2^53, hence exact.
        self.half_points as f64 / (2.0 * f64::from(self.visits.max(1)))
    }
}

const ROOT: usize = 0;

impl<T: Copy + Ord> Uct<T> {
    /// Creates an agent.
    #[must_use]
    pub fn new(config: UctConfig) -> Self {
        Self {
            config,
            rng: Rng::new(0),
            nodes: Vec::new(),
            inverse_roots: vec![0.0],
        }
    }

    /// 1/√n. Square roots and quotients are exactly rounded everywhere, so this is portable.
    fn inverse_root(&mut self, n: u32) -> f64 {
        while self.inverse_roots.len() <= n as usize {
            self.inverse_roots
                .push(1.0 / (self.inverse_roots.len() as f64).sqrt());
        }
        self.inverse_roots[n as usize]
    }

    /// The child to visit next.
    fn select(&mut self, parent: usize) -> usize {
        let Node {
            first_child,
            children,
            tried,
            visits,
            ..
        } = self.nodes[parent];
        let first = first_child as usize;
        if tried < children {
            let pick = first + (tried + self.rng.below(children - tried)) as usize;
            let next = first + tried as usize;
            self.nodes.swap(pick, next);
            self.nodes[parent].tried += 1;
            return next;
        }
        // A child cannot have more visits than its parent, so this fills the table for all.
        self.inverse_root(visits);
        let weight = self.config.exploration * libm::log(f64::from(visits)).sqrt();
        let mut best = (first, f64::NEG_INFINITY);
        for (i, node) in (first..).zip(&self.nodes[first..first + children as usize]) {
            let bound = node.mean() + weight * self.inverse_roots[node.visits as usize];
            if bound > best.1 {
                best = (i, bound);
            }
        }
        best.0
    }

    fn expand<G: Game<Turn = T>>(&mut self, node: usize, game: &G, turns: &mut Vec<T>) {
        turns.clear();
        game.turns_into(turns);
        self.nodes[node].first_child = self.nodes.len() as u32;
        self.nodes[node].children = turns.len() as u32;
        self.nodes.extend(turns.iter().map(|&turn| Node::new(turn)));
    }

    /// Plays random turns to the end and returns the winner.
    fn playout<G: Game<Turn = T>>(&mut self, game: &mut G) -> Option<Seat> {
        for _ in 0..PLAYOUT_LIMIT {
            match game.pick_turn(|n| self.rng.below(n)) {
                Some(turn) => game.play_unchecked(turn),
                None => return game.outcome().and_then(|outcome| outcome.winner),
            }
        }
        None
    }

    fn most_visited(&self, parent: usize) -> Option<usize> {
        let node = &self.nodes[parent];
        let first = node.first_child as usize;
        let children = first..first + node.children as usize;
        // Ties are broken by the better result, then by the smaller turn.
        children
            .filter(|&i| self.nodes[i].visits > 0)
            .max_by(|&a, &b| {
                let key = |i: usize| (self.nodes[i].visits, self.nodes[i].half_points);
                key(a)
                    .cmp(&key(b))
                    .then(self.nodes[b].turn.cmp(&self.nodes[a].turn))
            })
    }

    fn line(&self) -> Vec<T> {
        let mut line = Vec::new();
        let mut node = ROOT;
        while let Some(next) = self.most_visited(node) {
            line.push(self.nodes[next].turn);
            node = next;
        }
        line
    }

    fn is_spent(&self, playouts: u32, start: Option<Instant>) -> bool {
        match self.config.budget {
            Budget::Nodes(nodes) => playouts >= nodes,
            Budget::Time(time) => {
                // The clock is read after every eighth playout; at least one playout is made.
                playouts > 0
                    && playouts.is_multiple_of(8)
                    && start.is_some_and(|start| start.elapsed() >= time)
            }
        }
    }
}

impl<G: Game> Agent<G> for Uct<G::Turn> {
    fn begin(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, game: &G, stop: &Stop) -> Result<Choice<G::Turn>, ChooseError> {
        let mut turns = game.turns();
        let &any = turns.first().ok_or(ChooseError::GameOver)?;
        if turns.len() == 1 {
            return Ok(Choice::new(any));
        }
        let start = match self.config.budget {
            Budget::Nodes(_) => None,
            Budget::Time(_) => Some(Instant::now()),
        };
        self.nodes.clear();
        // The root's own turn is never used.
        self.nodes.push(Node::new(any));
        self.expand(ROOT, game, &mut turns);

        let mut current = game.clone();
        let mut path: Vec<(usize, Seat)> = Vec::new();
        let mut playouts = 0;
        let mut depth = 0;
        while !self.is_spent(playouts, start) {
            if stop.is_requested() {
                return Err(ChooseError::Stopped);
            }
            current.clone_from(game);
            path.clear();
            let mut node = ROOT;
            loop {
                if self.nodes[node].children == 0
                    && self.nodes[node].visits + 1 >= EXPANSION_VISITS
                    && node != ROOT
                    && self.nodes.len() < MAX_NODES
                {
                    self.expand(node, &current, &mut turns);
                }
                if self.nodes[node].children == 0 {
                    break;
                }
                node = self.select(node);
                path.push((node, current.to_move()));
                current.play_unchecked(self.nodes[node].turn);
            }
            depth = depth.max(path.len() as u32);
            let winner = self.playout(&mut current);
            playouts += 1;
            self.nodes[ROOT].visits += 1;
            for &(node, player) in &path {
                let node = &mut self.nodes[node];
                node.visits += 1;
                node.half_points += match winner {
                    None => 1,
                    Some(seat) if seat == player => 2,
                    Some(_) => 0,
                };
            }
        }
        let best = self.most_visited(ROOT).ok_or(ChooseError::Stopped)?;
        Ok(Choice {
            value: Some(ForMover(ExpectedScore(self.nodes[best].mean()))),
            nodes: Some(playouts.into()),
            depth: Some(depth),
            line: self.line(),
            ..Choice::new(self.nodes[best].turn)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use flipside_rules::{
        Hexflip, Notation as _, RuleSet as _, Sayu, hexflip, no_attachments, sayu,
    };

    use super::*;

    fn choose<G: Game>(game: &G, nodes: u32, seed: u64) -> Choice<G::Turn> {
        let config = UctConfig {
            budget: Budget::Nodes(nodes),
            ..UctConfig::default()
        };
        let mut agent = Uct::new(config);
        Agent::<G>::begin(&mut agent, seed);
        agent.choose(game, &Stop::new()).unwrap()
    }

    #[test]
    fn the_same_seed_gives_the_same_choice() {
        fn check<G: Game>() {
            let game = G::new(G::Rules::default());
            let choice = choose(&game, 300, 5);
            assert_eq!(choose(&game, 300, 5), choice);
            assert_eq!(choice.nodes, Some(300));
            let other: Vec<_> = (6..12).map(|seed| choose(&game, 300, seed).turn).collect();
            assert!(
                other.iter().any(|&turn| turn != choice.turn),
                "seeds make no difference"
            );
        }
        check::<Hexflip>();
        check::<Sayu>();
    }

    #[test]
    fn a_turn_that_wins_by_force_is_found() {
        // With a fourth piece on row c and one left in hand, First wins: Second has nothing on the
        // board to break the line with. (With an empty hand First would lose by having no turn.)
        let rules = hexflip::Rules::parse("hand=4", &no_attachments).unwrap();
        let position = hexflip::Position::parse(&rules, "3/4/xxx2/4/3 x 3 2").unwrap();
        let game = Hexflip::from_position(rules, position);
        let choice = choose(&game, 4_000, 1);
        assert!(game.turn_text(choice.turn).contains("c4"), "{choice:?}");
        assert!(choice.value.unwrap().0.0 > 0.9, "{choice:?}");
    }

    #[test]
    fn a_stop_request_ends_the_search() {
        let config = UctConfig {
            budget: Budget::Nodes(u32::MAX),
            ..UctConfig::default()
        };
        let mut agent = Uct::new(config);
        let stop = Stop::new();
        stop.request();
        let game = Hexflip::new(hexflip::Rules::default());
        assert_eq!(agent.choose(&game, &stop), Err(ChooseError::Stopped));
    }

    #[test]
    fn a_time_budget_ends() {
        let budget = Budget::Time(Duration::from_millis(5));
        let mut agent = Uct::new(UctConfig {
            budget,
            ..UctConfig::default()
        });
        let game = Sayu::new(sayu::Rules::default());
        assert!(agent.choose(&game, &Stop::new()).unwrap().nodes > Some(0));
    }
}
