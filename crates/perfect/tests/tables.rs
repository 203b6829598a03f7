//! Which tables are taken, and what is said about the others.

mod common;

use std::fs;

use common::solved;
use flipside_ai::{Agent as _, BuildError, FailureKind, NoChoice, Spec, Stop, build};
use flipside_perfect::{Perfect, check, open};
use flipside_rules::hexflip::{Game, Rules};
use flipside_rules::{Game as _, RuleSet as _, no_files};

#[test]
fn a_spec_names_the_checksum_of_its_table() {
    let solved = solved("hand=2");
    let spec = solved.spec(",noise=0");
    let checksum = solved.table.checksum();
    let named = spec.get("table").unwrap();
    assert!(named.ends_with(&format!("#{checksum:08x}")), "{named}");
    assert_eq!(spec.get("noise"), None);
    // The name that stands in records is a spec that reads as itself.
    assert_eq!(spec.to_string().parse::<Spec>().unwrap(), spec);
    assert!(check(&spec, &solved.rules).is_ok());
    let again = Rules::parse("hand=2,repetition=off", &no_files).unwrap();
    assert!(check(&spec, &again).is_ok());
    assert!(matches!(
        build::<Game>(&spec),
        Err(BuildError::Elsewhere("perfect"))
    ));
}

#[test]
fn everybody_looks_into_one_table() {
    let solved = solved("hand=2");
    let checksum = solved.table.checksum();
    let first = open(&solved.path(), checksum).unwrap();
    let second = open(&solved.path(), checksum).unwrap();
    assert!(std::sync::Arc::ptr_eq(&first, &second));
    assert!(open(&solved.path(), checksum ^ 1).is_err());
}

#[test]
fn what_is_no_table_is_refused_when_the_spec_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("notes.txt");
    fs::write(&text, "These are notes, and no table at all.").unwrap();
    let short = folder.path().join("short");
    fs::write(&short, "END.").unwrap();
    for (settings, part) in [
        (String::new(), "needs `table`"),
        (":table=".to_string(), "takes the path of a table"),
        (
            ":table=/nowhere.table".to_string(),
            "flipside solve hexflip --out /nowhere.table",
        ),
        (
            format!(":table={}", text.display()),
            "no complete Hexflip table",
        ),
        (
            format!(":table={}", short.display()),
            "no complete Hexflip table",
        ),
        (
            format!(":table={}", folder.path().display()),
            "cannot be read",
        ),
        (
            ":table=a.table#00000000,noise=1.5".to_string(),
            "from 0 to 1",
        ),
        (
            ":table=a.table#00000000,noise=-1".to_string(),
            "from 0 to 1",
        ),
    ] {
        let error = format!("perfect{settings}").parse::<Spec>().unwrap_err();
        assert!(error.to_string().contains(part), "{settings}: {error}");
    }
}

#[test]
fn a_table_that_changed_or_went_away_is_refused() {
    let solved = solved("hand=2");
    let spec = solved.spec("");
    let bytes = fs::read(solved.path()).unwrap();
    let refused = |part: &str| {
        let error = Perfect::from_spec(&spec).err().unwrap().to_string();
        assert!(error.contains(part), "{error}");
    };
    // A table of other rules under the same name.
    fs::write(
        solved.path(),
        fs::read(common::solved("hand=1").path()).unwrap(),
    )
    .unwrap();
    refused("name the table that was meant");
    fs::write(solved.path(), &bytes[..bytes.len() / 2]).unwrap();
    refused("make it anew");
    fs::remove_file(solved.path()).unwrap();
    refused("there is no table at");
}

#[test]
fn other_rules_than_the_tables_are_refused_before_a_turn() {
    let solved = solved("hand=2");
    for (rules, part) in [
        ("standard", "is for the rules `hand=2`, not for `standard`"),
        (
            "hand=2,place=1",
            "flipside solve hexflip --rules hand=2,place=1 --out FILE",
        ),
        ("swap=on", "swap"),
        ("hand=2,deviate=first", "deviate"),
    ] {
        let rules = Rules::parse(rules, &no_files).unwrap();
        let error = check(&solved.spec(""), &rules).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
        // Who was not checked learns it when the game begins.
        let mut agent = solved.agent("");
        let game = Game::new(rules);
        let Err(NoChoice::Failed(failure)) = agent.prepare(&game, &Stop::new()) else {
            panic!("it is ready to play by {rules:?}");
        };
        assert_eq!(failure.kind, FailureKind::Start);
        assert!(failure.message.contains(part), "{failure}");
    }
}
