//! The page of a tuning run: its files, its numbers, and what it refuses.

use crate::made_up;
use flipside_analysis::report::render::RenderedFile;
use flipside_analysis::tuning::model::{ModelError, TuningRun};
use flipside_analysis::tuning::render::{TuningRenderError, render};

fn contents<'a>(files: &'a [RenderedFile], path: &str) -> &'a str {
    let found = files.iter().find(|file| file.path.to_str() == Some(path));
    std::str::from_utf8(&found.unwrap().bytes).unwrap()
}

fn refused(run: &TuningRun) -> ModelError {
    match render(run) {
        Err(TuningRenderError::Model(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_cannot_be_shown_is_refused_and_named() {
    let mut run = made_up::spsa();
    run.parameters[3].value = f64::NAN;
    let text = refused(&run).to_string();
    assert!(
        text.contains("value of the parameter tile_late is NaN"),
        "{text}"
    );

    let mut run = made_up::spsa();
    run.parameters[2].step = 0.0;
    assert!(matches!(refused(&run), ModelError::Step { name, .. } if name == "tile_early"));

    let mut run = made_up::spsa();
    run.path[1].values.pop();
    let expected = ModelError::PathWidth {
        what: "values",
        step: 10,
        found: 14,
        expected: 15,
    };
    assert_eq!(refused(&run), expected);

    let mut run = made_up::spsa();
    run.path.swap(4, 5);
    assert!(matches!(refused(&run), ModelError::Order { step: 40, .. }));

    let mut run = made_up::spsa();
    run.objectives[0].id = "../score".to_owned();
    assert!(matches!(refused(&run), ModelError::ObjectiveId { .. }));

    let mut run = made_up::spsa();
    let twice = run.objectives[0].clone();
    run.objectives.push(twice);
    assert!(matches!(refused(&run), ModelError::ObjectiveId { .. }));

    let mut run = made_up::spsa();
    run.objectives[0].series[0].points[2].interval = Some((0.1, f64::INFINITY));
    assert!(matches!(refused(&run), ModelError::NotFinite { .. }));

    let mut run = made_up::spsa();
    run.confirmations[0].test.rule = "balance:0.02:100".parse().unwrap();
    assert!(matches!(refused(&run), ModelError::NoSequentialTest { .. }));
}

fn rendered(run: &TuningRun) -> Vec<RenderedFile> {
    render(run).unwrap()
}

fn paths(files: &[RenderedFile]) -> Vec<String> {
    files
        .iter()
        .map(|file| file.path.display().to_string())
        .collect()
}

#[test]
fn all_files_are_there_and_the_same_every_time() {
    let (files, again) = (rendered(&made_up::spsa()), rendered(&made_up::spsa()));
    assert!(
        files
            .iter()
            .map(|f| &f.bytes)
            .eq(again.iter().map(|f| &f.bytes))
    );
    let mut expected = vec!["tuning.html".to_owned(), "tuning.json".to_owned()];
    for plot in [
        "gains",
        "sequential-test",
        "sequential-test-2",
        "objective-score",
        "parameter-paths",
        "changes",
        "sensitivity",
    ] {
        expected.extend(["svg", "png"].map(|kind| format!("plots/{plot}.{kind}")));
    }
    assert_eq!(paths(&files), expected);
}

#[test]
fn the_page_is_self_contained_and_well_formed() {
    for run in [made_up::spsa(), made_up::unfinished(), made_up::bare()] {
        let files = rendered(&run);
        let page = contents(&files, "tuning.html");
        for outside in ["src=\"", "url(http", "<link", "<script", "@import"] {
            assert!(!page.contains(outside), "{outside}");
        }
        for word in page.split(|c: char| !c.is_alphanumeric()) {
            assert!(!["NaN", "inf", "null"].contains(&word), "{word}");
        }
        for tag in [
            "section", "figure", "table", "svg", "dl", "main", "div", "tr", "td", "th",
        ] {
            let opened = page.matches(&format!("<{tag}>")).count()
                + page.matches(&format!("<{tag} ")).count();
            assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
        }
    }
}

/// Every number in the text of the page, as it is written there.
fn numbers_of(page: &str) -> Vec<f64> {
    let body = &page[page.find("<body>").unwrap()..];
    let mut text = String::new();
    let mut in_tag = false;
    for c in body.chars() {
        match c {
            '<' => (in_tag, text) = (true, text + " "),
            '>' => in_tag = false,
            _ if !in_tag => text.push(c),
            _ => {}
        }
    }
    let words = text.split(|c: char| c.is_whitespace() || "–;:()[]".contains(c));
    words
        .filter_map(|word| {
            let word = word.trim_end_matches(['.', ',', '%']).replace(',', "");
            word.replace('−', "-").parse().ok()
        })
        .collect()
}

fn all_numbers(value: &serde_json::Value, into: &mut Vec<f64>) {
    match value {
        serde_json::Value::Number(number) => into.extend(number.as_f64()),
        serde_json::Value::Array(values) => values.iter().for_each(|v| all_numbers(v, into)),
        serde_json::Value::Object(fields) => fields.values().for_each(|v| all_numbers(v, into)),
        _ => {}
    }
}

#[test]
fn the_json_has_the_numbers_of_the_table() {
    let run = made_up::spsa();
    let files = rendered(&run);
    let page = contents(&files, "tuning.html");
    let json: serde_json::Value = serde_json::from_str(contents(&files, "tuning.json")).unwrap();
    assert_eq!(json["format_version"], 1);
    assert_eq!(json["conclusion"]["verdict"], "not_passed");
    assert_eq!(json["parameters"][0]["name"], "tempo_early");
    assert_eq!(json["path"].as_array().unwrap().len(), run.path.len());
    let mut known = Vec::new();
    all_numbers(&json["parameters"], &mut known);
    all_numbers(&json["derived"]["parameters"], &mut known);
    let table = &page[page.find("<table class=\"wide\"").unwrap()..];
    let table = format!("<body>{}", &table[..table.find("</table>").unwrap()]);
    let shown = numbers_of(&table);
    assert!(shown.len() > 15 * 6, "{}", shown.len());
    for number in shown {
        // Rounded on the page, to one decimal at the least.
        let found = known.iter().any(|known| (known - number).abs() <= 0.051);
        assert!(found, "{number} is on the page only");
    }
    let estimate = &json["derived"]["confirmations"][0]["estimate"];
    let elo = run.confirmations[0]
        .test
        .pairs
        .estimate()
        .unwrap()
        .elo
        .unwrap();
    assert_eq!(estimate["elo"], elo);
    assert!(page.contains(&flipside_analysis::format::signed(elo, 1)));
}

#[test]
fn names_cannot_break_the_page() {
    const HOSTILE: &str = "<script>alert(\"&amp;\")</script>";
    let mut run = made_up::spsa();
    for text in [
        &mut run.name,
        &mut run.description,
        &mut run.game,
        &mut run.rules,
    ] {
        *text = HOSTILE.to_owned();
    }
    run.method = HOSTILE.to_owned();
    run.config = HOSTILE.to_owned();
    run.agents = vec![HOSTILE.to_owned()];
    run.warnings = vec![HOSTILE.to_owned()];
    run.program_version = HOSTILE.to_owned();
    run.settings = vec![(HOSTILE.to_owned(), HOSTILE.to_owned())];
    for quantity in [&mut run.spread, &mut run.sensitivity] {
        quantity.label = HOSTILE.to_owned();
        quantity.explanation = HOSTILE.to_owned();
    }
    run.parameters[0].name = HOSTILE.to_owned();
    run.parameters[0].meaning = HOSTILE.to_owned();
    run.objectives[0].title = HOSTILE.to_owned();
    run.objectives[0].quantity = HOSTILE.to_owned();
    run.objectives[0].series[0].label = HOSTILE.to_owned();
    run.objectives[0].reference = Some((0.5, HOSTILE.to_owned()));
    let test = &mut run.confirmations[0];
    for text in [&mut test.agent, &mut test.records, &mut test.openings] {
        *text = HOSTILE.to_owned();
    }
    test.test.a = HOSTILE.to_owned();
    test.test.b = HOSTILE.to_owned();
    let files = rendered(&run);
    for file in files
        .iter()
        .filter(|file| file.path.extension() != Some("png".as_ref()))
    {
        let text = std::str::from_utf8(&file.bytes).unwrap();
        let is_json = file.path.extension() == Some("json".as_ref());
        assert!(
            is_json || !text.contains("<script"),
            "{}",
            file.path.display()
        );
    }
    assert!(contents(&files, "tuning.html").contains("&lt;script&gt;alert(&quot;&amp;amp;&quot;)"));
}

#[test]
fn what_is_not_there_yet_is_said_and_not_drawn() {
    let files = rendered(&made_up::bare());
    assert_eq!(paths(&files), ["tuning.html", "tuning.json"]);
    let page = contents(&files, "tuning.html");
    assert!(page.contains("No steps yet"));
    assert!(page.contains("No confirmation is planned"));

    let mut run = made_up::unfinished();
    run.objectives[0].series[0].points.clear();
    let files = rendered(&run);
    let page = contents(&files, "tuning.html").replace('\u{a0}', " ");
    for said in [
        "The run was still running when this page was written: 40 of 1,200 steps done.",
        "Score against the start: no data yet",
        "No parameter sensitivities yet",
        "0 of 1 confirmation passed so far",
        "Not begun",
    ] {
        assert!(page.contains(said), "{said}");
    }
    assert!(
        !paths(&files)
            .iter()
            .any(|path| path.contains("sequential-test"))
    );

    let none = TuningRun {
        parameters: Vec::new(),
        ..made_up::bare()
    };
    assert_eq!(paths(&rendered(&none)).len(), 2);
}

#[test]
fn of_many_parameters_those_that_moved_most_are_drawn() {
    let mut run = made_up::regression();
    // Far in steps, but less than a spread.
    run.parameters[7].value = run.parameters[7].start + 500.0;
    run.parameters[7].spread = Some(1000.0);
    // Near in steps, and many spreads.
    run.parameters[396].value = run.parameters[396].start + 4.0;
    run.parameters[396].spread = Some(0.001);
    let files = rendered(&run);
    let plot = contents(&files, "plots/parameter-paths.svg");
    let [near, far] = [396, 7].map(|place: usize| run.parameters[place].name.clone());
    assert!(
        plot.contains(
            "The 24 of 397 tuned parameters that changed most, in units of their spreads"
        )
    );
    assert!(plot.contains(near.as_str()) && !plot.contains(far.as_str()));
    let page = contents(&files, "tuning.html");
    assert!(page.contains("All 397 parameters, as a table"));
    assert_eq!(page.matches("steps of ").count(), 397, "a row for each");

    // Without spreads it is steps that count.
    run.parameters[0].spread = None;
    let files = rendered(&run);
    let plot = contents(&files, "plots/parameter-paths.svg");
    assert!(plot.contains("in units of their steps") && plot.contains(far.as_str()));
}
