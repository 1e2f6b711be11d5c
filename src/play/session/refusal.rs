//! What is said to a line that cannot be played: which rule, which squares, what would have been legal.

use crate::notation::move_text::{MoveText, without_number};
use crate::notation::reason::{Teller, capitalised};
use crate::play::event::{Event, Refusal};
use crate::rules::legality::{alternatives, reason};
use crate::rules::{Bitboard, File, Move, MoveSpec, PieceSpec, Position, Role, Square};
use crate::text::nearest;

use super::draws::GAME_IS_OVER;
use super::{Session, command};

/// More suggestions than this help nobody.
const MOST: usize = 8;

/// A longer line is not repeated in full.
const LONGEST_TYPED: usize = 60;

impl Session {
    /// Refuses a line that is neither a legal move nor a command.
    pub(super) fn refuse(&mut self, line: &str) {
        self.forget_hints();
        let typed = self.reading(line);
        let (why, near) = match typed {
            None => (self.nonsense(line), String::new()),
            Some(_) if self.ending().is_some() => (format!("{GAME_IS_OVER}."), String::new()),
            Some(typed) => self.explained(&typed),
        };
        self.events.push(Event::Refused(Refusal { typed: shortened(line), why, near }));
        if self.ending().is_none() {
            self.announce_turn(true);
        }
    }

    /// What is said to words nobody knows.
    fn nonsense(&self, line: &str) -> String {
        let word = line.split_whitespace().next().unwrap_or_default();
        let why = square_off_the_board(word).map_or_else(
            || "Neither a move nor a command".to_owned(),
            |square| format!("There is no square {square}"),
        );
        match self.nearest_word(word) {
            Some(meant) => format!("{why}; did you mean \"{meant}\"?"),
            None => format!("{why}; \"help\" lists the commands."),
        }
    }

    /// The command or legal move that was probably meant. An endless word is not looked at.
    fn nearest_word(&self, word: &str) -> Option<String> {
        if word.len() > LONGEST_TYPED {
            return None;
        }
        let sans = self.sans(&self.position().legal_moves());
        let nearest_move = || nearest(word, sans.iter().map(String::as_str));
        command::meant(word).or_else(nearest_move).map(str::to_owned)
    }

    /// Refuses a line that fits several moves, and lists them.
    pub(super) fn refuse_ambiguous(&mut self, line: &str, moves: Vec<Move>) {
        let (text, count) = (without_number(line), moves.len());
        let why = format!("\"{text}\" fits {count} moves; type the number of the one you mean.");
        let near = format!("{}.", self.numbered_list(&moves, 1));
        self.suggestions = moves;
        self.events.push(Event::Refused(Refusal { typed: shortened(line), why, near }));
        self.announce_turn(true);
    }

    /// The one legal move that a text stands for.
    pub(super) fn single_move(&self, text: &str) -> Option<Move> {
        match self.reading(text)?.literal_moves(self.position()).as_slice() {
            [mv] => Some(*mv),
            _ => None,
        }
    }

    fn explained(&mut self, typed: &MoveText) -> (String, String) {
        let position = self.position();
        let Some(spec) = typed.spec() else {
            return ("No pawn can take like that.".into(), String::new());
        };
        let past = Some(self.game.board());
        let why = match reason(position, &spec, past) {
            Some(reason) => Teller { position, past }.sentence(&reason),
            None => "nothing is to be taken there".into(),
        };
        (format!("{}.", capitalised(&why)), self.near(&spec))
    }

    /// Moves of the same man or kind of man, then moves of others to the same square, numbered.
    fn near(&mut self, spec: &MoveSpec) -> String {
        let found = alternatives(self.position(), spec);
        let role = self.role_meant(spec);
        let mut to_square = found.to_square;
        let mut of_piece = found.of_piece;
        // A list of all pawn moves is no help.
        of_piece.retain(|mv| mv.role != Role::Pawn || origin_file(spec) == Some(mv.from.file()));
        to_square.truncate(MOST);
        of_piece.truncate(MOST - to_square.len());
        let mut groups = Vec::new();
        if let (Some(role), false) = (role, of_piece.is_empty()) {
            let list = self.numbered_list(&of_piece, 1);
            groups.push(format!("{} moves: {list}.", capitalised(role.name())));
        }
        if let (MoveSpec::Piece(PieceSpec { to: target, .. }), false) = (spec, to_square.is_empty())
        {
            let list = self.numbered_list(&to_square, of_piece.len() + 1);
            groups.push(format!("To {target}: {list}."));
        }
        self.suggestions = [of_piece, to_square].concat();
        groups.join("   ")
    }

    fn role_meant(&self, spec: &MoveSpec) -> Option<Role> {
        let MoveSpec::Piece(piece) = spec else { return Some(Role::King) };
        let boards = self.position().boards();
        let standing = |square| boards.iter().find_map(|board| board.role_at(square));
        piece.role.or_else(|| piece.from.single().and_then(standing))
    }

    /// `1) Be2  2) Bd3`
    pub(super) fn numbered_list(&self, moves: &[Move], first: usize) -> String {
        let entry = |(at, &mv): (usize, &Move)| format!("{}) {}", at + first, self.shown_san(mv));
        moves.iter().enumerate().map(entry).collect::<Vec<_>>().join("  ")
    }
}

/// The file that the text names as the origin. A pawn that goes straight on needs none.
fn origin_file(spec: &MoveSpec) -> Option<File> {
    let MoveSpec::Piece(piece) = spec else { return None };
    let file = piece.from.first()?.file();
    let is_straight = piece.role == Some(Role::Pawn) && file == piece.to.file();
    ((piece.from - Bitboard::file(file)).is_empty() && !is_straight).then_some(file)
}

/// The square at the end of what looks like a move, if no board has it.
fn square_off_the_board(word: &str) -> Option<&str> {
    let start = word.len().checked_sub(2).filter(|_| word.is_ascii() && word.len() <= 6)?;
    let (head, square) = word.split_at(start);
    let named = matches!(square.as_bytes(), [b'a'..=b'z', b'0'..=b'9'])
        && Square::from_name(square.as_bytes()).is_none();
    let is_move = head.bytes().all(|byte| b"KQRBNabcdefgh12345678x-".contains(&byte));
    (named && is_move).then_some(square)
}

/// The line as it was typed, unless it is endless.
fn shortened(line: &str) -> String {
    let shown: String = line.chars().take(LONGEST_TYPED).collect();
    if line.chars().count() > LONGEST_TYPED { format!("{shown}…") } else { shown }
}

#[cfg(test)]
mod tests {
    use super::square_off_the_board;

    #[test]
    fn squares_that_no_board_has_are_noticed() {
        for (word, square) in [("e9", "e9"), ("Ni3", "i3"), ("e2e9", "e9"), ("exd0", "d0")] {
            assert_eq!(square_off_the_board(word), Some(square));
        }
        for word in ["", "e", "e4", "bord9", "hint9", "xyzzy", "e44", "é9", "Nf33"] {
            assert_eq!(square_off_the_board(word), None, "{word}");
        }
    }
}
