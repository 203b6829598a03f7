//! One game replayed for the statistics.

use flipside_records::{
    Arrangement, Canonical, EndReason, Format, GameFault, GameRecord, GameResult, Header,
    HeaderError, Replay,
};
use flipside_rules::{ForFirst, Game, Seat};
use flipside_stats::pairs::MatchSeat;
use flipside_tablebase::{Probe, TableError};

use super::judged::JudgedTurns;
use super::partners::Company;
use crate::accumulate::{Failure, FailureKind, GameFacts, Named, Opening};

/// In place of the reason of a game that is left out with its void partner.
pub(crate) const VOID_PARTNER: &str = "void-partner";

/// Replays games of one file and gives what the statistics look at.
pub(super) struct Replayer<'a, G: Game> {
    header: Header,
    replay: Replay<G>,
    arrangement: Option<Arrangement>,
    canonical: Canonical<G>,
    /// Opening turns, up to symmetry, of the game at hand.
    opening: Vec<G::Turn>,
    legal_turns: Vec<u32>,
    chains: Vec<u32>,
    judge: Option<JudgedTurns<'a>>,
}

/// Why a game makes no facts.
pub(super) enum NoFacts {
    /// It contradicts the rules.
    Fault(GameFault),
    /// The table failed.
    Table(TableError),
}

impl From<GameFault> for NoFacts {
    fn from(fault: GameFault) -> Self {
        Self::Fault(fault)
    }
}

impl From<TableError> for NoFacts {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

impl<'a, G: Game> Replayer<'a, G> {
    /// With a table, games of Hexflip are judged by it; it must be for their rules.
    pub(super) fn new(header: &Header, table: Option<&'a dyn Probe>) -> Result<Self, HeaderError> {
        Ok(Self {
            header: header.clone(),
            replay: Replay::new(header)?,
            arrangement: header.schedule.parse().ok(),
            canonical: Canonical::new(&header.rules_of::<G>()?),
            opening: Vec::new(),
            legal_turns: Vec::new(),
            chains: Vec::new(),
            judge: table.map(JudgedTurns::new),
        })
    }

    /// Replays a game and hands its facts to `each`.
    pub(super) fn game(
        &mut self,
        record: &GameRecord,
        company: Company,
        each: impl FnOnce(&GameFacts<'_>),
    ) -> Result<(), NoFacts> {
        use GameResult::{Draw, Unfinished, Void, Win};
        // Where the representative of a game starts that does not start as usual.
        let start = match &record.start {
            None => {
                self.canonical.begin();
                None
            }
            Some(_) => {
                let start = self.replay.start(record)?;
                Some(self.canonical.begin_at(start.position()))
            }
        };
        self.legal_turns.clear();
        self.chains.clear();
        if let Some(judge) = &mut self.judge {
            judge.begin();
        }
        let opening_turns = record.opening;
        let mut number = 0;
        let (mut first_hash, mut opening_hash) = (0, 0);
        self.opening.clear();
        let end = self.replay.game(record, |game, turn| {
            self.legal_turns
                .push(u32::try_from(game.count_turns()).unwrap_or(u32::MAX));
            self.chains
                .extend(G::conversions(turn).filter(|&length| length > 0));
            let image = self.canonical.push(turn);
            number += 1;
            if let Some(judge) = &mut self.judge {
                judge.turn(game, &turn, number <= opening_turns);
            }
            if number <= opening_turns {
                self.opening.push(image);
                opening_hash = self.canonical.hash();
                if number == 1 {
                    first_hash = opening_hash;
                }
            }
        })?;
        let text = |turns: &[G::Turn]| -> String {
            let turns: Vec<String> = turns.iter().map(|&turn| end.turn_text(turn)).collect();
            match &start {
                None => turns.join(" "),
                Some(start) => {
                    let start = G::from_position(end.rules().clone(), start.clone());
                    format!("{} from {}", turns.join(" "), start.position_text())
                }
            }
        };
        let proven_after = |turns| self.judge.as_ref()?.proven_after(turns);
        let opening = Opening {
            whole: Named {
                hash: opening_hash,
                text: &|| text(&self.opening),
                proven: proven_after(opening_turns),
            },
            first_turn: Named {
                hash: first_hash,
                text: &|| text(&self.opening[..1]),
                proven: proven_after(1),
            },
        };
        let (result, reason) = match (company, record.end.result) {
            (Company::Void, Win(_) | Draw | Unfinished) => (Void, VOID_PARTNER),
            (_, result) => {
                let reason = record.end.reason.name(&self.header);
                (result, reason.unwrap_or("unknown"))
            }
        };
        let winner = match result {
            Win(seat) => Some(seat),
            _ => None,
        };
        let [first, second] = record.players;
        let agents = [first > second, second > first].map(usize::from);
        let pairing = self.pairing(record, company);
        let judged = match &mut self.judge {
            Some(judge) => judge.judged(opening_turns, winner, agents)?,
            None => None,
        };
        each(&GameFacts {
            number: record.id,
            seed: self.header.seed.unwrap_or_default(),
            result,
            reason,
            failure: failure(record, end.to_move()),
            opening: (opening_turns > 0).then_some(opening),
            turns: record.turns.len() as u32,
            decided_by_opening: record.end.reason == EndReason::Adjudicated
                && opening_turns as usize == record.turns.len(),
            hash: self.canonical.plain_hash(),
            symmetric_hash: self.canonical.hash(),
            legal_turns: &self.legal_turns,
            margin: end.margin().map(|ForFirst(margin)| margin),
            chains: G::HAS_MARGIN.then_some(self.chains.as_slice()),
            pairing,
            partner_missing: company == Company::Missing,
            judged,
        });
        Ok(())
    }

    /// Pair and seat of A, the agent with the smaller number, if two agents swap seats. Imported
    /// games may do so, but nothing says which belong together.
    fn pairing(&self, record: &GameRecord, company: Company) -> Option<MatchSeat> {
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
        let has_partner = matches!(company, Company::Partner | Company::Void);
        Some(MatchSeat {
            pair: has_partner.then_some(record.id / 2),
            seat_of_a,
        })
    }
}

/// Who failed in a game: who lost by that, or in a void game the player to move.
fn failure(record: &GameRecord, to_move: Seat) -> Option<Failure> {
    let kind = FailureKind::of(record.end.reason)?;
    let (seat, void) = match record.end.result {
        GameResult::Win(winner) => (winner.other(), false),
        _ => (to_move, true),
    };
    let [mine, other] = match seat {
        Seat::First => record.players,
        Seat::Second => [record.players[1], record.players[0]],
    };
    Some(Failure {
        agent: usize::from(mine > other),
        kind,
        void,
    })
}
