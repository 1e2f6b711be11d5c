//! A typed move: read as written first, in other readings second, and never guessed. A line that cannot be
//! played is refused with the rule, the squares and the legal moves near it.

use std::time::Duration;

use crate::notation::move_text::{
    FittingMoves, MoveText, NO_SUCH_CAPTURE, fitting_moves, without_number,
};
use crate::notation::reason::{Explainer, capitalised};
use crate::notation::write_san;
use crate::rules::legality::{Reason, alternatives, reason};
use crate::rules::{Bitboard, File, Move, MoveSpec, PieceSpec, Position, Role, Square};
use crate::text::{nearest, shortened};

use super::ending::GAME_IS_OVER;
use super::{Effect, Event, GamePly, Question, Refusal, Session, commands};

/// The greatest number of suggested moves; a longer list is no help.
const MOST_SUGGESTIONS: usize = 8;

/// No command or move is as long.
const LONGEST_WORD: usize = 60;

impl Session {
    /// Plays the line if it is a move; `false` if it is not.
    pub(super) fn try_move(&mut self, line: &str, now: Duration) -> bool {
        if self.ending().is_some() {
            return false;
        }
        if let Some(color) = self.computer_to_move()
            && self.reading(line).is_some()
        {
            self.error(format!("{} is thinking. Type \"stop\" to interrupt.", color.name()));
            return true;
        }
        if let Some(mv) = self.numbered_suggestion(line) {
            self.enter(vec![mv], now);
            return true;
        }
        let text = without_number(line);
        let FittingMoves { moves: found, is_exact } = self.typed_moves(text);
        match count_without_promotions(&found) {
            0 => return self.select(text, now),
            1 => {
                if !is_exact && is_surprising(text, &found) {
                    let san = self.shown_san(found[0]);
                    self.message(format!("\"{text}\" fits one move: {san}."));
                }
                self.enter(found, now);
            }
            _ => self.refuse_ambiguous(line, found),
        }
        true
    }

    fn numbered_suggestion(&self, line: &str) -> Option<Move> {
        let number: usize = line.parse().ok()?;
        self.suggestions.get(number.checked_sub(1)?).copied()
    }

    /// The legal moves that a text stands for.
    fn typed_moves(&self, text: &str) -> FittingMoves {
        let moves = self.completed_selection(text);
        if !moves.is_empty() {
            return FittingMoves { moves, is_exact: true };
        }
        let typed = self.reading(text);
        typed.map_or_else(FittingMoves::default, |typed| typed.in_position(self.position()))
    }

    /// The readings of a text, in the letters of the user.
    pub(super) fn reading(&self, text: &str) -> Option<MoveText> {
        MoveText::read(text, &self.letters())
    }

