//! Games sorted into groups, and groups into tournaments.

use flipside_records::{Error, Format, Header, ScheduleSpec, sampling_design};
use flipside_rules::with_game;

use super::distinctions::{Details, distinctions};
use super::files::Source;
use super::ids::Ids;
use super::runs::Run;
use super::table::TableFile;
use super::{ReadError, games, provenance};
use crate::accumulate::GroupTotals;
use crate::report::build::{GroupInfo, TournamentInfo};
use crate::report::model::{Players, Provenance, Stopping, TournamentFormat};
use flipside_stats::advantage::UnitKind;
use flipside_stats::design::{Design, Question};
use flipside_stats::sample::Sample;

/// What the games of a tournament have in common.
#[derive(Clone, PartialEq, Eq)]
struct Configuration {
    game: String,
    rules: String,
    attachment: Option<String>,
    behaviour: u32,
    schedule: String,
    /// All agents, if there are more than two.
    roster: Vec<String>,
}

impl Configuration {
    fn new(header: &Header) -> Self {
        let is_tournament = header.agents.len() > 2;
        Self {
            game: header.game.clone(),
            rules: header.rules.clone(),
            attachment: header.rules_attachment.clone(),
            behaviour: header.behaviour,
            schedule: header.schedule_without_origin().to_string(),
            roster: if is_tournament {
                header.agents.clone()
            } else {
                Vec::new()
            },
        }
    }

    fn spec(&self) -> Option<ScheduleSpec> {
        self.schedule.parse().ok()
    }

    /// What may differ between groups that have game, rules and agents in common.
    fn details(&self) -> Details<'_> {
        Details {
            schedule: &self.schedule,
            behaviour: self.behaviour,
            agents: self.roster.len(),
        }
    }

    /// The game and its rules, for names of folders.
    fn name(&self) -> String {
        match self.rules.as_str() {
            "standard" => self.game.clone(),
            variant => format!("{} {variant}", self.game),
        }
    }
}

/// Games of two agents, or of one against itself.
struct GroupRuns {
    configuration: Configuration,
    /// One agent for self-play, two for a match.
    agents: Vec<String>,
    /// Their places in the roster of a tournament.
    players: [u32; 2],
    design: Design,
    provenance: Provenance,
    stopping: Vec<Stopping>,
    totals: GroupTotals,
}

/// All groups with more than two agents in common.
struct TournamentRuns {
    configuration: Configuration,
    design: Design,
    sample: Sample,
    provenance: Provenance,
    stopping: Vec<Stopping>,
    /// Places in the list of groups.
    groups: Vec<usize>,
}

#[derive(Default)]
struct All {
    groups: Vec<GroupRuns>,
    tournaments: Vec<TournamentRuns>,
}

/// The groups and tournaments of a report.
pub(super) struct Grouped {
    pub groups: Vec<(GroupInfo, GroupTotals)>,
    pub tournaments: Vec<TournamentInfo>,
}

/// Reads all games.
pub(super) fn read(sources: &[Source], table: Option<&TableFile>) -> Result<Grouped, ReadError> {
    let mut all = All::default();
    for run in Run::all(sources) {
        let kind = run.header.kind().map_err(|error| Error {
            file: run.sources[0].path.display().to_string(),
            fault: error.into(),
        })?;
        let totals = with_game!(kind, G => games::read::<G>(&run, table))?;
        all.add(&run, totals);
    }
    Ok(all.finish())
}

impl All {
    fn add(&mut self, run: &Run<'_>, totals: games::RunTotals) {
        let configuration = Configuration::new(run.header);
        let mut stopping = totals.stopping;
        let mut groups = Vec::new();
        for (players, totals) in totals.by_players {
            let index = self.group(&configuration, run.header, players);
            let group = &mut self.groups[index];
            provenance::add_run(&mut group.provenance, run, configuration.roster.is_empty());
            group.provenance.games_recorded += totals.tally.games();
            group.totals.merge(totals);
            if configuration.roster.is_empty() {
                group.stopping.extend(stopping.take());
            }
            groups.push(index);
        }
        if !configuration.roster.is_empty() {
            let tournament = self.tournament(configuration);
            provenance::add_run(&mut tournament.provenance, run, true);
            tournament.stopping.extend(stopping);
            tournament.sample.merge(&totals.sample);
            groups.retain(|group| !tournament.groups.contains(group));
            tournament.groups.extend(groups);
        }
    }

