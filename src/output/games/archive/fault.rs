//! One finding on the page: its diagram, its place in the text, and what was probably meant.

use std::fmt::Write;

use super::marks::diagrams;
use crate::{
    diagnostics::{Class, Finding},
    output::{
        board::bare_svg,
        games::{
            ReportedGame,
            text::{Excerpt, about},
        },
        page::{code_spans, cut, escaped},
    },
};

/// A message may quote much text; the page shows the beginning.
const MOST_LETTERS: usize = 400;

pub(super) fn printed(game: &mut ReportedGame<'_, '_>, finding: &Finding) -> String {
    let place = game.place(finding);
    let severity = finding.severity.as_str();
    let mut html = format!("<article class=\"card fault {severity}\">\n");
    let text = game.places.source().slice(finding.span);
    let drawn = diagrams(finding, game.report.variant, text);
    if !drawn.is_empty() {
        html.push_str("<div class=\"diagram\">");
        // Writing to a string does not fail.
        for diagram in drawn {
            let _ = bare_svg(&diagram, &mut html);
        }
        html.push_str("</div>\n");
    }
    let Excerpt { before, found, after } = Excerpt::new(game, finding);
    let about = about(game, finding);
    let _ = writeln!(
        html,
        "<div class=\"words\">\n<h3><span class=\"mark\">{}</span> {}</h3>\n\
         <p class=\"place\">{}:{}:{} {}</p>\n\
         <pre class=\"source\"><code>{}<mark>{}</mark>{}</code></pre>",
        finding.severity.sign(),
        code_spans(&cut(&finding.message, MOST_LETTERS)),
        escaped(game.places.source().name),
        place.line,
        place.column,
        escaped(about.trim()),
        escaped(&before),
        if found.is_empty() { "&nbsp;".to_owned() } else { escaped(&found) },
        escaped(&after)
    );
    if let Some(help) = &finding.help {
        let _ = writeln!(html, "<p class=\"help\">{}</p>", code_spans(&cut(help, MOST_LETTERS)));
    }
    if finding.class() == Some(Class::Safe) {
        let _ =
            writeln!(html, "<p class=\"good\">✓ <code>arbiter fix</code> corrects it safely.</p>");
    }
    html.push_str("</div>\n</article>\n");
    html
}
