//! Pieces on squares, and nothing else: no turn, no castling rights, no history.

use crate::rules::{Bitboard, ByColor, Color, File, Piece, Rank, Role, Square, attacks};

/// The pieces on one board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Board {
    by_role: [Bitboard; 6],
    by_color: ByColor<Bitboard>,
}

impl Board {
    /// An empty board.
    pub fn empty() -> Self {
        Self::default()
    }

    /// A start position with this order of pieces on the first rank, a-file first.
    pub fn start(back_rank: [Role; 8]) -> Self {
        let mut board = Self::empty();
        for (file, role) in File::ALL.into_iter().zip(back_rank) {
            board.put(Square::new(file, Rank::One), Piece { role, color: Color::White });
            board.put(Square::new(file, Rank::Eight), Piece { role, color: Color::Black });
            let pawn = |color| Piece { role: Role::Pawn, color };
            board.put(Square::new(file, Rank::Two), pawn(Color::White));
            board.put(Square::new(file, Rank::Seven), pawn(Color::Black));
        }
        board
    }

    /// The squares of all pieces of a role.
    pub fn role(&self, role: Role) -> Bitboard {
        self.by_role[role as usize]
    }

    /// The squares of all pieces of a side.
    pub fn color(&self, color: Color) -> Bitboard {
        self.by_color[color]
    }

    /// The squares of a side's pieces of a role.
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.by_color[color] & self.by_role[role as usize]
    }

    /// A side's queens and rooks, which attack along ranks and files.
    pub fn straight_sliders(&self, color: Color) -> Bitboard {
        (self.role(Role::Rook) | self.role(Role::Queen)) & self.color(color)
    }

    /// A side's queens and bishops, which attack along diagonals.
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        (self.role(Role::Bishop) | self.role(Role::Queen)) & self.color(color)
    }

    /// The squares of all pieces.
    pub fn occupied(&self) -> Bitboard {
        self.by_color.white | self.by_color.black
    }

    /// The square of a side's king, if it has exactly one.
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).single()
    }

    /// The role of the piece on a square.
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        if !self.occupied().has(square) {
            return None;
        }
        // A sum is quicker than a search from role to role: it has no branch that the processor could mispredict.
        let on = |role: Role| usize::from(self.by_role[role as usize].has(square));
        let index = on(Role::Knight)
            + 2 * on(Role::Bishop)
            + 3 * on(Role::Rook)
            + 4 * on(Role::Queen)
            + 5 * on(Role::King);
        Role::ALL.get(index).copied()
    }

    /// The side of the piece on a square.
    pub fn color_at(&self, square: Square) -> Option<Color> {
        if self.by_color.white.has(square) {
            Some(Color::White)
        } else if self.by_color.black.has(square) {
            Some(Color::Black)
        } else {
            None
        }
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = self.color_at(square)?;
        self.role_at(square).map(|role| Piece { role, color })
    }

    /// Puts a piece on a square and removes the piece that was there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.clear(square);
        self.toggle(square, piece);
    }

    /// Removes the piece on a square, if there is one.
    pub fn clear(&mut self, square: Square) {
        if let Some(piece) = self.piece_at(square) {
            self.toggle(square, piece);
        }
    }

    /// Puts a piece on an empty square, or removes exactly this piece.
    pub fn toggle(&mut self, square: Square, piece: Piece) {
        self.by_role[piece.role as usize].toggle(square);
        self.by_color[piece.color].toggle(square);
    }

    /// Moves a piece to an empty square.
    #[inline]
    pub fn shift(&mut self, from: Square, to: Square, piece: Piece) {
        let both = Bitboard::of(from) | Bitboard::of(to);
        self.by_role[piece.role as usize] ^= both;
        self.by_color[piece.color] ^= both;
    }

    /// Every piece with its square, a1 first.
    pub fn all_pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// A side's sliders that would attack a square on an empty board. Most squares have none or one: testing them one by
    /// one is quicker than a lookup in the large tables of slider attacks.
    #[inline]
    pub fn aligned_sliders(&self, square: Square, by: Color) -> Bitboard {
        (attacks::straights(square) & self.straight_sliders(by))
            | (attacks::diagonals(square) & self.diagonal_sliders(by))
    }

    /// The pieces of a side that attack a square when `occupied` squares block.
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let straight = attacks::rook(square, occupied) & self.straight_sliders(by);
        let diagonal = attacks::bishop(square, occupied) & self.diagonal_sliders(by);
        let leapers = (attacks::knight(square) & self.role(Role::Knight))
            | (attacks::king(square) & self.role(Role::King))
            | (attacks::pawn(!by, square) & self.role(Role::Pawn));
        straight | diagonal | (leapers & self.color(by))
    }
}
