//! `records cat` and `records show` with remarks that somebody else makes.

mod support;

use flipside_records::GameRecord;
use flipside_records::commands::{
    CommandError, GameRemarks, Remarks, RemarksError, TurnRemark, cat, show,
};
use flipside_rules::sayu;
use support::{file, header, random_game};

/// Knows something of every game before one.
struct Before(u64);

impl Remarks for Before {
    fn source(&self) -> String {
        "nobody".to_string()
    }

    fn of(&self, record: &GameRecord) -> Result<GameRemarks, RemarksError> {
        if record.id >= self.0 {
            return Err("nothing is known".into());
        }
        let turn = |i| TurnRemark {
            value: format!("turn \"{i}\""),
            cost: (i == 1).then_some(["win", "loss"]),
            longer: u16::from(i == 2),
        };
        Ok(GameRemarks {
            turns: (0..record.turns.len()).map(turn).collect(),
            decided: (record.id > 0).then_some(2),
        })
    }
}

#[test]
fn remarks_stand_with_each_turn_and_their_failure_ends_the_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.flip");
    let games: Vec<GameRecord> = (0..20).map(random_game::<sayu::Game>).collect();
    std::fs::write(&path, file(&header::<sayu::Game>(8), &games)).unwrap();

    let mut out = Vec::new();
    let error = cat(&path, Some(&Before(13)), &mut out).unwrap_err();
    assert!(matches!(error, CommandError::Remarks(_)));
    assert_eq!(error.to_string(), "nothing is known");
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
    let error = show(&path, 15, Some(&Before(13)), &mut out).unwrap_err();
    assert_eq!(
        (error.to_string().as_str(), out.len()),
        ("nothing is known", 0)
    );
    show(&path, 4, Some(&Before(13)), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    for part in [
        "\ntable: nobody\n",
        "by the table turn \"1\" (win → loss)\n",
        "by the table turn \"2\" (1 turn longer than the shortest)\n",
        "\ndecided: by turn 2",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}
