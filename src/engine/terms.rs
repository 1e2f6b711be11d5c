//! The terms of the evaluation: what is counted on a board. Each term has a weight (see `weights`), so that an
//! evaluation is a sum of counts times weights, and the weights can be tuned on games.

use crate::engine::pawns::{self, PawnSides};
use crate::rules::{Bitboard, Board, ByColor, Color, File, Rank, Role, Square, attacks};

/// Receives the terms of a board.
pub trait TermCounter {
    /// Adds `times` to the count of a term: positive for White, negative for Black.
    fn add(&mut self, term: usize, times: i32);
}

/// The terms, each the index of its first weight. The numbers of weights are in [`SECTIONS`].
pub(super) mod term {
    pub(in crate::engine) const MATERIAL: usize = 0;
    pub(in crate::engine) const SQUARES: usize = MATERIAL + 6;
    pub(in crate::engine) const KNIGHT_MOBILITY: usize = SQUARES + 6 * 32;
    pub(in crate::engine) const BISHOP_MOBILITY: usize = KNIGHT_MOBILITY + 9;
    pub(in crate::engine) const ROOK_MOBILITY: usize = BISHOP_MOBILITY + 14;
    pub(in crate::engine) const QUEEN_MOBILITY: usize = ROOK_MOBILITY + 15;
    pub(in crate::engine) const BISHOP_PAIR: usize = QUEEN_MOBILITY + 28;
    pub(in crate::engine) const BISHOP_PAWNS: usize = BISHOP_PAIR + 1;
    pub(in crate::engine) const OUTPOST: usize = BISHOP_PAWNS + 1;
    pub(in crate::engine) const ROOK_FILE: usize = OUTPOST + 4;
    pub(in crate::engine) const ROOK_BEHIND: usize = ROOK_FILE + 2;
    pub(in crate::engine) const DOUBLED: usize = ROOK_BEHIND + 1;
    pub(in crate::engine) const ISOLATED: usize = DOUBLED + 1;
    pub(in crate::engine) const BACKWARD: usize = ISOLATED + 2;
    pub(in crate::engine) const CONNECTED: usize = BACKWARD + 2;
    pub(in crate::engine) const PASSED: usize = CONNECTED + 16;
    pub(in crate::engine) const PASSED_STOPPED: usize = PASSED + 8;
    pub(in crate::engine) const PASSED_FREE: usize = PASSED_STOPPED + 8;
    pub(in crate::engine) const OWN_KING_NEAR: usize = PASSED_FREE + 8;
    pub(in crate::engine) const ENEMY_KING_NEAR: usize = OWN_KING_NEAR + 8;
    pub(in crate::engine) const CANDIDATE: usize = ENEMY_KING_NEAR + 8;
    pub(in crate::engine) const UNSTOPPABLE: usize = CANDIDATE + 8;
    pub(in crate::engine) const SHELTER: usize = UNSTOPPABLE + 1;
    pub(in crate::engine) const STORM: usize = SHELTER + 32;
    pub(in crate::engine) const DANGER: usize = STORM + 32;
    pub(in crate::engine) const PAWN_THREAT: usize = DANGER + 3;
    pub(in crate::engine) const MINOR_THREAT: usize = PAWN_THREAT + 6;
    pub(in crate::engine) const ROOK_THREAT: usize = MINOR_THREAT + 6;
    pub(in crate::engine) const KING_THREAT: usize = ROOK_THREAT + 6;
    pub(in crate::engine) const HANGING: usize = KING_THREAT + 1;
    pub(in crate::engine) const PUSH_THREAT: usize = HANGING + 1;
    pub(in crate::engine) const SPACE: usize = PUSH_THREAT + 1;
    pub(in crate::engine) const TEMPO: usize = SPACE + 1;
    pub(in crate::engine) const END: usize = TEMPO + 1;
}

/// The number of weights.
pub const TERMS: usize = term::END;

