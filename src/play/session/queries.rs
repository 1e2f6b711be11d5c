//! Commands that show the position, the clocks and the settings: a board, or the same in words.

use std::time::Duration;

use crate::notation::{clock, fen};
use crate::output::board::pieces_of;
use crate::play::settings::{BoardShown, Flip};
use crate::players::{TimeLeft, balance};
use crate::rules::{
    Board, BoardIndex, ByColor, Color, File, Move, Piece, Position, Rank, Role, Square,
};

use super::{BoardView, Effect, Event, Session};

/// The refusal of every look at the pieces in a blindfold game.
const BLINDFOLD: &str = "This is a blindfold game; \"peek\" shows the board once.";

impl Session {
    pub(super) fn show_fen(&mut self) {
        let line = fen::write(self.position());
        self.events.push(Event::Text(line));
    }

    pub(super) fn show_pgn(&mut self) {
        let pgn = self.pgn();
        self.events.push(Event::Text(pgn));
    }

    pub(super) fn show_captured(&mut self) {
        let line = captured_line(&self.captured());
        self.message(line);
    }

    pub(super) fn show_evaluation(&mut self) {
        let pawns = balance(self.position());
        self.message(format!("Evaluation: {pawns:+.2} pawns for White, without looking ahead."));
    }

    pub(super) fn flip(&mut self, now: Duration) {
        self.flipped = !self.flipped;
        self.show_board(now);
    }

    pub(super) fn show_board(&mut self, now: Duration) {
        if self.settings.display.blindfold {
            return self.error(BLINDFOLD);
        }
        if self.settings.display.board == BoardShown::Never {
            return self.error("The board is never shown (\"set board on-request\" changes that).");
        }
        self.draw(Vec::new(), now);
    }

    /// Whether the board is drawn after every move.
    pub(super) fn draws_every_move(&self) -> bool {
        let board = match self.settings.display.board {
            BoardShown::Auto => self.auto_board,
            chosen @ (BoardShown::Always | BoardShown::OnRequest | BoardShown::Never) => chosen,
        };
        board == BoardShown::Always && !self.settings.display.blindfold
    }

    /// Draws the board, with the moves of a piece marked.
    pub(super) fn draw(&mut self, targets: Vec<Move>, now: Duration) {
        let view = BoardView {
            position: self.position().clone(),
            last: self.game.played().last().map(|ply| ply.mv),
            targets,
            bottom: self.bottom(),
            captured: self.captured(),
            clocks: self.times_left(now),
            counts_moves: self.counts_moves(),
            turn: self.ending().is_none().then(|| self.current_turn(true)),
        };
        self.events.push(Event::Board(Box::new(view)));
    }

    /// The side at the bottom of the board.
    pub(super) fn bottom(&self) -> Color {
        let only_black_is_human = self.is_human(Color::Black) && !self.is_human(Color::White);
        let side = match self.settings.display.flip {
            Flip::Black => Color::Black,
            Flip::Auto if only_black_is_human => Color::Black,
            Flip::Auto | Flip::White => Color::White,
        };
        if self.flipped { !side } else { side }
    }

    pub(super) fn list_moves(&mut self, rest: &str, now: Duration) {
        let mut moves = self.position().legal_moves();
        if let Some(square) = Square::from_name(rest.to_ascii_lowercase().as_bytes()) {
            moves.retain(|mv| mv.from == square);
            return self.list_moves_of(square, &moves, now);
        }
        let role = role_named(rest);
        if role.is_none() && !rest.is_empty() {
            return self.error(format!("Expected a square or a kind of piece, found `{rest}`."));
        }
        moves.retain(|mv| role.is_none_or(|role| mv.role == role));
        self.message(match (moves.is_empty(), role) {
            (false, _) => self.sans(&moves).join(" "),
            (true, Some(role)) => format!("No {} can move.", role.name()),
            (true, None) => "There is no legal move.".into(),
        });
    }

    /// `The pawn on e2: e3 e4`, and the board with marks where it is drawn after every move.
    pub(super) fn list_moves_of(&mut self, square: Square, moves: &[Move], now: Duration) {
        let piece = self.position().boards().iter().find_map(|board| board.piece_at(square));
        let Some(piece) = piece else { return self.error(format!("{square} is empty.")) };
        let name = piece.role.name();
        if piece.color != self.turn() {
            let owner = piece.color.name();
            return self.error(format!("The {name} on {square} is {owner}'s."));
        }
        self.message(if moves.is_empty() {
            format!("The {name} on {square} cannot move.")
        } else {
            format!("The {name} on {square}: {}", self.sans(moves).join(" "))
        });
        if self.draws_every_move() {
            self.draw(moves.to_vec(), now);
        }
    }

