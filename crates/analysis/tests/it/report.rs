//! The report as a whole: its files, its words, and that it holds together.

use crate::sample;
use std::sync::LazyLock;

use crate::sample::{HEXFLIP, Like, made_up, self_play};
use flipside_analysis::report::model::{GroupReport, Report};
use flipside_analysis::report::render::{RenderedFile, render};
use flipside_analysis::report::summary::{sentence, strength_sentence};
use flipside_analysis::report::warnings::{self, WarningKind};
use flipside_analysis::report::write::write;

/// Rendered once, as drawing all plots takes a second.
static FILES: LazyLock<Vec<RenderedFile>> = LazyLock::new(|| render(&sample::report()).unwrap());

fn contents<'a>(files: &'a [RenderedFile], path: &str) -> &'a str {
    let file = files
        .iter()
        .find(|file| file.path.to_str() == Some(path))
        .unwrap();
    std::str::from_utf8(&file.bytes).unwrap()
}

fn report_of(groups: Vec<GroupReport>) -> Report {
    Report {
        groups,
        ..sample::report()
    }
}

#[test]
fn all_files_are_there_and_the_same_every_time() {
    let files = &*FILES;
    let again = render(&sample::report()).unwrap();
    assert!(
        files
            .iter()
            .map(|f| &f.bytes)
            .eq(again.iter().map(|f| &f.bytes))
    );
    let mut paths: Vec<_> = files.iter().map(|f| f.path.display().to_string()).collect();
    for expected in [
        "report.html",
        "report.json",
        "plots/advantage-by-group.svg",
        "plots/hexflip-self-play/game-length.png",
        "plots/hexflip-self-play/advantage-by-opening.svg",
        "plots/sayu-self-play/margin.svg",
    ] {
        assert!(
            paths.iter().any(|path| path == expected),
            "{expected} is missing of {paths:?}"
        );
    }
    paths.sort();
    paths.dedup();
    assert_eq!(paths.len(), files.len(), "no file is written twice");
    write(tempfile::tempdir().unwrap().path(), files).unwrap();
}

