//! The lines of the text: line ends, length, tabs and spaces. Only the stricter profiles check them.

use crate::{
    diagnostics::{Code, Finding, Safety, Severity},
    lint::Findings,
    text::{Source, Span},
};

/// The codes of this family.
const CODES: [Code; 7] = [
    Code::LineEndings,
    Code::Tab,
    Code::LineOver255,
    Code::LineOver79,
    Code::LineEdgeSpace,
    Code::BlankLines,
    Code::EscapeElsewhere,
];

/// Whether any of these codes is selected.
pub(crate) fn is_selected(found: &Findings<'_>) -> bool {
    CODES.iter().any(|&code| found.shows(code))
}

/// Checks the lines of a game, and the blank lines after it. In a quoted email the quote marks are reported first.
pub(crate) fn check(game: &[u8], found: &mut Findings<'_>) {
    if found.source().is_quoted {
        return;
    }
    let with_gap = with_following_space(game, found.source());
    line_ends(with_gap, found);
    blank_lines(with_gap, found);
    let mut rest = with_gap;
    while !rest.is_empty() {
        let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let (line, after) = rest.split_at(length);
        one_line(line, found);
        rest = after.strip_prefix(b"\r\n").unwrap_or(after.get(1..).unwrap_or_default());
    }
}

/// The game and the white space between it and the next.
fn with_following_space<'a>(game: &[u8], source: &Source<'a>) -> &'a [u8] {
    let span = source.span_of(game);
    let rest = source.slice(Span { start: span.start, end: u64::MAX });
    let after = &rest[game.len()..];
    let space = after.len() - after.trim_ascii_start().len();
    &rest[..game.len() + space]
}

fn line_ends(text: &[u8], found: &mut Findings<'_>) {
    if let Some(at) = memchr::memchr(b'\r', text) {
        let lone = text.get(at + 1) != Some(&b'\n');
        let message = if lone {
            "a line ends with a carriage return alone"
        } else {
            "a line ends with a carriage return and a line feed"
        };
        let finding = found.about(Code::LineEndings, &text[at..=at], message);
        let returns = memchr::memchr_iter(b'\r', text).take(MOST_AT_ONCE);
        let to_feed = |finding: Finding, at: usize| {
            let feed = if text.get(at + 1) == Some(&b'\n') { "" } else { "\n" };
            finding.with_edit(found.source().span_of(&text[at..=at]), feed, Safety::Safe)
        };
        found.add(returns.fold(finding, to_feed));
    }
}

fn blank_lines(text: &[u8], found: &mut Findings<'_>) {
    let is_last = found.source().span_of(text).end
        == found.source().first_byte + found.source().bytes.len() as u64;
    if is_last && !text.ends_with(b"\n") && !text.ends_with(b"\r") {
        let end = &text[text.len()..];
        let finding = found.about(Code::BlankLines, end, "the last line has no line end");
        let line_end = found.source().line_end_around(finding.span.start);
        found.add(finding.with_replacement(line_end, Safety::Safe));
    }
    let (mut runs, mut rest) = (Vec::new(), text);
    while let Some(at) = memchr::memmem::find(rest, b"\n\n\n")
        && runs.len() < MOST_AT_ONCE
    {
        let feeds = rest[at..].iter().take_while(|&&byte| byte == b'\n').count();
        runs.push(&rest[at + 1..at + feeds]);
        rest = &rest[at + feeds..];
    }
    if let Some(first) = runs.first() {
        let finding =
            found.about(Code::BlankLines, first, "there are several blank lines in a row");
        let one = |finding: Finding, lines: &&[u8]| {
            finding.with_edit(found.source().span_of(lines), "\n", Safety::Safe)
        };
        found.add(runs.iter().fold(finding, one));
    }
}

fn one_line(line: &[u8], found: &mut Findings<'_>) {
    length(line, found);
    if let Some(at) = memchr::memchr(b'\t', line) {
        tab(line, at, found);
    }
    let trimmed = line.trim_ascii();
    if trimmed.len() != line.len() {
        let leading = line.len() - line.trim_ascii_start().len();
        let edge = if leading > 0 { &line[..leading] } else { &line[trimmed.len()..] };
        let finding = found.about(Code::LineEdgeSpace, edge, "a line begins or ends with a space");
        let end = finding.span.end;
        let after = found.source().slice(Span { start: end, end: end + 1 });
        // Where another game follows on the same line, the space separates the two.
        if leading > 0 || after.iter().all(u8::is_ascii_whitespace) {
            found.add(finding.with_replacement("", Safety::Safe));
        }
    }
    if trimmed.starts_with(b"%") {
        let message = "`%` escapes a line only in the first column, outside comments";
        found.add(found.about(Code::EscapeElsewhere, trimmed, message));
    }
}

fn length(line: &[u8], found: &mut Findings<'_>) {
    // PGN 4.3
    if line.len() > 255 {
        let message = format!("the line has {} bytes, more than 255", line.len());
        too_long(Code::LineOver255, line, message, found);
    }
    // PGN 8.2.1; tags may be longer.
    if line.len() > LONGEST && !line.starts_with(b"[") {
        let characters = String::from_utf8_lossy(line).chars().count();
        if characters > LONGEST {
            let message = format!("the line has {characters} characters, more than {LONGEST}");
            too_long(Code::LineOver79, line, message, found);
        }
    }
}

