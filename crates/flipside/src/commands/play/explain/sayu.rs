//! Sayū in short.

use flipside_rules::RuleSet as _;
use flipside_rules::sayu::{Back, Rules};

use super::{count, entry, goal_alone};

/// Returns the goal of the game.
pub fn goal(rules: &Rules) -> String {
    let komi = match rules.komi().to_string().as_str() {
        "0" => String::new(),
        komi => format!(" {}", of_komi(rules, komi)),
    };
    format!(
        "Goal of Sayū: more tiles of your colour than the other player once the board is full.{komi}"
    )
}

fn of_komi(rules: &Rules, komi: &str) -> String {
    let swapped = match rules.swap() {
        true => "; after a swap First gets them",
        false => "",
    };
    format!("Second gets {komi} extra tiles{swapped}.")
}

/// The rules.
pub fn rules(rules: &Rules) -> String {
    let side = 2 * u32::from(rules.radius()) + 1;
    let cells = side * side - 1;
    let tiles = rules.tiles().mask().count_ones();
    let mut text = format!("Sayū, rules: {}\n", rules.name());
    text += &entry("Goal", &goal_alone(&goal(rules)));
    let back = match rules.back() {
        Back::Same => "Both sides have the same arrows.",
        Back::Mirrored => "Second's side has the mirror image of First's arrows.",
    };
    text += &entry(
        "Tiles",
        &format!(
            "{tiles} different tiles, on which both players draw. Each has First's colour (x) on one \
             side and Second's (o) on the other, a white arrow, and coloured arrows at three of its \
             eight edges. {back}"
        ),
    );
    text += &entry(
        "Board",
        &format!(
            "{side} by {side} cells; the home tile lies in the middle, has no owner and no \
             arrows."
        ),
    );
    text += &entry(
        "A turn",
        "First begins. A turn has two parts. Passing is not allowed.",
    );
    text += &entry(
        "  place",
        "Place any tile that is left, your colour up and the white arrow in any of the eight \
         directions, on an empty cell that shares a side with a tile or with home.",
    );
    let must = match rules.convert_is_optional() {
        false => "If it can convert any, it must convert one, which you choose.",
        true => "You choose one, or none: you may stop before every conversion.",
    };
    text += &entry(
        "  convert",
        &format!(
            "The tile can convert a neighbour, diagonals included, if one of its coloured arrows \
             points there, the neighbour is the other player's and has no coloured arrow that points \
             back, and their white arrows differ in direction. {must} The converted tile turns to \
             your colour and to the direction of the converting tile's white arrow, its own arrows \
             turning along. Now it converts by the same rule, and so on."
        ),
    );
    let turns = usize::try_from(cells.min(tiles)).unwrap_or_default();
    text += &entry(
        "The end",
        &format!(
            "The game ends after {}. Equal scores are a draw.",
            count(turns, "tile", "tiles")
        ),
    );
    if rules.swap() {
        text += &entry(
            "Swap",
            "Second may answer First's first tile with `swap`: that tile turns to Second's colour, \
             its white arrow as it is, and First moves.",
        );
    }
    text
}
