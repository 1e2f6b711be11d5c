//! A typed move: read at its letter first, generously second, and never guessed.

use std::time::Duration;

use crate::notation::write_san;
use crate::play::event::{Event, Played, Wish};
use crate::rules::legality::{Reason, reason};
use crate::rules::{Move, Position, Role, Square};

use super::typed::{Typed, bare, exact, lenient};
use super::{Ply, Question, Session};

/// Where a reading was found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// At its letter.
    Exact,
    /// With goodwill.
    Generous,
}

impl Session {
    /// Plays what was typed if it is a move; `false` if it is none.
    pub(super) fn try_move(&mut self, line: &str, now: Duration) -> bool {
        if self.ending().is_some() {
            return false;
        }
        if self.asks().is_some() && self.reading(bare(line)).is_some() {
            let name = self.turn().name();
            self.cannot(format!("A machine plays {name}, and it is its turn; \"stop\" stops it."));
            return true;
        }
        if let Some(mv) = self.numbered_suggestion(line) {
            self.enter(vec![mv], now);
            return true;
        }
        let (found, reading) = self.meant(line);
        match men(&found) {
            0 => self.select(line),
            1 => {
                if reading == Reading::Generous && deserves_a_word(bare(line), &found) {
                    let san = self.shown_san(found[0]);
                    self.says(format!("\"{}\" fits one move: {san}.", bare(line)));
                }
                self.enter(found, now);
                true
            }
            _ => {
                self.refuse_ambiguous(line, found);
                true
            }
        }
    }

    fn numbered_suggestion(&self, line: &str) -> Option<Move> {
        let number: usize = line.parse().ok()?;
        self.suggestions.get(number.checked_sub(1)?).copied()
    }

    /// The legal moves that a text may stand for.
    fn meant(&self, line: &str) -> (Vec<Move>, Reading) {
        let text = bare(line);
        let letters = self.letters();
        let found = exact(text, &letters).map(|typed| self.fitting(&typed)).unwrap_or_default();
        let completed = self.completed_selection(text);
        if !completed.is_empty() {
            return (completed, Reading::Exact);
        }
        if !found.is_empty() {
            return (found, Reading::Exact);
        }
        let mut found: Vec<Move> =
            lenient(text, &letters).iter().flat_map(|typed| self.fitting(typed)).collect();
        found.sort_unstable();
        found.dedup();
        (found, Reading::Generous)
    }

    /// The moves of the selected man to a square that was typed alone.
    fn completed_selection(&self, text: &str) -> Vec<Move> {
        match (self.selected, Square::from_name(text.as_bytes())) {
            (Some(from), Some(to)) => self.fitting(&Typed::between(from, to)),
            _ => Vec::new(),
        }
    }

    /// The legal moves that a text fits. A king's step goes before castling to the same square.
    pub(super) fn fitting(&self, typed: &Typed) -> Vec<Move> {
        let mut moves = self.position().legal_moves();
        moves.retain(|mv| typed.fits(*mv));
        let is_step = |mv: &Move| mv.castling_side().is_none();
        if moves.iter().any(is_step) && moves.iter().any(|mv| !is_step(mv)) {
            moves.retain(|mv| is_step(mv));
        }
        moves.to_vec()
    }

    /// A square with an own man but no pawn move: lists the man's moves and waits for the second square.
    fn select(&mut self, line: &str) -> bool {
        let Some(square) = Square::from_name(bare(line).as_bytes()) else { return false };
        let mut moves = self.position().legal_moves();
        moves.retain(|mv| mv.from == square);
        if moves.is_empty() || self.is_taken_on_next_board(square) {
            return false;
        }
        self.list_moves_of(square, &moves);
        self.selected = Some(square);
        true
    }

    /// Whether a pawn could come here but for a man on the next board: then that is what was meant.
    fn is_taken_on_next_board(&self, square: Square) -> bool {
        let pawn = Typed { role: Some(Role::Pawn), ..Typed::to(square) };
        let reason = pawn.spec().and_then(|spec| reason(self.position(), &spec, None));
        matches!(reason, Some(Reason::NextBoardOccupied { .. }))
    }

    /// Plays a move, or asks first what the pawn is to become.
    fn enter(&mut self, moves: Vec<Move>, now: Duration) {
        let queen = moves.iter().find(|mv| mv.promotion == Some(Role::Queen)).copied();
        match (moves.as_slice(), queen) {
            ([mv], _) => self.play(*mv, now),
            (_, Some(queen)) if self.settings.play.autoqueen => self.play(queen, now),
            _ => {
                self.events.push(Event::Promote);
                self.question = Some(Question::Promotion(moves));
            }
        }
    }

    /// Plays a legal move, whoever chose it.
    pub(super) fn play(&mut self, mv: Move, now: Duration) {
        let color = self.turn();
        let number = self.game.numbered(self.game.cursor());
        let san = write_san(self.position(), mv);
        let layered = self.position().boards().len() > 1;
        if !self.game.is_at_end() {
            self.cut_here(now);
        }
        self.game.push(Ply::new(mv, san.clone()));
        self.press_clock(color, now);
        self.forget_hints();
        self.held = false;
        // FIDE 9.1: an offer stands until the opponent moves.
        self.offer = self.offer.filter(|&by| by == color);
        let told =
            Played { number, color, mv, san, glyphs: Vec::new(), comments: Vec::new(), layered };
        self.events.push(Event::Played(Box::new(told)));
        if self.draws_by_itself() {
            self.draw(Vec::new(), now);
        }
        self.judge();
        if self.ending().is_some() {
            self.stop_clock(now);
        }
        self.wants(Wish::Keep);
    }

    pub(super) fn forget_hints(&mut self) {
        self.suggestions.clear();
        self.selected = None;
    }

    /// A move in the letters of the user.
    pub(super) fn shown_san(&self, mv: Move) -> String {
        self.letters().translate(&write_san(self.position(), mv))
    }

    pub(super) fn sans(&self, moves: &[Move]) -> Vec<String> {
        moves.iter().map(|&mv| self.shown_san(mv)).collect()
    }
}

/// How many moves there are if the choice of a promotion does not count.
fn men(moves: &[Move]) -> usize {
    let mut plain: Vec<Move> = moves.iter().map(|&mv| Move { promotion: None, ..mv }).collect();
    plain.sort_unstable();
    plain.dedup();
    plain.len()
}

/// Whether a generous reading might surprise: `dc`, or a small b that became a bishop.
fn deserves_a_word(text: &str, found: &[Move]) -> bool {
    let without_rank = !text.bytes().any(|byte| byte.is_ascii_digit());
    let bishop = text.starts_with('b') && found.iter().any(|mv| mv.role == Role::Bishop);
    without_rank || bishop
}
