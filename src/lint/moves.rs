//! The moves of a game: each is played on the board, and its notation is checked.

use crate::{
    diagnostics::{Code, Finding, Safety, Severity},
    game::{Ending, IllegalMove, Played, Word, is_null_move, main_line, takes_king},
    lint::{Findings, file_findings, findings::shown, numbering::LineCursor, spelling},
    notation::{AnySan, Form, Language, fen, write_san},
    pgn::glued_moves,
    rules::{AnyMove, AnyPosition, Position},
    text::{Source, Span},
};

/// What a word among the moves is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MoveWord {
    /// One move.
    OneMove,
    /// Two moves without a space between them.
    TwoMoves,
    /// A piece that comes onto the board, as in crazyhouse.
    Drop,
    /// An illegal move; the game is read on as it was probably meant.
    Corrected,
    /// The same, and the number of moves before it changes.
    Shifted(Span),
    /// An illegal move.
    Unplayable,
    /// Not a move at all.
    Unreadable,
}

/// The checks on the moves of one game.
#[derive(Debug, Default)]
pub(super) struct MoveChecks<'a> {
    pub(super) cursor: LineCursor<'a>,
    /// Illegal moves, each with the depth of its line, the innermost last.
    stuck: Vec<(usize, IllegalMove<'a>)>,
    /// What was reached before the first fault that was corrected.
    reached: Option<Box<Reached>>,
    /// How many corrections were made in the main line.
    corrections: usize,
    /// The plies of the main line that are not doubted any more.
    settled: usize,
    /// The moves of the next words, the last first, where they are known from a correction.
    known: Vec<AnyMove>,
    /// The text from the start of this game.
    pub(super) game: &'a [u8],
    /// The language of this game, if it is not English.
    language: Option<Language>,
    /// Whether other languages have been tried.
    was_translated: bool,
    /// Whether letters of another language have been reported in this game.
    is_foreign: bool,
    has_figurines: bool,
}

/// The end of a game that could not be played as it is written.
#[derive(Debug)]
struct Reached {
    ending: Ending,
    position: AnyPosition,
    /// The first byte of the move that could not be played.
    fault: u64,
}

/// The most corrections in the main line of a game; then the rest is only read.
const MOST_CORRECTIONS: usize = 8;

impl<'a> MoveChecks<'a> {
    /// Begins another game; `game` is the text from its start.
    pub(super) fn begin(&mut self, game: &'a [u8], start: &AnyPosition) {
        self.cursor.restart(start);
        self.stuck.clear();
        self.known.clear();
        (self.reached, self.corrections, self.settled) = (None, 0, 0);
        self.game = game;
        self.language = None;
        (self.was_translated, self.is_foreign, self.has_figurines) = (false, false, false);
    }

    /// Whether moves are read as English and played.
    pub(super) fn reads_english(&self) -> bool {
        self.language.is_none() && !self.cursor.is_stuck() && self.known.is_empty()
    }

    /// Plays a word and returns what it was.
    pub(super) fn mv(&mut self, text: &'a [u8], found: &mut Findings<'a>) -> MoveWord {
        if !self.cursor.is_variation()
            && let Some(mv) = self.known.pop()
        {
            self.cursor.play_known(mv);
            found.set_place(self.cursor.written());
            return MoveWord::Corrected;
        }
        let english = self.language.and_then(|language| language.in_english(text));
        let played = self.cursor.play(english.as_deref().unwrap_or(text));
        found.set_place(self.cursor.written());
        match played {
            Played::Standard(_) => {
                if let Some(english) = english.filter(|english| english != text) {
                    let english = String::from_utf8_lossy(&english).into_owned();
                    found.extend(Code::ForeignLetters, found.source().span_of(text), english);
                }
            }
            Played::Otherwise(mv, san) => self.writing(mv, &san, text, found),
            Played::Null => self.null(text, "it cannot occur in a real game", found),
            Played::Stuck => return self.try_otherwise(text, found),
            Played::Skipped => {
                if let Some((depth, illegal)) = self.stuck.last_mut()
                    && *depth == self.cursor.depth()
                {
                    illegal.then(Word { text, number: None });
                }
            }
        }
        MoveWord::OneMove
    }

    fn writing(&mut self, mv: AnyMove, san: &AnySan, text: &'a [u8], found: &mut Findings<'a>) {
        let standard = write_san(&self.cursor.previous(), mv);
        if san.forms().has(Form::PawnLetter) && self.translate(text, found) {
            return;
        }
        if san.forms().has(Form::Language) {
            if !self.translate(text, found) {
                self.foreign(text, &standard, found);
            }
        } else if san.forms().has(Form::Figurine) {
            if std::mem::replace(&mut self.has_figurines, true) {
                found.extend(Code::Figurine, found.source().span_of(text), standard);
            } else {
                let message = format!("`{}` has a chess symbol in place of a letter", shown(text));
                let finding = self.placed(found.about(Code::Figurine, text, message));
                found.add(finding.with_replacement(standard, Safety::Safe));
            }
        } else {
            let before = || fen::write(&self.cursor.previous());
            spelling::check(text, san, &standard, before, found);
        }
    }

