//! A written move that cannot be played: its finding, with the reason and likely corrections.

use crate::{
    diagnostics::{Code, Edit, Finding, Safety, Suggestion},
    game::{Continuation, Cursor, Explanation, Word, main_line, meant::BrokenLine},
    notation::{
        AnySan, AnySpec, fen, numbered,
        reason::{AnyReason, alternatives, refusal},
        write_san,
    },
    rules::{
        AnyMove, AnyPosition, History, Position,
        legality::{PawnFault, PieceFault, Reason},
        variant::{Exposure, Illegality, VariantReason},
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
    /// The moves around it.
    line: BrokenLine<'a>,
    /// What may have happened, if that is known already.
    explanations: Vec<Explanation>,
    /// Whether explanations have been looked for in the whole game.
    is_explained: bool,
    /// The position after the illegal move, if the rest follows from it.
    stood: Option<AnyPosition>,
    /// The first number of the game, if it probably begins from another position.
    first_number: Option<u32>,
}

/// How many moves of the rest of a game are enough to rank the suggestions.
const ENOUGH: usize = 200;
/// Less probable suggestions are data, but not worth a sentence.
const WORTH_SAYING: f32 = 0.1;
/// No more moves of a game are looked at.
const MOST: usize = 800;

impl<'a> IllegalMove<'a> {
    /// The move `text` could not be played at `cursor`.
    pub fn new<T: Default + Clone>(cursor: &Cursor<T>, text: &'a [u8]) -> Self {
        let is_variation = cursor.is_variation();
        let position = cursor.position().clone();
        let word = std::iter::once(Word { text, number: None });
        Self {
            line: BrokenLine::new(History::new(position.clone()), word),
            position,
            past: if is_variation { None } else { cursor.history() },
            is_variation,
            ply: cursor.ply() + 1,
            path: format!("{}/ply {}", cursor.branch(), cursor.written()),
            text,
            explanations: Vec::new(),
            is_explained: false,
            stood: None,
            first_number: None,
        }
    }

    /// Looks for explanations in the main line of a game with this text. The moves up to ply `settled` are not doubted.
    pub fn explain(&mut self, game: &'a [u8], settled: usize) {
        let words = main_line(game, MOST);
        let Some(fault) = words.iter().position(|word| std::ptr::eq(word.text, self.text)) else {
            return;
        };
        let history = self.past.as_ref().and_then(|past| past.since(settled));
        let history = history
            .filter(|history| is_written(history, &words[..fault]))
            .unwrap_or_else(|| History::new(self.position.clone()));
        let words = words[fault - history.moves().len()..].iter().copied();
        let most = history.moves().len() + 1 + ENOUGH;
        self.line = BrokenLine::new(history, words.take(most));
        self.explanations = self.line.explanations();
        self.stood = self.line.stood(&self.explanations);
        self.first_number =
            (settled == 0).then(|| self.line.begins_elsewhere(&self.explanations)).flatten();
        self.is_explained = true;
    }

    /// The explanations, the most probable first.
    pub fn explanations(&self) -> &[Explanation] {
        &self.explanations
    }

    /// The edits of an explanation.
    pub fn edits(&self, explanation: &Explanation, source: &Source<'_>) -> Vec<Edit> {
        self.line.edits(explanation, source)
    }

    /// How the game goes on with the best explanation, if much of it can be replayed then.
    pub fn continuation(&self, source: &Source<'_>) -> Option<Continuation> {
        self.explanations.first().and_then(|best| self.line.continuation(best, source))
    }

    /// The position after the illegal move, if the rest of the game follows from it.
    pub fn stood(&self) -> Option<&AnyPosition> {
        self.stood.as_ref()
    }

    /// The moves after it, if explanations have been looked for in the whole game.
    pub fn rest(&self) -> impl ExactSizeIterator<Item = &'a [u8]> {
        self.line.rest()
    }

    /// The move as written.
    pub fn text(&self) -> &'a [u8] {
        self.text
    }

    /// Another move of the same line.
    pub fn then(&mut self, word: Word<'a>) {
        if !self.is_explained && self.line.rest().len() < ENOUGH {
            self.line.push(word);
        }
    }

    /// The finding.
    pub fn finding(&self, source: &Source<'_>) -> Finding {
        let span = source.span_of(self.text);
        let san = AnySan::read(&self.position, self.text);
        let mut finding = match san.and_then(|san| self.reasoned(&san.spec(), source)) {
            Some(finding) => finding,
            None => Finding::new(Code::UnknownToken, span, self.unreadable()),
        };
        if self.is_variation && finding.code != Code::UnknownToken {
            finding.code = Code::VariationMove;
        }
        finding.fen = Some(fen::write(&self.position));
        if self.stood.is_some() {
            finding.help =
                Some("the rest of the game follows from the illegal move as played".into());
            return finding.with_ply(self.ply).with_path(self.path.as_str());
        }
        let found =
            if self.is_explained { self.explanations.clone() } else { self.line.explanations() };
        finding.suggestions = self.line.suggestions(&found, source);
        if let Some(message) = self.line.shift(&found).filter(|_| !self.is_variation) {
            finding = Finding { code: Code::PlyMissing, message, reason: None, ..finding };
            finding.severity = finding.code.severity();
        }
        let instead = san.map(|san| self.instead(&san.spec()));
        finding.help = match (instead, self.meant(&finding.suggestions)) {
            (Some(instead), Some(meant)) => Some(format!("{instead}; {meant}")),
            (instead, meant) => instead.or(meant),
        };
        if let Some(number) = self.first_number {
            let start =
                format!("the moves begin with number {number}, so that a `FEN` tag may be missing");
            let help = finding.help.map(|help| format!("{start}; {help}"));
            finding.help = Some(help.unwrap_or(start));
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
        let last = self.line.rest().next_back().unwrap_or(self.text);
        let (first, last) = (source.span_of(self.text), source.span_of(last));
        let after = source.slice(Span { start: last.end, end: u64::MAX });
        let follows = after.trim_ascii_start().first();
        let is_mark = |byte: &u8| b"!?$(){};<".contains(byte);
        let moves = source.slice(Span { start: first.start, end: last.end });
        if self.line.rest().len() == ENOUGH
            || moves.iter().any(is_mark)
            || follows.is_some_and(is_mark)
        {
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

    fn reasoned(&self, spec: &AnySpec, source: &Source<'_>) -> Option<Finding> {
        let refusal = refusal(&self.position, spec, self.past.as_ref())?;
        let code = match &refusal.reason {
            AnyReason::Chess(reason) => code(reason),
            AnyReason::Variant(reason) => code_of_variant(reason),
        };
        let mut finding = Finding::new(code, source.span_of(self.text), refusal.sentence);
        finding.reason = Some(refusal.data);
        Some(finding)
    }

    fn unreadable(&self) -> String {
        let text = shortened(self.text);
        format!("expected a move by {}, found `{text}`", self.position.turn().name())
    }

    /// `legal moves to e4: none`
    fn instead(&self, spec: &AnySpec) -> String {
        let position = &self.position;
        let alternatives = alternatives(position, spec);
        let written = |moves: &[AnyMove]| -> String {
            let names: Vec<String> =
                moves.iter().take(8).map(|mv| write_san(position, *mv)).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(" ") }
        };
        match spec.target() {
            Some(to) => {
                let to = position.geometry().name(to);
                format!("legal moves to {to}: {}", written(&alternatives.to_square))
            }
            None => format!("legal king moves: {}", written(&alternatives.of_piece)),
        }
    }

    /// `did you mean 7. Ne2 or 7. Qe2?`
    fn meant(&self, suggestions: &[Suggestion]) -> Option<String> {
        // A suggestion of several words has its own number.
        let with_number = |Suggestion { text, .. }: &Suggestion| {
            if text.contains(' ') { text.clone() } else { numbered(&self.position, text) }
        };
        let likely = suggestions.iter().filter(|one| one.confidence >= WORTH_SAYING);
        let shown: Vec<String> = likely.map(with_number).collect();
        (!shown.is_empty()).then(|| format!("did you mean {}?", shown.join(" or ")))
    }
}

/// Whether each move of a history is one of the last of these words.
fn is_written(history: &History<AnyPosition>, words: &[Word<'_>]) -> bool {
    let moves = history.moves();
    let Some(first) = words.len().checked_sub(moves.len()) else { return false };
    words[first..].iter().zip(moves).enumerate().all(|(at, (word, mv))| {
        let position = history.position_at(at);
        position.is_some_and(|position| {
            let san = AnySan::read(position, word.text);
            san.and_then(|san| san.resolve(position)) == Some(*mv)
        })
    })
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
        Reason::Castling { .. } => Code::CastlingNotAllowed,
        Reason::PromotionMissing(_) | Reason::PromotionImpossible { .. } => Code::PromotionWrong,
        Reason::Ambiguous { .. } => Code::Ambiguous,
        Reason::NoSuchPiece { .. }
        | Reason::NotThere { .. }
        | Reason::EmptySquare(_)
        | Reason::OpponentsPiece(..)
        | Reason::OtherPiece(..) => Code::CannotReach,
    }
}

/// The finding for a reason in a game whose rules are data.
fn code_of_variant(reason: &VariantReason) -> Code {
    match reason {
        VariantReason::GameOver(_) => Code::MoveAfterEnd,
        VariantReason::OwnPiece { .. }
        | VariantReason::CapturesKing(_)
        | VariantReason::NextBoardOccupied { .. } => Code::OwnPieceOnTarget,
        VariantReason::Forbidden { rule, exposure, .. } => match (rule, exposure) {
            (Illegality::RoyalAttacked { .. }, Exposure::Pinned) => Code::Pinned,
            (Illegality::RoyalAttacked { .. }, Exposure::Unanswered) => Code::CheckIgnored,
            (Illegality::RoyalAttacked { .. } | Illegality::KingsFace, _) => Code::KingIntoAttack,
            (Illegality::CastlingThroughCheck { .. }, _) => Code::CastlingNotAllowed,
            _ => Code::VariantRule,
        },
        VariantReason::Drop { .. }
        | VariantReason::NoDrops
        | VariantReason::NotInHand(_)
        | VariantReason::DropOccupied { .. }
        | VariantReason::NoSuchSquare(_) => Code::VariantRule,
        VariantReason::NoCastlingInVariant
        | VariantReason::CastlingRightLost(_)
        | VariantReason::CastlingBlocked { .. } => Code::CastlingNotAllowed,
        VariantReason::PromotionMissing | VariantReason::PromotionImpossible(_) => {
            Code::PromotionWrong
        }
        VariantReason::Ambiguous(_) => Code::Ambiguous,
        _ => Code::CannotReach,
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
