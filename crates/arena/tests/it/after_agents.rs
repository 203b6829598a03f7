//! Openings whose first turns are the agents' and whose others are drawn.

use std::collections::BTreeSet;
use std::fs;

use crate::common::{play, tournament};
use flipside_ai::{
    Agent, AgentFactory, BuildError, Choice, ChooseError, Playable, Spec, Stop, build,
};
use flipside_arena::{Openings, RunOptions, Tournament, draw, run};
use flipside_records::{Format, GameRecord, Reader};
use flipside_rules::{FullGame, Game, Hexflip, RuleSet, Sayu, Seat, hexflip, no_attachments, sayu};

fn games<G: Playable>(tournament: &Tournament<G>) -> Vec<GameRecord> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games");
    play(tournament, &path, 2, false, u64::MAX).unwrap();
    // The same on one thread, stopped half-way.
    let again = dir.path().join("again");
    play(tournament, &again, 1, false, tournament.games / 2).unwrap();
    play(tournament, &again, 1, true, u64::MAX).unwrap();
    assert!(fs::read(&path).unwrap() == fs::read(&again).unwrap());
    let mut reader = Reader::open(&path).unwrap();
    let header = reader.header().clone();
    assert!(
        header.schedule.contains(" opening=agents:"),
        "{}",
        header.schedule
    );
    let mut games = Vec::new();
    while let Some(block) = reader.next_block().unwrap() {
        games.extend(block.decode(&header).unwrap());
    }
    games
}

fn with_rules<G: FullGame>(
    rules: &str,
    opening: Openings<G>,
    agents: &[&str],
    format: Format,
    games: u64,
) -> Tournament<G> {
    let mut tournament = tournament(agents, format, games);
    tournament.rules = G::Rules::parse(rules, &no_attachments).unwrap();
    tournament.schedule.opening = opening;
    tournament
}

/// The turns are what agents and the stream of openings say, each in its part.
fn check<G: Playable>(tournament: &Tournament<G>, chosen: usize, drawn: u32) {
    for record in games(tournament) {
        let entry = tournament.entry(record.id);
        let turns: Vec<G::Turn> = record.turns.iter::<G>().flatten().collect();
        assert_eq!(record.opening, chosen as u32 + drawn);
        let mut agents = Seat::BOTH.map(|seat| {
            let spec = &tournament.agents[entry.slot.players[seat.index()] as usize];
            let mut agent = build::<G>(spec).unwrap();
            agent.begin(entry.agent_seeds[seat.index()]);
            agent
        });
        let mut game = G::new(tournament.rules.clone());
        for &turn in &turns[..chosen] {
            let mover = game.to_move().index();
            let choice = agents[mover].choose(&game, &Stop::new()).unwrap();
            assert_eq!(choice.turn, turn, "game {}", record.id);
            for agent in &mut agents {
                agent.observe(&game, turn);
            }
            game.play(turn).unwrap();
        }
        let wanted = draw(&game, drawn, entry.opening_seed).unwrap();
        assert_eq!(
            turns[chosen..chosen + drawn as usize],
            wanted,
            "game {}",
            record.id
        );
        let annotated = record.annotations.iter();
        assert_eq!(annotated.len(), turns.len());
    }
}

#[test]
fn in_every_format_agents_make_the_first_turns_and_the_next_are_drawn() {
    let two = ["greedy", "random"];
    let three = ["greedy", "random", "uct:nodes=5"];
    for (format, agents, games) in [
        (Format::SelfPlay, &two[..1], 12),
        (Format::FixedSeats, &two, 12),
        (Format::Pairs, &two, 12),
        (Format::RoundRobin, &three, 12),
        (Format::Gauntlet, &three, 12),
    ] {
        for (chosen, drawn) in [(1, 1), (2, 2), (3, 1)] {
            let opening = Openings::after_agents(chosen, drawn);
            let hexflip = with_rules::<Hexflip>("swap=on", opening, agents, format, games);
            check(&hexflip, chosen as usize, drawn);
        }
    }
    let opening = Openings::after_agents(2, 2);
    let rules = "radius=2,komi=1.5,swap=on";
    check(
        &with_rules::<Sayu>(rules, opening, &two, Format::Pairs, 12),
        2,
        2,
    );
}

/// Agents without any chance: one takes the first turn of the list, the other the last.
struct Fixed;

struct Chooses {
    last: bool,
}

impl<G: FullGame> Agent<G> for Chooses {
    fn begin(&mut self, _: u64) {}

