//! What a move wins or loses at once, when the captures after it are played out: a plain measure of whether it makes sense.

use crate::rules::{Chess, Color, Move, Position, Role};

/// How many captures in a row are looked at.
const DEPTH: u32 = 4;
/// More than all pieces together.
const INFINITE: i32 = 1000;

/// What the side to move wins or loses by a move, in pawns.
pub(super) fn gain(position: &Chess, mv: Move) -> i32 {
    let before = balance(position);
    -settled(&position.after(mv), -INFINITE, INFINITE, DEPTH) - before
}

/// What the side to move could win by captures, in pawns.
pub(super) fn chance(position: &Chess) -> i32 {
    settled(position, -INFINITE, INFINITE, DEPTH) - balance(position)
}

/// The material of the side to move less that of the other.
fn balance(position: &Chess) -> i32 {
    let of = |color: Color| -> i32 {
        let count = |role| position.board().pieces(color, role).count().cast_signed();
        Role::ALL.into_iter().map(|role| value(role) * count(role)).sum()
    };
    of(position.turn()) - of(!position.turn())
}

pub(super) const fn value(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

/// The balance after the best captures of both sides; each may stop capturing.
fn settled(position: &Chess, worst: i32, best: i32, depth: u32) -> i32 {
    let mut reached = balance(position);
    if depth == 0 || reached >= best {
        return reached;
    }
    let mut captures = position.forcing_moves();
    captures.sort_by_key(|mv| (-mv.capture.map_or(0, value), value(mv.role)));
    for mv in captures {
        let worst = worst.max(reached);
        reached = reached.max(-settled(&position.after(mv), -best, -worst, depth - 1));
        if reached >= best {
            break;
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{San, fen};

    #[test]
    fn captures_are_played_out() {
        for (position, mv, expected) in [
            ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", 1),
            // The pawn takes back.
            ("4k3/8/2p5/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", -3),
            // The queen is left to a pawn.
            ("4k3/8/2p5/8/3Q4/8/8/4K3 w - - 0 1", "Qd5", -9),
            ("4k3/8/2p5/8/3Q4/8/8/4K3 w - - 0 1", "Qd3", 0),
            // A rook on b7 takes what stands there.
            ("4k3/1r6/8/8/8/8/8/1N2K3 w - - 0 1", "Kd2", -3),
        ] {
            let position = fen::position(position.as_bytes()).expect("a position");
            let found =
                San::read(mv.as_bytes()).expect("a move").resolve(&position).expect("legal");
            assert_eq!(gain(&position, found), expected, "{mv}");
        }
    }
}
