//! Findings for people: the source line with carets under the exact place, the reason, and likely corrections. And findings one per
//! line for editors and grep.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use crate::{
    diagnostics::{Finding, Severity},
    output::games::ReportedGame,
    text::printable_line,
};

/// How many characters of a long line are shown on each side of the finding.
const MARGIN: usize = 60;

/// At least as many bytes as these characters can have: a line may be as long as a file.
const MAX_BYTES: usize = 4 * (MARGIN + 4);

pub(super) fn finding(
    out: &mut impl Write,
    game: &mut ReportedGame<'_, '_>,
    finding: &Finding,
    color: bool,
) -> io::Result<()> {
    let place = game.place(finding);
    let name = printable_line(game.places.source().name);
    let (word, code) = (finding.severity.as_str(), finding.code.id());
    let bold = if color { Style::new().bold() } else { Style::new() };
    let bold_in = |hue: AnsiColor| if color { hue.on_default().bold() } else { bold };
    let (frame, kind) = (bold_in(AnsiColor::Blue), bold_in(severity_color(finding.severity)));
    writeln!(out, "{kind}{word}[{code}]{kind:#}{bold}: {}{bold:#}", finding.message)?;
    let gutter = " ".repeat(place.line.to_string().len());
    let (line, column) = (place.line, place.column);
    let about = about(game, finding);
    let about = printable_line(&about);
    writeln!(out, "{gutter} {frame}-->{frame:#} {name}:{line}:{column}{about}")?;
    let excerpt = Excerpt::new(game, finding);
    writeln!(out, "{gutter} {frame} |{frame:#}")?;
    writeln!(out, " {frame}{line} |{frame:#} {}", excerpt.line())?;
    let (indent, carets) = excerpt.carets();
    writeln!(out, "{gutter} {frame} |{frame:#} {indent}{kind}{carets}{kind:#}")?;
    if let Some(help) = &finding.help {
        writeln!(out, "{gutter} {frame} = {frame:#}{bold}help{bold:#}: {help}")?;
    }
    Ok(())
}

/// `file:line:column: severity[CODE] message`
pub(super) fn finding_line(
    out: &mut impl Write,
    game: &mut ReportedGame<'_, '_>,
    finding: &Finding,
) -> io::Result<()> {
    let place = game.place(finding);
    let name = printable_line(game.places.source().name);
    let (severity, code) = (finding.severity.as_str(), finding.code.id());
    writeln!(out, "{name}:{}:{}: {severity}[{code}] {}", place.line, place.column, finding.message)
}

/// `  game 1 (Ek, Anna - Ask, Bo), move 7, White`
pub(super) fn about(game: &ReportedGame<'_, '_>, finding: &Finding) -> String {
    let Some(number) = game.number() else { return String::new() };
    let player = |index| game.roster(index).filter(|name| !name.is_empty());
    let players = match (player(4), player(5)) {
        (None, None) => String::new(),
        (white, black) => format!(
            " ({} - {})",
            white.unwrap_or_else(|| "?".into()),
            black.unwrap_or_else(|| "?".into())
        ),
    };
    let mv = finding.fen.as_deref().and_then(to_move);
    let mv = mv.map_or_else(String::new, |(number, side)| format!(", move {number}, {side}"));
    format!("  game {number}{players}{mv}")
}

/// The move number and the side to move of a FEN.
fn to_move(fen: &str) -> Option<(&str, &'static str)> {
    let mut fields = fen.split(' ');
    let side = if fields.nth(1)? == "w" { "White" } else { "Black" };
    Some((fields.nth(3)?, side))
}

/// The line of a finding, shortened around it.
pub(super) struct Excerpt {
    /// What precedes the finding.
    pub(super) before: String,
    /// The finding.
    pub(super) found: String,
    /// What follows it.
    pub(super) after: String,
}

