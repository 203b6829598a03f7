//! Running the program.

// Each file of tests is a crate of its own, and not all of them use everything here.
#![allow(dead_code)]

use std::process::{Command, Output};

/// The program with arguments.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flipside"));
    command.args(arguments);
    command
}

/// What a run left behind.
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs the program.
pub fn run(arguments: &[&str]) -> Ran {
    let Output {
        status,
        stdout,
        stderr,
    } = command(arguments).output().unwrap();
    Ran {
        code: status.code().unwrap(),
        out: String::from_utf8(stdout).unwrap(),
        err: String::from_utf8(stderr).unwrap(),
    }
}

/// Runs the program, which must succeed, and gives its standard output.
pub fn good(arguments: &[&str]) -> String {
    let ran = run(arguments);
    assert_eq!(ran.code, 0, "{arguments:?}: {}", ran.err);
    ran.out
}

/// Runs the program, which must fail with one clear message that has all `parts`.
pub fn bad(arguments: &[&str], code: i32, parts: &[&str]) {
    let ran = run(arguments);
    assert_eq!(ran.code, code, "{arguments:?}: {}", ran.err);
    assert_eq!(ran.out, "", "{arguments:?} prints results though it fails");
    assert_eq!(
        ran.err.matches("error:").count(),
        1,
        "{arguments:?}: {}",
        ran.err
    );
    assert!(!ran.err.contains("panicked"), "{arguments:?}: {}", ran.err);
    for part in parts {
        assert!(
            ran.err.contains(part),
            "{arguments:?} does not say `{part}`: {}",
            ran.err
        );
    }
}