/// The names of the terms, and how many weights each has.
pub const SECTIONS: [(&str, usize); 33] = [
    ("material", 6),
    ("squares of each role from a1 to d1, then a2: left and right are alike", 6 * 32),
    ("knight mobility", 9),
    ("bishop mobility", 14),
    ("rook mobility", 15),
    ("queen mobility", 28),
    ("bishop pair", 1),
    ("own pawns on the bishop's colour", 1),
    ("outposts: knight, bishop, each held by a pawn or not", 4),
    ("rook on a half-open and an open file", 2),
    ("rook behind a passed pawn", 1),
    ("doubled pawn", 1),
    ("isolated pawn, on a closed and a half-open file", 2),
    ("backward pawn, on a closed and a half-open file", 2),
    ("pawn held by a pawn and pawn beside a pawn, by rank", 16),
    ("passed pawn, by rank", 8),
    ("passed pawn that is stopped, by rank", 8),
    ("passed pawn with a free way, by rank", 8),
    ("own king by distance to a passed pawn", 8),
    ("enemy king by distance to a passed pawn", 8),
    ("candidate passed pawn, by rank", 8),
    ("unstoppable pawn", 1),
    ("king's own pawns, by file from the edge and rank", 32),
    ("enemy pawns near the king, by file from the edge and rank", 32),
    ("danger to the king, its square, and an attack without queen", 3),
    ("pieces attacked by pawns", 6),
    ("pieces attacked by minor pieces", 6),
    ("pieces attacked by rooks", 6),
    ("pieces attacked by the king", 1),
    ("hanging pieces", 1),
    ("threats by a pawn's advance", 1),
    ("space", 1),
    ("move", 1),
];

/// The terms of one side, counted with its sign.
pub(super) struct Tally<'a, C> {
    counter: &'a mut C,
    sign: i32,
}

impl<'a, C: TermCounter> Tally<'a, C> {
    pub(super) fn of(counter: &'a mut C, color: Color) -> Self {
        Self { counter, sign: if color == Color::White { 1 } else { -1 } }
    }

    #[inline]
    pub(super) fn add(&mut self, term: usize, times: i32) {
        self.counter.add(term, self.sign * times);
    }

    #[inline]
    pub(super) fn count(&mut self, term: usize, squares: Bitboard) {
        self.add(term, signed(squares.count()));
    }
}

/// Counts the terms of a board.
pub fn count_terms(board: &Board, counter: &mut impl TermCounter) {
    let mut survey = Survey::of(board);
    // Once for each color and not in a loop: the compiler then makes a copy of the code for each.
    survey.count_pieces_of(Color::White, counter);
    survey.count_pieces_of(Color::Black, counter);
    survey.count_plans_of(Color::White, counter);
    survey.count_plans_of(Color::Black, counter);
}

#[inline(always)]
fn count_square<C: TermCounter>(
    color: Color,
    role: Role,
    square: Square,
    tally: &mut Tally<'_, C>,
) {
    tally.add(term::MATERIAL + role as usize, 1);
    tally.add(term::SQUARES + role as usize * 32 + half_square(color, square), 1);
}

/// The index of a square among those of the left half of the board, onto which the right half is folded.
#[inline]
fn half_square(color: Color, square: Square) -> usize {
    let seen = seen_from(color, square).index();
    let folded = if seen & 4 == 0 { seen & 3 } else { 3 - (seen & 3) };
    (seen >> 3) * 4 + folded
}

/// What the terms need to know of a board: who attacks what.
pub(super) struct Survey<'a> {
    pub(super) board: &'a Board,
    occupied: Bitboard,
    pub(super) pawns: PawnSides,
    kings: ByColor<Option<Square>>,
    /// The squares around each king and before it.
    zones: ByColor<Bitboard>,
    /// The squares attacked by each role.
    by_role: ByColor<[Bitboard; 6]>,
    pub(super) attacked: ByColor<Bitboard>,
    twice: ByColor<Bitboard>,
    /// The weight of the pieces of a side that attack the enemy's zone.
    pressure: ByColor<i32>,
}

