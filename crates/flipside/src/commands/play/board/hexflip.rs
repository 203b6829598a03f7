//! Hexflip on a terminal: every point has its name under it.

use flipside_rules::hexflip::{Hexflip, Point, Turn, windows_filled};
use flipside_rules::{Game as _, Notation as _, Reason, Seat};

use super::{Last, Paint, Shown, Size, explain};

/// Columns from a point to the next one.
const fn step(size: Size) -> usize {
    match size {
        Size::Large => 6,
        Size::Small => 4,
    }
}

/// The change of a point by the last two turns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    None,
    /// A new piece.
    New,
    /// Flipped by the last turn.
    Flipped,
    /// Left by a jump.
    Left,
    /// Flipped by the turn before the last.
    FlippedBefore,
}

fn change(game: &Hexflip, recent: &[Last<'_, Hexflip>], point: Point) -> Change {
    let [last, earlier @ ..] = recent else {
        return Change::None;
    };
    let owner = |game: &Hexflip| owner(game, point);
    let was = owner(last.before);
    match (was, owner(game)) {
        (None, Some(_)) => return Change::New,
        (Some(_), None) => return Change::Left,
        (was, now) if was != now => return Change::Flipped,
        _ => {}
    }
    match earlier.first().and_then(|turn| owner(turn.before)) {
        Some(first) if was.is_some_and(|was| was != first) => Change::FlippedBefore,
        _ => Change::None,
    }
}

fn owner(game: &Hexflip, point: Point) -> Option<Seat> {
    let stones = |seat| game.position().stones(seat) & point.mask() != 0;
    Seat::BOTH.into_iter().find(|&seat| stones(seat))
}

/// Three columns.
fn piece(game: &Hexflip, change: Change, point: Point, paint: Paint) -> String {
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
            Change::FlippedBefore => format!("{{{letter}}}"),
            _ => format!(" {letter} "),
        },
    )
}

/// All orders of these parts, the given one first.
fn orders<'a>(parts: &[&'a str]) -> Vec<Vec<&'a str>> {
    if parts.len() <= 1 {
        return vec![parts.to_vec()];
    }
    let beginning_with = |first: usize| {
        let mut rest = parts.to_vec();
        let part = rest.remove(first);
        let rest = orders(&rest).into_iter();
        rest.map(move |rest| [vec![part], rest].concat())
    };
    (0..parts.len()).flat_map(beginning_with).collect()
}

/// Returns the legend of the signs on the board.
fn legend(changes: &[Change]) -> String {
    let signs = [
        (Change::New, "[ ] new"),
        (Change::Flipped, "( ) flipped"),
        (Change::Left, "<·> jumped away"),
        (Change::FlippedBefore, "{ } flipped the turn before"),
    ];
    let there = signs.iter().filter(|(change, _)| changes.contains(change));
    let there: Vec<_> = there.map(|(_, sign)| *sign).collect();
    there.join("   ")
}

impl Shown for Hexflip {
    const OPPONENT: &'static str = "mcts:nodes=5000";

    const TURNS: &'static str = "\
c3         place a piece on c3
b2+d4      place two pieces, in any order (First's first turn places one)
a1-a3      jump with the piece on a1 to a3; all pieces between are flipped
swap       if the rules allow it";

    const STEPS: &'static [&'static str] = &["beginning", "turn"];

    const PICTURE_WIDTH: usize = 0;

    fn goal(&self) -> String {
        explain::hexflip::goal(self.rules())
    }

    fn rules_text(&self) -> String {
        explain::hexflip::rules(self.rules())
    }

