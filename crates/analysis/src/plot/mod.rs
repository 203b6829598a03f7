//! Plots as SVG and PNG.
//!
//! A chart is a pure function from plain data to a [`scene::Scene`]: shapes and texts in logical
//! pixels. [`figure::Figure`] draws one scene with plotters to both formats, so the two can't
//! differ. The font is bundled; no system fonts are used.

pub mod charts;
pub mod figure;
pub mod font;
pub mod palette;
pub mod scene;

mod axes;
mod frame;
mod png;
mod render;
mod scale;
mod svg;
mod ticks;

pub use frame::narrow;
