//! SAN read and resolved. A move as archives write it is read by one short path; everything else that
//! people write goes through the lenient grammar of `san_forms`.

use crate::{
    notation::{Forms, san_forms},
    rules::{
        Bitboard, File, Move, MoveSpec, PieceSpec, Position, Rank, Role, Side, Square, Unresolved,
    },
    text::without_hidden,
};

/// A move as written, not yet resolved in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct San {
    /// The move.
    pub spec: MoveSpec,
    /// The sign at the end.
    pub sign: Sign,
    /// The departures from the standard.
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
    /// Reads a move in any form; `None` for any other text.
    pub fn read(text: &[u8]) -> Option<Self> {
        Self::read_visible(text).or_else(|| {
            let visible = without_hidden(text);
            if visible.len() < text.len() { Self::read_visible(&visible) } else { None }
        })
    }

    fn read_visible(text: &[u8]) -> Option<Self> {
        Self::read_standard(text).or_else(|| san_forms::read(text))
    }

    /// Reads a move written as the standard has it, without annotation signs.
    pub fn read_standard(text: &[u8]) -> Option<Self> {
        let (body, sign) = match text {
            [body @ .., b'+'] => (body, Sign::Check),
            [body @ .., b'#'] => (body, Sign::Mate),
            body => (body, Sign::None),
        };
        let spec = match body {
            b"O-O" => MoveSpec::Castle(Side::King),
            b"O-O-O" => MoveSpec::Castle(Side::Queen),
            [b'a'..=b'h', ..] => MoveSpec::Piece(pawn_move(body)?),
            [letter, rest @ ..] => MoveSpec::Piece(piece_move(ROLES[usize::from(*letter)]?, rest)?),
            [] => return None,
        };
        Some(Self { spec, sign, forms: Forms::NONE })
    }

    /// The move in this position.
    ///
    /// # Errors
    /// When no legal move fits, or more than one.
    #[inline(always)]
    pub fn resolve<P: Position>(&self, position: &P) -> Result<Move, Unresolved> {
        self.spec.resolve(position)
    }
}

/// The roles by their English letters; no pawn has one.
pub(crate) static ROLES: [Option<Role>; 256] = {
    let mut roles = [None; 256];
    roles[b'N' as usize] = Some(Role::Knight);
    roles[b'B' as usize] = Some(Role::Bishop);
    roles[b'R' as usize] = Some(Role::Rook);
    roles[b'Q' as usize] = Some(Role::Queen);
    roles[b'K' as usize] = Some(Role::King);
    roles
};

/// `e4`, `exd5`, `e8=Q`, `exd8=Q`
fn pawn_move(text: &[u8]) -> Option<PieceSpec> {
    let (body, promotion) = match text {
        [body @ .., b'=', letter @ b'A'..=b'Z'] => (body, Some(Role::from_letter(*letter)?)),
        body => (body, None),
    };
    let (first, to, capture) = match *body {
        [file, rank] => (file, [file, rank], false),
        [first, b'x', file, rank] => (first, [file, rank], true),
        _ => return None,
    };
    let from = Bitboard::file(File::from_letter(first)?);
    let (role, to) = (Some(Role::Pawn), Square::from_pair(to)?);
    Some(PieceSpec { role, from, to, capture, promotion, board_index: None })
}

/// `f3`, `bd2`, `1e2`, `h4e1` after the letter of a piece, each with or without `x`.
fn piece_move(role: Role, text: &[u8]) -> Option<PieceSpec> {
    let [before @ .., file, rank] = text else { return None };
    let (before, capture) = match before {
        [before @ .., b'x'] => (before, true),
        before => (before, false),
    };
    let from = match *before {
        [] => Bitboard::FULL,
        [letter] => file_or_rank(letter)?,
        [file, rank] => Bitboard::of(Square::from_pair([file, rank])?),
        _ => return None,
    };
    let to = Square::from_pair([*file, *rank])?;
    Some(PieceSpec { role: Some(role), from, to, capture, promotion: None, board_index: None })
}

pub(super) fn file_or_rank(letter: u8) -> Option<Bitboard> {
    match File::from_letter(letter) {
        Some(file) => Some(Bitboard::file(file)),
        None => Some(Bitboard::rank(Rank::from_digit(letter)?)),
    }
}
