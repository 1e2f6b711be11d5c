//! Positions with written moves: what SAN, coordinates and FEN need of a position, whatever its rules.

use crate::{
    notation::{
        Sign, fen, san_write,
        uci::{self, CastlingStyle},
        variant,
    },
    rules::{AnyMove, AnyPosition, Chess, Position, variant::VariantPosition},
};

/// A position whose moves have a written form.
pub trait Written: Position {
    /// A legal move as SAN, without its sign.
    fn san_without_sign(&self, mv: Self::Move) -> String;

    /// The sign that belongs behind the move that led here.
    fn sign(&self) -> Sign;

    /// What a legal move does on the board, in words.
    fn action(&self, mv: Self::Move) -> String;

    /// A legal move in the coordinates of UCI.
    fn coordinates(&self, mv: Self::Move, style: CastlingStyle) -> String;

    /// The legal move with these coordinates, exactly as written.
    fn move_at(&self, text: &str) -> Option<Self::Move>;

    /// How castling is written in coordinates in a game that begins here.
    fn castling_style(&self) -> CastlingStyle;

    /// The position as FEN.
    fn fen(&self) -> String;
}

impl Written for Chess {
    fn san_without_sign(&self, mv: Self::Move) -> String {
        san_write::chess(self, mv)
    }

    #[inline]
    fn sign(&self) -> Sign {
        if !self.is_check() {
            Sign::None
        } else if self.has_legal_move() {
            Sign::Check
        } else {
            Sign::Mate
        }
    }

    fn action(&self, mv: Self::Move) -> String {
        san_write::action(mv)
    }

    fn coordinates(&self, mv: Self::Move, style: CastlingStyle) -> String {
        uci::written(mv, style).to_string()
    }

    fn move_at(&self, text: &str) -> Option<Self::Move> {
        uci::chess_move(text, self)
    }

    fn castling_style(&self) -> CastlingStyle {
        if self.castling().is_chess960(self.board()) {
            CastlingStyle::KingTakesRook
        } else {
            CastlingStyle::KingMoves
        }
    }

    fn fen(&self) -> String {
        fen::write_setup(&self.to_setup())
    }
}

impl Written for VariantPosition {
    fn san_without_sign(&self, mv: Self::Move) -> String {
        variant::san::write_without_sign(self, mv)
    }

    fn sign(&self) -> Sign {
        variant::san::sign_of(self)
    }

    fn action(&self, mv: Self::Move) -> String {
        variant::san::action(self, mv)
    }

    fn coordinates(&self, mv: Self::Move, style: CastlingStyle) -> String {
        variant::uci::write_in(self, mv, style)
    }

    fn move_at(&self, text: &str) -> Option<Self::Move> {
        variant::uci::read(self, text)
    }

    fn castling_style(&self) -> CastlingStyle {
        if self.rules().settings().chess960 {
            CastlingStyle::KingTakesRook
        } else {
            CastlingStyle::KingMoves
        }
    }

    fn fen(&self) -> String {
        variant::fen::write(self)
    }
}

/// A move that belongs to a position of another kind has no written form there.
fn in_game<T: Default>(written: Option<T>) -> T {
    debug_assert!(written.is_some(), "a move is written in the kind of game it was made for");
    written.unwrap_or_default()
}

impl Written for AnyPosition {
    fn san_without_sign(&self, mv: AnyMove) -> String {
        in_game(match (self, mv) {
            (Self::Chess(position), AnyMove::Chess(mv)) => Some(position.san_without_sign(mv)),
            (Self::Variant(position), AnyMove::Variant(mv)) => Some(position.san_without_sign(mv)),
            _ => None,
        })
    }

    #[inline]
    fn sign(&self) -> Sign {
        match self {
            Self::Chess(position) => position.sign(),
            Self::Variant(position) => position.sign(),
        }
    }

    fn action(&self, mv: AnyMove) -> String {
        in_game(match (self, mv) {
            (Self::Chess(position), AnyMove::Chess(mv)) => Some(position.action(mv)),
            (Self::Variant(position), AnyMove::Variant(mv)) => Some(position.action(mv)),
            _ => None,
        })
    }

    fn coordinates(&self, mv: AnyMove, style: CastlingStyle) -> String {
        in_game(match (self, mv) {
            (Self::Chess(position), AnyMove::Chess(mv)) => Some(position.coordinates(mv, style)),
            (Self::Variant(position), AnyMove::Variant(mv)) => {
                Some(position.coordinates(mv, style))
            }
            _ => None,
        })
    }

    fn move_at(&self, text: &str) -> Option<AnyMove> {
        match self {
            Self::Chess(position) => position.move_at(text).map(AnyMove::Chess),
            Self::Variant(position) => position.move_at(text).map(AnyMove::Variant),
        }
    }

    fn castling_style(&self) -> CastlingStyle {
        match self {
            Self::Chess(position) => position.castling_style(),
            Self::Variant(position) => position.castling_style(),
        }
    }

    fn fen(&self) -> String {
        match self {
            Self::Chess(position) => position.fen(),
            Self::Variant(position) => position.fen(),
        }
    }
}
