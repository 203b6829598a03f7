//! Hexflip on a terminal: every point has its name under it.

use flipside_rules::hexflip::{Game, Point, Turn, windows_filled};
use flipside_rules::{Game as _, Reason, Seat};

use super::{Last, Paint, Shown, Size};

/// Columns from a point to the next one.
const fn step(size: Size) -> usize {
    match size {
        Size::Large => 6,
        Size::Small => 4,
    }
}

/// What the last turn did to a point.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    None,
    /// A piece has come.
    New,
    /// A piece has changed its colour.
    Flipped,
    /// A piece has jumped away.
    Left,
}

fn change(game: &Game, last: Option<&Last<'_, Game>>, point: Point) -> Change {
    let Some(last) = last else {
        return Change::None;
    };
    let owner = |game: &Game| owner(game, point);
    match (owner(last.before), owner(game)) {
        (None, Some(_)) => Change::New,
        (Some(_), None) => Change::Left,
        (before, now) if before != now => Change::Flipped,
        _ => Change::None,
    }
}

fn owner(game: &Game, point: Point) -> Option<Seat> {
    let stones = |seat| game.position().stones(seat) & point.mask() != 0;
    Seat::BOTH.into_iter().find(|&seat| stones(seat))
}

/// Three columns.
fn piece(game: &Game, change: Change, point: Point, paint: Paint) -> String {
    let Some(seat) = owner(game, point) else {
        return match change {
            Change::Left => paint.mark("<·>"),
            _ => paint.faint(" · "),
        };
    };
    let letter = seat.letter();
    paint.piece(
        seat,
        &match change {
            Change::New => format!("[{letter}]"),
            Change::Flipped => format!("({letter})"),
            _ => format!(" {letter} "),
        },
    )
}

/// What the signs on the board mean.
fn legend(changes: &[Change]) -> String {
    let signs = [
        (Change::New, "[ ] new"),
        (Change::Flipped, "( ) flipped"),
        (Change::Left, "<·> jumped away"),
    ];
    let there = signs.iter().filter(|(change, _)| changes.contains(change));
    let there: Vec<_> = there.map(|(_, sign)| *sign).collect();
    there.join("   ")
}

impl Shown for Game {
    const OPPONENT: &'static str = "mcts:nodes=5000";

    const TURNS: &'static str = "\
c3         place a piece on c3
b2+d4      place two pieces (First's first turn places one)
a1-a3      jump with the piece on a1 to a3, over all that lies between: it is flipped
swap       where the rules have it";

    const STEPS: &'static [&'static str] = &["beginning", "turn"];

    const PICTURE_WIDTH: usize = 0;

    fn board(&self, last: Option<&Last<'_, Self>>, size: Size, paint: Paint) -> String {
        let step = step(size);
        let mut text = String::new();
        let mut changes = Vec::new();
        for row in (0..5).rev() {
            let points: Vec<Point> = (1..=5).filter_map(|n| Point::at(row, n)).collect();
            let indent = " ".repeat(step / 2 * (5 - points.len()) + 2);
            let [mut pieces, mut names] = [indent.clone(), indent];
            for (i, &point) in points.iter().enumerate() {
                let change = change(self, last, point);
                changes.push(change);
                let gap = " ".repeat(if i == 0 { 0 } else { step - 3 });
                pieces += &format!("{gap}{}", piece(self, change, point, paint));
                names += &format!("{gap}{}", paint.faint(&format!(" {point}")));
            }
            text += &match size {
                Size::Large => format!("{pieces}\n{names}\n"),
                // The first point of each row tells the names of all.
                Size::Small => {
                    let first = points.first().map(ToString::to_string);
                    let first = paint.faint(&first.unwrap_or_default());
                    format!("{first} {pieces}\n")
                }
            };
        }
        let legend = legend(&changes);
        if !legend.is_empty() {
            text += &format!("{}\n", paint.faint(&legend));
        }
        text
    }

    fn holding(&self, seat: Seat) -> String {
        let position = self.position();
        format!(
            "{} in hand, {} on the board",
            position.hand(seat),
            position.stones(seat).count_ones()
        )
    }

