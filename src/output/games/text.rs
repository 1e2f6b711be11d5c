//! Findings for people: the source line with a caret under the exact bytes, the reason, and what was probably meant.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use crate::{
    diagnostics::{Finding, Severity},
    output::games::Sheet,
};

/// So many characters of a long line are shown on each side of the fault.
const MARGIN: usize = 60;

/// More bytes than so many characters can have: a line may be as long as a file.
const VIEW: usize = 4 * (MARGIN + 4);

pub(super) fn finding(
    out: &mut impl Write,
    sheet: &mut Sheet<'_, '_>,
    finding: &Finding,
    color: bool,
) -> io::Result<()> {
    let place = sheet.place(finding);
    let paint = Paint { color };
    let name = sheet.places.source().name;
    let (word, code) = (finding.severity.as_str(), finding.code.id());
    let kind = paint.severity(finding.severity);
    let bold = paint.style(Style::new().bold());
    let frame = paint.style(Style::new().bold().fg_color(Some(AnsiColor::Blue.into())));
    writeln!(out, "{kind}{word}[{code}]{kind:#}{bold}: {}{bold:#}", finding.message)?;
    let gutter = " ".repeat(place.line.to_string().len());
    let (line, column) = (place.line, place.column);
    let about = about(sheet, finding);
    writeln!(out, "{gutter} {frame}-->{frame:#} {name}:{line}:{column}{about}")?;
    let excerpt = Excerpt::new(sheet, finding);
    writeln!(out, "{gutter} {frame} |{frame:#}")?;
    writeln!(out, " {frame}{line} |{frame:#} {}", excerpt.line)?;
    let (indent, carets) = (" ".repeat(excerpt.indent), "^".repeat(excerpt.width));
    writeln!(out, "{gutter} {frame} |{frame:#} {indent}{kind}{carets}{kind:#}")?;
    if let Some(help) = &finding.help {
        writeln!(out, "{gutter} {frame} = {frame:#}{bold}help{bold:#}: {help}")?;
    }
    Ok(())
}

/// `  game 1 (Ek, Anna - Ask, Bo), move 7, White`
fn about(sheet: &Sheet<'_, '_>, finding: &Finding) -> String {
    let Some(number) = sheet.game() else { return String::new() };
    let player = |index| sheet.roster(index).filter(|name| !name.is_empty());
    let players = match (player(4), player(5)) {
        (None, None) => String::new(),
        (white, black) => format!(
            " ({} - {})",
            white.unwrap_or_else(|| "?".into()),
            black.unwrap_or_else(|| "?".into())
        ),
    };
    let half_move = finding.fen.as_deref().and_then(to_move);
    let half_move =
        half_move.map_or_else(String::new, |(number, side)| format!(", move {number}, {side}"));
    format!("  game {number}{players}{half_move}")
}

/// The number and the side to move of a FEN.
fn to_move(fen: &str) -> Option<(&str, &'static str)> {
    let mut fields = fen.split(' ');
    let side = if fields.nth(1)? == "w" { "White" } else { "Black" };
    Some((fields.nth(3)?, side))
}

/// The line of a fault, cut to what is worth seeing.
struct Excerpt {
    line: String,
    /// How many columns stand before the fault.
    indent: usize,
    /// How many columns the fault has.
    width: usize,
}

impl Excerpt {
    fn new(sheet: &Sheet<'_, '_>, finding: &Finding) -> Self {
        let source = sheet.places.source();
        let line = source.line_of(finding.span.start);
        let start = usize::try_from(finding.span.start - source.span_of(line).start).unwrap_or(0);
        let length = usize::try_from(finding.span.len()).unwrap_or(usize::MAX);
        let (before, rest) = line.split_at(start.min(line.len()));
        let (fault, after) = rest.split_at(length.min(rest.len()));
        let before = before.strip_prefix(b"\xef\xbb\xbf").unwrap_or(before);
        let before = printable(&before[before.len().saturating_sub(VIEW)..]);
        let fault = printable(&fault[..fault.len().min(2 * VIEW)]);
        let after = &after[..after.len().min(VIEW)];
        let (left, cut_left) = last_characters(&before, MARGIN);
        let (middle, cut_middle) = first_characters(&fault, 2 * MARGIN);
        let (right, cut_right) = first_characters(&printable(after), MARGIN);
        let ellipsis = |cut: bool| if cut { "…" } else { "" };
        let left = format!("{}{left}", ellipsis(cut_left));
        let middle = format!("{middle}{}", ellipsis(cut_middle));
        let right = if cut_middle { String::new() } else { right };
        let tail = ellipsis(cut_right && !cut_middle);
        Self {
            indent: columns(&left),
            width: columns(&middle).max(1),
            line: format!("{left}{middle}{right}{tail}"),
        }
    }
}

/// Bytes as they can be shown: tabs as blanks, control characters as their pictures.
fn printable(bytes: &[u8]) -> String {
    let picture = |character: char| match character {
        '\t' => ' ',
        '\u{7f}' => '\u{2421}',
        control if control < ' ' => {
            char::from_u32(0x2400 + u32::from(control)).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        control if control.is_control() => char::REPLACEMENT_CHARACTER,
        other => other,
    };
    String::from_utf8_lossy(bytes).chars().map(picture).collect()
}

fn columns(text: &str) -> usize {
    text.chars().count()
}

fn first_characters(text: &str, most: usize) -> (String, bool) {
    (text.chars().take(most).collect(), columns(text) > most)
}

fn last_characters(text: &str, most: usize) -> (String, bool) {
    let surplus = columns(text).saturating_sub(most);
    (text.chars().skip(surplus).collect(), surplus > 0)
}

#[derive(Clone, Copy)]
struct Paint {
    color: bool,
}

impl Paint {
    fn style(self, style: Style) -> Style {
        if self.color { style } else { Style::new() }
    }

    fn severity(self, severity: Severity) -> Style {
        let color = match severity {
            Severity::Error => AnsiColor::Red,
            Severity::Warning => AnsiColor::Yellow,
            Severity::Info => AnsiColor::Cyan,
        };
        self.style(Style::new().bold().fg_color(Some(color.into())))
    }
}
