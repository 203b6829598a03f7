//! Playing one game.

use std::time::Duration;

use flipside_ai::{
    Adjudicator, AgentFactory, AgentFailure, AgentFailureKind, BuildError, Choice, Stop,
};
use flipside_records::{Annotation, End, EndReason, GameRecord, RecordedScore};
use flipside_rules::{ForMover, FullGame, GameResult, Seat};

use crate::player::Player;
use crate::{GameEntry, RunError, Tournament};

/// The agents of one thread, each twice, since an agent may have both seats at once; and the
/// adjudicator. The second copy of an agent is used only in games against itself, so that an external
/// engine runs once on each thread unless it plays itself.
pub struct Players<'a, G: FullGame> {
    factory: &'a dyn AgentFactory<G>,
    seats: Vec<[Player<G>; 2]>,
    adjudicator: Option<Box<dyn Adjudicator<G>>>,
}

/// A played game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game.
    pub record: GameRecord,
    /// The number of the agent that failed, and its failure.
    pub failure: Option<(u32, AgentFailure)>,
}

impl<'a, G: FullGame> Players<'a, G> {
    /// The players of a tournament.
    ///
    /// # Errors
    /// If an agent or the adjudicator cannot be built.
    pub fn new(
        tournament: &Tournament<G>,
        factory: &'a dyn AgentFactory<G>,
    ) -> Result<Self, BuildError> {
        let pair = |spec| Ok([Player::new(spec, factory)?, Player::new(spec, factory)?]);
        let seats: Result<_, BuildError> = tournament.agents.iter().map(pair).collect();
        let table = tournament.schedule.adjudication.as_ref();
        let adjudicator = table.map(|table| factory.adjudicator(table, &tournament.rules));
        Ok(Self {
            factory,
            seats: seats?,
            adjudicator: adjudicator.transpose()?,
        })
    }

    /// The winner of a game by adjudication, if it is decided.
    fn winner(&mut self, game: &G) -> Result<Option<Seat>, RunError> {
        match &mut self.adjudicator {
            None => Ok(None),
            Some(adjudicator) => adjudicator.winner(game).map_err(RunError::Adjudication),
        }
    }

    fn player(&mut self, entry: &GameEntry, seat: Seat) -> &mut Player<G> {
        let players = entry.slot.players;
        let copy = match players[0] == players[1] {
            true => seat.index(),
            false => 0,
        };
        &mut self.seats[players[seat.index()] as usize][copy]
    }

    /// Takes the remarks of all agents, each with the agent's number.
    pub fn take_notes(&mut self) -> Vec<(u32, String)> {
        let agents = (0..).zip(&mut self.seats);
        let notes = agents.flat_map(|(agent, copies)| {
            let notes = copies.iter_mut().flat_map(Player::take_notes);
            notes.map(move |note| (agent, note))
        });
        notes.collect()
    }

    /// Informs both players of a turn before it is played.
    fn observe(&mut self, entry: &GameEntry, game: &G, turn: G::Turn) {
        for seat in Seat::BOTH {
            self.player(entry, seat).observe(game, turn);
        }
    }
}

impl<G: FullGame> Drop for Players<'_, G> {
    /// All agents shut down at the same time.
    fn drop(&mut self) {
        self.seats.iter_mut().flatten().for_each(Player::release);
    }
}

fn annotation<T>(choice: &Choice<T>) -> Annotation {
    Annotation {
        value: choice
            .value
            .and_then(|ForMover(score)| RecordedScore::from_expected(score))
            .map(ForMover),
        nodes: choice.nodes,
        depth: choice.depth,
    }
}

/// The end of a game in which an agent failed. The agent loses; if it failed before the first turn,
/// the game is void.
fn end_by_failure(kind: AgentFailureKind, seat: Seat) -> End {
    let reason = match kind {
        AgentFailureKind::Start | AgentFailureKind::Crash => EndReason::Crash,
        AgentFailureKind::Illegal => EndReason::Illegal,
        AgentFailureKind::Timeout => EndReason::Timeout,
    };
    let result = match kind {
        AgentFailureKind::Start => GameResult::Void,
        _ => GameResult::Win(seat.other()),
    };
    End { result, reason }
}

