//! Built-in agents that are known to be stronger than those of a group, from a table of measured
//! matches.

use super::agents;
use crate::report::model::{Players, Stronger};

/// Game, agent, stronger agent, and the stronger one's games won, lost and drawn, by columns.
const TABLE: &str = include_str!("../../../../../data/levels/stronger.tsv");

/// Returns the stronger agents known for a group, except agents of the group.
pub(super) fn stronger(game: &str, players: &Players) -> Vec<Stronger> {
    let agents = agents(players);
    let known = agents.iter().filter_map(|agent| of(game, agent));
    known
        .filter(|known| !agents.contains(&&known.stronger))
        .collect()
}

fn of(game: &str, agent: &str) -> Option<Stronger> {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| {
        let columns: [&str; 6] = row.split('\t').collect::<Vec<_>>().try_into().ok()?;
        let [of_game, measured, stronger, won, lost, drawn] = columns;
        (of_game == game && is_no_stronger(agent, measured)).then_some(())?;
        Some(Stronger {
            agent: agent.to_owned(),
            stronger: stronger.to_owned(),
            measured_against: measured.to_owned(),
            won: won.parse().ok()?,
            lost: lost.parse().ok()?,
            drawn: drawn.parse().ok()?,
        })
    })
    .next()
}

/// Returns whether an agent is the measured one, or the same with a smaller budget.
fn is_no_stronger(agent: &str, measured: &str) -> bool {
    let number = |spec: &str| -> Option<(String, u64)> {
        let (kind, number) = spec.split_once('=')?;
        Some((kind.to_owned(), number.parse().ok()?))
    };
    match (number(agent), number(measured)) {
        (Some((kind, number)), Some((of_kind, most))) => kind == of_kind && number <= most,
        _ => agent == measured,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_agents_are_known() {
        let names = |game: &str, agent: &str| of(game, agent).map(|known| known.stronger);
        let best = |name: &str| Some(name.to_owned());
        for (game, of_uct) in [("hexflip", "level:n=8"), ("sayu", "mcts:nodes=1100")] {
            for agent in ["random", "greedy", "level:n=7", "alphabeta:nodes=100"] {
                assert_eq!(names(game, agent), best("level:n=8"), "{game} {agent}");
            }
            for agent in ["uct:nodes=30", "uct:nodes=1000"] {
                assert_eq!(names(game, agent), best(of_uct), "{game} {agent}");
            }
            for agent in [
                "level:n=8",
                "uct:nodes=100000000",
                "uct:c=1,nodes=30",
                "uct:ms=30",
                "greedy:weights=mine.toml",
                "perfect:table=x",
                "engine:cmd=\"a b=3\"",
            ] {
                assert_eq!(names(game, agent), None, "{game} {agent}");
            }
        }
    }

    #[test]
    fn whoever_is_there_is_not_recommended() {
        let players = |a: &str, b: &str| Players::Match {
            a: a.to_owned(),
            b: b.to_owned(),
        };
        assert_eq!(stronger("hexflip", &players("random", "greedy")).len(), 2);
        assert!(stronger("hexflip", &players("level:n=8", "greedy")).is_empty());
    }
}
