//! Sayū on a terminal: every tile is a picture with its arrows.

mod tile;

use flipside_rules::sayu::{Cell, Direction, HOME, Sayu, Tile, Turn};
use flipside_rules::{ForFirst, Game as _, Notation as _, Reason, Seat};

use self::tile::{Face, Mark, WIDTH, blank, loose};
use super::{Last, Paint, Shown, Size, explain, shown_together};

/// The cells of the last turn: the one where a tile was placed, and those that were converted.
fn changed(last: Option<&Last<'_, Sayu>>) -> (Option<Cell>, Vec<Cell>) {
    match last.map(|last| last.turn) {
        None => (None, Vec::new()),
        Some(Turn::Swap) => {
            let all = Cell::all().filter(|&cell| owner(last.map(|l| l.before), cell).is_some());
            (None, all.collect())
        }
        Some(Turn::Place { cell, chain, .. }) => {
            let mut converted = Vec::new();
            let mut newest = cell;
            for next in chain.steps() {
                // A legal chain stays on the board.
                newest = newest.step(next).unwrap_or(newest);
                converted.push(newest);
            }
            (Some(cell), converted)
        }
    }
}

fn owner(game: Option<&Sayu>, cell: Cell) -> Option<Seat> {
    Some(game?.position().tile(cell)?.0)
}

/// A border between rows.
fn border(ends: [&str; 3], columns: usize, paint: Paint) -> String {
    let line = vec!["─".repeat(WIDTH); columns].join(ends[1]);
    format!(
        "   {}\n",
        paint.faint(&format!("{}{line}{}", ends[0], ends[2]))
    )
}

/// Returns the legend of the signs on the board.
fn legend(new: bool, converted: bool, before: bool) -> String {
    let mut signs = "x ⇗ owner and white arrow   ↗ coloured arrow".to_string();
    if new {
        signs += "   [ ] placed last";
    }
    if converted {
        signs += "   ( ) converted";
    }
    if before {
        signs += "\n{ } converted the turn before";
    }
    signs
}

impl Shown for Sayu {
    const OPPONENT: &'static str = "mcts:nodes=2000";

    const TURNS: &'static str = "\
025@d5:ne       place tile 025 on d5, its white arrow to the north-east
025@d5:ne>e5>e6 the same, and convert e5, then e6
025@d5:ne       is enough: of several chains you are given the choice
swap            if the rules allow it
A tile is named by its coloured arrows, in eighths of a turn clockwise from
the white arrow: 025 has one along it, one at 2/8 and one at 5/8. White
arrows point to n ne e se s sw w nw.";