    /// The pieces that each side has captured, the most valuable first.
    fn captured(&self) -> ByColor<String> {
        let mut taken: ByColor<Vec<Piece>> = ByColor::default();
        for (at, ply) in self.game.played().iter().enumerate() {
            let (_, color) = self.game.label(at);
            taken[color].extend(ply.mv.capture.map(|role| Piece { role, color: !color }));
        }
        let [white, black] = Color::ALL.map(|color| {
            let mut pieces = std::mem::take(&mut taken[color]);
            pieces.sort_by_key(|piece| std::cmp::Reverse(piece.role));
            pieces.iter().map(|piece| piece.letter().to_string()).collect::<Vec<_>>().join(" ")
        });
        ByColor { white, black }
    }

    pub(super) fn show_clock(&mut self, now: Duration) {
        let counts = self.counts_moves();
        match self.times_left(now) {
            None => self.error("This game is played without a clock."),
            Some(clocks) => {
                let lines = Color::ALL.map(|color| clock_line(color, clocks[color], counts));
                self.events.push(Event::Lines(lines.to_vec()));
            }
        }
    }

    pub(super) fn set(&mut self, rest: &str) {
        let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match (key, value.trim()) {
            ("", _) => {
                let lines = self.settings.listing();
                self.events.push(Event::Lines(lines));
            }
            ("save", "") => self.effect(Effect::SaveSettings),
            (key, "") => match self.settings.describe(key) {
                Some(described) => self.message(described),
                None => self.change_setting(key, ""),
            },
            (key, value) => self.change_setting(key, value),
        }
    }

    fn change_setting(&mut self, key: &str, value: &str) {
        if let Err(why) = self.settings.set(key, value) {
            let end = if why.ends_with('?') { "" } else { "." };
            return self.error(format!("{why}{end}"));
        }
        let described = self.settings.describe(key).unwrap_or_default();
        self.message(described);
        if key == "level" {
            self.forget_level_names();
        }
        if matches!(key, "level" | "resign") {
            self.effect(Effect::RestartBuiltIn);
        }
    }

    /// Whether the game is a blindfold game; reports an error if it is.
    fn is_blindfold(&mut self) -> bool {
        if self.settings.display.blindfold {
            self.error(BLINDFOLD);
        }
        self.settings.display.blindfold
    }

    pub(super) fn list_pieces(&mut self, rest: &str) {
        if self.is_blindfold() {
            return;
        }
        let boards = self.position().boards().to_vec();
        let sides: &[Color] = match rest.to_ascii_lowercase().as_str() {
            "" => &Color::ALL,
            "white" => &[Color::White],
            "black" => &[Color::Black],
            kind => match role_named(kind).or_else(|| role_named(rest)) {
                Some(role) => return self.list_role(&boards, role),
                None => {
                    return self.error(format!(
                        "Expected white, black or a kind of piece, found `{rest}`."
                    ));
                }
            },
        };
        for (number, board) in (0..).zip(&boards) {
            if boards.len() > 1 {
                self.message(format!("Board {}", BoardIndex(number).letter()));
            }
            for &color in sides {
                self.message(pieces_of(board, color));
            }
        }
    }

    fn list_role(&mut self, boards: &[Board], role: Role) {
        for color in Color::ALL {
            let squares = (0..).zip(boards).flat_map(|(number, board)| {
                let suffix = if boards.len() > 1 {
                    format!("/{}", BoardIndex(number).letter())
                } else {
                    String::new()
                };
                board.pieces(color, role).map(move |square| format!("{square}{suffix}"))
            });
            let squares = joined(squares, " ", "none");
            self.message(format!("{}'s {}s: {squares}.", color.name(), role.name()));
        }
    }

    /// Shows the sentences about each board, with its name where there are several.
    fn describe_boards(&mut self, describe: impl Fn(&Board, &str) -> Vec<String>) {
        if self.is_blindfold() {
            return;
        }
        let boards = self.position().boards().to_vec();
        for (number, board) in (0..).zip(&boards) {
            let name = format!(" on board {}", BoardIndex(number).letter());
            let place = if boards.len() > 1 { name.as_str() } else { "" };
            for sentence in describe(board, place) {
                self.message(sentence);
            }
        }
    }

    pub(super) fn show_square(&mut self, rest: &str) {
        let Some(square) = self.square_named(rest) else { return };
        let shade = if square.is_light() { "light" } else { "dark" };
        self.describe_boards(|board, place| {
            let piece = board.piece_at(square).map_or_else(|| "empty".into(), in_words);
            vec![format!("{square}{place}: {piece} ({shade} square).")]
        });
    }

