//! The score of a match, read from its records.

use std::path::Path;

use flipside_records::{Error, GameResult, Reader};

/// Games of a match by their result, from the viewpoint of agent A (number 0 in the file).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MatchScore {
    /// Games that A won.
    pub wins: u64,
    /// Games that A lost.
    pub losses: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games stopped before they were over.
    pub unfinished: u64,
    /// Games that count for nothing.
    pub void: u64,
}

impl MatchScore {
    fn add(mut self, other: Self) -> Self {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.void += other.void;
        self
    }

    fn of(result: GameResult, players: [u32; 2]) -> Self {
        let mut score = Self::default();
        match result {
            GameResult::Win(seat) if players[seat.index()] == 0 => score.wins = 1,
            GameResult::Win(_) => score.losses = 1,
            GameResult::Draw => score.draws = 1,
            GameResult::Unfinished => score.unfinished = 1,
            GameResult::Void => score.void = 1,
        }
        score
    }
}

/// Reads the score of a match. In self-play, A is First.
///
/// # Errors
/// If the file cannot be read.
pub fn match_score(path: &Path) -> Result<MatchScore, Error> {
    let mut reader = Reader::open(path)?;
    let mut total = MatchScore::default();
    reader.map_blocks(
        |header, block| {
            let self_play = header.agents.len() == 1;
            let games = block.decode(header)?;
            Ok(games.iter().fold(MatchScore::default(), |score, game| {
                let players = if self_play { [0, 1] } else { game.players };
                score.add(MatchScore::of(game.end.result, players))
            }))
        },
        |score: Result<MatchScore, Error>| {
            total = total.add(score?);
            Ok::<(), Error>(())
        },
    )?;
    reader.check_ending()?;
    Ok(total)
}
