//! Pieces on squares, and nothing else: no turn, no rights, no history. The brick of every variant.

use crate::rules::{Bitboard, ByColor, Color, File, Piece, Rank, Role, Square, attacks};

/// Where the pieces stand.
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

    /// The pieces as a game begins, with this order of pieces on the first rank, a-file first.
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

    /// All pieces of a kind, of both sides.
    pub fn role(&self, role: Role) -> Bitboard {
        self.by_role[role as usize]
    }

    /// All pieces of a side.
    pub fn color(&self, color: Color) -> Bitboard {
        self.by_color[color]
    }

    /// A side's pieces of a kind.
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.by_color[color] & self.by_role[role as usize]
    }

    /// Both sides' queens and rooks of one side: all that strikes along ranks and files.
    pub fn straight_sliders(&self, color: Color) -> Bitboard {
        (self.role(Role::Rook) | self.role(Role::Queen)) & self.color(color)
    }

    /// A side's queens and bishops: all that strikes along diagonals.
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        (self.role(Role::Bishop) | self.role(Role::Queen)) & self.color(color)
    }

    /// Every square with a piece on it.
    pub fn occupied(&self) -> Bitboard {
        self.by_color.white | self.by_color.black
    }

    /// A side's king, if it has just one.
    pub fn king(&self, color: Color) -> Option<Square> {
        self.pieces(color, Role::King).single()
    }

    /// The kind of piece on a square.
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        if !self.occupied().has(square) {
            return None;
        }
        // Counting is quicker than looking from kind to kind: nothing needs to be guessed by the processor.
        let on = |role: Role| usize::from(self.by_role[role as usize].has(square));
        let kind = on(Role::Knight)
            + 2 * on(Role::Bishop)
            + 3 * on(Role::Rook)
            + 4 * on(Role::Queen)
            + 5 * on(Role::King);
        Role::ALL.get(kind).copied()
    }

    /// The side that has a piece on a square.
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

    /// Puts a piece on a square, in place of what was there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.clear(square);
        self.toggle(square, piece);
    }

    /// Takes away what stands on a square.
    pub fn clear(&mut self, square: Square) {
        if let Some(piece) = self.piece_at(square) {
            self.toggle(square, piece);
        }
    }

    /// Puts a piece on an empty square, or takes exactly that piece away.
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

    /// A side's sliders that would strike a square on an empty board. Most squares have none or one: to look at them one by
    /// one is quicker than to ask the large tables what a slider strikes.
    #[inline]
    pub fn aligned_sliders(&self, square: Square, by: Color) -> Bitboard {
        (attacks::straights(square) & self.straight_sliders(by))
            | (attacks::diagonals(square) & self.diagonal_sliders(by))
    }

    /// The pieces of a side that strike a square when `occupied` are the squares that block.
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let straight = attacks::rook(square, occupied) & self.straight_sliders(by);
        let diagonal = attacks::bishop(square, occupied) & self.diagonal_sliders(by);
        let leapers = (attacks::knight(square) & self.role(Role::Knight))
            | (attacks::king(square) & self.role(Role::King))
            | (attacks::pawn(!by, square) & self.role(Role::Pawn));
        straight | diagonal | (leapers & self.color(by))
    }
}