    fn remarks(&self, paint: Paint) -> Vec<String> {
        let threat = self.to_move().other();
        let line = windows_filled(self.position().stones(threat)) > 0;
        if self.outcome().is_none() && line {
            let letter = threat.letter();
            vec![paint.strong(&format!(
                "{letter} has four in a line, and wins if they stand when it is {letter}'s turn"
            ))]
        } else {
            Vec::new()
        }
    }

    fn steps(&self, turn: Turn) -> Vec<String> {
        let text = self.turn_text(turn);
        // A list of all turns would not fit on a screen.
        let beginning = match text.find(['+', '-']) {
            Some(joint) => text[..=joint].to_string(),
            None => text.clone(),
        };
        vec![beginning, text]
    }

    fn words(&self, turn: Turn) -> Vec<String> {
        let (kind, points) = match turn.jumps() {
            Some((from, to)) => ("jump", vec![from, to]),
            None => {
                let places = turn.places();
                let points = Point::all().filter(|point| places & point.mask() != 0);
                ("place", points.collect())
            }
        };
        let points = points.iter().map(ToString::to_string);
        points.chain([kind.to_string()]).collect()
    }

    fn picture(&self, _: Turn, _: usize, _: Size, _: Paint) -> Option<Vec<String>> {
        None
    }

    fn tiles(&self, _: &[String], _: Size, _: Paint) -> Result<String, String> {
        Err("Hexflip has pieces, and all are alike; only Sayū has tiles to draw".to_string())
    }

    fn meaning(&self, reason: Reason) -> String {
        let meaning = match reason.0 {
            "overline-own" => "the loser's turn gave the loser five in a row or two lines of four",
            "overline-other" => {
                "the winner's turn gave the loser five in a row or two lines of four"
            }
            "no-legal-turn" => "the loser has no legal turn",
            _ => "a line of four stood when its owner's turn came",
        };
        meaning.to_string()
    }
}

#[cfg(test)]
mod tests {
    use flipside_rules::hexflip::Rules;

    use super::*;

    #[test]
    fn what_a_turn_has_changed_is_marked() {
        let mut before = Game::new(Rules::default());
        before.play_texts(["c3", "b2+d4"]).unwrap();
        let turn = before.parse_turn("c3-a1").unwrap();
        let mut game = before.clone();
        game.play(turn).unwrap();
        let last = Last {
            before: &before,
            turn,
        };
        let board = game.board(Some(&last), Size::Large, Paint::PLAIN);
        let board: Vec<&str> = board.lines().map(str::trim_end).collect();
        let expected = "
         ·     ·     ·
         e3    e4    e5
      ·     ·     o     ·
      d2    d3    d4    d5
   ·     ·    <·>    ·     ·
   c1    c2    c3    c4    c5
      ·    (x)    ·     ·
      b1    b2    b3    b4
        [x]    ·     ·
         a1    a2    a3
[ ] new   ( ) flipped   <·> jumped away";
        assert_eq!(board, expected.lines().skip(1).collect::<Vec<_>>());
        let board = game.board(Some(&last), Size::Small, Paint::PLAIN);
        let board: Vec<&str> = board.lines().map(str::trim_end).collect();
        let expected = "
e3        ·   ·   ·
d2      ·   ·   o   ·
c1    ·   ·  <·>  ·   ·
b1      ·  (x)  ·   ·
a1       [x]  ·   ·
[ ] new   ( ) flipped   <·> jumped away";
        assert_eq!(board, expected.lines().skip(1).collect::<Vec<_>>());
        assert_eq!(game.holding(Seat::Second), "6 in hand, 1 on the board");
        assert!(game.remarks(Paint::PLAIN).is_empty());
    }

    #[test]
    fn a_line_that_threatens_is_told() {
        let rules = Rules::default();
        let position = flipside_rules::hexflip::Position::parse(&rules, "3/4/xxxx1/4/oo1 o 4 6");
        let game = Game::from_position(rules, position.unwrap());
        let remarks = game.remarks(Paint::PLAIN);
        assert!(
            remarks[0].starts_with("x has four in a line"),
            "{remarks:?}"
        );
    }
}