    /// The place of the group of two players of a run, which is made if it is not there.
    fn group(
        &mut self,
        configuration: &Configuration,
        header: &Header,
        players: [u32; 2],
    ) -> usize {
        // The block's decoder has made sure that players are among the agents.
        let agent = |player: u32| header.agents[player as usize].clone();
        let mut agents = vec![agent(players[0])];
        if players[0] != players[1] {
            agents.push(agent(players[1]));
        }
        let found = self.groups.iter().position(|group| {
            group.agents == agents
                && group.configuration == *configuration
                && (configuration.roster.is_empty() || group.players == players)
        });
        found.unwrap_or_else(|| {
            let count = header.agents.len() as u32;
            let design = sampling_design(configuration.spec().as_ref(), count).of_pairing();
            self.groups.push(GroupRuns {
                configuration: configuration.clone(),
                design: match agents.len() {
                    // Where nothing says how games were scheduled, an agent may have met itself.
                    1 => Design {
                        question: Question::Share,
                        unit: UnitKind::Game,
                        ..design
                    },
                    _ => design,
                },
                agents,
                players,
                provenance: Provenance::default(),
                stopping: Vec::new(),
                totals: GroupTotals::default(),
            });
            self.groups.len() - 1
        })
    }

    /// The tournament of a configuration, which is made if it is not there.
    fn tournament(&mut self, configuration: Configuration) -> &mut TournamentRuns {
        let found = self
            .tournaments
            .iter()
            .position(|tournament| tournament.configuration == configuration);
        let index = found.unwrap_or_else(|| {
            let agents = configuration.roster.len() as u32;
            self.tournaments.push(TournamentRuns {
                design: sampling_design(configuration.spec().as_ref(), agents),
                sample: Sample::default(),
                configuration,
                provenance: Provenance::default(),
                stopping: Vec::new(),
                groups: Vec::new(),
            });
            self.tournaments.len() - 1
        });
        &mut self.tournaments[index]
    }

    fn finish(self) -> Grouped {
        let mut ids = Ids::default();
        let of_tournaments = self.tournaments.iter().map(|tournament| {
            let configuration = &tournament.configuration;
            (configuration.name(), configuration.details())
        });
        let of_tournaments = distinctions(of_tournaments.collect());
        let of_groups = self.groups.iter().map(|group| {
            let configuration = &group.configuration;
            let name = format!("{} {}", configuration.name(), group.agents.join(" "));
            (name, configuration.details())
        });
        let of_groups = distinctions(of_groups.collect());
        let mut tournament_of = vec![None; self.groups.len()];
        let mut tournaments = Vec::new();
        for (tournament, distinction) in self.tournaments.into_iter().zip(of_tournaments) {
            let Configuration { roster, .. } = &tournament.configuration;
            let format = tournament.configuration.spec().map(|a| a.format);
            let (format, name) = match format {
                Some(Format::RoundRobin) => (Some(TournamentFormat::RoundRobin), "round robin"),
                Some(Format::Gauntlet) => (Some(TournamentFormat::Gauntlet), "gauntlet"),
                _ => (None, "all agents"),
            };
            let name = format!("{} {name}", tournament.configuration.name());
            let id = ids.unique(&name, distinction.as_deref());
            for &group in &tournament.groups {
                tournament_of[group] = Some(id.clone());
            }
            let mut provenance = tournament.provenance;
            let recorded = |&group: &usize| self.groups[group].provenance.games_recorded;
            provenance.games_recorded = tournament.groups.iter().map(recorded).sum();
            tournaments.push(TournamentInfo {
                id,
                game: tournament.configuration.game.clone(),
                rules: tournament.configuration.rules.clone(),
                format,
                distinction,
                agents: roster.clone(),
                design: tournament.design,
                sample: tournament.sample,
                provenance,
                stopping: tournament.stopping,
                groups: tournament
                    .groups
                    .iter()
                    .map(|&group| (group, self.groups[group].players))
                    .collect(),
            });
        }
        let groups = self.groups.into_iter().zip(tournament_of).zip(of_groups);
        let groups = groups.map(|((group, tournament), distinction)| {
            group.finish(tournament, distinction, &mut ids)
        });
        Grouped {
            groups: groups.collect(),
            tournaments,
        }
    }
}

impl GroupRuns {
    fn finish(
        self,
        tournament: Option<String>,
        distinction: Option<String>,
        ids: &mut Ids,
    ) -> (GroupInfo, GroupTotals) {
        let format = self.configuration.spec().map(|a| a.format);
        let players = match <[String; 2]>::try_from(self.agents) {
            Ok([first, second]) if format == Some(Format::FixedSeats) => {
                Players::FixedSeats { first, second }
            }
            Ok([a, b]) => Players::Match { a, b },
            Err(agents) => Players::SelfPlay {
                agent: agents.concat(),
            },
        };
        let name = format!("{} {}", self.configuration.name(), players.description());
        let info = GroupInfo {
            id: ids.unique(&name, distinction.as_deref()),
            game: self.configuration.game,
            rules: self.configuration.rules,
            tournament,
            players,
            distinction,
            design: self.design,
            provenance: self.provenance,
            stopping: self.stopping,
        };
        (info, self.totals)
    }
}
