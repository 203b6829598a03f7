//! `records cat` and `records show` with values of turns.

use flipside_analysis::read::{GameAnnotations, TurnAnnotation};
use flipside_records::GameRecord;
use flipside_rules::Sayu;

use super::games::{file, header, random_game, whole};
use crate::commands::records::{TurnValues, cat, show};

/// Has values for every game before one.
struct Before(u64);

impl TurnValues for Before {
    fn source(&self) -> String {
        "made up".to_string()
    }

    fn of(&self, record: &GameRecord) -> anyhow::Result<GameAnnotations> {
        anyhow::ensure!(record.id < self.0, "no values");
        let turn = |i| TurnAnnotation {
            value: format!("turn \"{i}\""),
            cost: (i == 1).then_some(["win", "loss"]),
            longer: u16::from(i == 2),
        };
        Ok(GameAnnotations {
            turns: (0..record.turns.len()).map(turn).collect(),
            decided: (record.id > 0).then_some(2),
        })
    }
}

#[test]
fn each_turn_has_its_value_and_a_failure_ends_the_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.flip");
    let games: Vec<GameRecord> = (0..20).map(random_game::<Sayu>).collect();
    std::fs::write(&path, file(&header::<Sayu>(8), &games)).unwrap();

    let mut out = Vec::new();
    let error = cat(&path, Some(&Before(13)), &mut out).unwrap_err();
    assert_eq!(error.to_string(), "no values");
    let text = String::from_utf8(out).unwrap();
    assert_eq!(text.lines().count(), 13);
    for (line, game) in text.lines().zip(&games) {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let list = |key: &str| line[key].as_array().unwrap().clone();
        for key in ["table", "cost", "longer"] {
            assert_eq!(list(key).len(), game.turns.len(), "{key}");
        }
        assert_eq!(list("table")[3], "turn \"3\"");
        assert_eq!(list("cost")[1], "win-loss");
        assert_eq!(list("longer")[2], 1);
        assert!(list("cost")[2].is_null() && list("longer")[1].is_null());
        let decided = (game.id > 0).then_some(2);
        assert_eq!(line["decided"], serde_json::json!(decided));
    }

    let mut out = Vec::new();
    let error = show(&path, &whole(15), Some(&Before(13)), &mut out).unwrap_err();
    assert_eq!((error.to_string().as_str(), out.len()), ("no values", 0));
    show(&path, &whole(4), Some(&Before(13)), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    for part in [
        "\ntable: made up\n",
        "by the table turn \"1\" (win → loss)\n",
        "by the table turn \"2\" (1 turn longer than the shortest)\n",
        "\ndecided: by turn 2",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
