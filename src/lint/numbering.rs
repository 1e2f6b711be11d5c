//! Move numbers: whether they are right, and where one is missing. Counts plies itself, so that it
//! also works for illegal moves.

use crate::{
    diagnostics::{Code, Finding, Safety},
    game::{Ahead, Cursor, Walked},
    lint::{Findings, findings::shown, numbers},
    pgn::MoveNumber,
    rules::{Color, Position},
    text::Span,
};

/// Why the number of plies before the next number is uncertain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Derailed {
    /// A move is illegal: perhaps one is missing before it, or it is repeated.
    ByMove,
    /// A word is not a move: perhaps it replaces one.
    ByWord,
}

/// A cursor with the numbers of each line.
pub(crate) type LineCursor<'a> = Cursor<LineNumbers<'a>>;

/// The numbers of a line (the main line or a variation) so far.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LineNumbers<'a> {
    /// The next ply, where White's move 1 is ply 0.
    pub(crate) next: u32,
    /// The difference between the numbers in the file and the right ones.
    shift: i64,
    /// The last number that was written.
    written: Option<u32>,
    /// Whether there is something between the last move and the next token.
    interrupted: bool,
    /// Whether a number has been written since the last move.
    numbered: bool,
    /// The last move.
    pub(crate) last_move: &'a [u8],
    /// The number of moves of this line before the last number with the dots of the other side.
    wrong_dots: Option<u32>,
    /// Whether the plies cannot be counted.
    pub(crate) is_unknown: bool,
    /// Why the next number may be a ply off.
    derailed: Option<Derailed>,
}

impl LineNumbers<'_> {
    fn has_dots_of_other_side(&self, number: MoveNumber<'_>) -> bool {
        let black = self.next % 2 == 1;
        (black && number.dots == 1) || (!black && number.dots > 1)
    }

    /// The side to move.
    pub(crate) fn turn(&self) -> Color {
        if self.next.is_multiple_of(2) { Color::White } else { Color::Black }
    }
}

/// How many numbers of a game have the dots of the other side.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    numbers: u32,
    wrong_side: u32,
}

/// A number that does not match the plies before it. Which finding it is depends on the moves that follow.
#[derive(Debug)]
struct Suspicion {
    /// The plies before it.
    after: u32,
    /// The finding if an illegal move follows soon.
    gap: Finding,
    /// The finding if the moves that follow are legal.
    otherwise: Option<Finding>,
}

/// After a missing ply the wrong side is to move: an illegal move follows nearly always within this many plies.
const SOON: u32 = 8;

/// The checks on the numbers of a game.
#[derive(Debug, Default)]
pub(crate) struct Numbering<'a> {
    from_setup: bool,
    /// The first ply, where White's move 1 is ply 0.
    first_ply: u32,
    tally: Tally,
    first_move: &'a [u8],
    /// The first number that looks as if a ply were missing or repeated before it.
    suspicion: Option<Suspicion>,
}

impl<'a> Numbering<'a> {
    /// Begins another game; `first_ply` if it has a start position.
    pub(crate) fn begin(&mut self, first_ply: Option<u32>, cursor: &mut LineCursor<'a>) {
        let next = first_ply.unwrap_or_default();
        *self = Self { from_setup: first_ply.is_some(), first_ply: next, ..Self::default() };
        cursor.line = LineNumbers { next, ..LineNumbers::default() };
    }

    /// A move of the line.
    pub(crate) fn mv(
        &mut self,
        text: &'a [u8],
        cursor: &mut LineCursor<'a>,
        found: &mut Findings<'a>,
    ) {
        let line = cursor.line;
        if line.is_unknown {
            return;
        }
        if line.interrupted && !line.numbered && line.next % 2 == 1 {
            self.unnumbered(text, &line, found);
        }
        if line.last_move.is_empty() {
            self.first_of_line(text, cursor, found);
        }
        let next = line.next.wrapping_add(1);
        cursor.line =
            LineNumbers { next, interrupted: false, numbered: false, last_move: text, ..line };
    }