/// Plays the prescribed turns of an opening.
fn give_opening<G: FullGame>(
    tournament: &Tournament<G>,
    entry: &GameEntry,
    players: &mut Players<'_, G>,
    game: &mut G,
    record: &mut GameRecord,
) -> Result<(), RunError> {
    let (number, seed) = (entry.slot.opening, entry.opening_seed);
    for turn in tournament.schedule.opening.get(game, number, seed)? {
        players.observe(entry, game, turn);
        game.play_unchecked(turn);
        record.turns.push::<G>(turn);
        record.opening += 1;
        if tournament.schedule.annotated {
            record.annotations.push(Annotation::default());
        }
    }
    Ok(())
}

/// Plays the game of an entry. `None` on a stop request before its end.
///
/// # Errors
/// If no opening can be drawn, or the table for adjudication fails.
pub fn play_game<G: FullGame>(
    tournament: &Tournament<G>,
    entry: &GameEntry,
    players: &mut Players<'_, G>,
    stop: &Stop,
) -> Result<Option<PlayedGame>, RunError> {
    let mut game = G::new(tournament.rules.clone());
    let slot = entry.slot;
    let mut record = GameRecord::new(entry.game, slot.players, entry.seed);
    let factory = players.factory;
    for seat in Seat::BOTH {
        let seed = entry.agent_seeds[seat.index()];
        players.player(entry, seat).begin(seed, factory);
    }
    let chosen = tournament.schedule.opening.agent_turns() as usize;
    let mut is_open = chosen > 0;
    if !is_open {
        give_opening(tournament, entry, players, &mut game, &mut record)?;
    }
    let (mut failure, mut failed) = (None, None);
    record.end = 'game: {
        for seat in Seat::BOTH {
            match players.player(entry, seat).prepare(&game, stop) {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(cause) => {
                    let end = end_by_failure(cause.kind, seat);
                    failure = Some((slot.players[seat.index()], cause));
                    failed = Some(seat);
                    break 'game end;
                }
            }
        }
        loop {
            if let Some(outcome) = game.outcome() {
                // The reason of an outcome is always in `Game::REASONS`.
                break 'game End::by_rules::<G>(outcome).unwrap_or(End::PLY_LIMIT);
            }
            if is_open && record.turns.len() >= chosen {
                is_open = false;
                give_opening(tournament, entry, players, &mut game, &mut record)?;
                continue;
            }
            if !is_open && let Some(winner) = players.winner(&game)? {
                break 'game End {
                    result: GameResult::Win(winner),
                    reason: EndReason::Adjudicated,
                };
            }
            if record.turns.len() >= tournament.schedule.max_turns as usize {
                break 'game End::PLY_LIMIT;
            }
            let seat = game.to_move();
            let limit = tournament.schedule.turn_ms.map(Duration::from_millis);
            let choice = match players.player(entry, seat).choose(&game, stop, limit) {
                Ok(Some(choice)) => choice,
                Ok(None) => return Ok(None),
                Err(cause) => {
                    let end = end_by_failure(cause.kind, seat);
                    failure = Some((slot.players[seat.index()], cause));
                    failed = Some(seat);
                    break 'game end;
                }
            };
            players.observe(entry, &game, choice.turn);
            game.play_unchecked(choice.turn);
            record.turns.push::<G>(choice.turn);
            record.opening += u32::from(is_open);
            if tournament.schedule.annotated {
                record.annotations.push(annotation(&choice));
            }
        }
    };
    record.void_by = failed.filter(|_| record.end.result == GameResult::Void);
    Ok(Some(PlayedGame { record, failure }))
}