    /// The one legal move that a text stands for literally.
    pub(super) fn single_move(&self, text: &str) -> Option<Move> {
        let FittingMoves { moves, is_exact } = self.reading(text)?.in_position(self.position());
        moves.first().copied().filter(|_| is_exact && moves.len() == 1)
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

    /// A square of the side to move that no pawn can move to: lists the moves of its piece and waits for
    /// the second square.
    fn select(&mut self, text: &str, now: Duration) -> bool {
        let Some(square) = Square::from_name(text.as_bytes()) else { return false };
        let mut moves = self.position().legal_moves();
        moves.retain(|mv| mv.from == square);
        if moves.is_empty() || self.is_blocked_on_next_board(square) {
            return false;
        }
        self.list_moves_of(square, &moves, now);
        self.selected = Some(square);
        true
    }

    /// Whether only a piece on the next board keeps a pawn from this square: then the text is a pawn move.
    fn is_blocked_on_next_board(&self, square: Square) -> bool {
        let spec = to_square(Some(Role::Pawn), Bitboard::FULL, square);
        matches!(reason(self.position(), &spec, None), Some(Reason::NextBoardOccupied { .. }))
    }

    /// Plays a move, or asks first what the pawn becomes.
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

    /// Plays a legal move of a human or a computer player.
    pub(super) fn play(&mut self, mv: Move, now: Duration) {
        let color = self.turn();
        let san = write_san(self.position(), mv);
        if !self.game.is_at_end() {
            self.truncate(now);
        }
        self.game.push(GamePly::new(mv, san));
        self.press_clock(color, now);
        self.forget_suggestions();
        self.on_hold = false;
        // FIDE 9.1: an offer stands until the opponent moves.
        self.draw_offer = self.draw_offer.filter(|&by| by == color);
        self.show_ply(self.game.cursor() - 1);
        if self.draws_every_move() {
            self.draw(Vec::new(), now);
        }
        self.announce();
        if self.ending().is_some() {
            self.stop_clock(now);
        }
        self.effect(Effect::Autosave);
    }

    pub(super) fn forget_suggestions(&mut self) {
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

    /// `1) Be2  2) Bd3`
    pub(super) fn numbered_list(&self, moves: &[Move], first: usize) -> String {
        let entry = |(at, &mv): (usize, &Move)| format!("{}) {}", at + first, self.shown_san(mv));
        moves.iter().enumerate().map(entry).collect::<Vec<_>>().join("  ")
    }

    /// Answers the question what a pawn becomes. It has no default, but `cancel` takes the move back.
    pub(super) fn answer_promotion(&mut self, moves: Vec<Move>, line: &str, now: Duration) {
        let word = line.to_ascii_lowercase();
        if word == "cancel" {
            self.message("The move is not played.");
            return self.announce_turn(true);
        }
        let chosen = self.promotion_named(&word);
        if let Some(&mv) = moves.iter().find(|mv| chosen.is_some() && mv.promotion == chosen) {
            return self.play(mv, now);
        }
        let question = Question::Promotion(moves);
        if let Some((command, rest)) = commands::at_question(line) {
            // The question stays open unless the command asks another or leaves the position.
            self.question = Some(question.clone());
            (command.run)(self, rest, now);
            if self.question == Some(question) {
                self.events.push(Event::Promote);
            }
        } else {
            self.events.push(Event::PromoteAgain(line.to_owned()));
            self.question = Some(question);
        }
    }

    /// A piece by the letter in the question, a letter of the user's language, or its name.
    fn promotion_named(&self, word: &str) -> Option<Role> {
        if let Some(role) = Role::PROMOTIONS.into_iter().find(|role| role.name() == word) {
            return Some(role);
        }
        let mut letters = word.trim_start_matches('=').chars();
        let letter = letters.next()?.to_ascii_uppercase();
        let is_alone = letters.next().is_none();
        let english = u8::try_from(letter).ok().and_then(Role::from_letter);
        english.or_else(|| self.letters().role(letter)).filter(|_| is_alone)
    }

    /// Refuses a line that is neither a legal move nor a command.
    pub(super) fn refuse(&mut self, line: &str) {
        self.forget_suggestions();
        let is_over = self.ending().is_some();
        let refusal = match self.reading(line) {
            None => self.unknown(line),
            Some(_) if is_over => illegal(line, GAME_IS_OVER, String::new()),
            Some(typed) => self.explain(line, &typed),
        };
        self.events.push(Event::Refused(refusal));
        if !is_over {
            self.announce_turn(true);
        }
    }

    /// The refusal of a line that cannot be read as a move.
    fn unknown(&self, line: &str) -> Refusal {
        let word = line.split_whitespace().next().unwrap_or_default();
        let hint = match self.nearest_word(word) {
            Some(meant) => format!("Did you mean \"{meant}\"?"),
            None => "Type \"help\" for a list of commands.".to_owned(),
        };
        if let Some(square) = square_off_the_board(word) {
            return illegal(line, &format!("There is no square {square}. {hint}"), String::new());
        }
        let heading = format!("Unknown command or move: \"{}\"", shortened(line.as_bytes()));
        Refusal { heading, why: hint, alternatives: String::new() }
    }

    /// The command or legal move that the user probably meant. An endless word is not compared.
    fn nearest_word(&self, word: &str) -> Option<String> {
        if word.len() > LONGEST_WORD {
            return None;
        }
        let sans = self.sans(&self.position().legal_moves());
        let nearest_move = || nearest(word, sans.iter().map(String::as_str));
        commands::suggestion(word).or_else(nearest_move).map(str::to_owned)
    }

    /// Refuses a line that fits several moves, and lists them.
    fn refuse_ambiguous(&mut self, line: &str, moves: Vec<Move>) {
        let (text, count) = (without_number(line), moves.len());
        let why = format!("\"{text}\" fits {count} moves; type the number of the one you mean.");
        let list = format!("{}.", self.numbered_list(&moves, 1));
        self.suggestions = moves;
        self.events.push(Event::Refused(illegal(line, &why, list)));
        self.announce_turn(true);
    }

    fn explain(&mut self, line: &str, typed: &MoveText) -> Refusal {
        let position = self.position();
        let past = Some(self.game.board());
        let reason = typed.spec().and_then(|spec| Some((spec, reason(position, &spec, past)?)));
        let (why, near) = match &reason {
            Some((spec, reason)) => {
                let why = Explainer { position, past }.sentence(reason);
                (why, self.legal_moves_near(spec))
            }
            None => (NO_SUCH_CAPTURE.to_owned(), String::new()),
        };
        illegal(line, &format!("{}.", capitalised(&why)), near)
    }

    /// Numbered moves of the same piece or kind of piece, then moves of others to the same square.
    fn legal_moves_near(&mut self, spec: &MoveSpec) -> String {
        let found = alternatives(self.position(), spec);
        let (mut of_piece, mut to_square) = (found.of_piece, found.to_square);
        // A list of all pawn moves is no help.
        of_piece.retain(|mv| mv.role != Role::Pawn || origin_file(spec) == Some(mv.from.file()));
        to_square.truncate(MOST_SUGGESTIONS);
        of_piece.truncate(MOST_SUGGESTIONS - to_square.len());
        let mut groups = Vec::new();
        if let (Some(role), false) = (self.role_of(spec), of_piece.is_empty()) {
            let list = self.numbered_list(&of_piece, 1);
            groups.push(format!("{} moves: {list}.", capitalised(role.name())));
        }
        if let (MoveSpec::Piece(PieceSpec { to, .. }), false) = (spec, to_square.is_empty()) {
            let list = self.numbered_list(&to_square, of_piece.len() + 1);
            groups.push(format!("To {to}: {list}."));
        }
        self.suggestions = [of_piece, to_square].concat();
        groups.join("   ")
    }

    fn role_of(&self, spec: &MoveSpec) -> Option<Role> {
        let MoveSpec::Piece(piece) = spec else { return Some(Role::King) };
        let boards = self.position().boards();
        let role_on = |square| boards.iter().find_map(|board| board.role_at(square));
        piece.role.or_else(|| piece.from.single().and_then(role_on))
    }
}

fn illegal(line: &str, why: &str, alternatives: String) -> Refusal {
    Refusal {
        heading: format!("Illegal move: {}", shortened(line.as_bytes())),
        why: why.into(),
        alternatives,
    }
}

/// A move of a piece to a square.
fn to_square(role: Option<Role>, from: Bitboard, to: Square) -> MoveSpec {
    let (capture, promotion, board_index) = (false, None, None);
    MoveSpec::Piece(PieceSpec { role, from, to, capture, promotion, board_index })
}

/// The number of moves if the promotions of a pawn count as one.
fn count_without_promotions(moves: &[Move]) -> usize {
    let mut plain: Vec<Move> = moves.iter().map(|&mv| Move { promotion: None, ..mv }).collect();
    plain.sort_unstable();
    plain.dedup();
    plain.len()
}

/// Whether a lenient reading might surprise: `dc`, a small b that became a bishop, a capture too many or too few.
fn is_surprising(text: &str, found: &[Move]) -> bool {
    let has_no_rank = !text.bytes().any(|byte| byte.is_ascii_digit());
    let is_bishop = text.starts_with('b') && found.iter().any(|mv| mv.role == Role::Bishop);
    let is_capture = found.iter().any(|mv| mv.capture.is_some());
    let captures_otherwise = if is_capture { text.len() == 2 } else { text.contains(['x', ':']) };
    has_no_rank || is_bishop || captures_otherwise
}

/// The file that the text names as the origin. A pawn that goes straight ahead needs none.
fn origin_file(spec: &MoveSpec) -> Option<File> {
    let MoveSpec::Piece(piece) = spec else { return None };
    let file = piece.from.first()?.file();
    let is_straight = piece.role == Some(Role::Pawn) && file == piece.to.file();
    ((piece.from - Bitboard::file(file)).is_empty() && !is_straight).then_some(file)
}

/// The square at the end of a text that looks like a move, if no board has it.
fn square_off_the_board(word: &str) -> Option<&str> {
    let start = word.len().checked_sub(2).filter(|_| word.is_ascii() && word.len() <= 6)?;
    let (head, square) = word.split_at(start);
    let is_off = matches!(square.as_bytes(), [b'a'..=b'z', b'0'..=b'9'])
        && Square::from_name(square.as_bytes()).is_none();
    let is_move = head.bytes().all(|byte| b"KQRBNabcdefgh12345678x-".contains(&byte));
    (is_off && is_move).then_some(square)
}

#[cfg(test)]
mod tests {
    use super::square_off_the_board;

    #[test]
    fn squares_off_the_board_are_found() {
        for (word, square) in [("e9", "e9"), ("Ni3", "i3"), ("e2e9", "e9"), ("exd0", "d0")] {
            assert_eq!(square_off_the_board(word), Some(square));
        }
        for word in ["", "e", "e4", "bord9", "hint9", "xyzzy", "e44", "é9", "Nf33"] {
            assert_eq!(square_off_the_board(word), None, "{word}");
        }
    }
}
