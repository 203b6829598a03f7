//! Playing one game.

use flipside_ai::{Agent, BuildError, Choice, NoChoice, Playable, Stop, build};
use flipside_records::{Annotation, End, EndReason, GameRecord, GameResult, Place, RecordedScore};
use flipside_rules::ForMover;

use crate::{GameEntry, OpeningError, Tournament};

/// The agents of one thread: each twice, since an agent may sit in both seats at once.
pub struct Players<G: Playable> {
    seats: Vec<[Box<dyn Agent<G>>; 2]>,
}

impl<G: Playable> Players<G> {
    /// The players of a tournament.
    ///
    /// # Errors
    /// If an agent cannot be built.
    pub fn new(tournament: &Tournament<G>) -> Result<Self, BuildError> {
        let pair = |spec| Ok([build(spec)?, build(spec)?]);
        let seats: Result<_, BuildError> = tournament.agents.iter().map(pair).collect();
        Ok(Self { seats: seats? })
    }

    /// Tells both players of a game about a turn that is going to be played.
    fn observe(&mut self, entry: &GameEntry, game: &G, turn: G::Turn) {
        for (seat, &player) in entry.place.players.iter().enumerate() {
            self.seats[player as usize][seat].observe(game, turn);
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

/// Plays the game of an entry. `None` if the agents were asked to stop before it was over.
///
/// # Errors
/// If no opening can be drawn.
pub fn play_game<G: Playable>(
    tournament: &Tournament<G>,
    entry: &GameEntry,
    players: &mut Players<G>,
    stop: &Stop,
) -> Result<Option<GameRecord>, OpeningError> {
    let mut game = G::new(tournament.rules.clone());
    let Place {
        opening,
        players: seats,
        ..
    } = entry.place;
    let mut record = GameRecord::new(entry.game, seats, entry.seed);
    for (seat, &player) in seats.iter().enumerate() {
        players.seats[player as usize][seat].begin(entry.agent_seeds[seat]);
    }
    let turns = tournament.opening.get(&game, opening, entry.opening_seed)?;
    for turn in turns {
        players.observe(entry, &game, turn);
        game.play_unchecked(turn);
        record.turns.push::<G>(turn);
        record.opening += 1;
        if tournament.annotate {
            record.annotations.push(Annotation::default());
        }
    }
    record.end = loop {
        if let Some(outcome) = game.outcome() {
            // An outcome's reason is always one of the game's own; see `Game::REASONS`.
            break End::by_rules::<G>(outcome).unwrap_or(End::PLY_LIMIT);
        }
        if record.turns.len() >= tournament.max_turns as usize {
            break End::PLY_LIMIT;
        }
        let seat = game.to_move();
        let player = seats[seat.index()] as usize;
        let choice = match players.seats[player][seat.index()].choose(&game, stop) {
            Ok(choice) => choice,
            Err(NoChoice::Stopped) => return Ok(None),
            Err(NoChoice::GameOver | NoChoice::Failed(_)) => {
                // The game is not over: an agent that says so has failed.
                break End {
                    result: GameResult::Win(seat.other()),
                    reason: EndReason::Crash,
                };
            }
        };
        if game.check(choice.turn).is_err() {
            break End {
                result: GameResult::Win(seat.other()),
                reason: EndReason::Illegal,
            };
        }
        players.observe(entry, &game, choice.turn);
        game.play_unchecked(choice.turn);
        record.turns.push::<G>(choice.turn);
        if tournament.annotate {
            record.annotations.push(annotation(&choice));
        }
    };
    Ok(Some(record))
}
