//! Weights files: what is read, what is refused, and what agents make of them.

use std::fs;

use flipside_ai::{Evaluate, Playable, STANDARD_WEIGHTS, Spec, Weights, build, load_weights};
use flipside_rules::{Hexflip, Sayu};

/// The built-in weights with one line replaced.
fn changed<G: Evaluate>(from: &str, to: &str) -> String {
    let (_, text) = G::WEIGHTS[0];
    let text: String = text
        .lines()
        .map(|line| match line.starts_with(from) {
            true => format!("{to}\n"),
            false => format!("{line}\n"),
        })
        .collect();
    assert!(text.contains(to), "{text}");
    text
}

fn every_game(check: [fn(); 2]) {
    for check in check {
        check();
    }
}

#[test]
fn built_in_weights_are_valid_and_read_back() {
    fn check<G: Evaluate>() {
        assert!(G::WEIGHTS.iter().any(|(name, _)| *name == STANDARD_WEIGHTS));
        for (name, _) in G::WEIGHTS {
            let weights = load_weights::<G>(name).unwrap();
            assert_eq!(weights.values().len(), G::PARAMETERS.len());
            let text = weights.to_toml("written by a \"test\"");
            assert_eq!(Weights::parse(&text), Ok(weights.clone()));
            for (parameter, value) in G::PARAMETERS.iter().zip(weights.values()) {
                assert_eq!(weights.get(parameter.name), Some(*value));
            }
        }
    }
    every_game([check::<Hexflip>, check::<Sayu>]);
}

#[test]
fn parameters_have_names_of_their_own_and_bounds_to_move_in() {
    fn check<G: Evaluate>() {
        for (i, parameter) in G::PARAMETERS.iter().enumerate() {
            assert!(
                parameter.min < parameter.max && parameter.step > 0,
                "{parameter:?}"
            );
            let same = |other: &&flipside_ai::ParameterInfo| other.name == parameter.name;
            assert_eq!(G::PARAMETERS.iter().position(|p| same(&p)), Some(i));
        }
        assert_eq!(G::PARAMETERS.last().map(|p| p.name), Some("scale"));
    }
    every_game([check::<Hexflip>, check::<Sayu>]);
}

#[test]
fn other_values_are_brought_within_bounds() {
    let weights = load_weights::<Sayu>(STANDARD_WEIGHTS).unwrap();
    let values = vec![i32::MAX; weights.values().len()];
    let most = weights.with_values(&values);
    for (parameter, value) in <Sayu as Evaluate>::PARAMETERS.iter().zip(most.values()) {
        assert_eq!(*value, parameter.max);
    }
    assert_eq!(weights.with_values(&[]), weights);
}

#[test]
fn what_is_wrong_is_said_with_line_and_key_and_what_is_allowed() {
    type G = Sayu;
    let hexflip = Hexflip::WEIGHTS[0].1;
    let cases: &[(String, &[&str])] = &[
        (String::new(), &["missing field `game`"]),
        ("game = \"sayu\"".to_string(), &["missing field `weights`"]),
        ("game = sayu".to_string(), &["line 1"]),
        (
            "game = \"sayu\"\n[weights]".to_string(),
            &["tile_late", "scale", "missing"],
        ),
        (hexflip.to_string(), &["line", "`game`", "hexflip", "sayu"]),
        (
            changed::<G>("tile_late", "tile_lats = 5"),
            &["line", "tile_lats", "tile_late", "scale"],
        ),
        (
            changed::<G>("tile_late", "# nothing"),
            &["tile_late is missing"],
        ),
        (
            changed::<G>("tile_late", "tile_late = nan"),
            &["line", "`tile_late`", "nan", "whole number from"],
        ),
        (
            changed::<G>("tile_late", "tile_late = inf"),
            &["inf", "whole number from"],
        ),
        (
            changed::<G>("tile_late", "tile_late = 1.5"),
            &["1.5", "whole number from"],
        ),
        (
            changed::<G>("tile_late", "tile_late = \"1\""),
            &["whole number from"],
        ),
        (
            changed::<G>("tile_late", "tile_late = 999999"),
            &["line", "`tile_late`", "999999", "out of bounds", "from"],
        ),
        (
            changed::<G>("tile_late", "tile_late = 9223372036854775807"),
            &["out of bounds"],
        ),
        (
            changed::<G>("scale", "scale = 0"),
            &["`scale`", "out of bounds"],
        ),
        (
            changed::<G>("tile_late", "tile_late = 100\ntile_late = 100"),
            &["line", "duplicate key"],
        ),
        (
            changed::<G>("game", "game = \"sayu\"\nname = \"mine\""),
            &["unknown field `name`", "description"],
        ),
    ];
    for (text, parts) in cases {
        let error = Weights::<G>::parse(text).unwrap_err().to_string();
        for part in *parts {
            assert!(error.contains(part), "{part}: {error}\n{text}");
        }
    }
}

