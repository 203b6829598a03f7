//! Turns of Hexflip and their texts.

use std::sync::OnceLock;

use super::board::Point;

/// A well-formed turn, legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// One to three different points in order.
    Place(Vec<Point>),
    /// From and to, two different points on one line.
    Jump(Point, Point),
    /// The pie rule.
    Swap,
}

impl Turn {
    pub(super) fn text(&self) -> String {
        match self {
            Turn::Place(points) => points
                .iter()
                .map(|point| point.text())
                .collect::<Vec<_>>()
                .join("+"),
            Turn::Jump(from, to) => format!("{}-{}", from.text(), to.text()),
            Turn::Swap => "swap".to_string(),
        }
    }

    pub(super) fn parse(text: &str) -> Result<Turn, String> {
        if text == "swap" {
            return Ok(Turn::Swap);
        }
        if let Some((from, to)) = text.split_once('-') {
            let (from, to) = (Point::parse(from)?, Point::parse(to)?);
            if from.line_to(to).is_none() {
                return Err(format!(
                    "invalid turn `{text}`: the points are not on one line"
                ));
            }
            return Ok(Turn::Jump(from, to));
        }
        let mut points = Vec::new();
        for point in text.split('+') {
            points.push(Point::parse(point)?);
        }
        if points.len() > 3 {
            return Err(format!(
                "invalid turn `{text}`: expected at most three pieces"
            ));
        }
        let mut sorted = points.clone();
        sorted.sort();
        sorted.dedup();
        if sorted.len() < points.len() {
            return Err(format!("invalid turn `{text}`: duplicate point"));
        }
        if sorted != points {
            return Err(format!(
                "`{text}` is written `{}`",
                Turn::Place(sorted).text()
            ));
        }
        Ok(Turn::Place(points))
    }

    /// Returns every well-formed turn. The list is constant and often used, so it is built once.
    pub(super) fn all() -> &'static [Turn] {
        static ALL: OnceLock<Vec<Turn>> = OnceLock::new();
        ALL.get_or_init(Turn::list_all)
    }

    fn list_all() -> Vec<Turn> {
        let points = Point::all();
        let mut turns = vec![Turn::Swap];
        for &one in &points {
            turns.push(Turn::Place(vec![one]));
            for &two in points.iter().filter(|two| **two > one) {
                turns.push(Turn::Place(vec![one, two]));
                for &three in points.iter().filter(|three| **three > two) {
                    turns.push(Turn::Place(vec![one, two, three]));
                }
            }
            for &to in &points {
                if one.line_to(to).is_some() {
                    turns.push(Turn::Jump(one, to));
                }
            }
        }
        turns
    }
}
