//! What all pages have in common: the document around them, figures, facts in tiles.

pub(crate) mod words;

mod style;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::plot::figure::Figure;

/// What stands around the content of a page.
pub(crate) struct Frame<'a> {
    /// Title of the document.
    pub title: &'a str,
    /// Version of the program that made it.
    pub program_version: &'a str,
    /// The command that made it, as typed.
    pub command: Option<&'a str>,
    /// Name of the JSON file beside it.
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
            div.plot { (PreEscaped(figure.svg_inline())) }
            figcaption { (figure.caption) }
        }
    }
}

/// A verdict in a few words; the class says which colour it has.
pub(crate) fn badge(label: &str, class: &str) -> Markup {
    html! { span.badge.(class) { (label) } }
}

/// A number that stands out, with its name above and a remark below.
pub(crate) fn tile(name: &str, value: &str, note: &str) -> Markup {
    html! {
        dl.tile style="margin:0" {
            dt { (name) }
            dd.value { (value) }
            dd.note { (note) }
        }
    }
}
