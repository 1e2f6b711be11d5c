//! What the simplified evaluation does not see: room to move, the shape of the pawns, the king's safety.
//! Written for one board; where men change boards these signs mean little, and it says nothing.

use crate::engine::evaluate::Stage;
use crate::rules::{Bitboard, Board, Color, File, Position, Role, Square, attacks};

/// What there is to add to the simplified evaluation, for the side to move.
pub(super) fn knowledge<P: Position>(position: &P) -> i16 {
    let [board] = position.boards() else { return 0 };
    let turn = position.turn();
    let stage = Stage::of(board);
    let (own, other) = (Camp::of(board, turn, stage), Camp::of(board, !turn, stage));
    let more = own.judged_against(&other) - other.judged_against(&own);
    i16::try_from(more).unwrap_or(0)
}

/// One side of the board.
struct Camp<'a> {
    board: &'a Board,
    color: Color,
    pawns: Bitboard,
    struck_by_pawns: Bitboard,
    king: Option<Square>,
    stage: Stage,
}

impl<'a> Camp<'a> {
    fn of(board: &'a Board, color: Color, stage: Stage) -> Self {
        let pawns = board.pieces(color, Role::Pawn);
        let struck_by_pawns = beside(pawns.forward(color));
        Self { board, color, pawns, struck_by_pawns, king: board.king(color), stage }
    }

    fn judged_against(&self, other: &Camp<'_>) -> i32 {
        self.activity(other)
            + self.bishop_pair()
            + self.rooks_on_files(other)
            + self.passed_pawns(other)
            - self.weak_pawns()
            + self.shelter(other)
            + self.king.map_or(0, |king| self.stage.gradual_king(self.color, king))
            + self.chase(other)
    }

    /// Room to move, and how much of it is around the enemy king.
    fn activity(&self, other: &Camp<'_>) -> i32 {
        let occupied = self.board.occupied();
        let ring = other.king.map_or(Bitboard::EMPTY, attacks::king);
        let mut room = 0;
        let mut danger = 0;
        for (role, per_square, menace) in
            [(Role::Knight, 4, 2), (Role::Bishop, 5, 2), (Role::Rook, 3, 3), (Role::Queen, 1, 4)]
        {
            for from in self.board.pieces(self.color, role) {
                let struck = attacks::of(role, self.color, from, occupied);
                let free = struck - self.board.color(self.color) - other.struck_by_pawns;
                room += per_square * signed(free.count());
                danger += menace * signed((struck & ring).count());
            }
        }
        room + self.attack(danger)
    }

    /// One man near the king is a visitor, several are an attack; without a queen it comes to little.
    fn attack(&self, danger: i32) -> i32 {
        let worth = (danger * danger / 5).min(350);
        if self.board.pieces(self.color, Role::Queen).is_any() { worth } else { worth / 4 }
    }

    fn bishop_pair(&self) -> i32 {
        if self.board.pieces(self.color, Role::Bishop).more_than_one() { 30 } else { 0 }
    }

    fn rooks_on_files(&self, other: &Camp<'_>) -> i32 {
        let half_open = self.board.pieces(self.color, Role::Rook) - whole_files(self.pawns);
        let open = half_open - whole_files(other.pawns);
        10 * signed(half_open.count()) + 10 * signed(open.count())
    }

    /// Pawns that no enemy pawn can stop any more, the further the better.
    fn passed_pawns(&self, other: &Camp<'_>) -> i32 {
        const WORTH: [i32; 8] = [0, 5, 10, 20, 40, 70, 110, 0];
        let ahead_of_theirs = filled(other.pawns.forward(other.color), other.color);
        let passed = self.pawns - ahead_of_theirs - beside(ahead_of_theirs);
        let worth = |pawn| {
            WORTH[rank_for(self.color, pawn)] * (2 * Stage::WHOLE_ARMY - self.stage.army) / 32
        };
        passed.map(|pawn| worth(pawn) + self.escort(other, pawn)).sum()
    }

    /// With few pieces left it is the kings that lead a passed pawn home or stop it.
    fn escort(&self, other: &Camp<'_>, pawn: Square) -> i32 {
        let (Some(own), Some(enemy)) = (self.king, other.king) else { return 0 };
        let Some(ahead) = Bitboard::of(pawn).forward(self.color).first() else { return 0 };
        let lead = 2 * distance(enemy, ahead) - distance(own, ahead);
        let advance = i32::try_from(rank_for(self.color, pawn)).unwrap_or(0);
        lead * advance * (Stage::WHOLE_ARMY - self.stage.army) / (2 * Stage::WHOLE_ARMY)
    }

