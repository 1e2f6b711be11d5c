//! SAN read and resolved. A move as archives write it is read by one short path; everything else that
//! people write goes through the forgiving grammar of `san_forms`.

use crate::{
    notation::{Forms, san_forms},
    rules::{Bitboard, Board, File, Layer, Manner, Move, Position, Rank, Role, Side, Square},
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

/// What a written move asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// Castling.
    Castle(Side),
    /// A man goes to a square.
    Go(Going),
}

/// A man goes to a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Going {
    /// What goes; `None` where only squares are given, as in `e2e4`.
    pub role: Option<Role>,
    /// Where it may stand: a file, a rank, a square, or anywhere.
    pub from: Bitboard,
    /// Where it goes.
    pub to: Square,
    /// Whether a capture is written.
    pub capture: bool,
    /// What the pawn becomes.
    pub promotion: Option<Role>,
    /// The board it is made on, where that is said.
    pub layer: Option<Layer>,
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

/// Why a written move is no move here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unresolved {
    /// No legal move fits.
    Nothing,
    /// Men on all these squares fit.
    Ambiguous(Bitboard),
    /// The pawn arrives, but what it becomes is not said.
    PromotionMissing,
    /// A piece is named that no pawn becomes, or that is named for a move that promotes nothing.
    PromotionImpossible,
}

impl San {
    /// Reads a move in any form that people write; `None` where no move can be made out.
    pub fn read(text: &[u8]) -> Option<Self> {
        Self::read_standard(text).or_else(|| san_forms::read(text))
    }

    /// Reads a move written as the standard has it, without annotation signs.
    #[inline]
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
    #[inline]
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
#[inline]
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
#[inline]
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

impl Wish {
    /// The move that is meant in this position.
    ///
    /// # Errors
    /// When no legal move fits, or more than one.
    #[inline]
    pub fn resolve<P: Position>(&self, position: &P) -> Result<Move, Unresolved> {
        match *self {
            Self::Castle(side) => position.castling_move(side).ok_or(Unresolved::Nothing),
            Self::Go(going) => match (position.boards(), going.role) {
                ([board], Some(role)) => going.resolve_fast(position, board, role),
                _ => going.resolve_among(&position.legal_moves()),
            },
        }
    }
}

impl Going {
    /// From the target square backwards: no list of legal moves is made.
    #[inline]
    fn resolve_fast<P: Position>(
        &self,
        position: &P,
        board: &Board,
        role: Role,
    ) -> Result<Move, Unresolved> {
        let movers = position.movers(role, self.to, self.from);
        match movers.single() {
            Some(from) => self.complete(board, role, from),
            None if movers.is_empty() => Err(Unresolved::Nothing),
            None => Err(Unresolved::Ambiguous(movers)),
        }
    }

    /// A legal arrival made into a move: what is taken, and what a pawn becomes.
    #[inline]
    fn complete(&self, board: &Board, role: Role, from: Square) -> Result<Move, Unresolved> {
        let (to, promotion) = (self.to, self.promotion);
        let capture = if board.occupied().has(to) { board.role_at(to) } else { None };
        let plain =
            Move { role, from, to, capture, promotion, manner: Manner::Plain, layer: Layer::FIRST };
        if role != Role::Pawn {
            return if promotion.is_none() {
                Ok(plain)
            } else {
                Err(Unresolved::PromotionImpossible)
            };
        }
        let arrives = matches!(to.rank(), Rank::One | Rank::Eight);
        match promotion {
            None if arrives => Err(Unresolved::PromotionMissing),
            None if capture.is_none() && from.file() != to.file() => {
                Ok(Move { capture: Some(Role::Pawn), manner: Manner::EnPassant, ..plain })
            }
            None => Ok(plain),
            Some(Role::King | Role::Pawn) => Err(Unresolved::PromotionImpossible),
            Some(_) if !arrives => Err(Unresolved::PromotionImpossible),
            Some(_) => Ok(plain),
        }
    }

    /// Where squares alone do not tell who goes: several boards, or coordinates without a piece.
    fn resolve_among(&self, moves: &[Move]) -> Result<Move, Unresolved> {
        let fitting: Vec<Move> = moves.iter().copied().filter(|mv| self.fits(*mv)).collect();
        let Some(first) = fitting.first() else { return Err(Unresolved::Nothing) };
        let same_man = |mv: &Move| (mv.from, mv.layer) == (first.from, first.layer);
        if !fitting.iter().all(same_man) {
            return Err(Unresolved::Ambiguous(fitting.iter().map(|mv| mv.from).collect()));
        }
        match fitting.iter().find(|mv| mv.promotion == self.promotion) {
            Some(mv) => Ok(*mv),
            None if self.promotion.is_none() => Err(Unresolved::PromotionMissing),
            None => Err(Unresolved::PromotionImpossible),
        }
    }

    /// Whether a move does what is asked, its promotion apart. Coordinates may give castling as the
    /// king's two steps or as king takes rook.
    fn fits(&self, mv: Move) -> bool {
        let lands = mv.to == self.to || (mv.manner == Manner::Castle && mv.target() == self.to);
        lands
            && self.from.has(mv.from)
            && self.role.is_none_or(|role| role == mv.role && mv.manner != Manner::Castle)
            && self.layer.is_none_or(|layer| layer == mv.layer)
    }
}