    fn foreign(&mut self, text: &'a [u8], standard: &str, found: &mut Findings<'a>) {
        if std::mem::replace(&mut self.is_foreign, true) {
            let span = found.source().span_of(text);
            return found.extend(Code::ForeignLetters, span, standard.to_owned());
        }
        let message = format!(
            "`{}` has a piece letter of another language; in English it is `{standard}`",
            shown(text)
        );
        let finding = found.about(Code::ForeignLetters, text, message);
        found.add(self.placed(finding).with_replacement(standard, Safety::Safe));
    }

    /// Replays the game up to the move `text` in its language; `false` if it is English.
    fn translate(&mut self, text: &'a [u8], found: &mut Findings<'a>) -> bool {
        if self.cursor.is_variation() || std::mem::replace(&mut self.was_translated, true) {
            return false;
        }
        let start = self.cursor.start();
        let Some((language, moves)) = translation(self.game, start, text) else { return false };
        let mut position = start.clone();
        let earlier: Vec<_> = main_line(self.game, ENOUGH)
            .into_iter()
            .zip(&moves)
            .map(|(word, &mv)| {
                let standard = write_san(&position, mv);
                position.play_unchecked(mv);
                (word.text, standard)
            })
            .collect();
        self.cursor.replay(moves);
        self.language = Some(language);
        let Some(((_, standard), earlier)) = earlier.split_last() else { return true };
        self.foreign(text, standard, found);
        // Letters that are also English were read as such.
        for (text, standard) in earlier {
            if language.in_english(text).is_some_and(|english| english != *text) {
                let span = found.source().span_of(text);
                found.extend(Code::ForeignLetters, span, standard.clone());
            }
        }
        true
    }

    /// The position before the last move, if it was played.
    pub(super) fn fen_before(&self) -> Option<String> {
        let is_played = !self.cursor.is_stuck() && self.cursor.written() > 0;
        is_played.then(|| fen::write(&self.cursor.previous()))
    }

    /// Adds the ply of the last move and the position before it to a finding.
    fn placed(&self, finding: Finding) -> Finding {
        let fen = Some(fen::write(&self.cursor.previous()));
        Finding { fen, ..finding.with_ply(self.cursor.ply()) }
    }

    fn null(&self, text: &'a [u8], why_not: &str, found: &mut Findings<'a>) {
        if !self.cursor.is_variation() {
            let message = format!("`{}` is a null move; {why_not}", shown(text));
            found.add(self.placed(found.about(Code::NullMove, text, message)));
        }
    }

    /// Tries other readings of a move: a letter of another language, a lowercase bishop, two moves in one word.
    fn try_otherwise(&mut self, text: &'a [u8], found: &mut Findings<'a>) -> MoveWord {
        let san = AnySan::read(self.cursor.position(), text);
        let foreign =
            |san: AnySan| san.forms().has(Form::Language) || san.forms().has(Form::PawnLetter);
        if san.is_some_and(foreign) && self.translate(text, found) {
            return MoveWord::OneMove;
        }
        if let Some(mv) = self.bishop_written_small(text) {
            self.cursor.resume();
            self.cursor.make(mv);
            let standard = write_san(&self.cursor.previous(), mv);
            let message =
                format!("`{}` should be `{standard}`: a bishop has a capital letter", shown(text));
            let finding = found.about(Code::OtherNotation, text, message);
            found.add(self.placed(finding).with_replacement(standard, Safety::Safe));
            return MoveWord::OneMove;
        }
        let before = fen::write(self.cursor.position());
        if let Some(second) = self.play_glued(text) {
            let message = format!("`{}` is two moves without a space between them", shown(text));
            let finding = found.about(Code::GluedTokens, text, message).with_ply(self.cursor.ply());
            let finding = Finding { fen: Some(before), ..finding };
            let place = found.source().span_of(&second[..0]);
            found.add(finding.with_edit(place, " ", Safety::Safe));
            return MoveWord::TwoMoves;
        }
        if text.starts_with(b"?") {
            let turn = self.cursor.position().turn().name();
            let message = format!(
                "`{}` is in place of a move by {turn}; the rest of the line is not replayed",
                shown(text)
            );
            found.add(self.placed(found.about(Code::PlyMissing, text, message)));
            return MoveWord::OneMove;
        }
        if is_null_move(text) && !self.cursor.is_variation() {
            // A null move in check is reported as a null move, because a missing move is the real fault.
            let turn = self.cursor.position().turn().name();
            let why_not =
                format!("{turn} is in check and must move; the rest of the game is not replayed");
            self.null(text, &why_not, found);
            return MoveWord::OneMove;
        }
        let is_chess = self.cursor.position().chess().is_some();
        if is_chess && file_findings::is_drop(text) && !self.cursor.is_variation() {
            found.add(found.about(Code::VariantTag, text, file_findings::message(text, 1)));
            return MoveWord::Drop;
        }
        let mut illegal = IllegalMove::new(&self.cursor, text);
        let mut written = if san.is_some() { MoveWord::Unplayable } else { MoveWord::Unreadable };
        if !self.cursor.is_variation() && self.corrections < MOST_CORRECTIONS {
            illegal.explain(self.game, self.settled);
            if let Some(corrected) = self.go_on(&illegal, found.source()) {
                written = corrected;
            }
        }
        self.stuck.push((self.cursor.depth(), illegal));
        written
    }

