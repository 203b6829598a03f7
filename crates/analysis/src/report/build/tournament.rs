//! Figures of a tournament from the totals of its groups.

use super::verdict::{self, Basics};
use crate::accumulate::{Failures, GroupTotals};
use crate::report::model::{
    AgentFailures, Meeting, Provenance, RatingZero, Standing, Stopping, TournamentFormat,
    TournamentReport,
};
use flipside_stats::bradley_terry::{PairingCounts, Rating, Ratings, fit};
use flipside_stats::design::Design;
use flipside_stats::distinct::Distinct;
use flipside_stats::elo::GameCounts;
use flipside_stats::sample::Sample;
use flipside_stats::tally::Tally;

/// The description of a tournament, which its games do not contain.
#[derive(Clone, Debug)]
pub struct TournamentInfo {
    /// A short name for links and folders, like those of groups.
    pub id: String,
    /// The game as in records.
    pub game: String,
    /// The rule set's name as in records.
    pub rules: String,
    /// The format.
    pub format: Option<TournamentFormat>,
    /// The difference from other tournaments of the same game and rules, such as `4 random opening
    /// turns`. `None` if there are no others.
    pub distinction: Option<String>,
    /// All agents; in a gauntlet the base comes first.
    pub agents: Vec<String>,
    /// How the games were sampled.
    pub design: Design,
    /// All games by independent units.
    pub sample: Sample,
    /// The origin of the games.
    pub provenance: Provenance,
    /// Runs that may stop before their last game.
    pub stopping: Vec<Stopping>,
    /// The groups and their two agents, by index.
    pub groups: Vec<(usize, [u32; 2])>,
}

/// The games of two agents.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    /// The group's short name.
    pub id: &'a str,
    /// The indices of the agents, the first-named one first; equal if it plays itself.
    pub players: [usize; 2],
    /// Their games.
    pub totals: &'a GroupTotals,
}

