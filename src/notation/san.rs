//! SAN read and resolved. A move as archives write it is read by one short path; everything else that
//! people write goes through the lenient grammar of `san_forms`.

use crate::{
    notation::{Forms, san_forms},
    rules::{
        Bitboard, File, Move, MoveSpec, PieceSpec, Position, Rank, Role, Side, Square, Unresolved,
    },
    text::{Word, without_hidden},
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
        Word::whole(text).and_then(Self::read_standard).or_else(|| san_forms::read(text))
    }

    /// Reads a move written as the standard has it, without annotation signs. No such move has more than seven letters.
    #[inline(always)]
    pub fn read_standard(word: Word<'_>) -> Option<Self> {
        let length = word.text.len();
        let sign = match word.byte(length - 1) {
            b'+' => Sign::Check,
            b'#' => Sign::Mate,
            _ => Sign::None,
        };
        let length = length - usize::from(sign != Sign::None);
        let spec = match word.byte(0) {
            b'a'..=b'h' => MoveSpec::Piece(pawn_move(word, length)?),
            b'O' => MoveSpec::Castle(castling(word, length)?),
            letter => MoveSpec::Piece(piece_move(ROLES[usize::from(letter)]?, word, length)?),
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

/// The kinds of pieces by their English letters.
static ROLES: [Option<Role>; 256] = {
    let mut roles = [None; 256];
    roles[b'N' as usize] = Some(Role::Knight);
    roles[b'B' as usize] = Some(Role::Bishop);
    roles[b'R' as usize] = Some(Role::Rook);
    roles[b'Q' as usize] = Some(Role::Queen);
    roles[b'K' as usize] = Some(Role::King);
    roles
};

fn castling(word: Word<'_>, length: usize) -> Option<Side> {
    match word.text[..length] {
        [b'O', b'-', b'O'] => Some(Side::King),
        [b'O', b'-', b'O', b'-', b'O'] => Some(Side::Queen),
        _ => None,
    }
}

/// `e4`, `exd5`, `e8=Q`, `exd8=Q`
#[inline(always)]
fn pawn_move(word: Word<'_>, length: usize) -> Option<PieceSpec> {
    let [first, second, third, fourth, fifth, sixth, ..] = word.bytes();
    let (target, capture, promotion) = match length {
        2 => (word.pair(0), false, None),
        4 if second == b'x' => (word.pair(2), true, None),
        4 if third == b'=' => (word.pair(0), false, Some(promoted(fourth)?)),
        6 if second == b'x' && fifth == b'=' => (word.pair(2), true, Some(promoted(sixth)?)),
        _ => return None,
    };
    Some(PieceSpec {
        role: Some(Role::Pawn),
        from: Bitboard::file(File::from_letter(first)?),
        to: Square::from_pair(target)?,
        capture,
        promotion,
        board_index: None,
    })
}

fn promoted(letter: u8) -> Option<Role> {
    if letter.is_ascii_uppercase() { Role::from_letter(letter) } else { None }
}

/// A piece's letter and `f3`, `bd2`, `1e2`, `h4e1`, each with or without `x`.
#[inline(always)]
fn piece_move(role: Role, word: Word<'_>, length: usize) -> Option<PieceSpec> {
    // The usual forms have their targets at fixed places, so that reading them does not wait for the length.
    let (from, target, capture) = match length {
        3 => (Bitboard::FULL, word.pair(1), false),
        4 if word.byte(1) == b'x' => (Bitboard::FULL, word.pair(2), true),
        _ => {
            let (from, capture) = origin(word, length)?;
            (from, word.pair(length - 2), capture)
        }
    };
    let to = Square::from_pair(target)?;
    Some(PieceSpec { role: Some(role), from, to, capture, promotion: None, board_index: None })
}

/// The text between the letter of a piece and its target: its origin, and whether it captures.
#[inline(never)]
fn origin(word: Word<'_>, length: usize) -> Option<(Bitboard, bool)> {
    let [_, second, third, fourth, ..] = word.bytes();
    match length {
        4 => Some((file_or_rank(second)?, false)),
        5 if third == b'x' => Some((file_or_rank(second)?, true)),
        5 => Some((Bitboard::of(Square::from_pair(word.pair(1))?), false)),
        6 if fourth == b'x' => Some((Bitboard::of(Square::from_pair(word.pair(1))?), true)),
        _ => None,
    }
}

pub(super) fn file_or_rank(letter: u8) -> Option<Bitboard> {
    match File::from_letter(letter) {
        Some(file) => Some(Bitboard::file(file)),
        None => Some(Bitboard::rank(Rank::from_digit(letter)?)),
    }
}