    fn board(&self, recent: &[Last<'_, Self>], size: Size, paint: Paint) -> String {
        let step = step(size);
        let mut text = String::new();
        let mut changes = Vec::new();
        for row in (0..5).rev() {
            let points: Vec<Point> = (1..=5).filter_map(|n| Point::at(row, n)).collect();
            let indent = " ".repeat(step / 2 * (5 - points.len()) + 2);
            let [mut pieces, mut names] = [indent.clone(), indent];
            for (i, &point) in points.iter().enumerate() {
                let change = change(self, recent, point);
                changes.push(change);
                let gap = " ".repeat(if i == 0 { 0 } else { step - 3 });
                pieces += &format!("{gap}{}", piece(self, change, point, paint));
                names += &format!("{gap}{}", paint.faint(&format!(" {point}")));
            }
            text += &match size {
                Size::Large => format!("{pieces}\n{names}\n"),
                // The name of its first point is enough for a row.
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
                "{letter} has four in a line, and wins if the line still stands when it is {letter}'s turn"
            ))]
        } else {
            Vec::new()
        }
    }

    fn ways(&self, turn: Turn) -> Vec<Vec<String>> {
        let way = |text: String| {
            // All turns do not fit on a screen.
            let beginning = match text.find(['+', '-']) {
                Some(joint) => text[..=joint].to_string(),
                None => text.clone(),
            };
            vec![beginning, text]
        };
        // Any piece may be named first, the others in their order.
        let spellings = self.spellings(turn).into_iter();
        let ways = spellings.filter(|text| text.split('+').skip(1).is_sorted());
        ways.map(way).collect()
    }

    fn spellings(&self, turn: Turn) -> Vec<String> {
        let text = self.turn_text(turn);
        let parts: Vec<&str> = text.split('+').collect();
        orders(&parts).iter().map(|order| order.join("+")).collect()
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
        Err("Hexflip has no tiles; `tiles` works only in Sayū".to_string())
    }

    fn meaning(&self, reason: Reason) -> String {
        let meaning = match reason.0 {
            "overline-own" => "the loser's turn gave the loser five in a row or two lines of four",
            "overline-other" => {
                "the winner's turn gave the loser five in a row or two lines of four"
            }
            "no-legal-turn" => "the loser has no legal turn",
            _ => "a line of four still stood at its owner's next turn",
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
        let mut before = Hexflip::new(Rules::default());
        before.play_texts(["c3", "b2+d4"]).unwrap();
        let turn = before.parse_turn("c3-a1").unwrap();
        let mut game = before.clone();
        game.play(turn).unwrap();
        let last = Last {
            before: &before,
            turn,
        };
        let board = game.board(std::slice::from_ref(&last), Size::Large, Paint::PLAIN);
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
        let board = game.board(std::slice::from_ref(&last), Size::Small, Paint::PLAIN);
        let board: Vec<&str> = board.lines().map(str::trim_end).collect();
        let expected = "
e3        ·   ·   ·
d2      ·   ·   o   ·
c1    ·   ·  <·>  ·   ·
b1      ·  (x)  ·   ·
a1       [x]  ·   ·
[ ] new   ( ) flipped   <·> jumped away";
        assert_eq!(board, expected.lines().skip(1).collect::<Vec<_>>());
        // The answer leaves the flip of the turn before to be seen.
        let answer = game.parse_turn("c2+c4").unwrap();
        let mut after = game.clone();
        after.play(answer).unwrap();
        let newest = Last {
            before: &game,
            turn: answer,
        };
        let board = after.board(&[newest, last], Size::Small, Paint::PLAIN);
        let board: Vec<&str> = board.lines().map(str::trim_end).collect();
        let expected = "
e3        ·   ·   ·
d2      ·   ·   o   ·
c1    ·  [o]  ·  [o]  ·
b1      ·  {x}  ·   ·
a1        x   ·   ·
[ ] new   { } flipped the turn before";
        assert_eq!(board, expected.lines().skip(1).collect::<Vec<_>>());
        assert_eq!(game.holding(Seat::Second), "6 in hand, 1 on the board");
        assert!(game.remarks(Paint::PLAIN).is_empty());
    }

    #[test]
    fn a_line_that_threatens_is_told() {
        let rules = Rules::default();
        let position = flipside_rules::hexflip::Position::parse(&rules, "3/4/xxxx1/4/oo1 o 4 6");
        let game = Hexflip::from_position(rules, position.unwrap());
        let remarks = game.remarks(Paint::PLAIN);
        assert!(
            remarks[0].starts_with("x has four in a line"),
            "{remarks:?}"
        );
    }
}
