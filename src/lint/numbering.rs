//! Move numbers: whether they are right, and where one is missing. Counts half-moves itself, so that it
//! also works where the moves cannot be played.

use crate::{
    diagnostics::{Code, Finding, Safety},
    lint::{
        Notes,
        counted::{Derailed, Line},
        notes::shown,
        numbers,
    },
    pgn::{DueNumber, MoveNumber},
    rules::Color,
    text::{Source, Span},
};

/// Where a game starts: the number of the first move, and who makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start {
    /// The number of the move.
    pub number: u32,
    /// Who makes it.
    pub turn: Color,
}

impl Default for Start {
    fn default() -> Self {
        Self { number: 1, turn: Color::White }
    }
}

/// How the numbers of a whole game fit the sides.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    numbers: u32,
    wrong_side: u32,
}

/// What is said of a number that does not fit the half-moves before it.
#[derive(Debug)]
struct Suspicion {
    /// How many half-moves those are.
    after: u32,
    /// If a move cannot be played soon after.
    gap: Finding,
    /// If it can.
    otherwise: Option<Finding>,
}

/// Where a half-move is missing, the wrong side is to move: hardly ever can so many more half-moves be played.
const SOON: u32 = 8;

/// Follows the numbers of a game.
#[derive(Debug, Default)]
pub(crate) struct Numbering<'a> {
    line: Line<'a>,
    parents: Vec<Line<'a>>,
    from_setup: bool,
    tally: Tally,
    first_move: &'a [u8],
    /// What to say of a number that looks as if a half-move were missing before it, or written twice.
    suspicion: Option<Suspicion>,
}

impl<'a> Numbering<'a> {
    /// Begins another game; `start` if a position was given.
    pub(crate) fn begin(&mut self, start: Option<Start>) {
        self.parents.clear();
        self.from_setup = start.is_some();
        let start = start.unwrap_or_default();
        let black = u32::from(start.turn == Color::Black);
        let next = start.number.saturating_sub(1).saturating_mul(2).saturating_add(black);
        self.line = Line { next, ..Line::default() };
        self.tally = Tally::default();
        self.first_move = b"";
        self.suspicion = None;
    }

    /// Who is to move.
    pub(crate) fn turn(&self) -> Color {
        if self.line.next.is_multiple_of(2) { Color::White } else { Color::Black }
    }

    /// How many variations are open.
    pub(crate) fn depth(&self) -> usize {
        self.parents.len()
    }

    /// How many half-moves of the game itself were written so far.
    pub(crate) fn plies(&self) -> u32 {
        self.parents.first().unwrap_or(&self.line).played
    }

    /// What is said of a number with other signs than dots, with the dots of the side to move.
    pub(crate) fn dotted(&self, finding: Finding, source: &Source<'_>) -> Finding {
        numbers::dotted(finding, self.line.next, source)
    }