    /// Goes on behind an illegal move of the main line as it was probably meant, or as it stood.
    fn go_on(&mut self, illegal: &IllegalMove<'a>, source: &Source<'_>) -> Option<MoveWord> {
        let is_tail = goes_to_centre(illegal.text())
            && illegal.rest().len() < 2
            && illegal.rest().all(goes_to_centre);
        if is_tail || !self.cursor.position().has_legal_move() {
            return None;
        }
        let (ending, position) = (self.cursor.ending(), self.cursor.position().clone());
        let fault = source.span_of(illegal.text()).start;
        let written = if let Some(stood) = illegal.stood() {
            self.cursor.continue_from(stood.clone());
            MoveWord::Corrected
        } else {
            let continuation = illegal.continuation(source)?;
            self.cursor.correct(continuation.taken_back, &continuation.moves);
            self.known = continuation.next.into_iter().rev().collect();
            let shifted = MoveWord::Shifted(continuation.place);
            if continuation.is_shift { shifted } else { MoveWord::Corrected }
        };
        self.reached.get_or_insert_with(|| Box::new(Reached { ending, position, fault }));
        self.corrections += 1;
        self.settled = self.cursor.moves().count();
        Some(written)
    }

    /// The position at the end of the moves that could be played as they are written.
    pub(super) fn last_position(&self) -> &AnyPosition {
        self.reached.as_ref().map_or(self.cursor.position(), |reached| &reached.position)
    }

    /// The first byte of the fault behind which the game is read on with a correction.
    pub(super) fn first_fault(&self) -> Option<u64> {
        self.reached.as_ref().map(|reached| reached.fault)
    }

    /// `bc4` where no pawn can capture: the bishop.
    fn bishop_written_small(&self, text: &[u8]) -> Option<AnyMove> {
        let rest = text.strip_prefix(b"b")?;
        legal_move(self.cursor.position(), &[b"B", rest].concat())
    }

