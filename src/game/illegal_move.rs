//! A written move that cannot be played: its finding, with the reason and likely corrections.

use crate::{
    diagnostics::{Code, Edit, Finding, Safety, Suggestion},
    game::{Cursor, suggest},
    notation::{San, fen, numbered, reason::Explainer, write_san},
    rules::{
        AnyPosition, History, Move, MoveSpec, Position,
        legality::{self, PawnFault, PieceFault, Reason},
    },
    text::{Source, Span, shortened},
};

/// A move that could not be played, kept until the rest of its line is known.
#[derive(Debug, Clone)]
pub struct IllegalMove<'a> {
    /// The position in which it was to be played.
    position: AnyPosition,
    /// The main line up to there; `None` in a variation and after a null move.
    past: Option<History<AnyPosition>>,
    is_variation: bool,
    ply: u32,
    /// Where in the game: `main/ply 23`.
    path: String,
    /// The move as written.
    text: &'a [u8],
    /// The moves after it, in the same line.
    rest: Vec<&'a [u8]>,
}

/// How many moves of the rest of a game are enough to rank the suggestions.
const ENOUGH: usize = 60;

impl<'a> IllegalMove<'a> {
    /// The move `text` could not be played at `cursor`.
    pub fn new<T: Default + Clone>(cursor: &Cursor<T>, text: &'a [u8]) -> Self {
        let is_variation = cursor.is_variation();
        Self {
            position: cursor.position().clone(),
            past: if is_variation { None } else { cursor.history() },
            is_variation,
            ply: cursor.ply() + 1,
            path: format!("{}/ply {}", cursor.branch(), cursor.written()),
            text,
            rest: Vec::new(),
        }
    }

    /// The move as written.
    pub fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Another move of the same line.
    pub fn then(&mut self, text: &'a [u8]) {
        if self.rest.len() < ENOUGH {
            self.rest.push(text);
        }
    }

    /// The finding.
    pub fn finding(&self, source: &Source<'_>) -> Finding {
        let span = source.span_of(self.text);
        let san = San::read(self.text);
        let mut finding = match san.and_then(|san| self.reasoned(&san.spec, source)) {
            Some(finding) => finding,
            None => Finding::new(Code::UnknownToken, span, self.unreadable()),
        };
        if self.is_variation && finding.code != Code::UnknownToken {
            finding.code = Code::VariationMove;
        }
        finding.fen = Some(fen::write(&self.position));
        finding.suggestions =
            suggest::suggestions(&self.position, self.past.as_ref(), self.text, &self.rest);
        let instead = san.map(|san| self.instead(&san.spec));
        finding.help = match (instead, self.meant(&finding.suggestions)) {
            (Some(instead), Some(meant)) => Some(format!("{instead}; {meant}")),
            (instead, meant) => instead.or(meant),
        };
        for suggestion in &mut finding.suggestions {
            // A suggestion of several words is about an earlier move.
            if !suggestion.text.contains(' ') {
                let replacement = suggestion.text.clone();
                suggestion.edits = vec![Edit { span, replacement, safety: Safety::Guess }];
            }
        }
        let edits = finding.suggestions.first().map(|best| best.edits.clone());
        let finding = finding.with_ply(self.ply).with_path(self.path.as_str());
        if finding.code == Code::MoveAfterEnd {
            return self.after_end(finding, source);
        }
        Finding { edits: edits.unwrap_or_default(), ..finding }
    }

    /// A finding about moves after the end of the game, with the edit that removes them unless they are another game.
    fn after_end(&self, finding: Finding, source: &Source<'_>) -> Finding {
        let before = source.slice(Span { start: source.first_byte, end: finding.span.start });
        let number = before[without_number(before).len()..].trim_ascii();
        if matches!(number, b"1" | b"1.") {
            let message = format!("{}; a new game seems to begin here", finding.message);
            return Finding { message, help: None, ..finding };
        }
        let cut = self.cut(source).map(|cut| (cut, ""));
        finding.with_optional_edit(cut, Safety::Guess)
    }

    /// The moves from this one to the last with the number before them; none where anything but moves is among or after them.
    fn cut(&self, source: &Source<'_>) -> Option<Span> {
        let last = self.rest.last().unwrap_or(&self.text);
        let (first, last) = (source.span_of(self.text), source.span_of(last));
        let after = source.slice(Span { start: last.end, end: u64::MAX });
        let follows = after.trim_ascii_start().first();
        let is_mark = |byte: &u8| b"!?$(){};<".contains(byte);
        let moves = source.slice(Span { start: first.start, end: last.end });
        if self.rest.len() == ENOUGH || moves.iter().any(is_mark) || follows.is_some_and(is_mark) {
            return None;
        }
        let before = source.slice(Span { start: source.first_byte, end: first.start });
        let kept = without_number(before);
        // A line that then begins with a blank loses that too.
        let begins_line = kept.last().is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
        let blanks = after.iter().take_while(|&&byte| begins_line && byte == b' ').count();
        let start = source.span_of(kept).end;
        Some(Span { start, end: last.end + blanks as u64 })
    }