/// Computes all figures of a tournament. Shares within `margin` of one half count as balanced.
#[must_use]
pub fn tournament(info: TournamentInfo, parts: &[Part<'_>], margin: f64) -> TournamentReport {
    let is_gauntlet = info.format == Some(TournamentFormat::Gauntlet);
    let base = (is_gauntlet && !info.agents.is_empty()).then_some(0);
    let agents = info.agents.iter().enumerate();
    let mut order: Vec<(usize, Standing)> = agents
        .map(|(agent, name)| (agent, standing(agent, name, parts)))
        .collect();
    let ratings = Rated::fit(&order, parts);
    for (agent, standing) in &mut order {
        standing.rating = ratings.as_ref().and_then(|r| r.rating(*agent, base));
    }
    // Equally strong ones stay in their order.
    let elo = |standing: &Standing| standing.rating.map_or(f64::NEG_INFINITY, |r| r.elo);
    order.sort_by(|(_, a), (_, b)| elo(b).total_cmp(&elo(a)));
    for place in 1..order.len() {
        let (above, below) = (order[place - 1].0, order[place].0);
        let superiority = ratings.as_ref().and_then(|r| r.superiority(above, below));
        order[place - 1].1.superiority_to_next = superiority;
    }
    let (order, standings): (Vec<usize>, Vec<Standing>) = order.into_iter().unzip();
    let crosstable = order
        .iter()
        .map(|&row| {
            order
                .iter()
                .map(|&column| meeting(row, column, parts))
                .collect()
        })
        .collect();
    let of_two = || {
        parts
            .iter()
            .filter(|part| part.players[0] != part.players[1])
    };
    let encounters = of_two().filter(|p| p.totals.tally.games() > 0).count() as u64;
    let mut tally = Tally::default();
    let mut distinct = Distinct::default();
    for part in parts {
        tally.merge(&part.totals.tally);
        distinct.merge(&part.totals.distinct_up_to_symmetry);
    }
    let basics = Basics {
        design: info.design,
        sample: &info.sample,
        distinct_up_to_symmetry: distinct.count(),
        stopping: &info.stopping,
        margin,
        list: info.provenance.opening_list.as_ref().map(|list| list.count),
    };
    let (advantage, verdict) = (verdict::advantage(&basics), verdict::verdict(&basics));
    TournamentReport {
        zero: match base {
            Some(base) => RatingZero::Agent {
                agent: info.agents[base].clone(),
            },
            None => RatingZero::VirtualPlayer,
        },
        standings,
        crosstable,
        encounters,
        tally,
        advantage,
        verdict,
        id: info.id,
        game: info.game,
        rules: info.rules,
        format: info.format,
        distinction: info.distinction,
        provenance: info.provenance,
        stopping: info.stopping,
    }
}

/// The ratings of the agents that have games with an outcome. Others would have only the prior, and
/// make the mean uncertain.
struct Rated {
    ratings: Ratings,
    /// The agents, in the order of the ratings.
    agents: Vec<usize>,
}

impl Rated {
    fn fit(standings: &[(usize, Standing)], parts: &[Part<'_>]) -> Option<Self> {
        let with_games = standings.iter().filter(|(_, s)| s.score.is_some());
        let agents: Vec<usize> = with_games.map(|(agent, _)| *agent).collect();
        let place = |agent| agents.iter().position(|a| *a == agent);
        let encounters: Vec<PairingCounts> = parts
            .iter()
            .filter(|part| part.players[0] != part.players[1])
            .filter_map(|part| {
                Some(PairingCounts {
                    a: place(part.players[0])?,
                    b: place(part.players[1])?,
                    games: part.totals.pairs.games(),
                })
            })
            .collect();
        let ratings = fit(agents.len(), &encounters)?;
        Some(Self { ratings, agents })
    }

    fn place(&self, agent: usize) -> Option<usize> {
        self.agents.iter().position(|a| *a == agent)
    }

    /// An agent's rating on the tournament's scale.
    fn rating(&self, agent: usize, base: Option<usize>) -> Option<Rating> {
        let agent = self.place(agent)?;
        match base {
            Some(base) => self.ratings.difference(agent, self.place(base)?),
            None => self.ratings.rating(agent),
        }
    }

    fn superiority(&self, a: usize, b: usize) -> Option<f64> {
        self.ratings.superiority(self.place(a)?, self.place(b)?)
    }
}

/// Returns the results of an agent against all others, without its rating.
fn standing(agent: usize, name: &str, parts: &[Part<'_>]) -> Standing {
    let mut failures = AgentFailures {
        agent: name.to_owned(),
        games: 0,
        failures: Failures::default(),
    };
    let mut games = GameCounts::default();
    let (mut pairs, mut unfinished, mut void) = (0, 0, 0);
    for part in parts.iter().filter(|part| part.players.contains(&agent)) {
        let totals = part.totals;
        failures.games += totals.tally.games();
        let seats = part.players.iter().zip(&totals.failures);
        for (_, failed) in seats.filter(|(player, _)| **player == agent) {
            failures.failures.merge(failed);
        }
        if part.players[0] != part.players[1] {
            games.merge(&viewed(part, agent));
            pairs += totals.pairs.counts().pairs();
            unfinished += totals.tally.unfinished;
            void += totals.tally.void;
        }
    }
    Standing {
        agent: name.to_owned(),
        rating: None,
        superiority_to_next: None,
        score: games.estimate().map(|estimate| estimate.score),
        games,
        pairs,
        unfinished,
        void,
        failures,
    }
}

/// Returns the score of one agent against another.
fn meeting(agent: usize, opponent: usize, parts: &[Part<'_>]) -> Option<Meeting> {
    let part = parts
        .iter()
        .find(|part| part.players == [agent, opponent] || part.players == [opponent, agent]);
    let part = part.filter(|_| agent != opponent)?;
    let games = viewed(part, agent);
    Some(Meeting {
        group: part.id.to_owned(),
        games,
        pairs: part.totals.pairs.counts().pairs(),
        score: games.estimate().map(|estimate| estimate.score),
    })
}

/// The games of a part from the viewpoint of one of its agents.
fn viewed(part: &Part<'_>, agent: usize) -> GameCounts {
    let games = part.totals.pairs.games();
    if part.players[0] == agent {
        return games;
    }
    GameCounts {
        wins: games.losses,
        losses: games.wins,
        draws: games.draws,
    }
}
