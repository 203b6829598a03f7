//! Playing one game.

use flipside_ai::{Adjudicator, AgentFailure, BuildError, Choice, FailureKind, Roster, Stop};
use flipside_records::{Annotation, End, EndReason, GameRecord, GameResult, RecordedScore};
use flipside_rules::{ForMover, Game, Seat};

use crate::player::Player;
use crate::{GameEntry, RunError, Tournament};

/// The agents of one thread, each twice, since an agent may sit in both seats at once; and who
/// decides games before they are over.
pub struct Players<'a, G: Game> {
    roster: &'a dyn Roster<G>,
    seats: Vec<[Player<G>; 2]>,
    adjudicator: Option<Box<dyn Adjudicator<G>>>,
}

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game.
    pub record: GameRecord,
    /// The agent that failed in it, by number, and how.
    pub failure: Option<(u32, AgentFailure)>,
}

impl<'a, G: Game> Players<'a, G> {
    /// The players of a tournament.
    ///
    /// # Errors
    /// If an agent cannot be built, or the table for adjudication cannot be had.
    pub fn new(tournament: &Tournament<G>, roster: &'a dyn Roster<G>) -> Result<Self, BuildError> {
        let pair = |spec| Ok([Player::new(spec, roster)?, Player::new(spec, roster)?]);
        let seats: Result<_, BuildError> = tournament.agents.iter().map(pair).collect();
        let table = tournament.adjudication.as_ref();
        let adjudicator = table.map(|table| roster.adjudicator(table, &tournament.rules));
        Ok(Self {
            roster,
            seats: seats?,
            adjudicator: adjudicator.transpose()?,
        })
    }

    /// Who has won a game already, if that is decided.
    fn winner(&mut self, game: &G) -> Result<Option<Seat>, RunError> {
        match &mut self.adjudicator {
            None => Ok(None),
            Some(adjudicator) => adjudicator.winner(game).map_err(RunError::Adjudication),
        }
    }

    fn player(&mut self, entry: &GameEntry, seat: Seat) -> &mut Player<G> {
        &mut self.seats[entry.place.players[seat.index()] as usize][seat.index()]
    }

    /// Tells both players of a game about a turn that is going to be played.
    fn observe(&mut self, entry: &GameEntry, game: &G, turn: G::Turn) {
        for seat in Seat::BOTH {
            self.player(entry, seat).observe(game, turn);
        }
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

/// What a game counts as in which an agent has failed: who fails to play loses, but where an agent
/// never came to play there was no game.
fn end_by_failure(kind: FailureKind, seat: Seat) -> End {
    let reason = match kind {
        FailureKind::Start | FailureKind::Crash => EndReason::Crash,
        FailureKind::Illegal => EndReason::Illegal,
        FailureKind::Timeout => EndReason::Timeout,
    };
    let result = match kind {
        FailureKind::Start => GameResult::Void,
        _ => GameResult::Win(seat.other()),
    };
    End { result, reason }
}

/// Plays the game of an entry. `None` if the agents were asked to stop before it was over.
///
/// # Errors
/// If no opening can be drawn, or the table for adjudication fails.
pub fn play_game<G: Game>(
    tournament: &Tournament<G>,
    entry: &GameEntry,
    players: &mut Players<'_, G>,
    stop: &Stop,
) -> Result<Option<PlayedGame>, RunError> {
    let mut game = G::new(tournament.rules.clone());
    let place = entry.place;
    let mut record = GameRecord::new(entry.game, place.players, entry.seed);
    let roster = players.roster;
    for seat in Seat::BOTH {
        let seed = entry.agent_seeds[seat.index()];
        players.player(entry, seat).begin(seed, roster);
    }
    let opening = tournament
        .opening
        .get(&game, place.opening, entry.opening_seed)?;
    for turn in opening {
        players.observe(entry, &game, turn);
        game.play_unchecked(turn);
        record.turns.push::<G>(turn);
        record.opening += 1;
        if tournament.annotate {
            record.annotations.push(Annotation::default());
        }
    }
    let mut failure = None;
    record.end = 'game: {
        for seat in Seat::BOTH {
            match players.player(entry, seat).prepare(&game, stop) {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(cause) => {
                    let end = end_by_failure(cause.kind, seat);
                    failure = Some((place.players[seat.index()], cause));
                    break 'game end;
                }
            }
        }
        loop {
            if let Some(outcome) = game.outcome() {
                // An outcome's reason is always one of the game's own; see `Game::REASONS`.
                break 'game End::by_rules::<G>(outcome).unwrap_or(End::PLY_LIMIT);
            }
            if let Some(winner) = players.winner(&game)? {
                break 'game End {
                    result: GameResult::Win(winner),
                    reason: EndReason::Adjudicated,
                };
            }
            if record.turns.len() >= tournament.max_turns as usize {
                break 'game End::PLY_LIMIT;
            }
            let seat = game.to_move();
            let limit = tournament.turn_limit;
            let choice = match players.player(entry, seat).choose(&game, stop, limit) {
                Ok(Some(choice)) => choice,
                Ok(None) => return Ok(None),
                Err(cause) => {
                    let end = end_by_failure(cause.kind, seat);
                    failure = Some((place.players[seat.index()], cause));
                    break 'game end;
                }
            };
            players.observe(entry, &game, choice.turn);
            game.play_unchecked(choice.turn);
            record.turns.push::<G>(choice.turn);
            if tournament.annotate {
                record.annotations.push(annotation(&choice));
            }
        }
    };
    Ok(Some(PlayedGame { record, failure }))
}