    fn choose(&mut self, game: &G, _: &Stop) -> Result<Choice<G::Turn>, ChooseError> {
        let turns = game.turns();
        let turn = if self.last {
            turns.last()
        } else {
            turns.first()
        };
        turn.copied().map(Choice::new).ok_or(ChooseError::GameOver)
    }
}

impl<G: Playable> AgentFactory<G> for Fixed {
    fn agent(&self, spec: &Spec) -> Result<Box<dyn Agent<G>>, BuildError> {
        let last = spec.get("nodes") == Some("2");
        Ok(Box::new(Chooses { last }))
    }
}

#[test]
fn games_of_agents_without_chance_are_still_different() {
    // Left to themselves they play two games.
    let agents = ["uct:nodes=1", "uct:nodes=2"];
    let distinct = |opening| {
        let tournament = with_rules::<Hexflip>("swap=on", opening, &agents, Format::Pairs, 80);
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games");
        run(&tournament, &path, &RunOptions::new(&Fixed, &Stop::new())).unwrap();
        let mut reader = Reader::open(&path).unwrap();
        let header = reader.header().clone();
        let mut distinct = BTreeSet::new();
        let mut first = BTreeSet::new();
        while let Some(block) = reader.next_block().unwrap() {
            for game in block.decode(&header).unwrap() {
                first.insert(game.turns.iter::<Hexflip>().flatten().next().unwrap());
                distinct.insert(game.turns.bytes().to_vec());
            }
        }
        (distinct.len(), first.len())
    };
    assert_eq!(distinct(Openings::after_agents(2, 0)).0, 2);
    let (games, first_turns) = distinct(Openings::after_agents(2, 2));
    assert!(games >= 76, "{games}");
    assert!(first_turns <= 2, "{first_turns}");
}

#[test]
fn where_no_game_lasts_as_long_there_are_fewer_turns() {
    let rules = sayu::Rules::parse("radius=1,tiles=mini", &no_attachments).unwrap();
    let opening = Openings::<Sayu>::after_agents(2, 40);
    let start = Sayu::new(rules);
    for seed in 0..20 {
        let mut game = start.clone();
        for turn in draw(&start, 2, seed).unwrap() {
            game.play(turn).unwrap();
        }
        let turns = opening.get(&game, seed, seed).unwrap();
        assert!((1..40).contains(&turns.len()));
        for turn in turns {
            game.play(turn).unwrap();
        }
        assert!(game.outcome().is_none());
    }
    // More random turns than any game has are refused immediately.
    let long = with_rules::<Sayu>(
        "radius=1,tiles=mini",
        opening,
        &["random"],
        Format::SelfPlay,
        4,
    );
    assert!(long.check().is_err());
}

#[test]
fn turns_that_a_rule_is_about_are_warned_of_unless_agents_make_them() {
    let warned = |rules: &str, opening| {
        let tournament = with_rules::<Hexflip>(rules, opening, &["random"], Format::SelfPlay, 4);
        let warnings = tournament.warnings();
        let found = warnings.iter().find(|text| text.contains("--agents-open"));
        found.cloned()
    };
    for (rules, special) in [
        ("", 0),
        ("hand=5,place=3", 0),
        ("first_place=2", 1),
        ("second_place=3", 2),
        ("swap=on", 2),
        ("first_place=3,swap=on", 2),
    ] {
        assert_eq!(
            hexflip::Rules::parse(rules, &no_attachments)
                .unwrap()
                .special_turns(),
            special
        );
        for agents in 0..4 {
            for turns in 0..4 {
                let warning = warned(rules, Openings::after_agents(agents, turns));
                let given = if turns == 0 {
                    0
                } else {
                    (agents + turns).min(special)
                };
                assert_eq!(
                    warning.is_some(),
                    given > agents,
                    "{rules} {agents} {turns}"
                );
            }
        }
    }
    let text = warned("swap=on", Openings::Random { turns: 1 }).unwrap();
    assert!(
        text.contains("`swap=on`") && text.contains("first 2 turns"),
        "{text}"
    );
    assert!(text.contains("of which 1 are drawn at random"), "{text}");
    assert_eq!(
        sayu::Rules::parse("swap=on", &no_attachments)
            .unwrap()
            .special_turns(),
        2
    );
    assert_eq!(
        sayu::Rules::parse("komi=2", &no_attachments)
            .unwrap()
            .special_turns(),
        0
    );
}
