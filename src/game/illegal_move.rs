//! A written move that cannot be played: which finding it is, and everything worth saying about it.

use crate::{
    diagnostics::{Code, Finding, Safety},
    game::{Cursor, suggest},
    notation::{San, fen, reason::Explainer, write_san},
    rules::{
        Color, Move, MoveSpec, Position,
        legality::{self, LayeredReason, PawnFault, PieceFault, Reason},
    },
    text::{Source, Span},
};

/// A move that could not be played, kept until the rest of its line is known.
#[derive(Debug, Clone)]
pub struct IllegalMove<'a> {
    /// The game as far as it could be played.
    cursor: Cursor,
    /// The move as written.
    text: &'a [u8],
    /// The moves after it, in the same line.
    rest: Vec<&'a [u8]>,
}

/// So much of the rest of a game tells enough about a suggestion.
const ENOUGH: usize = 60;

impl<'a> IllegalMove<'a> {
    /// The move `text` could not be played at `cursor`.
    pub fn new<T: Default + Clone>(cursor: &Cursor<T>, text: &'a [u8]) -> Self {
        Self { cursor: cursor.snapshot(), text, rest: Vec::new() }
    }

    /// Another move of the same line.
    pub fn then(&mut self, text: &'a [u8]) {
        if self.rest.len() < ENOUGH {
            self.rest.push(text);
        }
    }

    /// The finding.
    pub fn finding(&self, source: &Source<'_>) -> Finding {
        let position = self.cursor.position();
        let span = source.span_of(self.text);
        let san = San::read(self.text);
        let mut finding = match san.and_then(|san| self.reasoned(&san.spec, source)) {
            Some(finding) => finding,
            None => Finding::new(Code::UnknownToken, span, self.unreadable()),
        };
        if self.cursor.is_variation() && finding.code != Code::UnknownToken {
            finding.code = Code::VariationMove;
        }
        finding.fen = Some(fen::write(position));
        finding.suggestions = suggest::suggestions(&self.cursor, self.text, &self.rest);
        let meant = self.meant(&finding);
        finding.help = Some(match san.map(|san| self.instead(&san.spec)) {
            Some(instead) if !meant.is_empty() => format!("{instead}; {meant}"),
            Some(instead) => instead,
            None => meant,
        })
        .filter(|help| !help.is_empty());
        let best = finding.suggestions.first().map(|best| best.text.clone());
        let path = format!("{}/ply {}", self.cursor.branch(), self.cursor.written());
        let finding = finding.with_ply(self.cursor.ply() + 1).with_path(path);
        if finding.code == Code::MoveAfterEnd {
            return match self.cut(source) {
                Some(cut) => finding.with_edit(cut, "", Safety::Safe),
                None => finding,
            };
        }
        match best.filter(|text| !text.contains(' ')) {
            Some(text) => finding.with_edit(span, text, Safety::Guess),
            None => finding,
        }
    }

    /// The moves from this one to the last with the number before them; none where anything but moves stands among or after them.
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
        let game = if self.cursor.is_variation() { None } else { self.cursor.history() };
        let past = game.as_ref();
        let position = self.cursor.position();
        let reason = legality::reason(position, spec, past)?;
        let explainer = Explainer { position, past };
        let message = explainer.sentence(&reason);
        let mut finding = Finding::new(code(&reason), source.span_of(self.text), message);
        finding.reason = Some(explainer.data(&reason));
        Some(finding)
    }

    fn unreadable(&self) -> String {
        let text = String::from_utf8_lossy(self.text);
        let short: String = text.chars().take(40).collect();
        format!("expected a move by {}, found `{short}`", self.cursor.position().turn().name())
    }

    /// `legal moves to e4: none`
    fn instead(&self, spec: &MoveSpec) -> String {
        let position = self.cursor.position();
        let alternatives = legality::alternatives(position, spec);
        let written = |moves: &[Move]| -> String {
            let names: Vec<String> =
                moves.iter().take(8).map(|mv| write_san(position, *mv)).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(" ") }
        };
        match spec {
            MoveSpec::Piece(going) => {
                format!("legal moves to {}: {}", going.to, written(&alternatives.to_square))
            }
            MoveSpec::Castle(_) => format!("legal king moves: {}", written(&alternatives.of_piece)),
        }
    }

    /// `did you mean 7. Ne2 or 7. Qe2?`
    fn meant(&self, finding: &Finding) -> String {
        let position = self.cursor.position();
        let dots = if position.turn() == Color::White { "." } else { "..." };
        let number = position.fullmoves();
        let shown: Vec<String> = finding
            .suggestions
            .iter()
            .map(|suggestion| {
                if suggestion.text.contains(' ') {
                    suggestion.text.clone()
                } else {
                    format!("{number}{dots} {}", suggestion.text)
                }
            })
            .collect();
        match shown.as_slice() {
            [] => String::new(),
            shown => format!("did you mean {}?", shown.join(" or ")),
        }
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
            if pieces.iter().any(|(_, fault)| blocked(fault)) {
                Code::PathBlocked
            } else {
                Code::CannotReach
            }
        }
        Reason::Piece { fault, .. } => code_of_fault(fault),
        Reason::Castling { .. } | Reason::NoCastlingInVariant => Code::CastlingNotAllowed,
        Reason::PromotionMissing(_) | Reason::PromotionImpossible { .. } => Code::PromotionWrong,
        Reason::Ambiguous { .. } => Code::Ambiguous,
        Reason::NextBoardOccupied { .. } => Code::OwnPieceOnTarget,
        Reason::Layered(reason) => match reason {
            LayeredReason::OnBoard(_, reason) => code(reason),
            LayeredReason::KingAttacked { .. } => Code::KingIntoAttack,
            LayeredReason::AnsweredTooLate { .. } => Code::CheckIgnored,
            LayeredReason::Ambiguous { .. } => Code::Ambiguous,
        },
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
