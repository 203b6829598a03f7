//! Figures of turn accuracy.

use super::agents;
use crate::accumulate::{AccuracyTotals, GroupTotals, Phase, TurnTotals, ValueTotals};
use crate::report::model::{
    Accuracy, AgentAccuracy, OpeningValues, OpeningsOfValue, PhaseAccuracy, Players, TurnAccuracy,
};
use flipside_rules::Seat;
use flipside_stats::advantage::Advantage;

/// Returns the figures of a group; `None` without a table.
pub(super) fn accuracy(players: &Players, totals: &AccuracyTotals) -> Option<Accuracy> {
    (totals.games > 0).then(|| Accuracy {
        games: totals.games,
        agents: agents(players)
            .into_iter()
            .zip(&totals.turns)
            .map(|(agent, phases)| of_agent(agent, phases))
            .collect(),
        decided: totals.decided.clone().into(),
        decided_by_opening: totals.decided_by_opening,
        won_undecided: totals.won_undecided,
    })
}

fn of_agent(agent: &str, phases: &[TurnTotals; Phase::ALL.len()]) -> AgentAccuracy {
    let mut all = TurnTotals::default();
    phases.iter().for_each(|phase| all.merge(phase));
    let by_phase = Phase::ALL.into_iter().zip(phases);
    AgentAccuracy {
        agent: agent.to_owned(),
        all: figures(&all),
        phases: by_phase
            .map(|(phase, totals)| PhaseAccuracy {
                phase,
                turns: figures(totals),
            })
            .filter(|phase| phase.turns.lost.of > 0)
            .collect(),
    }
}

fn figures(totals: &TurnTotals) -> TurnAccuracy {
    TurnAccuracy {
        lost: totals.lost(),
        lost_of_critical: totals.lost_of_critical(),
        win_to_draw: totals.win_to_draw,
        win_to_loss: totals.win_to_loss,
        draw_to_loss: totals.draw_to_loss,
        lengthening: totals.lengthening(),
    }
}

/// Returns the openings by value; `None` without a table.
pub(super) fn opening_values(totals: &GroupTotals) -> Option<OpeningValues> {
    let values = &totals.opening_values;
    let games = [&values.first, &values.second, &values.neither].map(|v| v.tally.finished());
    let all: u64 = games.iter().sum();
    if all == 0 {
        return None;
    }
    let listed = totals.openings.by_frequency();
    let of = |winner: Option<Seat>, totals: &ValueTotals| OpeningsOfValue {
        openings: listed.as_ref().map(|all| {
            let proven = all.iter().filter_map(|one| one.proven);
            proven.filter(|proven| proven.winner == winner).count() as u64
        }),
        tally: totals.tally,
        advantage: Advantage::by_opening(&totals.tally, &totals.clusters.summary()),
    };
    Some(OpeningValues {
        first: of(Some(Seat::First), &values.first),
        second: of(Some(Seat::Second), &values.second),
        neither: of(None, &values.neither),
        share_by_value: (games[0] as f64 + games[2] as f64 / 2.0) / all as f64,
    })
}
