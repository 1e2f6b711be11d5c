//! Glyphs and comments after a move: whether they agree with each other and with the export format.

use crate::{
    diagnostics::{Code, Finding, Safety},
    lint::{Findings, findings::shown},
    pgn::{Command, Comment, Glyph, Shape},
    text::{Source, Span},
};

/// The annotations after the last move.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Annotations<'a> {
    /// Whether there is anything to reset at the next move.
    is_used: bool,
    commands: Commands,
    /// The numbers of its glyphs below 32, as bits.
    glyphs: u32,
    /// The last sign like `!`.
    suffix: Option<&'a [u8]>,
}

/// Where the commands of a move are.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Commands {
    /// There are none so far.
    #[default]
    Nowhere,
    /// In the latest comment.
    Here,
    /// In an earlier comment.
    Before,
}

/// Glyphs that contradict each other. PGN 10
const OPPOSITES: [(u32, u32); 4] = [
    (bits(&[1, 3]), bits(&[2, 4, 6])),
    (bits(&[5]), bits(&[2, 4])),
    (bits(&[14, 16, 18, 20]), bits(&[15, 17, 19, 21])),
    (bits(&[10, 11, 12]), bits(&[16, 17, 18, 19, 20, 21])),
];

const fn bits(numbers: &[u32]) -> u32 {
    let mut set = 0;
    let mut at = 0;
    while at < numbers.len() {
        set |= 1 << numbers[at];
        at += 1;
    }
    set
}

impl<'a> Annotations<'a> {
    /// A move begins a new set of annotations.
    #[inline]
    pub(crate) fn mv(&mut self) {
        if self.is_used {
            *self = Self::default();
        }
    }

    /// A move, and after it a comment of commands alone if there is one.
    #[inline]
    pub(crate) fn walked(&mut self, has_comment: bool) {
        let commands = if has_comment { Commands::Here } else { Commands::Nowhere };
        *self = Self { is_used: has_comment, commands, ..Self::default() };
    }

    /// A glyph after the move; `before` is the position before it.
    pub(crate) fn glyph(
        &mut self,
        glyph: &Glyph<'a>,
        before: impl Fn() -> Option<String>,
        found: &mut Findings<'a>,
    ) {
        self.is_used = true;
        if glyph.shape == Shape::Suffix {
            self.suffix(glyph, before, found);
        }
        let Some(number @ ..32) = glyph.number else { return };
        let bit = 1_u32 << number;
        let opposed = |&(one, other): &(u32, u32)| {
            (bit & one != 0 && self.glyphs & other != 0)
                || (bit & other != 0 && self.glyphs & one != 0)
        };
        if OPPOSITES.iter().any(opposed) {
            let message = format!("`{}` contradicts another glyph of the move", shown(glyph.text));
            found.add(found.about(Code::GlyphsContradict, glyph.text, message));
        }
        self.glyphs |= bit;
    }

    // PGN 8.2.3.8: suffixes are for import only, and a move has at most one.
    fn suffix(
        &mut self,
        glyph: &Glyph<'a>,
        before: impl Fn() -> Option<String>,
        found: &mut Findings<'a>,
    ) {
        if let Some(number) = glyph.number.filter(|_| found.shows(Code::SuffixMarks)) {
            let text = shown(glyph.text);
            let message = match self.suffix {
                Some(first) => format!("`{text}` follows `{}` after the same move", shown(first)),
                None => format!("`{text}` is `${number}` in the export format"),
            };
            let finding = found.about(Code::SuffixMarks, glyph.text, message);
            let finding = Finding { fen: before(), ..finding };
            // A digit behind it would become a part of the number.
            let next =
                found.source().slice(Span { start: finding.span.end, end: finding.span.end + 1 });
            let space = if next.first().is_some_and(u8::is_ascii_digit) { " " } else { "" };
            found.add(finding.with_replacement(format!(" ${number}{space}"), Safety::Safe));
        }
        self.suffix = Some(glyph.text);
    }

    /// A comment after the move.
    #[inline]
    pub(crate) fn comment(&mut self) {
        self.is_used = true;
        if self.commands == Commands::Here {
            self.commands = Commands::Before;
        }
    }

    /// A command in the last comment.
    #[inline]
    pub(crate) fn command(&mut self, command: &Command<'a>, found: &mut Findings<'a>) {
        if self.commands == Commands::Before {
            split(command, found);
        } else {
            self.commands = Commands::Here;
        }
    }
}

