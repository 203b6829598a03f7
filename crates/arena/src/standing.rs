//! Where a tournament stands: everything that follows from its games in the order of the schedule.

use std::path::Path;

use flipside_records::{
    Arrangement, Canonical, EndReason, Error, Fault, Format, GameRecord, GameResult, Header,
    Reader, StopRule,
};
use flipside_rules::{Game, Seat};
use flipside_stats::balance::BalanceRun;
use flipside_stats::elo::{GameCounts, PairCounts};
use flipside_stats::pairs::{MatchSeat, Pairs};
use flipside_stats::sprt::{Sprt, SprtError, SprtRun, SprtStop};
use flipside_stats::tally::Tally;

/// What a standing has to know of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// The game's number.
    pub game: u64,
    /// What it counts as.
    pub result: GameResult,
    /// Why it ended.
    pub reason: EndReason,
    /// Whether an agent failed.
    pub failed: bool,
    /// Equal for games that depend on each other: those with the same opening up to symmetry, or
    /// without an opening, copies. Only found out where the run may stop for balance.
    pub cluster: u64,
}

/// Makes summaries of games.
pub struct Summariser<G: Game> {
    canonical: Option<Canonical<G>>,
}

impl<G: Game> Summariser<G> {
    /// For runs with this rule to stop.
    pub fn new(rules: &G::Rules, stop: Option<StopRule>) -> Self {
        let balance = matches!(stop, Some(StopRule::Balance { .. }));
        Self {
            canonical: balance.then(|| Canonical::new(rules)),
        }
    }