    /// Plays two moves written as one word; returns the second.
    fn play_glued(&mut self, text: &'a [u8]) -> Option<&'a [u8]> {
        let (first, second) = glued_moves(text)?;
        let position = self.cursor.position();
        let before = legal_move(position, first)?;
        let after = legal_move(&position.after(before), second)?;
        self.cursor.resume();
        self.cursor.make(before);
        self.cursor.make(after);
        Some(second)
    }

    /// The end of a variation. An unclosed variation is not reported, because its moves are uncertain.
    pub(super) fn leave_variation(&mut self, is_closed: bool, found: &mut Findings<'a>) {
        let depth = self.cursor.depth();
        if is_closed {
            self.report_stuck(depth, found);
        } else {
            while self.stuck.pop_if(|(of, _)| *of >= depth).is_some() {}
        }
        self.cursor.leave_variation();
    }

    /// `<>` in a variation is any move of one side: the position after it is unknown.
    pub(super) fn any_move(&mut self, text: &'a [u8], found: &mut Findings<'a>) {
        let message = "`<>` is reserved for future use; the moves after it are not checked";
        found.add_once(found.about(Code::Reserved, text, message));
        self.cursor.stop();
        self.cursor.line.is_unknown = true;
    }

    /// Whether the game could go on with this move.
    pub(super) fn can_play(&self, text: &[u8]) -> bool {
        !self.cursor.is_stuck() && legal_move(self.cursor.position(), text).is_some()
    }

    /// Forgets the word at a place: the file ends inside it, so nothing more is to be said about it.
    pub(super) fn forget(&mut self, place: Span, source: &Source<'_>) {
        self.stuck.pop_if(|(_, illegal)| source.span_of(illegal.text()) == place);
    }

    /// Reports the illegal moves of lines that end at this depth.
    fn report_stuck(&mut self, depth: usize, found: &mut Findings<'a>) {
        while let Some((_, illegal)) = self.stuck.pop_if(|(of, _)| *of >= depth) {
            if found.has_room(Severity::Error) {
                found.add(illegal.finding(found.source()));
            } else if found.shows(Code::CannotReach) {
                found.omit(Code::CannotReach);
            }
        }
    }

    /// Reports final king moves to the centre, which electronic boards record when the players show the result.
    /// `unplayable` is the first illegal move of the main line. The finding replaces that about an illegal move.
    pub(super) fn board_tail(&mut self, unplayable: Option<&'a [u8]>, found: &mut Findings<'a>) {
        let cursor = &self.cursor;
        let last = cursor.line.last_move;
        if !goes_to_centre(last) {
            return;
        }
        let unplayed = cursor.written().saturating_sub(cursor.ply());
        let first = unplayable.filter(|first| goes_to_centre(first));
        let when = "recorded when the pieces were reset";
        let (moves, message) = match (unplayed, first) {
            // No program writes a wrong sign for a move that was played.
            (0, _)
                if found.shows(Code::PiecesReset)
                    && found.take_back_sign(found.source().span_of(last)).is_some() =>
            {
                (last, format!("`{}` was probably {when}", shown(last)))
            }
            (0, _) if !cursor.is_stuck() => {
                let message = format!("`{}` may have been {when}", shown(last));
                let finding = found.about(Code::PiecesReset, last, message);
                return found.add(finding.with_severity(Severity::Info));
            }
            (1, Some(_)) => (last, format!("`{}` was probably {when}", shown(last))),
            (2, Some(first)) => {
                let names = (shown(first), shown(last));
                (first, format!("`{}` and `{}` were probably {when}", names.0, names.1))
            }
            _ => return,
        };
        if found.shows(Code::PiecesReset) {
            let tail = self.stuck.iter().rposition(|(depth, _)| *depth == 0);
            tail.map(|tail| self.stuck.remove(tail));
        }
        let finding = found.about(Code::PiecesReset, moves, message);
        let span = Span { end: found.source().span_of(last).end, ..finding.span };
        found.add(finding.with_edit(span, "", Safety::Guess));
    }

    /// The end of the game.
    pub(super) fn end(&mut self, found: &mut Findings<'a>) -> Ending {
        self.report_stuck(0, found);
        if let Some(reached) = &self.reached {
            return reached.ending;
        }
        let mut ending = self.cursor.ending();
        if found.shows(Code::LoserHadMate) {
            ending.mate_in_one = has_mate(self.cursor.position());
        }
        ending
    }
}

/// Whether a king goes to one of the four squares that stand for a result.
fn goes_to_centre(mv: &[u8]) -> bool {
    let end = mv.iter().rposition(|byte| !b"+#".contains(byte)).map_or(0, |last| last + 1);
    matches!(mv[..end], [b'K', b'd' | b'e', b'4' | b'5'] | [b'K', b'x', b'd' | b'e', b'4' | b'5'])
}

/// The move of a text, if it is legal.
fn legal_move(position: &AnyPosition, text: &[u8]) -> Option<AnyMove> {
    AnySan::read(position, text)?.resolve(position).filter(|mv| !takes_king(*mv))
}

/// Whether the side to move has a mate in one.
fn has_mate<P: Position>(position: &P) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        let after = position.after(mv);
        after.is_check() && !after.has_legal_move()
    })
}

/// The number of moves that distinguish the languages.
const ENOUGH: usize = 400;

/// The language of the first game in a text and its moves up to `last`, if the game is not in English and is legal up to there.
fn translation(game: &[u8], start: &AnyPosition, last: &[u8]) -> Option<(Language, Vec<AnyMove>)> {
    let words = main_line(game, ENOUGH);
    let texts: Vec<&[u8]> = words.iter().map(|word| word.text).collect();
    let place = texts.iter().position(|text| std::ptr::eq(*text, last))?;
    let played = |language: Language| {
        let english = |text: &&[u8]| language.in_english(text);
        playable(start.clone(), texts.iter().map_while(english))
    };
    let in_english = playable(start.clone(), texts.iter().map(|text| text.to_vec())).len();
    // The first of several equally good languages is taken.
    let (language, mut moves) = Language::FOREIGN
        .into_iter()
        .rev()
        .map(|language| (language, played(language)))
        .max_by_key(|(_, moves)| moves.len())?;
    let is_right = moves.len() > place && moves.len() >= in_english;
    moves.truncate(place + 1);
    is_right.then_some((language, moves))
}

fn playable(mut position: AnyPosition, texts: impl Iterator<Item = Vec<u8>>) -> Vec<AnyMove> {
    let mut moves = Vec::new();
    for text in texts {
        let Some(mv) = legal_move(&position, &text) else { break };
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}
