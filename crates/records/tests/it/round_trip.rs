//! Any games that a writer takes are read back as they were.

use crate::support;
use flipside_records::{
    Annotation, End, EndReason, GameRecord, Header, Reader, RecordedScore, Turns, game_seed,
};
use flipside_rules::{ForMover, GameResult, Hexflip, RuleSet, Sayu, Seat, hexflip, sayu};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

const AGENTS: u32 = 3;

fn header() -> impl Strategy<Value = Header> {
    (
        1..6_u32,
        option::of(any::<u64>()),
        ".{0,8}",
        any::<u32>(),
        option::of(".{0,8}"),
    )
        .prop_map(
            |(games_per_block, seed, text, behaviour, rules_attachment)| {
                let mut header = Header::new::<Hexflip>(&hexflip::Rules::default());
                header.games_per_block = games_per_block;
                header.seed = seed;
                header.behaviour = behaviour;
                header.schedule = text.clone();
                header.rules_attachment = rules_attachment;
                header.agents = (0..AGENTS).map(|i| format!("{text}{i}")).collect();
                header
            },
        )
}

fn end() -> impl Strategy<Value = End> {
    use GameResult::{Draw, Unfinished, Void, Win};
    let won_or = |other| prop_oneof![Just(Win(Seat::First)), Just(Win(Seat::Second)), Just(other)];
    let with = |reason| move |result| End { result, reason };
    prop_oneof![
        (won_or(Draw), 0..4_u8).prop_map(|(result, n)| End {
            result,
            reason: EndReason::Rule(n),
        }),
        won_or(Void).prop_map(with(EndReason::Illegal)),
        won_or(Void).prop_map(with(EndReason::Timeout)),
        won_or(Void).prop_map(with(EndReason::Crash)),
        won_or(Draw).prop_map(with(EndReason::Adjudicated)),
        Just(Unfinished).prop_map(with(EndReason::PlyLimit)),
    ]
}

fn turns() -> impl Strategy<Value = Turns> {
    let all: Vec<_> = hexflip::Turn::all().collect();
    vec(prop::sample::select(all), 0..12).prop_map(|list| {
        let mut turns = Turns::new();
        list.into_iter()
            .for_each(|turn| turns.push::<Hexflip>(turn));
        turns
    })
}

fn annotation() -> impl Strategy<Value = Annotation> {
    let value = (0..=10_000_u16).prop_map(|n| ForMover(RecordedScore::new(n).unwrap()));
    (
        option::of(value),
        option::of(prop_oneof![Just(1000), any::<u64>()]),
        option::of(any::<u32>()),
    )
        .prop_map(|(value, nodes, depth)| Annotation {
            value,
            nodes,
            depth,
        })
}

/// Games whose numbers, seeds and players are as a schedule makes them, or any.
fn games(header: &Header) -> impl Strategy<Value = Vec<GameRecord>> + use<> {
    let seed = header.seed.unwrap_or(1);
    let game = (
        prop_oneof![4 => Just(1_u64), 1 => 1..1000_u64, 1 => any::<u64>()],
        prop_oneof![4 => Just(None), 1 => any::<u64>().prop_map(Some)],
        prop_oneof![4 => Just(None), 1 => [0..AGENTS, 0..AGENTS].prop_map(Some)],
        turns(),
        0..12_u32,
        (end(), option::of(any::<bool>())),
        prop_oneof![4 => Just(None), 1 => "[a-c]{0,2}".prop_map(Some)],
        prop_oneof![3 => Just(None), 1 => vec(annotation(), 12).prop_map(Some)],
    );
    (any::<bool>(), vec(game, 0..20)).prop_map(move |(alternate, games)| {
        let mut last = None;
        let mut records = Vec::new();
        for (step, own_seed, players, turns, opening, (end, void_by), start, annotations) in games {
            let Some(id) = last.map_or(Some(step), |last: u64| last.checked_add(step.max(1)))
            else {
                break;
            };
            last = Some(id);
            let swapped = alternate && id % 2 == 1;
            let players = players.unwrap_or(if swapped { [1, 0] } else { [0, 1] });
            let annotations = annotations
                .map(|mut list: Vec<_>| {
                    list.truncate(turns.len());
                    list
                })
                .filter(|list| list.iter().any(|a| !a.is_empty()))
                .unwrap_or_default();
            records.push(GameRecord {
                id,
                players,
                seed: own_seed.unwrap_or(game_seed(seed, id)),
                opening: opening.min(turns.len() as u32),
                start,
                turns,
                end,
                void_by: void_by
                    .filter(|_| end.result == GameResult::Void)
                    .map(|second| Seat::BOTH[usize::from(second)]),
                annotations,
            });
        }
        records
    })
}

fn header_and_games() -> impl Strategy<Value = (Header, Vec<GameRecord>)> {
    header().prop_flat_map(|header| (Just(header.clone()), games(&header)))
}

proptest! {
    #[test]
    fn any_games_read_back((header, games) in header_and_games()) {
        let bytes = support::file(&header, &games);
        let mut reader = Reader::new(bytes.as_slice(), "test").unwrap();
        prop_assert_eq!(reader.header(), &header);
        let mut read = Vec::new();
        while let Some(block) = reader.next_block().unwrap() {
            read.extend(block.decode(&header).unwrap());
        }
        prop_assert_eq!(read, games);
        prop_assert!(reader.check_ending().is_ok());
    }
}

#[test]
fn annotations_that_say_nothing_are_left_out() {
    let header = support::header::<Hexflip>(2);
    let plain = support::random_game::<Hexflip>(0);
    let mut annotated = plain.clone();
    annotated.annotations = vec![Annotation::default(); plain.turns.len()];
    assert_eq!(
        support::file(&header, &[annotated]),
        support::file(&header, &[plain])
    );
}

#[test]
fn a_rule_set_brings_its_tiles_along() {
    let tiles = "name: few\n013 014 015 023 024 025 026 034\n";
    let load = |_: &str| Ok(tiles.to_string());
    let rules = sayu::Rules::parse("radius=1,tiles=few.tiles", &load).unwrap();
    let header = Header::new::<Sayu>(&rules);
    assert_eq!(header.rules_of::<Sayu>().unwrap(), rules);
    let mut without = header.clone();
    without.rules_attachment = None;
    let error = without.rules_of::<Sayu>().unwrap_err();
    assert!(error.to_string().contains("does not contain it"), "{error}");
}
