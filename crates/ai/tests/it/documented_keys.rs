//! The key tables and the agents in the docs, compared with the keys that the code accepts.

use std::fs;
use std::path::{Path, PathBuf};

use flipside_ai::{AGENTS, KeyInfo, Spec};
use flipside_rules::{Game, Hexflip, RuleSet as _, Sayu, no_attachments};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

/// Returns the cells of the rows of the tables that begin with `header`, one table after another.
fn tables(page: &str, header: &str) -> Vec<Vec<Vec<String>>> {
    let mut tables = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if !line.starts_with(header) {
            continue;
        }
        let rows = lines
            .by_ref()
            .skip(1)
            .take_while(|line| line.starts_with('|'));
        let cells = |row: &str| {
            let inner = row.trim_matches('|');
            inner
                .split(" |")
                .map(|cell| cell.trim().to_string())
                .collect()
        };
        tables.push(rows.map(cells).collect());
    }
    tables
}

/// Returns the names in backticks.
fn names(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// Returns the default in parentheses at the end of a cell; empty if there is none.
fn default(cell: &str) -> String {
    let in_parentheses = cell
        .strip_suffix(')')
        .and_then(|cell| cell.rsplit_once('('));
    let (_, text) = in_parentheses.unwrap_or(("", ""));
    text.trim_matches('`').replace(',', "")
}

#[test]
fn the_guide_has_every_key_of_every_agent() {
    let guide = page("docs/guide.md");
    let tables = tables(&guide, "| agent | key | values (default) |");
    let [rows] = &tables[..] else {
        panic!("{} tables of agents", tables.len());
    };
    let mut documented: Vec<(String, String)> = Vec::new();
    let mut agent = String::new();
    for row in rows {
        if let [name] = names(&row[0])[..] {
            agent = name.to_string();
        }
        let kind = AGENTS.iter().find(|kind| kind.name == agent);
        let kind = kind.unwrap_or_else(|| panic!("the guide has an unknown agent `{agent}`"));
        for key in names(&row[1]) {
            let info = kind.keys.iter().find(|info| info.name == key);
            let info = info.unwrap_or_else(|| panic!("`{agent}` has no key `{key}`"));
            if row[2] != "as above" {
                assert_eq!(default(&row[2]), info.default, "`{agent}`, `{key}`");
            }
            documented.push((agent.clone(), key.to_string()));
        }
        if row[1].is_empty() {
            assert!(kind.keys.is_empty(), "the guide has no keys of `{agent}`");
        }
    }
    documented.sort();
    let mut known: Vec<(String, String)> = AGENTS
        .iter()
        .flat_map(|kind| {
            let keys = kind.keys.iter();
            keys.map(|key| (kind.name.to_string(), key.name.to_string()))
        })
        .collect();
    known.sort();
    assert_eq!(documented, known);
}

#[test]
fn the_agents_page_has_every_search_feature() {
    let alphabeta = AGENTS.iter().find(|kind| kind.name == "alphabeta").unwrap();
    let is_without = |key: &&KeyInfo| key.name == "without";
    let key = alphabeta.keys.iter().find(is_without).unwrap();
    let (_, known) = key.values.split_once(" of ").unwrap();
    let tables = tables(&page("docs/agents.md"), "| name in `without` |");
    let documented: Vec<&str> = tables[0].iter().flat_map(|row| names(&row[0])).collect();
    assert_eq!(documented.join(", "), known);
}

fn check_rule_keys<G: Game>(rows: &[Vec<String>]) {
    let documented: Vec<&str> = rows.iter().flat_map(|row| names(&row[0])).collect();
    let sorted = |mut names: Vec<&str>| {
        names.sort_unstable();
        names.join(", ")
    };
    let known = G::Rules::KEYS.iter().map(|key| key.name).collect();
    assert_eq!(sorted(documented), sorted(known), "{}", G::NAME);
    for row in rows {
        let text = format!("{}={}", names(&row[0])[0], default(&row[1]));
        let rules = G::Rules::parse(&text, &no_attachments).unwrap();
        assert_eq!(rules, G::Rules::default(), "{}: {text}", G::NAME);
    }
}

#[test]
fn the_rules_page_has_every_rule_key() {
    let tables = tables(&page("docs/rules.md"), "| key | values (standard) |");
    let [of_hexflip, of_sayu] = &tables[..] else {
        panic!("{} tables of rule keys", tables.len());
    };
    check_rule_keys::<Hexflip>(of_hexflip);
    check_rule_keys::<Sayu>(of_sayu);
}

/// Returns the keys of the agents `NAME:KEY=VALUE,…` in a text, with the kind's keys.
fn agents(text: &str) -> Vec<(String, &'static [KeyInfo])> {
    let mut found = Vec::new();
    for kind in AGENTS {
        let start = format!("{}:", kind.name);
        for (at, _) in text.match_indices(&start) {
            if text[..at].ends_with(|c: char| c.is_alphanumeric() || "-_/.:".contains(c)) {
                continue;
            }
            let rest = &text[at + start.len()..];
            let is_end = |c: char| c.is_whitespace() || "`'\")|;<>…".contains(c);
            let settings = rest.split(is_end).next().unwrap_or_default();
            for setting in settings.split(',') {
                // Without `=` it is a sentence after a colon.
                if let Some((key, _)) = setting.split_once('=') {
                    found.push((format!("{start}{key}"), kind.keys));
                }
            }
        }
    }
    found
}

#[test]
fn no_page_names_an_unknown_key_of_an_agent() {
    let mut pages = vec![root().join("README.md"), root().join("CHANGELOG.md")];
    for folder in [
        "docs",
        "data/experiments",
        "data/levels",
        "crates/ai/data/levels",
        "data/puzzles",
    ] {
        let entries = fs::read_dir(root().join(folder)).unwrap();
        pages.extend(entries.map(|entry| entry.unwrap().path()));
    }
    let mut checked = 0;
    for page in pages {
        let Ok(text) = fs::read_to_string(&page) else {
            continue;
        };
        for (agent, keys) in agents(&text) {
            let (_, key) = agent.split_once(':').unwrap();
            assert!(
                keys.iter().any(|info| info.name == key),
                "{}: {agent}",
                page.display()
            );
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
    assert!("mcts:depth=3".parse::<Spec>().is_err());
}
