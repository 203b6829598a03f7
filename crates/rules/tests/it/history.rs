//! What a game of Hexflip tells about the positions that could come about again.

use std::collections::{BTreeMap, BTreeSet};

use flipside_rules::hexflip::{Hexflip, Position, Rules};
use flipside_rules::{Game as _, Notation as _, RuleSet as _, no_attachments};
use flipside_testkit::random::Lcg;

#[test]
fn positions_since_the_last_placing_turn_are_known() {
    let rules = Rules::parse("hand=2", &no_attachments).unwrap();
    let (mut returns, mut bars, mut lifted) = (0, 0, 0);
    for seed in 0..3_000 {
        let mut random = Lcg::new(seed);
        let mut game = Hexflip::new(rules);
        let mut since: Vec<String> = Vec::new();
        while game.outcome().is_none() {
            let texts = |positions: &mut dyn Iterator<Item = Position>| -> Vec<String> {
                positions.map(|position| position.to_string()).collect()
            };
            assert_eq!(texts(&mut game.earlier_positions()), since);
            since.push(game.position_text());
            let mut often: BTreeMap<&str, u32> = BTreeMap::new();
            for position in &since {
                *often.entry(position).or_default() += 1;
            }
            let twice: BTreeSet<&str> = often
                .iter()
                .filter(|(_, times)| **times == 2)
                .map(|(position, _)| *position)
                .collect();
            let barred = texts(&mut game.forbidden_positions());
            assert_eq!(barred.len(), twice.len());
            assert_eq!(
                barred.iter().map(String::as_str).collect::<BTreeSet<_>>(),
                twice
            );
            assert_eq!(game.bars_positions(), !twice.is_empty());
            returns += usize::from(often.len() < since.len());
            bars += twice.len();

            // Jumps where there are any, most of the time.
            let mut turns = game.turns();
            let jumps: Vec<_> = turns
                .iter()
                .copied()
                .filter(|turn| turn.to_string().contains('-'))
                .collect();
            if !jumps.is_empty() && random.below(10) > 0 {
                turns = jumps;
            }
            let turn = turns[random.below(turns.len())];
            if !turn.to_string().contains('-') {
                lifted += usize::from(!twice.is_empty());
                since.clear();
            }
            game.play(turn).unwrap();
        }
    }
    let counts = format!("{returns} {bars} {lifted}");
    assert!(returns > 100 && bars > 100 && lifted > 5, "{counts}");
}
