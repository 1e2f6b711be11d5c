//! Pages for a browser: one file each, without a network. Their frame, the look they share, and text within them.

mod plot;

use std::borrow::Cow;

use crate::{output::board::page_shapes, text::printable_line};
pub use plot::{PlotBar, PlotPoint, bars, clocks, columns, evaluations};

/// The look of all pages: colours, letters, cards, plots; light, dark and on paper.
const STYLE: &str = include_str!("page.css");

/// The beginning of a page: its head with the shared look and its own, and the shapes of all diagrams.
pub fn opening(title: &str, own_style: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{own_style}</style>\n</head>\n<body>\n{}",
        page_shapes()
    )
}

/// The end of a page.
pub fn closing(footer: &str) -> String {
    format!("<footer>{footer}</footer>\n</body>\n</html>\n")
}

/// Sets what is between backticks as code.
pub fn code_spans(message: &str) -> String {
    let parts = message.split('`').enumerate().map(|(index, part)| match index % 2 {
        0 => escaped(part),
        _ => ["<code>", &escaped(part), "</code>"].concat(),
    });
    parts.collect()
}

/// Text for a page: no markup, and only characters that XML may hold.
pub fn escaped(text: &str) -> String {
    let text = printable_line(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The first characters of a text that may be long.
pub fn cut(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()).into(),
        None => text.into(),
    }
}
