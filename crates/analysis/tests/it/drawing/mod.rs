//! What every drawing must fulfil.

use flipside_analysis::plot::figure::Chart;
use flipside_analysis::plot::narrow;
use flipside_analysis::plot::scene::Shape;

fn points(shape: &Shape) -> Vec<(f64, f64)> {
    match shape {
        Shape::Rectangle { from, to, .. } => vec![*from, *to],
        Shape::Path { points, .. } | Shape::Polygon { points, .. } => points.clone(),
        Shape::Circle {
            centre: (x, y),
            radius: r,
            ..
        } => vec![(x - r, y - r), (x + r, y + r)],
        Shape::Text(text) => {
            let (left, right) = text.extent();
            let (above, below) = (0.75 * text.size, 0.22 * text.size);
            vec![(left, text.at.1 - above), (right, text.at.1 + below)]
        }
    }
}

/// Draws charts as they are on a page, and once more as they are on a phone.
pub fn wide_and_narrow(draw: fn()) {
    draw();
    narrow(draw);
}

/// Nothing leaves the picture, no texts overlap.
pub fn check(chart: &Chart) {
    let scene = &chart.scene;
    for shape in &scene.shapes {
        for (x, y) in points(shape) {
            assert!(x.is_finite() && y.is_finite(), "{}: {shape:?}", chart.name);
            let inside = (0.0..=scene.width).contains(&x) && (0.0..=scene.height).contains(&y);
            assert!(inside, "{}: outside: {shape:?}", chart.name);
        }
    }
    let texts: Vec<_> = scene.texts().collect();
    for (i, a) in texts.iter().enumerate() {
        for b in &texts[i + 1..] {
            let (a_left, a_right) = a.extent();
            let (b_left, b_right) = b.extent();
            let apart = a_right <= b_left || b_right <= a_left;
            let rows = (a.at.1 - b.at.1).abs() >= 0.8 * a.size.min(b.size);
            assert!(
                apart || rows,
                "{}: “{}” covers “{}”",
                chart.name,
                a.text,
                b.text
            );
        }
    }
    assert!(!chart.alt.contains("NaN") && !chart.title.is_empty() && !chart.caption.is_empty());
}
