//! Draws a scene on a plotters back end.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::Color as _;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::figure::PlotError;
use super::font;
use super::palette::Color;
use super::scene::{Anchor, Point, Scene, Shape, Text as SceneText};

/// What differs between the back ends.
pub(super) struct Device {
    /// Device pixels per logical pixel. Plotters' coordinates are whole numbers, so it is large.
    pub scale: f64,
    /// plotters' font size per pixel of the em.
    pub font_size_per_em: f64,
    /// How far below the upper anchor the back end puts the baseline, in ems.
    pub baseline: f64,
}

/// plotters-svg writes the font size divided by 1.24, and shifts text by 0.76 em.
pub(super) const SVG: Device = Device {
    scale: 10.0,
    font_size_per_em: 1.24,
    baseline: 0.76,
};

/// The rasteriser takes a line height for the font size and has the baseline in its middle.
pub(super) const BITMAP: Device = Device {
    scale: 4.0,
    font_size_per_em: font::LINE_HEIGHT,
    baseline: font::LINE_HEIGHT / 2.0,
};

impl Device {
    fn length(&self, length: f64) -> i32 {
        (length * self.scale).round() as i32
    }

    fn point(&self, (x, y): Point) -> (i32, i32) {
        (self.length(x), self.length(y))
    }

    fn points(&self, points: &[Point]) -> Vec<(i32, i32)> {
        points.iter().map(|p| self.point(*p)).collect()
    }

    /// Width and height in device pixels.
    pub fn size(&self, scene: &Scene) -> (u32, u32) {
        let side = |length: f64| self.length(length).max(1).unsigned_abs();
        (side(scene.width), side(scene.height))
    }
}

/// Draws everything.
pub(super) fn draw<DB: DrawingBackend>(
    scene: &Scene,
    area: &DrawingArea<DB, Shift>,
    device: &Device,
) -> Result<(), PlotError> {
    for shape in &scene.shapes {
        draw_shape(shape, area, device).map_err(|error| PlotError::Draw(error.to_string()))?;
    }
    area.present()
        .map_err(|error| PlotError::Draw(error.to_string()))
}

fn draw_shape<DB: DrawingBackend>(
    shape: &Shape,
    area: &DrawingArea<DB, Shift>,
    device: &Device,
) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
    match shape {
        Shape::Rectangle {
            from,
            to,
            color,
            opacity,
        } => {
            let corners = [device.point(*from), device.point(*to)];
            area.draw(&Rectangle::new(corners, rgb(*color).mix(*opacity).filled()))
        }
        Shape::Path {
            points,
            color,
            width,
        } => {
            let width = device.length(*width).max(1).unsigned_abs();
            let style = rgb(*color).stroke_width(width);
            area.draw(&PathElement::new(device.points(points), style))
        }
        Shape::Polygon {
            points,
            color,
            opacity,
        } => area.draw(&Polygon::new(
            device.points(points),
            rgb(*color).mix(*opacity),
        )),
        Shape::Circle {
            centre,
            radius,
            color,
        } => {
            let radius = device.length(*radius);
            area.draw(&Circle::new(
                device.point(*centre),
                radius,
                rgb(*color).filled(),
            ))
        }
        Shape::Text(text) => draw_text(text, area, device),
    }
}

fn draw_text<DB: DrawingBackend>(
    text: &SceneText,
    area: &DrawingArea<DB, Shift>,
    device: &Device,
) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
    let em = text.size * device.scale;
    let x = device.length(text.at.0);
    let y = (text.at.1 * device.scale - device.baseline * em).round() as i32;
    let anchor = match text.anchor {
        Anchor::Start => HPos::Left,
        Anchor::Middle => HPos::Center,
        Anchor::End => HPos::Right,
    };
    let style = font::font(em * device.font_size_per_em, text.weight)
        .color(&rgb(text.color))
        .pos(Pos::new(anchor, VPos::Top));
    area.draw(&Text::new(text.text.as_str(), (x, y), style))
}

fn rgb(color: Color) -> RGBColor {
    RGBColor(color.0, color.1, color.2)
}
