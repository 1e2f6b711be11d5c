//! How the numbers of moves should have been written.

use crate::{
    diagnostics::{Finding, Safety},
    pgn::{Comment, Reader, Visitor, glued_moves},
    text::{Source, Span},
};

/// The number that stands before a half-move, counted from White's first.
fn number_of(ply: u32) -> String {
    format!("{}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." })
}

/// What is said of a number before a half-move, with the dots that it should have.
pub(super) fn dotted(finding: Finding, ply: u32, source: &Source<'_>) -> Finding {
    let right = number_of(ply);
    let text = source.slice(finding.span);
    let digits = &text[..text.iter().take_while(|byte| byte.is_ascii_digit()).count()];
    let Ok(digits) = str::from_utf8(digits) else { return finding };
    let dots = right.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let written = format!("{digits}{dots}");
    // Before a number that is not due it is not known who is to move.
    let safety = if written == right { Safety::Safe } else { Safety::Guess };
    finding.with_text(written, safety)
}

/// All of a variation that has no other move than this.
pub(super) fn variation_of(mv: &[u8], source: &Source<'_>) -> Option<Span> {
    let span = source.span_of(mv);
    let before = source.slice(Span { start: source.first_byte, end: span.start });
    let in_number =
        |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_whitespace() || *byte == b'.';
    let opening = before.iter().rposition(|byte| !in_number(byte))?;
    let after = source.slice(Span { start: span.end, end: u64::MAX });
    let closing = after.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let is_whole = before[opening] == b'(' && after[closing] == b')';
    let start = source.span_of(&before[opening..]).start;
    let end = source.span_of(&after[..=closing]).end;
    is_whole.then(|| source.with_blanks_before(Span { start, end }))
}

/// What is said of a game without numbers, with the numbers that it should have; not if a word may be two moves.
pub(super) fn numbered(
    finding: Finding,
    game: &[u8],
    first_ply: u32,
    source: &Source<'_>,
) -> Finding {
    let source_of_game = Source::new("", game);
    let mut numberer = Numberer {
        source: source_of_game,
        ply: first_ply,
        is_due: true,
        outer: Vec::new(),
        numbers: Some(Vec::new()),
    };
    Reader::new(source_of_game).read(&mut numberer);
    match numberer.numbers.as_deref().and_then(|numbers| with_numbers(game, numbers)) {
        Some((moves, text)) => finding.with_edit(source.span_of(moves), text, Safety::Safe),
        None => finding,
    }
}

/// The moves of a game, as a part of its text, and the same with numbers at these places.
fn with_numbers<'g>(game: &'g [u8], numbers: &[(usize, String)]) -> Option<(&'g [u8], String)> {
    let (first, last) = (numbers.first()?.0, numbers.last()?.0);
    let mut text = String::new();
    let mut done = first;
    for (at, number) in numbers {
        text += str::from_utf8(&game[done..*at]).ok()?;
        text += number;
        text.push(' ');
        done = *at;
    }
    Some((&game[first..last], text))
}

/// Listens to a game and notes where numbers belong.
struct Numberer<'a> {
    source: Source<'a>,
    /// The half-move that comes next.
    ply: u32,
    /// Whether a move of Black wants a number too.
    is_due: bool,
    /// The half-moves with which the lines go on that the open variations leave.
    outer: Vec<u32>,
    /// Where each number belongs; none if that cannot be told.
    numbers: Option<Vec<(usize, String)>>,
}

impl<'a> Visitor<'a> for Numberer<'a> {
    fn mv(&mut self, text: &'a [u8]) {
        let at = usize::try_from(self.source.span_of(text).start).ok();
        let is_one = glued_moves(text).is_none();
        self.numbers = self.numbers.take().filter(|_| is_one);
        if (self.is_due || self.ply.is_multiple_of(2))
            && let (Some(at), Some(numbers)) = (at, &mut self.numbers)
        {
            numbers.push((at, number_of(self.ply)));
        }
        self.ply = self.ply.wrapping_add(1);
        self.is_due = false;
    }

    fn comment(&mut self, _comment: Comment<'a>) {
        self.is_due = true;
    }

    fn open_variation(&mut self, _bracket: &'a [u8]) {
        self.outer.push(self.ply);
        self.ply = self.ply.saturating_sub(1);
        self.is_due = true;
    }

    fn close_variation(&mut self, _bracket: &'a [u8]) {
        self.ply = self.outer.pop().unwrap_or(self.ply);
        self.is_due = true;
    }
}

#[cfg(test)]
mod tests {
    use crate::{diagnostics::Code, lint::hearing::safely_mended};

    #[test]
    fn numbers_are_written_as_they_should_be() {
        for (code, moves, mended) in [
            (Code::NumberForm, "1 e4 e5 2 Nf3", "1. e4 e5 2. Nf3"),
            (Code::NumberForm, "1 . e4 e5 2)Nf3", "1. e4 e5 2.Nf3"),
            (Code::NumberForm, "1, e4 e5 2, Nf3", "1. e4 e5 2. Nf3"),
            (Code::NumberForm, "1. e4 {open} 1 e5", "1. e4 {open} 1... e5"),
            (Code::NumberForm, "1. e4 {open} 1. ... e5", "1. e4 {open} 1... e5"),
            (Code::NumbersAbsent, "e4 e5 Nf3 Nc6", "1. e4 e5 2. Nf3 Nc6"),
            (
                Code::NumbersAbsent,
                "e4 e5 {open} Nf3 (Bc4 Nf6) Nc6",
                "1. e4 e5 {open} 2. Nf3 (2. Bc4 Nf6) 2... Nc6",
            ),
            (Code::NumbersAbsent, "e2e4 e7e5 g1f3", "e2e4 e7e5 g1f3"),
            (Code::VariationRepeats, "1. e4 (1. e4) 1... e5", "1. e4 1... e5"),
            (Code::VariationRepeats, "1. e4 (1. e4 c5) 1... e5", "1. e4 (1. e4 c5) 1... e5"),
        ] {
            let game = |moves: &str| format!("{moves} *\n");
            assert_eq!(safely_mended(&game(moves), code), game(mended), "{moves}");
        }
    }
}