impl Excerpt {
    pub(super) fn new(game: &ReportedGame<'_, '_>, finding: &Finding) -> Self {
        let source = game.places.source();
        let line = source.line_of(finding.span.start);
        let start = usize::try_from(finding.span.start - source.span_of(line).start).unwrap_or(0);
        let length = usize::try_from(finding.span.len()).unwrap_or(usize::MAX);
        Self::of_line(&source.as_written(line), start, length)
    }

    fn of_line(line: &[u8], start: usize, length: usize) -> Self {
        let (before, rest) = line.split_at(start.min(line.len()));
        let (found, after) = rest.split_at(length.min(rest.len()));
        let before = before.strip_prefix(b"\xef\xbb\xbf").unwrap_or(before);
        let shown = |bytes| printable_line(&String::from_utf8_lossy(bytes)).into_owned();
        let before = shown(&before[before.len().saturating_sub(MAX_BYTES)..]);
        let found = shown(&found[..found.len().min(2 * MAX_BYTES)]);
        let after = shown(&after[..after.len().min(MAX_BYTES)]);
        let (left, is_left_cut) = last_characters(&before, MARGIN);
        let (middle, is_middle_cut) = first_characters(&found, 2 * MARGIN);
        let (right, is_right_cut) = first_characters(&after, MARGIN);
        let ellipsis = |is_cut: bool| if is_cut { "…" } else { "" };
        let left = format!("{}{left}", ellipsis(is_left_cut));
        let middle = format!("{middle}{}", ellipsis(is_middle_cut));
        let right = if is_middle_cut { "" } else { right };
        let end = ellipsis(is_right_cut && !is_middle_cut);
        Self { before: left, found: middle, after: format!("{right}{end}") }
    }

    /// The whole line.
    fn line(&self) -> String {
        [self.before.as_str(), &self.found, &self.after].concat()
    }

    /// The line below it: carets below the finding.
    fn carets(&self) -> (String, String) {
        (" ".repeat(self.before.width()), "^".repeat(self.found.width().max(1)))
    }
}

/// The first `max` characters, and whether there are more.
fn first_characters(text: &str, max: usize) -> (&str, bool) {
    match text.char_indices().nth(max) {
        Some((end, _)) => (&text[..end], true),
        None => (text, false),
    }
}

/// The last `max` characters, and whether there are more.
fn last_characters(text: &str, max: usize) -> (&str, bool) {
    match text.char_indices().rev().nth(max) {
        Some((start, first)) => (&text[start + first.len_utf8()..], true),
        None => (text, false),
    }
}

fn severity_color(severity: Severity) -> AnsiColor {
    match severity {
        Severity::Error => AnsiColor::Red,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Info => AnsiColor::Cyan,
    }
}

#[cfg(test)]
mod tests {
    use super::Excerpt;

    /// The line with the carets below.
    fn drawn(line: &str, found: &str) -> (String, String) {
        let start = line.find(found).expect(found);
        let excerpt = Excerpt::of_line(line.as_bytes(), start, found.len());
        let (indent, carets) = excerpt.carets();
        (excerpt.line(), [indent, carets].concat())
    }

    #[test]
    fn the_caret_counts_columns_not_characters() {
        let cases = [
            ("7. Ne4 d5", "Ne4", "   ^^^"),
            ("{Hübner} Ne4", "Ne4", "         ^^^"),
            // Each of these characters takes two columns.
            ("{侯逸凡} Ne4", "Ne4", "         ^^^"),
            ("[White \"丁立人\"] x", "丁立人", "        ^^^^^^"),
            // A combining accent takes none.
            ("{Re\u{301}ti} Ne4", "Ne4", "       ^^^"),
        ];
        for (line, found, carets) in cases {
            assert_eq!(drawn(line, found), (line.to_owned(), carets.to_owned()));
        }
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides() {
        let line = format!("{} Ne4 {}", "逸".repeat(100), "x".repeat(100));
        let (shown, carets) = drawn(&line, "Ne4");
        assert_eq!(shown, format!("…{} Ne4 {}…", "逸".repeat(59), "x".repeat(59)));
        assert_eq!(carets, format!("{}^^^", " ".repeat(1 + 2 * 59 + 1)));
    }
}
