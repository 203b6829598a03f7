//! Hexflip in short.

use flipside_rules::RuleSet as _;
use flipside_rules::hexflip::{Overline, Rules};

use super::{count, entry, goal_alone};

/// Returns the goal of the game.
pub fn goal(rules: &Rules) -> String {
    match rules.overline() {
        Overline::Owner => {
            "Goal of Hexflip: a line of four of your colour that still stands when your next turn \
             comes. Five in a row, two lines of four, or having no legal turn loses."
        }
        Overline::Mover => {
            "Goal of Hexflip: a line of four or more of your colour that still stands at your next \
             turn. Making five in a row or two lines of four, or having no turn, loses."
        }
    }
    .to_string()
}

/// The rules.
pub fn rules(rules: &Rules) -> String {
    let hand = rules.hand();
    let mut text = format!("Hexflip, rules: {}\n", rules.name());
    text += &entry("Goal", &goal_alone(&goal(rules)));
    text += &entry(
        "Pieces",
        &format!(
            "Each player has {} in hand. First is x and begins, Second is o. A piece on the board \
             belongs to the player whose letter it shows.",
            count(hand.into(), "piece", "pieces"),
        ),
    );
    text += &entry("A turn", "is one of these two. Passing is not allowed.");
    let first = rules.first_place().min(hand);
    let mut place = format!(
        "Place {} from your hand on any empty points. First's first turn places {first}.",
        placed(rules.place().min(hand)),
    );
    if let Some(second) = rules.second_place() {
        let second = second.min(hand);
        place += &format!(" Second's first placing turn places {second}.");
    }
    text += &entry("  place", &place);
    text += &entry(
        "  jump",
        "Jump with a piece of yours in a straight line over one or more pieces, of either player, \
         that begin on the very next point, to the first empty point behind them. All that were \
         jumped over are flipped: they change owner. The piece that jumps stays yours.",
    );
    text += &entry("The end", "After each turn this decides, in this order:");
    let overline = "loses with five in a row or two lines of four.";
    let mut rule = 0;
    let mut decides = |what: &str| {
        rule += 1;
        text += &entry("", &format!("{rule}. {what}"));
    };
    decides(&format!("The player who has moved {overline}"));
    if rules.overline() == Overline::Owner {
        decides(&format!("The other player {overline}"));
    }
    decides("The other player, who moves next, loses without a legal turn.");
    decides(match rules.overline() {
        Overline::Owner => "The other player wins with a line of four.",
        Overline::Mover => "The other player wins with a line of four or more.",
    });
    text += &entry("", "There are no draws.");
    text += &entry("Repeating", &repetition(rules));
    if rules.swap() {
        text += &entry(
            "Swap",
            "Second may answer First's first turn with `swap`: the pieces on the board turn to \
             Second's colour where they are, the players exchange their hands, and First moves.",
        );
    }
    text
}

/// Returns the number of pieces that a turn may place.
fn placed(most: u8) -> &'static str {
    match most {
        1 => "1 piece",
        2 => "1 or 2 pieces",
        _ => "1, 2 or 3 pieces",
    }
}

fn repetition(rules: &Rules) -> String {
    let Some(barred) = rules.repetition() else {
        return "Positions may repeat without limit.".to_string();
    };
    let time = match barred {
        2 => "a second time".to_string(),
        3 => "a third time".to_string(),
        n => format!("for time number {n}"),
    };
    let whose = match rules.must_deviate(flipside_rules::Seat::Second) {
        true => "",
        false => " for First; Second may make it",
    };
    format!(
        "A turn that brings the same position, with the same player to move, about {time} is not \
         legal{whose}."
    )
}
