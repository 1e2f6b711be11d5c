//! Who attacks what on a board, found out while the terms of the pieces are counted.

use crate::engine::pawns::PawnSides;
use crate::engine::terms::{Tally, TermCounter, seen_from, term};
use crate::rules::{Bitboard, Board, ByColor, Color, Rank, Role, Square, attacks};

/// The wings of both kings: a square is worth something else if they are on different ones.
#[derive(Debug, Clone, Copy, Default)]
struct Wings {
    /// The bits that mirror the files so that the own king is on the right.
    mirror: usize,
    /// Whether the enemy king is on the other wing.
    opposite: usize,
}

impl Wings {
    fn of(own: Option<Square>, enemy: Option<Square>) -> Self {
        let is_left = |king: Square| usize::from((king.file() as u8) < 4);
        let (Some(own), Some(enemy)) = (own, enemy) else { return Self::default() };
        Self { mirror: 7 * is_left(own), opposite: is_left(own) ^ is_left(enemy) }
    }

    /// The term of a piece on a square that its side sees.
    #[inline]
    fn square_term(self, role: Role, seen: Square) -> usize {
        term::SQUARES + role as usize * 128 + self.opposite * 64 + (seen.index() ^ self.mirror)
    }
}

/// What the terms need to know of a board: who attacks what.
pub(super) struct Survey<'a> {
    pub(super) board: &'a Board,
    pub(super) occupied: Bitboard,
    pub(super) pawns: PawnSides,
    pub(super) kings: ByColor<Option<Square>>,
    wings: ByColor<Wings>,
    /// The squares around each king and before it.
    zones: ByColor<Bitboard>,
    /// The squares attacked by each role.
    pub(super) by_role: ByColor<[Bitboard; 6]>,
    pub(super) attacked: ByColor<Bitboard>,
    pub(super) twice: ByColor<Bitboard>,
    /// The weight of the pieces of a side that attack the enemy's zone.
    pub(super) pressure: ByColor<i32>,
}

impl<'a> Survey<'a> {
    pub(super) fn of(board: &'a Board) -> Self {
        let kings = ByColor { white: board.king(Color::White), black: board.king(Color::Black) };
        let zone = |color: Color| {
            let around = kings[color]
                .map_or(Bitboard::EMPTY, |king| attacks::king(king) | Bitboard::of(king));
            around | around.forward(color)
        };
        Self {
            board,
            occupied: board.occupied(),
            pawns: PawnSides::of(board),
            kings,
            wings: ByColor {
                white: Wings::of(kings.white, kings.black),
                black: Wings::of(kings.black, kings.white),
            },
            zones: ByColor { white: zone(Color::White), black: zone(Color::Black) },
            by_role: ByColor { white: [Bitboard::EMPTY; 6], black: [Bitboard::EMPTY; 6] },
            attacked: ByColor { white: Bitboard::EMPTY, black: Bitboard::EMPTY },
            twice: ByColor { white: Bitboard::EMPTY, black: Bitboard::EMPTY },
            pressure: ByColor { white: 0, black: 0 },
        }
    }

    /// The terms of the pieces, by which the survey learns what they attack.
    #[inline(always)]
    pub(super) fn count_pieces_of(&mut self, color: Color, counter: &mut impl TermCounter) {
        let mut tally = Tally::of(counter, color);
        self.count_pawns_and_king(color, &mut tally);
        self.count_pieces(color, &mut tally);
    }

    /// Notes the squares that a piece attacks.
    #[inline(always)]
    fn note(&mut self, color: Color, role: Role, squares: Bitboard) {
        self.twice[color] |= self.attacked[color] & squares;
        self.attacked[color] |= squares;
        self.by_role[color][role as usize] |= squares;
    }

    #[inline(always)]
    fn count_square<C: TermCounter>(
        &self,
        color: Color,
        role: Role,
        square: Square,
        tally: &mut Tally<'_, C>,
    ) {
        tally.add(term::MATERIAL + role as usize, 1);
        tally.add(self.wings[color].square_term(role, seen_from(color, square)), 1);
    }

