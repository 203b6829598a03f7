//! Which tables are accepted, and the errors for the others.

use crate::common;
use std::fs;

use crate::common::solved;
use flipside_ai::{Agent as _, AgentFailureKind, BuildError, ChooseError, Spec, Stop, build};
use flipside_perfect::{Perfect, check, open};
use flipside_rules::hexflip::{Hexflip, Rules};
use flipside_rules::{Game as _, RuleSet as _, no_attachments};

#[test]
fn a_spec_names_the_checksum_of_its_table() {
    let solved = solved("hand=2");
    let spec = solved.spec(",noise=0");
    let checksum = solved.table.checksum();
    let named = spec.get("table").unwrap();
    assert!(named.ends_with(&format!("#{checksum:08x}")), "{named}");
    assert_eq!(spec.get("noise"), None);
    // The name in records parses to the same spec.
    assert_eq!(spec.to_string().parse::<Spec>().unwrap(), spec);
    assert!(check(&spec, &solved.rules).is_ok());
    let again = Rules::parse("hand=2,repetition=off", &no_attachments).unwrap();
    assert!(check(&spec, &again).is_ok());
    assert!(matches!(
        build::<Hexflip>(&spec),
        Err(BuildError::Elsewhere("perfect"))
    ));
}

#[test]
fn tables_are_shared() {
    let solved = solved("hand=2");
    let checksum = solved.table.checksum();
    let first = open(&solved.path(), checksum).unwrap();
    let second = open(&solved.path(), checksum).unwrap();
    assert!(std::sync::Arc::ptr_eq(&first, &second));
    assert!(open(&solved.path(), checksum ^ 1).is_err());
}

#[test]
fn files_that_are_not_tables_are_rejected_when_the_spec_is_parsed() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("notes.txt");
    fs::write(&text, "These are notes, and no table at all.").unwrap();
    let short = folder.path().join("short");
    fs::write(&short, "END.").unwrap();
    for (settings, part) in [
        (String::new(), "missing key `table`"),
        (":table=".to_string(), "expected the path of a table"),
        (
            ":table=/nowhere.table".to_string(),
            "flipside solve hexflip --out /nowhere.table",
        ),
        (
            format!(":table={}", text.display()),
            "not a complete Hexflip table",
        ),
        (
            format!(":table={}", short.display()),
            "not a complete Hexflip table",
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
fn a_changed_or_missing_table_is_rejected() {
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
    refused("name the right table");
    fs::write(solved.path(), &bytes[..bytes.len() / 2]).unwrap();
    refused("solve it again");
    fs::remove_file(solved.path()).unwrap();
    refused("there is no table at");
}

#[test]
fn rules_other_than_the_tables_are_rejected_before_a_turn() {
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
        let rules = Rules::parse(rules, &no_attachments).unwrap();
        let error = check(&solved.spec(""), &rules).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
        // Without that check, the agent fails when the game begins.
        let mut agent = solved.agent("");
        let game = Hexflip::new(rules);
        let Err(ChooseError::Failed(failure)) = agent.prepare(&game, &Stop::new()) else {
            panic!("it accepts {rules:?}");
        };
        assert_eq!(failure.kind, AgentFailureKind::Start);
        assert!(failure.message.contains(part), "{failure}");
    }
}
