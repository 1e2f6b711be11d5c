//! A legal move in words: what goes where, what it takes, what it becomes.

use crate::{
    notation::{Sign, reason::wing, sign},
    rules::{BoardIndex, Move, MoveKind, Position, Square},
};

/// What a legal move does, in one line: `the knight goes from g1 to f3`.
pub fn description<P: Position>(position: &P, mv: Move) -> String {
    let mut text = deed(mv);
    if position.boards().len() > 1 {
        text.push_str(&transfer(position, mv));
    }
    text.push_str(match sign(position, mv) {
        Sign::None => "",
        Sign::Check | Sign::DoublePlus => ", with check",
        Sign::Mate => ", which is checkmate",
    });
    text
}

fn deed(mv: Move) -> String {
    let (name, from, to) = (mv.role.name(), mv.from, mv.to);
    let becomes =
        mv.promotion.map_or_else(String::new, |role| format!(" and becomes a {}", role.name()));
    match (mv.kind, mv.capture) {
        (MoveKind::Castle, _) => castling(mv),
        (MoveKind::EnPassant, _) => {
            let taken = Square::new(to.file(), from.rank());
            format!("the pawn on {from} takes the pawn on {taken} en passant and goes to {to}")
        }
        (MoveKind::Normal, Some(taken)) => {
            format!("the {name} on {from} takes the {} on {to}{becomes}", taken.name())
        }
        (MoveKind::Normal, None) if mv.is_double_step() => {
            format!("the pawn goes two squares from {from} to {to}")
        }
        (MoveKind::Normal, None) => format!("the {name} goes from {from} to {to}{becomes}"),
    }
}

fn castling(mv: Move) -> String {
    let side = mv.castling_side().unwrap_or_else(|| unreachable!("it is castling"));
    let rook_to = Square::new(side.rook_file(), mv.from.rank());
    format!(
        "the king castles {}: the king from {} to {}, the rook from {} to {rook_to}",
        wing(side),
        mv.from,
        mv.target(),
        mv.to
    )
}

/// Alice chess: where the man stands afterwards.
fn transfer<P: Position>(position: &P, mv: Move) -> String {
    let boards = u8::try_from(position.boards().len()).unwrap_or(u8::MAX);
    let next = BoardIndex((mv.board_index.0 + 1) % boards);
    format!(" on board {}, and on to board {}", mv.board_index.letter(), next.letter())
}

#[cfg(test)]
mod tests {
    use super::description;
    use crate::{
        notation::{San, fen},
        rules::{AnyPosition, Position, Variant},
    };

    fn told(position: &AnyPosition, text: &str) -> String {
        let san = San::read(text.as_bytes()).expect("a move");
        description(position, san.resolve(position).expect("a legal move"))
    }

    #[test]
    fn every_kind_of_move_is_told() {
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
            assert_eq!(told(&position, mv), expected);
        }
    }

    #[test]
    fn several_boards_are_named() {
        let alice = "alice".parse::<Variant>().expect("a variant").start();
        let expected = "the knight goes from g1 to f3 on board A, and on to board B";
        assert_eq!(told(&alice, "Nf3"), expected);
        assert_eq!(alice.boards().len(), 2);
    }
}