impl<'a> Survey<'a> {
    fn of(board: &'a Board) -> Self {
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
            zones: ByColor { white: zone(Color::White), black: zone(Color::Black) },
            by_role: ByColor { white: [Bitboard::EMPTY; 6], black: [Bitboard::EMPTY; 6] },
            attacked: ByColor { white: Bitboard::EMPTY, black: Bitboard::EMPTY },
            twice: ByColor { white: Bitboard::EMPTY, black: Bitboard::EMPTY },
            pressure: ByColor { white: 0, black: 0 },
        }
    }

    /// The terms of the pieces, by which the survey learns what they attack.
    #[inline(always)]
    fn count_pieces_of(&mut self, color: Color, counter: &mut impl TermCounter) {
        let mut tally = Tally::of(counter, color);
        self.count_pawns_and_king(color, &mut tally);
        self.count_pieces(color, &mut tally);
    }

    /// The terms that depend on what both sides attack.
    #[inline(always)]
    fn count_plans_of(&self, color: Color, counter: &mut impl TermCounter) {
        let mut tally = Tally::of(counter, color);
        pawns::count_structure(&self.pawns, color, &mut tally);
        self.count_passed(color, &mut tally);
        self.count_shelter(color, &mut tally);
        self.count_danger(color, &mut tally);
        self.count_threats(color, &mut tally);
        self.count_space(color, &mut tally);
    }

    /// Notes the squares that a piece attacks.
    #[inline(always)]
    fn note(&mut self, color: Color, role: Role, squares: Bitboard) {
        self.twice[color] |= self.attacked[color] & squares;
        self.attacked[color] |= squares;
        self.by_role[color][role as usize] |= squares;
    }

    #[inline(always)]
    fn count_pawns_and_king<C: TermCounter>(&mut self, color: Color, tally: &mut Tally<'_, C>) {
        for square in self.board.pieces(color, Role::Pawn) {
            count_square(color, Role::Pawn, square, tally);
        }
        let side = *self.pawns.of_side(color);
        self.note(color, Role::Pawn, side.attacks);
        self.twice[color] |= side.attacks_left & side.attacks_right;
        for square in self.board.pieces(color, Role::King) {
            count_square(color, Role::King, square, tally);
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
                count_square(color, role, from, tally);
                let reached = attacks::of(role, color, from, self.occupied - through);
                self.note(color, role, reached);
                tally.add(first_weight + (reached & area).count() as usize, 1);
                self.note_pressure(color, role, reached);
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
    fn note_pressure(&mut self, color: Color, role: Role, reached: Bitboard) {
        const BY_ROLE: [i32; 6] = [0, 4, 3, 4, 5, 0];
        if (reached & self.zones[!color]).is_any() {
            self.pressure[color] += BY_ROLE[role as usize];
        }
    }

    #[inline(always)]
    fn count_minors<C: TermCounter>(&self, color: Color, tally: &mut Tally<'_, C>) {
        let bishops = self.board.pieces(color, Role::Bishop);
        tally.add(term::BISHOP_PAIR, i32::from(bishops.more_than_one()));
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

    #[inline(always)]
    fn count_passed<C: TermCounter>(&self, color: Color, tally: &mut Tally<'_, C>) {
        for pawn in self.pawns.of_side(color).passed {
            let rank = rank_for(color, pawn);
            tally.add(term::PASSED + rank, 1);
            let way = pawns::ahead(color, pawn);
            let next = Bitboard::of(pawn).forward(color);
            if (next & self.occupied).is_any() {
                tally.add(term::PASSED_STOPPED + rank, 1);
            } else if (way & (self.attacked[!color] | self.occupied)).is_empty() {
                tally.add(term::PASSED_FREE + rank, 1);
            }
            self.count_escort(color, next.lowest(), rank, tally);
        }
    }

    /// Kings escort a passed pawn or stop it; the more advanced it is, the more they matter.
    #[inline(always)]
    fn count_escort<C: TermCounter>(
        &self,
        color: Color,
        next: Square,
        rank: usize,
        tally: &mut Tally<'_, C>,
    ) {
        let weight = i32::try_from(rank).unwrap_or(0) - 2;
        let (Some(own), Some(enemy)) = (self.kings[color], self.kings[!color]) else { return };
        if weight <= 0 {
            return;
        }
        tally.add(term::OWN_KING_NEAR + distance(own, next), weight);
        tally.add(term::ENEMY_KING_NEAR + distance(enemy, next), weight);
        let pieces =
            self.board.color(!color) - self.board.role(Role::Pawn) - self.board.role(Role::King);
        if pieces.is_empty() && distance(enemy, promotion_square(color, next)) > 8 - rank {
            tally.add(term::UNSTOPPABLE, 1);
        }
    }

    /// The pawns before and around a king, its own and the enemy's.
    #[inline(always)]
    fn count_shelter<C: TermCounter>(&self, color: Color, tally: &mut Tally<'_, C>) {
        let Some(king) = self.kings[color] else { return };
        let centre = (king.file() as u8).clamp(1, 6);
        let (own, enemy) = (self.pawns.of_side(color).pawns, self.pawns.of_side(!color).pawns);
        let before = pawns::ahead_of_rank(color, king);
        for index in centre - 1..=centre + 1 {
            let Some(file) = File::from_index(index) else { continue };
            let on_file = Bitboard::file(file) & before;
            let column = usize::from(index.min(7 - index)) * 8;
            tally.add(term::SHELTER + column + nearest(color, on_file & own), 1);
            tally.add(term::STORM + column + nearest(color, on_file & enemy), 1);
        }
    }

    /// The danger to the enemy king: attackers near it, undefended squares and safe checks.
    #[inline(always)]
    fn count_danger<C: TermCounter>(&self, color: Color, tally: &mut Tally<'_, C>) {
        let Some(king) = self.kings[!color] else { return };
        if self.pressure[color] == 0 {
            return;
        }
        let defended = self.attacked[!color];
        let by_king_alone = self.by_role[!color][Role::King as usize] - self.twice[!color];
        let weak = self.attacked[color] & (by_king_alone | !defended);
        let safe = !self.board.color(color) & (!defended | (by_king_alone & self.twice[color]));
        let units = self.pressure[color]
            + 2 * signed((attacks::king(king) & weak).count())
            + self.safe_checks(color, king, safe);
        tally.add(term::DANGER, units);
        tally.add(term::DANGER + 1, units * units / 8);
        if self.board.pieces(color, Role::Queen).is_empty() {
            tally.add(term::DANGER + 2, units);
        }
    }

    #[inline(always)]
    fn safe_checks(&self, color: Color, king: Square, safe: Bitboard) -> i32 {
        let straight = attacks::rook(king, self.occupied);
        let diagonal = attacks::bishop(king, self.occupied);
        let reach = &self.by_role[color];
        let can = |role: Role, from: Bitboard, units: i32| {
            if (reach[role as usize] & from & safe).is_any() { units } else { 0 }
        };
        can(Role::Knight, attacks::knight(king), 5)
            + can(Role::Bishop, diagonal, 4)
            + can(Role::Rook, straight, 6)
            + can(Role::Queen, straight | diagonal, 5)
    }

    #[inline(always)]
    fn count_threats<C: TermCounter>(&self, color: Color, tally: &mut Tally<'_, C>) {
        let reach = &self.by_role[color];
        let minors = reach[Role::Knight as usize] | reach[Role::Bishop as usize];
        let enemy = self.board.color(!color);
        let held = self.by_role[!color][Role::Pawn as usize];
        for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            let targets = enemy & self.board.role(role);
            let (by_pawn, unheld) = (reach[Role::Pawn as usize], targets - held);
            tally.count(term::PAWN_THREAT + role as usize, targets & by_pawn);
            tally.count(
                term::MINOR_THREAT + role as usize,
                if role as u8 >= 3 { targets } else { unheld } & minors,
            );
            tally.count(
                term::ROOK_THREAT + role as usize,
                if role == Role::Queen { targets } else { unheld } & reach[Role::Rook as usize],
            );
        }
        let loose = enemy & self.attacked[color] & !self.attacked[!color];
        tally.count(term::HANGING, loose);
        tally.count(term::KING_THREAT, loose & reach[Role::King as usize]);
        self.count_push_threats(color, tally);
    }

    /// Pieces that a pawn could attack with its next step.
    #[inline(always)]
    fn count_push_threats<C: TermCounter>(&self, color: Color, tally: &mut Tally<'_, C>) {
        let step = self.pawns.of_side(color).pawns.forward(color) - self.occupied;
        let again =
            (step & Bitboard::rank(Rank::Three.relative_to(color))).forward(color) - self.occupied;
        let enemy_pawns = self.pawns.of_side(!color);
        let safe =
            (step | again) - enemy_pawns.attacks - (self.attacked[!color] & !self.attacked[color]);
        let targets = self.board.color(!color) - enemy_pawns.pawns;
        tally.count(term::PUSH_THREAT, pawns::attacked_by(color, safe) & targets);
    }

    /// Safe squares behind the centre pawns.
    #[inline(always)]
    fn count_space<C: TermCounter>(&self, color: Color, tally: &mut Tally<'_, C>) {
        let centre = Bitboard::file(File::C)
            | Bitboard::file(File::D)
            | Bitboard::file(File::E)
            | Bitboard::file(File::F);
        let ranks = [Rank::Two, Rank::Three, Rank::Four]
            .map(|rank| Bitboard::rank(rank.relative_to(color)));
        let home = (ranks[0] | ranks[1] | ranks[2]) & centre;
        let own = self.pawns.of_side(color);
        let free = home - own.pawns - self.pawns.of_side(!color).attacks - self.attacked[!color];
        let pieces = (self.board.color(color) - self.board.role(Role::Pawn)).count();
        tally.add(term::SPACE, signed(free.count() * pieces / 8));
    }
}

/// The rank of the nearest of some pawns as the king's side counts it; zero without a pawn.
fn nearest(color: Color, pawns: Bitboard) -> usize {
    let near = match color {
        Color::White => pawns.first(),
        Color::Black => pawns.flip().first(),
    };
    near.map_or(0, |square| square.rank() as usize)
}

fn outpost_ranks(color: Color) -> Bitboard {
    let [four, five, six] =
        [Rank::Four, Rank::Five, Rank::Six].map(|rank| Bitboard::rank(rank.relative_to(color)));
    four | five | six
}

fn promotion_square(color: Color, square: Square) -> Square {
    Square::new(square.file(), Rank::Eight.relative_to(color))
}

pub(super) fn signed(count: u32) -> i32 {
    count.cast_signed()
}

/// A square as its side sees it.
pub(super) fn seen_from(color: Color, square: Square) -> Square {
    match color {
        Color::White => square,
        Color::Black => square.flip(),
    }
}

/// A square's rank as its side counts it, the first being zero.
pub(super) fn rank_for(color: Color, square: Square) -> usize {
    seen_from(color, square).rank() as usize
}

/// The king's moves between two squares.
pub(super) fn distance(one: Square, other: Square) -> usize {
    let files = (one.file() as u8).abs_diff(other.file() as u8);
    let ranks = (one.rank() as u8).abs_diff(other.rank() as u8);
    usize::from(files.max(ranks))
}