    pub(super) fn show_attackers(&mut self, rest: &str) {
        let Some(square) = self.square_named(rest) else { return };
        self.describe_boards(|board, place| {
            let attackers = Color::ALL.map(|color| {
                let attackers = board
                    .attackers(square, color, board.occupied())
                    .filter_map(|from| Some(format!("{} {from}", board.role_at(from)?.name())));
                let attackers = joined(attackers, ", ", "none");
                format!("{} attackers of {square}{place}: {attackers}.", color.name())
            });
            attackers.to_vec()
        });
    }

    fn square_named(&mut self, text: &str) -> Option<Square> {
        let square = Square::from_name(text.to_ascii_lowercase().as_bytes());
        if square.is_none() {
            self.error(format!("Expected a square from a1 to h8, found `{text}`."));
        }
        square
    }

    pub(super) fn show_rank(&mut self, rest: &str) {
        match rest.as_bytes() {
            [digit] if Rank::from_digit(*digit).is_some() => {
                let digit = char::from(*digit);
                self.show_line(&format!("Rank {digit}"), |square| square.rank().digit() == digit);
            }
            _ => self.error(format!("Expected a rank from 1 to 8, found `{rest}`.")),
        }
    }

    pub(super) fn show_file(&mut self, rest: &str) {
        match rest.to_ascii_lowercase().as_bytes() {
            [letter] if File::from_letter(*letter).is_some() => {
                let letter = char::from(*letter);
                self.show_line(&format!("File {letter}"), |square| {
                    square.file().letter() == letter
                });
            }
            _ => self.error(format!("Expected a file from a to h, found `{rest}`.")),
        }
    }

    fn show_line(&mut self, name: &str, contains: impl Fn(Square) -> bool) {
        self.describe_boards(|board, place| {
            let pieces = board
                .all_pieces()
                .filter(|(square, _)| contains(*square))
                .map(|(square, piece)| format!("{} {square}", in_words(piece)));
            vec![format!("{name}{place}: {}.", joined(pieces, ", ", "empty"))]
        });
    }
}

/// The words with a separator between them, or a word for none.
fn joined(words: impl Iterator<Item = String>, separator: &str, none: &str) -> String {
    let words: Vec<String> = words.collect();
    if words.is_empty() { none.to_owned() } else { words.join(separator) }
}

/// `white knight`
fn in_words(piece: Piece) -> String {
    format!("{} {}", piece.color.name().to_ascii_lowercase(), piece.role.name())
}

/// `White 1:29:52, 38 moves to go, +30s`
pub(in crate::play) fn clock_line(color: Color, time: TimeLeft, counts_moves: bool) -> String {
    let moves = match time.moves_to_go {
        _ if !counts_moves => String::new(),
        Some(1) => ", 1 move to go".into(),
        moves => format!(", {} moves to go", moves.unwrap_or(0)),
    };
    let increment = match time.increment.as_secs() {
        0 => String::new(),
        seconds => format!(", +{seconds}s"),
    };
    format!("{} {}{moves}{increment}", color.name(), clock::write_short(time.remaining))
}

/// `Captured by White: r p p p   by Black: -   White +8`
pub(in crate::play) fn captured_line(captured: &ByColor<String>) -> String {
    let or_none = |pieces: &str| if pieces.is_empty() { "-".to_owned() } else { pieces.to_owned() };
    let lead = value_in_pawns(&captured.white) - value_in_pawns(&captured.black);
    let ahead = match lead {
        0 => String::new(),
        lead if lead > 0 => format!("   White +{lead}"),
        lead => format!("   Black +{}", -lead),
    };
    let (white, black) = (or_none(&captured.white), or_none(&captured.black));
    format!("Captured by White: {white}   by Black: {black}{ahead}")
}

fn value_in_pawns(pieces: &str) -> i32 {
    pieces
        .bytes()
        .map(|letter| match Role::from_letter(letter) {
            Some(Role::Pawn) => 1,
            Some(Role::Knight | Role::Bishop) => 3,
            Some(Role::Rook) => 5,
            Some(Role::Queen) => 9,
            Some(Role::King) | None => 0,
        })
        .sum()
}

/// A kind of piece by its letter or its name, in the singular or the plural.
fn role_named(text: &str) -> Option<Role> {
    let word = text.to_ascii_lowercase();
    let named = Role::ALL.into_iter().find(|role| word.trim_end_matches('s') == role.name());
    named.or_else(|| match text.as_bytes() {
        [letter] if letter.is_ascii_uppercase() => Role::from_letter(*letter),
        _ => None,
    })
}
