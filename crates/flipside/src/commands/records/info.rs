//! `records info`: what a file holds.

use std::fs;
use std::io::Write;
use std::path::Path;

use flipside_records::{Ending, Error, Fault, GameRecord, Reader};
use flipside_rules::{GameResult, Seat};
use serde::Serialize;

/// What a file holds, in the order in which it is written as JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Info {
    /// The game.
    pub game: String,
    /// The rule set.
    pub rules: String,
    /// The agents' specs.
    pub agents: Vec<String>,
    /// The experiment's seed.
    pub seed: Option<u64>,
    /// How games are scheduled.
    pub schedule: String,
    /// The behaviour version.
    pub behaviour: u32,
    /// The configuration's fingerprint in hexadecimal digits.
    pub fingerprint: String,
    /// How many games there are.
    pub games: u64,
    /// Games that First won.
    pub first: u64,
    /// Games that Second won.
    pub second: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that were stopped before they were over.
    pub unfinished: u64,
    /// Games that count nowhere.
    pub void: u64,
    /// Number of the first game.
    pub first_id: Option<u64>,
    /// Number of the last game.
    pub last_id: Option<u64>,
    /// Turns in all games.
    pub turns: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Bytes of the file per turn, everything included.
    pub bytes_per_turn: Option<f64>,
    /// Games per block.
    pub games_per_block: u32,
    /// The file's format version.
    pub format_version: u16,
    /// Whether the file does not end in a torn frame.
    pub complete: bool,
    /// Whether the planned run has been completed.
    pub finished: bool,
}

impl Info {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is not a record file, is damaged, or cannot be read. A torn tail is not an error.
    pub fn of(path: &Path) -> Result<Self, Error> {
        let mut reader = Reader::open(path)?;
        let header = reader.header();
        let mut info = Self {
            game: header.game.clone(),
            rules: header.rules.clone(),
            agents: header.agents.clone(),
            seed: header.seed,
            schedule: header.schedule.clone(),
            behaviour: header.behaviour,
            fingerprint: format!("{:016x}", header.fingerprint()),
            games: 0,
            first: 0,
            second: 0,
            draws: 0,
            unfinished: 0,
            void: 0,
            first_id: None,
            last_id: None,
            turns: 0,
            bytes: 0,
            bytes_per_turn: None,
            games_per_block: header.games_per_block,
            format_version: reader.version(),
            complete: true,
            finished: false,
        };
        reader.map_blocks(
            |header, block| block.decode(header),
            |games| {
                games?.iter().for_each(|game| info.count(game));
                Ok::<_, Error>(())
            },
        )?;
        info.bytes = fs::metadata(path)
            .map_err(|error| Error::new(reader.file(), Fault::Io { offset: 0, error }))?
            .len();
        let per_turn = info.bytes as f64 / info.turns as f64;
        info.bytes_per_turn = (info.turns > 0).then(|| (per_turn * 1e4).round() / 1e4);
        info.complete = !matches!(reader.ending(), Some(Ending::Torn { .. }));
        info.finished = reader.ending() == Some(Ending::Finished);
        Ok(info)
    }

    fn count(&mut self, game: &GameRecord) {
        self.games += 1;
        self.turns += game.turns.len() as u64;
        self.first_id = self.first_id.or(Some(game.id));
        self.last_id = Some(game.id);
        *match game.end.result {
            GameResult::Win(Seat::First) => &mut self.first,
            GameResult::Win(Seat::Second) => &mut self.second,
            GameResult::Draw => &mut self.draws,
            GameResult::Unfinished => &mut self.unfinished,
            GameResult::Void => &mut self.void,
        } += 1;
    }
}

/// Writes what a file holds as a JSON object.
///
/// # Errors
/// As [`Info::of`], or if the output cannot be written.
pub fn info(path: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let info = Info::of(path)?;
    let mut json = serde_json::to_vec_pretty(&info)?;
    json.push(b'\n');
    out.write_all(&json)?;
    Ok(out.flush()?)
}