/// Reports a blank line in a comment.
#[cold]
pub(crate) fn look_for_blank_line(comment: &Comment<'_>, found: &mut Findings<'_>) {
    if has_blank_line(comment.inner) {
        let message = "the comment contains a blank line";
        let finding = found.about(Code::BlankLineInComment, comment.inner, message);
        let dense = str::from_utf8(comment.inner).ok().map(without_blank_lines);
        found.add(finding.with_optional_replacement(dense, Safety::Safe));
    }
}

/// The text without its blank lines. The first and last line stay: they are parts of longer lines.
fn without_blank_lines(text: &str) -> String {
    let last = text.matches('\n').count();
    let is_kept = |(at, line): &(usize, &str)| *at == 0 || *at == last || !line.trim().is_empty();
    let lines = text.split('\n').enumerate().filter(is_kept).map(|(_, line)| line);
    lines.collect::<Vec<_>>().join("\n")
}

#[cold]
fn split(command: &Command<'_>, found: &mut Findings<'_>) {
    let message = format!(
        "`{}` is not in the same comment as the move's other commands",
        shown(command.text)
    );
    let finding = found.about(Code::CommandsSplit, command.text, message);
    let seam = seam(command, found.source()).map(|seam| (seam, " "));
    found.add(finding.with_optional_edit(seam, Safety::Safe));
}

/// How far back the braces are searched, so that many commands do not take quadratic time.
pub(super) const REACH: u64 = 4096;

/// The braces between a command's comment and the comment before it, if there is nothing else between them.
fn seam(command: &Command<'_>, source: &Source<'_>) -> Option<Span> {
    let span = source.span_of(command.text);
    let before = source.slice(Span { start: span.start.saturating_sub(REACH), end: span.start });
    let opening = memchr::memrchr(b'{', before)?;
    let first = before[..opening].trim_ascii_end();
    // A brace at the end of a comment after a semicolon closes nothing.
    let inner = first.strip_suffix(b"}")?;
    let beginning = memchr::memrchr3(b'{', b';', b'\n', inner);
    let is_closed = beginning.is_some_and(|at| inner[at] == b'{');
    is_closed.then(|| source.span_of(&before[first.len() - 1..=opening]))
}

fn has_blank_line(text: &[u8]) -> bool {
    memchr::memchr_iter(b'\n', text).any(|at| {
        let rest = text[at + 1..].trim_ascii_start();
        memchr::memchr(b'\n', &text[at + 1..text.len() - rest.len()]).is_some()
    })
}

#[cfg(test)]
mod tests {
    use crate::{
        diagnostics::Code,
        lint::test_support::{moves, safely_corrected},
    };

    #[test]
    fn comments_are_corrected() {
        for (code, comments, corrected) in [
            (Code::BlankLineInComment, "{one\n\n \ntwo}", "{one\ntwo}"),
            (Code::BlankLineInComment, "{one\r\n\r\ntwo}", "{one\r\ntwo}"),
            (
                Code::CommandsSplit,
                "{[%eval 0.1]}\n{[%clk 0:05:00]}",
                "{[%eval 0.1] [%clk 0:05:00]}",
            ),
            (
                Code::CommandsSplit,
                "{[%eval 0.1]} $1 {[%clk 0:05:00]}",
                "{[%eval 0.1]} $1 {[%clk 0:05:00]}",
            ),
            (
                Code::CommandsSplit,
                "; [%eval 0.1] }\n{[%clk 0:05:00]}",
                "; [%eval 0.1] }\n{[%clk 0:05:00]}",
            ),
        ] {
            let game = |comments: &str| format!("1. e4 {comments} 1... e5 *\n");
            assert_eq!(safely_corrected(&game(comments), code), game(corrected), "{comments:?}");
        }
    }

    #[test]
    fn annotations_of_one_move_are_compared() {
        for (written, expected) in [
            ("1. e4 $1 $14", &[][..]),
            ("1. e4 $1 $4", &["C611"]),
            ("1. e4 $16 $17", &["C611"]),
            ("1. e4 $1 e5 $4", &[]),
            ("1. e4!", &["S409"]),
            ("1. e4 {a} {[%clk 0:05:00] [%eval 0.1]}", &[]),
            ("1. e4 {[%eval 0.1]} {[%clk 0:05:00]}", &["C627"]),
            ("1. e4 {one\n\ntwo}", &["C605"]),
            ("1. e4 {one\ntwo}", &[]),
        ] {
            assert_eq!(moves(written), expected, "{written}");
        }
    }
}
