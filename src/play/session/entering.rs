//! A typed move: read at its letter first, generously second, and never guessed.

use std::time::Duration;

use crate::notation::move_text::{MoveText, fitting_moves, without_number};
use crate::notation::write_san;
use crate::play::event::{Event, Played, Wish};
use crate::rules::legality::{Reason, reason};
use crate::rules::{Bitboard, Move, MoveSpec, PieceSpec, Position, Role, Square};

use super::{Ply, Question, Session};

impl Session {
    /// Plays what was typed if it is a move; `false` if it is none.
    pub(super) fn try_move(&mut self, line: &str, now: Duration) -> bool {
        if self.ending().is_some() {
            return false;
        }
        if self.asks().is_some() && self.reading(line).is_some() {
            let name = self.turn().name();
            self.cannot(format!("A machine plays {name}, and it is its turn; \"stop\" stops it."));
            return true;
        }
        if let Some(mv) = self.numbered_suggestion(line) {
            self.enter(vec![mv], now);
            return true;
        }
        let text = without_number(line);
        let (found, is_literal) = self.meant(text);
        match men(&found) {
            0 => self.select(text),
            1 => {
                if !is_literal && deserves_a_word(text, &found) {
                    let san = self.shown_san(found[0]);
                    self.says(format!("\"{text}\" fits one move: {san}."));
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

    /// The legal moves that a text stands for, and whether it says so literally.
    fn meant(&self, text: &str) -> (Vec<Move>, bool) {
        let completed = self.completed_selection(text);
        if !completed.is_empty() {
            return (completed, true);
        }
        let Some(typed) = self.reading(text) else { return (Vec::new(), false) };
        let literal = typed.literal_moves(self.position());
        match literal.is_empty() {
            false => (literal, true),
            true => (typed.moves(self.position()), false),
        }
    }

    /// The readings of a typed text, in the letters of the user.
    pub(super) fn reading(&self, text: &str) -> Option<MoveText> {
        MoveText::read(text, &self.letters())
    }

    /// The moves of the selected piece to a square that was typed alone.
    fn completed_selection(&self, text: &str) -> Vec<Move> {
        match (self.selected, Square::from_name(text.as_bytes())) {
            (Some(from), Some(to)) => {
                fitting_moves(&to_square(None, Bitboard::of(from), to), self.position())
            }
            _ => Vec::new(),
        }
    }

    /// A square with an own man but no pawn move: lists the man's moves and waits for the second square.
    fn select(&mut self, text: &str) -> bool {
        let Some(square) = Square::from_name(text.as_bytes()) else { return false };
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
        let spec = to_square(Some(Role::Pawn), Bitboard::FULL, square);
        matches!(reason(self.position(), &spec, None), Some(Reason::NextBoardOccupied { .. }))
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

/// A move of a piece to a square.
fn to_square(role: Option<Role>, from: Bitboard, to: Square) -> MoveSpec {
    let (capture, promotion, board_index) = (false, None, None);
    MoveSpec::Piece(PieceSpec { role, from, to, capture, promotion, board_index })
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