    /// The summary of a game.
    pub fn summary(&mut self, record: &GameRecord) -> GameSummary {
        let cluster = self.canonical.as_mut().map_or(0, |canonical| {
            let length = match record.opening {
                0 => record.turns.len(),
                opening => opening as usize,
            };
            canonical.begin();
            for turn in record.turns.iter::<G>().flatten().take(length) {
                canonical.push(turn);
            }
            canonical.hash()
        });
        GameSummary {
            game: record.id,
            result: record.end.result,
            reason: record.end.reason,
            failed: is_failure(record),
            cluster,
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

/// Two agents that meet, from the viewpoint of the first-named.
#[derive(Clone, Debug)]
pub struct Encounter {
    /// The agents, by number. In self-play both are the same, and the first-named is First.
    pub players: [u32; 2],
    pairs: Pairs,
}

impl Encounter {
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

    /// Games that are void or whose partner is.
    #[must_use]
    pub fn void(&self) -> u64 {
        self.pairs.void()
    }
}

/// Whether the run may stop.
#[derive(Clone, Debug)]
enum Test {
    None,
    Sprt(Sprt, SprtRun),
    Balance(Box<BalanceRun>),
}

/// Where a sequential test stands.
#[derive(Clone, Copy, Debug)]
pub struct SprtStatus {
    /// The log-likelihood ratio; `None` where it cannot be computed.
    pub llr: Option<f64>,
    /// The bounds at which the test decides.
    pub bounds: (f64, f64),
    /// Where it stopped.
    pub stopped: Option<SprtStop>,
}

/// Where a tournament stands.
#[derive(Clone, Debug)]
pub struct Standing {
    format: Format,
    agents: u32,
    games: u64,
    failures: u64,
    encounters: Vec<Encounter>,
    first: Tally,
    test: Test,
    /// The first game of a pair whose second one is not there yet.
    held: Option<GameSummary>,
}

impl Standing {
    /// A tournament of so many agents, before its first game.
    ///
    /// # Errors
    /// If the rule to stop is no test.
    pub fn new(arrangement: &Arrangement, agents: u32) -> Result<Self, SprtError> {
        let format = arrangement.format;
        let test = match arrangement.stop {
            None => Test::None,
            Some(StopRule::Sprt {
                scale,
                elo0,
                elo1,
                alpha,
                beta,
            }) => {
                let sprt = Sprt::new(elo0, elo1, scale, alpha, beta)?;
                Test::Sprt(sprt, SprtRun::new(sprt))
            }
            Some(StopRule::Balance { margin, games }) => {
                Test::Balance(Box::new(BalanceRun::new(margin, games)))
            }
        };
        let encounters = (0..format.pairings(agents))
            .map(|number| Encounter {
                players: format.pairing(agents, number),
                pairs: Pairs::default(),
            })
            .collect();
        Ok(Self {
            format,
            agents,
            games: 0,
            failures: 0,
            encounters,
            first: Tally::default(),
            test,
            held: None,
        })
    }

    /// Adds the next game in the order of the schedule.
    pub fn add(&mut self, game: &GameSummary) {
        self.games += 1;
        self.failures += u64::from(game.failed);
        let place = self.format.place(self.agents, game.game);
        // The number of an encounter is below that of encounters.
        let encounter = &mut self.encounters[place.pairing as usize];
        let seat = MatchSeat {
            pair: self.format.is_paired().then_some(place.pair),
            seat_of_a: if place.players[0] == encounter.players[0] {
                Seat::First
            } else {
                Seat::Second
            },
        };
        let pair = encounter.pairs.add(seat, game.result);
        if let (Test::Sprt(_, run), Some(half_points)) = (&mut self.test, pair) {
            run.add(half_points);
        }
        if !self.format.is_paired() {
            self.count(&[*game]);
        } else if let Some(partner) = self.held.take() {
            self.count(&[partner, *game]);
        } else {
            self.held = Some(*game);
        }
    }

    /// Counts games for First's advantage: all or none.
    fn count(&mut self, games: &[GameSummary]) {
        if games.iter().any(|game| game.result == GameResult::Void) {
            return;
        }
        for game in games {
            self.first.add(game.result);
            if let Test::Balance(run) = &mut self.test {
                run.add(game.result, game.cluster);
            }
        }
    }

    /// How many games there are.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Games in which an agent failed.
    #[must_use]
    pub const fn failures(&self) -> u64 {
        self.failures
    }

    /// Who has met whom.
    #[must_use]
    pub fn encounters(&self) -> &[Encounter] {
        &self.encounters
    }

    /// Results by seat, void games and the partners of such left out. A game whose partner is not
    /// there yet is counted.
    #[must_use]
    pub fn by_seat(&self) -> Tally {
        let mut first = self.first;
        if let Some(single) = self.held.filter(|game| game.result != GameResult::Void) {
            first.add(single.result);
        }
        first
    }

    /// Where the sequential test stands, if there is one.
    #[must_use]
    pub fn sprt(&self) -> Option<SprtStatus> {
        let Test::Sprt(sprt, run) = &self.test else {
            return None;
        };
        Some(SprtStatus {
            llr: run.final_llr(),
            bounds: sprt.bounds(),
            stopped: run.stopped(),
        })
    }

    /// Where the question about First's advantage stands, if the run may stop for that.
    #[must_use]
    pub fn balance(&self) -> Option<&BalanceRun> {
        match &self.test {
            Test::Balance(run) => Some(run),
            _ => None,
        }
    }

    /// Whether the run stops here: nothing that comes later counts.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        match &self.test {
            Test::None => false,
            Test::Sprt(_, run) => run.stopped().is_some(),
            Test::Balance(run) => run.stopped().is_some(),
        }
    }

    /// Reads the standing of a record file.
    ///
    /// # Errors
    /// If the file cannot be read, or is not one that a tournament has written.
    pub fn read<G: Game>(path: &Path) -> Result<Self, Error> {
        let mut reader = Reader::open(path)?;
        let header = reader.header().clone();
        let mut standing = Self::of_header(&header, reader.file())?;
        standing.read_below::<G>(&mut reader, u64::MAX)?;
        reader.check_ending()?;
        Ok(standing)
    }

    /// Reads the standing of a record file after the games with numbers below a bound; what follows
    /// may be torn.
    pub(crate) fn read_part<G: Game>(path: &Path, below: u64) -> Result<Self, Error> {
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
                what: "its header does not say how a tournament was played",
            },
        };
        let arrangement: Arrangement = header.schedule.parse().map_err(|_| foreign())?;
        Self::new(&arrangement, header.agents.len() as u32).map_err(|_| foreign())
    }

    /// Adds the games that a reader has left, with numbers below a bound.
    fn read_below<G: Game>(
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
            .parse::<Arrangement>()
            .ok()
            .and_then(|arrangement| arrangement.stop);
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
