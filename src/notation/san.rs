//! SAN read and resolved. A move as archives write it is read by one short path; everything else that
//! people write goes through the forgiving grammar of `san_forms`.

use crate::{
    notation::{Forms, san_forms},
    rules::{Bitboard, File, Going, Move, Position, Rank, Role, Side, Square, Unresolved, Wish},
};

/// A move as written, understood but not yet found on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct San {
    /// What is to be done.
    pub wish: Wish,
    /// The sign at the end.
    pub sign: Sign,
    /// How the writing differs from the standard's.
    pub forms: Forms,
}

/// The sign for check or mate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// No sign.
    None,
    /// `+`
    Check,
    /// `#`
    Mate,
    /// `++`, which once meant double check and sometimes mate.
    DoublePlus,
}

impl San {
    /// Reads a move in any form that people write; `None` where no move can be made out.
    pub fn read(text: &[u8]) -> Option<Self> {
        Self::read_standard(text).or_else(|| san_forms::read(text))
    }

    /// Reads a move written as the standard has it, without annotation signs.
    #[inline(always)]
    pub fn read_standard(text: &[u8]) -> Option<Self> {
        let (body, sign) = match text {
            [body @ .., b'+'] => (body, Sign::Check),
            [body @ .., b'#'] => (body, Sign::Mate),
            _ => (text, Sign::None),
        };
        let wish = match *body.first()? {
            b'a'..=b'h' => Wish::Go(pawn_move(body)?),
            b'N' => Wish::Go(piece_move(Role::Knight, &body[1..])?),
            b'B' => Wish::Go(piece_move(Role::Bishop, &body[1..])?),
            b'R' => Wish::Go(piece_move(Role::Rook, &body[1..])?),
            b'Q' => Wish::Go(piece_move(Role::Queen, &body[1..])?),
            b'K' => Wish::Go(piece_move(Role::King, &body[1..])?),
            b'O' => Wish::Castle(castling(body)?),
            _ => return None,
        };
        Some(Self { wish, sign, forms: Forms::NONE })
    }

    /// The move that is meant in this position.
    ///
    /// # Errors
    /// When no legal move fits, or more than one.
    #[inline(always)]
    pub fn resolve<P: Position>(&self, position: &P) -> Result<Move, Unresolved> {
        self.wish.resolve(position)
    }
}

fn castling(body: &[u8]) -> Option<Side> {
    match body {
        b"O-O" => Some(Side::King),
        b"O-O-O" => Some(Side::Queen),
        _ => None,
    }
}

#[inline]
fn square(file: u8, rank: u8) -> Option<Square> {
    let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
    if file < 8 && rank < 8 { Square::from_index(rank * 8 + file) } else { None }
}

/// `e4`, `exd5`, `e8=Q`, `exd8=Q`
#[inline(always)]
fn pawn_move(body: &[u8]) -> Option<Going> {
    let (body, promotion) = match body {
        [body @ .., b'=', letter] if letter.is_ascii_uppercase() => {
            (body, Some(Role::from_letter(*letter)?))
        }
        _ => (body, None),
    };
    let (from, file, rank, capture) = match *body {
        [file, rank] => (file, file, rank, false),
        [from, b'x', file, rank] => (from, file, rank, true),
        _ => return None,
    };
    Some(Going {
        role: Some(Role::Pawn),
        from: Bitboard::file(File::from_letter(from)?),
        to: square(file, rank)?,
        capture,
        promotion,
        layer: None,
    })
}

/// What follows the piece's letter: `f3`, `bd2`, `1e2`, `h4e1`, each with or without `x`.
#[inline(always)]
fn piece_move(role: Role, body: &[u8]) -> Option<Going> {
    let [origin @ .., file, rank] = body else { return None };
    let (origin, capture) = match origin {
        [origin @ .., b'x'] => (origin, true),
        _ => (origin, false),
    };
    let from = match *origin {
        [] => Bitboard::FULL,
        [one] => file_or_rank(one)?,
        [file, rank] => Bitboard::of(square(file, rank)?),
        _ => return None,
    };
    let to = square(*file, *rank)?;
    Some(Going { role: Some(role), from, to, capture, promotion: None, layer: None })
}

pub(super) fn file_or_rank(letter: u8) -> Option<Bitboard> {
    match File::from_letter(letter) {
        Some(file) => Some(Bitboard::file(file)),
        None => Some(Bitboard::rank(Rank::from_digit(letter)?)),
    }
}
