//! SVG text of a scene.

use std::fmt::Write;

use plotters::prelude::*;

use super::figure::PlotError;
use super::render;
use super::scene::Scene;

/// The SVG element with its title, for use inside a page that has the font.
///
/// It is drawn in tenths of a pixel, as plotters rounds to whole numbers, and scaled back by the
/// view box.
pub(super) fn render(scene: &Scene, title: &str) -> Result<String, PlotError> {
    let mut raw = String::new();
    let size = render::SVG.size(scene);
    {
        let area = SVGBackend::with_string(&mut raw, size).into_drawing_area();
        render::draw(scene, &area, &render::SVG)?;
    }
    let body = raw
        .split_once('>')
        .and_then(|(_, rest)| rest.rsplit_once("</svg>"))
        .map(|(body, _)| body)
        .ok_or_else(|| PlotError::Draw("the SVG back end wrote no SVG element".to_owned()))?;
    let mut svg = String::with_capacity(raw.len());
    // Writing to a string can't fail.
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{}\" height=\"{}\" \
         viewBox=\"0 0 {} {}\"><title>{}</title>",
        scene.width.round(),
        scene.height.round(),
        size.0,
        size.1,
        escape(title),
    );
    for line in body.trim().lines() {
        // A text stands between two line breaks, which are no part of it.
        svg.push_str(line);
        if line.ends_with("/>") || line == "</text>" {
            svg.push('\n');
        }
    }
    svg.push_str("</svg>\n");
    // Nearly every shape is opaque, which needn't be said.
    Ok(svg.replace(" opacity=\"1\"", ""))
}

/// Puts the font and a background-independent style into an SVG element.
pub(super) fn with_font(svg: &str, font_faces: &str) -> String {
    let style = format!(
        "</title><style>{font_faces}text{{font-family:{},Helvetica,Arial,sans-serif}}</style>",
        super::font::FAMILY
    );
    svg.replacen("</title>", &style, 1)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