#[test]
fn of_many_missing_weights_the_first_are_named() {
    let error = Weights::<Hexflip>::parse("game = \"hexflip\"\n[weights]").unwrap_err();
    let more = Hexflip::PARAMETERS.len() - 20;
    let error = error.to_string();
    assert!(
        error.contains("tempo_early, tempo_late, hand_early")
            && error.contains(&format!(" and {more} more are missing")),
        "{error}"
    );
}

fn fails<G: Playable>(spec: &str, parts: &[&str]) {
    let spec: Spec = spec.parse().unwrap();
    let error = build::<G>(&spec).err().map(|error| error.to_string());
    let error = error.unwrap_or_default();
    for part in parts {
        assert!(error.contains(part), "{part}: {error}");
    }
}

#[test]
fn agents_name_the_content_of_their_weights_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let path = path.to_str().unwrap();
    let spec = |text: &str| text.parse::<Spec>().map(|spec| spec.to_string());

    assert_eq!(spec("greedy:weights=standard").unwrap(), "greedy");
    let error = spec(&format!("greedy:weights={path}"))
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("`weights`") && error.contains(path),
        "{error}"
    );

    fs::write(path, changed::<Sayu>("tile_late", "tile_late = 90")).unwrap();
    let first = spec(&format!("greedy:weights={path}")).unwrap();
    assert!(
        first.starts_with(&format!("greedy:weights={path}#")),
        "{first}"
    );
    // The name is a normal form, and can be built as long as the file is there.
    assert_eq!(spec(&first).unwrap(), first);
    build::<Sayu>(&first.parse().unwrap()).unwrap();
    fails::<Hexflip>(&first, &[path, "`game`", "`sayu`", "`hexflip`"]);

    fs::write(path, changed::<Sayu>("tile_late", "tile_late = 80")).unwrap();
    let second = spec(&format!("greedy:weights={path}")).unwrap();
    assert_ne!(first, second);
    build::<Sayu>(&second.parse().unwrap()).unwrap();
    fails::<Sayu>(&first, &[path, "hash", "restore the old file"]);

    fs::remove_file(path).unwrap();
    assert_eq!(spec(&first).unwrap(), first);
    fails::<Sayu>(&first, &["greedy", path]);
}

#[test]
fn names_that_are_not_built_in_are_refused() {
    fails::<Sayu>(
        "greedy:weights=none",
        &["`none`", "sayu", STANDARD_WEIGHTS, ".toml"],
    );
    for text in ["", "No", "a b", "standard#0123456789abcdef"] {
        let error = format!("greedy:weights=\"{text}\"")
            .parse::<Spec>()
            .unwrap_err();
        assert!(error.to_string().contains("built-in weights"), "{error}");
    }
    // A path may hold a `#` of its own.
    let error = "greedy:weights=a/b#1"
        .parse::<Spec>()
        .unwrap_err()
        .to_string();
    assert!(error.contains("weights file a/b#1"), "{error}");
}