    #[inline(always)]
    fn count_pawns_and_king<C: TermCounter>(&mut self, color: Color, tally: &mut Tally<'_, C>) {
        for square in self.board.pieces(color, Role::Pawn) {
            self.count_square(color, Role::Pawn, square, tally);
        }
        let side = *self.pawns.of_side(color);
        self.note(color, Role::Pawn, side.attacks);
        self.twice[color] |= side.attacks_left & side.attacks_right;
        for square in self.board.pieces(color, Role::King) {
            self.count_square(color, Role::King, square, tally);
            self.note(color, Role::King, attacks::king(square));
        }
    }

    #[inline(always)]
    fn count_pieces<C: TermCounter>(&mut self, color: Color, tally: &mut Tally<'_, C>) {
        let queens = self.board.pieces(color, Role::Queen);
        let rooks = self.board.pieces(color, Role::Rook);
        // Pieces of the same kind of move support each other through one another.
        for (role, first_weight, through) in [
            (Role::Knight, term::KNIGHT_MOBILITY, Bitboard::EMPTY),
            (Role::Bishop, term::BISHOP_MOBILITY, queens),
            (Role::Rook, term::ROOK_MOBILITY, queens | rooks),
            (Role::Queen, term::QUEEN_MOBILITY, Bitboard::EMPTY),
        ] {
            let area = self.mobility_area(color);
            for from in self.board.pieces(color, role) {
                self.count_square(color, role, from, tally);
                let reached = attacks::of(role, color, from, self.occupied - through);
                self.note(color, role, reached);
                tally.add(first_weight + (reached & area).count() as usize, 1);
                let near_king = reached & self.zones[!color];
                tally.count(term::ZONE_ATTACK + role as usize - 1, near_king);
                self.note_pressure(color, role, near_king);
            }
        }
        self.count_minors(color, tally);
        self.count_rooks(color, tally);
    }

    /// The squares a piece can use: not those of the king and of pawns that cannot move, nor those that pawns attack.
    #[inline(always)]
    fn mobility_area(&self, color: Color) -> Bitboard {
        let side = self.pawns.of_side(color);
        let low = Bitboard::rank(Rank::Two.relative_to(color))
            | Bitboard::rank(Rank::Three.relative_to(color));
        let stuck = side.pawns & (self.occupied.forward(!color) | low);
        !(stuck | self.board.pieces(color, Role::King) | self.pawns.of_side(!color).attacks)
    }

    #[inline(always)]
    fn note_pressure(&mut self, color: Color, role: Role, near_king: Bitboard) {
        const BY_ROLE: [i32; 6] = [0, 4, 3, 4, 5, 0];
        if near_king.is_any() {
            self.pressure[color] += BY_ROLE[role as usize];
        }
    }

    #[inline(always)]
    fn count_minors<C: TermCounter>(&self, color: Color, tally: &mut Tally<'_, C>) {
        let bishops = self.board.pieces(color, Role::Bishop);
        let side = self.pawns.of_side(color);
        let shade =
            |square| if Bitboard::DARK.has(square) { Bitboard::DARK } else { !Bitboard::DARK };
        for bishop in bishops {
            tally.count(term::BISHOP_PAWNS, side.pawns & shade(bishop));
        }
        let safe = outpost_ranks(color) - self.pawns.of_side(!color).attack_span;
        for (role, offset) in [(Role::Knight, 0), (Role::Bishop, 2)] {
            let outposts = self.board.pieces(color, role) & safe;
            tally.count(term::OUTPOST + offset, outposts & side.attacks);
            tally.count(term::OUTPOST + offset + 1, outposts - side.attacks);
        }
    }

    #[inline(always)]
    fn count_rooks<C: TermCounter>(&self, color: Color, tally: &mut Tally<'_, C>) {
        let rooks = self.board.pieces(color, Role::Rook);
        let half_open = rooks - self.pawns.of_side(color).files;
        let open = half_open - self.pawns.of_side(!color).files;
        tally.count(term::ROOK_FILE, half_open - open);
        tally.count(term::ROOK_FILE + 1, open);
        let behind = self.pawns.of_side(color).passed_behind;
        tally.count(term::ROOK_BEHIND, rooks & behind);
    }
}

fn outpost_ranks(color: Color) -> Bitboard {
    let [four, five, six] =
        [Rank::Four, Rank::Five, Rank::Six].map(|rank| Bitboard::rank(rank.relative_to(color)));
    four | five | six
}
