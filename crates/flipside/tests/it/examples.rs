//! Every example that a user may copy: those of the help texts, of the README and of the guide are
//! run in their order, in an empty folder that has a copy of `data`. An example that has become
//! stale fails here.
//!
//! What would take long is made shorter by [`shorten`], and what cannot be is on the list
//! [`SKIPPED`] with the reason.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{good, root};

const README: &str = include_str!("../../../../README.md");
const GUIDE: &str = include_str!("../../../../docs/guide.md");
const PROTOCOL: &str = include_str!("../../../../docs/protocol.md");

/// Beginnings of commands that are not run, and why. Their flags and the files of `data` that they
/// name are checked nevertheless.
const SKIPPED: [(&str, &str); 2] = [
    ("cargo test", "it would run this test again"),
    (
        "flipside tune",
        "takes minutes, whatever the budget; tests/it/tune.rs runs smaller ones",
    ),
];

/// Hand of the rule set whose table stands for that of the standard rules, which takes half a minute
/// of two cores and 261 MB.
const HAND: u32 = 3;

/// The command with budgets that can be played in a test.
fn shorten(command: &str) -> String {
    let mut short = command.replace("cargo run --release -- ", "flipside ");
    for (flag, most) in [("--games ", 2), ("--count ", 1)] {
        short = with_numbers(&short, flag, |number| number.min(most));
    }
    // Agents that differ in their budgets still do.
    short = with_numbers(&short, "nodes=", |nodes| {
        let digits = nodes.max(1).ilog10();
        30 + u64::from(10 * digits) + nodes / 10u64.pow(digits)
    });
    short = short.replace(" mcts ", " mcts:nodes=60 ");
    // Among so few playouts one is always lucky, so that no opening looks balanced.
    if short.contains("flipside openings") && short.contains("--out") {
        short += " --max-edge 0.5";
    }
    let asks_table = short.starts_with("flipside solve") || short.starts_with("flipside probe");
    if short.contains("hexflip.table") || asks_table {
        // `report` reads the rules from the records.
        let names_rules = ["--rule", "--summary", "--verify", "flipside report"];
        if !names_rules.iter().any(|flag| short.contains(flag)) {
            short = short.replacen(" hexflip", &format!(" hexflip --rules hand={HAND}"), 1);
        }
        short = short.replace("o 7 8", &format!("o {} {HAND}", HAND - 1));
        // The openings of the published list place more pieces than there are.
        short = short.replace("--openings data/openings/hexflip-4-drawn.txt ", "");
        if short.contains("puzzles") {
            short += " --max-nodes 64";
        }
    }
    short
}

/// The text with every number behind `flag` replaced.
fn with_numbers(text: &str, flag: &str, replace: impl Fn(u64) -> u64) -> String {
    let mut parts = text.split(flag);
    let mut short = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        short += flag;
        if let Ok(number) = part[..digits].parse() {
            short += &replace(number).to_string();
        }
        short += &part[digits..];
    }
    short
}

/// A folder as a user has it who has just cloned the repository and built the program.
struct Checkout {
    dir: tempfile::TempDir,
    /// Whether there is a `python3`.
    has_python: bool,
}

