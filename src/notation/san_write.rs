//! Legal moves written: as SAN, the shortest form that no other legal move shares, with its sign; and in words.

use crate::{
    notation::{Written, reason::wing, san::Sign},
    rules::{Bitboard, Chess, Color, Move, MoveKind, Position, Role, Side, Square},
};

/// A move as the standard writes it, with its sign.
pub fn write<P: Written>(position: &P, mv: P::Move) -> String {
    let mut text = write_without_sign(position, mv);
    match sign(position, mv) {
        Sign::Check | Sign::DoublePlus => text.push('+'),
        Sign::Mate => text.push('#'),
        Sign::None => {}
    }
    text
}

/// The sign that belongs behind a legal move.
pub fn sign<P: Written>(position: &P, mv: P::Move) -> Sign {
    sign_of(&position.after(mv))
}

/// The sign that belongs behind the move that led to a position.
#[inline]
pub fn sign_of<P: Written>(after: &P) -> Sign {
    after.sign()
}

/// A move as the standard writes it, without a sign.
pub fn write_without_sign<P: Written>(position: &P, mv: P::Move) -> String {
    position.san_without_sign(mv)
}

/// A move of chess as the standard writes it, without a sign.
pub(super) fn chess(position: &Chess, mv: Move) -> String {
    if let Some(side) = mv.castling_side() {
        return match side {
            Side::King => "O-O".to_owned(),
            Side::Queen => "O-O-O".to_owned(),
        };
    }
    let mut text = String::with_capacity(8);
    if mv.role == Role::Pawn {
        if mv.from.file() != mv.to.file() {
            text.push(mv.from.file().letter());
        }
    } else {
        text.push(mv.role.letter());
        write_origin(origin(position, mv), mv.from, &mut text);
    }
    if mv.capture.is_some() {
        text.push('x');
    }
    text.push(mv.to.file().letter());
    text.push(mv.to.rank().digit());
    if let Some(role) = mv.promotion {
        text.push('=');
        text.push(role.letter());
    }
    text
}

/// The part of its square that tells the piece of a move from its twins.
pub fn origin(position: &Chess, mv: Move) -> Bitboard {
    distinction(mv.from, position.origins(mv.role, mv.to, Bitboard::FULL))
}

/// What tells a square from the other origins of a move: nothing (any square), its file, its rank, or all of it. Pieces that are
/// pinned, or otherwise cannot go there legally, do not count. PGN 8.2.3.4.
pub(crate) fn distinction(from: Square, origins: Bitboard) -> Bitboard {
    let twins = origins - Bitboard::of(from);
    let (file, rank) = (Bitboard::file(from.file()), Bitboard::rank(from.rank()));
    if twins.is_empty() {
        Bitboard::FULL
    } else if (twins & file).is_empty() {
        file
    } else if (twins & rank).is_empty() {
        rank
    } else {
        Bitboard::of(from)
    }
}

fn write_origin(origin: Bitboard, from: Square, text: &mut String) {
    if origin == Bitboard::FULL {
        return;
    }
    if origin != Bitboard::rank(from.rank()) {
        text.push(from.file().letter());
    }
    if origin != Bitboard::file(from.file()) {
        text.push(from.rank().digit());
    }
}

/// A move after its number: `12. Nf3`, `12... Nf6`.
pub fn numbered<P: Position>(position: &P, san: &str) -> String {
    let dots = if position.turn() == Color::White { "." } else { "..." };
    format!("{}{dots} {san}", position.fullmoves())
}

/// A legal move in one line: `the knight goes from g1 to f3`.
pub fn description<P: Written>(position: &P, mv: P::Move) -> String {
    let sign = match sign(position, mv) {
        Sign::None => "",
        Sign::Check | Sign::DoublePlus => ", with check",
        Sign::Mate => ", which is checkmate",
    };
    position.action(mv) + sign
}

/// What a move of chess does on the board.
pub(super) fn action(mv: Move) -> String {
    let Move { role, from, to, .. } = mv;
    let becomes = mv.promotion.map_or_else(String::new, |role| format!(" and becomes a {role}"));
    if let (Some(side), Some(rook_to)) = (mv.castling_side(), mv.rook_target()) {
        let (wing, king_to) = (wing(side), mv.target());
        return format!(
            "the king castles {wing}: the king from {from} to {king_to}, the rook from {to} to {rook_to}"
        );
    }
    match mv.capture {
        Some(_) if mv.kind == MoveKind::EnPassant => {
            let taken = Square::new(to.file(), from.rank());
            format!("the pawn on {from} takes the pawn on {taken} en passant and goes to {to}")
        }
        Some(taken) => format!("the {role} on {from} takes the {taken} on {to}{becomes}"),
        None if mv.is_double_step() => format!("the pawn goes two squares from {from} to {to}"),
        None => format!("the {role} goes from {from} to {to}{becomes}"),
    }
}

#[cfg(test)]
mod tests {
    use super::description;
    use crate::{
        notation::{AnySan, fen},
        rules::{AnyPosition, Variant},
    };

    fn described(position: &AnyPosition, text: &str) -> String {
        let san = AnySan::read(position, text.as_bytes()).expect("a move");
        description(position, san.resolve(position).expect("a legal move"))
    }

    #[test]
    fn every_kind_of_move_is_described() {
        for (fen, mv, expected) in [
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "e4",
                "the pawn goes two squares from e2 to e4",
            ),
            (
                "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
                "exd6",
                "the pawn on e5 takes the pawn on d5 en passant and goes to d6",
            ),
            (
                "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1",
                "exd8=Q+",
                "the pawn on e7 takes the rook on d8 and becomes a queen, with check",
            ),
            (
                "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
                "O-O-O",
                "the king castles queen side: the king from e1 to c1, the rook from a1 to d1",
            ),
            (
                "7k/8/6K1/8/8/8/8/1R6 w - - 0 1",
                "Rb8#",
                "the rook goes from b1 to b8, which is checkmate",
            ),
        ] {
            let position = fen::position_of(Variant::Standard, fen.as_bytes()).expect("a position");
            assert_eq!(described(&position, mv), expected);
        }
    }

    #[test]
    fn several_boards_are_named() {
        let alice = "alice".parse::<Variant>().expect("a variant").start();
        let expected = "the knight goes from g1 to f3 on board A, and on to board B";
        assert_eq!(described(&alice, "Nf3"), expected);
    }
}
