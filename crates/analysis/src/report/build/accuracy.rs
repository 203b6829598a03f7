//! From judged turns to the figures of a report.

use super::agents;
use crate::accumulate::{AccuracyTotals, Phase, TurnTotals};
use crate::report::model::{Accuracy, AgentAccuracy, PhaseAccuracy, Players, TurnAccuracy};

/// The figures of a group; `None` if nothing was judged.
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