    /// The numbers with which a walk over plain moves begins; `None` where the numbers do not count as they should.
    pub(crate) fn ahead(cursor: &LineCursor<'a>, found: &Findings<'a>) -> Option<Ahead> {
        let line = &cursor.line;
        let is_first_of_variation = line.last_move.is_empty() && cursor.is_variation();
        let counts = line.shift == 0 && line.derailed.is_none() && !is_first_of_variation;
        counts.then(|| Ahead {
            next: line.next,
            needs_number: found.shows(Code::NumberMissingAfter),
            interrupted: line.interrupted && !line.numbered,
        })
    }

    /// Moves that were walked over.
    pub(crate) fn walked(&mut self, walked: &Walked<'a>, cursor: &mut LineCursor<'a>) {
        let line = &mut cursor.line;
        line.next += walked.moves;
        (line.interrupted, line.numbered) = (walked.has_comment, false);
        line.last_move = walked.last_move;
        if walked.numbers > 0 {
            line.written = Some(walked.last_number);
        }
        self.tally.numbers += walked.numbers;
        if self.first_move.is_empty() && !cursor.is_variation() {
            self.first_move = walked.first_move;
        }
    }

    /// A comment or variation: Black's next move needs a number.
    pub(crate) fn interrupted(cursor: &mut LineCursor<'a>) {
        cursor.line.interrupted = true;
    }

    fn unnumbered(&self, text: &'a [u8], line: &LineNumbers<'a>, found: &mut Findings<'a>) {
        if self.tally.numbers > 0 && found.shows(Code::NumberMissingAfter) {
            let number = i64::from(line.next / 2 + 1) + line.shift;
            let finding = found.about_next(
                Code::NumberMissingAfter,
                text,
                format!("`{number}...` is missing before `{}`", shown(text)),
            );
            let at = Span { end: finding.span.start, ..finding.span };
            found.add(finding.with_edit(at, format!("{number}... "), Safety::Safe));
        }
    }

    fn first_of_line(&mut self, text: &'a [u8], cursor: &LineCursor<'a>, found: &mut Findings<'a>) {
        let Some(parent) = cursor.parent() else {
            self.first_move = text;
            return;
        };
        if parent.last_move == text && found.shows(Code::VariationRepeats) {
            let message = format!("the variation repeats `{}`, the move it replaces", shown(text));
            let finding = found.about_next(Code::VariationRepeats, text, message);
            let variation = numbers::variation_of(text, found.source());
            let edit = variation.map(|variation| (variation, ""));
            found.add(finding.with_optional_edit(edit, Safety::Safe));
        }
    }

