//! Experiment files: what is wrong with one is said with line and key.

use std::path::Path;

use flipside_arena::Experiment;
use flipside_rules::{Hexflip, no_attachments};

#[test]
fn experiments_say_line_and_key() {
    let good = r#"name = "test"
seed = 1

[[tournament]]
name = "one"
game = "hexflip"
format = "match"
agents = ["greedy", "random"]
games = 40
"#;
    let openings = |path: &Path| match path.to_str() {
        Some("two.txt") => Ok("a1\nb2\n".to_string()),
        Some("bad.txt") => Ok("a1\nb9\n".to_string()),
        _ => Err("there is no such file".to_string()),
    };
    let check = |text: &str| -> Result<usize, String> {
        let experiment = Experiment::parse(text).map_err(|error| error.to_string())?;
        let entry = &experiment.entries[0];
        experiment
            .tournaments::<Hexflip>(entry, &no_attachments, &openings)
            .map(|tournaments| tournaments.len())
            .map_err(|error| error.to_string())
    };
    assert_eq!(check(good), Ok(1));
    assert_eq!(check(&format!("{good}control = true\n")), Ok(2));
    for more in [
        "openings = \"two.txt\"",
        "until_balanced = 2.5",
        "turn_ms = 500\nmax_failures = 0",
    ] {
        assert_eq!(check(&format!("{good}{more}\n")), Ok(1), "{more}");
    }
    let sprt = "\"sprt\"\nsprt = { elo0 = 0, elo1 = 5.5, model = \"logistic\", alpha = 0.1 }";
    assert_eq!(check(&good.replace("\"match\"", sprt)), Ok(1));
    for format in ["round-robin", "gauntlet"] {
        let three = good
            .replace("\"match\"", &format!("\"{format}\""))
            .replace("\"random\"]", "\"random\", \"mcts\"]");
        assert_eq!(check(&three.replace("= 40", "= 48")), Ok(1), "{format}");
        let error = check(&three.replace("= 40", "= 46")).unwrap_err();
        assert!(error.contains("line 9, `games`"), "{error}");
        assert!(
            error.contains("44 or 48") || error.contains("42 or 48"),
            "{error}"
        );
    }
    for (from, to, parts) in [
        ("hexflip", "chess", ["line 6", "unknown game"]),
        ("\"greedy\"", "\"gready\"", ["line 8", "unknown agent"]),
        ("games = 40", "games = 0", ["line 9, `games`", "at least 1"]),
        ("games = 40", "games = \"x\"", ["line 9", "games"]),
        ("games = 40", "game_count = 40", ["line 9", "unknown field"]),
        ("match", "knockout", ["line 7", "unknown format"]),
        ("\"random\"]", "\"greedy\"]", ["line 8, `agents`", "copies"]),
        (
            "\"random\"]",
            "\"random\", \"mcts\"]",
            ["line 8, `agents`", "two agents"],
        ),
        ("name = \"one\"", "name = \"../one\"", ["line 5", "letters"]),
        (
            "games = 40",
            "games = 40\nrules = \"hand=0\"",
            ["line 10, `rules`", "1 to 9"],
        ),
        (
            "games = 40",
            "games = 40\nmax_turns = 2",
            ["line 10, `max_turns`", "limit"],
        ),
        (
            "games = 40",
            "games = 41\ncontrol = true",
            ["line 9, `games`", "even"],
        ),
        ("seed = 1", "", ["missing field", "seed"]),
        (
            "games = 40",
            "games = 40\nopenings = \"none.txt\"",
            ["line 10, `openings`", "none.txt: there is no such file"],
        ),
        (
            "games = 40",
            "games = 40\nopenings = \"bad.txt\"",
            ["line 10, `openings`", "bad.txt: line 2"],
        ),
        (
            "games = 40",
            "games = 40\nopenings = \"two.txt\"\nopening_turns = 1",
            ["line 10, `openings`", "keep one of them"],
        ),
        (
            "games = 40",
            "games = 40\nturn_ms = 0",
            ["line 10, `turn_ms`", "at least 1"],
        ),
        (
            "\"match\"",
            "\"sprt\"",
            ["line 7, `format`", "needs hypotheses"],
        ),
        (
            "games = 40",
            "games = 40\nsprt = { elo0 = 0, elo1 = 5 }",
            ["line 10, `sprt`", "format = \"sprt\""],
        ),
        (
            "\"match\"",
            "\"sprt\"\nsprt = { elo0 = 5, elo1 = 0 }",
            ["line 8, `sprt`", "expected elo0 below elo1"],
        ),
        (
            "\"match\"",
            "\"sprt\"\nsprt = { elo0 = 0, elo1 = 5, model = \"glicko\" }",
            ["line 8, `model`", "normalized or logistic"],
        ),
        (
            "games = 40",
            "games = 40\nuntil_balanced = 60",
            ["line 10, `until_balanced`", "below 50"],
        ),
        (
            "games = 40",
            "games = 40\nuntil_balanced = 2\ncontrol = true",
            ["line 9, `games`", "different lengths"],
        ),
        (
            "\"match\"",
            "\"round-robin\"\nuntil_balanced = 2",
            ["line 7, `format`", "self-play or a match"],
        ),
    ] {
        let text = good.replace(from, to);
        assert_ne!(text, good);
        let error = check(&text).unwrap_err();
        assert!(
            parts.iter().all(|part| error.contains(part)),
            "{from} → {to}: {error}"
        );
    }
}