    /// The last move of the game itself.
    pub(crate) fn last_move(&self) -> &'a [u8] {
        self.parents.first().unwrap_or(&self.line).last_move
    }

    /// A move of the line.
    #[inline(always)]
    pub(crate) fn mv(&mut self, text: &'a [u8], notes: &mut Notes<'a>) {
        if self.line.interrupted && !self.line.numbered && self.line.next % 2 == 1 {
            self.unnumbered(text, notes);
        }
        if self.line.last_move.is_empty() {
            self.first_of_line(text, notes);
        }
        self.line.next = self.line.next.wrapping_add(1);
        self.line.played += 1;
        self.line.branches = 0;
        self.line.interrupted = false;
        self.line.numbered = false;
        self.line.last_move = text;
    }

    /// Something stands between two moves after which Black's move wants a number.
    #[inline]
    pub(crate) fn interrupted(&mut self) {
        self.line.interrupted = true;
    }

    #[cold]
    fn unnumbered(&self, text: &'a [u8], notes: &mut Notes<'a>) {
        if self.tally.numbers > 0 && notes.wants(Code::NumberMissingAfter) {
            let number = i64::from(self.line.next / 2 + 1) + self.line.shift;
            let finding = notes.about_next(
                Code::NumberMissingAfter,
                text,
                format!("`{number}...` should stand before `{}`", shown(text)),
            );
            let at = Span { end: finding.span.start, ..finding.span };
            notes.add(finding.with_edit(at, format!("{number}... "), Safety::Safe));
        }
    }

    #[cold]
    fn first_of_line(&mut self, text: &'a [u8], notes: &mut Notes<'a>) {
        let Some(parent) = self.parents.last() else {
            self.first_move = text;
            return;
        };
        if parent.last_move == text && notes.wants(Code::VariationRepeats) {
            let message =
                format!("the variation repeats `{}`, which it should replace", shown(text));
            let finding = notes.about_next(Code::VariationRepeats, text, message);
            notes.add(match numbers::variation_of(text, notes.source()) {
                Some(variation) => finding.with_edit(variation, "", Safety::Safe),
                None => finding,
            });
        }
    }

    /// How many half-moves of the present line were written so far.
    pub(crate) fn steps(&self) -> u32 {
        self.line.played
    }

    /// A variation opens: it replaces the last move. Tells which that is, and the how-manieth variation this is.
    pub(crate) fn open(&mut self) -> (u32, u32) {
        let branch = (self.line.played, self.line.branches + 1);
        self.parents.push(self.line);
        self.line = Line {
            next: self.line.next.saturating_sub(u32::from(self.line.played > 0)),
            played: 0,
            interrupted: true,
            numbered: false,
            last_move: b"",
            branches: 0,
            ..self.line
        };
        branch
    }

    /// The innermost variation closes.
    pub(crate) fn close(&mut self) {
        if let Some(parent) = self.parents.pop() {
            self.line = Line { interrupted: true, branches: parent.branches + 1, ..parent };
        }
    }

    /// Takes the number with which a text begins, if it is the right one and written as most are.
    #[inline(always)]
    pub(crate) fn due_number(&mut self, text: &'a [u8]) -> Option<MoveNumber<'a>> {
        let ply = self.line.next;
        if self.line.shift != 0 || self.line.derailed.is_some() {
            return None;
        }
        let length = DueNumber::before(ply)?.length_in(text)?;
        let value = ply / 2 + 1;
        self.line.numbered = true;
        self.line.written = Some(value);
        self.tally.numbers += 1;
        Some(MoveNumber {
            text: &text[..length],
            value,
            dots: if ply.is_multiple_of(2) { 1 } else { 3 },
        })
    }

    /// A number stands before the next move.
    #[inline(always)]
    pub(crate) fn number(&mut self, number: MoveNumber<'a>, notes: &mut Notes<'a>) {
        self.line.numbered = true;
        self.tally.numbers += 1;
        if let Some(derailed) = self.line.derailed.take() {
            self.follow(number, derailed, notes);
        }
        let due = self.line.next / 2 + 1;
        if i64::from(number.value) == i64::from(due) + self.line.shift || number.value == due {
            if number.value == due {
                self.line.shift = 0;
            }
            self.line.written = Some(number.value);
            if self.line.has_dots_of_other_side(number) {
                self.wrong_dots(number, notes);
            }
        } else {
            self.wrong_number(number, due, notes);
        }
    }

    /// The move read last cannot be played.
    pub(crate) fn derail(&mut self, how: Derailed) {
        self.line.derailed = Some(how);
    }

    /// After a move that cannot be played, a number is believed that is a half-move away.
    fn follow(&mut self, number: MoveNumber<'a>, derailed: Derailed, notes: &Notes<'a>) {
        let number_before = i64::from(number.value) - 1 - self.line.shift;
        let claimed = number_before * 2 + i64::from(number.dots > 1);
        let fault = match claimed - i64::from(self.line.next) {
            1 => "missing",
            -1 => "written twice",
            _ => return,
        };
        self.line.next = u32::try_from(claimed).unwrap_or(self.line.next);
        if derailed == Derailed::ByMove && self.parents.is_empty() {
            self.suspicion.get_or_insert_with(|| Suspicion {
                after: self.line.played,
                gap: gap(fault, number, notes),
                otherwise: None,
            });
        }
    }

    #[cold]
    fn wrong_dots(&mut self, number: MoveNumber<'a>, notes: &mut Notes<'a>) {
        let other_side = self.line.played == 0 && !self.parents.is_empty();
        let turn = self.turn();
        if other_side {
            let message = format!(
                "`{}` does not fit: the variation replaces {}'s move",
                shown(number.text),
                turn.name()
            );
            // The writer may be trusted to go on counting from here.
            self.line.next = self.line.next.saturating_add(1);
            return notes.add(notes.about_next(Code::VariationBroken, number.text, message));
        }
        self.tally.wrong_side += 1;
        // Two such numbers a whole move apart: it is our count that is a half-move off.
        let last = self.line.wrong_dots.replace(self.line.played);
        if turn == Color::Black && last.is_some_and(|last| last + 2 == self.line.played) {
            self.line.next -= 1;
            return;
        }
        let right = format!("{}{}", number.value, if turn == Color::White { "." } else { "..." });
        let message = format!("`{}` stands before a move of {}", shown(number.text), turn.name());
        let finding = notes.about_next(Code::NumberDots, number.text, message);
        let span = finding.span;
        notes.add(finding.with_edit(span, right, Safety::Safe));
    }

    #[cold]
    fn wrong_number(&mut self, number: MoveNumber<'a>, due: u32, notes: &mut Notes<'a>) {
        let expected = i64::from(due) + self.line.shift;
        let black = self.line.next % 2 == 1;
        let is_next = black && number.dots <= 1 && i64::from(number.value) == expected + 1;
        let lacks_ply = is_next && self.tally.wrong_side + 1 < self.tally.numbers;
        let first = self.line.played == 0 && self.parents.is_empty();
        let repeated =
            self.line.written == Some(number.value) || i64::from(number.value) == expected + 1;
        let code = match (first, self.from_setup, repeated) {
            (true, true, _) => Code::FirstNumber,
            (false, _, true) => Code::NumberRepeated,
            _ => Code::NumberWrong,
        };
        let message = format!("move number {expected} is due here, not `{}`", shown(number.text));
        let mut finding = notes.about_next(code, number.text, message);
        // The writer may count on from here, or moves may be missing: the right number alone need not mend it. If the position
        // has another number, nobody knows which of the two is right.
        if code != Code::FirstNumber {
            let (span, dots) = (finding.span, if black { "..." } else { "." });
            finding = finding.with_edit(span, format!("{expected}{dots}"), Safety::Guess);
        }
        if is_next {
            self.tally.wrong_side += 1;
        }
        if is_next && self.suspicion.is_none() && self.parents.is_empty() {
            let gap = gap("missing", number, notes);
            let after = self.line.played;
            self.suspicion = Some(Suspicion { after, gap, otherwise: Some(finding) });
        } else {
            notes.add(finding);
        }
        if lacks_ply {
            self.line.next += 1;
        } else {
            self.line.shift = i64::from(number.value) - i64::from(due);
        }
        self.line.written = Some(number.value);
        if code == Code::FirstNumber && self.line.has_dots_of_other_side(number) {
            self.wrong_dots(number, notes);
        }
    }

    /// The game with this text is over. `stuck_after` so many half-moves one could not be played.
    pub(crate) fn finish(
        &mut self,
        game: &'a [u8],
        stuck_after: Option<u32>,
        notes: &mut Notes<'a>,
    ) {
        if self.tally.numbers == 0 && self.plies() > 1 && notes.wants(Code::NumbersAbsent) {
            let first_ply = self.line.next.saturating_sub(self.line.played);
            let finding =
                notes.about(Code::NumbersAbsent, self.first_move, "the moves have no numbers");
            notes.add(numbers::numbered(finding, game, first_ply, notes.source()));
        }
        if let Some(Suspicion { after, gap, otherwise }) = self.suspicion.take()
            && let is_gap = stuck_after.is_some_and(|stuck| stuck.abs_diff(after) <= SOON)
            && let Some(finding) = if is_gap { Some(gap) } else { otherwise }
        {
            notes.add(finding);
        }
        let is_wrong_throughout = self.tally.wrong_side == self.tally.numbers;
        if self.tally.numbers > 2 && is_wrong_throughout && !self.first_move.is_empty() {
            let message = "every number has the dots of the other side";
            notes.add(notes.about(Code::WrongSideThroughout, self.first_move, message));
        }
    }
}