    /// The numbers at the start of a variation that replaces the last move.
    pub(crate) fn branch(cursor: &LineCursor<'a>) -> LineNumbers<'a> {
        let line = cursor.line;
        LineNumbers {
            next: line.next.saturating_sub(u32::from(cursor.written() > 0)),
            interrupted: true,
            numbered: false,
            last_move: b"",
            ..line
        }
    }

    /// A number before the next move.
    pub(crate) fn number(
        &mut self,
        number: MoveNumber<'a>,
        cursor: &mut LineCursor<'a>,
        found: &mut Findings<'a>,
    ) {
        if cursor.line.is_unknown {
            return;
        }
        cursor.line.numbered = true;
        self.tally.numbers += 1;
        if let Some(derailed) = cursor.line.derailed.take() {
            self.follow(number, derailed, cursor, found);
        }
        let line = &mut cursor.line;
        let due = line.next / 2 + 1;
        if i64::from(number.value) == i64::from(due) + line.shift || number.value == due {
            if number.value == due {
                line.shift = 0;
            }
            line.written = Some(number.value);
            if line.has_dots_of_other_side(number) {
                self.wrong_dots(number, cursor, found);
            }
        } else {
            self.wrong_number(number, due, cursor, found);
        }
    }

    /// After an illegal move, a number that is one ply off is trusted.
    fn follow(
        &mut self,
        number: MoveNumber<'a>,
        derailed: Derailed,
        cursor: &mut LineCursor<'a>,
        found: &Findings<'a>,
    ) {
        let line = &mut cursor.line;
        let number_before = i64::from(number.value) - 1 - line.shift;
        let claimed = number_before * 2 + i64::from(number.dots > 1);
        let fault = match claimed - i64::from(line.next) {
            1 => "missing",
            -1 => "repeated",
            _ => return,
        };
        line.next = u32::try_from(claimed).unwrap_or(line.next);
        if derailed == Derailed::ByMove && !cursor.is_variation() {
            let after = cursor.written();
            self.suspicion.get_or_insert_with(|| Suspicion {
                after,
                gap: gap(fault, number, found),
                otherwise: None,
            });
        }
    }

    fn wrong_dots(
        &mut self,
        number: MoveNumber<'a>,
        cursor: &mut LineCursor<'a>,
        found: &mut Findings<'a>,
    ) {
        let written = cursor.written();
        let replaces_other_side = written == 0 && cursor.is_variation();
        let line = &mut cursor.line;
        let turn = line.turn();
        if replaces_other_side {
            let message = format!(
                "`{}` is wrong: the variation replaces a move by {}",
                shown(number.text),
                turn.name()
            );
            // The later numbers probably continue from this one.
            line.next = line.next.saturating_add(1);
            return found.add(found.about_next(Code::VariationBroken, number.text, message));
        }
        self.tally.wrong_side += 1;
        // Two such numbers one move apart: our own count is a ply off.
        let last = line.wrong_dots.replace(written);
        if turn == Color::Black && last.is_some_and(|last| last + 2 == written) {
            line.next -= 1;
            return;
        }
        let right = format!("{}{}", number.value, if turn == Color::White { "." } else { "..." });
        let message = format!("`{}` precedes a move by {}", shown(number.text), turn.name());
        let finding = found.about_next(Code::NumberDots, number.text, message);
        // Behind a word that is no move, the side to move is uncertain.
        let safety = if cursor.is_stuck() { Safety::Guess } else { Safety::Safe };
        found.add(finding.with_replacement(right, safety));
    }

    fn wrong_number(
        &mut self,
        number: MoveNumber<'a>,
        due: u32,
        cursor: &mut LineCursor<'a>,
        found: &mut Findings<'a>,
    ) {
        let (written, is_variation) = (cursor.written(), cursor.is_variation());
        let line = &cursor.line;
        let expected = i64::from(due) + line.shift;
        let black = line.next % 2 == 1;
        let is_next = black && number.dots <= 1 && i64::from(number.value) == expected + 1;
        let lacks_ply = is_next && self.tally.wrong_side + 1 < self.tally.numbers;
        let first = written == 0 && !is_variation;
        let repeated =
            line.written == Some(number.value) || i64::from(number.value) == expected + 1;
        let code = match (first, self.from_setup, repeated) {
            (true, true, _) => Code::FirstNumber,
            (false, _, true) => Code::NumberRepeated,
            _ => Code::NumberWrong,
        };
        let begins_again = number.value == 1
            && number.dots <= 1
            && code != Code::FirstNumber
            && !is_variation
            && (code == Code::NumberWrong || found.begins_line(number.text));
        // If the game is over, the move that follows is reported in the same words.
        let is_said_later = begins_again && !cursor.position().has_legal_move();
        let line = &mut cursor.line;
        let message = if begins_again {
            "a new game seems to begin here".to_owned()
        } else {
            format!("expected move number {expected}, found `{}`", shown(number.text))
        };
        let mut finding = found.about_next(code, number.text, message);
        // The later numbers may continue from here, or moves may be missing: the edit is a guess. If the start position has
        // another number, either of the two may be right.
        if code != Code::FirstNumber && !begins_again {
            let (span, dots) = (finding.span, if black { "..." } else { "." });
            finding = finding.with_edit(span, format!("{expected}{dots}"), Safety::Guess);
        }
        if is_next {
            self.tally.wrong_side += 1;
        }
        if is_next && self.suspicion.is_none() && !is_variation {
            let gap = gap("missing", number, found);
            self.suspicion = Some(Suspicion { after: written, gap, otherwise: Some(finding) });
        } else if !is_said_later {
            found.add(finding);
        }
        if lacks_ply {
            line.next += 1;
        } else {
            line.shift = i64::from(number.value) - i64::from(due);
        }
        line.written = Some(number.value);
        if code == Code::FirstNumber && line.has_dots_of_other_side(number) {
            self.wrong_dots(number, cursor, found);
        }
    }

    /// A move was missing or too many before the last one: from here on the moves are counted.
    pub(crate) fn shifted(&mut self, cursor: &mut LineCursor<'a>) {
        self.suspicion = None;
        (cursor.line.next, cursor.line.shift) = (self.first_ply + cursor.ply(), 0);
    }

    /// The last move is illegal.
    pub(crate) fn derail(cursor: &mut LineCursor<'a>, how: Derailed) {
        cursor.line.derailed = Some(how);
    }

    /// The end of the game with this text. `stuck_after`: the number of plies before an illegal move.
    pub(crate) fn finish(
        &mut self,
        game: &'a [u8],
        stuck_after: Option<u32>,
        cursor: &LineCursor<'a>,
        found: &mut Findings<'a>,
    ) {
        let written = cursor.written();
        if self.tally.numbers == 0 && written > 1 && found.shows(Code::NumbersAbsent) {
            let first_ply = cursor.line.next.saturating_sub(written);
            let finding =
                found.about(Code::NumbersAbsent, self.first_move, "the moves have no numbers");
            // Words that are no moves have no numbers.
            found.add(match stuck_after {
                None => numbers::numbered(finding, game, first_ply, found.source()),
                Some(_) => finding,
            });
        }
        if let Some(Suspicion { after, gap, otherwise }) = self.suspicion.take()
            && let is_gap = stuck_after.is_some_and(|stuck| stuck.abs_diff(after) <= SOON)
            && let Some(finding) = if is_gap { Some(gap) } else { otherwise }
        {
            found.add(finding);
        }
        let is_wrong_throughout = self.tally.wrong_side == self.tally.numbers;
        if self.tally.numbers > 2 && is_wrong_throughout && !self.first_move.is_empty() {
            let message = "every move number has the dots of the other side";
            found.add(found.about(Code::WrongSideThroughout, self.first_move, message));
        }
    }
}

fn gap(fault: &str, number: MoveNumber<'_>, found: &Findings<'_>) -> Finding {
    let message = format!("a move is probably {fault} before `{}`", shown(number.text));
    found.about_next(Code::PlyMissing, number.text, message)
}

#[cfg(test)]
mod tests {
    use crate::lint::test_support::{moves, tag_and_moves};

