//! sprt and elo, as scripts use them.

use crate::common::{bad, good, json, words};
use serde_json::Value;

fn sprt(elo: [&str; 2], counts: [&str; 2], more: &[&str]) -> String {
    let mut arguments = vec![
        "sprt", "--elo0", elo[0], "--elo1", elo[1], counts[0], counts[1],
    ];
    arguments.extend(more);
    good(&arguments)
}

#[test]
fn sprt_prints_ratio_bounds_and_decision() {
    let normalized = ["--model", "normalized"];
    let pairs = ["--pairs", "365,16618,36229,16974,390"];
    let text = sprt(["0", "2"], pairs, &normalized);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("llr 2.250"), "{text}");
    assert_eq!(
        lines[1..],
        ["lower -2.94444", "upper 2.94444", "decision continue"]
    );
    let text = sprt(
        ["-1.75", "0.25"],
        ["--pairs", "127,4883,10712,5150,104"],
        &normalized,
    );
    assert!(
        text.starts_with("llr 3.010") && text.ends_with("decision H1\n"),
        "{text}"
    );
    let text = sprt(
        ["0", "5"],
        ["--pairs", "440,2910,5170,2888,455"],
        &["--model", "normalized", "--beta", "0.10"],
    );
    assert!(
        text.contains("lower -2.2512") && text.ends_with("decision H0\n"),
        "{text}"
    );
    let text = sprt(
        ["0.5", "2.5"],
        ["--wld", "21404,21184,40708"],
        &["--model", "logistic"],
    );
    assert!(text.starts_with("llr -1.571"), "{text}");
    let json = sprt(
        ["0", "2"],
        pairs,
        &["--model", "normalized", "--format", "json"],
    );
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["decision"], "continue");
}

#[test]
fn elo_prints_estimates_with_margins() {
    assert_eq!(
        good(&["elo", "--wld", "136,96,111"]),
        "elo 40.70\nelo_margin 30.43\nnelo 49.77\nnelo_margin 37.39\nlos 0.9960\nscore 0.5583\n"
    );
    let pairs = good(&["elo", "--pairs", "34,54,63,64,75"]);
    assert!(
        pairs.starts_with("elo 55.58\nelo_margin 27.65\nnelo 57.94\nnelo_margin 29.23\n"),
        "{pairs}"
    );
    let sided = good(&["elo", "--wld", "6,0,0"]);
    assert!(
        sided.starts_with("elo undefined\n") && sided.contains("score 1.0000"),
        "{sided}"
    );
    let json: Value = json(&good(&["elo", "--wld", "6,0,0", "--format", "json"]));
    assert!(json["elo"].is_null());
}

#[test]
fn wrong_counts_are_explained() {
    bad(&["elo", "--wld", "0,0,0"], 1, &["no games"]);
    bad(&["elo", "--wld", "1,2"], 1, &["three numbers"]);
    bad(&["elo", "--pairs", "1,2,3"], 1, &["five numbers"]);
    bad(&["elo", "--wld", "1,2,-3"], 2, &["-3"]);
    bad(&["elo"], 2, &["--pairs"]);
    bad(
        &["elo", "--wld", "1,2,3", "--pairs", "1,2,3,4,5"],
        2,
        &["cannot be used with"],
    );
    let hypotheses = words("sprt --model logistic --elo0 5 --elo1 0 --wld 1,2,3");
    bad(&hypotheses, 1, &["expected elo0 below elo1"]);
}
