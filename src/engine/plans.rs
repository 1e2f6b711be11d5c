//! The terms that depend on what both sides attack: passed pawns, danger to the kings, threats, space.

use crate::engine::pawns;
use crate::engine::survey::Survey;
use crate::engine::terms::{Tally, TermCounter, distance, rank_for, signed, term};
use crate::rules::{Bitboard, Color, File, Rank, Role, Square, attacks};

impl Survey<'_> {
    /// The terms that depend on what both sides attack.
    #[inline(always)]
    pub(super) fn count_plans_of(&self, color: Color, counter: &mut impl TermCounter) {
        let mut tally = Tally::of(counter, color);
        self.count_pairs(color, &mut tally);
        pawns::count_structure(&self.pawns, color, &mut tally);
        self.count_passed(color, &mut tally);
        self.count_shelter(color, &mut tally);
        self.count_danger(color, &mut tally);
        self.count_threats(color, &mut tally);
        self.count_space(color, &mut tally);
    }

    /// Pairs of pieces: what they are worth beside each other and against each other.
    #[inline(always)]
    fn count_pairs<C: TermCounter>(&self, color: Color, tally: &mut Tally<'_, C>) {
        const ROLES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let counts = |color| ROLES.map(|role| signed(self.board.pieces(color, role).count()));
        let (own, enemy) = (counts(color), counts(!color));
        let (mut own_pair, mut enemy_pair) = (term::OWN_PAIRS, term::ENEMY_PAIRS);
        for greater in 0..ROLES.len() {
            for lesser in 0..greater {
                tally.add(own_pair, own[lesser] * own[greater]);
                tally.add(enemy_pair, own[lesser] * enemy[greater]);
                own_pair += 1;
                enemy_pair += 1;
            }
            tally.add(own_pair, own[greater] * (own[greater] - 1) / 2);
            own_pair += 1;
        }
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
            tally.count(term::PASSED_SAFE + rank, next - self.attacked[!color]);
            tally.count(term::PASSED_HELD + rank, next & self.attacked[color]);
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
            + self.count_safe_checks(color, king, safe, tally);
        let most = term::DANGER_WITHOUT_QUEEN - term::DANGER - 1;
        let degree = usize::try_from(units / 2).unwrap_or(0).min(most);
        tally.add(term::DANGER + degree, 1);
        if self.board.pieces(color, Role::Queen).is_empty() {
            tally.add(term::DANGER_WITHOUT_QUEEN, units);
        }
    }

    /// Counts the roles that can give a check without being captured; returns the danger of these checks.
    #[inline(always)]
    fn count_safe_checks<C: TermCounter>(
        &self,
        color: Color,
        king: Square,
        safe: Bitboard,
        tally: &mut Tally<'_, C>,
    ) -> i32 {
        let straight = attacks::rook(king, self.occupied);
        let diagonal = attacks::bishop(king, self.occupied);
        let mut danger = 0;
        for (role, from, units) in [
            (Role::Knight, attacks::knight(king), 5),
            (Role::Bishop, diagonal, 4),
            (Role::Rook, straight, 6),
            (Role::Queen, straight | diagonal, 5),
        ] {
            if (self.by_role[color][role as usize] & from & safe).is_any() {
                tally.add(term::SAFE_CHECK + role as usize - 1, 1);
                danger += units;
            }
        }
        danger
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
        self.count_queen_threats(color, tally);
    }

    /// Safe squares from which a minor piece or a rook could attack the queen.
    #[inline(always)]
    fn count_queen_threats<C: TermCounter>(&self, color: Color, tally: &mut Tally<'_, C>) {
        let Some(queen) = self.board.pieces(!color, Role::Queen).first() else { return };
        let reach = &self.by_role[color];
        let safe = !self.board.color(color)
            - self.pawns.of_side(!color).attacks
            - (self.attacked[!color] - self.twice[color]);
        let knights = reach[Role::Knight as usize] & attacks::knight(queen);
        let sliders = (reach[Role::Bishop as usize] & attacks::bishop(queen, self.occupied))
            | (reach[Role::Rook as usize] & attacks::rook(queen, self.occupied));
        tally.count(term::QUEEN_THREAT, knights & safe);
        tally.count(term::QUEEN_THREAT + 1, sliders & safe & self.twice[color]);
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
        let restricted =
            self.attacked[color] & (self.attacked[!color] - self.pawns.of_side(!color).attacks);
        tally.count(term::RESTRICTED, restricted - self.occupied);
        let minors = self.board.role(Role::Knight) | self.board.role(Role::Bishop);
        let screened = self.board.color(color) & minors & own.pawns.forward(!color);
        tally.count(term::SCREENED, screened);
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

fn promotion_square(color: Color, square: Square) -> Square {
    Square::new(square.file(), Rank::Eight.relative_to(color))
}
