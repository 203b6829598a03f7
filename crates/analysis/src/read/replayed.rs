//! Replays games for the statistics.

use flipside_records::{
    Canonical, EndReason, Format, GameFault, GameRecord, Header, HeaderError, Replay, ScheduleSpec,
};
use flipside_rules::{ForFirst, GameResult, Seat};
use flipside_stats::pairs::MatchSeat;
use flipside_tablebase::{Probe, TableError};

use super::pairs::PairStatus;
use super::valued::{MaybeSolved, ValuedTurns};
use crate::accumulate::{Failure, FailureReason, GameFacts, Named, OpeningFacts, Swap};

/// The reason of a game that is excluded with its void partner.
pub(crate) const VOID_PARTNER: &str = "void-partner";

/// The text of a swap, in games with a pie rule.
const SWAP: &str = "swap";

/// A swap is the game's second turn, or the first one from a given position.
const LAST_SWAP: u32 = 2;

/// Replays the games of one file.
pub(super) struct Replayer<'a, G: MaybeSolved> {
    header: Header,
    replay: Replay<G>,
    spec: Option<ScheduleSpec>,
    /// The number of turns of the opening that the agents choose.
    chosen: u32,
    canonical: Canonical<G>,
    /// The opening of the current game, up to symmetry.
    opening: Vec<G::Turn>,
    legal_turns: Vec<u32>,
    chains: Vec<u32>,
    /// The swap, if the game has one.
    swap: Option<G::Turn>,
    values: Option<ValuedTurns<'a>>,
}

/// Why a game has no facts.
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

impl<'a, G: MaybeSolved> Replayer<'a, G> {
    /// A table must be for the rules of the games; it values the turns of Hexflip.
    pub(super) fn new(header: &Header, table: Option<&'a dyn Probe>) -> Result<Self, HeaderError> {
        let rules = header.rules_of::<G>()?;
        let spec: Option<ScheduleSpec> = header.schedule.parse().ok();
        Ok(Self {
            header: header.clone(),
            replay: Replay::new(header)?,
            chosen: header.agents_open(),
            spec,
            canonical: Canonical::new(&rules),
            swap: G::new(rules).parse_turn(SWAP).ok(),
            opening: Vec::new(),
            legal_turns: Vec::new(),
            chains: Vec::new(),
            values: table.map(ValuedTurns::new),
        })
    }

    /// Replays a game and passes its facts to `each`.
    pub(super) fn game(
        &mut self,
        record: &GameRecord,
        status: PairStatus,
        each: impl FnOnce(&GameFacts<'_>),
    ) -> Result<(), NoFacts> {
        use GameResult::{Draw, Unfinished, Void, Win};
        // The start of the representative of a game that starts from a given position.
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
        if let Some(values) = &mut self.values {
            values.begin();
        }
        let opening_turns = record.opening;
        let mut number = 0;
        let (swap, mut swapped) = (self.swap, None);
        // The other turns of the opening were chosen by the agents.
        let given = (self.chosen + 1, opening_turns);
        let (mut first_hash, mut opening_hash) = (0, 0);
        self.opening.clear();
        let end = self.replay.game(record, |game, turn| {
            self.legal_turns
                .push(u32::try_from(game.count_turns()).unwrap_or(u32::MAX));
            self.chains
                .extend(G::conversions(turn).filter(|&length| length > 0));
            let image = self.canonical.push(turn);
            number += 1;
            if number <= LAST_SWAP
                && let Some(swap) = swap.filter(|&swap| game.check(swap).is_ok())
            {
                swapped = Some(Swap {
                    taken: turn == swap,
                    given: (given.0..=given.1).contains(&number),
                });
            }
            if let Some(values) = &mut self.values {
                game.add_to(values, turn, (given.0..=given.1).contains(&number));
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
        let proven_after = |turns| self.values.as_ref()?.proven_after(turns);
        let opening = OpeningFacts {
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
        let (result, reason) = match (status, record.end.result) {
            (PairStatus::Void, Win(_) | Draw | Unfinished) => (Void, VOID_PARTNER),
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
        let pairing = self.pairing(record, status);
        let values = match &mut self.values {
            Some(values) => values.game(given, winner, agents)?,
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
            swap: swapped,
            decided_by_opening: record.end.reason == EndReason::Adjudicated
                && opening_turns as usize == record.turns.len(),
            hash: self.canonical.plain_hash(),
            symmetric_hash: self.canonical.hash(),
            legal_turns: &self.legal_turns,
            margin: end.margin().map(|ForFirst(margin)| margin),
            chains: G::HAS_MARGIN.then_some(self.chains.as_slice()),
            pairing,
            partner_missing: status == PairStatus::Missing,
            values,
        });
        Ok(())
    }

    /// Returns pair and seat of A, the agent with the smaller number, if two agents swap seats. The
    /// pairs of imported games are unknown.
    fn pairing(&self, record: &GameRecord, status: PairStatus) -> Option<MatchSeat> {
        let format = self.spec.map(|spec| spec.format);
        let [first, second] = record.players;
        if first == second || format == Some(Format::FixedSeats) {
            return None;
        }
        let seat_of_a = if first < second {
            Seat::First
        } else {
            Seat::Second
        };
        let has_partner = matches!(status, PairStatus::Partner | PairStatus::Void);
        Some(MatchSeat {
            pair: has_partner.then_some(record.id / 2),
            seat_of_a,
        })
    }
}

/// Returns the failure in a game, if known.
fn failure(record: &GameRecord, to_move: Seat) -> Option<Failure> {
    let kind = FailureReason::of(record.end.reason)?;
    let seat = record.failed(to_move)?;
    let void = record.end.result == GameResult::Void;
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