impl Checkout {
    fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        copy(&root("data"), &dir.path().join("checkout/data"));
        for folder in ["bin", "home/.local/share/bash-completion/completions"] {
            fs::create_dir_all(dir.path().join(folder)).unwrap();
        }
        symlink(
            env!("CARGO_BIN_EXE_flipside"),
            dir.path().join("bin/flipside"),
        )
        .unwrap();
        let checkout = Self {
            dir,
            has_python: Command::new("python3").arg("-V").output().is_ok(),
        };
        checkout.shorten_experiments();
        checkout
    }

    fn folder(&self) -> PathBuf {
        self.dir.path().join("checkout")
    }

    /// Makes experiments of few games under the rules of the table, and a list of few rule sets.
    fn shorten_experiments(&self) {
        let folder = self.folder().join("data/experiments");
        let quickstart = folder.join("quickstart.toml");
        let text = fs::read_to_string(&quickstart).unwrap();
        let text = with_numbers(&text, "games = ", |_| 2);
        let text = text
            .replace("level:n=6", "level:n=4")
            .replace("level:n=7", "level:n=5");
        let hexflip = "game = \"hexflip\"\n";
        assert!(text.contains(hexflip), "{text}");
        let text = text.replace(hexflip, &format!("{hexflip}rules = \"hand={HAND}\"\n"));
        fs::write(&quickstart, text).unwrap();
        let sets = folder.join("hexflip-rule-sets.toml");
        let text = fs::read_to_string(&sets).unwrap();
        let wanted = |line: &&str| !line.starts_with("  \"") || line.contains("hand=1");
        let few: Vec<&str> = text.lines().filter(wanted).collect();
        fs::write(&sets, few.join("\n")).unwrap();
    }

    /// What a reader of the guide has made by himself before he comes to the examples with it.
    fn add_own_files(&self) {
        let out = self.folder().join("out");
        fs::create_dir_all(&out).unwrap();
        fs::write(out.join("engine.py"), python_engine()).unwrap();
        fs::write(out.join("my.tiles"), "name: my-set\n025 135 136 246\n").unwrap();
        let old = self.folder().join("flipside-0.1");
        symlink(env!("CARGO_BIN_EXE_flipside"), old).unwrap();
    }

    /// A command as a shell runs it, without anybody at the keyboard.
    fn shell(&self, command: &str) -> std::process::Output {
        let path = std::env::var("PATH").unwrap_or_default();
        let bin = self.dir.path().join("bin");
        Command::new("sh")
            .args(["-c", command])
            .current_dir(self.folder())
            .env("PATH", format!("{}:{path}", bin.display()))
            .env("HOME", self.dir.path().join("home"))
            .env_remove("XDG_DATA_HOME")
            .env_remove("FLIPSIDE")
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }

    fn run(&self, command: &str) {
        if let Some((_, why)) = SKIPPED.iter().find(|(begin, _)| command.starts_with(begin)) {
            assert!(!why.is_empty());
            self.check_flags(command);
            return;
        }
        if command.contains("python3") && !self.has_python {
            return;
        }
        let short = shorten(command);
        let output = self.shell(&short);
        assert!(
            output.status.success(),
            "the example\n  {command}\nrun as\n  {short}\nfails with {}: {}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        );
    }

    /// That the command has these flags, and the files are there that come with the project.
    fn check_flags(&self, command: &str) {
        let words = command.split_whitespace();
        for word in words.clone().filter(|word| word.starts_with("data/")) {
            assert!(self.folder().join(word).exists(), "{command}: no {word}");
        }
        let Some(name) = command.strip_prefix("flipside ") else {
            return;
        };
        let help = good(&["help", name.split(' ').next().unwrap()]);
        for flag in words.filter(|word| word.starts_with("--")) {
            assert!(help.contains(flag), "{command}: no flag {flag}");
        }
    }

    /// Everything that the examples have made must be where git ignores it.
    fn check_that_git_sees_nothing(&self) {
        for entry in fs::read_dir(self.folder()).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let known = ["data", "out", "flipside-0.1"];
            assert!(known.contains(&name.as_str()), "an example has left {name}");
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &to),
            false => fs::copy(entry.path(), to).map(|_| ()).unwrap(),
        }
    }
}

/// Commands in lines, of which one that ends in a backslash goes on in the next.
fn joined<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in lines.map(str::trim) {
        let part = line.strip_suffix('\\').unwrap_or(line);
        match commands.last_mut().filter(|_| goes_on) {
            Some(command) => *command += part,
            None => commands.push(part.to_string()),
        }
        goes_on = line.ends_with('\\');
    }
    commands
}

