//! Common parts of all pages: the document, figures and tiles.

pub(crate) mod words;

mod style;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::plot::figure::Figure;

/// The data around the content of a page.
pub(crate) struct Frame<'a> {
    /// The title of the document.
    pub title: &'a str,
    /// The version of the program.
    pub program_version: &'a str,
    /// The command that made it.
    pub command: Option<&'a str>,
    /// The name of the JSON file beside it.
    pub json: &'a str,
}

/// The whole self-contained document.
pub(crate) fn document(frame: &Frame<'_>, content: &Markup) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content={ "flipside " (frame.program_version) };
                title { (frame.title) }
                style { (PreEscaped(style::css())) }
            }
            body { main {
                (content)
                footer {
                    "Made by flipside " (frame.program_version)
                    @if let Some(command) = frame.command { " with " code { (command) } }
                    ". Every number of this page is also in " code { (frame.json) }
                    ", every plot in the folder " code { "plots" } " as SVG and PNG."
                }
            } }
        }
    };
    markup.into_string()
}

/// A plot with its caption.
pub(crate) fn figure(figure: &Figure) -> Markup {
    html! {
        figure {
            div.plot.wide[figure.svg_narrow().is_some()] { (PreEscaped(figure.svg_inline())) }
            @if let Some(svg) = figure.svg_narrow() { div.plot.narrow { (PreEscaped(svg)) } }
            figcaption { (figure.caption) }
        }
    }
}

/// A verdict in a few words; its class determines the colour.
pub(crate) fn badge(label: &str, class: &str) -> Markup {
    html! { span.badge.(class) { (label) } }
}

/// A number in large type, with its name above and a note below.
pub(crate) fn tile(name: &str, value: &str, note: &str) -> Markup {
    html! {
        dl.tile style="margin:0" {
            dt { (name) }
            dd.value { (value) }
            dd.note { (note) }
        }
    }
}