    fn reasoned(&self, spec: &MoveSpec, source: &Source<'_>) -> Option<Finding> {
        let (position, past) = (&self.position, self.past.as_ref());
        let reason = legality::reason(position, spec, past)?;
        let explainer = Explainer { position, past };
        let message = explainer.sentence(&reason);
        let mut finding = Finding::new(code(&reason), source.span_of(self.text), message);
        finding.reason = Some(explainer.data(&reason));
        Some(finding)
    }

    fn unreadable(&self) -> String {
        let text = shortened(self.text);
        format!("expected a move by {}, found `{text}`", self.position.turn().name())
    }

    /// `legal moves to e4: none`
    fn instead(&self, spec: &MoveSpec) -> String {
        let position = &self.position;
        let alternatives = legality::alternatives(position, spec);
        let written = |moves: &[Move]| -> String {
            let names: Vec<String> =
                moves.iter().take(8).map(|mv| write_san(position, *mv)).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(" ") }
        };
        match spec {
            MoveSpec::Piece(spec) => {
                format!("legal moves to {}: {}", spec.to, written(&alternatives.to_square))
            }
            MoveSpec::Castle(_) => format!("legal king moves: {}", written(&alternatives.of_piece)),
        }
    }

    /// `did you mean 7. Ne2 or 7. Qe2?`
    fn meant(&self, suggestions: &[Suggestion]) -> Option<String> {
        // A suggestion of several words has its own number.
        let with_number = |Suggestion { text, .. }: &Suggestion| {
            if text.contains(' ') { text.clone() } else { numbered(&self.position, text) }
        };
        let shown: Vec<String> = suggestions.iter().map(with_number).collect();
        (!shown.is_empty()).then(|| format!("did you mean {}?", shown.join(" or ")))
    }
}

/// A text without the number of a move at its end, and without the blanks there.
fn without_number(text: &[u8]) -> &[u8] {
    let text = without_end(text, |byte| byte == b' ');
    let digits = without_end(text, |byte| byte == b'.');
    let is_number = digits.len() < text.len();
    let text = if is_number { without_end(digits, |byte| byte.is_ascii_digit()) } else { text };
    without_end(text, |byte| byte == b' ')
}

fn without_end(text: &[u8], belongs: impl Fn(u8) -> bool) -> &[u8] {
    &text[..text.iter().rposition(|&byte| !belongs(byte)).map_or(0, |at| at + 1)]
}

/// The finding for a reason.
fn code(reason: &Reason) -> Code {
    match reason {
        Reason::GameOver(_) => Code::MoveAfterEnd,
        Reason::NoneReaches { pieces, .. } => {
            let blocked = |fault: &PieceFault| code_of_fault(fault) == Code::PathBlocked;
            let any = pieces.iter().any(|(_, fault)| blocked(fault));
            if any { Code::PathBlocked } else { Code::CannotReach }
        }
        Reason::Piece { fault, .. } => code_of_fault(fault),
        Reason::Castling { .. } | Reason::NoCastlingInVariant => Code::CastlingNotAllowed,
        Reason::PromotionMissing(_) | Reason::PromotionImpossible { .. } => Code::PromotionWrong,
        Reason::Ambiguous { .. } => Code::Ambiguous,
        Reason::NextBoardOccupied { .. } => Code::OwnPieceOnTarget,
        Reason::OnBoard(_, reason) => code(reason),
        Reason::KingAttacked { .. } => Code::KingIntoAttack,
        Reason::AnsweredTooLate { .. } => Code::CheckIgnored,
        Reason::NoSuchPiece { .. }
        | Reason::NotThere { .. }
        | Reason::EmptySquare(_)
        | Reason::OpponentsPiece(..)
        | Reason::OtherPiece(..) => Code::CannotReach,
    }
}

fn code_of_fault(fault: &PieceFault) -> Code {
    match fault {
        PieceFault::WrongMovement | PieceFault::WrongSquareColor => Code::CannotReach,
        PieceFault::Blocked { .. } | PieceFault::Pawn(PawnFault::Blocked { .. }) => {
            Code::PathBlocked
        }
        PieceFault::AlreadyThere | PieceFault::OwnPiece(_) | PieceFault::CapturesKing => {
            Code::OwnPieceOnTarget
        }
        PieceFault::Pawn(_) => Code::PawnCannot,
        PieceFault::Pinned { .. } => Code::Pinned,
        PieceFault::CheckUnanswered { .. } => Code::CheckIgnored,
        PieceFault::KingAttacked(_) => Code::KingIntoAttack,
    }
}