    const STEPS: &'static [&'static str] = &["cell", "tile", "white arrow", "conversions"];

    const PICTURE_WIDTH: usize = WIDTH;

    fn goal(&self) -> String {
        explain::sayu::goal(self.rules())
    }

    fn rules_text(&self) -> String {
        explain::sayu::rules(self.rules())
    }

    fn board(&self, recent: &[Last<'_, Self>], size: Size, paint: Paint) -> String {
        let radius = self.rules().radius();
        let reach = (3 - radius)..=(3 + radius);
        let columns = reach.clone().count();
        let placeable = self.position().placeable(self.rules());
        let (new, converted) = changed(recent.first());
        let (_, before) = changed(recent.get(1));
        let mut any_before = false;
        let mut cell = |cell: Cell| -> Vec<String> {
            if let Some((seat, _, orientation)) = self.position().tile(cell) {
                let face = Face {
                    seat,
                    orientation,
                    arrows: self.position().arrows(cell),
                };
                let mark = if new == Some(cell) {
                    Mark::New
                } else if converted.contains(&cell) {
                    Mark::Converted
                } else if before.contains(&cell) {
                    any_before = true;
                    Mark::ConvertedBefore
                } else {
                    Mark::None
                };
                return face.drawn(mark, size, paint);
            }
            let middle = if cell == HOME {
                paint.strong(" home  ")
            } else if placeable & cell.mask() != 0 {
                format!("  {cell}   ")
            } else {
                paint.faint("   ·   ")
            };
            blank(middle, size)
        };
        let bar = paint.faint("│");
        let mut text = border(["┌", "┬", "┐"], columns, paint);
        for row in reach.clone().rev() {
            let cells: Vec<Vec<String>> = reach
                .clone()
                .filter_map(|column| Cell::at(column, row))
                .map(&mut cell)
                .collect();
            let height = cells.first().map_or(0, Vec::len);
            for line in 0..height {
                let side = match line == height / 2 {
                    true => format!(" {} ", row + 1),
                    false => "   ".to_string(),
                };
                let parts: Vec<&str> = cells.iter().map(|lines| lines[line].as_str()).collect();
                text += &format!("{side}{bar}{}{bar}\n", parts.join(&bar));
            }
            if size == Size::Large && row > *reach.start() {
                text += &border(["├", "┼", "┤"], columns, paint);
            }
        }
        text += &border(["└", "┴", "┘"], columns, paint);
        let letters: Vec<String> = reach
            .map(|column| format!("{}", (b'a' + column) as char))
            .collect();
        text += &format!("{:7}{}\n", "", letters.join("       "));
        if self.position().occupied() != 0 {
            let legend = legend(new.is_some(), !converted.is_empty(), any_before);
            for line in legend.lines() {
                text += &format!("{}\n", paint.faint(line));
            }
        }
        text
    }

    fn holding(&self, seat: Seat) -> String {
        match self.position().stones(seat).count_ones() {
            1 => "1 tile".to_string(),
            tiles => format!("{tiles} tiles"),
        }
    }

    fn remarks(&self, _: Paint) -> Vec<String> {
        let supply: Vec<String> = Tile::all()
            .filter(|tile| self.position().supply() & tile.mask() != 0)
            .map(|tile| tile.to_string())
            .collect();
        let ForFirst(margin) = self.position().margin();
        let leads = match margin {
            0 => "level".to_string(),
            1.. => format!("First is ahead by {margin}"),
            _ => format!("Second is ahead by {}", -margin),
        };
        let left = match supply.len() {
            0 => "no tile is left".to_string(),
            1 => "one tile is left:".to_string(),
            tiles => format!("{tiles} tiles are left:"),
        };
        let mut remarks = vec![format!("{leads}{}; {left}", komi(self))];
        remarks.extend(supply.chunks(19).map(|row| format!("  {}", row.join(" "))));
        remarks
    }

    fn ways(&self, turn: Turn) -> Vec<Vec<String>> {
        let text = self.turn_text(turn);
        let Turn::Place {
            tile,
            cell,
            orientation,
            ..
        } = turn
        else {
            return vec![vec![text, String::new(), String::new(), String::new()]];
        };
        let chain = text.find('>').map_or("none", |at| &text[at..]);
        vec![vec![
            cell.to_string(),
            tile.to_string(),
            orientation.to_string(),
            chain.to_string(),
        ]]
    }

    fn words(&self, turn: Turn) -> Vec<String> {
        let text = self.turn_text(turn);
        let mut words: Vec<String> = text
            .split('>')
            .skip(1)
            .map(|cell| format!(">{cell}"))
            .collect();
        if !words.is_empty() {
            words.push("convert".to_string());
        }
        words
    }

    fn picture(&self, turn: Turn, step: usize, size: Size, paint: Paint) -> Option<Vec<String>> {
        let Turn::Place {
            tile, orientation, ..
        } = turn
        else {
            return None;
        };
        let orientation = match step {
            1 => Direction::new(0),
            2 => orientation,
            _ => return None,
        };
        Some(loose(self, tile, orientation).drawn(Mark::None, size, paint))
    }

    fn tiles(&self, names: &[String], size: Size, paint: Paint) -> Result<String, String> {
        let tiles: Vec<Tile> = if names.is_empty() {
            let supply = self.position().supply();
            Tile::all()
                .filter(|tile| supply & tile.mask() != 0)
                .collect()
        } else {
            let parse = |name: &String| {
                Tile::parse(name).ok_or_else(|| {
                    format!("`{name}` is not a tile; expected three ascending digits below 8")
                })
            };
            names.iter().map(parse).collect::<Result<_, _>>()?
        };
        let picture =
            |&tile: &Tile| loose(self, tile, Direction::new(0)).drawn(Mark::None, size, paint);
        let pictures = tiles.iter().map(picture).collect();
        let names = tiles.iter().map(|tile| format!("  {tile}")).collect();
        Ok(shown_together(pictures, names, WIDTH, size))
    }

    fn meaning(&self, _: Reason) -> String {
        let [first, second] = Seat::BOTH.map(|seat| self.holding(seat));
        format!(
            "no further tile can be placed; First has {first}, Second {second}{}",
            komi(self)
        )
    }
}