    #[test]
    fn numbers_are_checked() {
        for (written, expected) in [
            ("1. e4 e5 2. Nf3 Nc6", &[][..]),
            ("1. e4 1... e5 2. Nf3 2... Nc6", &[]),
            ("1.e4 e5 2.Nf3 (2.Bc4 Nf6) 2...Nc6", &[]),
            ("1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nf3", &[]),
            ("1. e4 e5 2. Nf3 Nc6 7. Bb5 a6 8. Ba4", &["N501"]),
            ("1. e4 e5 2. Nf3 Nc6 7. Bb5 a6 4. Ba4", &["N501"]),
            ("1. e4 e5 2. Nf3 Nc6 2. Bb5 a6 4. Ba4", &["N502"]),
            ("1. e4 e5 2. Nf3 Nc6 4. Bb5 a6 5. Ba4", &["N502"]),
            ("1. e4 {open} e5", &["N503"]),
            ("1. e4 e5 2... Nf3 Nc6", &["N504"]),
            ("1. e4 1. e5", &["N504"]),
            ("5. e4 e5 6. Nf3", &["N501"]),
            ("e4 e5 Nf3", &["N506"]),
            ("1... 1... 1...", &["N504", "N504", "N504"]),
            ("1. e4 e5 2. Nf3 (2... Nf6 3. d3) 2... Nc6", &["C607", "M320"]),
            ("1. e4 e5 2. Nf3 (2. Nf3 Nf6) 2... Nc6", &["C608"]),
        ] {
            assert_eq!(moves(written), expected, "{written}");
        }
    }

    #[test]
    fn numbers_start_at_the_number_of_the_position() {
        let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 40\"]\n[SetUp \"1\"]";
        for (written, expected) in [
            ("40... Ke7 41. e4 Ke6 42. Kd2", &[][..]),
            ("1... Ke7 2. e4 Ke6 3. Kd2", &["N505"]),
            ("40. Ke7 41. e4", &["N504"]),
            ("1. Ke7 2. e4 Ke6 3. Kd2", &["N504", "N505"]),
        ] {
            assert_eq!(tag_and_moves(fen, written), expected, "{written}");
        }
    }
}
