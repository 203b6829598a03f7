//! A finished figure in both formats.

use super::scene::Scene;
use super::{font, png, svg};

/// Why a figure could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// A back end failed.
    #[error("drawing a plot failed: {0}")]
    Draw(String),
    /// The PNG encoder failed.
    #[error("encoding a plot as PNG failed: {0}")]
    Png(#[from] ::png::EncodingError),
}

/// A chart with its texts, before it is drawn.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Stem of its file names, such as `game-length`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// One or two sentences that say how to read it.
    pub caption: String,
    /// What it shows, for readers who can't see it.
    pub alt: String,
    /// What is drawn.
    pub scene: Scene,
}

/// A drawn chart.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Stem of its file names.
    pub name: String,
    /// Its title.
    pub title: String,
    /// One or two sentences that say how to read it.
    pub caption: String,
    /// What it shows, for readers who can't see it.
    pub alt: String,
    /// PNG file, two pixels per logical pixel.
    pub png: Vec<u8>,
    svg: String,
    /// The version for phones, if there is one.
    narrow: Option<String>,
}

impl Chart {
    /// Draws the chart in both formats.
    ///
    /// # Errors
    /// If a back end or the encoder fails, which has no known cause but exhausted memory.
    pub fn draw(self) -> Result<Figure, PlotError> {
        Ok(Figure {
            svg: svg::render(&self.scene, &self.alt)?,
            narrow: None,
            png: png::render(&self.scene)?,
            name: self.name,
            title: self.title,
            caption: self.caption,
            alt: self.alt,
        })
    }
}

impl Figure {
    /// Adds the same chart as it was drawn by [`narrow`](super::narrow), for pages on phones.
    ///
    /// # Errors
    /// As [`Chart::draw`].
    pub fn add_narrow(&mut self, chart: &Chart) -> Result<(), PlotError> {
        self.narrow = Some(svg::render(&chart.scene, &chart.alt)?);
        Ok(())
    }

    /// The SVG element that pages show on phones.
    #[must_use]
    pub fn svg_narrow(&self) -> Option<&str> {
        self.narrow.as_deref()
    }

    /// The SVG file: self-contained, with the font in it.
    #[must_use]
    pub fn svg_file(&self) -> String {
        svg::with_font(&self.svg, font::css_font_faces())
    }

    /// The SVG element for a page whose own style has the font.
    #[must_use]
    pub fn svg_inline(&self) -> &str {
        &self.svg
    }
}
