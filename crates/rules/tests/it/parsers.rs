//! Whatever a parser is given, it does not panic; and what it accepts reads back.

use flipside_rules::{FullGame, Hexflip, RuleSet, Sayu, no_attachments, sayu};
use proptest::prelude::*;

fn rules_read_back<G: FullGame>(text: &str) {
    if let Ok(rules) = G::Rules::parse(text, &no_attachments) {
        let name = rules.name();
        assert_eq!(
            G::Rules::parse(&name, &no_attachments).as_ref(),
            Ok(&rules),
            "{text:?}"
        );
        assert_eq!(
            G::Rules::parse(&name, &no_attachments).unwrap().name(),
            name
        );
    }
}

/// There is one way to write a position: what is accepted comes back as it was.
fn positions_read_back<G: FullGame>(rules: &str, text: &str) {
    let rules = G::Rules::parse(rules, &no_attachments).unwrap();
    if let Ok(position) = G::parse_position(&rules, text) {
        let game = G::from_position(rules.clone(), position.clone());
        assert_eq!(game.position_text(), text);
        assert_eq!(game.position(), &position);
        // Whatever the position, the game can be asked everything.
        assert_eq!(game.count_turns(), game.turns().len() as u64);
        assert_eq!(game.outcome().is_some(), game.turns().is_empty());
        assert!(!game.drawing().is_empty());
        let (canonical, _) = G::canonical(&rules, &position);
        assert_eq!(G::canonical(&rules, &canonical).0, canonical);
    }
}

/// There is one way to write a turn, too.
fn turns_read_back<G: FullGame>(text: &str) {
    let game = G::new(G::Rules::default());
    if let Ok(turn) = game.parse_turn(text) {
        assert_eq!(game.turn_text(turn), text);
        let mut bytes = Vec::new();
        G::encode_turn(turn, &mut bytes);
        let mut rest = bytes.as_slice();
        assert_eq!(G::decode_turn(&mut rest), Some(turn));
        assert!(rest.is_empty());
    }
}

fn bytes_read_back<G: FullGame>(bytes: &[u8]) {
    let mut rest = bytes;
    let mut again = Vec::new();
    while let Some(turn) = G::decode_turn(&mut rest) {
        G::encode_turn(turn, &mut again);
        assert_eq!(again.len() + rest.len(), bytes.len());
        // Such a turn may be legal nowhere, but can be asked about.
        let game = G::new(G::Rules::default());
        let _ = game.check(turn).map_err(|error| error.to_string());
        for symmetry in G::symmetries(game.rules()) {
            let _ = G::transform_turn(symmetry, turn);
        }
        let text = game.turn_text(turn);
        if let Ok(read) = game.parse_turn(&text) {
            assert_eq!(read, turn, "{text}");
        }
    }
    assert_eq!(again, bytes[..again.len()]);
}

/// Texts of the characters that rule sets, positions and turns are made of.
fn hexflip_soup() -> impl Strategy<Value = String> {
    "[xo12345/ 089+a-e-]{0,30}|swap"
}

fn sayu_soup() -> impl Strategy<Value = String> {
    "[xoH1-7,/ 089a-g@:>nsew]{0,40}|swap"
}

/// Rows, movers and hands of about the right form.
fn hexflip_position() -> impl Strategy<Value = String> {
    let row = |length: usize| {
        proptest::collection::vec(prop_oneof![Just('x'), Just('o'), Just('.')], length).prop_map(
            |points| {
                points
                    .chunk_by(|a, b| a == b)
                    .map(|run| match run[0] {
                        '.' => run.len().to_string(),
                        _ => run.iter().collect(),
                    })
                    .collect::<String>()
            },
        )
    };
    let rows = [3, 4, 5, 4, 3].map(row);
    (rows, "[xo]", 0..10_u8, 0..10_u8)
        .prop_map(|(rows, mover, x, o)| format!("{} {mover} {x} {o}", rows.join("/")))
}

