//! Moves of UCI, the origin and the target: `e2e4`, `e7e8q`, castling `e1g1` or, in Chess960, `e1h1`.

use std::fmt;

use crate::{
    notation::Written,
    rules::{Chess, Move, Position, Role, Square},
};

/// How castling is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CastlingStyle {
    /// The king goes to its new square: `e1g1`.
    #[default]
    KingMoves,
    /// The king takes its rook: `e1h1`.
    KingTakesRook,
}

/// A move in a style, to be written.
#[derive(Debug, Clone, Copy)]
pub struct UciMove {
    mv: Move,
    style: CastlingStyle,
}

/// A move ready to be written: `written(mv, style).to_string()`.
pub const fn written(mv: Move, style: CastlingStyle) -> UciMove {
    UciMove { mv, style }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = match self.style {
            CastlingStyle::KingMoves => self.mv.target(),
            CastlingStyle::KingTakesRook => self.mv.to,
        };
        write!(f, "{}{to}", self.mv.from)?;
        match self.mv.promotion {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

/// A legal move of a position.
pub fn write<P: Written>(position: &P, mv: P::Move, style: CastlingStyle) -> String {
    position.coordinates(mv, style)
}

/// The legal move that a text names, exactly as written: a promotion has its letter and nothing
/// else has one. Castling is understood in both styles; where the king could also simply go to
/// the square, it does. Where pieces of several boards could make it, the text must name the board.
pub fn resolve<P: Written>(text: &str, position: &P) -> Option<P::Move> {
    position.move_at(text)
}

/// The legal move of chess that a text names.
pub(super) fn chess_move(text: &str, position: &Chess) -> Option<Move> {
    let (from, to, promotion) = squares(text.as_bytes())?;
    let candidates = position.legal_moves().into_iter();
    let fits = candidates.filter(|mv| mv.from == from && mv.promotion == promotion);
    let fits: Vec<Move> = fits.filter(|mv| mv.to == to || mv.target() == to).collect();
    fits.iter().find(|mv| mv.to == to).or(fits.first()).copied()
}

/// Two squares and perhaps the letter of a promotion, in lower case.
fn squares(text: &[u8]) -> Option<(Square, Square, Option<Role>)> {
    let (names, letter) = text.split_at_checked(4)?;
    let promotion = match letter {
        [] => None,
        [letter] if letter.is_ascii_lowercase() => Some(Role::from_letter(*letter)?),
        _ => return None,
    };
    Some((Square::from_name(&names[..2])?, Square::from_name(&names[2..])?, promotion))
}

/// The style of a game that begins here: only kings and rooks on their classical squares
/// can castle in the classical way.
pub fn style_for(start: &impl Written) -> CastlingStyle {
    start.castling_style()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Bitboard, Board, Castling, MoveKind, Piece, Setup};

    /// White to move: a king and a rook that may castle, a pawn on a7, the black king on h8.
    fn position(king: Square, rook: Square) -> Chess {
        let mut board = Board::empty();
        for (square, letter) in [(king, b'K'), (rook, b'R'), (Square::A7, b'P'), (Square::H8, b'k')]
        {
            board.put(square, Piece::from_letter(letter).expect("a piece"));
        }
        let castling = Castling::with(Bitboard::of(rook));
        Chess::from_setup_unchecked(&Setup { board, castling, ..Setup::start() })
    }

    #[test]
    fn legal_moves_are_read_and_written() {
        let classic = position(Square::E1, Square::H1);
        for text in ["e1g1", "e1f1", "h1h7", "a7a8q", "a7a8n"] {
            let mv = resolve(text, &classic).expect(text);
            assert_eq!(written(mv, CastlingStyle::KingMoves).to_string(), text);
        }
        let castling = resolve("e1h1", &classic).expect("the other style");
        assert_eq!(written(castling, CastlingStyle::KingTakesRook).to_string(), "e1h1");
        assert_eq!(Some(castling), resolve("e1g1", &classic));
    }

    #[test]
    fn nothing_else_is_a_move() {
        let classic = position(Square::E1, Square::H1);
        for text in [
            "", "e1", "e1e9", "e1e3", "a7a8", "a7a8Q", "a7a8k", "e1f1q", "0000", "(none)", "e1g1 x",
        ] {
            assert_eq!(resolve(text, &classic), None, "{text}");
        }
    }

    #[test]
    fn a_king_that_can_simply_go_there_does() {
        let shuffled = position(Square::F1, Square::H1);
        assert_eq!(resolve("f1g1", &shuffled).map(|mv| mv.kind), Some(MoveKind::Normal));
        assert_eq!(resolve("f1h1", &shuffled).map(|mv| mv.kind), Some(MoveKind::Castle));
    }

    #[test]
    fn only_shuffled_pieces_need_the_other_style() {
        for (king, rook, style) in [
            (Square::E1, Square::H1, CastlingStyle::KingMoves),
            (Square::E1, Square::A1, CastlingStyle::KingMoves),
            (Square::E1, Square::G1, CastlingStyle::KingTakesRook),
            (Square::F1, Square::H1, CastlingStyle::KingTakesRook),
        ] {
            assert_eq!(style_for(&position(king, rook)), style, "{king} {rook}");
        }
        assert_eq!(style_for(&Chess::start()), CastlingStyle::KingMoves);
    }
}
