//! Terminals with little room.

use super::*;

#[test]
fn everything_fits_into_an_ordinary_terminal() {
    fn check<G: Shown>(rules: &str, lines: &str) {
        let mut script = Script::new(&lines.repeat(60));
        script.room = Some(TerminalSize {
            rows: 24,
            columns: 80,
        });
        let shown = run::<G>("greedy", "human", rules, &mut script).unwrap();
        assert!(shown.contains(" wins: "), "{shown}");
        // From one prompt to the next; the first line is what was typed.
        for screen in shown.split("Line(") {
            // Before an answer comes the board of the person's own turn.
            let boards = if screen.contains("x plays ") { 2 } else { 1 };
            assert!(screen.lines().count() <= boards * 24, "{screen}");
        }
    }
    check::<Hexflip>("", "list\n1\n");
    check::<Sayu>("", "list\n1\n1\n1\n1\n");
    check::<Sayu>("komi=1.5,swap=on", "tiles\nlist\n1\n1\n1\n1\n");
}

#[test]
fn a_terminal_too_narrow_is_told() {
    let shown = |columns| {
        let mut script = Script::new("c3");
        script.room = Some(TerminalSize { rows: 5, columns });
        run::<Hexflip>("human", "human", "", &mut script).unwrap()
    };
    assert!(!shown(60).contains("are needed"));
    assert!(shown(20).contains("(this terminal has 20 columns; "));
}