/// The commands in a page: blocks of shell, what is typed in sessions, and, in tables, whole commands
/// without an ellipsis.
fn commands_of(page: &str) -> Vec<String> {
    let mut commands = Vec::new();
    for (n, part) in page.split("```").enumerate() {
        if n % 2 == 0 {
            let rows = part.lines().filter(|line| line.starts_with('|'));
            let spans = rows.flat_map(|row| row.split('`').skip(1).step_by(2));
            let whole = spans.filter(|span| span.starts_with("flipside ") && !is_pattern(span));
            commands.extend(whole.map(str::to_string));
            continue;
        }
        let (language, block) = part.split_once('\n').unwrap();
        match language {
            "sh" => commands.extend(joined(block.lines())),
            "text" | "console" => {
                let typed = block.lines().filter_map(|line| line.strip_prefix("$ "));
                commands.extend(typed.map(str::to_string));
            }
            _ => {}
        }
    }
    commands
}

/// Whether a span says how a command looks, instead of being one.
fn is_pattern(span: &str) -> bool {
    let is_placeholder = |word: &str| {
        let word = word.trim_end_matches('…');
        word.len() > 2 && word.bytes().all(|b| b.is_ascii_uppercase() || b == b'.')
    };
    span.contains('…') || span.split([' ', '=']).any(is_placeholder)
}

#[test]
fn the_examples_of_readme_and_guide_run_in_their_order() {
    let checkout = Checkout::new();
    let readme = commands_of(README);
    let guide = commands_of(GUIDE);
    // That the pages are read as they are written.
    assert!(
        readme.len() > 15 && guide.len() > 30,
        "{readme:?} {guide:?}"
    );
    let first = "cargo run --release -- run data/experiments/quickstart.toml --out out/quickstart";
    assert_eq!(readme[0], first);
    assert!(
        guide
            .iter()
            .any(|command| command.starts_with("printf 'c1"))
    );
    readme.iter().for_each(|command| checkout.run(command));
    checkout.add_own_files();
    let first = first.replace("cargo run --release --", "flipside");
    assert_eq!(
        guide[0], first,
        "the same, of which nothing is left to play"
    );
    // Examples of both pages that write the same file would get into each other's way.
    let guide = guide.iter().skip(1);
    guide.for_each(|command| checkout.run(command));
    checkout.check_that_git_sees_nothing();
}

/// All commands and subcommands, from the help.
pub fn all_commands() -> Vec<Vec<String>> {
    let listed = |help: &str| -> Vec<String> {
        let list = help.split("Commands:\n").nth(1).unwrap_or_default();
        let lines = list.lines().take_while(|line| line.starts_with("  "));
        // What is indented further goes on with the line before.
        let lines = lines.filter(|line| !line.starts_with("   "));
        let names = lines.filter_map(|line| line.split_whitespace().next());
        let names = names.filter(|name| *name != "help");
        names.map(str::to_string).collect()
    };
    let mut all = vec![Vec::new()];
    for name in listed(&good(&["--help"])) {
        let within = listed(&good(&[&name, "--help"]));
        all.push(vec![name.clone()]);
        all.extend(within.into_iter().map(|sub| vec![name.clone(), sub]));
    }
    all
}