/// The lead that a player needs to win, unless any lead wins.
fn komi(game: &Sayu) -> String {
    let komi = game.komi().to_string();
    let (seat, other, komi) = match komi.strip_prefix('-') {
        _ if komi == "0" => return String::new(),
        None => ("First", "Second", komi.as_str()),
        Some(komi) => ("Second", "First", komi),
    };
    match game.check(Turn::Swap) {
        // Short: the line must fit into 80 columns.
        Ok(()) => format!("; {seat} needs over {komi} (swap: {other})"),
        Err(_) => format!("; {seat} needs a lead above {komi}"),
    }
}

#[cfg(test)]
mod tests {
    use flipside_rules::sayu::Rules;

    use super::*;

    #[test]
    fn the_komi_line_names_the_seat_that_needs_a_lead() {
        use flipside_rules::{RuleSet as _, no_attachments};

        let lines = |rules: &str, turns: &[&str]| -> Vec<String> {
            let mut game = Sayu::new(Rules::parse(rules, &no_attachments).unwrap());
            let mut lines = vec![komi(&game)];
            for turn in turns {
                game.play_texts([*turn]).unwrap();
                lines.push(komi(&game));
            }
            lines
        };
        assert_eq!(lines("swap=on", &["025@d5:n", "swap"]), ["", "", ""]);
        assert_eq!(
            lines("komi=-20.5,swap=on", &["025@d5:n", "swap"]),
            [
                "; Second needs a lead above 20.5",
                "; Second needs over 20.5 (swap: First)",
                "; First needs a lead above 20.5",
            ]
        );
        assert_eq!(lines("komi=3", &[]), ["; First needs a lead above 3"]);
    }

    #[test]
    fn a_tile_shows_its_arrows_where_they_point() {
        let game = Sayu::new(Rules::default());
        let drawn = game.tiles(
            &["025".to_string(), "147".to_string()],
            Size::Large,
            Paint::PLAIN,
        );
        let expected = [
            "   ↑     ↖     ↗",
            "  x ⇑ →    x ⇑",
            "↙           ↓",
            "  025      147",
            "",
        ];
        assert_eq!(drawn.unwrap().lines().collect::<Vec<_>>(), expected);
        let small = game.tiles(&["025".to_string()], Size::Small, Paint::PLAIN);
        assert_eq!(small.unwrap().trim(), "025  x⇑↑→↙");
        let none = game.tiles(&["210".to_string()], Size::Large, Paint::PLAIN);
        assert!(none.is_err());
    }

    #[test]
    fn what_a_turn_has_changed_is_marked() {
        let mut before = Sayu::new(Rules::default());
        before.play_texts(["025@d5:ne", "036@d3:s"]).unwrap();
        let turn = before.parse_turn("016@c3:e>d3").unwrap();
        let mut game = before.clone();
        game.play(turn).unwrap();
        let last = Last {
            before: &before,
            turn,
        };
        let board = game.board(std::slice::from_ref(&last), Size::Large, Paint::PLAIN);
        let row: Vec<&str> = board.lines().skip(17).take(3).collect();
        assert_eq!(
            row,
            [
                "   │       │       │   ↑   │   ↑   │       │       │       │",
                " 3 │   ·   │  b3   │ [x ⇒]→│ (x ⇒)→│  e3   │   ·   │   ·   │",
                "   │       │       │      ↘│↙      │       │       │       │",
            ],
            "\n{board}"
        );
        let board = game.board(std::slice::from_ref(&last), Size::Small, Paint::PLAIN);
        assert_eq!(
            board.lines().nth(5),
            Some(" 3 │   ·   │  b3   │[x⇒↑→↘]│(x⇒↑→↙)│  e3   │   ·   │   ·   │"),
            "\n{board}"
        );
        // The answer leaves what it does not touch to be seen.
        let answer = game.parse_turn("013@d6:n").unwrap();
        let mut after = game.clone();
        after.play(answer).unwrap();
        let newest = Last {
            before: &game,
            turn: answer,
        };
        let board = after.board(&[newest, last], Size::Small, Paint::PLAIN);
        assert_eq!(
            board.lines().nth(5),
            Some(" 3 │   ·   │  b3   │ x⇒↑→↘ │{x⇒↑→↙}│  e3   │   ·   │   ·   │"),
            "\n{board}"
        );
        assert!(board.contains("{ } converted the turn before"), "\n{board}");
    }
}
