//! The corpora of the testkit: counts and recorded games that the naive rules have made.

use std::collections::BTreeSet;

use flipside_rules::{
    FullGame, Game, Hexflip, Notation as _, RuleSet, Sayu, hexflip, no_attachments, perft,
    perft_plain,
};
use flipside_testkit::corpus::{PerftCount, RecordedGame, hexflip_endings, perft_counts};

fn rules<G: FullGame>(text: &str) -> G::Rules {
    let rules = G::Rules::parse(text, &no_attachments).unwrap();
    assert_eq!(rules.name(), text, "the corpora use the names of rule sets");
    rules
}

fn game<G: FullGame>(rule_set: &str, position: &str) -> G {
    let rules = rules::<G>(rule_set);
    let read = G::parse_position(&rules, position).unwrap();
    let game = G::from_position(rules, read);
    assert_eq!(game.position_text(), position);
    game
}

/// Beyond this, single sequences take too long for a test.
const PLAIN_LIMIT: u64 = 2_000_000;

fn count<G: FullGame>(line: &PerftCount) {
    let game = game::<G>(line.rules, line.position);
    let wanted = u128::from(line.count);
    assert_eq!(perft(&game, line.depth), wanted, "{line:?}");
    if line.count < PLAIN_LIMIT {
        assert_eq!(perft_plain(&game, line.depth), wanted, "{line:?}");
    }
}

#[test]
fn hexflip_counts() {
    let counts = perft_counts();
    let lines = counts.iter().filter(|line| line.game == "hexflip");
    assert_eq!(lines.clone().count(), 49);
    lines.for_each(count::<Hexflip>);
}

#[test]
fn sayu_counts() {
    let counts = perft_counts();
    let lines = counts.iter().filter(|line| line.game == "sayu");
    assert_eq!(lines.clone().count(), 25);
    lines.for_each(count::<Sayu>);
}

/// The turns that would be legal in the last position if nothing had happened before it.
fn barred(game: &Hexflip) -> Vec<String> {
    let free = Hexflip::from_position(game.rules().without_repetition(), *game.position());
    let mut barred: Vec<String> = free
        .turns()
        .into_iter()
        .filter(|&turn| game.check(turn).is_err())
        .map(|turn| game.turn_text(turn))
        .collect();
    barred.sort();
    barred
}

fn replay(record: &RecordedGame) -> Hexflip {
    let mut game = game::<Hexflip>(record.rules, record.start);
    let (last, others) = record.turns.split_last().unwrap();
    game.play_texts(others.iter().copied()).unwrap();
    assert_eq!(game.outcome(), None, "{record:?}");
    game.play_texts([*last]).unwrap();
    game
}

#[test]
fn recorded_games_end_as_recorded() {
    let mut reasons = BTreeSet::new();
    for record in hexflip_endings() {
        let game = replay(&record);
        assert_eq!(game.position_text(), record.end, "{record:?}");
        let outcome = game.outcome();
        let found = outcome.map(|outcome| (outcome.name(), outcome.reason.0));
        assert_eq!(found, record.outcome, "{record:?}");
        if let Some(outcome) = outcome {
            assert!(game.turns().is_empty());
            reasons.insert(outcome.reason);
        }
    }
    assert_eq!(
        reasons.into_iter().collect::<Vec<_>>(),
        {
            let mut all = Hexflip::REASONS.to_vec();
            all.sort();
            all
        },
        "every reason is reached"
    );
}

#[test]
fn turns_barred_by_repetition_are_those_recorded() {
    let mut some = 0;
    for record in hexflip_endings() {
        let game = replay(&record);
        // A game that is over by lines bars nothing.
        let by_lines = game
            .outcome()
            .is_some_and(|outcome| outcome.reason.0 != "no-legal-turn");
        if by_lines {
            assert!(record.barred.is_empty(), "{record:?}");
            continue;
        }
        assert_eq!(barred(&game), record.barred, "{record:?}");
        for text in &record.barred {
            let turn = game.parse_turn(text).unwrap();
            // Where nothing else is left, the game is over, and that is what the error says.
            match (game.outcome(), game.check(turn)) {
                (None, Err(hexflip::IllegalTurn::Repetition { occurrence })) => {
                    assert_eq!(Some(occurrence), game.rules().repetition());
                    some += 1;
                }
                (Some(_), Err(hexflip::IllegalTurn::GameOver { .. })) => {}
                (outcome, check) => panic!("{record:?}: {outcome:?}, {check:?}"),
            }
        }
    }
    assert!(some >= 3, "{some} barred turns");
}

/// The four kinds of game that the rules are most easily got wrong in.
#[test]
fn the_rare_endings_are_among_them() {
    let kinds: Vec<&str> = hexflip_endings().iter().map(|record| record.kind).collect();
    for kind in [
        "overline-other by flips",
        "no-legal-turn despite a standing four",
        "no-legal-turn all barred",
        "four completed by flips",
    ] {
        assert!(kinds.contains(&kind), "{kind}");
    }
}