#[test]
fn the_examples_of_the_help_texts_run_in_their_order() {
    let checkout = Checkout::new();
    let mut count = 0;
    let all = all_commands();
    assert!(all.contains(&vec!["records".to_string(), "show".to_string()]));
    for words in all {
        let mut arguments: Vec<&str> = words.iter().map(String::as_str).collect();
        arguments.push("--help");
        let help = good(&arguments);
        let examples = ["Example:\n", "Examples:\n"];
        let examples = examples.iter().find_map(|title| help.split_once(title));
        let Some((_, examples)) = examples else {
            continue;
        };
        let lines = examples.lines().take_while(|line| !line.is_empty());
        for command in joined(lines) {
            // A line that is too long for the terminal is broken, and what is copied is half of it.
            assert!(command.starts_with("flipside "), "{words:?}: {command}");
            checkout.run(&command);
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
    checkout.check_that_git_sees_nothing();
}

#[test]
fn flags_in_the_docs_exist() {
    let helps: Vec<(String, String)> = all_commands()
        .into_iter()
        .map(|words| {
            let mut arguments: Vec<&str> = words.iter().map(String::as_str).collect();
            arguments.push("--help");
            (words.first().cloned().unwrap_or_default(), good(&arguments))
        })
        .collect();
    let pages = fs::read_dir(root("docs")).unwrap();
    let pages = pages
        .map(|entry| entry.unwrap().path())
        .chain([root("README.md")]);
    let mut count = 0;
    for page in pages.filter(|path| path.extension().is_some_and(|e| e == "md")) {
        let text = fs::read_to_string(&page).unwrap();
        let lines = text.lines().filter(|line| !line.contains("cargo xtask"));
        // Code is in spans, or in blocks with a command per line.
        for code in lines.flat_map(|line| line.split('`')) {
            let command = code.trim_start_matches("$ ").strip_prefix("flipside ");
            if command.is_none() && !code.starts_with("--") {
                continue;
            }
            let name = command.and_then(|words| words.split(' ').next());
            // Quoted arguments are for engines.
            for flag in code
                .split('\'')
                .step_by(2)
                .flat_map(|part| part.split([' ', '[', '(']))
                .filter(|word| word.starts_with("--") && !word.starts_with("---"))
            {
                let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
                let flag = flag.split(|c| !is_name(c)).next().unwrap();
                let mut helps = helps
                    .iter()
                    .filter(|(of, _)| name.is_none_or(|name| name == of));
                let exists = helps.any(|(_, help)| {
                    help.contains(&format!("{flag} ")) || help.contains(&format!("{flag}\n"))
                });
                assert!(
                    flag.len() < 3 || exists,
                    "{}: {flag} in `{code}`",
                    page.display()
                );
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count}");
}

/// The program in the protocol page.
fn python_engine() -> &'static str {
    let (_, rest) = PROTOCOL.split_once("```python\n").unwrap();
    rest.split_once("```").unwrap().0
}

#[test]
fn the_engine_of_the_protocol_page_plays_both_games_and_says_what_it_lacks() {
    let checkout = Checkout::new();
    if !checkout.has_python {
        return;
    }
    checkout.add_own_files();
    let flipside = env!("CARGO_BIN_EXE_flipside");
    for (game, rules) in [("hexflip", "standard"), ("sayu", "radius=1,tiles=mini")] {
        let output = checkout.shell(&format!(
            "flipside match {game} --rules {rules} --a 'engine:cmd=\"python3 out/engine.py\"' \
             --b random --games 2 --seed 1 --max-failures 0 --out out/{game}.flip"
        ));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        assert!(String::from_utf8_lossy(&output.stdout).contains(" void 0"));
    }
    // Without the program on the path.
    fs::remove_file(checkout.dir.path().join("bin/flipside")).unwrap();
    let best = |environment: &str| {
        checkout.shell(&format!(
            "{environment} '{flipside}' best hexflip --agent \
             'engine:cmd=\"python3 out/engine.py\"'"
        ))
    };
    let missing = best("FLIPSIDE=no-such-program");
    let errors = String::from_utf8_lossy(&missing.stderr);
    assert_eq!(missing.status.code(), Some(1), "{errors}");
    let says = "cannot find the program no-such-program; put its path into the variable FLIPSIDE";
    assert!(errors.contains(says), "{errors}");
    assert!(!errors.contains("Traceback"), "{errors}");
    let found = best(&format!("FLIPSIDE='{flipside}'"));
    assert!(
        found.status.success(),
        "{}",
        String::from_utf8_lossy(&found.stderr)
    );
    // One that answers otherwise than this one does.
    let strange = best("FLIPSIDE=false");
    let errors = String::from_utf8_lossy(&strange.stderr);
    assert_eq!(strange.status.code(), Some(1), "{errors}");
    assert!(
        errors.contains("says:") && !errors.contains("Traceback"),
        "{errors}"
    );
}
