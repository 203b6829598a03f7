//! Running the program.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};

use flipside_analysis::read::{self, ReportInfo};
use flipside_stats::verdict::DEFAULT_MARGIN;
use serde_json::{Value, json as object};

/// A file of the repository.
pub fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// A path as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The words of a command line, separated by single spaces. Double quotes keep words together, and
/// stay.
pub fn words(line: &str) -> Vec<&str> {
    let mut quoted = false;
    line.split(|c| {
        quoted ^= c == '"';
        c == ' ' && !quoted
    })
    .collect()
}

/// The JSON that a command has printed.
pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// The program with arguments.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flipside"));
    command.args(arguments);
    command
}

/// A running program, killed if the test fails before it ends.
pub struct Running(pub Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
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

/// `groups` and `tournaments` of the report over records, without its plots, which take most of the time
/// of `flipside report`.
pub fn report(records: &[&Path]) -> Value {
    let info = ReportInfo {
        title: String::new(),
        description: String::new(),
        program_version: String::new(),
        program_commit: None,
        command: None,
        margin: DEFAULT_MARGIN,
    };
    let records: Vec<PathBuf> = records.iter().map(|path| path.to_path_buf()).collect();
    let report = read::report(&records, info).unwrap();
    object!({ "groups": report.groups, "tournaments": report.tournaments })
}