/// The most edits of one finding: a file must not fill the memory.
const MOST_AT_ONCE: usize = 1 << 16;

/// The longest line of moves, in characters.
const LONGEST: usize = 79;

fn too_long(code: Code, line: &[u8], message: String, found: &mut Findings<'_>) {
    if found.shows(code) {
        let finding = found.about(code, line, message);
        let line_end = found.source().line_end_around(finding.span.end);
        found.add(finding.with_optional_replacement(broken(line, line_end), Safety::Safe));
    }
}

/// The line broken at spaces into short lines; `None` if it cannot be broken or would change its meaning.
fn broken(line: &[u8], line_end: &str) -> Option<String> {
    let text = str::from_utf8(line).ok()?;
    // Tags, escaped lines and comments after a semicolon end where their line ends.
    let has_tag = text.split('[').skip(1).any(|name| name.starts_with(|c: char| c.is_alphabetic()));
    if has_tag || text.starts_with(['[', '%']) || text.contains(';') {
        return None;
    }
    let mut lines = String::new();
    let (mut width, mut part) = (0, 0);
    while part < text.len() {
        let end = part_end(text, part);
        let length = text[part..end].chars().count();
        if part > 0 && width + 1 + length <= LONGEST {
            lines.push(' ');
            width += 1 + length;
        } else {
            lines.push_str(if part > 0 { line_end } else { "" });
            width = length;
        }
        if width > LONGEST {
            return None;
        }
        lines.push_str(&text[part..end]);
        part = end + 1;
    }
    Some(lines)
}

/// The end of the words that must stay on the line of the word at `start`: those of a command, and those that would mean
/// something else at the beginning of a line.
fn part_end(text: &str, start: usize) -> usize {
    let blanks = text[start..].match_indices(' ').map(|(at, _)| start + at);
    let is_break = |&at: &usize| {
        let (before, after) = (&text[start..at], &text[at + 1..]);
        let in_command = before.rfind("[%").is_some_and(|from| !before[from..].contains(']'));
        let is_alone = !before.is_empty() && !before.ends_with(' ') && !after.is_empty();
        is_alone
            && !in_command
            && !after.starts_with([' ', '%', '[', '<', '=', '>'])
            && !after.starts_with("1.")
    };
    // Further on, the part is too long in any case.
    let mut near = blanks.take_while(|at| at - start <= LONGEST * char::MAX_LEN_UTF8);
    near.find(is_break).unwrap_or(text.len())
}

fn tab(line: &[u8], at: usize, found: &mut Findings<'_>) {
    let in_value = line.starts_with(b"[");
    let finding = found.about(Code::Tab, &line[at..=at], "found a tab, expected a space");
    let tabs = memchr::memchr_iter(b'\t', line).take(MOST_AT_ONCE);
    let to_blank = |finding: Finding, at: usize| {
        finding.with_edit(found.source().span_of(&line[at..=at]), " ", Safety::Safe)
    };
    let finding = tabs.fold(finding, to_blank);
    found.add(if in_value { finding.with_severity(Severity::Warning) } else { finding });
}

#[cfg(test)]
mod tests {
    use super::broken;
    use crate::lint::test_support::moves;

    #[test]
    fn a_line_is_broken_only_where_its_meaning_stays_the_same() {
        let words = "x".repeat(70);
        for (line, expected) in [
            (format!("{words} 12. Nf3 Nc6"), Some(format!("{words} 12. Nf3\nNc6"))),
            (
                format!("{words} ab {{[%clk 0:05:00]}}"),
                Some(format!("{words} ab\n{{[%clk 0:05:00]}}")),
            ),
            (
                format!("{words} {{ [%clk 0:05:00] }}"),
                Some(format!("{words}\n{{ [%clk 0:05:00] }}")),
            ),
            (format!("{words} e4 %abcdef 12."), Some(format!("{words}\ne4 %abcdef 12."))),
            (format!("{words} ; a comment"), None),
            (format!("[Event \"{words} {words}\"]"), None),
            (format!("{words}{words} 12. Nf3"), None),
        ] {
            assert_eq!(broken(line.as_bytes(), "\n"), expected, "{line}");
        }
    }

    #[test]
    fn lines_are_checked() {
        for (written, expected) in [
            ("1. e4\te5", &["B009"][..]),
            ("1. e4\r\n1... e5", &["B008"]),
            (" 1. e4", &["B012"]),
            ("1. e4 \ne5", &["B012"]),
            ("1. e4\n\n\n1... e5", &["B013"]),
            ("1. e4 {a\n% b} 1... e5", &["B017"]),
        ] {
            assert_eq!(moves(written), expected, "{written:?}");
        }
        let long = format!("1. e4 {{{}}}", "x".repeat(80));
        assert_eq!(moves(&long), ["B011"]);
        let longer = format!("1. e4 {{{}}}", "x".repeat(300));
        assert_eq!(moves(&longer), ["B010", "B011"]);
    }
}
