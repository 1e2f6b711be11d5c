//! SAN read and resolved. A move as archives write it is read by one short path; everything else that
//! people write goes through the lenient grammar of `san_forms`.

use crate::{
    notation::{Forms, san_forms},
    rules::{
        Bitboard, Chess, File, Move, MoveSpec, PieceSpec, Rank, Role, Side, Square, Unresolved,
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
            [letter, rest @ ..] => {
                MoveSpec::Piece(piece_move(FIRST_LETTERS[usize::from(*letter)].role?, rest)?)
            }
            [] => return None,
        };
        Some(Self { spec, sign, forms: Forms::NONE })
    }

    /// The move in this position.
    ///
    /// # Errors
    /// When no legal move fits, or more than one.
    #[inline(always)]
    pub fn resolve(&self, position: &Chess) -> Result<Move, Unresolved> {
        self.spec.resolve(position)
    }
}

/// A move with nothing but a capture sign between its first letter and its target, such as `Nf3`, `Qxd5`, `e4` and `exd5`, as nearly
/// all are. Pawns and pieces are read alike: the processor cannot predict which comes next.
pub(crate) struct PlainMove {
    pub(crate) letter: &'static FirstLetter,
    pub(crate) captures: bool,
    /// Whether a pawn moves straight ahead.
    pub(crate) pushes: bool,
    pub(crate) to: Option<Square>,
    /// Its length without a sign.
    pub(crate) length: usize,
    /// The sign behind the target, or a blank.
    pub(crate) sign: u8,
    /// Whether the word ends there.
    pub(crate) is_whole: bool,
}

impl PlainMove {
    /// The move with which eight bytes begin.
    #[inline(always)]
    pub(crate) fn at(window: u64) -> Self {
        let [first, second, ..] = window.to_le_bytes();
        let letter = &FIRST_LETTERS[usize::from(first)];
        let captures = second == b'x';
        let (before, pushes) = if captures { (2, false) } else { (letter.length, letter.is_pawn) };
        let [file, rank, sign, after, ..] = (window >> ((8 * before) & 63)).to_le_bytes();
        Self {
            letter,
            captures,
            pushes,
            to: Square::from_pair([file, rank]),
            length: before + 2,
            sign,
            // Both signs come before the digits.
            is_whole: sign <= b' ' || (sign < b'0' && after <= b' '),
        }
    }
}

/// What the first letter of a move says.
#[derive(Clone, Copy)]
pub(crate) struct FirstLetter {
    pub(crate) role: Option<Role>,
    is_pawn: bool,
    /// How many bytes stand before the target if nothing is captured.
    length: usize,
    /// The squares from which the piece can come.
    pub(crate) among: Bitboard,
    /// The squares on which a pawn promotes.
    pub(crate) not_to: Bitboard,
}

static FIRST_LETTERS: [FirstLetter; 256] = {
    let (among, not_to) = (Bitboard::FULL, Bitboard::EMPTY);
    let piece = FirstLetter { role: None, is_pawn: false, length: 1, among, not_to };
    let mut letters = [piece; 256];
    letters[b'N' as usize].role = Some(Role::Knight);
    letters[b'B' as usize].role = Some(Role::Bishop);
    letters[b'R' as usize].role = Some(Role::Rook);
    letters[b'Q' as usize].role = Some(Role::Queen);
    letters[b'K' as usize].role = Some(Role::King);
    let mut file = 0;
    while file < 8 {
        let (role, among) = (Some(Role::Pawn), Bitboard::file(File::ALL[file]));
        let not_to = Bitboard::EDGE_RANKS;
        letters[b'a' as usize + file] =
            FirstLetter { role, is_pawn: true, length: 0, among, not_to };
        file += 1;
    }
    letters
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
    Some(PieceSpec { role, from, to, capture, promotion })
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
    Some(PieceSpec { role: Some(role), from, to, capture, promotion: None })
}

pub(super) fn file_or_rank(letter: u8) -> Option<Bitboard> {
    match File::from_letter(letter) {
        Some(file) => Some(Bitboard::file(file)),
        None => Some(Bitboard::rank(Rank::from_digit(letter)?)),
    }
}
