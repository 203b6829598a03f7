//! One game replayed for the statistics.

use flipside_records::{
    Arrangement, Canonical, Error, Format, GameRecord, Header, RawBlock, Replay,
};
use flipside_rules::{ForFirst, Game, Seat};

use flipside_stats::pairs::MatchSeat;

use crate::accumulate::{GameFacts, Named, Opening};

/// Replays games of one file and gives what the statistics look at.
pub(super) struct Replayer<G: Game> {
    header: Header,
    replay: Replay<G>,
    arrangement: Option<Arrangement>,
    canonical: Canonical<G>,
    /// Opening turns, up to symmetry, of the game at hand.
    opening: Vec<G::Turn>,
    legal_turns: Vec<u32>,
    chains: Vec<u32>,
}

impl<G: Game> Replayer<G> {
    pub(super) fn new(header: &Header, file: &str) -> Result<Self, Error> {
        let error = |error: flipside_records::HeaderError| Error {
            file: file.to_string(),
            fault: error.into(),
        };
        Ok(Self {
            header: header.clone(),
            replay: Replay::new(header).map_err(error)?,
            arrangement: header.schedule.parse().ok(),
            canonical: Canonical::new(&header.rules_of::<G>().map_err(error)?),
            opening: Vec::new(),
            legal_turns: Vec::new(),
            chains: Vec::new(),
        })
    }

    /// Replays a game and hands its facts to `each`.
    pub(super) fn game(
        &mut self,
        block: &RawBlock,
        record: &GameRecord,
        each: impl FnOnce(&GameFacts<'_>),
    ) -> Result<(), Error> {
        self.canonical.begin();
        self.legal_turns.clear();
        self.chains.clear();
        let opening_turns = record.opening;
        let mut number = 0;
        let (mut first_hash, mut opening_hash) = (0, 0);
        self.opening.clear();
        let end = self
            .replay
            .game(record, |game, turn| {
                self.legal_turns
                    .push(u32::try_from(game.count_turns()).unwrap_or(u32::MAX));
                self.chains
                    .extend(G::conversions(turn).filter(|&length| length > 0));
                let image = self.canonical.push(turn);
                number += 1;
                if number <= opening_turns {
                    self.opening.push(image);
                    opening_hash = self.canonical.hash();
                    if number == 1 {
                        first_hash = opening_hash;
                    }
                }
            })
            .map_err(|fault| block.fault_of(record.id, fault))?;
        let text = |turns: &[G::Turn]| -> String {
            turns
                .iter()
                .map(|&turn| end.turn_text(turn))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let opening = Opening {
            whole: Named {
                hash: opening_hash,
                text: &|| text(&self.opening),
            },
            first_turn: Named {
                hash: first_hash,
                text: &|| text(&self.opening[..1]),
            },
        };
        each(&GameFacts {
            number: record.id,
            seed: self.header.seed.unwrap_or_default(),
            result: record.end.result,
            reason: record.end.reason.name(&self.header).unwrap_or("unknown"),
            opening: (opening_turns > 0).then_some(opening),
            turns: record.turns.len() as u32,
            hash: self.canonical.plain_hash(),
            symmetric_hash: self.canonical.hash(),
            legal_turns: &self.legal_turns,
            margin: end.margin().map(|ForFirst(margin)| margin),
            chains: G::HAS_MARGIN.then_some(self.chains.as_slice()),
            pairing: self.pairing(record),
        });
        Ok(())
    }

    /// Pair and seat of A, the agent with the smaller number, if two agents swap seats. Imported
    /// games may do so, but nothing says which belong together.
    fn pairing(&self, record: &GameRecord) -> Option<MatchSeat> {
        let format = self.arrangement.map(|arrangement| arrangement.format);
        let [first, second] = record.players;
        if first == second || format == Some(Format::FixedSeats) {
            return None;
        }
        let seat_of_a = if first < second {
            Seat::First
        } else {
            Seat::Second
        };
        let agents = self.header.agents.len() as u32;
        let pair = format
            .filter(|format| format.is_paired())
            .map(|format| format.place(agents, record.id).pair);
        Some(MatchSeat { pair, seat_of_a })
    }
}