#[test]
fn the_page_is_self_contained_and_well_formed() {
    let page = contents(&FILES, "report.html");
    for outside in ["src=\"", "url(http", "<link", "<script", "@import"] {
        assert!(!page.contains(outside), "{outside}");
    }
    for word in page.split(|c: char| !c.is_alphanumeric()) {
        assert!(!["NaN", "inf", "null"].contains(&word), "{word}");
    }
    for tag in [
        "section", "figure", "table", "svg", "dl", "main", "div", "tr",
    ] {
        let opened =
            page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    assert!(page.contains("Over 1,9") && page.contains("First won"));
}

#[test]
fn the_json_has_the_figures_of_the_page() {
    let report = sample::report();
    let json: serde_json::Value = serde_json::from_str(contents(&FILES, "report.json")).unwrap();
    let group = &json["groups"][0];
    assert_eq!(json["format_version"], 1);
    assert_eq!(group["summary"], sentence(&report.groups[0]));
    assert_eq!(
        group["advantage"]["share"],
        report.groups[0].advantage.unwrap().share
    );
    assert_eq!(
        group["tally"]["first_wins"],
        report.groups[0].tally.first_wins
    );
    for key in [
        "verdict",
        "control",
        "distinct",
        "lengths",
        "endings",
        "branching",
        "openings",
        "cumulative",
    ] {
        assert!(!group[key].is_null(), "{key}");
    }
    assert!(json["groups"][2]["strength"]["estimate"]["elo"].is_number());
}

#[test]
fn sentences_say_what_is_known() {
    let group = made_up("a", "hexflip", self_play("mcts"), HEXFLIP);
    let text = sentence(&group).replace('\u{a0}', " ");
    assert!(
        text.starts_with("Over 1,99")
            && text.contains("finished games of mcts against itself, First won "),
        "{text}"
    );
    assert!(text.contains("(95 % interval "), "{text}");

    let none = made_up(
        "a",
        "hexflip",
        self_play("mcts"),
        Like {
            games: 0,
            ..HEXFLIP
        },
    );
    assert_eq!(
        sentence(&none),
        "No games of mcts against itself are recorded."
    );
    let hopeless = Like {
        games: 5,
        unfinished: 1.0,
        ..HEXFLIP
    };
    let hopeless = made_up("a", "hexflip", self_play("mcts"), hopeless);
    assert!(sentence(&hopeless).starts_with("None of the 5"));

    let report = sample::report();
    let strength = report.groups[2].strength.as_ref().unwrap();
    let text = strength_sentence(strength).replace('\u{a0}', " ");
    assert!(
        text.contains("Elo from mcts:nodes=1000’s viewpoint"),
        "{text}"
    );
}

#[test]
fn what_is_doubtful_is_announced() {
    let copies = made_up(
        "copies",
        "hexflip",
        self_play("a"),
        Like {
            variety: 50,
            ..HEXFLIP
        },
    );
    let endless = made_up(
        "endless",
        "hexflip",
        self_play("a"),
        Like {
            unfinished: 0.2,
            ..HEXFLIP
        },
    );
    let mut differing = made_up("differing", "hexflip", self_play("a"), HEXFLIP);
    differing.control.as_mut().unwrap().comparison.alarm = true;
    let mut torn = made_up("torn", "hexflip", self_play("a"), HEXFLIP);
    torn.provenance.unfinished_files = 1;
    let fine = made_up("fine", "hexflip", self_play("a"), HEXFLIP);

    let found: Vec<_> = warnings::of(&report_of(vec![copies, endless, differing, torn, fine]))
        .into_iter()
        .map(|warning| (warning.group, warning.kind))
        .collect();
    let expected = [
        ("differing", WarningKind::SeedsDiffer),
        ("copies", WarningKind::Copies),
        ("endless", WarningKind::WithoutOutcome),
        ("torn", WarningKind::Incomplete),
    ];
    assert_eq!(
        found,
        expected.map(|(group, kind)| (group.to_owned(), kind))
    );
}

#[test]
fn verdicts_come_first_and_plots_are_redrawn_for_phones() {
    let page = contents(&FILES, "report.html");
    let contents = page.split("<nav").nth(1).unwrap();
    let contents = contents.split("</nav>").next().unwrap();
    let heads: Vec<_> = contents.split("<th").skip(2).collect();
    assert!(heads[1].starts_with(">Verdict"), "{heads:?}");
    let wide = page.matches("<div class=\"plot wide\">").count();
    assert!(wide > 10);
    assert_eq!(page.matches("<div class=\"plot narrow\">").count(), wide);
    for narrow in page.split("<div class=\"plot narrow\">").skip(1) {
        assert!(narrow.contains("width=\"360\""));
    }
}

#[test]
fn ranges_and_probabilities_are_written_alike_everywhere() {
    let page = contents(&FILES, "report.html");
    // A dash between numbers reads as a minus sign, and a hyphen is none.
    let numbers: Vec<char> = page.chars().collect();
    for around in numbers.windows(3) {
        let [before, sign, after] = around else {
            unreachable!()
        };
        assert!(
            *sign != '–' || !(before.is_ascii_digit() && after.is_ascii_digit()),
            "{around:?}"
        );
    }
    assert!(!page.contains("from -") && !page.contains("to -"));
    let sayu = page.split("id=\"sayu-self-play\"").nth(1).unwrap();
    assert!(sayu.contains("range −"), "margins are negative for Second");
    let text = strength_sentence(sample::report().groups[2].strength.as_ref().unwrap());
    assert!(text.contains(" to +") && !text.contains('–'), "{text}");
}

#[test]
fn stronger_agents_are_named_beside_the_verdict() {
    let page = contents(&FILES, "report.html");
    let of = |id: &str| page.split(&format!("id=\"{id}\"")).nth(1).unwrap();
    let weak = of("hexflip-random")
        .split("<div class=\"tiles\"")
        .next()
        .unwrap();
    assert!(
        weak.contains("A stronger built-in agent is known: level:n=8 scored 100.0\u{a0}% in"),
        "{weak}"
    );
    let unknown = of("hexflip-self-play")
        .split("<div class=\"tiles\"")
        .next()
        .unwrap();
    assert!(!unknown.contains("tronger built-in"), "{unknown}");
    let json: serde_json::Value = serde_json::from_str(contents(&FILES, "report.json")).unwrap();
    assert_eq!(json["groups"][1]["stronger"][0]["stronger"], "level:n=8");
    assert_eq!(json["groups"][0]["stronger"].as_array().unwrap().len(), 0);
}

#[test]
fn reports_without_games_are_pages_too() {
    let none = made_up(
        "none",
        "sayu",
        self_play("a"),
        Like {
            games: 0,
            ..HEXFLIP
        },
    );
    let hopeless = Like {
        games: 5,
        unfinished: 1.0,
        ..HEXFLIP
    };
    let hopeless = made_up("hopeless", "sayu", self_play("a"), hopeless);
    for groups in [vec![], vec![none.clone()], vec![none, hopeless]] {
        let files = render(&report_of(groups)).unwrap();
        assert!(contents(&files, "report.html").contains("</html>"));
    }
}
