//! A typed move: read as written first, in other readings second, and never guessed. A line that cannot be
//! played is refused with the rule, the squares and the legal moves near it.

use std::time::Duration;

use crate::notation::move_text::{
    FittingMoves, MoveText, NO_SUCH_CAPTURE, several, without_number,
};
use crate::notation::reason::{self, capitalised};
use crate::notation::{AnySpec, write_san};
use crate::rules::variant::{
    PieceSet, PieceType, Place, VariantPieceSpec, VariantReason, VariantSpec,
};
use crate::rules::{AnyMove, AnyPosition, Bitboard, MoveSpec, Position, Role};
use crate::text::{nearest, shortened};

use super::ending::GAME_IS_OVER;
use super::names::{Kind, is_same_square, on_each_board, place_named, square_off_the_board};
use super::promotion::Promotions;
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
                if !is_exact && self.is_surprising(text, &found) {
                    let san = self.shown_san(found[0]);
                    self.message(format!("\"{text}\" fits one move: {san}."));
                }
                self.enter(found, now);
            }
            _ => self.refuse_ambiguous(line, found),
        }
        true
    }

    fn numbered_suggestion(&self, line: &str) -> Option<AnyMove> {
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
        MoveText::read(text, &self.letters(), self.position())
    }

    /// The one legal move that a text stands for literally.
    pub(super) fn single_move(&self, text: &str) -> Option<AnyMove> {
        let FittingMoves { moves, is_exact } = self.reading(text)?.in_position(self.position());
        moves.first().copied().filter(|_| is_exact && moves.len() == 1)
    }

    /// The moves of the selected piece to a square that was typed alone.
    fn completed_selection(&self, text: &str) -> Vec<AnyMove> {
        let (position, geometry) = (self.position(), self.position().geometry());
        let (Some(from), Some(to)) = (self.selected, place_named(geometry, text)) else {
            return Vec::new();
        };
        let is_there = |place| is_same_square(geometry, place, to);
        let mut moves = position.legal_moves();
        moves.retain(|mv| self.starts_at(*mv, from));
        moves
            .retain(|mv| is_there(mv.to()) || (mv.is_castling() && is_there(position.target(*mv))));
        // A king's step goes before castling to the same square.
        if moves.iter().any(|mv| !mv.is_castling()) {
            moves.retain(|mv| !mv.is_castling());
        }
        moves
    }

    /// Whether the piece of a move is on this square, of any board.
    pub(super) fn starts_at(&self, mv: AnyMove, square: Place) -> bool {
        let geometry = self.position().geometry();
        mv.origin().is_some_and(|from| is_same_square(geometry, from, square))
    }

    /// A square of the side to move that no pawn can move to: lists the moves of its piece and waits for
    /// the second square.
    fn select(&mut self, text: &str, now: Duration) -> bool {
        let Some(square) = place_named(self.position().geometry(), text) else { return false };
        let mut moves = self.position().legal_moves();
        moves.retain(|mv| self.starts_at(*mv, square));
        if moves.is_empty() || self.is_blocked_on_next_board(square) {
            return false;
        }
        self.list_moves_of(square, &moves, now);
        self.selected = Some(square);
        true
    }

    /// Whether only a piece on the next board keeps a pawn from this square: then the text is a pawn move.
    fn is_blocked_on_next_board(&self, to: Place) -> bool {
        let Some(position) = self.position().variant() else { return false };
        let (kinds, capture) = (PieceSet::of(PieceType::PAWN), false);
        let (file, rank, promotion, board) = (None, None, None, None);
        let spec = VariantPieceSpec { kinds, file, rank, to, capture, promotion, board };
        let reason = position.why_not(&VariantSpec::Piece(spec));
        matches!(reason, Some(VariantReason::NextBoardOccupied { .. }))
    }

    /// Plays a move, or asks first what the pawn becomes.
    fn enter(&mut self, moves: Vec<AnyMove>, now: Duration) {
        let promotions = Promotions::of(self.position(), &moves);
        match (moves.as_slice(), promotions.to_queen()) {
            ([mv], _) => self.play(*mv, now),
            (_, Some(queen)) if self.settings.play.autoqueen => self.play(queen, now),
            _ => {
                let question = promotions.question();
                self.events.push(Event::Promote(question));
                self.question = Some(Question::Promotion(moves));
            }
        }
    }

    /// Plays a legal move of a human or a computer player.
    pub(super) fn play(&mut self, mv: AnyMove, now: Duration) {
        let color = self.turn();
        let san = write_san(self.position(), mv);
        if self.game.next_move() == Some(mv) {
            return self.step_forward(now);
        }
        self.leave_record(now);
        self.game.push(GamePly::new(mv, san));
        self.press_clock(color, now);
        self.forget_suggestions();
        self.on_hold = false;
        // FIDE 9.1: an offer stands until the opponent moves.
        self.draw_offer = self.draw_offer.filter(|&by| by == color);
        self.show_ply(self.game.cursor() - 1);
        // Against a computer player the board is drawn once a round, after its reply.
        let is_awaited = self.is_human(color) && self.computer_to_move().is_some();
        if !is_awaited {
            self.redraw(now);
        }
        self.announce();
        if self.ending().is_some() {
            self.stop_clock(now);
        }
        self.effect(Effect::Autosave);
    }

    /// Whether a lenient reading might surprise: `dc`, a small b that became a bishop, a capture too many or too few.
    fn is_surprising(&self, text: &str, found: &[AnyMove]) -> bool {
        let is_b = |mv: &AnyMove| {
            Kind::that_moves(self.position(), *mv).is_some_and(|kind| kind.letter == 'B')
        };
        let has_no_rank = !text.bytes().any(|byte| byte.is_ascii_digit());
        let is_bishop = text.starts_with('b') && found.iter().any(is_b);
        let is_capture = found.iter().any(|mv| mv.is_capture());
        let captures_otherwise =
            if is_capture { text.len() == 2 } else { text.contains(['x', ':']) };
        has_no_rank || is_bishop || captures_otherwise
    }

    pub(super) fn forget_suggestions(&mut self) {
        self.suggestions.clear();
        self.selected = None;
    }

    /// A move in the letters of the user.
    pub(super) fn shown_san(&self, mv: AnyMove) -> String {
        self.letters().translate(&write_san(self.position(), mv))
    }

    pub(super) fn sans(&self, moves: &[AnyMove]) -> Vec<String> {
        moves.iter().map(|&mv| self.shown_san(mv)).collect()
    }

    /// `1) Be2  2) Bd3`
    pub(super) fn numbered_list(&self, moves: &[AnyMove], first: usize) -> String {
        let entry =
            |(at, &mv): (usize, &AnyMove)| format!("{}) {}", at + first, self.shown_san(mv));
        moves.iter().enumerate().map(entry).collect::<Vec<_>>().join("  ")
    }

    /// Answers the question what a pawn becomes. It has no default, but `cancel` takes the move back.
    pub(super) fn answer_promotion(&mut self, moves: &[AnyMove], line: &str, now: Duration) {
        let word = line.to_ascii_lowercase();
        if word == "cancel" {
            self.message("The move is not played.");
            return self.announce_turn(true);
        }
        let chosen = Promotions::of(self.position(), moves).chosen(&word, &self.letters());
        if let Some(mv) = chosen {
            return self.play(mv, now);
        }
        let question = Question::Promotion(moves.to_vec());
        if let Some((command, rest)) = commands::at_question(line) {
            // The question stays open unless the command asks another or leaves the position.
            self.question = Some(question.clone());
            (command.run)(self, rest, now);
            if self.question == Some(question) {
                let again = Promotions::of(self.position(), moves).question();
                self.events.push(Event::Promote(again));
            }
        } else {
            let again = Promotions::of(self.position(), moves).question_after(line);
            self.events.push(Event::Promote(again));
            self.question = Some(question);
        }
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
        if let Some(square) = square_off_the_board(word, self.position()) {
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

    /// Asks which of several moves a line means.
    fn refuse_ambiguous(&mut self, line: &str, moves: Vec<AnyMove>) {
        let (text, count) = (shortened(without_number(line).as_bytes()), moves.len());
        let heading = format!("Which move is \"{text}\"?");
        let why = format!("It fits {count} moves; type the number of the one you mean.");
        let alternatives = format!("{}.", self.numbered_list(&moves, 1));
        self.suggestions = moves;
        self.events.push(Event::Refused(Refusal { heading, why, alternatives }));
        self.announce_turn(true);
    }

    /// Plays the moves of a line one after the other, up to the first that cannot be played; `false` if the line is no such
    /// list.
    pub(super) fn try_moves(&mut self, line: &str, now: Duration) -> bool {
        let texts = several(line, &self.letters(), self.position());
        let Some(texts) = texts.filter(|_| self.ending().is_none()) else { return false };
        for (at, text) in texts.iter().enumerate() {
            let before = self.game.cursor();
            let is_due = at == 0 || self.computer_to_move().is_none();
            if is_due && !self.try_move(text, now) {
                self.refuse(text);
            }
            let rest = &texts[at + usize::from(is_due)..];
            if !is_due || self.game.cursor() == before {
                if !rest.is_empty() {
                    self.message(format!("Not played: {}.", rest.join(" ")));
                }
                break;
            }
        }
        true
    }

    fn explain(&mut self, line: &str, typed: &MoveText) -> Refusal {
        let past = Some(self.game.board());
        let spec = typed.spec();
        let refusal = spec.and_then(|spec| reason::refusal(self.position(), &spec, past));
        let (why, near) = match (spec, refusal) {
            (Some(spec), Some(refusal)) => (refusal.sentence, self.legal_moves_near(&spec)),
            _ => (NO_SUCH_CAPTURE.to_owned(), String::new()),
        };
        illegal(line, &format!("{}.", capitalised(&why)), near)
    }

    /// Numbered moves of the same piece or kind of piece, then moves of others to the same square.
    fn legal_moves_near(&mut self, spec: &AnySpec) -> String {
        let (position, geometry) = (self.position(), self.position().geometry());
        let found = reason::alternatives(position, spec);
        let (mut of_piece, mut to_square) = (found.of_piece, found.to_square);
        // A list of all pawn moves is no help.
        let is_pawn = |mv| Kind::that_moves(position, mv).is_some_and(|kind| kind.name == "pawn");
        let file = |mv: AnyMove| mv.origin().map(|from| geometry.file(from));
        of_piece.retain(|mv| {
            !is_pawn(*mv) || (mv.origin().is_some() && origin_file(spec) == file(*mv))
        });
        to_square.truncate(MOST_SUGGESTIONS);
        of_piece.truncate(MOST_SUGGESTIONS - to_square.len());
        let mut groups = Vec::new();
        if let (Some(name), false) = (name_in(position, spec), of_piece.is_empty()) {
            let list = self.numbered_list(&of_piece, 1);
            groups.push(format!("{} moves: {list}.", capitalised(&name)));
        }
        if let (Some(to), false) = (spec.target(), to_square.is_empty()) {
            let list = self.numbered_list(&to_square, of_piece.len() + 1);
            groups.push(format!("To {}: {list}.", geometry.name(to)));
        }
        self.suggestions = [of_piece, to_square].concat();
        groups.join("   ")
    }

    /// The origin and the target of a move, as far as it has them: `e2e4`.
    pub(super) fn squares_of(&self, mv: AnyMove) -> String {
        let geometry = self.position().geometry();
        let squares = mv.origin().into_iter().chain([mv.to()]);
        squares.map(|place| geometry.name(place)).collect()
    }
}

fn illegal(line: &str, why: &str, alternatives: String) -> Refusal {
    Refusal {
        heading: format!("Illegal move: {}", shortened(line.as_bytes())),
        why: why.into(),
        alternatives,
    }
}

/// The name of the piece that a written move means.
fn name_in(position: &AnyPosition, spec: &AnySpec) -> Option<String> {
    let geometry = position.geometry();
    let name_on = |place| {
        let mut places = on_each_board(geometry, place);
        places.find_map(|place| Some(position.piece_at(place)?.name.to_owned()))
    };
    match (spec, position) {
        (AnySpec::Chess(MoveSpec::Castle(_)) | AnySpec::Variant(VariantSpec::Castle(_)), _) => {
            Some("king".to_owned())
        }
        (AnySpec::Chess(MoveSpec::Piece(piece)), _) => {
            let role = piece.role.map(|role| role.name().to_owned());
            role.or_else(|| piece.from.single().and_then(|square| name_on(square.into())))
        }
        (AnySpec::Variant(VariantSpec::Drop { piece, .. }), AnyPosition::Variant(position)) => {
            Some(position.rules().piece_name(*piece).to_owned())
        }
        (AnySpec::Variant(VariantSpec::Piece(piece)), AnyPosition::Variant(position)) => {
            let mut kinds = piece.kinds.iter();
            let only = kinds.next().filter(|_| kinds.next().is_none());
            let name = only.map(|kind| position.rules().piece_name(kind).to_owned());
            let square = || geometry.place(0, piece.file?, piece.rank?);
            name.or_else(|| name_on(square()?))
        }
        (AnySpec::Variant(_), AnyPosition::Chess(_)) => None,
    }
}

/// The number of moves if the promotions of a pawn count as one.
fn count_without_promotions(moves: &[AnyMove]) -> usize {
    let mut plain: Vec<AnyMove> = moves.iter().map(|mv| mv.without_promotion()).collect();
    plain.sort_unstable();
    plain.dedup();
    plain.len()
}

/// The file that the text names as the origin, counted from zero. A pawn that goes straight ahead needs none.
fn origin_file(spec: &AnySpec) -> Option<u8> {
    match spec {
        AnySpec::Chess(MoveSpec::Piece(piece)) => {
            let file = piece.from.first()?.file();
            let is_straight = piece.role == Some(Role::Pawn) && file == piece.to.file();
            let is_file = (piece.from - Bitboard::file(file)).is_empty();
            (is_file && !is_straight).then_some(file as u8)
        }
        AnySpec::Variant(VariantSpec::Piece(piece)) => piece.file,
        AnySpec::Chess(MoveSpec::Castle(_)) | AnySpec::Variant(_) => None,
    }
}
