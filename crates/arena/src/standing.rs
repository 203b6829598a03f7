//! The standing of a tournament: a fold over its games in the order of the schedule.

use std::path::Path;

use flipside_records::{
    Canonical, EndReason, Error, Fault, Format, GameRecord, Header, Reader, ScheduleSpec, Slot,
    sampling_design,
};
use flipside_rules::{FullGame, GameResult, Seat};
use flipside_stats::balance::BalanceRun;
use flipside_stats::design::Design;
use flipside_stats::elo::{GameCounts, PairCounts};
use flipside_stats::pairs::{MatchSeat, Pairs};
use flipside_stats::sample::UnitGames;
use flipside_stats::sprt::{SprtError, SprtStop};
use flipside_stats::stopping::{StopRule, StopTest};
use flipside_stats::tally::Tally;

/// The facts about a game that a standing needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// The game's number.
    pub game: u64,
    /// Its result.
    pub result: GameResult,
    /// Why it ended.
    pub reason: EndReason,
    /// Whether an agent failed.
    pub failed: bool,
    /// Hash of its opening up to symmetry; without an opening, that of the game. Computed only if the
    /// stop rule needs it.
    pub opening: u64,
    /// Hash of the game up to symmetry. Computed only if the stop rule needs it.
    pub hash: u64,
}

/// Makes summaries of games.
pub struct Summariser<G: FullGame> {
    canonical: Option<Canonical<G>>,
}

impl<G: FullGame> Summariser<G> {
    /// For runs with this stop rule.
    pub fn new(rules: &G::Rules, stop: Option<StopRule>) -> Self {
        let balance = matches!(stop, Some(StopRule::Balance { .. }));
        Self {
            canonical: balance.then(|| Canonical::new(rules)),
        }
    }

    /// The summary of a game.
    pub fn summary(&mut self, record: &GameRecord) -> GameSummary {
        let (opening, hash) = self.canonical.as_mut().map_or((0, 0), |canonical| {
            canonical.begin();
            let mut opening = None;
            for (number, turn) in (1..).zip(record.turns.iter::<G>().flatten()) {
                canonical.push(turn);
                if number == record.opening {
                    opening = Some(canonical.hash());
                }
            }
            let hash = canonical.hash();
            (opening.unwrap_or(hash), hash)
        });
        GameSummary {
            game: record.id,
            result: record.end.result,
            reason: record.end.reason,
            failed: is_failure(record),
            opening,
            hash,
        }
    }
}

/// Whether an agent failed in a game.
fn is_failure(record: &GameRecord) -> bool {
    let reason = matches!(
        record.end.reason,
        EndReason::Illegal | EndReason::Timeout | EndReason::Crash
    );
    reason || record.end.result == GameResult::Void
}

/// The score of two agents against each other, from the viewpoint of the first of them.
#[derive(Clone, Debug)]
pub struct PairingScore {
    /// The agents, by number. In self-play both are the same, and the first-named is First.
    pub players: [u32; 2],
    pairs: Pairs,
}

impl PairingScore {
    /// Games with an outcome.
    #[must_use]
    pub fn games(&self) -> GameCounts {
        self.pairs.games()
    }

    /// Complete pairs.
    #[must_use]
    pub fn pairs(&self) -> PairCounts {
        self.pairs.counts()
    }

    /// Games stopped before they were over.
    #[must_use]
    pub fn unfinished(&self) -> u64 {
        self.pairs.unfinished()
    }

    /// Games that are void or whose partner is void.
    #[must_use]
    pub fn void(&self) -> u64 {
        self.pairs.void()
    }
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug)]
pub struct SprtStatus {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The bounds at which the test decides.
    pub bounds: (f64, f64),
    /// The decision, if there is one.
    pub stopped: Option<SprtStop>,
}

/// The standing of a tournament.
#[derive(Clone, Debug)]
pub struct Standing {
    format: Format,
    design: Design,
    agents: u32,
    games: u64,
    failures: u64,
    pairings: Vec<PairingScore>,
    first: Tally,
    test: Option<StopTest>,
    /// The first game of a pair whose second one is missing so far.
    held: Option<GameSummary>,
}

impl Standing {
    /// A tournament of this many agents, before its first game.
    ///
    /// # Errors
    /// If the stop rule has invalid parameters.
    pub fn new(spec: &ScheduleSpec, agents: u32) -> Result<Self, SprtError> {
        let format = spec.format;
        let design = sampling_design(Some(spec), agents);
        let test = spec.stop.map(|rule| StopTest::new(rule, design));
        let pairings = (0..format.pairings(agents))
            .map(|number| PairingScore {
                players: format.pairing(agents, number),
                pairs: Pairs::default(),
            })
            .collect();
        Ok(Self {
            format,
            design,
            agents,
            games: 0,
            failures: 0,
            pairings,
            first: Tally::default(),
            test: test.transpose()?,
            held: None,
        })
    }

