//! Commands that show the position, the clocks and the settings: a board, or the same in words.

use std::time::Duration;

use crate::notation::{clock, fen};
use crate::output::board::{Diagrams, board_letter};
use crate::play::settings::{BoardShown, Flip};
use crate::players::{TimeLeft, balance};
use crate::rules::{
    AnyMove, AnyPosition, Color, Position, ShownPiece, Square,
    variant::{Geometry, Place},
};

use super::names::{Kind, is_light, last_file, on_each_board, place_named};
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
        let line = self.captured().line();
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

    /// Draws the board after the position has changed, where it is drawn after every move.
    pub(super) fn redraw(&mut self, now: Duration) {
        if self.draws_every_move() {
            self.draw(Vec::new(), now);
        }
    }

    pub(super) fn change_theme(&mut self, rest: &str, now: Duration) {
        self.set(&format!("theme {rest}"));
        if !rest.is_empty() && !matches!(self.events.last(), Some(Event::Error(_))) {
            self.redraw(now);
        }
    }

    /// Draws the board, with the moves of a piece marked.
    pub(super) fn draw(&mut self, targets: Vec<AnyMove>, now: Duration) {
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
    pub fn bottom(&self) -> Color {
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
        let name = rest.to_ascii_lowercase();
        if let Some(square) = place_named(self.position().geometry(), &name) {
            moves.retain(|mv| self.starts_at(*mv, square));
            return self.list_moves_of(square, &moves, now);
        }
        let kind = Kind::named(self.position(), rest);
        if kind.is_none() && !rest.is_empty() {
            return self.error(format!("Expected a square or a kind of piece, found `{rest}`."));
        }
        moves.retain(|mv| kind.is_none() || Kind::that_moves(self.position(), *mv) == kind);
        self.message(match (moves.is_empty(), kind) {
            (false, _) => self.sans(&moves).join(" "),
            (true, Some(kind)) => format!("No {} can move.", kind.name),
            (true, None) => "There is no legal move.".into(),
        });
    }

    /// `The pawn on e2: e3 e4`, and the board with marks where it is drawn after every move.
    pub(super) fn list_moves_of(&mut self, place: Place, moves: &[AnyMove], now: Duration) {
        match self.sentence_about(place, moves) {
            Ok(sentence) => self.message(sentence),
            Err(why) => return self.error(why),
        }
        if self.draws_every_move() {
            self.draw(moves.to_vec(), now);
        }
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

    /// `The pawn on e2: e3 e4`
    fn sentence_about(&self, place: Place, moves: &[AnyMove]) -> Result<String, String> {
        let (position, geometry) = (self.position(), self.position().geometry());
        let square = geometry.name(place);
        let mut places = on_each_board(geometry, place);
        let piece = places.find_map(|place| position.piece_at(place));
        match piece {
            None => Err(format!("{square} is empty.")),
            Some(ShownPiece { name, color, .. }) if color != self.turn() => {
                Err(format!("The {name} on {square} is {}'s.", color.name()))
            }
            Some(ShownPiece { name, .. }) if moves.is_empty() => {
                Ok(format!("The {name} on {square} cannot move."))
            }
            Some(ShownPiece { name, .. }) => {
                Ok(format!("The {name} on {square}: {}", self.sans(moves).join(" ")))
            }
        }
    }

    pub(super) fn list_pieces(&mut self, rest: &str) {
        if self.is_blindfold() {
            return;
        }
        let sides: &[Color] = match rest.to_ascii_lowercase().as_str() {
            "" => &Color::ALL,
            "white" => &[Color::White],
            "black" => &[Color::Black],
            kind => {
                let position = self.position();
                match Kind::named(position, kind).or_else(|| Kind::named(position, rest)) {
                    Some(kind) => return self.list_kind(&kind),
                    None => {
                        return self.error(format!(
                            "Expected white, black or a kind of piece, found `{rest}`."
                        ));
                    }
                }
            }
        };
        let diagrams = Diagrams::of(self.position());
        let has_several = diagrams.each().len() > 1;
        for (board, diagram) in (0..).zip(diagrams.each()) {
            if has_several {
                self.message(format!("Board {}", board_letter(board)));
            }
            for &color in sides {
                self.message(diagram.pieces_of(color));
            }
            for sentence in sides.iter().filter_map(|color| diagram.hand_of(*color)) {
                self.message(sentence);
            }
        }
    }

    fn list_kind(&mut self, kind: &Kind) {
        for color in Color::ALL {
            let (position, geometry) = (self.position(), self.position().geometry());
            let is_one =
                |piece: &ShownPiece<'_>| piece.color == color && piece.letter == kind.letter;
            let pieces = position.pieces().filter(|(_, piece)| is_one(piece));
            let squares = pieces.map(|(place, _)| {
                let suffix = if geometry.boards() > 1 {
                    format!("/{}", board_letter(geometry.board(place)))
                } else {
                    String::new()
                };
                format!("{}{suffix}", geometry.name(place))
            });
            let squares = joined(squares, " ", "none");
            self.message(format!("{}'s {}s: {squares}.", color.name(), kind.name));
        }
    }

    /// Shows the sentences about each board, with its name where there are several.
    fn describe_boards(&mut self, describe: impl Fn(&AnyPosition, u8, &str) -> Vec<String>) {
        if self.is_blindfold() {
            return;
        }
        let boards = self.position().geometry().boards();
        for board in 0..boards {
            let name = format!(" on board {}", board_letter(board));
            let place = if boards > 1 { name.as_str() } else { "" };
            for sentence in describe(self.position(), board, place) {
                self.message(sentence);
            }
        }
    }

    pub(super) fn show_square(&mut self, rest: &str) {
        let Some(square) = self.square_named(rest) else { return };
        self.describe_boards(|position, board, where_from| {
            let geometry = position.geometry();
            let place = on_each_board(geometry, square).nth(usize::from(board));
            let piece = place.and_then(|place| position.piece_at(place));
            let piece = piece.map_or_else(|| "empty".into(), in_words);
            let shade = if is_light(geometry, square) { "light" } else { "dark" };
            vec![format!("{}{where_from}: {piece} ({shade} square).", geometry.name(square))]
        });
    }

    pub(super) fn show_attackers(&mut self, rest: &str) {
        let Some(square) = self.square_named(rest) else { return };
        self.describe_boards(|position, board, where_from| {
            let geometry = position.geometry();
            let name = geometry.name(square);
            let place = on_each_board(geometry, square).nth(usize::from(board));
            let attackers = Color::ALL.map(|color| {
                let attackers = place.map(|place| attackers(position, place, color));
                let attackers = attackers.into_iter().flatten().filter_map(|from| {
                    Some(format!("{} {}", position.piece_at(from)?.name, geometry.name(from)))
                });
                let attackers = joined(attackers, ", ", "none");
                format!("{} attackers of {name}{where_from}: {attackers}.", color.name())
            });
            attackers.to_vec()
        });
    }

    fn square_named(&mut self, text: &str) -> Option<Place> {
        let geometry = self.position().geometry();
        let square = place_named(geometry, &text.to_ascii_lowercase());
        if square.is_none() {
            let (file, rank) = (last_file(geometry), geometry.height());
            self.error(format!("Expected a square from a1 to {file}{rank}, found `{text}`."));
        }
        square
    }

    pub(super) fn show_rank(&mut self, rest: &str) {
        let height = self.position().geometry().height();
        match rest.parse::<u8>() {
            Ok(rank) if (1..=height).contains(&rank) => {
                self.show_line(&format!("Rank {rank}"), |geometry, place| {
                    geometry.rank(place) + 1 == rank
                });
            }
            _ => self.error(format!("Expected a rank from 1 to {height}, found `{rest}`.")),
        }
    }

    pub(super) fn show_file(&mut self, rest: &str) {
        let last = last_file(self.position().geometry());
        let name = rest.to_ascii_lowercase();
        let mut letters = name.chars();
        match (letters.next(), letters.next()) {
            (Some(letter @ 'a'..='p'), None) if letter <= last => {
                self.show_line(&format!("File {letter}"), |geometry, place| {
                    char::from(b'a' + geometry.file(place)) == letter
                });
            }
            _ => self.error(format!("Expected a file from a to {last}, found `{rest}`.")),
        }
    }

    fn show_line(&mut self, name: &str, contains: impl Fn(&Geometry, Place) -> bool) {
        self.describe_boards(|position, board, where_from| {
            let geometry = position.geometry();
            let is_there =
                |place: Place| geometry.board(place) == board && contains(geometry, place);
            let pieces = position
                .pieces()
                .filter(|(place, _)| is_there(*place))
                .map(|(place, piece)| format!("{} {}", in_words(piece), geometry.name(place)));
            vec![format!("{name}{where_from}: {}.", joined(pieces, ", ", "empty"))]
        });
    }
}

/// The squares of the pieces of a side that attack a square.
fn attackers(position: &AnyPosition, place: Place, color: Color) -> Vec<Place> {
    match position {
        AnyPosition::Chess(position) => {
            let board = position.board();
            let square = Square::try_from(place).ok();
            let attackers = square.map(|square| board.attackers(square, color, board.occupied()));
            attackers.into_iter().flatten().map(Place::from).collect()
        }
        AnyPosition::Variant(position) => position.attackers(place, color),
    }
}

/// The words with a separator between them, or a word for none.
fn joined(words: impl Iterator<Item = String>, separator: &str, none: &str) -> String {
    let words: Vec<String> = words.collect();
    if words.is_empty() { none.to_owned() } else { words.join(separator) }
}

/// `white knight`
fn in_words(piece: ShownPiece<'_>) -> String {
    format!("{} {}", piece.color.name().to_ascii_lowercase(), piece.name)
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