    /// Pawns behind one another, and pawns without neighbours.
    fn weak_pawns(&self) -> i32 {
        let doubled = self.pawns & filled(self.pawns.forward(self.color), self.color);
        let isolated = self.pawns - beside(whole_files(self.pawns));
        10 * signed(doubled.count()) + 12 * signed(isolated.count())
    }

    /// Pawns before the king, as long as there is a queen to fear.
    fn shelter(&self, other: &Camp<'_>) -> i32 {
        let Some(king) = self.king else { return 0 };
        if other.board.pieces(other.color, Role::Queen).is_empty() {
            return 0;
        }
        let before = Bitboard::of(king).forward(self.color);
        let near = before | beside(before);
        let far = near.forward(self.color);
        10 * signed((near & self.pawns).count()) + 5 * signed((far & self.pawns).count())
    }

    /// Against a bare king: drive it to the edge and come near.
    fn chase(&self, other: &Camp<'_>) -> i32 {
        let bare = !self.board.color(other.color).more_than_one();
        match (self.king, other.king) {
            (Some(hunter), Some(prey)) if bare => {
                10 * from_the_centre(prey) + 4 * (14 - distance(hunter, prey))
            }
            _ => 0,
        }
    }
}

fn signed(count: u32) -> i32 {
    count.cast_signed()
}

/// The squares to the left and right of these.
fn beside(squares: Bitboard) -> Bitboard {
    let left = Bitboard((squares - Bitboard::file(File::A)).0 >> 1);
    let right = Bitboard((squares - Bitboard::file(File::H)).0 << 1);
    left | right
}

/// These squares and everything ahead of them.
fn filled(squares: Bitboard, color: Color) -> Bitboard {
    let mut all = squares.0;
    for shift in [8, 16, 32] {
        all |= match color {
            Color::White => all << shift,
            Color::Black => all >> shift,
        };
    }
    Bitboard(all)
}

fn whole_files(squares: Bitboard) -> Bitboard {
    filled(squares, Color::White) | filled(squares, Color::Black)
}

/// How far a side's man has come, its first rank being zero.
fn rank_for(color: Color, square: Square) -> usize {
    match color {
        Color::White => square.rank() as usize,
        Color::Black => square.flip().rank() as usize,
    }
}

/// Steps along files and ranks between two squares.
fn distance(one: Square, other: Square) -> i32 {
    let files = (one.file() as u8).abs_diff(other.file() as u8);
    let ranks = (one.rank() as u8).abs_diff(other.rank() as u8);
    i32::from(files + ranks)
}

/// Steps along files and ranks to the nearest of the four middle squares.
fn from_the_centre(square: Square) -> i32 {
    let middle = [Square::D4, Square::E4, Square::D5, Square::E5];
    middle.into_iter().map(|centre| distance(square, centre)).min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::knowledge;
    use crate::rules::{Board, Castling, Chess, Piece, Setup, Square};

    /// What is added for White, who is to move, in an ending of these men.
    fn ending(men: &str) -> i16 {
        let mut setup = Setup { board: Board::empty(), castling: Castling::NONE, ..Setup::start() };
        for word in men.split(' ') {
            let (letter, square) = word.as_bytes().split_at(1);
            let piece = Piece::from_letter(letter[0]).expect("a piece");
            setup.board.put(Square::from_name(square).expect("a square"), piece);
        }
        knowledge(&Chess::from_setup_unchecked(&setup))
    }

    #[test]
    fn a_passed_pawn_is_worth_more_the_further_it_has_come() {
        assert!(ending("Ka1 ka8 Pe5 ph7") > ending("Ka1 ka8 Pe4 ph7"));
        assert!(ending("Ka1 ka8 Pe5 ph7") > ending("Ka1 ka8 Pe5 pe7"));
    }

    #[test]
    fn kings_lead_a_passed_pawn_home_or_stop_it() {
        let led = ending("Kd6 ka1 Pe5 ph7");
        let alone = ending("Kh1 ka1 Pe5 ph7");
        let stopped = ending("Kh1 ke7 Pe5 ph7");
        assert!(led > alone && alone > stopped, "{led} {alone} {stopped}");
    }
}