    /// Adds the next game in the order of the schedule.
    pub fn add(&mut self, game: &GameSummary) {
        self.games += 1;
        self.failures += u64::from(game.failed);
        let slot = self.format.slot(self.agents, game.game);
        let seat = MatchSeat {
            pair: self.format.is_paired().then_some(slot.pair),
            seat_of_a: self.seat_of_a(&slot),
        };
        self.pairings[slot.pairing as usize]
            .pairs
            .add(seat, game.result);
        if !self.format.is_paired() {
            self.count(&[*game]);
        } else if let Some(partner) = self.held.take() {
            self.count(&[partner, *game]);
        } else {
            self.held = Some(*game);
        }
    }

    /// The seat of the first agent of a pairing.
    fn seat_of_a(&self, slot: &Slot) -> Seat {
        // The number of a pairing is below the number of pairings.
        match slot.players[0] == self.pairings[slot.pairing as usize].players[0] {
            true => Seat::First,
            false => Seat::Second,
        }
    }

    /// Adds a pair, or a single game if games are not paired, unless one of the games is void.
    fn count(&mut self, games: &[GameSummary]) {
        let results: Vec<GameResult> = games.iter().map(|game| game.result).collect();
        if results.contains(&GameResult::Void) {
            return;
        }
        results.iter().for_each(|&result| self.first.add(result));
        let slot = self.format.slot(self.agents, games[0].game);
        let seat_of_a = self.seat_of_a(&slot);
        if let Some(test) = &mut self.test {
            test.add(&UnitGames {
                unit: slot.unit_number(self.design.unit),
                opening: games[0].opening,
                seat_of_a,
                results: &results,
                hashes: &games.iter().map(|game| game.hash).collect::<Vec<_>>(),
            });
        }
    }

    /// Number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Games in which an agent failed.
    #[must_use]
    pub const fn failures(&self) -> u64 {
        self.failures
    }

    /// The scores of all pairings of agents.
    #[must_use]
    pub fn pairings(&self) -> &[PairingScore] {
        &self.pairings
    }

    /// Results by seat, excluding void games and their partners. A game whose partner is missing so
    /// far is counted.
    #[must_use]
    pub fn by_seat(&self) -> Tally {
        let mut first = self.first;
        if let Some(single) = self.held.filter(|game| game.result != GameResult::Void) {
            first.add(single.result);
        }
        first
    }

    /// The state of the sequential test. `None` if the run has none.
    #[must_use]
    pub fn sprt(&self) -> Option<SprtStatus> {
        let Some(StopTest::Sprt(run)) = &self.test else {
            return None;
        };
        Some(SprtStatus {
            llr: run.final_llr(),
            bounds: run.bounds(),
            stopped: run.stopped(),
        })
    }

    /// The state of the test of First's advantage. `None` if the run has none.
    #[must_use]
    pub fn balance(&self) -> Option<&BalanceRun> {
        match &self.test {
            Some(StopTest::Balance(run)) => Some(run),
            _ => None,
        }
    }

    /// Whether the run stops here: later games are not counted.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(StopTest::is_decided)
    }

    /// Reads the standing of a record file.
    ///
    /// # Errors
    /// If the file cannot be read, or was not written by a tournament.
    pub fn read<G: FullGame>(path: &Path) -> Result<Self, Error> {
        let mut reader = Reader::open(path)?;
        let header = reader.header().clone();
        let mut standing = Self::of_header(&header, reader.file())?;
        standing.read_below::<G>(&mut reader, u64::MAX)?;
        reader.check_ending()?;
        Ok(standing)
    }

    /// Reads the standing of a record file after the games with numbers below a bound; later games may
    /// be torn.
    pub(crate) fn read_part<G: FullGame>(path: &Path, below: u64) -> Result<Self, Error> {
        let mut reader = Reader::open(path)?;
        let header = reader.header().clone();
        let mut standing = Self::of_header(&header, reader.file())?;
        standing.read_below::<G>(&mut reader, below)?;
        Ok(standing)
    }

    fn of_header(header: &Header, file: &str) -> Result<Self, Error> {
        let foreign = || Error {
            file: file.to_string(),
            fault: Fault::Damaged {
                offset: 0,
                what: "its header does not describe a tournament",
            },
        };
        let spec: ScheduleSpec = header.schedule.parse().map_err(|_| foreign())?;
        Self::new(&spec, header.agents.len() as u32).map_err(|_| foreign())
    }

    /// Adds the remaining games of a reader with numbers below a bound.
    fn read_below<G: FullGame>(
        &mut self,
        reader: &mut Reader<impl std::io::Read + Send>,
        below: u64,
    ) -> Result<(), Error> {
        let header = reader.header();
        let rules = header.rules_of::<G>().map_err(|fault| Error {
            file: reader.file().to_string(),
            fault: fault.into(),
        })?;
        let stop = header
            .schedule
            .parse::<ScheduleSpec>()
            .ok()
            .and_then(|spec| spec.stop);
        reader.map_blocks(
            |header, block| {
                let mut summariser = Summariser::<G>::new(&rules, stop);
                let games = block.decode(header)?;
                Ok(games
                    .iter()
                    .map(|game| summariser.summary(game))
                    .collect::<Vec<_>>())
            },
            |summaries: Result<Vec<GameSummary>, Error>| {
                let summaries = summaries?;
                let below = summaries.iter().filter(|summary| summary.game < below);
                below.for_each(|summary| self.add(summary));
                Ok(())
            },
        )
    }
}
