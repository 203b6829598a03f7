//! A drawing before it has a format: shapes and texts in logical pixels, y downwards.

use super::font::{self, Weight};
use super::palette::Color;

/// A point: x to the right, y downwards.
pub type Point = (f64, f64);

/// A drawing. Later shapes cover earlier ones.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Width in logical pixels.
    pub width: f64,
    /// Height in logical pixels.
    pub height: f64,
    /// What is drawn, in this order.
    pub shapes: Vec<Shape>,
}

/// One element of a drawing.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A filled rectangle.
    Rectangle {
        /// Upper left corner.
        from: Point,
        /// Lower right corner.
        to: Point,
        /// Its colour.
        color: Color,
        /// 0 (invisible) to 1.
        opacity: f64,
    },
    /// A line through several points.
    Path {
        /// The points.
        points: Vec<Point>,
        /// Its colour.
        color: Color,
        /// Thickness.
        width: f64,
    },
    /// A filled polygon.
    Polygon {
        /// The corners.
        points: Vec<Point>,
        /// Its colour.
        color: Color,
        /// 0 (invisible) to 1.
        opacity: f64,
    },
    /// A filled circle.
    Circle {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: f64,
        /// Its colour.
        color: Color,
    },
    /// A line of text.
    Text(Text),
}

/// A line of text.
#[derive(Clone, Debug)]
pub struct Text {
    /// The text.
    pub text: String,
    /// Where the anchor is, on the baseline.
    pub at: Point,
    /// The part of the text at this position.
    pub anchor: Anchor,
    /// Pixels per em.
    pub size: f64,
    /// Its weight.
    pub weight: Weight,
    /// Its colour.
    pub color: Color,
}

/// Which part of a text stands at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The beginning.
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

impl Text {
    /// Left and right edge.
    #[must_use]
    pub fn extent(&self) -> (f64, f64) {
        let width = font::width(&self.text, self.size, self.weight);
        let left = match self.anchor {
            Anchor::Start => self.at.0,
            Anchor::Middle => self.at.0 - width / 2.0,
            Anchor::End => self.at.0 - width,
        };
        (left, left + width)
    }
}

impl Scene {
    pub(crate) fn rectangle(&mut self, from: Point, to: Point, color: Color, opacity: f64) {
        self.shapes.push(Shape::Rectangle {
            from,
            to,
            color,
            opacity,
        });
    }

    pub(crate) fn line(&mut self, from: Point, to: Point, color: Color, width: f64) {
        self.path(vec![from, to], color, width);
    }

    pub(crate) fn path(&mut self, points: Vec<Point>, color: Color, width: f64) {
        self.shapes.push(Shape::Path {
            points,
            color,
            width,
        });
    }

    /// A straight dashed line.
    pub(crate) fn dashed(&mut self, from: Point, to: Point, color: Color, width: f64) {
        const DASH: f64 = 5.0;
        const GAP: f64 = 4.0;
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let at = |s: f64| {
            let share = if length > 0.0 { s / length } else { 0.0 };
            (
                from.0 + (to.0 - from.0) * share,
                from.1 + (to.1 - from.1) * share,
            )
        };
        let mut start = 0.0;
        while start < length {
            self.line(at(start), at((start + DASH).min(length)), color, width);
            start += DASH + GAP;
        }
    }

    pub(crate) fn polygon(&mut self, points: Vec<Point>, color: Color, opacity: f64) {
        self.shapes.push(Shape::Polygon {
            points,
            color,
            opacity,
        });
    }

    pub(crate) fn circle(&mut self, centre: Point, radius: f64, color: Color) {
        self.shapes.push(Shape::Circle {
            centre,
            radius,
            color,
        });
    }

    pub(crate) fn text(&mut self, text: Text) {
        if !text.text.is_empty() {
            self.shapes.push(Shape::Text(text));
        }
    }

    /// All texts.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.shapes.iter().filter_map(|shape| match shape {
            Shape::Text(text) => Some(text),
            _ => None,
        })
    }
}
