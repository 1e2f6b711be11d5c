//! Static exchange evaluation: what captures and recaptures on one square win or lose.

use crate::engine::evaluate::PIECE_VALUES;
use crate::rules::{
    Bitboard, Board, Chess, Color, Move, MoveKind, Position, Role, Square, attacks,
};

/// Whether a move keeps at least this many centipawns in the exchange on its square.
pub(super) fn exchange_keeps(position: &Chess, mv: Move, least: i32) -> bool {
    if mv.kind != MoveKind::Normal || mv.promotion.is_some() {
        return least <= 0;
    }
    // What the side whose turn it is must still win back.
    let mut due = mv.capture.map_or(0, exchange_value) - least;
    if due < 0 {
        return false;
    }
    due = exchange_value(mv.role) - due;
    if due <= 0 {
        return true;
    }
    let mut exchange = Exchange::after(position, mv);
    let mut side = position.turn();
    let mut keeps = true;
    loop {
        side = !side;
        let Some(role) = exchange.capture(side) else { return keeps };
        keeps = !keeps;
        if role == Role::King {
            // A king captures only where no one can take it.
            return keeps != exchange.is_attacked_by(!side);
        }
        due = exchange_value(role) - due;
        if due < i32::from(keeps) {
            return keeps;
        }
    }
}

fn exchange_value(role: Role) -> i32 {
    i32::from(PIECE_VALUES[role as usize])
}

/// Captures on one square, each by the least valuable piece.
struct Exchange<'a> {
    board: &'a Board,
    square: Square,
    occupied: Bitboard,
    attackers: Bitboard,
}

impl<'a> Exchange<'a> {
    fn after(position: &'a Chess, mv: Move) -> Self {
        let board = position.board();
        let occupied = board.occupied() - Bitboard::of(mv.from);
        let attackers = Color::ALL
            .map(|color| board.attackers(mv.to, color, occupied))
            .into_iter()
            .fold(Bitboard::EMPTY, |all, some| all | some);
        Self { board, square: mv.to, occupied, attackers }
    }

    fn is_attacked_by(&self, side: Color) -> bool {
        (self.attackers & self.occupied & self.board.color(side)).is_any()
    }

    /// Lets a side capture with its least valuable piece, which opens the lines behind it.
    fn capture(&mut self, side: Color) -> Option<Role> {
        let own = self.attackers & self.occupied & self.board.color(side);
        if own.is_empty() {
            return None;
        }
        let (role, from) = Role::ALL.into_iter().find_map(|role| {
            let from = (own & self.board.role(role)).first()?;
            Some((role, from))
        })?;
        self.occupied = self.occupied - Bitboard::of(from);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            let sliders = self.board.role(Role::Bishop) | self.board.role(Role::Queen);
            self.attackers |= attacks::bishop(self.square, self.occupied) & sliders;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            let sliders = self.board.role(Role::Rook) | self.board.role(Role::Queen);
            self.attackers |= attacks::rook(self.square, self.occupied) & sliders;
        }
        Some(role)
    }
}

/// Whether the side to move has no good capture or promotion and is not in check.
pub fn is_quiet_position(position: &Chess) -> bool {
    let is_good = |&mv: &Move| mv.promotion.is_some() || exchange_keeps(position, mv, 0);
    !position.is_check() && !position.forcing_moves().iter().any(is_good)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tests::position;

    #[test]
    fn exchanges_use_the_least_valuable_attacker() {
        // The pieces, the square of the capturing piece, and what capturing on e5 wins.
        let cases = [
            ("Ka1 ka8 Re1 pe5", "e1", 100),
            ("Ka1 ka8 Re1 pe5 pd6", "e1", -400),
            ("Ka1 ka8 Re1 re5 pd6", "e1", 0),
            ("Ka1 ka8 Qe1 re5 pd6", "e1", -400),
            ("Ka1 ka8 Re2 Re1 pe5 re8", "e2", 100),
            ("Ka1 ka8 Re2 pe5 re8 Qe1", "e2", 100),
            ("Ka1 ka8 Qe2 pe5 re8 Re1", "e2", -300),
            ("Ka1 ka8 Nf3 pe5 nc6", "f3", -220),
            ("Ka1 ka8 Nf3 pe5 nc6 Re1", "f3", 100),
            ("Ke4 ka8 pe5", "e4", 100),
            ("Ka1 kd6 Re1 pe5", "e1", -400),
            ("Ka1 kd6 Re2 Re1 pe5", "e2", 100),
        ];
        for (pieces, from, gain) in cases {
            let position = position(pieces);
            let from = Square::from_name(from.as_bytes());
            let captures = position.forcing_moves();
            let capture = captures.iter().find(|mv| Some(mv.from) == from && mv.to == Square::E5);
            let capture = *capture.expect("a capture");
            assert!(exchange_keeps(&position, capture, gain), "{pieces}");
            assert!(!exchange_keeps(&position, capture, gain + 1), "{pieces}");
        }
    }
}