fn sayu_position() -> impl Strategy<Value = String> {
    let item = prop_oneof![
        3 => Just(".".to_string()),
        1 => "[xo](025|013|146|247|036|057)(n|ne|e|se|s|sw|w|nw)",
    ];
    let cells = proptest::collection::vec(item, 49);
    (cells, "[xo]").prop_map(|(mut cells, mover)| {
        cells[24] = "H".to_string();
        let mut used = Vec::new();
        for cell in &mut cells {
            // Tiles are unique: each is left where it comes first.
            let tile = cell.get(1..4).unwrap_or_default().to_string();
            if !tile.is_empty() && used.contains(&tile) {
                *cell = ".".to_string();
            }
            used.push(tile);
        }
        let rows: Vec<String> = cells
            .chunks(7)
            .map(|row| {
                let runs = row.chunk_by(|a, b| a == "." && b == ".");
                let items: Vec<String> = runs
                    .map(|run| match run[0].as_str() {
                        "." => run.len().to_string(),
                        tile => tile.to_string(),
                    })
                    .collect();
                items.join(",")
            })
            .collect();
        format!("{} {mover}", rows.join("/"))
    })
}

/// A placement and a walk of steps from its cell: the form of a turn, rarely a legal one.
fn sayu_turn() -> impl Strategy<Value = String> {
    let walk = proptest::collection::vec((-1..=1_i8, -1..=1_i8), 0..6);
    let placement = ("[0-7]{3}", 0..7_i8, 0..7_i8, "n|ne|e|se|s|sw|w|nw");
    (placement, walk).prop_map(|((tile, mut column, mut row, orientation), walk)| {
        let name = |column: i8, row: i8| {
            let letter = char::from(b'a'.saturating_add_signed(column));
            format!("{letter}{}", row + 1)
        };
        let mut text = format!("{tile}@{}:{orientation}", name(column, row));
        for (east, north) in walk {
            column += east;
            row += north;
            text += &format!(">{}", name(column, row));
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in any::<String>()) {
        rules_read_back::<Hexflip>(&text);
        rules_read_back::<Sayu>(&text);
        positions_read_back::<Hexflip>("standard", &text);
        positions_read_back::<Sayu>("standard", &text);
        turns_read_back::<Hexflip>(&text);
        turns_read_back::<Sayu>(&text);
        let _ = sayu::TileSet::parse(&text);
    }

    #[test]
    fn texts_of_the_right_characters(hexflip in hexflip_soup(), sayu in sayu_soup()) {
        positions_read_back::<Hexflip>("standard", &hexflip);
        turns_read_back::<Hexflip>(&hexflip);
        positions_read_back::<Sayu>("standard", &sayu);
        turns_read_back::<Sayu>(&sayu);
    }

    #[test]
    fn hexflip_texts(
        position in hexflip_position(),
        hand in 1..=9_u8,
        turn in "[a-e][1-5]([+-][a-e][1-5]){0,2}",
    ) {
        positions_read_back::<Hexflip>(&format!("hand={hand}"), &position);
        turns_read_back::<Hexflip>(&turn);
    }

    #[test]
    fn sayu_texts(position in sayu_position(), radius in 1..=3_u8, turn in sayu_turn()) {
        positions_read_back::<Sayu>(&format!("radius={radius}"), &position);
        turns_read_back::<Sayu>(&turn);
    }

    #[test]
    fn rule_set_texts(
        hexflip in "(hand|place|swap|repetition|overline)=(0|1|2|3|03|\\+3|on|off|mover| 2 |4294967296)(,(hand|place|deviate)=(1|2|3|first))?",
        sayu in "(komi|radius|tiles|back)=(-?[0-9]{0,3}(\\.[0-9]{0,2})?|mini|mirrored)(,(komi|swap)=(on|off|-0|\\.5))?",
    ) {
        rules_read_back::<Hexflip>(&hexflip);
        rules_read_back::<Sayu>(&sayu);
    }

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..40)) {
        bytes_read_back::<Hexflip>(&bytes);
        bytes_read_back::<Sayu>(&bytes);
    }

    /// Chains: two bytes of a placement with steps, then many step bytes that go on.
    #[test]
    fn bytes_of_long_chains(
        placement in 43_008..64_512_u16,
        steps in proptest::collection::vec(0x80..=0xFF_u8, 0..30),
        last in 0..0x80_u8,
    ) {
        let mut bytes = placement.to_le_bytes().to_vec();
        bytes.extend(steps);
        bytes.push(last);
        bytes_read_back::<Sayu>(&bytes);
    }

    #[test]
    fn tile_sets(words in proptest::collection::vec("[0-7]{3}", 0..50), name in "[a-z0-9 -]{0,42}") {
        let text = format!("# A comment\n\nname: {name}\n{}\n", words.join(" "));
        if let Ok(set) = sayu::TileSet::parse(&text) {
            prop_assert_eq!(set.name(), name.trim());
            prop_assert_eq!(sayu::TileSet::parse(&set.to_string()), Ok(set));
        }
    }
}
