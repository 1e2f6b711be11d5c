//! The board beside the score sheet: moves are played as they are read, and how each is written is judged.

use crate::{
    diagnostics::{Code, Finding, Safety, Severity},
    game::{Ending, Line, Played, Stuck, is_null_move},
    lint::{Notes, notes::shown, spelling, tongue},
    notation::{Form, Language, San, fen, write_san},
    pgn::glued_moves,
    rules::{Move, Position, Role},
};

/// How many moves a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    /// One, as it should be.
    OneMove,
    /// Two, without a space between them.
    TwoMoves,
    /// One that cannot be played.
    Unplayable,
    /// None that anybody could read.
    Unreadable,
}

/// One game on the board.
#[derive(Debug)]
pub(super) struct Desk<'a, P> {
    line: Line<P>,
    /// Moves that could not be played, each with the depth of its line, the innermost last.
    stuck: Vec<(usize, Stuck<'a, P>)>,
    /// How many variations are open.
    depth: usize,
    /// The text from the beginning of this game on.
    pub(super) game: &'a [u8],
    /// The language of this game, once it is known not to be English.
    language: Option<Language>,
    /// Whether another language has been looked for.
    was_translated: bool,
    /// Whether letters of another language have been met in this game.
    is_foreign: bool,
    has_figurines: bool,
}

impl<'a, P: Position> Desk<'a, P> {
    pub(super) fn new(start: P) -> Self {
        Self {
            line: Line::new(start),
            stuck: Vec::new(),
            depth: 0,
            game: b"",
            language: None,
            was_translated: false,
            is_foreign: false,
            has_figurines: false,
        }
    }

    /// Clears the board for another game.
    pub(super) fn restart(&mut self, start: P) {
        self.line.restart(start);
        self.stuck.clear();
        self.depth = 0;
        self.language = None;
        (self.was_translated, self.is_foreign, self.has_figurines) = (false, false, false);
    }

    /// Plays what is written, and tells how many moves that is.
    pub(super) fn mv(&mut self, text: &'a [u8], notes: &mut Notes<'a>) -> Written {
        let played = match self.language {
            None => self.line.play(text),
            Some(language) => self.play_foreign(language, text),
        };
        self.look(played, text, notes)
    }

    /// Plays a move that has been read.
    #[inline(always)]
    pub(super) fn standard_move(
        &mut self,
        san: San,
        text: &'a [u8],
        notes: &mut Notes<'a>,
    ) -> Written {
        if self.language.is_some() {
            return self.mv(text, notes);
        }
        match self.line.play_read(san) {
            Played::Standard => Written::OneMove,
            other => self.look(other, text, notes),
        }
    }

    #[cold]
    fn play_foreign(&mut self, language: Language, text: &[u8]) -> Played {
        let english = language.in_english(text);
        self.line.play(english.as_deref().unwrap_or(text))
    }

    #[cold]
    fn look(&mut self, played: Played, text: &'a [u8], notes: &mut Notes<'a>) -> Written {
        match played {
            Played::Standard => {}
            Played::Otherwise(mv, san) => self.writing(mv, &san, text, notes),
            Played::Null => self.null(text, "no game has such a move", notes),
            Played::Stuck => return self.try_otherwise(text, notes),
            Played::Skipped => {
                if let Some((depth, stuck)) = self.stuck.last_mut()
                    && *depth == self.depth
                {
                    stuck.then(text);
                }
            }
        }
        Written::OneMove
    }

    fn writing(&mut self, mv: Move, san: &San, text: &'a [u8], notes: &mut Notes<'a>) {
        let standard = write_san(self.line.previous(), mv);
        if san.forms.has(Form::PawnLetter) && self.translate(text, notes) {
            return;
        }
        if san.forms.has(Form::Language) {
            if !self.translate(text, notes) {
                self.foreign(text, &standard, notes);
            }
        } else if san.forms.has(Form::Figurine) {
            if !std::mem::replace(&mut self.has_figurines, true) {
                let message =
                    format!("`{}` is written with a chess symbol instead of a letter", shown(text));
                notes.add(self.placed(spelling::mended(
                    Code::Figurine,
                    text,
                    &standard,
                    message,
                    notes,
                )));
            }
        } else {
            spelling::judge(text, san, &standard, notes);
        }
    }

    fn foreign(&mut self, text: &'a [u8], standard: &str, notes: &mut Notes<'a>) {
        if !std::mem::replace(&mut self.is_foreign, true) {
            let message = format!(
                "`{}` has the letter of another language: in English it is `{standard}`",
                shown(text)
            );
            notes.add(self.placed(spelling::mended(
                Code::ForeignLetters,
                text,
                standard,
                message,
                notes,
            )));
        }
    }