fn gap(fault: &str, number: MoveNumber<'_>, notes: &Notes<'_>) -> Finding {
    let message = format!("a half-move is probably {fault} before `{}`", shown(number.text));
    notes.about_next(Code::PlyMissing, number.text, message)
}

#[cfg(test)]
mod tests {
    use crate::lint::hearing::{moves, tag_and_moves};

    #[test]
    fn numbers_are_judged() {
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
            ("1. e4 e5 2. Nf3 (2... Nf6 3. d3) 2... Nc6", &["C607"]),
            ("1. e4 e5 2. Nf3 (2. Nf3 Nf6) 2... Nc6", &["C608"]),
        ] {
            assert_eq!(moves(written), expected, "{written}");
        }
    }

    #[test]
    fn numbers_start_where_the_position_says() {
        let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 40\"]\n[SetUp \"1\"]";
        for (written, expected) in [
            ("40... Ke7 41. e4 Ke6 42. Kd2", &[][..]),
            ("1... Ke7 2. e4 Ke6 3. Kd2", &["N505"]),
            ("40. Ke7 41. e4", &["N504"]),
            ("1. Ke7 2. e4 Ke6 3. Kd2", &["N505", "N504"]),
        ] {
            assert_eq!(tag_and_moves(fen, written), expected, "{written}");
        }
    }
}