    /// Plays the game anew up to the move `text`, in the language in which it can be played; `false` if it is English.
    fn translate(&mut self, text: &'a [u8], notes: &mut Notes<'a>) -> bool {
        if self.depth > 0 || std::mem::replace(&mut self.was_translated, true) {
            return false;
        }
        let start = self.line.start().clone();
        let Some(translation) = tongue::translation(self.game, &start, text) else { return false };
        self.line.restart(start);
        translation.moves.into_iter().for_each(|mv| self.line.make(mv));
        self.language = Some(translation.language);
        if let Some(last) = self.line.moves().last() {
            let standard = write_san(self.line.previous(), last);
            self.foreign(text, &standard, notes);
        }
        true
    }

    /// The finding at the move that has just been played.
    fn placed(&self, finding: Finding) -> Finding {
        finding.with_ply(self.line.ply())
    }

    fn null(&self, text: &'a [u8], why_not: &str, notes: &mut Notes<'a>) {
        if self.depth == 0 {
            let message = format!("`{}` means that nobody moves: {why_not}", shown(text));
            notes.add(self.placed(notes.about(Code::NullMove, text, message)));
        }
    }

    /// A letter of another language, a small one for a bishop, or two moves written as one.
    fn try_otherwise(&mut self, text: &'a [u8], notes: &mut Notes<'a>) -> Written {
        let san = San::read(text);
        let foreign = |san: San| san.forms.has(Form::Language) || san.forms.has(Form::PawnLetter);
        if san.is_some_and(foreign) && self.translate(text, notes) {
            return Written::OneMove;
        }
        if let Some(mv) = self.bishop_written_small(text) {
            self.line.resume();
            self.line.make(mv);
            let standard = write_san(self.line.previous(), mv);
            let message =
                format!("`{}` is written `{standard}`: a bishop has a capital letter", shown(text));
            let finding = spelling::mended(Code::OtherNotation, text, &standard, message, notes);
            notes.add(self.placed(finding));
            return Written::OneMove;
        }
        if let Some(second) = self.play_glued(text) {
            let message = format!("`{}` is two moves without a space between them", shown(text));
            let finding = self.placed(notes.about(Code::GluedTokens, text, message));
            let place = notes.source().span_of(&second[..0]);
            notes.add(finding.with_edit(place, " ", Safety::Safe));
            return Written::TwoMoves;
        }
        if is_null_move(text) && self.depth == 0 {
            // In check nobody can pass, but that a move is missing is what matters.
            let turn = self.line.position().turn().name();
            let why_not =
                format!("{turn} is in check and must move; the rest of the game is not replayed");
            self.null(text, &why_not, notes);
            return Written::OneMove;
        }
        self.stuck.push((self.depth, Stuck::new(self.line.snapshot(), text)));
        if san.is_some() { Written::Unplayable } else { Written::Unreadable }
    }

    /// `bc4`, where no pawn can take: the bishop.
    fn bishop_written_small(&self, text: &[u8]) -> Option<Move> {
        let rest = text.strip_prefix(b"b")?;
        legal_move(self.line.position(), &[b"B", rest].concat())
    }

    /// Plays two moves written as one, and tells the second.
    fn play_glued(&mut self, text: &'a [u8]) -> Option<&'a [u8]> {
        let (first, second) = glued_moves(text)?;
        let position = self.line.position();
        let before = legal_move(position, first)?;
        let after = legal_move(&position.after(before), second)?;
        self.line.resume();
        self.line.make(before);
        self.line.make(after);
        Some(second)
    }

    pub(super) fn open(&mut self) {
        self.depth += 1;
        self.line.open();
    }

    /// A variation ends. Of one that is never closed nobody knows which moves belong to it.
    pub(super) fn close(&mut self, is_closed: bool, notes: &mut Notes<'a>) {
        if is_closed {
            self.report_stuck(self.depth, notes);
        } else {
            while self.stuck.pop_if(|(of, _)| *of >= self.depth).is_some() {}
        }
        self.depth -= 1;
        self.line.close();
    }

    /// The lines at this depth are over: says what was wrong with them.
    fn report_stuck(&mut self, depth: usize, notes: &mut Notes<'a>) {
        while let Some((_, stuck)) = self.stuck.pop_if(|(of, _)| *of >= depth) {
            if notes.has_room(Severity::Error) {
                notes.add(stuck.report(notes.source()));
            } else if notes.wants(Code::CannotReach) {
                notes.omit(Severity::Error);
            }
        }
    }

    /// The game is over.
    pub(super) fn end(&mut self, notes: &mut Notes<'a>) -> Ending {
        self.report_stuck(0, notes);
        let mut ending = self.line.ending();
        if notes.wants(Code::LoserHadMate) {
            ending.mate_in_one = has_mate(self.line.position());
        }
        ending
    }

    pub(super) fn final_fen(&self) -> String {
        fen::write(self.line.position())
    }
}

/// The move that a text writes, if it can be played.
fn legal_move<P: Position>(position: &P, text: &[u8]) -> Option<Move> {
    San::read(text)?.resolve(position).ok().filter(|mv| mv.capture != Some(Role::King))
}

/// Whether the side to move can mate at once.
fn has_mate<P: Position>(position: &P) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        let after = position.after(mv);
        after.is_check() && !after.has_legal_move()
    })
}
